/** The server of a run failed: neither the fault of the caller nor a bug. The CLI prints the message and exits with 1. */
export class EngineError extends Error {
  override name = 'EngineError'
}
