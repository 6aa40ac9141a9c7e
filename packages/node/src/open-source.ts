import type { ByteSource } from 'chorale/internal'
import { openFileSource } from './file-source.js'
import { openUrl } from './remote/sources.js'
import { isUrl } from './remote/url.js'

/** A file or a URL (http, https, s3) for reading byte ranges, until `close`. */
export async function openSource(path: string): Promise<ByteSource & { close(): Promise<void> }> {
  if (!isUrl(path)) return openFileSource(path)
  return { ...(await openUrl(path)), close: async () => {} }
}
