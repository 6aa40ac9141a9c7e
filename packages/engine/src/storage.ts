import { type FileHandle, open, readFile, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { InputError } from 'chorale/internal'
import { makeFolder, readableFileError, temporaryName } from 'chorale-node/internal'

/** A place that all machines of a run can read and write: a shared folder, or a bucket. */
export interface Storage {
  /** Path or URL, as sent to workers. */
  readonly address: string
  /** The bytes under a name; null if there are none. */
  read(name: string): Promise<Uint8Array | null>
  /** Writes bytes under a name atomically. */
  write(name: string, pieces: readonly Uint8Array[]): Promise<void>
  remove(name: string): Promise<void>
  /** Removes everything. */
  clear(): Promise<void>
}

/** A folder as storage. Files are written under a temporary name and then renamed. */
export function folderStorage(address: string): Storage {
  return {
    address,
    async read(name) {
      const path = join(address, checkPartName(name))
      try {
        await checkInside(address, path)
        return await readFile(path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async write(name, pieces) {
      const path = join(address, checkPartName(name))
      const beside = join(dirname(path), temporaryName())
      try {
        await makeFolder(dirname(path))
        await checkInside(address, dirname(path))
        const file = await open(beside, 'wx')
        try {
          await writeAll(file, pieces)
        } finally {
          await file.close()
        }
        await rename(beside, path)
      } catch (error) {
        await rm(beside, { force: true }).catch(() => {})
        throw readableFileError(error, path)
      }
    },
    remove: name => rm(join(address, checkPartName(name)), { force: true }),
    // A worker that seemed dead may still write. The retries remove what it leaves.
    clear: () => rm(address, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  }
}

/** Refuses a name that could lead out of a storage: jobs name parts. */
export function checkPartName(name: string): string {
  if (typeof name === 'string' && /^[0-9a-z]+\/[-0-9a-z]+$/.test(name)) return name
  throw new InputError(`job refused: the name of a part is ${JSON.stringify(name)?.slice(0, 80)}`)
}

/** Refuses a path that symbolic links lead out of the folder. */
async function checkInside(folder: string, path: string): Promise<void> {
  const [real, found] = await Promise.all([realpath(folder), realpath(path)])
  if (found.startsWith(real + sep)) return
  throw new InputError(`${path}: access denied; a symbolic link leads out of the folder of the run`)
}

/** Most bytes per write. */
const MOST_WRITTEN = 2 ** 30

/** Writes all pieces in few calls. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  let group: Uint8Array[] = []
  let size = 0
  for (const piece of pieces) {
    group.push(piece)
    size += piece.length
    if (group.length < 500 && size < MOST_WRITTEN) continue
    await writeGroup(file, group)
    group = []
    size = 0
  }
  await writeGroup(file, group)
}

async function writeGroup(file: FileHandle, pieces: Uint8Array[]): Promise<void> {
  let left = pieces
  while (left.length > 0) {
    let { bytesWritten } = await file.writev(left)
    // The system may take less than all.
    while (left.length > 0 && bytesWritten >= left[0].length) {
      bytesWritten -= left[0].length
      left = left.slice(1)
    }
    if (left.length > 0) left = [left[0].subarray(bytesWritten), ...left.slice(1)]
  }
}
