import { createHash, createHmac } from 'node:crypto'

/** What a client signs of a request (AWS Signature Version 4, in the header `authorization`). */
export interface SignedRequest {
  readonly method: string
  /** Path and query as sent. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Names of the signed headers, in lower case and sorted. */
  readonly signedHeaders: readonly string[]
}

/**
 * The signature of a request to S3, as hexadecimal digits. Written from the public description of the algorithm and
 * independent of the client under test:
 *
 *   key = HMAC(HMAC(HMAC(HMAC('AWS4' + secret, date), region), 's3'), 'aws4_request')
 *   signature = HMAC(key, 'AWS4-HMAC-SHA256' + time + scope + SHA-256(canonical request))
 */
export function signatureOf(request: SignedRequest, secret: string, region: string): string {
  const time = request.headers['x-amz-date'] ?? ''
  const parts = [time.slice(0, 8), region, 's3', 'aws4_request']
  const hash = createHash('sha256').update(canonicalRequest(request)).digest('hex')
  const toSign = ['AWS4-HMAC-SHA256', time, parts.join('/'), hash].join('\n')
  let key = Buffer.from(`AWS4${secret}`)
  for (const part of parts) key = createHmac('sha256', key).update(part).digest()
  return createHmac('sha256', key).update(toSign).digest('hex')
}

function canonicalRequest({ method, url, headers, signedHeaders }: SignedRequest): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const query = [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const signed = signedHeaders.map(name => `${name}:${headers[name]?.trim().replace(/ +/g, ' ')}\n`).join('')
  const names = signedHeaders.join(';')
  return [method, pathname, query, signed, names, headers['x-amz-content-sha256']].join('\n')
}

/** Everything but letters, digits and - . _ ~ is escaped. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}
