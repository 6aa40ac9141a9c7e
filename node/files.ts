import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { access, constants, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { InputError } from '../src/internal.js'
import { isAddress } from './remote/address.js'
import { openAddress } from './remote/sources.js'

/** The bytes of a file, or of what an address leads to; `-` is standard input. */
export async function readInput(path: string, signal?: AbortSignal): Promise<Uint8Array> {
  if (path === '-') return readStandardInput(signal)
  if (isAddress(path)) {
    const source = await openAddress(path)
    return source.read(0, source.byteLength)
  }
  try {
    return await readFile(path, { signal })
  } catch (error) {
    throw readableFileError(error, path)
  }
}

async function readStandardInput(signal?: AbortSignal): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  for await (const piece of process.stdin) {
    signal?.throwIfAborted()
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces)
}

/** Says before long work starts whether a file can be written there. */
export async function checkWritable(path: string): Promise<void> {
  const folder = dirname(resolve(path))
  const entry = await stat(path).catch(() => null)
  if (entry?.isDirectory()) throw new InputError(`${path}: is a folder; name a file to write`)
  try {
    await access(folder, constants.W_OK)
  } catch (error) {
    throw readableFileError(error, folder)
  }
}

/** Takes text or bytes in pieces; waits when the receiver is slow. */
export type Sink = (piece: string | Uint8Array) => Promise<void>

/** Writes a file beside its place and renames it when it is complete: either all of it is there or nothing. */
export async function writeWhole(path: string, write: (sink: Sink) => Promise<void>): Promise<void> {
  const beside = join(dirname(resolve(path)), `.${basename(path)}.${process.pid}.part`)
  try {
    const stream = createWriteStream(beside)
    await once(stream, 'open')
    const failed = new Promise<never>((_, reject) => stream.once('error', reject))
    failed.catch(() => {})
    await Promise.race([write(sinkOf(stream)), failed])
    stream.end()
    await Promise.race([once(stream, 'close'), failed])
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw readableFileError(error, path)
  }
}

/** A stream as a sink. */
export function sinkOf(stream: NodeJS.WritableStream): Sink {
  return async piece => {
    if (!stream.write(piece)) await once(stream, 'drain')
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'a part of the path is not a folder',
  EACCES: 'no permission',
  EPERM: 'no permission',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'no space left in the quota',
  EFBIG: 'the file would be larger than is allowed',
  EROFS: 'the disk is read-only',
  ENAMETOOLONG: 'the name is too long',
  ERR_FS_FILE_TOO_LARGE: 'the file is larger than 2 GiB',
}

/** What the system says about a file, in words that help. */
export function readableFileError(error: unknown, path: string): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? '']
  return reason === undefined ? error : new InputError(`${path}: ${reason}`)
}
