import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Static files with relative addresses: any host will do. */
export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [svelte()],
  worker: { format: 'es', rolldownOptions: { checks: { eval: false, bundlerTimings: false } } },
  build: {
    outDir: here('../dist/app'),
    emptyOutDir: true,
    target: 'es2023',
    // The page states its policy; inline data would need an exception to it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { checks: { eval: false, bundlerTimings: false } },
  },
})
