import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import { expect, it, onTestFinished } from 'vitest'
import { describeInBrowser } from './chromium.js'
import { comparison, render } from './compared.js'
import { HOSTILE } from './hostile.js'

describeInBrowser('the comparison in a browser', browser => {
  async function open(texts: readonly string[], width: number, colorScheme: 'light' | 'dark') {
    const folder = mkdtempSync(join(tmpdir(), 'chorale-comparison-'))
    const path = join(folder, 'comparison.html')
    writeFileSync(path, await render(comparison(texts, 3, 6)))
    const page = await browser().newPage({ viewport: { width, height: 900 }, colorScheme })
    onTestFinished(async () => {
      await page.close()
      rmSync(folder, { recursive: true })
    })
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    const address = pathToFileURL(path).href
    await page.goto(address, { waitUntil: 'networkidle' })
    return { page, address, requests }
  }

  it('asks for nothing but itself and runs nothing, whatever the names', async () => {
    const { page, address, requests } = await open(HOSTILE, 1280, 'light')
    expect(requests).toEqual([address])
    expect(await page.title()).toBe('15 methods on 3 datasets – Chorale')
    expect(await page.locator('script, img, [onerror], [onmouseover]').count()).toBe(0)
  })

  it.each([
    ['a phone in light colours', 390, 'light'],
    ['a phone in dark colours', 390, 'dark'],
    ['a desk in dark colours', 1280, 'dark'],
  ] as const)('is accessible and never scrolls sideways on %s', async (_, width, colorScheme) => {
    const { page } = await open(['plain.csv'], width, colorScheme)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.evaluate(axe.source)
    const found = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
    expect(
      found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`)),
    ).toEqual([])
  })
})
