import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, rmSync, type Stats } from 'node:fs'
import {
  access,
  constants,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { InputError } from 'chorale/internal'
import { printable } from './printable.js'
import { openUrl } from './remote/sources.js'
import { isUrl } from './remote/url.js'
import { terminal } from './terminal.js'

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
    const entry = await stat(path)
    // A device or a pipe may never end.
    if (!entry.isFile() && !entry.isDirectory()) return await allBytes(createReadStream(path), path, signal)
    return await readFile(path, { signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw readableFileError(error, path)
  }
}

async function readStandardInput(signal?: AbortSignal): Promise<Uint8Array> {
  return allBytes(terminal().stdin, 'standard input', signal)
}

/** Larger files are not read as a whole. */
const MOST_BYTES = 2 ** 31

/** The bytes of a stream, up to the limit. */
async function allBytes(stream: Readable, name: string, signal?: AbortSignal): Promise<Uint8Array> {
  signal?.throwIfAborted()
  const pieces: Buffer[] = []
  let byteLength = 0
  const stop = () => stream.destroy(signal?.reason)
  signal?.addEventListener('abort', stop)
  try {
    for await (const piece of stream) {
      pieces.push(piece as Buffer)
      byteLength += (piece as Buffer).length
      if (byteLength > MOST_BYTES)
        throw new InputError(`${name}: more than ${MOST_BYTES / 2 ** 30} GiB; save the table as a file`)
    }
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  signal?.throwIfAborted()
  return Buffer.concat(pieces)
}

/** Fails if a file cannot be written, before long work starts. */
export async function checkWritable(path: string): Promise<void> {
  const { place, entry } = await targetOf(path)
  if (entry?.isDirectory()) throw new InputError(`${path}: this is a folder; name a file to write`)
  if (entry === null && path.includes('\ufffd'))
    throw new InputError(`${path}: the name is not UTF-8; choose another one`)
  try {
    if (entry !== null) await access(place, constants.W_OK)
    if (entry !== null && !entry.isFile()) return
    await removeStale(dirname(place))
    const beside = await createBeside(place)
    await beside.file.close()
    await rm(beside.path)
    unfinished.delete(beside.path)
  } catch (error) {
    throw readableFileError(error, entry === null ? dirname(place) : path)
  }
}

/** Fails if files cannot be written to a folder, which need not exist yet. Leaves no folder behind. */
export async function checkFolderWritable(path: string): Promise<void> {
  try {
    const made = await makeFolder(path)
    try {
      await checkWritable(join(path, 'file'))
    } finally {
      for (const folder of made) await rmdir(folder)
    }
  } catch (error) {
    throw readableFileError(error, path)
  }
}

/**
 * Makes a folder and the folders above it, as far as they do not exist. Returns those that it made, the innermost first.
 * (Node's own recursive mkdir never returns where the system refuses a folder with ENOENT, as in /proc.)
 */
export async function makeFolder(path: string): Promise<string[]> {
  const entry = await stat(path).catch(error => {
    if (error.code === 'ENOENT') return null
    throw readableFileError(error, path)
  })
  if (entry?.isDirectory()) return []
  if (entry !== null) throw new InputError(`${path}: this is a file; name a folder`)
  const above = await makeFolder(dirname(resolve(path)))
  try {
    await mkdir(path)
    return [path, ...above]
  } catch (error) {
    // Another process may have made it at the same time.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return above
    throw readableFileError(error, path)
  }
}

/** Takes strings or bytes in chunks; waits if the receiver is slow. */
export type Sink = (piece: string | Uint8Array) => Promise<void>

/**
 * Writes a file atomically: under a temporary name first, then renamed. Symbolic links are followed, and an existing file
 * keeps its permissions. Devices and named pipes are written directly.
 */
export async function writeWhole(path: string, write: (sink: Sink) => Promise<void>): Promise<void> {
  await writeTogether([{ path, write }])
}

/** A file to write. */
interface FileToWrite {
  readonly path: string
  readonly write: (sink: Sink) => Promise<void>
}

/** The same for files that belong together: none of them is replaced before all of them are written. */
export async function writeTogether(files: readonly FileToWrite[]): Promise<void> {
  const written: { path: string; place: string; temporary: string }[] = []
  try {
    for (const { path, write } of files) {
      try {
        const { place, entry } = await targetOf(path)
        if (entry !== null && !entry.isFile()) {
          await writeStream(await open(place, 'w'), write)
          continue
        }
        const beside = await createBeside(place)
        written.push({ path, place, temporary: beside.path })
        if (entry !== null) await keepAccess(beside.file, entry)
        await writeStream(beside.file, write)
      } catch (error) {
        throw readableFileError(error, path)
      }
    }
    for (const { path, place, temporary } of written) {
      await rename(temporary, place).catch(error => {
        throw readableFileError(error, path)
      })
    }
  } finally {
    for (const { temporary } of written) {
      await rm(temporary, { force: true })
      unfinished.delete(temporary)
    }
  }
}

/** The file that a path means, after all symbolic links, and what is there. A link may lead to a file that is to come. */
async function targetOf(path: string): Promise<{ place: string; entry: Stats | null }> {
  const entry = await stat(path).catch(error => {
    if (error.code === 'ENOENT') return null
    throw readableFileError(error, path)
  })
  // The links in /dev/fd lead to pipes that have no path.
  if (entry !== null) return { place: entry.isFile() ? await realpath(path) : path, entry }
  const link = await readlink(path).catch(() => null)
  return link === null ? { place: resolve(path), entry } : targetOf(resolve(dirname(path), link))
}

/** Temporary files and folders that would stay if the process ended now. */
const unfinished = new Set<string>()
process.on('exit', () => {
  for (const path of unfinished) rmSync(path, { force: true, recursive: true })
})

/** Writes a file in a folder that is being written; `name` may lead into folders in it. */
export type FolderSink = (name: string, pieces: Iterable<string | Uint8Array>) => Promise<void>

/**
 * Writes a folder as a whole: under a temporary name first, then renamed. What fails leaves nothing behind.
 *
 * @param replaces whether a folder that is there is replaced; otherwise it must be empty
 */
export async function writeFolder(
  path: string,
  replaces: boolean,
  write: (sink: FolderSink) => Promise<void>,
): Promise<void> {
  const place = resolve(path)
  await makeFolder(dirname(place))
  const temporary = join(dirname(place), temporaryName())
  const aside = join(dirname(place), temporaryName())
  try {
    await mkdir(temporary)
    unfinished.add(temporary)
    await write(async (name, pieces) => {
      const file = join(temporary, name)
      await makeFolder(dirname(file))
      const handle = await open(file, 'wx')
      await writeStream(handle, async sink => {
        for (const piece of pieces) await sink(piece)
      })
    })
    if (!replaces) {
      // Renaming replaces an empty folder on some systems only.
      await rmdir(place).catch(error => {
        if (error.code !== 'ENOENT') throw error
      })
      await rename(temporary, place)
      return
    }
    await rename(place, aside)
    unfinished.add(aside)
    await rename(temporary, place)
  } catch (error) {
    throw readableFileError(error, path)
  } finally {
    for (const folder of [temporary, aside]) {
      await rm(folder, { recursive: true, force: true })
      unfinished.delete(folder)
    }
  }
}

/** The names in a folder; null if there is no folder. */
export async function namesInFolder(path: string): Promise<string[] | null> {
  try {
    return await readdir(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR')
      throw new InputError(`${path}: this is a file; name a folder`)
    throw readableFileError(error, path)
  }
}

/** What a temporary file is called. The name is short, because the name of the file may be as long as a name can be. */
const TEMPORARY = /^\.chorale-[-0-9a-z]+\.part$/

/** A temporary file that nobody has written to for so long was left by a process that was killed. */
const STALE_MS = 24 * 3600 * 1000

/** A random name that no other process chooses. Process ids would not do: two containers can have the same. */
export function temporaryName(): string {
  return `.chorale-${randomBytes(10).toString('hex')}.part`
}

/** Creates a temporary file in the folder of `place`. The file is new: links and files that are there are never opened. */
async function createBeside(place: string): Promise<{ path: string; file: FileHandle }> {
  const path = join(dirname(place), temporaryName())
  const file = await open(path, 'wx')
  unfinished.add(path)
  return { path, file }
}

/** Removes temporary files that killed processes left in a folder, as far as they are ours. */
async function removeStale(folder: string): Promise<void> {
  const oldest = Date.now() - STALE_MS
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter(each => TEMPORARY.test(each))) {
    const path = join(folder, name)
    const entry = await lstat(path).catch(() => null)
    if (entry?.isFile() && entry.uid === process.getuid?.() && entry.mtimeMs < oldest) {
      await rm(path, { force: true }).catch(() => {})
    }
  }
}

async function writeStream(file: FileHandle, write: (sink: Sink) => Promise<void>): Promise<void> {
  const stream = file.createWriteStream()
  const failed = new Promise<never>((_, reject) => stream.once('error', reject))
  failed.catch(() => {})
  try {
    await Promise.race([write(sinkOf(stream)), failed])
    stream.end()
    await Promise.race([once(stream, 'close'), failed])
  } finally {
    stream.destroy()
  }
}

/** Gives a file the permissions and, where the system allows it, the owner of the file that it replaces. */
async function keepAccess(file: FileHandle, { mode, uid, gid }: Stats): Promise<void> {
  await file.chown(uid, gid).catch(() => {})
  await file.chmod(mode & 0o7777)
}

/** A stream as a sink. */
function sinkOf(stream: NodeJS.WritableStream): Sink {
  return async piece => {
    if (!stream.write(piece)) await once(stream, 'drain')
  }
}

/** Standard output; on a terminal without control characters. A reader that has seen enough, as in `| head`, is not an error: the rest is dropped. */
export const standardOutput: Sink = piece =>
  new Promise((done, fail) => {
    const { stdout } = terminal()
    const isShown = stdout.isTTY && typeof piece === 'string'
    stdout.write(isShown ? printable(piece, { styles: !process.env.NO_COLOR }) : piece, error => {
      const { code = '' } = (error ?? {}) as NodeJS.ErrnoException
      if (!error || CLOSED.includes(code)) done()
      else fail(readableFileError(error, 'standard output'))
    })
  })

const CLOSED = ['EPIPE', 'ERR_STREAM_DESTROYED']

const REASONS: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'this is a folder, not a file',
  ENOTEMPTY: 'the folder is not empty',
  ENOTDIR: 'a part of the path is not a folder',
  EACCES: 'access denied',
  EPERM: 'access denied',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'disk quota exceeded',
  EFBIG: 'the file would exceed the size limit',
  EROFS: 'the disk is read-only',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'the symbolic links lead in a circle',
  EPIPE: 'the reader of this pipe has ended',
  ENXIO: 'no such device',
  EIO: 'the device reports an error',
  ERR_FS_FILE_TOO_LARGE: 'the file is larger than 2 GiB',
}

/** A readable message for a file system error. */
export function readableFileError(error: unknown, path: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  // Node replaces the bytes of names that are not UTF-8, so that no file can have this name.
  const isLost = code === 'ENOENT' && path.includes('\ufffd')
  const reason = isLost ? 'the name is not UTF-8; rename the file, or pass it as standard input (-)' : REASONS[code]
  return reason === undefined ? error : new InputError(`${path}: ${reason}`)
}
