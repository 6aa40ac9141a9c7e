import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import workerThreads from 'node:worker_threads'

/**
 * Set-up of the unit tests: starting a program or a thread, listening on a port and connecting to one are errors. A test
 * that needs them belongs to another tier.
 */
function refuse(what: string) {
  return function refused(): never {
    throw new Error(`a unit test must not ${what}: name its file under INTEGRATION or BROWSER in vitest.config.ts`)
  }
}

const startProgram = refuse('start a program')
for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const) {
  Object.assign(childProcess, { [name]: startProgram })
}
Object.assign(workerThreads, { Worker: refuse('start a thread') })
net.Server.prototype.listen = refuse('listen on a port')
net.Socket.prototype.connect = refuse('use the network')
syncBuiltinESMExports()
