import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readTenXFolder, type Table, tenXFiles } from 'chorale/internal'

/**
 * Reads a folder as Cell Ranger writes it, or the matrix of such a folder with the names beside it. Null for anything else.
 */
export async function readTenX(path: string, signal?: AbortSignal): Promise<Table | null> {
  const isMatrix = /(^|[/\\])matrix\.mtx(\.gz)?$/.test(path)
  const entry = await stat(path).catch(() => null)
  if (entry === null || (!entry.isDirectory() && !isMatrix)) return null
  const folder = isMatrix && !entry.isDirectory() ? dirname(path) : path
  const names = await readdir(folder)
  const wanted = tenXFiles(names)
  if (wanted === null && isMatrix) return null
  const files = new Map<string, Uint8Array>()
  // Without the files of a folder of 10x Genomics, the error says which there are.
  for (const name of wanted ?? names) {
    files.set(name, wanted === null ? new Uint8Array(0) : await readFile(join(folder, name), { signal }))
  }
  return readTenXFolder(basename(folder), files, { signal })
}
