import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import { serveApp } from '../node/serve-app.js'
import { createNarrator } from './narrator.js'
import { wholeNumber } from './parse.js'

interface UiFlags {
  port?: number
  open: boolean
  quiet?: boolean
}

export function addUiCommand(program: Command): void {
  program
    .command('ui')
    .description('the browser app, served to this computer alone')
    .option('--port <n>', 'port to listen on (default: a free one)', wholeNumber('--port', 1, 65_535))
    .option('--no-open', 'do not open the browser')
    .option('--quiet', 'say nothing on standard error')
    .action(showApp)
}

/** Serves until Ctrl-C, which is how it is meant to end. */
async function showApp({ port, open, quiet }: UiFlags): Promise<void> {
  const narrator = createNarrator(quiet ?? false)
  const server = await serveApp({ port })
  process.stdout.write(`${server.address}\n`)
  narrator.note('the data stay on this computer; Ctrl-C ends the server')
  if (open) openBrowser(server.address, () => narrator.note('no browser could be opened: open the address yourself'))
  await new Promise<void>(stopped => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped())
  })
  await server.close()
}

function openBrowser(address: string, onFailure: () => void): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address]
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', onFailure)
  child.on('exit', code => {
    if (code !== null && code !== 0) onFailure()
  })
  child.unref()
}
