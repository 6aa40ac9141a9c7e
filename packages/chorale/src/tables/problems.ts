import { InputError, type InputErrorFacts } from '../errors.js'

/** One error for all problems of a file, the worst first. A single problem is one line. */
export function problemsError(caller: string, problems: readonly string[], facts: InputErrorFacts = {}): InputError {
  const known = { caller, ...facts }
  if (problems.length === 1) return new InputError(`${caller}: ${problems[0]}`, known)
  const lines = [`${caller}: ${problems.length} problems`, ...problems.map(text => `- ${text}`)]
  return new InputError(lines.join('\n'), known)
}
