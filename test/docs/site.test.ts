import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'

it('is built by npm run docs without a warning: every exported symbol is documented, no link is dead', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'docs'], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  // npm has warnings of its own about its settings.
  const said = `${stdout}\n${stderr}`.replace(/^npm warn .*$/gm, '')
  expect(said).not.toMatch(/warn|error|dead link/i)
  expect(status, said).toBe(0)
  for (const page of ['index', 'quick-start', 'command-line', 'api/index', 'api/chorale/functions/consensus']) {
    expect(existsSync(`docs/.vitepress/dist/${page}.html`), page).toBe(true)
  }
}, 180_000)
