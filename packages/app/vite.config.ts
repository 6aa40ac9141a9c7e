import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { thirdParty } from '../../scripts/third-party.js'
import { METHOD_FACTS } from './methods.js'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Replaces methods.ts by its value, so that the code of the methods is not bundled into the page. */
function methodFacts(): Plugin {
  return {
    name: 'method-facts',
    load: id => (id === here('methods.ts') ? `export const METHOD_FACTS = ${JSON.stringify(METHOD_FACTS)}` : undefined),
  }
}

/** Writes the service worker with the list of all files. Its version changes when a file does. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    async closeBundle() {
      const folder = here('../cli/dist/app/')
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const paths = entries
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
        .sort()
      const hash = createHash('sha256')
      for (const path of paths) hash.update(path.slice(folder.length)).update(await readFile(path))
      const names = paths.map(path => `./${path.slice(folder.length).split(sep).join('/')}`)
      const files = ['./', ...names.filter(name => name !== './index.html')]
      const code = (await readFile(here('service-worker.js'), 'utf8'))
        .replace('const FILES = []', `const FILES = ${JSON.stringify(files)}`)
        .replace("const VERSION = ''", `const VERSION = '${hash.digest('hex').slice(0, 12)}'`)
      await writeFile(join(folder, 'service-worker.js'), code)
    },
  }
}

/** Parts of the library that load on demand: readers of rarer formats, and what a run needs besides a consensus. */
const ON_DEMAND = [
  ...['parquet', 'arrow', 'xlsx', 'json', 'mat', 'arff'].map(name => `tables/${name}/`),
  'advise/',
  'cluster/',
  'predict/',
  'study/',
  'base/',
]

/** Whether a module is part of the library that loads with the worker. */
function isLibrary(id: string): boolean {
  return (
    id.startsWith(here('../chorale/src/')) && !ON_DEMAND.some(path => id.startsWith(here(`../chorale/src/${path}`)))
  )
}

/** The packages of others in the page and in its workers. */
const packages = new Map<string, string>()

/** Builds static files with relative URLs, which any static host can serve. */
export default defineConfig({
  root: here('.'),
  base: './',
  resolve: { conditions: ['chorale-source', ...defaultClientConditions] },
  plugins: [svelte(), methodFacts(), thirdParty({ packages, compiled: ['assemblyscript'] }), serviceWorker()],
  worker: {
    format: 'es',
    plugins: () => [thirdParty({ packages, writes: false })],
    rolldownOptions: {
      checks: { eval: false, bundlerTimings: false, ineffectiveDynamicImport: false },
      // All methods are in one chunk that loads with the worker, so that they also work offline.
      output: { codeSplitting: { groups: [{ name: 'library', test: isLibrary }] } },
    },
  },
  build: {
    outDir: here('../cli/dist/app'),
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy of the page does not allow inlined assets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { checks: { eval: false, bundlerTimings: false } },
  },
})
