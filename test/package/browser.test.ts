import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../packages/report/test/chromium.js'
import { installedPackages, run } from './installed.js'

const installed = installedPackages(['chorale'])

/**
 * One run that uses the kernels, the generators and two methods, and prints every byte of what they find. The same text
 * runs in Node and in a browser.
 */
const COMPUTATION = `
import { buildEnsemble, consensus, sampleShape } from 'chorale'

const hex = array => Array.from(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
  .map(byte => byte.toString(16).padStart(2, '0')).join('')

export async function compute() {
  const lines = []
  for (const shape of ['rings', 'anisotropic']) {
    const samples = sampleShape(shape, { sampleCount: 300, clusterCount: 3, seed: 5 })
    const ensemble = await buildEnsemble(samples, { generator: 'mixed', ensembleSize: 12, seed: 2 })
    for (const method of ['balanced', 'gpec']) {
      for (const loops of ['auto', 'plain']) {
        const result = await consensus(ensemble, { clusterCount: 3, method, loops, seed: 3 })
        lines.push([shape, method, hex(result.labels), hex(result.weights), hex(result.confidence)].join(' '))
      }
    }
  }
  return lines
}
`

describeInBrowser('the package in a browser', browser => {
  it('is bundled by Vite and finds what it finds in Node, byte for byte', async () => {
    const { project } = installed()
    writeFileSync(join(project, 'computation.js'), COMPUTATION)
    writeFileSync(
      join(project, 'index.html'),
      '<!doctype html><title>Chorale</title><script type="module">import { compute } from "./computation.js"; window.found = compute()</script>',
    )
    const { build } = await import('vite')
    await build({ root: project, logLevel: 'warn', configFile: false, build: { target: 'es2022' } })
    const bundle = join(project, 'dist')
    const scripts = readdirSync(join(bundle, 'assets')).filter(name => name.endsWith('.js'))
    for (const name of scripts) expect(readFileSync(join(bundle, 'assets', name), 'utf8')).not.toMatch(/["']node:/)

    writeFileSync(
      join(project, 'in-node.js'),
      `import { compute } from './computation.js'\nfor (const line of await compute()) console.log(line)`,
    )
    const inNode = (await run(process.execPath, ['in-node.js'], project)).stdout.trim().split('\n')
    const inBrowser = await foundByPage(bundle)
    expect(inNode).toHaveLength(8)
    expect(inBrowser).toEqual(inNode)
    // SIMD and its plain twin, too.
    for (let at = 0; at < 8; at += 2) expect(inNode[at]).toBe(inNode[at + 1])
  }, 120_000)

  /** Serves a folder, opens its page and waits for what it finds. */
  async function foundByPage(folder: string): Promise<string[]> {
    const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
    const server = createServer((request, response) => {
      const path = request.url === '/' ? '/index.html' : request.url!
      response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
      response.end(readFileSync(join(folder, path)))
    })
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
    const page = await browser().newPage()
    try {
      await page.route('**/favicon.ico', route => route.fulfill({ status: 204 }))
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      return await page.evaluate(() => (globalThis as unknown as { found: Promise<string[]> }).found)
    } finally {
      await page.close()
      server.close()
    }
  }
})
