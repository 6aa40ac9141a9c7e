/**
 * The error for invalid arguments or input data. The command line and the app show its message to the user.
 *
 * @example
 * ```ts
 * import { consensus, InputError } from 'chorale'
 *
 * const fault = await consensus([[0, 1], [1, 0]], { clusterCount: 3 }).catch(error => error)
 * console.log(fault instanceof InputError) // true
 * ```
 *
 * @group Errors
 */
export class InputError extends Error {
  override name = 'InputError'
}

export function checkClusterCount(caller: string, clusterCount: number, sampleCount: number): void {
  if (Number.isInteger(clusterCount) && clusterCount >= 1 && clusterCount <= sampleCount) return
  throw new InputError(
    `${caller}: clusterCount must be an integer from 1 to the number of samples (${sampleCount}); got ${clusterCount}`,
  )
}

export function checkInteger(caller: string, name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw new InputError(`${caller}: ${name} must be an integer from ${least} to ${most}; got ${value}`)
}

export function checkPositive(caller: string, name: string, value: number): void {
  if (Number.isFinite(value) && value > 0) return
  throw new InputError(`${caller}: ${name} must be a number above 0; got ${value}`)
}

export function checkOneOf<T extends string>(
  caller: string,
  name: string,
  value: string,
  allowed: readonly T[],
): asserts value is T {
  if ((allowed as readonly string[]).includes(value)) return
  throw new InputError(`${caller}: ${name} must be one of ${allowed.join(', ')}; got ${value}`)
}

export function checkSeed(caller: string, seed: number): void {
  checkInteger(caller, 'seed', seed, 0, 0xffffffff)
}

/**
 * Throws an InputError if the options are not an object, or if an option name is unknown. The message suggests the
 * nearest known name.
 *
 * @param required A required option. The message names it if the options are missing.
 */
export function checkOptionNames(
  caller: string,
  options: unknown,
  known: readonly string[],
  required?: string,
): asserts options is object {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const rule = required === undefined ? 'an object' : `an object with ${required}`
    throw new InputError(
      `${caller}: options must be ${rule}; got ${Array.isArray(options) ? 'an array' : String(options)}`,
    )
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue
    const meant = nearestName(name, known)
    const question = meant === null ? '' : `; did you mean '${meant}'?`
    throw new InputError(`${caller}: unknown option '${name}'${question}`)
  }
}

/** The largest edit distance of a suggested name. */
const MOST_EDITS = 3

/**
 * The known name with the smallest edit distance, ignoring case; null if all are too different. Ties go to the first.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  let nearest: string | null = null
  let fewest = MOST_EDITS + 1
  for (const candidate of known) {
    const edits = editDistance(name.toLowerCase(), candidate.toLowerCase())
    const isNear = 2 * edits < Math.max(name.length, candidate.length)
    if (isNear && edits < fewest) {
      nearest = candidate
      fewest = edits
    }
  }
  return nearest
}

/** The edit distance of two words: letters to insert, remove, replace, or swap with the next letter. */
function editDistance(from: string, to: string): number {
  // distances[i][j] is the distance between the first i letters and the first j letters.
  const distances = Array.from({ length: from.length + 1 }, (_, i) =>
    Array.from({ length: to.length + 1 }, (_, j) => (i === 0 ? j : i)),
  )
  for (let i = 1; i <= from.length; i++) {
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      let least = Math.min(distances[i - 1][j] + 1, distances[i][j - 1] + 1, distances[i - 1][j - 1] + (isSame ? 0 : 1))
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      if (isSwap) least = Math.min(least, distances[i - 2][j - 2] + 1)
      distances[i][j] = least
    }
  }
  return distances[from.length][to.length]
}
