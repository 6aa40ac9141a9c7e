import { defineConfig } from 'tsdown'

export default defineConfig([
  // One build for all entries, so that they share their code: an InputError of `chorale/node` is that of `chorale`.
  {
    entry: {
      index: 'src/index.ts',
      report: 'pages/index.ts',
      node: 'node/index.ts',
      cli: 'cli/main.ts',
      'ensemble-worker': 'node/ensemble-worker.ts',
      'compare-child': 'node/compare-child.ts',
      'paper-child': 'experiments/paper-child.ts',
      'pass-worker': 'node/pass-worker.ts',
      'link-worker': 'node/link-worker.ts',
      'engine-thread': 'node/engine/engine-thread.ts',
    },
    platform: 'node',
    format: 'esm',
    dts: { entry: ['src/index.ts', 'pages/index.ts', 'node/index.ts'] },
    outDir: 'dist',
    outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
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
