import { InputError } from '../errors.js'

/** One error for all problems of a file, the worst first. A single problem is one line. */
export function problemsError(caller: string, problems: readonly string[]): InputError {
  if (problems.length === 1) return new InputError(`${caller}: ${problems[0]}`)
  return new InputError([`${caller}: ${problems.length} problems`, ...problems.map(text => `- ${text}`)].join('\n'))
}
