import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { InputError } from 'chorale/internal'
import { checkWritable } from 'chorale-node/internal'

/** Fails before any work starts if an output cannot be written, or would overwrite an input or another output. */
export async function checkOutputFiles(
  inputs: readonly string[],
  outputs: readonly (readonly [flag: string, path: string | undefined])[],
): Promise<void> {
  const taken = new Map<string, string>()
  for (const path of inputs) taken.set(await truePath(path), 'an input')
  for (const [flag, path] of outputs) {
    if (path === undefined) continue
    await checkWritable(path)
    const place = await truePath(path)
    const before = taken.get(place)
    if (before !== undefined) throw new InputError(`${flag} must be another file; ${path} is already ${before}`)
    taken.set(place, `the output of ${flag}`)
  }
}

/** The real path of a file, which is the same for all of its names. */
async function truePath(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path))
}
