/** The abort reason when the user interrupts the command. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/** A signal that Ctrl-C (SIGINT) and SIGTERM abort. A second Ctrl-C ends the process at once. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130)
      controller.abort(new Interrupted('interrupted'))
    })
  }
  return controller.signal
}
