import { Decompress } from 'fzstd'
import type { Compressors } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { InputError } from '../../errors.js'
import { decompressedLimitInMemory } from '../compressed/inflate.js'

/** The codecs of Parquet, with one limit for all that they decompress of a file. */
export function limitedCodecs(caller: string, fileSize: number): Compressors {
  let room = decompressedLimitInMemory(fileSize)
  const codecs: Compressors = {}
  for (const [codec, decompress] of Object.entries({ ...compressors, ZSTD: decompressZstd })) {
    codecs[codec as keyof Compressors] = (input, size) => {
      // An empty page compresses to a byte or two, on which some codecs fail.
      if (size === 0) return new Uint8Array(0)
      room -= size
      if (!(room >= 0)) {
        throw new InputError(
          `${caller}: the ${fileSize} bytes of Parquet decompress to more than ${decompressedLimitInMemory(fileSize)}; if this is intended, split the file`,
        )
      }
      return decompress(input, size)
    }
  }
  return codecs
}

/** Decompresses Zstandard block by block and stops if the page is larger than declared. */
function decompressZstd(input: Uint8Array, size: number): Uint8Array {
  const output = new Uint8Array(size)
  let at = 0
  const stream = new Decompress(block => {
    if (at + block.length > size) throw new Error('the page is larger than it says')
    output.set(block, at)
    at += block.length
  })
  stream.push(input, true)
  if (at !== size) throw new Error('the page is smaller than it says')
  return output
}
