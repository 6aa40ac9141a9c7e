/** What kind of mistake an {@link InputError} is about. */
export type InputErrorCode =
  /** A parameter breaks its rule. */
  | 'invalid-parameter'
  /** There is no option of that name. */
  | 'unknown-option'
  /** Values are missing, and nothing says how to fill them in. */
  | 'missing-values'
  /** There is no evidence of clusters. */
  | 'no-clusters'
  /** Anything else that is wrong with the data or the arguments. */
  | 'invalid-input'

/** What is known about the mistake besides the message. */
export interface InputErrorFacts {
  readonly code?: InputErrorCode
  /** The function that was called, or the name of the file that was read. */
  readonly caller?: string
  /** The parameter or option. */
  readonly parameter?: string
  /** What must hold, as what follows `must`: `be an integer from 1 to 9`. */
  readonly rule?: string
  /** The value that was given, or a description of it. */
  readonly got?: unknown
  /** The place in a table: the row, counted from 1, and the name of the column. */
  readonly row?: number
  readonly column?: string
  readonly file?: string
  /** The option that would solve it, with a value. */
  readonly suggestion?: { readonly option: string; readonly value?: string | boolean }
}

/**
 * The error for invalid arguments or input data. Programs read its fields; the message says the same in words.
 *
 * @example
 * ```ts
 * import { consensus, InputError } from 'chorale'
 *
 * const fault = await consensus([[0, 1], [1, 0]], { clusterCount: 3 }).catch(error => error)
 * console.log(fault instanceof InputError, fault.parameter, fault.got) // true clusterCount 3
 * console.log(fault.rule) // be an integer from 1 to the number of samples (2)
 * ```
 *
 * @group Errors
 */
export class InputError extends Error {
  override name = 'InputError'
  // Not enumerable: the message says all of it, so that a log needs to say it only once.
  readonly #facts: InputErrorFacts

  constructor(message: string, facts: InputErrorFacts = {}) {
    super(message)
    this.#facts = facts
  }

  get code(): InputErrorCode {
    return this.#facts.code ?? 'invalid-input'
  }

  get caller(): string | undefined {
    return this.#facts.caller
  }

  get parameter(): string | undefined {
    return this.#facts.parameter
  }

  get rule(): string | undefined {
    return this.#facts.rule
  }

  get got(): unknown {
    return this.#facts.got
  }

  get row(): number | undefined {
    return this.#facts.row
  }

  get column(): string | undefined {
    return this.#facts.column
  }

  get file(): string | undefined {
    return this.#facts.file
  }

  get suggestion(): InputErrorFacts['suggestion'] {
    return this.#facts.suggestion
  }
}

/** The error for a parameter that breaks its rule, which is what follows `must`. */
export function invalid(
  caller: string,
  parameter: string,
  rule: string,
  got: unknown,
  facts: InputErrorFacts = {},
): InputError {
  return new InputError(`${caller}: ${parameter} must ${rule}; got ${shown(got)}`, {
    code: 'invalid-parameter',
    caller,
    parameter,
    rule,
    got,
    ...facts,
  })
}

/** A value as messages show it. Text that could be taken for another type is quoted. */
function shown(value: unknown): string {
  const isTaken = typeof value === 'string' && (value === '' || !Number.isNaN(Number(value)))
  return isTaken ? `'${value}'` : String(value)
}

export function checkClusterCount(caller: string, clusterCount: number, sampleCount: number): void {
  if (Number.isInteger(clusterCount) && clusterCount >= 1 && clusterCount <= sampleCount) return
  const rule = `be an integer from 1 to the number of samples (${sampleCount})`
  throw invalid(caller, 'clusterCount', rule, clusterCount)
}

export function checkInteger(caller: string, name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw invalid(caller, name, `be an integer from ${least} to ${most}`, value)
}

export function checkPositive(caller: string, name: string, value: number): void {
  if (Number.isFinite(value) && value > 0) return
  throw invalid(caller, name, 'be a number above 0', value)
}

export function checkOneOf<T extends string>(
  caller: string,
  name: string,
  value: string,
  allowed: readonly T[],
): asserts value is T {
  if ((allowed as readonly string[]).includes(value)) return
  throw invalid(caller, name, `be one of ${allowed.join(', ')}`, value)
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
    const rule = required === undefined ? 'be an object' : `be an object with ${required}`
    throw invalid(caller, 'options', rule, Array.isArray(options) ? 'an array' : options)
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue
    const meant = MEANT[name] !== undefined && known.includes(MEANT[name]) ? MEANT[name] : nearestName(name, known)
    const question = meant === null ? '' : `; did you mean '${meant}'?`
    const suggestion = meant === null ? undefined : { option: meant }
    throw new InputError(`${caller}: unknown option '${name}'${question}`, {
      code: 'unknown-option',
      caller,
      parameter: name,
      suggestion,
    })
  }
}

/** Names that other programs give to options, with ours. */
const MEANT: Readonly<Record<string, string>> = {
  k: 'clusterCount',
  n_clusters: 'clusterCount',
  nClusters: 'clusterCount',
  clusters: 'clusterCount',
  metric: 'distance',
  randomState: 'seed',
  random_state: 'seed',
  iterations: 'ensembleSize',
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
