// Takes the pictures of the app that the docs show, from the built app: node scripts/screenshots.mjs
// Run it after a change of the app's looks. It needs Chromium and, to make the files small, nothing else.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { serveApp } from '../dist/node.js'

const folder = fileURLToPath(new URL('../docs/images/app/', import.meta.url))
await mkdir(folder, { recursive: true })

const PENGUINS =
  '#example=penguins&k=3&truth=species&impute=drop-rows&columns=' +
  encodeURIComponent('["bill length mm","bill depth mm","flipper length mm","body mass g"]')

const SHOTS = [
  { name: 'start', hash: '', width: 1280, height: 900, scheme: 'light' },
  { name: 'result', hash: PENGUINS, width: 1280, height: 880, scheme: 'light' },
  { name: 'result-dark', hash: PENGUINS, width: 1280, height: 800, scheme: 'dark', act: selectCluster },
  { name: 'clusters', hash: PENGUINS, width: 1280, height: 760, scheme: 'light', act: scrollTo('The clusters') },
  { name: 'compare', hash: '#example=rings&k=2', width: 1100, height: 740, scheme: 'light', act: compare },
  { name: 'phone', hash: '#example=rings&k=2', width: 390, height: 844, scheme: 'light', act: scrollTo('The samples') },
]

const server = await serveApp()
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
for (const { name, hash, width, height, scheme, act } of SHOTS) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme, reducedMotion: 'reduce' })
  await page.goto(`${server.address}${hash}`)
  if (hash !== '') await page.getByRole('status').filter({ hasText: /^Done/ }).waitFor({ state: 'attached' })
  await page.waitForTimeout(1500)
  await act?.(page)
  await page.waitForTimeout(600)
  await page.screenshot({ path: `${folder}${name}.png` })
  console.log(`docs/images/app/${name}.png`)
  await page.close()
}
await browser.close()
await server.close()

async function selectCluster(page) {
  await page.getByRole('button', { name: /^Cluster 1/ }).click()
  await page.evaluate(() => scrollTo(0, 0))
}

async function compare(page) {
  await page
    .getByRole('region', { name: /^Compare/ })
    .getByRole('button', { name: 'Compare' })
    .click()
  await page.getByText('between the two').waitFor()
  await scrollTo('Compare with another')(page)
}

function scrollTo(title) {
  return page =>
    page
      .getByRole('heading', { name: title })
      .first()
      .evaluate(heading => {
        window.scrollTo(0, heading.getBoundingClientRect().top + window.scrollY - 84)
      })
}
