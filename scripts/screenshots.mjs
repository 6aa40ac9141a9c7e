// Takes the screenshots of the app for the docs, from the built app: node scripts/screenshots.mjs [part of a name]
// Run it after a visible change of the app. It needs Chromium, which also converts the files to WebP.
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { sampleShape } from '../packages/chorale/dist/index.js'
import { serveApp } from '../packages/cli/dist/index.js'

const folder = fileURLToPath(new URL('../docs/images/app/', import.meta.url))
await mkdir(folder, { recursive: true })

const PENGUINS =
  '#example=penguins&k=3&truth=species&impute=drop-rows&columns=' +
  encodeURIComponent('["bill length mm","bill depth mm","flipper length mm","body mass g"]')

const SHOTS = [
  { name: 'start', hash: '', width: 1280, height: 900, scheme: 'light' },
  { name: 'data', hash: '', width: 1280, height: 800, scheme: 'light', act: openGaps },
  { name: 'columns', hash: '', width: 1280, height: 900, scheme: 'light', open: '../examples/penguins.csv' },
  { name: 'running', hash: '', width: 1280, height: 860, scheme: 'light', act: run },
  { name: 'result', hash: PENGUINS, width: 1280, height: 940, scheme: 'light' },
  { name: 'result-dark', hash: PENGUINS, width: 1280, height: 800, scheme: 'dark', act: selectCluster },
  { name: 'clusters', hash: PENGUINS, width: 1280, height: 760, scheme: 'light', act: scrollTo('Clusters') },
  {
    name: 'features',
    hash: PENGUINS,
    width: 1280,
    height: 760,
    scheme: 'light',
    act: scrollTo('What tells the clusters apart'),
  },
  { name: 'compare', hash: '#example=rings&k=2', width: 1180, height: 820, scheme: 'light', act: compare },
  { name: 'phone', hash: '#example=rings&k=2', width: 390, height: 844, scheme: 'light', act: scrollTo('Samples') },
]

const server = await serveApp()
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
const only = process.argv[2]
for (const { name, hash, width, height, scheme, open, act } of SHOTS) {
  if (only !== undefined && !name.includes(only)) continue
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme, reducedMotion: 'reduce' })
  await page.goto(`${server.address}${hash}`)
  if (open !== undefined) await page.setInputFiles('input[type=file]', fileURLToPath(new URL(open, import.meta.url)))
  if (hash !== '') await page.getByRole('status').filter({ hasText: /^Done/ }).waitFor({ state: 'attached' })
  await page.waitForTimeout(1500)
  await page.getByText('Computing the map').waitFor({ state: 'detached' })
  await act?.(page)
  const file = await webp(await page.screenshot())
  await writeFile(`${folder}${name}.webp`, file)
  console.log(`docs/images/app/${name}.webp: ${(file.length / 1000).toFixed(0)} kB`)
  await page.close()
}
await browser.close()
await server.close()

/** Converts a PNG file to WebP, a third of the size. */
async function webp(png) {
  const page = await browser.newPage()
  const base64 = await page.evaluate(async source => {
    const image = new Image()
    image.src = `data:image/png;base64,${source}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
    canvas.getContext('2d').drawImage(image, 0, 0)
    const bytes = new Uint8Array(
      await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 })).arrayBuffer(),
    )
    return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  }, png.toString('base64'))
  await page.close()
  return Buffer.from(base64, 'base64')
}

/** Starts a run; the screenshot is taken while base clusterings are computed. */
async function run(page) {
  const n = 9000
  const d = 6
  const { values } = sampleShape('blobs', { sampleCount: n, featureCount: d, clusterCount: 7, spread: 0.7, seed: 5 })
  const rows = Array.from({ length: n }, (_, i) => values.subarray(i * d, (i + 1) * d).join())
  const buffer = Buffer.from(['a,b,c,d,e,f', ...rows, ''].join('\n'))
  await page.setInputFiles('input[type=file]', { name: 'cells.csv', mimeType: 'text/csv', buffer })
  await page.getByText('Ready:').waitFor()
  await page.getByText('More settings', { exact: true }).click()
  await page.getByLabel('How the base clusterings differ').selectOption('random-k')
  await page.getByText('More settings', { exact: true }).click()
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByLabel('Number of clusters (k)', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Find the clusters' }).first().click()
  await page.getByText(/Coloured by base clustering \d/).waitFor()
  await page.waitForTimeout(500)
}

/** A file with missing values. */
async function openGaps(page) {
  const rows = Array.from(
    { length: 60 },
    (_, i) => `${i % 9 === 4 ? '' : 20 + ((i * 7) % 31)},${i % 13 === 6 ? '' : 30 + ((i * 11) % 40)},${i % 5}`,
  )
  const buffer = Buffer.from(['age,income,visits', ...rows, ''].join('\n'))
  await page.setInputFiles('input[type=file]', { name: 'customers.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('alert').waitFor()
  await page.waitForTimeout(600)
}

async function selectCluster(page) {
  await page.getByRole('button', { name: /^Cluster 1/ }).click()
  await page.evaluate(() => scrollTo(0, 0))
  await page.waitForTimeout(600)
}

async function compare(page) {
  await page
    .getByRole('region', { name: /^Compare/ })
    .getByRole('button', { name: 'Compare' })
    .click()
  await page.getByText('between the two').waitFor()
  await scrollTo('Compare with another method or other settings')(page)
}

function scrollTo(title) {
  return async page => {
    await page
      .getByRole('heading', { name: title, exact: true })
      .first()
      .evaluate(heading => {
        window.scrollTo(0, heading.getBoundingClientRect().top + window.scrollY - 84)
      })
    await page.waitForTimeout(600)
  }
}
