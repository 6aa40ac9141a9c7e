// The speed of the browser app: first load, a change of k and of alpha for 5,000 samples, the time from the button Stop
// to its message, then a large table: its result, the longest task of the page, memory, and frames per second while the
// scatter plot and the heatmap are moved. A value that is meant to stay below a bound is printed with it.
// Needs the built app and Chromium: node bench/app.mjs [samples] [features]
// The test browser draws in software: a graphics card is many times as fast.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { serveApp } from '../packages/cli/dist/index.js'
import { blobsFile } from './blobs-file.mjs'
import { traceTasks } from './trace-tasks.mjs'

const sampleCount = Number(process.argv[2] ?? 50_000)
const featureCount = Number(process.argv[3] ?? 10)
const folder = mkdtempSync(join(tmpdir(), 'chorale-bench-'))
const server = await serveApp()
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
console.log(
  `${cpus()[0].model}, ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}, Chromium ${browser.version()}`,
)
await firstLoad()
await changes()
await stop()
await largeTable()
await browser.close()
await server.close()
rmSync(folder, { recursive: true })

async function firstLoad() {
  const page = await openPage()
  const times = []
  for (let round = 0; round < 5; round++) {
    await page.reload({ waitUntil: 'load' })
    times.push(await page.evaluate(() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd))
  }
  const names = new Set(['index.html'])
  page.context().on('request', request => names.add(request.url().slice(server.address.length) || 'index.html'))
  await page.reload({ waitUntil: 'networkidle' })
  await page.waitForTimeout(500)
  const sizes = [...names].map(
    name => gzipSync(readFileSync(new URL(`../packages/cli/dist/app/${name}`, import.meta.url))).length,
  )
  console.log(
    `first load: ${(sum(sizes) / 1000).toFixed(0)} kB in ${names.size} files, interactive after ${median(times).toFixed(0)} ms (below 1000)`,
  )
  await page.close()
}

async function changes() {
  const page = await openPage()
  await page.setInputFiles('input[type=file]', blobsFile(folder, 5000, 5))
  const first = await timeOf(() => findClusters(page))
  // The matrix is computed after the result, in the same worker.
  await page.getByText('Comparing all pairs').waitFor({ state: 'detached' })
  const { totalOfWorker } = await traceTasks(browser, page, () => answerTime(page, 'Clusters: one more'))
  const byK = []
  const byAlpha = []
  for (let round = 0; round < 5; round++) {
    await page.waitForTimeout(1500)
    byK.push(await answerTime(page, 'Clusters: one more'))
    await page.waitForTimeout(1500)
    byAlpha.push(await answerTime(page, 'quick-alpha', String(0.2 + 0.06 * round)))
  }
  console.log(
    `5,000 x 5: first result ${first.toFixed(1)} s; another k ${median(byK).toFixed(0)} ms (${most(byK)} at most), ` +
      `another alpha ${median(byAlpha).toFixed(0)} ms (${most(byAlpha)} at most)`,
  )
  console.log(`5,000 x 5: the first change of k takes ${totalOfWorker.toFixed(0)} ms of processor time (below 1800)`)
  await page.close()
}

async function stop() {
  const page = await openPage()
  await page.setInputFiles('input[type=file]', blobsFile(folder, 6000, 6))
  const times = []
  for (let round = 0; round < 5; round++) {
    await page.getByLabel('Number of clusters (k)', { exact: true }).fill('3')
    await page.getByRole('button', { name: 'Find the clusters' }).first().click()
    await page.getByText(/Base clusterings: [1-9]\d* of/).waitFor()
    times.push(
      await page
        .getByRole('button', { name: 'Stop' })
        .first()
        .evaluate(async button => {
          const start = performance.now()
          button.click()
          while (!document.body.innerText.includes('Nothing was kept')) {
            await new Promise(resolve => setTimeout(resolve, 5))
          }
          return performance.now() - start
        }),
    )
  }
  console.log(`6,000 x 6: stops ${median(times).toFixed(0)} ms after the click (${most(times)} at most; below 1000)`)
  await page.close()
}

