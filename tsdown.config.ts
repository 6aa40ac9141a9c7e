import { minify } from 'terser'
import { defineConfig, type UserConfig } from 'tsdown'
import { thirdParty } from './scripts/third-party.js'

/**
 * Smaller to install. Names of functions stay, so that a stack tells where an error comes from, and so do the annotations
 * by which bundlers leave out what a page does not use; the minifier of tsdown drops these.
 */
const small = {
  name: 'small',
  async renderChunk(code: string, { fileName }: { fileName: string }) {
    if (!fileName.endsWith('.js')) return null
    const names = { keep_classnames: true, keep_fnames: true }
    const format = { comments: /@__(PURE|NO_SIDE_EFFECTS)__/, preserve_annotations: true }
    return (await minify(code, { module: true, ...names, mangle: names, compress: names, format })).code ?? code
  },
}

/** Built files are for every engine that runs ES modules; their packages are installed beside them. */
function library(name: string, entry: Record<string, string>, config: UserConfig = {}): UserConfig {
  // The types of other packages refer to those of the library.
  const typed = name === 'chorale' ? ['src/internal.ts'] : []
  return {
    cwd: `packages/${name}`,
    entry,
    platform: 'node',
    format: 'esm',
    dts: {
      entry: Object.values(entry)
        .filter(path => path.endsWith('index.ts') || typed.includes(path))
        .map(path => `packages/${name}/${path}`),
    },
    outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
    minify: false,
    // Most packages bring their own licences when they are installed; the notices are of code inside of the bundle.
    plugins: [small, thirdParty({ compiled: name === 'chorale' ? ['assemblyscript'] : [] })],
    ...config,
  }
}

/** Files that run in a thread or a process of their own, by package. `workerFile` of chorale-node finds them. */
export const WORKERS = {
  node: { 'thread-worker': 'src/thread-worker.ts' },
  engine: { 'engine-thread': 'src/engine-thread.ts' },
  cli: { 'compare-child': 'src/compare/compare-child.ts' },
  paper: { 'paper-child': 'src/paper-child.ts' },
} as const

export default defineConfig([
  library('chorale', { index: 'src/index.ts', internal: 'src/internal.ts' }),
  library('report', {
    index: 'src/index.ts',
    data: 'src/data/index.ts',
    node: 'src/node/index.ts',
    internal: 'src/internal.ts',
  }),
  library('node', { index: 'src/index.ts', internal: 'src/internal.ts', ...WORKERS.node }),
  library('engine', { index: 'src/index.ts', internal: 'src/internal.ts', ...WORKERS.engine }),
  library('paper', { internal: 'src/internal.ts', ...WORKERS.paper }),
  library(
    'cli',
    { cli: 'src/cli.ts', index: 'src/index.ts', internal: 'src/internal.ts', ...WORKERS.cli },
    { clean: ['dist/*.*'] },
  ),
  // `chorale` as one file that a page can load without a bundler.
  {
    cwd: 'packages/browser',
    entry: { 'chorale.browser': '../chorale/src/index.ts' },
    platform: 'browser',
    format: 'esm',
    dts: false,
    minify: true,
    outExtensions: () => ({ js: '.js' }),
    deps: { alwaysBundle: [/./] },
    plugins: [thirdParty({ compiled: ['assemblyscript'] })],
    outputOptions: { codeSplitting: false },
  },
])
