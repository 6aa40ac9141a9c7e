import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'
import { METHOD_FACTS } from './methods.js'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Replaces the methods as the page knows them by their value, so that their code stays out of the page. */
function methodFacts(): Plugin {
  return {
    name: 'method-facts',
    load: id => (id === here('methods.ts') ? `export const METHOD_FACTS = ${JSON.stringify(METHOD_FACTS)}` : undefined),
  }
}

/** Static files with relative addresses: any host will do. */
export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [svelte(), methodFacts()],
  worker: {
    format: 'es',
    rolldownOptions: { checks: { eval: false, bundlerTimings: false, ineffectiveDynamicImport: false } },
  },
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
