import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { checkWritable } from '../node/files.js'
import { InputError } from '../src/internal.js'

/** Says before anything is computed that a file cannot be written, or would overwrite an input or another result. */
export async function checkOutputFiles(
  inputs: readonly string[],
  outputs: readonly (readonly [flag: string, path: string | undefined])[],
): Promise<void> {
  const taken = new Map<string, string>()
  for (const path of inputs) taken.set(await truePath(path), 'the input')
  for (const [flag, path] of outputs) {
    if (path === undefined) continue
    await checkWritable(path)
    const place = await truePath(path)
    const before = taken.get(place)
    if (before !== undefined) throw new InputError(`${flag}: ${path} is ${before} already; name another file`)
    taken.set(place, `the file of ${flag}`)
  }
}

/** The same for all names of a file. */
async function truePath(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path))
}
