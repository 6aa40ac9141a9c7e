import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signatureOf } from './signature.js'

export interface S3ServerOptions {
  accessKeyId: string
  secretAccessKey: string
  /** Names of the buckets that exist. */
  buckets: readonly string[]
}

interface Answer {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: Uint8Array | string
}

/** Milliseconds by which the clock of a client may differ. */
const CLOCK_SKEW = 15 * 60_000

/** Keys in one page of a listing: few, so that clients must ask for the next page. */
const PAGE_SIZE = 10

/**
 * An S3-compatible store in memory, with the operations that Chorale uses: put, get (whole or a range), delete and list.
 * It checks the signature of every request, as a real store does.
 */
export class S3Server {
  readonly #options: S3ServerOptions
  readonly #buckets: Map<string, Map<string, Uint8Array>>
  readonly #server: Server

  private constructor(options: S3ServerOptions) {
    this.#options = options
    this.#buckets = new Map(options.buckets.map(name => [name, new Map()]))
    this.#server = createServer((request, response) => void this.#respond(request, response))
  }

  static async start(options: S3ServerOptions): Promise<S3Server> {
    const server = new S3Server(options)
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    return server
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Uint8Array[] = []
    for await (const piece of request) pieces.push(piece as Uint8Array)
    const body = Buffer.concat(pieces)
    const { status, headers, body: content = '' } = this.#refusal(request, body) ?? this.#answer(request, body)
    response.writeHead(status, headers).end(content)
  }

  /** Why a request is refused, or null when it is signed with the right key. */
  #refusal(request: IncomingMessage, body: Uint8Array): Answer | null {
    const headers = request.headers as Record<string, string>
    const given =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      )
    if (given === null) return failure(403, 'AccessDenied')
    const [, accessKeyId, date, region, names, signature] = given
    if (accessKeyId !== this.#options.accessKeyId) return failure(403, 'InvalidAccessKeyId')

    const signedHeaders = names.split(';')
    const mustBeSigned = ['host', 'x-amz-content-sha256', 'x-amz-date']
    if (!mustBeSigned.every(name => signedHeaders.includes(name))) return failure(403, 'AccessDenied')
    const time = headers['x-amz-date'] ?? ''
    if (!time.startsWith(date) || Math.abs(Date.now() - timeOf(time)) > CLOCK_SKEW) {
      return failure(403, 'RequestTimeTooSkewed')
    }
    const hash = headers['x-amz-content-sha256']
    if (hash !== 'UNSIGNED-PAYLOAD' && hash !== createHash('sha256').update(body).digest('hex')) {
      return failure(400, 'XAmzContentSHA256Mismatch')
    }
    const { method = '', url = '' } = request
    const expected = signatureOf({ method, url, headers, signedHeaders }, this.#options.secretAccessKey, region)
    return timingSafeEqual(Buffer.from(expected), Buffer.from(signature)) ? null : failure(403, 'SignatureDoesNotMatch')
  }

  #answer({ method, url = '', headers }: IncomingMessage, body: Uint8Array): Answer {
    const { pathname, searchParams } = new URL(url, this.url)
    const [, bucketName, ...rest] = pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    const bucket = this.#buckets.get(bucketName)
    if (bucket === undefined) return failure(404, 'NoSuchBucket')
    if (method === 'GET' && key === '') return listing(bucket, searchParams)
    if (method === 'PUT') {
      bucket.set(key, body)
      return { status: 200, headers: { etag: tagOf(body) } }
    }
    if (method === 'DELETE') {
      bucket.delete(key)
      return { status: 204 }
    }
    const object = bucket.get(key)
    if (object === undefined) return failure(404, 'NoSuchKey')
    if (method === 'GET') return content(object, headers.range)
    return failure(405, 'MethodNotAllowed')
  }
}

/** The object, or the bytes of it that were asked for. */
function content(object: Uint8Array, range: string | undefined): Answer {
  const asked = /^bytes=(\d+)-(\d*)$/.exec(range ?? '')
  if (asked === null) return { status: 200, headers: { etag: tagOf(object) }, body: object }
  const from = Number(asked[1])
  if (from >= object.length) return failure(416, 'InvalidRange')
  const body = object.subarray(from, asked[2] === '' ? undefined : Number(asked[2]) + 1)
  const place = `bytes ${from}-${from + body.length - 1}/${object.length}`
  return { status: 206, headers: { etag: tagOf(object), 'content-range': place }, body }
}

/** One page of the keys of a bucket. */
function listing(bucket: Map<string, Uint8Array>, query: URLSearchParams): Answer {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const pageSize = Math.min(PAGE_SIZE, Number(query.get('max-keys') ?? PAGE_SIZE))
  const left = [...bucket.keys()].filter(key => key.startsWith(prefix) && key > after).sort()
  const page = left.slice(0, pageSize)
  const isTruncated = left.length > page.length
  const next = isTruncated ? `<NextContinuationToken>${escaped(page.at(-1)!)}</NextContinuationToken>` : ''
  const contents = page.map(
    key => `<Contents><Key>${escaped(key)}</Key><Size>${bucket.get(key)!.length}</Size></Contents>`,
  )
  const parts = [`<KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>`, next, ...contents]
  return xml(200, `<ListBucketResult>${parts.join('')}</ListBucketResult>`)
}

function failure(status: number, code: string): Answer {
  return xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

function xml(status: number, text: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>${text}`
  return { status, headers: { 'content-type': 'application/xml' }, body }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function tagOf(object: Uint8Array): string {
  return `"${createHash('md5').update(object).digest('hex')}"`
}

/** The time of 20130524T000000Z. */
function timeOf(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}
