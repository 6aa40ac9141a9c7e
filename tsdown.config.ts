import { defineConfig } from 'tsdown'

/** One build for all doors, so that they share their code: an InputError of `chorale/node` is that of `chorale`. */
export default defineConfig({
  entry: {
    index: 'src/index.ts',
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
  dts: { entry: ['src/index.ts', 'node/index.ts'] },
  outDir: 'dist',
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
})
