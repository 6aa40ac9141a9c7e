import { readFile } from 'node:fs/promises'
import { InputError } from 'chorale/internal'
import type { S3mini } from 's3mini'

/** A bucket of an S3-compatible store, and a key in it. */
export interface Bucket {
  readonly client: S3mini
  readonly key: string
}

/** Clients by bucket. Each derives its signing keys once. */
const clients = new Map<string, Promise<S3mini>>()

/**
 * The bucket and key of a URL such as s3://bucket/folder/file. Credentials come from the environment only:
 * AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY (or AWS_SECRET_ACCESS_KEY_FILE with the name of a file), AWS_REGION, and
 * AWS_ENDPOINT_URL for stores other than Amazon S3.
 */
export async function openBucket(address: string): Promise<Bucket> {
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})\/(.+)$/.exec(address)
  if (found === null || /(^|\/)\.\.?(\/|$)|[?#\\]/.test(found[2])) {
    throw new InputError(`an S3 URL must look like s3://bucket/folder/file; got ${address}`)
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
      'AWS_SESSION_TOKEN is set, but temporary (STS) credentials are not supported; use an access key without a session token',
    )
  }
  const secret = await secretKey()
  if (!AWS_ACCESS_KEY_ID || !secret) {
    throw new InputError('S3 URLs need credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  }
  const base = AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL ?? `https://s3.${AWS_REGION}.amazonaws.com`
  const { S3mini } = await import('s3mini').catch(() => {
    throw new InputError('S3 URLs need one more package; install it with: npm install s3mini@1')
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
    throw new InputError('cannot read the file named by AWS_SECRET_ACCESS_KEY_FILE')
  }
}

/** A readable message for a permanent error of a store; null for temporary errors. */
export function storeError(error: unknown, address: string): InputError | null {
  const { status, message = '' } = error as { status?: number; message?: string }
  const code = status ?? Number(/S3 returned (\d+)/.exec(message)?.[1])
  if (code === 401 || code === 403) return new InputError(`${address}: access denied`)
  if (code === 404) return new InputError(`${address}: no such file or bucket`)
  return null
}