/** Milliseconds from a change until the new result is on the page. */
function answerTime(page, control, value) {
  return page.evaluate(
    async ([name, entered]) => {
      const seen = () =>
        document.querySelector('.summary dl').innerText + document.querySelector('.summary .title').innerText
      const isRunning = () => document.querySelector('.summary progress:not(.idle)') !== null
      const element = document.getElementById(name) ?? document.querySelector(`[aria-label="${name}"]`)
      const before = seen()
      const start = performance.now()
      if (entered === undefined) element.click()
      else {
        element.value = entered
        element.dispatchEvent(new Event('change', { bubbles: true }))
      }
      while (seen() === before || isRunning()) {
        await new Promise(resolve => requestAnimationFrame(resolve))
        // Where the last answer took long, the page asks before it runs again.
        if (performance.now() - start > 500 && !isRunning()) document.querySelector('.summary .state .primary')?.click()
      }
      return performance.now() - start
    },
    [control, value],
  )
}

async function largeTable() {
  const page = await openPage()
  // A file on the disk: handing its bytes over would be work of the page that no user causes.
  const reading = await traceTasks(browser, page, async () => {
    await page.setInputFiles('input[type=file]', blobsFile(folder, sampleCount, featureCount))
    await page.getByText('Ready:').waitFor({ timeout: 120_000 })
  })
  await page.getByText('More settings', { exact: true }).click()
  await page.getByLabel('Base clusterings (m)').fill('20')
  let seconds = 0
  const computing = await traceTasks(browser, page, async () => {
    seconds = await timeOf(() => findClusters(page))
    await page.getByText('Comparing all pairs').waitFor({ state: 'detached', timeout: 120_000 })
  })
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const memory = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentMegabytes(id))
  console.log(
    `${sampleCount} x ${featureCount}, 20 base clusterings: ${seconds.toFixed(1)} s to the result, tab ${most(memory)} MB`,
  )
  console.log(
    `longest task of the page: ${reading.longestOfPage.toFixed(0)} ms while reading, ` +
      `${computing.longestOfPage.toFixed(0)} ms while computing and drawing (below 100)`,
  )
  for (const name of [/^Scatter plot/, /^Heatmap/]) await pan(page, name)
  await page.close()
}

async function pan(page, name) {
  const canvas = page.getByRole('application', { name }).first()
  await canvas.scrollIntoViewIfNeeded()
  await canvas.focus()
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('+')
  await page.waitForTimeout(2000)
  const box = await canvas.boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.evaluate(() => {
    window.frameTimes = []
    window.isOver = false
    const count = now => {
      window.frameTimes.push(now)
      if (!window.isOver) requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
  })
  for (let step = 0; step < 90; step++) {
    const angle = (step / 90) * 4 * Math.PI
    await page.mouse.move(
      box.x + box.width * (0.5 + 0.15 * Math.cos(angle)),
      box.y + box.height * (0.5 + 0.15 * Math.sin(angle)),
    )
  }
  await page.mouse.up()
  const times = await page.evaluate(() => {
    window.isOver = true
    return window.frameTimes
  })
  const gaps = times.slice(1).map((time, at) => time - times[at])
  gaps.sort((a, b) => a - b)
  console.log(
    `${name.source.slice(1)}: ${((1000 * gaps.length) / sum(gaps)).toFixed(1)} frames per second while moved, ` +
      `95 % of frames within ${gaps[Math.floor(gaps.length * 0.95)].toFixed(0)} ms`,
  )
}

async function openPage() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(server.address)
  return page
}

async function findClusters(page) {
  await page.getByLabel('Number of clusters (k)', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Find the clusters' }).first().click()
  await page.getByRole('status').filter({ hasText: /^Done/ }).waitFor({ state: 'attached', timeout: 600_000 })
}

async function timeOf(action) {
  const start = performance.now()
  await action()
  return (performance.now() - start) / 1000
}

function residentMegabytes(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1000
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

function most(values) {
  return Math.max(...values).toFixed(0)
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}
