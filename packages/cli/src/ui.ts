import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { standardOutput } from 'chorale-node/internal'
import type { Command } from 'commander'
import { interruptSignal } from './interrupt.js'
import { createNarrator } from './narrator.js'
import { wholeNumber } from './parse.js'
import { serveApp } from './serve-app.js'

interface UiFlags {
  port?: number
  open: boolean
  quiet?: boolean
}

export function addUiCommand(command: Command): void {
  command
    .option('--port <n>', 'port on 127.0.0.1 (default: a free port)', wholeNumber('--port', 1, 65_535))
    .option('--no-open', 'do not open the browser')
    .option('--quiet', 'print only errors on standard error')
    .action(showApp)
}

/** Serves the app until Ctrl-C, which ends it with exit code 0. */
async function showApp({ port, open, quiet }: UiFlags): Promise<void> {
  const narrator = createNarrator(quiet ?? false)
  const server = await serveApp({ port })
  await standardOutput(`${server.address}\n`)
  narrator.note('your data stay on this computer; press Ctrl-C to stop the server')
  if (open) openBrowser(server.address, () => narrator.note('could not open a browser; open the URL yourself'))
  await once(interruptSignal(), 'abort')
  await server.close()
}

function openBrowser(address: string, onFailure: () => void): void {
  const { command, args } = openCommand(address)
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', onFailure)
  child.on('exit', code => {
    if (code !== null && code !== 0) onFailure()
  })
  child.unref()
}

function openCommand(address: string): { command: string; args: string[] } {
  if (process.platform === 'darwin') return { command: 'open', args: [address] }
  if (process.platform === 'win32') return { command: 'cmd', args: ['/c', 'start', '', address] }
  return { command: 'xdg-open', args: [address] }
}
