import { defineConfig } from 'tsdown'

export default defineConfig([
  { entry: { index: 'src/index.ts' }, platform: 'neutral', format: 'esm', dts: true, clean: true, outDir: 'dist' },
  {
    entry: { cli: 'cli/main.ts', 'ensemble-worker': 'node/ensemble-worker.ts', threads: 'node/threads.ts' },
    platform: 'node',
    format: 'esm',
    dts: false,
    clean: false,
    outDir: 'dist',
    outExtensions: () => ({ js: '.js' }),
  },
])
