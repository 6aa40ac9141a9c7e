import type { Sink } from 'chorale-node/internal'

/** Values per chunk of a long array. */
const PIECE = 16384

/** Writes an object as JSON. Long typed arrays are written in chunks, so that no string holds all of their values. */
export async function writeJson(sink: Sink, object: Record<string, unknown>): Promise<void> {
  let separator = '{'
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue
    await sink(`${separator}${JSON.stringify(key)}:`)
    if (isNumbers(value)) await writeNumbers(sink, value)
    else await sink(JSON.stringify(value))
    separator = ',\n'
  }
  await sink('}\n')
}

function isNumbers(value: unknown): value is Int32Array | Float64Array {
  return value instanceof Int32Array || value instanceof Float64Array
}

async function writeNumbers(sink: Sink, values: Int32Array | Float64Array): Promise<void> {
  await sink('[')
  for (let from = 0; from < values.length; from += PIECE) {
    const piece = Array.from(values.subarray(from, from + PIECE))
    await sink((from > 0 ? ',' : '') + JSON.stringify(piece).slice(1, -1))
  }
  await sink(']')
}
