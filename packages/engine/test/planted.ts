import { parquetWriteBuffer } from 'hyparquet-writer'
import type { Samples } from '../../chorale/src/internal.js'

/** Labelings of samples in six planted groups, each label wrong now and then; some are missing, but none of the first. */
export function plantedLabelings(sampleCount: number, ensembleSize: number): Int32Array[] {
  let state = 12345
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return state / 2 ** 32
  }
  const labelings = Array.from({ length: ensembleSize }, () => new Int32Array(sampleCount))
  for (let i = 0; i < sampleCount; i++) {
    const group = Math.floor(6 * random())
    labelings.forEach((labels, t) => {
      const k = 4 + (t % 5)
      const wrong = Math.floor(random() * (k + 1)) - 1
      labels[i] = random() < 0.25 ? Math.max(wrong, t === 0 ? 0 : -1) : (group * (t + 3)) % k
    })
  }
  return labelings
}

export function asCsv(labelings: readonly Int32Array[]): string {
  const rows = [labelings.map((_, t) => `run${t + 1}`).join()]
  for (let i = 0; i < labelings[0].length; i++) {
    rows.push(labelings.map(labels => (labels[i] < 0 ? '' : `${labels[i]}`)).join())
  }
  return `${rows.join('\n')}\n`
}

export function asParquet(labelings: readonly Int32Array[], rowGroupSize = 50_000): Uint8Array {
  const columnData = labelings.map((data, t) => ({ name: `run${t + 1}`, data, type: 'INT32' as const }))
  return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize }))
}

/** A matrix of whole numbers as NumPy writes it, samples as rows. */
export function asNpy(labelings: readonly Int32Array[]): Uint8Array {
  const [n, m] = [labelings[0].length, labelings.length]
  const values = new Int32Array(n * m)
  labelings.forEach((labels, t) => {
    for (let i = 0; i < n; i++) values[i * m + t] = labels[i]
  })
  return npyFile('<i4', [n, m], values)
}

/** Features as NumPy writes them and as Parquet. */
export function featureFiles({ sampleCount, featureCount, values }: Samples): { npy: Uint8Array; parquet: Uint8Array } {
  const columnData = Array.from({ length: featureCount }, (_, j) => ({
    name: `x${j + 1}`,
    type: 'DOUBLE' as const,
    data: Float64Array.from({ length: sampleCount }, (_, i) => values[i * featureCount + j]),
  }))
  return {
    npy: npyFile('<f8', [sampleCount, featureCount], values),
    parquet: new Uint8Array(parquetWriteBuffer({ columnData })),
  }
}

function npyFile(type: string, [n, m]: [number, number], values: Int32Array | Float64Array): Uint8Array {
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${n}, ${m}), }`
  const length = 64 * Math.ceil((10 + text.length + 1) / 64) - 10
  const header = Buffer.alloc(10 + length, ' ')
  header.write('\x93NUMPY\x01\x00', 'latin1')
  header.writeUInt16LE(length, 8)
  header.write(text, 10, 'latin1')
  header.write('\n', 10 + length - 1, 'latin1')
  return Buffer.concat([header, Buffer.from(values.buffer, values.byteOffset, values.byteLength)])
}
