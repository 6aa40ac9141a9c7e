// Frames per second of the app while the scatter plot and the heatmap are moved, and what a large table costs.
// Needs the built app and Chromium: node bench/app.mjs [samples] [features]
// The test browser draws in software: a graphics card is many times as fast.
import { chromium } from 'playwright-core'
import { sampleShape } from '../dist/index.js'
import { serveApp } from '../dist/node.js'

const sampleCount = Number(process.argv[2] ?? 50_000)
const featureCount = Number(process.argv[3] ?? 10)
const { features } = sampleShape('blobs', { sampleCount, featureCount, clusterCount: 6, spread: 0.6, seed: 3 })
const rows = Array.from({ length: sampleCount }, (_, i) =>
  Array.from(features.values.subarray(i * featureCount, (i + 1) * featureCount), value => value.toFixed(4)).join(),
)
const file = [Array.from({ length: featureCount }, (_, j) => `x${j}`).join(), ...rows, ''].join('\n')

const server = await serveApp()
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
await page.goto(server.address)
await page.setInputFiles('input[type=file]', { name: 'blobs.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
await page.getByText('Ready:').waitFor()
await page.getByText('More settings', { exact: true }).click()
await page.getByLabel('Base clusterings (m)').fill('20')
const start = performance.now()
await page.getByRole('button', { name: 'Find the clusters' }).first().click()
await page.getByRole('status').filter({ hasText: /^Done/ }).waitFor({ state: 'attached', timeout: 600_000 })
console.log(
  `${sampleCount} x ${featureCount}, 20 base clusterings: ${((performance.now() - start) / 1000).toFixed(1)} s to the result`,
)
await page.getByText('Comparing all pairs').waitFor({ state: 'detached' })

for (const name of [/^Scatter plot/, /^Heatmap/]) {
  const canvas = page.getByRole('application', { name }).first()
  await canvas.scrollIntoViewIfNeeded()
  await canvas.focus()
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('+')
  await page.waitForTimeout(2000)
  const box = await canvas.boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.evaluate(() => {
    window.frames_ = []
    window.isOver = false
    const count = now => {
      window.frames_.push(now)
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
    return window.frames_
  })
  const seconds = (times[times.length - 1] - times[0]) / 1000
  const gaps = times.slice(1).map((time, at) => time - times[at])
  gaps.sort((a, b) => a - b)
  console.log(
    `${await canvas.getAttribute('aria-label').then(label => label.slice(0, 24))}...: ${((times.length - 1) / seconds).toFixed(1)} frames per second while moved, ` +
      `95 % of frames within ${gaps[Math.floor(gaps.length * 0.95)].toFixed(0)} ms`,
  )
}
await browser.close()
await server.close()
