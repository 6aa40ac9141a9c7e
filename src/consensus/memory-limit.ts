import { InputError } from '../check.js'

/** What a method may take when nothing is said: 4 GiB. Fixed, because the same call must do the same everywhere. */
export const MEMORY_LIMIT = 4 * 2 ** 30

const ALTERNATIVES: Record<string, string> = {
  balanced: 'The methods lwgp and sec need far less',
  gpec: 'The methods lwgp and sec need far less',
}

/** Refuses work whose matrices would not fit, before they are allocated. */
export function checkMemory(method: string, byteCount: number, reason: string, memoryLimit = MEMORY_LIMIT): void {
  if (byteCount <= memoryLimit) return
  throw new InputError(
    `consensus: memoryLimit must be at least ${inMebibytes(byteCount)} for method ${method} (${reason}); ` +
      `got ${inMebibytes(memoryLimit)}. ${ALTERNATIVES[method] ?? 'The methods balanced, lwgp and sec need far less'}`,
  )
}

function inMebibytes(byteCount: number): string {
  return `${Math.ceil(byteCount / 2 ** 20).toLocaleString('en')} MiB`
}
