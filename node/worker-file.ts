import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Files that run in a separate thread or process. tsdown.config.ts builds each of them. */
export type WorkerName = 'thread-worker' | 'engine-thread' | 'compare-child' | 'paper-child'

/**
 * The built file of a worker. Built code finds it beside itself. Code that runs from its sources, as in the tests, needs
 * workers of the same sources: the environment variable CHORALE_WORKERS names their folder, which test/build-workers.ts
 * builds. It never takes workers from dist/, which may be older.
 */
export function workerFile(name: WorkerName): URL {
  const isSource = import.meta.url.endsWith('.ts')
  if (!isSource) return new URL(`./${name}.js`, import.meta.url)
  const folder = process.env.CHORALE_WORKERS
  if (folder === undefined) {
    throw new Error(`${name}: to run from source, set CHORALE_WORKERS to a folder with built workers`)
  }
  return pathToFileURL(join(folder, `${name}.js`))
}
