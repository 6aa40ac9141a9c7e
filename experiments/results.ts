import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { InputError } from '../src/internal.js'

/** Who made the lines that follow it. */
export interface RunHeader {
  readonly chorale: string
  /** The commit of the sources, `-dirty` where they were changed; null where it is not known. */
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

/** One consensus of one repeat. Times are those of the consensus alone. */
export interface RunLine {
  /** From 0. */
  readonly repeat: number
  /** The threshold, for methods that are run at several. */
  readonly alpha?: number
  readonly nmi: number
  readonly ari: number
  readonly purity: number
  readonly fscore: number
  /** Mean NMI to the base clusterings. */
  readonly agreement: number
  /** Clusters that were found. */
  readonly clusters: number
  readonly seconds: number
  /** CPU time of the process meanwhile, in seconds. */
  readonly cpu: number
  readonly converged?: false
}

/** A result file: headers, each followed by the lines made under it. */
export interface RunFile<Line = RunLine> {
  readonly headers: readonly RunHeader[]
  readonly lines: readonly Line[]
}

/** Reads a result file; null where there is none. A last line that was cut off by an interruption is not read. */
export function readRunFile<Line = RunLine>(folder: string, file: string): RunFile<Line> | null {
  const path = join(folder, file)
  if (!existsSync(path)) return null
  const headers: RunHeader[] = []
  const lines: Line[] = []
  for (const [at, text] of wholeLines(path).entries()) {
    const entry = parseLine(path, at, text)
    if ('chorale' in entry) headers.push(entry as RunHeader)
    else lines.push(entry as Line)
  }
  return { headers, lines }
}

function parseLine(path: string, at: number, text: string): object {
  try {
    const entry = JSON.parse(text)
    if (typeof entry === 'object' && entry !== null) return entry
  } catch {
    // Said below.
  }
  throw new InputError(`${path}: line ${at + 1} is no result of a run`)
}

function wholeLines(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const end = text.lastIndexOf('\n') + 1
  return text.slice(0, end).split('\n').slice(0, -1)
}

/** Appends to a result file, one whole line each; the header first where the last one is another. */
export class RunWriter {
  readonly #path: string
  readonly #header: RunHeader
  #isOpen = false

  constructor(folder: string, file: string, header: RunHeader) {
    this.#path = join(folder, file)
    this.#header = header
  }

  append(...lines: object[]): void {
    if (!this.#isOpen) this.#open()
    appendFileSync(this.#path, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  }

  #open(): void {
    mkdirSync(dirname(this.#path), { recursive: true })
    let last: string | undefined
    if (existsSync(this.#path)) {
      const lines = wholeLines(this.#path)
      truncateSync(this.#path, Buffer.byteLength(lines.map(line => `${line}\n`).join('')))
      last = lines.findLast(line => line.startsWith('{"chorale"'))
    }
    const header = JSON.stringify(this.#header)
    if (last !== header) appendFileSync(this.#path, `${header}\n`)
    this.#isOpen = true
  }
}
