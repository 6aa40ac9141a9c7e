import { InputError, type Span } from 'chorale/internal'

/** The error for a job that a worker refuses. */
export function refused(field: string, value: unknown): InputError {
  return new InputError(`job refused: ${field} is ${JSON.stringify(value)?.slice(0, 80)}`)
}

/** Whether a value is an integer from `least` to `most`. */
function isIn(value: unknown, least: number, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
}

/** Whether a value is a typed array of integers from `least` to `most`, of a given length. */
export function areIn(value: unknown, least: number, most: number, length?: number): value is Int32Array {
  return (
    value instanceof Int32Array &&
    (length === undefined || value.length === length) &&
    value.every(each => each >= least && each <= most)
  )
}

/** Whether a value is a span, not empty, that ends at `most` or before. */
export function isSpan(value: unknown, most = Number.MAX_SAFE_INTEGER): value is Span {
  const { from, to } = (value ?? {}) as Record<string, unknown>
  return isIn(from, 0, most - 1) && isIn(to, from + 1, most)
}

/** Whether a value refers to a part: its name and the digest of its content. */
export function isPart(value: unknown): boolean {
  const { name, digest } = (value ?? {}) as Record<string, unknown>
  return typeof name === 'string' && typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest)
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
