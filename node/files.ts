import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { access, constants, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { InputError } from '../src/internal.js'
import { openUrl } from './remote/sources.js'
import { isUrl } from './remote/url.js'

/** The bytes of a file or URL; `-` is standard input. */
export async function readInput(path: string, signal?: AbortSignal): Promise<Uint8Array> {
  if (path === '-') return readStandardInput(signal)
  if (!isUrl(path) && /^[a-z][a-z0-9+.-]+:\/\//i.test(path)) {
    throw new InputError(`${path}: only URLs with http, https and s3 can be read; download the file first`)
  }
  if (isUrl(path)) {
    const source = await openUrl(path)
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

/** Fails if a file cannot be written, before long work starts. */
export async function checkWritable(path: string): Promise<void> {
  const folder = dirname(resolve(path))
  const entry = await stat(path).catch(() => null)
  if (entry?.isDirectory()) throw new InputError(`${path}: this is a folder; name a file to write`)
  try {
    await access(folder, constants.W_OK)
  } catch (error) {
    throw readableFileError(error, folder)
  }
}

/** Takes strings or bytes in chunks; waits if the receiver is slow. */
export type Sink = (piece: string | Uint8Array) => Promise<void>

/** Writes a file atomically: under a temporary name first, then renamed. */
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
  EISDIR: 'this is a folder, not a file',
  ENOTDIR: 'a part of the path is not a folder',
  EACCES: 'access denied',
  EPERM: 'access denied',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'disk quota exceeded',
  EFBIG: 'the file would exceed the size limit',
  EROFS: 'the disk is read-only',
  ENAMETOOLONG: 'the name is too long',
  ERR_FS_FILE_TOO_LARGE: 'the file is larger than 2 GiB',
}

/** A readable message for a file system error. */
export function readableFileError(error: unknown, path: string): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? '']
  return reason === undefined ? error : new InputError(`${path}: ${reason}`)
}
