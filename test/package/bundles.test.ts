import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import * as esbuild from 'esbuild'
import { rollup } from 'rollup'
import { build as buildWithVite, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/**
 * Bytes of minified code that a page loads for one function of the built library. Vite and esbuild keep more of what is
 * also loaded on demand, such as the base clusterers, in the first load.
 */
const LIMITS: Record<string, Record<string, number>> = {
  rollup: { normalizedMutualInformation: 12_000, consensus: 195_000 },
  Vite: { normalizedMutualInformation: 12_000, consensus: 215_000 },
  esbuild: { normalizedMutualInformation: 12_000, consensus: 265_000 },
}

type Bundler = (entry: string) => Promise<number>

interface Chunk {
  readonly code: string
  /** The chunks that are loaded with it. */
  readonly imports: readonly string[]
}

/** Bytes of a chunk and of all that it needs at once; what is loaded when it is needed does not count. */
function loadedBytes(chunks: ReadonlyMap<string, Chunk>, first: string): number {
  const loaded = new Set<string>()
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    for (const other of chunks.get(name)!.imports) load(other)
  }
  load(first)
  return [...loaded].reduce((sum, name) => sum + Buffer.byteLength(chunks.get(name)!.code), 0)
}

/** Bytes of the entry among the chunks of Rollup, or of Rolldown, which follows it. */
async function entryBytes(
  output: readonly { type: string; fileName: string; isEntry?: boolean; code?: string; imports?: string[] }[],
  minify: (code: string) => Promise<string>,
): Promise<number> {
  const chunks = new Map<string, Chunk>()
  for (const { type, fileName, code = '', imports = [] } of output) {
    if (type === 'chunk') chunks.set(fileName, { code: await minify(code), imports })
  }
  return loadedBytes(chunks, output.find(({ isEntry }) => isEntry)!.fileName)
}

const minifyWithEsbuild = async (code: string) => (await esbuild.transform(code, { minify: true, format: 'esm' })).code

const BUNDLERS: Record<string, Bundler> = {
  async esbuild(entry) {
    const options = { bundle: true, minify: true, format: 'esm', platform: 'browser', logLevel: 'silent' } as const
    const whole = await esbuild.build({ ...options, entryPoints: [entry], write: false })
    const { outputFiles, metafile } = await esbuild.build({
      ...options,
      entryPoints: [entry],
      splitting: true,
      metafile: true,
      write: false,
      outdir: '/out',
      absWorkingDir: '/',
    })
    const textOf = new Map(outputFiles.map(({ path, text }) => [path.slice(1), text]))
    const chunks = new Map<string, Chunk>()
    for (const [path, { imports }] of Object.entries(metafile.outputs)) {
      const atOnce = imports.filter(({ kind }) => kind === 'import-statement').map(each => each.path)
      chunks.set(path, { code: textOf.get(path)!, imports: atOnce })
    }
    const first = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry.slice(1))![0]
    // Without chunks everything is in one file, which is the smaller one where nothing is loaded later.
    return Math.min(loadedBytes(chunks, first), whole.outputFiles[0].contents.length)
  },
  async rollup(entry) {
    const bundle = await rollup({ input: entry, plugins: [nodeResolve({ browser: true })], logLevel: 'silent' })
    const { output } = await bundle.generate({ format: 'es' })
    await bundle.close()
    return entryBytes(output, minifyWithEsbuild)
  },
  async Vite(entry) {
    const built = await buildWithVite({
      configFile: false,
      logLevel: 'silent',
      build: { write: false, rolldownOptions: { input: entry } },
    })
    const [{ output }] = [built].flat() as Rolldown.RolldownOutput[]
    return entryBytes(output, async code => code)
  },
}

let folder = ''
beforeAll(() => {
  // Inside the repository, so that the packages that the library needs are found.
  folder = mkdtempSync(join(resolve('node_modules'), '.bundles-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(Object.entries(BUNDLERS))('bundled by %s', (bundler, bytesOf) => {
  it.each(Object.entries(LIMITS[bundler]))('%s alone is at most %i bytes', async (name, limit) => {
    const entry = join(folder, `${name}-${bundler}.js`)
    writeFileSync(
      entry,
      `import { ${name} } from '${resolve('packages/chorale/dist/index.js')}'\nglobalThis.used = ${name}\n`,
    )
    const bytes = await bytesOf(entry)
    // biome-ignore lint/suspicious/noConsole: the measure is worth seeing in every log.
    console.info(`${name} bundled by ${bundler}: ${bytes} bytes`)
    expect(bytes).toBeGreaterThan(1000)
    expect(bytes).toBeLessThanOrEqual(limit)
  })
})
