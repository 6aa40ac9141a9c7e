import { Decompress } from 'fzstd'
import type { Compressors } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { InputError } from '../../check.js'
import { unpackedLimit } from '../compressed/inflate.js'

/** The codecs of Parquet, which together unpack no more of a file than a table of its size can mean. */
export function limitedCodecs(caller: string, fileSize: number): Compressors {
  let room = unpackedLimit(fileSize)
  const codecs: Compressors = {}
  for (const [codec, unpack] of Object.entries({ ...compressors, ZSTD: unpackZstd })) {
    codecs[codec as keyof Compressors] = (input, size) => {
      // An empty page packs to a byte or two, on which some codecs fail.
      if (size === 0) return new Uint8Array(0)
      room -= size
      if (!(room >= 0)) {
        throw new InputError(
          `${caller}: the ${fileSize} bytes of Parquet unpack to more than ${unpackedLimit(fileSize)}; if that is meant, split the file`,
        )
      }
      return unpack(input, size)
    }
  }
  return codecs
}

/** Zstandard, block by block, so that it stops where more comes out than the page should hold. */
function unpackZstd(input: Uint8Array, size: number): Uint8Array {
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
