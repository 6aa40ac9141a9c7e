import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../packages/report/test/chromium.js'

describeInBrowser('examples/recipes/page.html', browser => {
  it('clusters a table that the user chooses, and shows a message for a bad one', async () => {
    const server = createServer((request, response) => {
      const isPage = request.url === '/'
      response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript')
      response.end(readFileSync(isPage ? 'examples/recipes/page.html' : `packages/browser/dist${request.url}`))
    })
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
    const page = await browser().newPage()
    try {
      await page.route('**/favicon.ico', route => route.fulfill({ status: 204 }))
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      const choose = (name: string, text: string) =>
        page.setInputFiles('#file', { name, mimeType: 'text/csv', buffer: Buffer.from(text) })
      await choose('iris.csv', readFileSync('examples/iris.csv', 'utf8'))
      await page.waitForFunction(() => document.querySelector('#result')?.textContent?.includes('cluster 2'))
      expect(await page.textContent('#result')).toMatch(/^cluster 0: \d+ samples\ncluster 1/)
      await choose('bad.csv', 'x,y\n1,\n2,3\n4,5\n6,8\n')
      await page.waitForFunction(() => document.querySelector('#result')?.textContent?.includes('missing'))
    } finally {
      await page.close()
      server.close()
    }
  })
})
