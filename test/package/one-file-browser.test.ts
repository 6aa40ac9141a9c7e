import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import * as chorale from '../../packages/chorale/src/index.js'
import { describeInBrowser } from '../../packages/report/test/chromium.js'

/** What a page without a bundler would do; every file that it asks for is counted. */
const PAGE = `<!doctype html><title>Chorale</title><script type="module">
import * as chorale from './chorale.browser.js'
const { cluster, evaluate, sampleShape } = chorale
const rings = sampleShape('rings', { sampleCount: 300, clusterCount: 2 })
async function run() {
  const found = await cluster(rings, { clusterCount: 2 })
  const other = await chorale.consensus(found.ensemble, { clusterCount: 2, method: 'mkkc' })
  const next = await found.predict([[0, 1], [2, 0]])
  const table = await chorale.readTable('a,b\\n1,2\\n')
  return {
    names: Object.keys(chorale).sort(),
    labels: Array.from(found.labels),
    nmi: evaluate(found.labels, rings.truth).nmi,
    other: Array.from(other.labels),
    next: Array.from(next.labels),
    rowCount: table.rowCount,
  }
}
window.found = run()
</script>`

interface Found {
  names: string[]
  labels: number[]
  nmi: number
  other: number[]
  next: number[]
  rowCount: number
}

describeInBrowser('packages/browser/dist/chorale.browser.js', browser => {
  it('is the whole library in one file, for a page without a bundler', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url!)
      const isPage = request.url === '/'
      response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript')
      response.end(isPage ? PAGE : readFileSync(`packages/browser/dist${request.url}`))
    })
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
    const page = await browser().newPage()
    try {
      await page.route('**/favicon.ico', route => route.fulfill({ status: 204 }))
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      const found = await page.evaluate(() => (globalThis as unknown as { found: Promise<Found> }).found)

      const rings = chorale.sampleShape('rings', { sampleCount: 300, clusterCount: 2 })
      const here = await chorale.cluster(rings, { clusterCount: 2 })
      const other = await chorale.consensus(here.ensemble, { clusterCount: 2, method: 'mkkc' })
      expect(found).toEqual({
        names: Object.keys(chorale).sort(),
        labels: [...here.labels],
        nmi: 1,
        other: [...other.labels],
        next: [
          ...(
            await here.predict([
              [0, 1],
              [2, 0],
            ])
          ).labels,
        ],
        rowCount: 1,
      })
      expect(asked).toEqual(['/', '/chorale.browser.js'])
    } finally {
      await page.close()
      server.close()
    }
  }, 120_000)
})
