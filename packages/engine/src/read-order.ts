import { BLOCK_SAMPLES, type Span } from 'chorale/internal'
import { fingerprintLength } from './fingerprint.js'
import { isCount, isSpan, refused } from './order-checks.js'

/** Labelings that workers read from a file that all of them can access: one task for each of `pieces`. */
export interface ReadOrder {
  readonly kind: 'read'
  readonly version: string
  /** An absolute path or a URL. */
  readonly address: string
  readonly byteLength: number
  /** The content of the file, by which a worker checks what it reads. */
  readonly fingerprint: Uint8Array
  readonly sampleCount: number
  /** The columns that are labelings. */
  readonly columns: readonly string[]
  /** Blocks of samples that each task reads. */
  readonly pieces: readonly Span[]
}

export function checkRead({ address, byteLength, fingerprint, sampleCount, columns, pieces }: ReadOrder): void {
  if (typeof address !== 'string') throw refused('address', address)
  if (!isCount(byteLength) || !isCount(sampleCount)) throw refused('size', [byteLength, sampleCount])
  if (!(fingerprint instanceof Uint8Array) || fingerprint.length !== fingerprintLength(byteLength)) {
    throw refused('fingerprint', null)
  }
  if (!Array.isArray(columns) || columns.length < 2 || !columns.every(name => typeof name === 'string'))
    throw refused('columns', columns)
  if (!Array.isArray(pieces) || pieces.length === 0 || !pieces.every(piece => isSpan(piece)))
    throw refused('pieces', pieces)
}

/** Upper bound on the bytes of a task: what it reads, as numbers and packed. */
export function readBytes({ byteLength, columns, pieces }: ReadOrder, task: number): number {
  const { from, to } = pieces[Math.max(0, task)]
  return 32 * columns.length * BLOCK_SAMPLES * (to - from) + (4 * byteLength) / pieces.length
}
