/** The abort reason when a signal ends the command. */
export class Interrupted extends Error {
  override name = 'Interrupted'

  constructor(readonly exitCode: number) {
    super('interrupted')
  }
}

/** Exit codes by convention: 128 and the number of the signal. SIGHUP: the terminal was closed. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Milliseconds after which an interrupted command ends, whatever it is waiting for. */
let grace = 900
let interruption: Interrupted | null = null
const controller = new AbortController()

/** Lets signals interrupt the command from now on. A second one ends the process at once. */
export function watchSignals(): void {
  for (const [name, exitCode] of Object.entries(EXIT_CODES)) {
    process.on(name, () => {
      if (interruption !== null) process.exit(interruption.exitCode)
      interruption = new Interrupted(exitCode)
      setTimeout(() => process.exit(exitCode), grace).unref()
      controller.abort(interruption)
    })
  }
}

/** Aborted by Ctrl-C (SIGINT), SIGTERM and SIGHUP. */
export function interruptSignal(): AbortSignal {
  return controller.signal
}

/** What interrupted the command; null if nothing did. */
export function interruptedBy(): Interrupted | null {
  return interruption
}

/** Gives an interrupted command more time, in milliseconds, for example to remove its jobs from a server. */
export function extendGrace(milliseconds: number): void {
  grace = milliseconds
}
