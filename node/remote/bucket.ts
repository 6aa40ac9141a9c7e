import { readFile } from 'node:fs/promises'
import type { S3mini } from 's3mini'
import { InputError } from '../../src/internal.js'

/** A bucket of an S3-compatible store, and where in it an address leads. */
export interface Bucket {
  readonly client: S3mini
  readonly key: string
}

/** Clients by bucket: each signs its requests with keys that it derives once. */
const clients = new Map<string, Promise<S3mini>>()

/**
 * The bucket and key of an address such as s3://bucket/folder/file. Who may read it is said by the environment alone:
 * AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY (or AWS_SECRET_ACCESS_KEY_FILE with the name of a file), AWS_REGION, and
 * AWS_ENDPOINT_URL for another store than Amazon's.
 */
export async function openBucket(address: string): Promise<Bucket> {
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})\/(.+)$/.exec(address)
  if (found === null || /(^|\/)\.\.?(\/|$)|[?#\\]/.test(found[2])) {
    throw new InputError(`an address in a bucket must be like s3://bucket/folder/file; got ${address}`)
  }
  const [, bucket, key] = found
  const client = clients.get(bucket) ?? createClient(bucket)
  clients.set(bucket, client)
  client.catch(() => clients.delete(bucket))
  return { client: await client, key }
}

async function createClient(bucket: string): Promise<S3mini> {
  const { AWS_ACCESS_KEY_ID, AWS_SESSION_TOKEN, AWS_REGION = 'us-east-1' } = process.env
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env
  if (AWS_SESSION_TOKEN) {
    throw new InputError(
      'AWS_SESSION_TOKEN is set: keys for a session are not supported; use lasting keys without a token',
    )
  }
  const secret = await secretKey()
  if (!AWS_ACCESS_KEY_ID || !secret) {
    throw new InputError('addresses in a bucket need AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment')
  }
  const base = AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL ?? `https://s3.${AWS_REGION}.amazonaws.com`
  const { S3mini } = await import('s3mini').catch(() => {
    throw new InputError('addresses in a bucket need one package more: npm install s3mini')
  })
  return new S3mini({
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: secret,
    region: AWS_REGION,
    endpoint: `${base.replace(/\/+$/, '')}/${bucket}`,
  })
}

async function secretKey(): Promise<string | undefined> {
  const { AWS_SECRET_ACCESS_KEY, AWS_SECRET_ACCESS_KEY_FILE } = process.env
  if (AWS_SECRET_ACCESS_KEY || AWS_SECRET_ACCESS_KEY_FILE === undefined) return AWS_SECRET_ACCESS_KEY
  try {
    return (await readFile(AWS_SECRET_ACCESS_KEY_FILE, 'utf8')).trimEnd()
  } catch {
    throw new InputError('the file that AWS_SECRET_ACCESS_KEY_FILE names cannot be read')
  }
}

/** What a store says, in words that help; null for what may pass. */
export function storeError(error: unknown, address: string): InputError | null {
  const { status, message = '' } = error as { status?: number; message?: string }
  const code = status ?? Number(/S3 returned (\d+)/.exec(message)?.[1])
  if (code === 401 || code === 403) return new InputError(`${address}: the store gives no permission`)
  if (code === 404) return new InputError(`${address}: no such file or bucket`)
  return null
}
