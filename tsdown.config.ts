import { defineConfig, type InlineConfig } from 'tsdown'
import type { WorkerName } from './node/worker-file.js'

/** How the files are built that run in a thread or a process of their own. node/worker-file.ts finds them. */
export const WORKER_BUILD: Omit<InlineConfig, 'entry'> & { entry: Record<WorkerName, string> } = {
  entry: {
    'thread-worker': 'node/thread-worker.ts',
    'engine-thread': 'node/engine/engine-thread.ts',
    'compare-child': 'node/compare-child.ts',
    'paper-child': 'experiments/paper-child.ts',
  },
  platform: 'node',
  format: 'esm',
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
}

export default defineConfig([
  // One build for all entries, so that they share their code: an InputError of `chorale/node` is that of `chorale`.
  {
    ...WORKER_BUILD,
    entry: {
      index: 'src/index.ts',
      report: 'pages/index.ts',
      node: 'node/index.ts',
      ...WORKER_BUILD.entry,
    },
    dts: { entry: ['src/index.ts', 'pages/index.ts', 'node/index.ts'] },
    outDir: 'dist',
  },
  // The command line. Few large files start faster than many small ones, and --help needs only the first.
  {
    entry: { cli: 'cli/main.ts' },
    platform: 'node',
    format: 'esm',
    dts: false,
    clean: false,
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    outDir: 'dist',
    outExtensions: () => ({ js: '.js' }),
    outputOptions: {
      chunkFileNames: 'cli-[name]-[hash].js',
      codeSplitting: {
        groups: [
          { name: 'start', test: /cli[\\/]main\.ts$/, priority: 2 },
          { name: 'cluster', test: /cli[\\/]cluster\.ts$|ensemble[\\/]runner\.ts$/, priority: 1 },
        ],
      },
    },
  },
  // `chorale` as one file that a page can load without a bundler.
  {
    entry: { 'chorale.browser': 'src/index.ts' },
    platform: 'browser',
    format: 'esm',
    dts: false,
    minify: true,
    clean: false,
    deps: { alwaysBundle: [/./] },
    outDir: 'dist',
    outExtensions: () => ({ js: '.js' }),
    outputOptions: { codeSplitting: false },
  },
])
