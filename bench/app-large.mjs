// A large table in the browser app with default settings: seconds to the result, and for every step of a user the
// longest task of the page. Needs the built app and Chromium: node bench/app-large.mjs [samples] [features]
// The test browser draws in software: a graphics card is many times as fast.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { serveApp } from '../packages/cli/dist/index.js'
import { blobsFile } from './blobs-file.mjs'
import { traceTasks } from './trace-tasks.mjs'

const sampleCount = Number(process.argv[2] ?? 50_000)
const featureCount = Number(process.argv[3] ?? 10)
const folder = mkdtempSync(join(tmpdir(), 'chorale-bench-'))
const path = blobsFile(folder, sampleCount, featureCount)
const server = await serveApp()
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
console.log(
  `${cpus()[0].model}, ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}, Chromium ${browser.version()}`,
)
console.log(`${sampleCount} x ${featureCount}`)
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
await page.goto(server.address)
await page.waitForTimeout(500)

await step('open', async () => {
  await page.setInputFiles('input[type=file]', path)
  await page.getByText('Ready:').waitFor({ timeout: 120_000 })
})
await step('find the clusters', async () => {
  await page.getByLabel('Number of clusters (k)', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Find the clusters' }).first().click()
  await page.getByRole('status').filter({ hasText: /^Done/ }).waitFor({ state: 'attached', timeout: 600_000 })
})
await step('map and matrix', async () => {
  await page.getByText('Computing the map').waitFor({ state: 'detached', timeout: 120_000 })
  await page.getByText('Comparing all pairs').waitFor({ state: 'detached', timeout: 120_000 })
})
await still('nothing', 3000)
for (const name of ['PCA', 'Consensus', 'Map']) {
  await step(`picture ${name}`, async () => {
    await page.getByRole('button', { name, exact: true }).click()
    await drawn()
  })
}
await step('hide a cluster', async () => {
  await page.getByRole('group', { name: 'Show or hide clusters' }).getByRole('button').first().click()
  await drawn()
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  await drawn()
})
const plot = page.getByRole('application', { name: /^Scatter plot/ }).first()
await step('point at a sample and zoom', async () => {
  await plot.scrollIntoViewIfNeeded()
  const box = await plot.boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 })
  await plot.focus()
  await page.keyboard.press('+')
  await drawn()
  await page.keyboard.press('0')
  await drawn()
})
await step('select with the lasso', async () => {
  const { x, y, width, height } = await plot.boundingBox()
  await page.keyboard.down('Shift')
  await page.mouse.move(x + 0.2 * width, y + 0.2 * height)
  await page.mouse.down()
  for (const [across, down] of [
    [0.9, 0.2],
    [0.9, 0.9],
    [0.2, 0.9],
  ]) {
    await page.mouse.move(x + across * width, y + down * height, { steps: 4 })
  }
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await drawn()
})
await step('clear the selection', async () => {
  await page.keyboard.press('Escape')
  await drawn()
})
await step('select the least certain', async () => {
  await page.getByRole('button', { name: 'Select the lowest' }).click()
  await drawn()
})
await step('only the selected in the table', async () => {
  await page.getByRole('button', { name: 'Selected only' }).click()
  await page.getByRole('button', { name: /^confidence/ }).click()
  await drawn()
})
await step('select a cluster', async () => {
  await page.getByRole('button', { name: 'Select', exact: true }).first().click()
  await drawn()
})
await step('colour by confidence and by a feature', async () => {
  const colour = page.getByRole('combobox', { name: 'Colour of the samples' })
  await colour.selectOption('confidence')
  await drawn()
  await colour.selectOption('feature 0')
  await drawn()
})
await browser.close()
await server.close()
rmSync(folder, { recursive: true })

/** Does something and prints its time and the longest task of the page. */
async function step(name, action) {
  const start = performance.now()
  let seconds = 0
  const { longestOfPage, longestWithWaits, what } = await traceTasks(browser, page, async () => {
    await action()
    seconds = (performance.now() - start) / 1000
    await page.waitForTimeout(300)
  })
  console.log(
    `${name}: ${seconds.toFixed(1)} s, longest task ${longestOfPage.toFixed(0)} ms, with waits ${longestWithWaits.toFixed(0)} ms${what ?? ''}`,
  )
}

async function still(name, milliseconds) {
  await step(name, () => page.waitForTimeout(milliseconds))
}

/** Waits until the page has drawn what it shows. */
async function drawn() {
  await page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 200)))),
  )
}
