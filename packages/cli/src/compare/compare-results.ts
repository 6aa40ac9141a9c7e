import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, open, truncate } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { deflateSync, inflateSync } from 'node:zlib'
import { InputError, type Labels, type MethodName, type Metrics } from 'chorale/internal'
import type { RunReply } from './compare-run.js'

/** Everything that determines the result of a run. */
export interface RunIdentity {
  readonly chorale: string
  /** SHA-256 of the input. */
  readonly checksum: string
  readonly method: MethodName
  readonly repeat: number
  readonly seed: number
  readonly options: Record<string, unknown>
}

/** A finished run as stored in the file, one per line. */
interface RunLine extends RunIdentity {
  readonly key: string
  readonly input: string
  readonly metrics?: Metrics | null
  readonly baseAgreement?: number
  readonly seconds?: number
  readonly peakMemoryMb?: number
  readonly warnings?: readonly string[]
  /** The labels as little-endian 32-bit integers, compressed with zlib, in Base64. */
  readonly labels?: string
  readonly refused?: string
  readonly failed?: string
  /** The memory limit of a refused run, in bytes. */
  readonly memoryLimit?: number
}

/** A key that two runs share only if their identities are equal. */
export function runKey(identity: RunIdentity): string {
  const { chorale, checksum, method, repeat, seed, options } = identity
  const sorted = Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([chorale, checksum, method, repeat, seed, sorted]))
    .digest('hex')
    .slice(0, 32)
}

/** A run from an earlier command. */
export interface KnownRun {
  /** Decompresses the labels. */
  reply(): RunReply
  /** The memory limit of a refused run, in bytes; with another limit it must run again. Null for other runs. */
  readonly memoryLimit: number | null
}

/**
 * The requested runs that a file holds, by key. An incomplete last line (from an interrupted write) is removed. Any
 * other line that is not a run is an error, so that Chorale never appends to an unrelated file.
 */
export async function readRuns(path: string, wanted: ReadonlySet<string>): Promise<Map<string, KnownRun>> {
  const runs = new Map<string, KnownRun>()
  const { size, isWhole } = await endOf(path)
  if (size === 0) return runs
  let previous: string | null = null
  let count = 0
  const accept = (line: string) => {
    const run = parseRun(line)
    if (run === null) throw notRuns(path, count)
    // A failed run may succeed the next time, so it runs again.
    if (run.line.failed === undefined && wanted.has(run.line.key)) runs.set(run.line.key, run)
  }
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (previous !== null) accept(previous)
    previous = line
    count++
  }
  if (previous === null) return runs
  if (isWhole) accept(previous)
  else if (count === 1 && !previous.startsWith('{"key":')) throw notRuns(path, count)
  else await truncate(path, size - Buffer.byteLength(previous))
  return runs
}

/** Size of a file, and whether its last line is complete. A missing file counts as empty. */
async function endOf(path: string): Promise<{ size: number; isWhole: boolean }> {
  try {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      const last = Buffer.alloc(1)
      if (size > 0) await file.read(last, 0, 1, size - 1)
      return { size, isWhole: last[0] === 10 }
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { size: 0, isWhole: true }
    throw new InputError(`${path}: cannot read the file (${code})`)
  }
}

function notRuns(path: string, line: number): InputError {
  return new InputError(
    `--results must be a new file or a file of runs, one JSON object per line; line ${line} of ${path} is not a run`,
  )
}

function parseRun(text: string): (KnownRun & { line: RunLine }) | null {
  try {
    const line: RunLine = JSON.parse(text)
    if (typeof line.key !== 'string') return null
    const reason = line.refused ?? line.failed
    if (reason !== undefined) {
      const kind = line.refused === undefined ? 'failed' : 'refused'
      return { line, reply: () => ({ kind, reason }), memoryLimit: line.memoryLimit ?? null }
    }
    const { metrics = null, baseAgreement, seconds, peakMemoryMb, warnings = [], labels } = line
    if (baseAgreement === undefined || seconds === undefined || peakMemoryMb === undefined || labels === undefined) {
      return null
    }
    const measures = { metrics, baseAgreement, seconds, peakMemoryMb, warnings }
    return { line, reply: () => ({ ...measures, labels: unpackLabels(labels) }), memoryLimit: null }
  } catch {
    return null
  }
}

/** Appends a finished run as one line. */
export async function appendRun(
  path: string,
  identity: RunIdentity,
  input: string,
  reply: RunReply,
  memoryLimit: number,
): Promise<void> {
  const outcome =
    'reason' in reply
      ? { [reply.kind]: reply.reason, memoryLimit: reply.kind === 'refused' ? memoryLimit : undefined }
      : { ...reply, labels: packLabels(reply.labels) }
  await appendFile(path, `${JSON.stringify({ key: runKey(identity), ...identity, input, ...outcome })}\n`)
}

function packLabels(labels: Labels): string {
  const bytes = Buffer.alloc(labels.length * 4)
  labels.forEach((label, i) => {
    bytes.writeInt32LE(label, i * 4)
  })
  return deflateSync(bytes).toString('base64')
}

function unpackLabels(text: string): Labels {
  const bytes = inflateSync(Buffer.from(text, 'base64'))
  return Int32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readInt32LE(i * 4))
}
