import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
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

const RINGS = 'examples/rings.csv'

async function clusterCount(page: Page): Promise<string> {
  return countField(page).inputValue()
}

/** Waits until the URL holds the settings and the browser has saved the state. */
async function settled(page: Page): Promise<void> {
  await page.getByText('This browser keeps a copy').waitFor()
  await page.waitForTimeout(800)
}

async function name(page: Page, cluster: number, text: string): Promise<void> {
  await page.getByRole('button', { name: `Edit Cluster ${cluster}` }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Done', exact: true }).click()
}

describeInBrowser('the state of the app', browser => {
  const server = servedApp()

  it('is restored by a reload: file, settings, result and names; and forgotten on request', async () => {
    const { page, complaints } = await openApp(browser(), server().address)
    await dropFile(page, RINGS)
    await page.getByText('Ready:').waitFor()
    await findClusters(page, 3)
    await name(page, 2, 'inner ring')
    const labels = await downloadLabels(page)
    await settled(page)
    expect(new URL(page.url()).hash).toContain('k=3')
    await page.reload()
    await waitForResult(page)
    expect(await clusterCount(page)).toBe('3')
    expect(await downloadLabels(page)).toBe(labels)
    expect(labels).toContain('inner ring')

    // Without the hash, the start page offers the last file.
    await page.goto(server().address)
    await page.getByText('Your last file was').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await waitForResult(page)
    await page.getByRole('button', { name: 'Forget' }).click()
    await page.getByText('Drop a file here').waitFor()
    await page.reload()
    await page.getByText('Drop a file here').waitFor()
    await page.waitForTimeout(300)
    expect(await page.getByText('Your last file was').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('follows back and forward', async () => {
    const { page } = await openApp(browser(), server().address, {
      hash: '#example=rings&k=2&generator=random-k&method=gpec',
    })
    await waitForResult(page)
    await settled(page)
    await page.getByLabel('Clusters', { exact: true }).first().fill('4')
    await page.getByText('4 clusters of 400 samples', { exact: true }).waitFor()
    await settled(page)
    await page.goBack()
    await page.getByText('2 clusters of 400 samples', { exact: true }).waitFor()
    expect(await clusterCount(page)).toBe('2')
    await page.goForward()
    await page.getByText('4 clusters of 400 samples', { exact: true }).waitFor()
  })

  it('is one file that can be opened again', async () => {
    const { page } = await openApp(browser(), server().address, {
      hash: '#example=iris&k=4&generator=random-k&method=gpec',
    })
    await waitForResult(page)
    await name(page, 1, 'my flowers')
    const labels = await downloadLabels(page)
    const project = await downloadBy(page, 'Project')
    expect(project.name).toBe('iris.chorale')

    const other = await openApp(browser(), server().address)
    await dropBytes(other.page, project.content, project.name)
    await waitForResult(other.page)
    expect(await downloadLabels(other.page)).toBe(labels)
    expect(await clusterCount(other.page)).toBe('4')
    await dropBytes(other.page, 'something else\n', 'bad.chorale')
    await other.page.getByText('bad.chorale: this is not a project').waitFor()
    expect(other.complaints).toEqual([])
  })

  it('does not carry settings to another file', async () => {
    const { page } = await openApp(browser(), server().address, { hash: '#file=mine.csv&k=7&seed=9' })
    await page.getByText('This link contains').waitFor()
    await dropFile(page, RINGS)
    await page
      .getByText('The settings of the link belong to mine.csv. rings.csv was opened with the default settings.')
      .waitFor()
    await page.getByText('Ready:').waitFor()
    expect(await clusterCount(page)).toBe('')
    await countField(page).fill('5')
    await dropBytes(page, readFileSync(RINGS), 'other.csv')
    await page.getByText('other.csv').first().waitFor()
    await page.getByText('Ready:').waitFor()
    expect(await clusterCount(page)).toBe('')
  })

  it('keeps the previous result when a run is stopped', async () => {
    const { page, complaints } = await openApp(browser(), server().address)
    const rows = Array.from({ length: 4000 }, (_, i) => [13, 29, 47, 71].map(by => ((i * i * by) % 1009) / 7).join())
    await dropBytes(page, ['a,b,c,d', ...rows, ''].join('\n'), 'noise.csv')
    await page.getByText('Ready:').waitFor()
    await page.getByText('More settings', { exact: true }).click()
    await page.getByLabel('How the base clusterings differ').selectOption('random-k')
    await page.getByLabel('Number of base clusterings (m)').fill('10')
    await findClusters(page)
    const labels = await downloadLabels(page)
    await page.getByLabel('Number of base clusterings (m)').fill('2000')
    await page.getByRole('button', { name: 'Run with these settings' }).click()
    await page
      .getByText(/Base clusterings: [1-9]/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).first().click()
    await page.getByText('Stopped. The previous result is still shown.').waitFor()
    expect(await downloadLabels(page)).toBe(labels)
    expect(complaints).toEqual([])
  })

  it('survives a reload without a network', { timeout: 60_000 }, async () => {
    const { page } = await openApp(browser(), server().address, { serviceWorkers: 'allow' })
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.getByRole('button', { name: /^Iris/ }).click()
    await waitForResult(page)
    await settled(page)
    await page.context().setOffline(true)
    await page.reload()
    await waitForResult(page)
    await page.getByText(/^UMAP of/).waitFor()
  })
})
