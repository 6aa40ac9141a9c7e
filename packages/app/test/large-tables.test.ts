import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { traceTasks } from '../../../bench/trace-tasks.mjs'
import { sampleShape } from '../../chorale/src/internal.js'
import { chorale, folderWith } from '../../cli/test/run.js'
import { describeInBrowser } from '../../report/test/chromium.js'
import { countField, downloadLabels, dropBytes, findClusters, openApp, servedApp } from './open-app.js'

function blobs(sampleCount: number, featureCount: number): string {
  const { values, truth } = sampleShape('blobs', { sampleCount, featureCount, clusterCount: 6, spread: 0.6, seed: 3 })
  const rows = Array.from({ length: sampleCount }, (_, i) =>
    [
      ...Array.from(values.subarray(i * featureCount, (i + 1) * featureCount), value => value.toFixed(4)),
      truth[i],
    ].join(),
  )
  return [[...Array.from({ length: featureCount }, (_, j) => `x${j}`), 'class'].join(), ...rows, ''].join('\n')
}

describeInBrowser('the load of the app', browser => {
  const server = servedApp()

  it('loads at most 340 kB, compressed and without the map, until nothing more is asked for', async () => {
    const context = await browser().newContext()
    onTestFinished(() => context.close())
    const names = new Set<string>()
    context.on('request', request => names.add(request.url().slice(server().address.length) || 'index.html'))
    const page = await context.newPage()
    await page.goto(server().address, { waitUntil: 'networkidle' })
    await page.waitForTimeout(500)
    const bytes = [...names].reduce(
      (sum, name) => sum + gzipSync(readFileSync(`packages/cli/dist/app/${name}`)).length,
      0,
    )
    // biome-ignore lint/suspicious/noConsole: the measure is worth seeing in every log.
    console.info(`first load: ${(bytes / 1000).toFixed(1)} kB in ${names.size} files, gzip`)
    // The worker and the charts are loaded ahead of their use: they count.
    for (const part of ['index-', 'compute.worker-', 'charts-'])
      expect([...names].some(name => name.includes(part))).toBe(true)
    expect(bytes).toBeLessThanOrEqual(340_000)
    expect([...names].some(name => name.includes('sample-map'))).toBe(false)
  })

  it('reuses base clusterings by k-means when k changes', async () => {
    const { page } = await openApp(browser(), server().address)
    await dropBytes(page, blobs(1500, 5), 'blobs.csv')
    await page.getByText('More settings', { exact: true }).click()
    await page.getByLabel('How the base clusterings differ').selectOption('random-k')
    await findClusters(page, 6)
    await page.getByRole('button', { name: 'Clusters: one more' }).click()
    await page.getByText('7 clusters of 1,500 samples', { exact: true }).waitFor()
    await page.getByText('base clusterings reused').waitFor()
  })

  it('gives the labels of the command for a wide table with more rows than are clustered, and its map', async () => {
    const { sampleCount, featureCount, values } = sampleShape('blobs', {
      sampleCount: 20_300,
      featureCount: 40,
      clusterCount: 6,
      spread: 0.6,
      seed: 3,
    })
    const folder = folderWith({ 'wide.npy': npyOf(Float32Array.from(values), sampleCount, featureCount) })
    const { page, complaints } = await openApp(browser(), server().address)
    await page.setInputFiles('input[type=file]', join(folder, 'wide.npy'))
    await page.getByText('Ready: 20,300 samples, 40 features').waitFor()
    await findClusters(page, 6)
    await page.getByText('fitted on 20,000 rows').waitFor()
    const { code, stderr } = await chorale(['cluster', 'wide.npy', '-k', '6', '-o', 'labels.csv'], {
      cwd: folder,
      env: {},
    })
    expect(code, stderr).toBe(0)
    expect(await downloadLabels(page)).toBe(readFileSync(join(folder, 'labels.csv'), 'utf8'))
    await page.getByText(/^UMAP of/).waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Consensus', exact: true }).click()
    await page.getByText('It shows the 20,000 rows that the clusters were fitted on.').waitFor()
    expect(complaints).toEqual([])
  }, 240_000)

  it('never blocks the page for 200 ms with 50,000 samples of 10 features, and stays below 1.5 GB', async () => {
    const { page, complaints } = await openApp(browser(), server().address)
    const path = join(folderWith({ 'large.csv': blobs(50_000, 10) }), 'large.csv')
    const { longestOfPage } = await traceTasks(browser(), page, async () => {
      await page.setInputFiles('input[type=file]', path)
      await page.getByText('Ready:').waitFor()
      await countField(page).fill('6')
      await page.getByRole('button', { name: 'Find the clusters' }).first().click()
      await page.getByText(/^About \d+ s left in this step/).waitFor()
      await page.getByRole('status').filter({ hasText: /^Done/ }).waitFor({ state: 'attached', timeout: 120_000 })
      await page.getByText('Computing the map').waitFor({ state: 'detached', timeout: 60_000 })
      await page.getByText('Comparing all pairs').waitFor({ state: 'detached' })
      for (const name of ['PCA', 'Consensus', 'Map']) await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('button', { name: 'Select the lowest' }).click()
      await page.getByRole('status').filter({ hasText: 'with the lowest confidence' }).waitFor()
    })
    const session = await browser().newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const megabytes = Math.max(
      ...processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentMegabytes(id)),
    )
    // biome-ignore lint/suspicious/noConsole: the measure is worth seeing in every log.
    console.info(
      `50,000 x 10: tab ${megabytes.toFixed(0)} MB, longest task ${longestOfPage.toFixed(0)} ms of processor time`,
    )
    expect(longestOfPage).toBeLessThan(200)
    expect(megabytes).toBeLessThan(1500)
    expect(complaints).toEqual([])
  }, 240_000)
})

/** Rows of 32-bit numbers as an .npy file. */
function npyOf(values: Float32Array, rowCount: number, columnCount: number): Buffer {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rowCount}, ${columnCount}), }`
  const magic = Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, 118, 0])
  return Buffer.concat([magic, Buffer.from(`${header.padEnd(117)}\n`), Buffer.from(values.buffer)])
}

/** Memory of a process, from the system. */
function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1000
}
