import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sampleShape } from '../../chorale/src/internal.js'
import { chorale, folderWith } from '../../cli/test/run.js'
import { describeInBrowser } from '../../report/test/chromium.js'
import {
  countField,
  downloadBy,
  downloadLabels,
  dropBytes,
  dropFile,
  findClusters,
  openApp,
  servedApp,
  waitForResult,
} from './open-app.js'

const execute = promisify(execFile)

/** Runs the command that the page shows, in the folder of the file, as someone who copies it would. */
async function labelsOfCommand(command: string, file: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'chorale-app-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(file, join(folder, file.replace(/^.*\//, '')))
  expect(command).toMatch(/^chorale /)
  await execute('sh', ['-c', command.replace(/^chorale/, '"$NODE" "$CLI"')], {
    cwd: folder,
    env: { ...process.env, NODE: process.execPath, CLI: resolve('packages/cli/dist/cli.js') },
  })
  return readFileSync(join(folder, 'labels.csv'), 'utf8')
}

const INJECTION = '<img src=x onerror=alert(1)>'

describeInBrowser('the whole way through the app', browser => {
  const server = servedApp()

  it.each([
    ['a CSV file', 'examples/rings.csv'],
    ['a Parquet file', 'packages/chorale/test/tables/fixtures/duckdb-zstd.parquet'],
    ['a file of labelings', 'examples/rings-labelings.csv'],
  ])('gives the labels of the command it shows, byte for byte, for %s', async (_, path) => {
    const { page, complaints } = await openApp(browser(), server().address)
    await dropFile(page, path)
    // The Parquet file has missing values: the page shows where, and offers fixes.
    const remedy = page.getByRole('button', { name: 'Fill with the median' })
    await page
      .getByText(/Ready:|missing values/)
      .first()
      .waitFor()
    if (await remedy.isVisible()) await remedy.click()
    await findClusters(page)
    const labels = await downloadLabels(page)
    const command = await page.locator('.command code').innerText()
    expect(labels).toBe(await labelsOfCommand(command, path))
    expect(labels.split('\n').length).toBeGreaterThan(6)
    expect(complaints).toEqual([])
  })

  it('gives the labels of the command for other settings, too, and a link that holds them', async () => {
    const settings =
      '#example=iris&truth=species&k=4&method=gpec&alpha=auto&seed=7&ensembleSize=30&generator=mixed&scale=minmax'
    const { page, complaints } = await openApp(browser(), server().address, {
      hash: settings,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await waitForResult(page)
    const command = await page.locator('.command code').innerText()
    expect(command).toBe(
      'chorale cluster iris.csv -k 4 --method gpec --alpha auto -m 30 --generator mixed --scale minmax --truth species --seed 7 -o labels.csv',
    )
    expect(await downloadLabels(page)).toBe(await labelsOfCommand(command, 'examples/iris.csv'))
    await page.getByRole('button', { name: 'Copy a link with these settings' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    expect(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))).toEqual(
      Object.fromEntries(new URLSearchParams(settings.slice(1))),
    )
    expect(complaints).toEqual([])
  })

  it('stops in the middle, says so, and runs again', async () => {
    const { page, complaints } = await openApp(browser(), server().address)
    await dropBytes(page, manySamples(20_000, 16), 'many.csv')
    await page.getByText('Ready:').waitFor()
    await countField(page).fill('3')
    await page.getByRole('button', { name: 'Find the clusters' }).first().click()
    await page.getByText(/Base clusterings: [1-9]\d* of/).waitFor()
    await page.getByRole('button', { name: 'Stop' }).first().click()
    await page.getByText('No result was kept').first().waitFor()
    await findClusters(page, 4)
    expect(await page.locator('.command code').innerText()).toContain('-k 4')
    expect(complaints).toEqual([])
  })

  it('says about bad files what the command line says, without its options', async () => {
    const files: [name: string, content: string | Uint8Array][] = [
      ['bad.csv', 'a,b\n1,2\n3\n'],
      ['gaps.csv', 'x,y\n1,2\n,3\n4,5\n'],
      ['far.csv', 'x,y\n1,2\n1e999,3\n4,5\n'],
      ['empty.csv', ''],
      ['objects.npy', readFileSync('packages/chorale/test/tables/fixtures/objects.npy')],
      ['one.csv', 'a\nx\nx\ny\ny\n'],
    ]
    const folder = folderWith(Object.fromEntries(files))
    const { page } = await openApp(browser(), server().address)
    for (const [name, content] of files) {
      await dropBytes(page, content, name)
      const isLabelings = name === 'one.csv'
      await page.locator('.file').filter({ hasText: name }).waitFor()
      if (isLabelings) await page.getByRole('button', { name: 'Base clusterings' }).click()
      const said = (await page.getByRole('alert').locator('.message').innerText()).trim()
      const { stderr, code } = await chorale([isLabelings ? 'consensus' : 'cluster', name, '-k', '2'], { cwd: folder })
      expect(code, name).toBe(2)
      expect(`chorale: ${said}`).toBe(
        stderr
          .trim()
          .split('\n')
          .at(-1)
          ?.replace(/; [^;]* --\w[^;]*$/, ''),
      )
      expect(said).not.toMatch(/--\w|`/)
    }
  })

  it('shows names and ids from a file as text, whatever they hold', async () => {
    const rows = Array.from(
      { length: 12 },
      (_, i) => `"${INJECTION}${i}",${i % 3},${i % 2},"${INJECTION}class${i % 2}"`,
    )
    const file = [`id,"${INJECTION}x",z,class`, ...rows, ''].join('\n')
    const { page, complaints } = await openApp(browser(), server().address)
    await dropBytes(page, file, `${INJECTION}.csv`)
    await page.getByText('Ready:').waitFor()
    await page.getByText('Missing values, scaling, array').click()
    await findClusters(page)
    await page.getByRole('combobox', { name: 'Colour' }).selectOption('Colour by truth')
    await page.getByRole('button', { name: 'Figures as SVG or PNG' }).click()
    await page.getByRole('button', { name: 'Cluster sizes as PNG' }).click()
    expect(await page.locator('img, [onerror]').count()).toBe(0)
    expect(await page.getByText(INJECTION).count()).toBeGreaterThan(10)

    const labels = Array.from({ length: 12 }, (_, i) => `s${i},${i % 3},${i % 2},${i % 4}`)
    await dropBytes(page, [`id,"${INJECTION}a","${INJECTION}b",c`, ...labels, ''].join('\n'), 'labelings.csv')
    await page.getByText('labelings.csv').first().waitFor()
    await page.getByText('Ready:').waitFor()
    await findClusters(page)
    await page.getByText('All base clusterings as a table').click()
    expect(await page.getByText(`${INJECTION}a`).count()).toBeGreaterThan(0)
    expect(await page.locator('img, [onerror]').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('hands out the report and the figures', async () => {
    const { page, complaints } = await openApp(browser(), server().address, { hash: '#example=iris&truth=species&k=3' })
    await waitForResult(page)
    const report = await downloadBy(page, 'Report as HTML')
    expect(report.name).toBe('iris-report.html')
    expect(report.content.toString()).toContain('3 clusters of 150 samples')
    expect(report.content.toString()).toContain('--truth')
    await page.getByRole('button', { name: 'Figures as SVG or PNG' }).click()
    const svg = await downloadBy(page, 'Eigenvalues and the gap as SVG')
    expect(svg.content.toString()).toMatch(/^<svg xmlns/)
    const png = await downloadBy(page, 'Co-association, ordered by cluster as PNG')
    expect(png.name).toBe('iris-heatmap.png')
    expect([...png.content.subarray(1, 4)].map(byte => String.fromCharCode(byte)).join('')).toBe('PNG')
    expect(complaints).toEqual([])
  })

  it('selects everywhere what is selected anywhere', async () => {
    const { page } = await openApp(browser(), server().address, { hash: '#example=rings&k=2' })
    await waitForResult(page)
    await page.getByRole('button', { name: /^Cluster 1/ }).click()
    const chosen = page.getByRole('status').filter({ hasText: 'samples in cluster 1' })
    await chosen.waitFor()
    await page.getByRole('button', { name: 'Selected only' }).click()
    await page.getByText(/of 200 samples$/).waitFor()
    await page.getByText('200 selected').waitFor()

    // A lasso around the whole picture takes all samples.
    await page.keyboard.press('Escape')
    const scatter = page.getByRole('application', { name: /^Scatter plot of 400 samples/ })
    await page.getByRole('button', { name: 'Lasso' }).first().click()
    const box = (await scatter.boundingBox())!
    const corner = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const
    await page.mouse.move(...corner(0.02, 0.15))
    await page.mouse.down()
    for (const [x, y] of [
      [0.98, 0.15],
      [0.98, 0.98],
      [0.02, 0.98],
    ] as const)
      await page.mouse.move(...corner(x, y), { steps: 4 })
    await page.mouse.up()
    await page
      .getByRole('status')
      .filter({ hasText: /samples selected with the lasso/ })
      .waitFor()

    // The heatmap takes clusters by a click.
    await page.getByRole('application', { name: /^Heatmap/ }).click({ position: { x: 20, y: 20 } })
    await page
      .getByRole('status')
      .filter({ hasText: /samples in cluster/ })
      .waitFor()
  })

  it('starts without a number of clusters, and shows the evidence before the clusters', {
    timeout: 120_000,
  }, async () => {
    const { page, complaints } = await openApp(browser(), server().address)
    const { values } = sampleShape('blobs', {
      sampleCount: 150,
      featureCount: 3,
      clusterCount: 4,
      spread: 0.4,
      seed: 3,
    })
    const rows = Array.from({ length: 150 }, (_, i) => [...values.subarray(3 * i, 3 * i + 3), i % 2 ? 'x' : 'y'].join())
    await dropBytes(page, ['a,b,c,class', ...rows, ''].join('\n'), 'blobs.csv')
    await page.getByText('Ready:').waitFor()
    // Not even the number of classes is set: it is offered.
    expect(await countField(page).inputValue()).toBe('')
    expect(await page.getByRole('button', { name: 'Find the clusters' }).first().isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Use 2, the classes of class' }).waitFor()

    await page.getByRole('button', { name: 'Let Chorale choose' }).first().click()
    await page
      .getByText(/^Testing /)
      .first()
      .waitFor()
    await page.getByText(/left in this step|longer in this step/).waitFor()
    const evidence = page.getByRole('region', { name: 'How many clusters?' })
    await evidence.getByText(/^4 clusters/).waitFor({ timeout: 60_000 })
    // The evidence sets nothing.
    expect(await countField(page).inputValue()).toBe('')
    await evidence.getByRole('button', { name: 'Find 4 clusters', exact: true }).click()
    await waitForResult(page)
    expect(await countField(page).inputValue()).toBe('4')
    expect(await page.locator('.command code').innerText()).toBe('chorale cluster blobs.csv -k 4 -o labels.csv')

    // The verdict is the same sentence wherever it is shown.
    const verdict = await page.getByRole('note', { name: 'Verdict' }).locator('.sentence').innerText()
    const panel = page.getByRole('region', { name: 'Is this the right number of clusters?' })
    await panel.getByText(verdict, { exact: true }).waitFor()
    // Another number is found when it is clicked, and only then.
    await panel.getByRole('button', { name: /^3 clusters: stability/ }).click()
    await page.getByText('3 clusters of 150 samples', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  it('computes the evidence with progress beside a result, whose number stays', { timeout: 120_000 }, async () => {
    const { page } = await openApp(browser(), server().address, { hash: '#example=iris&truth=species&k=5' })
    await waitForResult(page)
    const panel = page.getByRole('region', { name: 'Is this the right number of clusters?' })
    await panel.getByRole('button', { name: 'Compute the evidence for each k' }).click()
    await panel.getByRole('progressbar', { name: 'Progress of the evidence' }).waitFor()
    await panel.getByText(/ left$|longer$/).waitFor()
    await panel.getByRole('button', { name: /^5 clusters: stability/ }).waitFor({ timeout: 90_000 })
    expect(await countField(page).inputValue()).toBe('5')
    await page.getByText('5 clusters of 150 samples', { exact: true }).waitFor()
    const verdict = await page.getByRole('note', { name: 'Verdict' }).locator('.sentence').innerText()
    await panel.getByText(verdict, { exact: true }).waitFor()
  })

  it('compares two methods with their agreement', async () => {
    const { page } = await openApp(browser(), server().address, { hash: '#example=rings&k=2&generator=random-k' })
    await waitForResult(page)
    const compare = page.getByRole('region', { name: /^Compare/ })
    await compare.getByLabel('Method').selectOption('balanced')
    await compare.getByRole('button', { name: 'Compare' }).click()
    await compare.getByText('ARI 1.000').waitFor()
    await compare.getByLabel('Clusters', { exact: true }).fill('3')
    await compare.getByRole('button', { name: 'Compare' }).click()
    await compare.getByText(/ARI 0\.\d+/).waitFor()
    await compare
      .getByRole('button', { name: /samples? in cluster 0 of the other result/ })
      .first()
      .click()
    await page.getByRole('status').filter({ hasText: 'of the other result' }).first().waitFor()
  })

  it('works after the network is gone: files of all kinds, reports, and much to compute', {
    timeout: 120_000,
  }, async () => {
    const { page, complaints } = await openApp(browser(), server().address)
    const loaded = new Set<string>()
    page.context().on('requestfinished', request => loaded.add(request.url().replace(/^.*\//, '')))
    await page.reload()
    // The page loads the remaining parts when it is idle, except the further workers, which load when they start.
    const scripts = readdirSync('packages/cli/dist/app/assets').filter(name => name.endsWith('.js'))
    const baseWorker = scripts.find(name => name.startsWith('base.worker-'))!
    const baseWorkerCode = readFileSync(join('packages/cli/dist/app/assets', baseWorker), 'utf8')
    const parts = scripts.filter(name => name !== baseWorker && !baseWorkerCode.includes(name))
    await expect.poll(() => parts.filter(name => !loaded.has(name)), { timeout: 30_000 }).toEqual([])
    await page.context().setOffline(true)
    await page.getByRole('button', { name: /^Two rings/ }).click()
    await page.getByText('your own files do not').waitFor()
    await dropFile(page, 'packages/chorale/test/tables/fixtures/duckdb-zstd.parquet')
    await page.getByText('Ready:').waitFor()
    await findClusters(page)
    await downloadLabels(page)
    expect((await downloadBy(page, 'Report as HTML')).name).toBe('duckdb-zstd-report.html')
    // Other workers cannot be loaded any more: the one that is there does their work.
    await dropBytes(page, manySamples(2500, 6), 'many.csv')
    await page.getByText('Ready:').waitFor()
    await findClusters(page)
    await downloadLabels(page)
    expect(complaints.filter(each => !each.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})

/** Samples without clear clusters, so that there is something to do. */
function manySamples(sampleCount: number, featureCount: number): string {
  let state = 1
  const next = () => {
    state = (state * 16807) % 2147483647
    return (state / 2147483647).toFixed(4)
  }
  const header = Array.from({ length: featureCount }, (_, j) => `x${j}`).join()
  const rows = Array.from({ length: sampleCount }, () => Array.from({ length: featureCount }, next).join())
  return [header, ...rows, ''].join('\n')
}

describe('the built app', () => {
  it('has only relative addresses, so that any static host will do', () => {
    const page = readFileSync('packages/cli/dist/app/index.html', 'utf8')
    expect(
      [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(match => match[1]).filter(url => !url.startsWith('./')),
    ).toEqual([])
  })
})
