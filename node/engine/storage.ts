import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readableFileError } from '../files.js'

/** A place that all machines of a run can read and write: a shared folder, or a bucket. */
export interface Storage {
  /** Where it is, as it is told to workers. */
  readonly address: string
  /** The bytes under a name; null where there is nothing. */
  read(name: string): Promise<Uint8Array | null>
  /** Puts bytes under a name: all of them or nothing. */
  write(name: string, pieces: readonly Uint8Array[]): Promise<void>
  remove(name: string): Promise<void>
  /** Removes everything. */
  clear(): Promise<void>
}

/** A folder as storage. Files are written beside their place and renamed. */
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
        await mkdir(dirname(path), { recursive: true })
        const file = await open(beside, 'w')
        try {
          for (const piece of pieces) await file.writeFile(piece)
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
    clear: () => rm(address, { recursive: true, force: true }),
  }
}

/** Tells the threads of all machines apart. */
const uniqueThread = crypto.randomUUID().slice(0, 8)
