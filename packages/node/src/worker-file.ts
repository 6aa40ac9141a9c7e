import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The built file of a worker: a file that runs in a thread or process of its own. `from` is the address of the calling
 * module. Built code finds its workers beside itself. Code that runs from its sources, as in the tests, needs workers of
 * the same sources: the environment variable CHORALE_WORKERS names their folder, which test/build-workers.ts builds. It
 * never takes workers from dist/, which may be older.
 */
export function workerFile(name: string, from: string): URL {
  const isSource = from.endsWith('.ts')
  if (!isSource) return new URL(`./${name}.js`, from)
  const folder = process.env.CHORALE_WORKERS
  if (folder === undefined) {
    throw new Error(`${name}: to run from source, set CHORALE_WORKERS to a folder with built workers`)
  }
  return pathToFileURL(join(folder, `${name}.js`))
}
