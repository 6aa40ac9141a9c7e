import { describe, expect, it } from 'vitest'
import { chorale } from './run.js'

describe('chorale --help', () => {
  it('lists every command with the usage that its own help page gives', async () => {
    const { stdout } = await chorale(['--help'])
    const listed = [...stdout.matchAll(/^ {2}(\w+) (\[options\](?: [<[]\S+)*)/gm)].map(([, name, usage]) => ({
      name,
      usage: usage.trim(),
    }))
    expect(listed.length).toBeGreaterThanOrEqual(9)
    const pages = await Promise.all(listed.map(({ name }) => chorale(['help', name])))
    for (const [at, { name, usage }] of listed.entries()) {
      expect(pages[at].stdout.split('\n')[0]).toBe(`Usage: chorale ${name} ${usage}`)
    }
  })
})
