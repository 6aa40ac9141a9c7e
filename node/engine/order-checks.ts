import { InputError } from '../../src/internal.js'

/** What a worker says of a job that it does not carry out. */
export function refused(field: string, value: unknown): InputError {
  return new InputError(`the job is refused: ${field} is ${JSON.stringify(value)?.slice(0, 80)}`)
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
