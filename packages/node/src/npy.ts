import type { Sink } from './files.js'

/** Writes an n x n matrix of doubles as a NumPy .npy file, row by row. */
export async function writeSquareNpy(
  sink: Sink,
  size: number,
  rowInto: (out: Float64Array, row: number) => void | Promise<void>,
): Promise<void> {
  const text = `{'descr': '<f8', 'fortran_order': False, 'shape': (${size}, ${size}), }`
  // Magic, version 1.0, header length: 10 bytes; the whole header is a multiple of 64 and ends with a line break.
  const length = 64 * Math.ceil((10 + text.length + 1) / 64) - 10
  const header = Buffer.alloc(10 + length, ' ')
  header.write('\x93NUMPY\x01\x00', 'latin1')
  header.writeUInt16LE(length, 8)
  header.write(text, 10, 'latin1')
  header.write('\n', 10 + length - 1, 'latin1')
  await sink(header)

  const row = new Float64Array(size)
  for (let i = 0; i < size; i++) {
    await rowInto(row, i)
    // A copy, because the stream may still hold the piece when the row is filled again.
    await sink(littleEndian(row))
  }
}

function littleEndian(values: Float64Array): Uint8Array {
  const bytes = Buffer.alloc(values.length * 8)
  for (let j = 0; j < values.length; j++) bytes.writeDoubleLE(values[j], j * 8)
  return bytes
}
