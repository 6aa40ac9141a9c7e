import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { describeInBrowser } from '../report/chromium.js'
import { downloadLabels, dropFile, findClusters, openApp, servedApp } from './open-app.js'

const execute = promisify(execFile)

/** Runs the command that the page shows, in the folder of the file, as someone who copies it would. */
async function labelsOfCommand(command: string, file: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'chorale-app-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [chorale, ...rest] = command.split(' ')
  expect(chorale).toBe('chorale')
  await execute('cp', [file, folder])
  await execute('sh', ['-c', `"$NODE" "$CLI" ${rest.join(' ')}`], {
    cwd: folder,
    env: { ...process.env, NODE: process.execPath, CLI: resolve('dist/cli.js') },
  })
  return readFileSync(join(folder, 'labels.csv'), 'utf8')
}

describeInBrowser('the whole way through the app', browser => {
  const server = servedApp()

  it.each([
    ['a CSV file', 'examples/rings.csv'],
    ['a Parquet file', 'test/load/fixtures/duckdb-zstd.parquet'],
    ['a file of labelings', 'examples/rings-labelings.csv'],
  ])('gives the labels of the command it shows, byte for byte, for %s', async (_, path) => {
    const { page, complaints } = await openApp(browser(), server().address)
    await dropFile(page, path)
    await page.getByText('Reading the file').first().waitFor({ state: 'detached' })
    // The Parquet file has empty cells: the page says where, and offers what to do.
    const remedy = page.getByRole('button', { name: 'Fill in the median' })
    if (await remedy.isVisible()) await remedy.click()
    await findClusters(page)
    const labels = await downloadLabels(page)
    const command = await page.locator('.command code').innerText()
    expect(labels).toBe(await labelsOfCommand(command, path))
    expect(labels.split('\n').length).toBeGreaterThan(6)
    expect(complaints).toEqual([])
  })
})
