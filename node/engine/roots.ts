import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, resolve, sep } from 'node:path'
import { InputError } from '../../src/index.js'
import { folderStorage, type Storage } from './storage.js'

/** The storage at an address. */
export function openStorage(address: string): Storage {
  return folderStorage(address)
}

/** Refuses an address that is not below one of the roots, symbolic links followed. */
export async function checkBelowRoots(address: string, roots: readonly string[]): Promise<void> {
  if (!isAbsolute(address)) throw new InputError(`${address}: a job must name a whole path`)
  const place = await realPlace(resolve(address))
  for (const root of roots) {
    const real = await realpath(root).catch(() => resolve(root))
    if (place === real || place.startsWith(real.endsWith(sep) ? real : real + sep)) return
  }
  throw new InputError(`${address}: outside of the folders that this worker may use (--root)`)
}

/** Where a path leads, although its last parts may not exist yet. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : resolve(await realPlace(parent), path.slice(parent.length).replace(/^[/\\]+/, ''))
  }
}
