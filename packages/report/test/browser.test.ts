import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { renderReport } from '../src/write-report.js'
import { describeInBrowser } from './chromium.js'
import { HOSTILE, hostileInput } from './hostile.js'
import { wholeInput } from './inputs.js'

const REPORTS = { ordinary: () => wholeInput({ warnings: ['look out'] }), hostile: hostileInput }
const SCREENS = [
  { name: 'a phone in light colours', width: 390, colorScheme: 'light' },
  { name: 'a phone in dark colours', width: 390, colorScheme: 'dark' },
  { name: 'a desk in light colours', width: 1280, colorScheme: 'light' },
  { name: 'a desk in dark colours', width: 1280, colorScheme: 'dark' },
] as const

/** What axe finds wrong, one line each. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 160)}`),
  )
}

describeInBrowser('the report in a browser', browser => {
  /** Opens a report as a file; collects every address that is asked for and every message of the page. */
  async function open(kind: keyof typeof REPORTS, width = 1280, colorScheme: 'light' | 'dark' = 'light') {
    const folder = mkdtempSync(join(tmpdir(), 'chorale-report-'))
    const path = join(folder, 'report.html')
    writeFileSync(path, await renderReport(await REPORTS[kind]()))
    const page = await browser().newPage({ viewport: { width, height: 900 }, colorScheme })
    onTestFinished(async () => {
      await page.close()
      rmSync(folder, { recursive: true })
    })
    const requests: string[] = []
    const messages: string[] = []
    page.on('request', request => requests.push(request.url()))
    page.on('console', message => messages.push(message.text()))
    page.on('pageerror', error => messages.push(String(error)))
    page.on('dialog', dialog => messages.push(dialog.message()))
    const address = pathToFileURL(path).href
    await page.goto(address, { waitUntil: 'networkidle' })
    return { page, address, requests, messages }
  }

  it('asks for nothing but itself', async () => {
    const { address, requests, messages } = await open('ordinary')
    expect(requests.filter(url => !url.startsWith('data:image/png'))).toEqual([address])
    expect(messages).toEqual([])
  })

  it('shows hostile texts as texts', async () => {
    const { page, address, requests, messages } = await open('hostile')
    for (const element of await page
      .locator('svg path')
      .all()
      .then(all => all.slice(0, 5)))
      await element.hover({ force: true })
    expect(await page.title()).toMatch(/^3 clusters of 24 samples/)
    expect(await page.locator('script, img, [onerror], [onmouseover]').count()).toBe(0)
    expect(await page.locator('.warnings li').allTextContents()).toContain(HOSTILE[0])
    expect(
      await page
        .locator('svg title')
        .allTextContents()
        .then(titles => titles.join()),
    ).toContain('<script>')
    expect(requests.filter(url => !url.startsWith('data:image/png'))).toEqual([address])
    expect(messages).toEqual([])
  })

  for (const { name, width, colorScheme } of SCREENS) {
    it(`is accessible on ${name}`, async () => {
      const { page } = await open('ordinary', width, colorScheme)
      expect(await violations(page)).toEqual([])
    })
  }

  it('is accessible with hostile texts', async () => {
    const { page } = await open('hostile', 390)
    expect(await violations(page)).toEqual([])
  })

  it.each(['ordinary', 'hostile'] as const)('never scrolls sideways on a phone (%s)', async kind => {
    const { page } = await open(kind, 390)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  it('draws letters on a phone that can be read', async () => {
    const { page } = await open('ordinary', 390)
    const sizes = await page.evaluate(() =>
      Array.from(document.querySelectorAll<SVGSVGElement>('svg.chart'), svg => 12 * (svg.getScreenCTM()?.a ?? 0)),
    )
    expect(Math.min(...sizes)).toBeGreaterThan(10)
  })

  it('follows the colours of the system', async () => {
    const page = async (scheme: 'light' | 'dark') => (await open('ordinary', 1280, scheme)).page
    const background = () => getComputedStyle(document.body).backgroundColor
    expect(await (await page('light')).evaluate(background)).toBe('rgb(255, 255, 255)')
    expect(await (await page('dark')).evaluate(background)).toBe('rgb(20, 23, 26)')
  })

  it('prints in light colours, with what is folded away on screens', async () => {
    const { page } = await open('ordinary', 1280, 'dark')
    const table = page.locator('details table').first()
    expect(await table.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    expect(await table.isVisible()).toBe(true)
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000)
  })
})
