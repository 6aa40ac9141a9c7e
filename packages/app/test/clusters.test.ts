import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../report/test/chromium.js'
import { downloadBy, downloadLabels, openApp, servedApp, waitForResult } from './open-app.js'

/** The clusters of the samples, as the page hands them out. */
async function clusters(page: Page): Promise<string[]> {
  const lines = (await downloadLabels(page)).trim().split('\n')
  return lines.slice(1).map(line => line.split(',')[1])
}

async function setClusterCount(page: Page, count: number): Promise<void> {
  await page.getByLabel('Clusters', { exact: true }).first().fill(String(count))
  await page.getByText(`${count} clusters of 150 samples`, { exact: true }).waitFor()
}

describeInBrowser('the clusters of one result and the next', browser => {
  const server = servedApp()
  const hash = '#example=iris&truth=species&k=3&generator=random-k&method=gpec'

  it('keep number and name where they stay the same samples', async () => {
    const { page, complaints } = await openApp(browser(), server().address, { hash })
    await waitForResult(page)
    const before = await clusters(page)
    // The first fifty flowers are far from the others.
    const setosa = before[0]
    await page.getByRole('button', { name: `Edit Cluster ${setosa}` }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('setosa group')
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    for (const count of [5, 2]) {
      await setClusterCount(page, count)
      await page.getByRole('button', { name: /^setosa group \d/ }).waitFor()
      expect((await clusters(page)).slice(0, 50).filter(each => each === setosa).length).toBeGreaterThan(20)
    }
    expect(new Set((await clusters(page)).slice(0, 50))).toEqual(new Set([setosa]))
    expect(complaints).toEqual([])
  })

  it('have names in the files, and can be merged by hand; the page tells that the command does not', async () => {
    const { page } = await openApp(browser(), server().address, { hash })
    await waitForResult(page)
    await page.getByRole('button', { name: 'Edit Cluster 1' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('wide, "petals"')
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    const [header, ...rows] = (await downloadLabels(page)).trim().split('\n')
    expect(header).toBe('id,cluster,confidence,name')
    for (const row of rows) {
      const isNamed = row.split(',')[1] === '1'
      expect(row.endsWith(isNamed ? '"wide, ""petals"""' : ',')).toBe(true)
    }
    const report = (await downloadBy(page, 'Report as HTML')).content.toString('utf8')
    expect(report).toContain('cluster 1 <bdi>wide, &quot;petals&quot;</bdi>')
    expect(report).toContain('Cluster 1 <bdi>wide, &quot;petals&quot;</bdi>')

    await page.getByRole('button', { name: 'Edit Cluster 2' }).click()
    await page.getByLabel('Merge with').selectOption('wide, "petals"')
    await page.getByText('2 clusters of 150 samples', { exact: true }).waitFor()
    expect(new Set(await clusters(page))).toEqual(new Set(['0', '1']))
    await page.getByText('You merged clusters').waitFor()
    await page.getByRole('button', { name: 'Use the clusters of the command' }).click()
    await page.getByText('3 clusters of 150 samples', { exact: true }).waitFor()
  })

  it('are explained by features, distributions, silhouettes, evidence and a tree', { timeout: 120_000 }, async () => {
    const { page, complaints } = await openApp(browser(), server().address, { hash })
    await waitForResult(page)
    const features = page.getByRole('region', { name: 'What tells the clusters apart' })
    await features
      .getByRole('img', { name: /^Features by cluster/ })
      .locator('rect')
      .nth(11)
      .waitFor()
    await features.getByRole('button', { name: 'Distributions' }).click()
    await features
      .getByRole('img', { name: /Box plots of petal/ })
      .locator('rect')
      .nth(2)
      .waitFor()
    await features.getByRole('button', { name: 'Silhouettes' }).click()
    await features.getByRole('img', { name: /ilhouette/ }).waitFor()
    const count = page.getByRole('region', { name: 'Is this the right number of clusters?' })
    await count.getByRole('button', { name: 'Tree' }).click()
    await count.getByRole('button', { name: 'Draw the tree' }).click()
    await count
      .getByRole('img', { name: /^How clusters split/ })
      .locator('rect')
      .nth(20)
      .waitFor()
    await count.getByRole('button', { name: 'Evidence' }).click()
    await count.getByRole('button', { name: 'Compute the evidence for each k' }).click()
    await count.getByRole('button', { name: /^4 clusters: stability/ }).click({ timeout: 90_000 })
    await page.getByText('4 clusters of 150 samples', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })
})
