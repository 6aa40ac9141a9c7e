const MAGIC = 0x184d2204

/** Decompresses an LZ4 frame whose size is known. Throws an error if the frame is damaged. */
export function decompressLz4(input: Uint8Array, size: number): Uint8Array {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength)
  const output = new Uint8Array(size)
  if (view.getUint32(0, true) !== MAGIC) throw new Error('it has no LZ4 frame')
  const flags = view.getUint8(4)
  let at = 7 + (flags & 8 ? 8 : 0) + (flags & 1 ? 4 : 0)
  let end = 0
  for (;;) {
    const header = view.getUint32(at, true)
    at += 4
    if (header === 0) break
    const length = header & 0x7fffffff
    const block = input.subarray(at, at + length)
    if (block.length < length) throw new Error('an LZ4 block is cut short')
    if (header >>> 31) {
      output.set(block, end)
      end += length
    } else end = decompressBlock(block, output, end)
    at += length + (flags & 16 ? 4 : 0)
  }
  if (end !== size) throw new Error('a buffer has another size than it says')
  return output
}

/** One block: literals and copies of earlier output, in turn. Returns the end of the output. */
function decompressBlock(input: Uint8Array, output: Uint8Array, start: number): number {
  let at = 0
  let end = start
  const longLength = (length: number) => {
    if (length < 15) return length
    let total = length
    for (let byte = 255; byte === 255; ) {
      byte = input[at++]
      total += byte
    }
    return total
  }
  while (at < input.length) {
    const token = input[at++]
    const literals = longLength(token >> 4)
    if (!(end + literals <= output.length)) throw new Error('an LZ4 block is too long')
    output.set(input.subarray(at, at + literals), end)
    at += literals
    end += literals
    if (at >= input.length) break
    const offset = input[at] | (input[at + 1] << 8)
    at += 2
    const length = longLength(token & 15) + 4
    if (offset === 0 || offset > end || !(end + length <= output.length)) throw new Error('an LZ4 block is damaged')
    // Copies may overlap what they write, so they go byte by byte.
    for (let i = 0; i < length; i++, end++) output[end] = output[end - offset]
  }
  return end
}
