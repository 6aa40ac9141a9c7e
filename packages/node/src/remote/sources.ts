import { basename } from 'node:path'
import { type ByteSource, InputError } from 'chorale/internal'
import { openBucket, storeError } from './bucket.js'
import { retrying } from './retry.js'
import { shownUrl } from './url.js'

/** Timeout of one request, in milliseconds. */
const PATIENCE = 60_000

/** A file on a web server or in a bucket, for reading byte ranges. */
export async function openUrl(address: string): Promise<ByteSource> {
  if (!URL.canParse(address)) throw new InputError(`${shownUrl(address)}: this is not a valid URL`)
  const read = address.startsWith('s3:') ? await bucketReader(address) : webReader(address)
  const shown = shownUrl(address)
  const first = await retrying(shown, () => read(0, 1))
  const total = Number(/\/(\d+)$/.exec(first.headers.get('content-range') ?? '')?.[1])
  if (first.status !== 206 || !Number.isSafeInteger(total)) {
    throw new InputError(`${shown}: the server does not support range requests; download the file first`)
  }
  const tag = first.headers.get('etag') ?? first.headers.get('last-modified')
  return {
    name: basename(new URL(shown).pathname),
    byteLength: total,
    read: (from, to) =>
      retrying(shown, async () => {
        if (from === to) return new Uint8Array(0)
        const answer = await read(from, to)
        const bytes = new Uint8Array(await answer.arrayBuffer())
        const now = answer.headers.get('etag') ?? answer.headers.get('last-modified')
        if (now !== tag) throw new InputError(`${shown}: the file changed while it was read`)
        if (bytes.length !== to - from) throw new Error(`requested ${to - from} bytes, received ${bytes.length}`)
        return bytes
      }),
  }
}

type ReadRange = (from: number, to: number) => Promise<Response>

function webReader(address: string): ReadRange {
  const { username, password } = new URL(address)
  if (username || password)
    throw new InputError('the URL of a file must not contain a password, which other users could read')
  return async (from, to) => {
    const answer = await fetch(address, {
      headers: { range: `bytes=${from}-${to - 1}`, 'accept-encoding': 'identity' },
      signal: AbortSignal.timeout(PATIENCE),
    })
    if (answer.ok) return answer
    if (answer.status >= 500 || answer.status === 429)
      throw new Error(`the server answered with status ${answer.status}`)
    const reasons: Record<number, string> = { 401: 'access denied', 403: 'access denied', 404: 'no such file' }
    throw new InputError(
      `${shownUrl(address)}: ${reasons[answer.status] ?? `the server answered with status ${answer.status}`}`,
    )
  }
}

async function bucketReader(address: string): Promise<ReadRange> {
  const { client, key } = await openBucket(address)
  return async (from, to) => {
    try {
      return await client.getObjectRaw(key, false, from, to)
    } catch (error) {
      throw storeError(error, address) ?? error
    }
  }
}
