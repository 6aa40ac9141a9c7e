import { createHash } from 'node:crypto'
import { InputError } from 'chorale/internal'
import { decodePart, encodePart } from './part-codec.js'
import type { Storage } from './storage.js'

/** A part of a run in the storage, and the SHA-256 of its content. */
export interface PartReference {
  readonly name: string
  readonly digest: string
}

/** The first bytes of every part. */
const SIGNATURE = new TextEncoder().encode('chorale1')
const DIGEST_BYTES = 32
/** A multiple of eight, so that arrays in a part are aligned. */
const HEAD = SIGNATURE.length + DIGEST_BYTES

/** Writes data to the storage, under a name or under its digest. */
export async function writePart(storage: Storage, name: string | null, value: unknown): Promise<PartReference> {
  const pieces = encodePart(value)
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  const digest = hash.digest()
  const part = { name: name ?? `parts/${digest.toString('hex')}`, digest: digest.toString('hex') }
  await storage.write(part.name, [SIGNATURE, digest, ...pieces])
  return part
}

/** The body of a part and its digest; null if it is missing or damaged. */
export async function readBody(storage: Storage, name: string): Promise<{ body: Uint8Array; digest: string } | null> {
  const bytes = await storage.read(name)
  if (bytes === null || bytes.length < HEAD || !SIGNATURE.every((byte, at) => bytes[at] === byte)) return null
  const body = (bytes.byteOffset + HEAD) % 8 === 0 ? bytes.subarray(HEAD) : Uint8Array.from(bytes.subarray(HEAD))
  const digest = createHash('sha256').update(body).digest()
  if (!digest.equals(bytes.subarray(SIGNATURE.length, HEAD))) return null
  return { body, digest: digest.toString('hex') }
}

/** The body of a part that must exist, be intact and have the expected digest. */
export async function needBody(storage: Storage, { name, digest }: PartReference): Promise<Uint8Array> {
  const found = await readBody(storage, name)
  if (found?.digest === digest) return found.body
  const why = found === null ? 'is missing or damaged' : 'has the wrong content'
  throw new MissingPart(
    `${storage.address}: the part ${name} ${why}; does this worker see the same storage as the driver?`,
  )
}

/** The data of a part that must exist. */
export async function readPart(storage: Storage, part: PartReference): Promise<unknown> {
  return decodePart(await needBody(storage, part))
}

/** A missing part. It may appear later, so the job is tried again. */
export class MissingPart extends InputError {
  override name = 'MissingPart'
}
