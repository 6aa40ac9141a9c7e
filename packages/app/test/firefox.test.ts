import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chorale, folderWith } from '../../cli/test/run.js'
import { servedApp } from './open-app.js'

// Playwright drives only its own build of Firefox. Puppeteer drives Debian's over WebDriver BiDi.
const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const executablePath = [process.env.FIREFOX_PATH ?? '', ...PLACES].find(path => path !== '' && existsSync(path))

describe('the app in Firefox', () => {
  if (executablePath === undefined) {
    it.skipIf(!process.env.CI)(`needs Firefox at ${PLACES[0]} or named by FIREFOX_PATH`, () => {
      throw new Error('there is no Firefox, and CI must not pass without one')
    })
    return
  }
  const server = servedApp()
  let browser: Browser
  beforeAll(async () => {
    browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  })
  afterAll(() => browser?.close())

  it('opens an example, draws its map, and gives the labels of the command', async () => {
    const page = await browser.newPage()
    await page.setViewport({ width: 1280, height: 900 })
    const complaints: string[] = []
    page.on('pageerror', error => complaints.push(String(error)))
    await page.goto(server().address)
    await page.locator('::-p-text(Iris)').click()
    await page.locator('::-p-text(UMAP of the features)').wait()
    const plot = await page.waitForSelector('canvas[role=application]')
    expect(await colourCount(page, await plot!.screenshot())).toBeGreaterThan(1000)
    expect(await savedLabels(page)).toBe(await labelsOfCommand())
    expect(complaints).toEqual([])
  })
})

/** The number of pixels of an image that are neither white nor grey. */
async function colourCount(page: Page, png: Uint8Array): Promise<number> {
  return page.evaluate(async base64 => {
    const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    let count = 0
    for (let at = 0; at < data.length; at += 4) {
      const rgb = [data[at], data[at + 1], data[at + 2]]
      if (Math.max(...rgb) - Math.min(...rgb) > 20) count++
    }
    return count
  }, Buffer.from(png).toString('base64'))
}

/** The content of the file that the page offers for download. */
function savedLabels(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>(found => {
        const create = URL.createObjectURL
        URL.createObjectURL = file => {
          void (file as Blob).text().then(found)
          return create(file)
        }
        const buttons = [...document.querySelectorAll('button')]
        buttons.find(button => button.textContent?.includes('Labels as CSV'))?.click()
      }),
  )
}

async function labelsOfCommand(): Promise<string> {
  const folder = folderWith({ 'iris.csv': readFileSync('examples/iris.csv') })
  const { code } = await chorale(['cluster', 'iris.csv', '-k', '3', '--truth', 'species', '-o', 'labels.csv'], {
    cwd: folder,
  })
  expect(code).toBe(0)
  return readFileSync(join(folder, 'labels.csv'), 'utf8')
}
