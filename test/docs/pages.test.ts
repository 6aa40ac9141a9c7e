import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chorale } from '../../packages/cli/test/run.js'
import { pages } from './code-blocks.js'

/** The options that the help of every command names, by command. */
async function optionsByCommand(): Promise<Map<string, string[]>> {
  const { stdout } = await chorale(['--help'])
  const commands = [...stdout.slice(stdout.indexOf('Commands:')).matchAll(/^ {2}(\w+) /gm)].map(match => match[1])
  const found = new Map<string, string[]>()
  for (const command of commands.filter(name => name !== 'help')) {
    const help = (await chorale([command, '--help'])).stdout
    const options = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(match => match[1])
    found.set(
      command,
      options.filter(option => option !== '--help'),
    )
  }
  return found
}

describe('the pages', () => {
  it('tell of every command and every option, and of none that does not exist', async () => {
    const commandLine = readFileSync('docs/command-line.md', 'utf8')
    const known = new Set(['--help', '--version'])
    for (const [command, options] of await optionsByCommand()) {
      expect(commandLine.includes(`## \`chorale ${command}\``), `a chapter on chorale ${command}`).toBe(true)
      for (const option of options) {
        const isTold = new RegExp(`\`${option}[ \`]`).test(commandLine)
        expect(isTold, `${option} of chorale ${command} in docs/command-line.md`).toBe(true)
        known.add(option)
      }
    }
    for (const page of pages().filter(file => file !== 'CONTRIBUTING.md')) {
      const mentioned = [...readFileSync(page, 'utf8').matchAll(/`(--[\w-]+)/g)].map(match => match[1])
      expect(
        mentioned.filter(option => !known.has(option)),
        page,
      ).toEqual([])
    }
  })

  it('link to files that exist', () => {
    for (const page of pages()) {
      const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(match => match[1])
      const local = links.filter(link => !/^(https?:|#|\/)/.test(link) && !link.startsWith('api/'))
      for (const link of local) {
        expect(existsSync(join(dirname(page), link.replace(/#.*$/, ''))), `${page} links to ${link}`).toBe(true)
      }
    }
  })
})
