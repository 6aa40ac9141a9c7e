import { InputError } from '../errors.js'
import type { Method } from './method.js'

/** The default memory limit of a method: 4 GiB. It is fixed so that the same call behaves the same on every machine. */
export const MEMORY_LIMIT = 4 * 2 ** 30

/** Throws an InputError before matrices are allocated that exceed the memory limit. */
export function checkMemory(
  { name, alternatives }: Pick<Method, 'name' | 'alternatives'>,
  byteCount: number,
  reason: string,
  memoryLimit = MEMORY_LIMIT,
): void {
  if (byteCount <= memoryLimit) return
  throw new InputError(
    `consensus: memoryLimit must be at least ${inMebibytes(byteCount)} for method ${name} (${reason}); ` +
      `got ${inMebibytes(memoryLimit)}${alternativeWords(alternatives)}`,
  )
}

function alternativeWords(names: readonly string[]): string {
  if (names.length === 0) return ''
  if (names.length === 1) return `. The method ${names[0]} needs far less memory`
  return `. The methods ${names.slice(0, -1).join(', ')} and ${names[names.length - 1]} need far less memory`
}

function inMebibytes(byteCount: number): string {
  return `${Math.ceil(byteCount / 2 ** 20).toLocaleString('en')} MiB`
}
