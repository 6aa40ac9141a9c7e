import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder, readableFileError } from '../files.js'

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
  let written = 0
  return {
    address,
    async read(name) {
      try {
        return await readFile(join(address, name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async write(name, pieces) {
      const path = join(address, name)
      const beside = `${path}.${process.pid}-${uniqueThread}-${written++}.part`
      try {
        await makeFolder(dirname(path))
        const file = await open(beside, 'w')
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
    remove: name => rm(join(address, name), { force: true }),
    // A worker that seemed dead may still write. The retries remove what it leaves.
    clear: () => rm(address, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  }
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

/** Distinguishes the threads of all machines. */
const uniqueThread = crypto.randomUUID().slice(0, 8)
