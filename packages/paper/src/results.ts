import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from 'chorale/internal'

/** How results were made: software, data, method, pools and seed. */
export interface Provenance {
  /** The version of the library. */
  readonly chorale: string
  /** The commit of the sources, with `-dirty` when they were changed; null when it is unknown. */
  readonly commit: string | null
  readonly node: string
  readonly dataset: string
  readonly sha256: string
  readonly method: string
  readonly options: Record<string, unknown>
  readonly ensembleSize: number
  readonly pool: Record<string, unknown>
  readonly clusterCount: number
  readonly seed: number
}

/** One line of a result file: results of one run that share their provenance. */
export interface ResultRecord extends Provenance {
  /** The name of the run, such as gpec-m20-minmax. */
  readonly run: string
  readonly results: readonly Result[]
}

/** What identifies a result within its run; results of every kind have some of these fields. */
export interface Result {
  readonly repeat?: number
  readonly alpha?: number
  readonly n?: number
  readonly rule?: string
  readonly picture?: string
}

/** One consensus of one repeat. Times are those of the consensus alone. */
export interface RunLine extends Result {
  /** Counted from 0. */
  readonly repeat: number
  /** The threshold, for methods that run at several thresholds. */
  readonly alpha?: number
  readonly nmi: number
  readonly ari: number
  readonly purity: number
  readonly fscore: number
  /** Mean NMI with the base clusterings. */
  readonly agreement: number
  /** The number of clusters found. */
  readonly clusters: number
  readonly seconds: number
  /** CPU time of the process, in seconds. */
  readonly cpu: number
  readonly converged?: false
}

/** A run is identified by its dataset and its name. */
export interface RunKey {
  readonly dataset: { readonly name: string }
  readonly name: string
}

/** All results of a folder, by run. */
export class Results {
  readonly #runs: ReadonlyMap<string, readonly unknown[]>

  constructor(records: readonly ResultRecord[]) {
    const runs = new Map<string, Result[]>()
    for (const { run, dataset, results } of mergeRecords(records)) {
      const key = `${dataset}/${run}`
      runs.set(key, [...(runs.get(key) ?? []), ...results].sort(byPosition))
    }
    this.#runs = runs
  }

  /** The results of a run, ordered by repeat and threshold; empty when it has not been run. */
  of<Line extends Result = RunLine>({ dataset, name }: RunKey): readonly Line[] {
    return (this.#runs.get(`${dataset.name}/${name}`) ?? []) as readonly Result[] as readonly Line[]
  }
}

/** Reads `<dataset>.jsonl` of every dataset, and parts that are not merged into these files yet. */
export function readResults(folder: string): Results {
  // Parts first: when one is merged and removed meanwhile, its results are in the file that is read next.
  const parts = filesIn(folder, '.part').flatMap(readPart)
  return new Results([...filesIn(folder, '.jsonl').flatMap(readRecords), ...parts])
}

/** The files of a folder with this suffix; none when there is no such folder. */
export function filesIn(folder: string, suffix: '.jsonl' | '.part'): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(name => name.endsWith(suffix))
    .sort()
    .map(name => join(folder, name))
}

/** The records of a result file; none when there is no such file. */
export function readRecords(path: string): ResultRecord[] {
  return parseLines(path, readIfThere(path))
}

/** The records of a part (see result-writer.ts). An interrupted process may leave half a line at the end: it is skipped. */
export function readPart(path: string): ResultRecord[] {
  const text = readIfThere(path)
  return parseLines(path, text.slice(0, text.lastIndexOf('\n') + 1))
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function parseLines(path: string, text: string): ResultRecord[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line, at) => parseRecord(line, `${path}: line ${at + 1}`))
}

function parseRecord(line: string, place: string): ResultRecord {
  try {
    const record = JSON.parse(line)
    if (typeof record?.run === 'string' && typeof record.dataset === 'string' && Array.isArray(record.results)) {
      return record
    }
  } catch {
    // Reported below.
  }
  throw new InputError(`${place} must be a record with results of a run; got ${line.slice(0, 60)}`)
}

/**
 * One record for each run and provenance, ordered by run. Of several results with the same repeat and threshold
 * the first is kept.
 */
export function mergeRecords(records: readonly ResultRecord[]): ResultRecord[] {
  const merged = new Map<string, { record: ResultRecord; results: Result[] }>()
  const known = new Set<string>()
  for (const record of records) {
    const { results, ...provenance } = record
    const key = JSON.stringify(provenance)
    for (const result of results) {
      const identity = `${record.dataset}/${record.run} ${resultKey(result)}`
      if (known.has(identity)) continue
      known.add(identity)
      const group = merged.get(key) ?? { record, results: [] }
      group.results.push(result)
      merged.set(key, group)
    }
  }
  return [...merged.values()]
    .map(({ record, results }) => ({ ...record, results: results.sort(byPosition) }))
    .sort((a, b) => (a.run < b.run ? -1 : a.run > b.run ? 1 : 0))
}

function resultKey({ repeat, alpha, n, rule, picture }: Result): string {
  return JSON.stringify([repeat, alpha, n, rule, picture])
}

/** By repeat, number of samples and threshold; results without a threshold last. */
function byPosition(a: Result, b: Result): number {
  const at = (result: Result) => [result.repeat ?? 0, result.n ?? 0, result.alpha ?? Number.MAX_VALUE]
  const [left, right] = [at(a), at(b)]
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
}
