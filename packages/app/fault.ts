import type { InputError } from 'chorale/internal'

/** An error as the page shows it. */
export interface Fault extends Pick<InputError, 'code' | 'caller' | 'parameter'> {
  readonly message: string
  /** Whether it is a bug in Chorale rather than a problem with the data. */
  readonly isOurs: boolean
}

export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return ownFault(String(error), true)
  const { name, message, code = 'invalid-input', caller, parameter } = error as Error & Partial<InputError>
  return { message, isOurs: name !== 'InputError', code, caller, parameter }
}

/** A fault that the page itself finds. */
export function ownFault(message: string, isOurs = false): Fault {
  return { message, isOurs, code: 'invalid-input', caller: undefined, parameter: undefined }
}

export function isStopped(error: unknown): boolean {
  return (error instanceof Error || error instanceof DOMException) && error.name === 'AbortError'
}
