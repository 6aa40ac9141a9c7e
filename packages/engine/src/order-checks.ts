import { InputError } from 'chorale/internal'

/** The error for a job that a worker refuses. */
export function refused(field: string, value: unknown): InputError {
  return new InputError(`job refused: ${field} is ${JSON.stringify(value)?.slice(0, 80)}`)
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
