import { defineConfig, type UserConfig } from 'tsdown'

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
    // Smaller to install. Names of functions stay, so that a stack tells where an error comes from. So does white space:
    // without it, the annotations go by which bundlers leave out what a page does not use.
    minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: false } },
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
    outputOptions: { codeSplitting: false },
  },
])
