import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { sampleShape } from '../../chorale/src/internal.js'
import { describeInBrowser } from '../../report/test/chromium.js'
import { downloadBy, dropBytes, findClusters, openApp, servedApp, sharedApp, waitForResult } from './open-app.js'

const PLOT = /^Scatter plot of/

function blobs(sampleCount: number, featureCount: number, clusterCount: number): string {
  const { values } = sampleShape('blobs', { sampleCount, featureCount, clusterCount, spread: 0.5, seed: 3 })
  const rows = Array.from({ length: sampleCount }, (_, i) =>
    [
      `s${i}`,
      ...Array.from(values.subarray(i * featureCount, (i + 1) * featureCount), value => value.toFixed(4)),
    ].join(),
  )
  return [['id', ...Array.from({ length: featureCount }, (_, j) => `x${j}`)].join(), ...rows, ''].join('\n')
}

async function openBlobs(page: Page): Promise<void> {
  await dropBytes(page, blobs(300, 5, 4), 'blobs.csv')
  await page.getByText('Ready:').waitFor()
  await findClusters(page, 4)
  await mapIsThere(page)
}

async function mapIsThere(page: Page): Promise<void> {
  await page.getByText(/^UMAP of/).waitFor()
}

/** The pixels of the plot that are drawn, as shares of its sides: the extent of each colour. */
async function drawn(page: Page): Promise<{ count: number; width: number; height: number }> {
  await page.waitForTimeout(150)
  const png = await page.getByRole('application', { name: PLOT }).screenshot()
  return page.evaluate(async base64 => {
    const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data, width, height } = context.getImageData(0, 0, image.width, image.height)
    let [count, left, right, top, bottom] = [0, width, 0, height, 0]
    for (let at = 0; at < data.length; at += 4) {
      const most = Math.max(data[at], data[at + 1], data[at + 2])
      if (most - Math.min(data[at], data[at + 1], data[at + 2]) < 20) continue
      const x = (at / 4) % width
      const y = Math.floor(at / 4 / width)
      count++
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
    return { count, width: (right - left) / width, height: (bottom - top) / height }
  }, png.toString('base64'))
}

/** A place of a sample in the plot: the first coloured pixel from the left in the row with most of them. */
async function sampleSpot(page: Page): Promise<{ x: number; y: number }> {
  const plot = page.getByRole('application', { name: PLOT })
  await plot.scrollIntoViewIfNeeded()
  const box = (await plot.boundingBox())!
  for (let y = 0.1; y < 0.9; y += 0.04) {
    for (let x = 0.1; x < 0.9; x += 0.04) {
      await page.mouse.move(box.x + x * box.width, box.y + y * box.height)
      if ((await page.locator('.tip').count()) > 0) return { x: box.x + x * box.width, y: box.y + y * box.height }
    }
  }
  throw new Error('no sample under the pointer')
}

