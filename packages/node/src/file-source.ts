import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { type ByteSource, InputError } from 'chorale/internal'
import { readableFileError } from './files.js'

/** A file for reading byte ranges, until `close`. */
export async function openFileSource(path: string): Promise<ByteSource & { close(): Promise<void> }> {
  try {
    const file = await open(path)
    return {
      name: basename(path),
      byteLength: (await file.stat()).size,
      async read(from, to) {
        const bytes = new Uint8Array(to - from)
        for (let at = 0; at < bytes.length; ) {
          const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at)
          if (bytesRead === 0)
            throw new InputError(
              `${path}: the file ended unexpectedly at byte ${from + at}; was it changed while it was read?`,
            )
          at += bytesRead
        }
        return bytes
      },
      close: () => file.close(),
    }
  } catch (error) {
    throw readableFileError(error, path)
  }
}
