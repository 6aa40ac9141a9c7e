import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chorale, folderWith } from '../../cli/test/run.js'
import { describeInBrowser } from '../../report/test/chromium.js'
import { downloadLabels, dropFile, findClusters, openApp, servedApp } from './open-app.js'

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** The labels that the command line finds. */
async function labelsOfCli(): Promise<string> {
  const folder = folderWith({ 'rings.csv': readFileSync('examples/rings.csv') })
  const { code } = await chorale(['cluster', 'rings.csv', '-k', '2', '-o', 'labels.csv'], { cwd: folder })
  expect(code).toBe(0)
  return readFileSync(join(folder, 'labels.csv'), 'utf8')
}

describeInBrowser('the app where less is to be had', browser => {
  const server = servedApp()
  let plainHost: { address: string; close: () => void }

  // Any static host: a folder of a site, no headers of its own.
  beforeAll(async () => {
    const host = createServer((request, response) => {
      const path = join(
        'packages/cli/dist/app',
        (request.url ?? '').replace(/^\/some\/folder\/?/, '').replace(/[?#].*$/, '') || 'index.html',
      )
      if (!existsSync(path) || !statSync(path).isFile()) response.statusCode = 404
      else response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream')
      response.end(response.statusCode === 404 ? '' : readFileSync(path))
    })
    await new Promise<void>(listening => host.listen(0, '127.0.0.1', listening))
    plainHost = {
      address: `http://127.0.0.1:${(host.address() as AddressInfo).port}/some/folder/`,
      close: () => host.close(),
    }
  })
  afterAll(() => plainHost?.close())

  it('gives the same labels in a folder of any static host, without memory to share', async () => {
    const { page, complaints } = await openApp(browser(), plainHost.address)
    expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false)
    await dropFile(page, 'examples/rings.csv')
    await findClusters(page, 2)
    expect(await downloadLabels(page)).toBe(await labelsOfCli())
    expect(complaints).toEqual([])
  })

  it('shares memory where chorale ui serves it, and gives the same labels without WebAssembly SIMD', async () => {
    const { page, complaints } = await openApp(browser(), server().address)
    expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true)
    let changed = 0
    await page.context().route(/\.worker-[\w-]+\.js$/, async route => {
      const response = await route.fetch()
      changed++
      await route.fulfill({
        response,
        body: `WebAssembly.compile = async () => { throw new WebAssembly.CompileError() }\n${await response.text()}`,
      })
    })
    await page.reload()
    await dropFile(page, 'examples/rings.csv')
    await findClusters(page, 2)
    expect(changed).toBeGreaterThan(0)
    expect(await downloadLabels(page)).toBe(await labelsOfCli())
    expect(complaints).toEqual([])
  })

  it('draws and selects without WebGL', async () => {
    const { page, complaints } = await openApp(browser(), server().address)
    await page.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind === 'webgl2' ? null : (getContext as (...args: unknown[]) => never).call(this, kind, ...rest)
      } as typeof getContext
    })
    // The worker that draws cannot be loaded either.
    await page.context().route(/draw\.worker/, route => route.abort())
    await page.reload()
    await dropFile(page, 'examples/rings.csv')
    await findClusters(page, 2)
    await page.waitForTimeout(300)
    const isDrawn = await page.getByRole('application', { name: /^Scatter plot/ }).evaluate(element => {
      const canvas = element as HTMLCanvasElement
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      return data.some(value => value > 0)
    })
    expect(isDrawn).toBe(true)
    expect(complaints.filter(complaint => !complaint.includes('ERR_FAILED'))).toEqual([])
  })
})