describeInBrowser('the picture of the samples', browser => {
  const server = servedApp()
  const shared = sharedApp(browser, server, ({ page }) => openBlobs(page))

  it('puts names where they cover no sample', async () => {
    const covered = await shared().page.evaluate(async () => {
      const names = [...document.querySelectorAll('.scatter .name')].map(name => name.getBoundingClientRect())
      const canvas = document.querySelector('.scatter canvas')!.getBoundingClientRect()
      return { count: names.length, isInside: names.every(box => box.left >= canvas.left && box.right <= canvas.right) }
    })
    expect(covered).toEqual({ count: 4, isInside: true })
  })

  it('is a map by default, fills the canvas, and can be another one, which is remembered', async () => {
    const { page, complaints } = shared()
    const map = await drawn(page)
    expect(map.width).toBeGreaterThan(0.7)
    expect(map.height).toBeGreaterThan(0.7)
    await page.getByRole('button', { name: 'PCA' }).click()
    await page.getByText(/^PC 1 \(/).waitFor()
    expect((await drawn(page)).width).toBeGreaterThan(0.4)
    await page.getByRole('button', { name: 'Consensus', exact: true }).click()
    expect((await drawn(page)).width).toBeGreaterThan(0.5)
    // The state is saved a moment after the last change.
    await page.waitForTimeout(900)
    await page.reload()
    await waitForResult(page)
    await expect
      .poll(() => page.getByRole('button', { name: 'Consensus', exact: true }).getAttribute('aria-pressed'))
      .toBe('true')
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await mapIsThere(page)
    expect(complaints).toEqual([])
  })

  it('plots two features as they are, with ticks in their own units, and as a map on request', async () => {
    const { page } = await openApp(browser(), server().address)
    await page.getByRole('button', { name: /^Two rings/ }).click()
    await waitForResult(page)
    await page.locator('.tick').first().waitFor()
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await mapIsThere(page)
    expect(await page.locator('.tick').count()).toBe(0)
    // The plot as a file: with title, legend and one mark per sample.
    const svg = (await downloadBy(page, 'Save this plot as SVG')).content.toString()
    expect(svg).toContain('2 clusters of 400 samples, rings.csv')
    expect(svg).toContain('>Cluster 1<')
    expect(svg.match(/<path d="[^"]+" transform="translate\([^"]+\)" fill="[^"]+" opacity="0.92"/g)).toHaveLength(400)
    const png = await downloadBy(page, 'Save this plot as PNG')
    expect(png.content.subarray(1, 4).toString()).toBe('PNG')
  })

  it('hides and shows clusters by the legend', async () => {
    const { page } = shared()
    const all = (await drawn(page)).count
    const legend = page.getByRole('group', { name: 'Show or hide clusters' })
    await legend.getByRole('button').nth(0).click()
    await expect.poll(async () => (await drawn(page)).count).toBeLessThan(0.9 * all)
    expect(await page.locator('.scatter .name').count()).toBe(3)
    await legend.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(async () => (await drawn(page)).count).toBeGreaterThan(0.98 * all)
  })

  it('selects a sample by a click, shows its values, and adds others with Shift', async () => {
    const { page } = shared()
    const { x, y } = await sampleSpot(page)
    await page.mouse.click(x, y)
    await page.getByRole('status').filter({ hasText: '1 sample selected' }).waitFor()
    const details = page.getByRole('region', { name: /^s\d+$/ })
    for (const name of ['id', 'x0', 'x1', 'x2', 'x3', 'x4']) await details.getByRole('rowheader', { name }).waitFor()
    await page.getByRole('button', { name: 'Close the values' }).click()

    // A lasso with Shift around everything adds the others.
    const box = (await page.getByRole('application', { name: PLOT }).boundingBox())!
    await page.keyboard.down('Shift')
    await page.mouse.move(box.x + 3, box.y + 3)
    await page.mouse.down()
    for (const [across, down] of [
      [0.99, 0.01],
      [0.99, 0.99],
      [0.01, 0.99],
    ] as const)
      await page.mouse.move(box.x + across * box.width, box.y + down * box.height, { steps: 4 })
    await page.mouse.up()
    await page.keyboard.up('Shift')
    await page.getByRole('status').filter({ hasText: '300 samples selected in several steps' }).waitFor()
    // A click beside all samples clears the selection.
    await page.mouse.click(box.x + 2, box.y + 2)
    await page.getByRole('status').filter({ hasText: 'in several steps' }).waitFor({ state: 'detached' })
  })

  it('keeps the tip inside the plot, and never shows an empty canvas', { timeout: 60_000 }, async () => {
    const { page } = shared()
    await page.setViewportSize({ width: 390, height: 844 })
    await sampleSpot(page)
    const tip = (await page.locator('.tip').boundingBox())!
    expect(tip.x).toBeGreaterThanOrEqual(0)
    expect(tip.x + tip.width).toBeLessThanOrEqual(390)
    await page.getByRole('application', { name: PLOT }).focus()
    // Into the middle, which may be empty, then far to each side.
    for (const key of ['+', 'ArrowLeft', 'ArrowUp', '+', 'ArrowRight']) {
      for (let times = 0; times < 9; times++) await page.keyboard.press(key)
      expect((await drawn(page)).count).toBeGreaterThan(20)
    }
  })
})
