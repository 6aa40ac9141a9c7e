import type { ByteSource } from '../src/internal.js'
import { openFileSource } from './file-source.js'
import { isAddress } from './remote/address.js'
import { openAddress } from './remote/sources.js'

/** A file or a URL (http, https, s3) for reading byte ranges, until `close`. */
export async function openSource(path: string): Promise<ByteSource & { close(): Promise<void> }> {
  if (!isAddress(path)) return openFileSource(path)
  return { ...(await openAddress(path)), close: async () => {} }
}
