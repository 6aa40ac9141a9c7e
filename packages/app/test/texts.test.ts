import { expect, it } from 'vitest'
import { randomFor, sampleShape } from '../../chorale/src/internal.js'
import { describeInBrowser } from '../../report/test/chromium.js'
import { dropBytes, findClusters, servedApp, sharedApp } from './open-app.js'

const TOPICS = ['storm and rain', 'match and team', 'bank and market', 'film and actor']
const SOURCES = ['wire', 'blog', 'paper']

/** Texts with vectors, ids, and classes with long names. */
function texts(): string {
  const { values, truth } = sampleShape('blobs', {
    sampleCount: 240,
    featureCount: 48,
    clusterCount: 4,
    spread: 0.6,
    seed: 3,
  })
  const random = randomFor(1, 0)
  return Array.from({ length: 240 }, (_, i) => {
    const source = truth[i] === 0 ? 'wire' : SOURCES[Math.floor(3 * random())]
    const embedding = Array.from(values.subarray(48 * i, 48 * i + 48), value => Number(value.toFixed(3)))
    return JSON.stringify({
      id: `doc${i}`,
      text: `${TOPICS[truth[i]]}, day ${i}`,
      source,
      species: `class of documents number ${i % 16}`,
      embedding,
    })
  }).join('\n')
}

describeInBrowser('texts with vectors', browser => {
  const server = servedApp()
  const shared = sharedApp(browser, server, async ({ page }) => {
    await dropBytes(page, texts(), 'texts.jsonl')
    await page.getByText('Ready: 240 samples, 48 features').waitFor()
    await findClusters(page, 4)
    await page.getByText(/^UMAP of/).waitFor()
  })
  const plot = () => shared().page.getByRole('application', { name: /^Scatter plot of/ })

  it('show their text under the pointer', async () => {
    const { page } = shared()
    await plot().scrollIntoViewIfNeeded()
    const box = (await plot().boundingBox())!
    const tip = page.locator('.tip')
    for (let at = 0; at < 900 && (await tip.count()) === 0; at++) {
      await page.mouse.move(box.x + (((at * 37) % 97) / 97) * box.width, box.y + (((at * 53) % 89) / 89) * box.height)
    }
    expect(await tip.innerText()).toMatch(/ and \w+, day \d+\ndoc\d+\nCluster \d/)
  })

  it('colour the samples by any column, also by words', async () => {
    const { page } = shared()
    const menu = page.getByRole('combobox', { name: 'Colour of the samples' })
    await menu.selectOption('Colour by source')
    const legend = page.locator('.legend')
    for (const name of SOURCES) await legend.getByText(name, { exact: true }).waitFor()
    await menu.selectOption('Colour by text')
    await legend.getByText('and 226 more in grey').waitFor()
    await menu.selectOption('Colour by cluster')
  })

  it('are found by their words, and the selection is ranked against the rest', async () => {
    const { page } = shared()
    await page.getByLabel('Search the samples of the plot').fill('MATCH')
    await page.getByRole('button', { name: 'Select', exact: true }).first().click()
    await page.getByText('60 samples found').waitFor()
    await page.getByRole('status').filter({ hasText: '60 samples with “MATCH”' }).waitFor()
    const ranking = page.getByRole('region', { name: 'What distinguishes the selection' })
    await ranking
      .getByRole('rowheader', { name: /^embedding_/ })
      .nth(11)
      .waitFor()
    // Sources are drawn at random in this topic; another topic has one source only.
    await page.getByLabel('Search the samples of the plot').fill('storm')
    await page.getByRole('button', { name: 'Select', exact: true }).first().click()
    const row = ranking.getByRole('row').filter({ hasText: 'source' })
    await row.getByText('wire').waitFor()
    await row.getByText('100 %').waitFor()
    await page.keyboard.press('Escape')
    // The table of samples searches texts, too.
    await page.getByLabel('Search samples').fill('market, day 7')
    await page.getByText(/^1 to \d+ of \d+ samples$/).waitFor()
    expect(
      await page.getByRole('region', { name: 'Sample table' }).getByText('bank and market, day 7').count(),
    ).toBeGreaterThan(0)
    await page.getByLabel('Search samples').fill('')
  })

  it('can have the name of another column', async () => {
    const { page } = shared()
    await page.getByRole('combobox', { name: 'Names of the samples' }).selectOption('Name by source')
    await page.getByRole('region', { name: 'Sample table' }).getByRole('columnheader', { name: 'source' }).waitFor()
    await page.getByRole('combobox', { name: 'Names of the samples' }).selectOption('Name by text')
  })

  it('show the values of a sample beside nothing that they would cover', async () => {
    const { page } = shared()
    await plot().scrollIntoViewIfNeeded()
    const box = (await plot().boundingBox())!
    for (let at = 0; at < 900 && (await page.locator('.tip').count()) === 0; at++) {
      await page.mouse.move(box.x + (((at * 41) % 97) / 97) * box.width, box.y + (((at * 59) % 89) / 89) * box.height)
      if ((await page.locator('.tip').count()) > 0) {
        await page.mouse.down()
        await page.mouse.up()
      }
    }
    const details = (await page.getByRole('region', { name: /^doc\d+$/ }).boundingBox())!
    const matrix = (await page.getByRole('application', { name: /^Heatmap/ }).boundingBox())!
    const isApart =
      details.x + details.width <= matrix.x ||
      details.y >= matrix.y + matrix.height ||
      matrix.x + matrix.width <= details.x
    expect(isApart).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: /^doc\d+$/ }).waitFor({ state: 'detached' })
  })

  it('show size and confidence of a cluster as two bars, each beside its name', async () => {
    const { page } = shared()
    const bars = page.getByRole('button', { name: /^Cluster 0/ }).locator('.bars')
    const [size, confidence] = await bars
      .locator('svg')
      .evaluateAll(all => all.map(each => Number(each.querySelectorAll('rect')[1].getAttribute('width'))))
    const shown = (await bars.innerText()).split(/\n+/)
    expect(shown.filter(word => /[a-z]/.test(word))).toEqual(['size', 'confidence'])
    expect(size).toBeGreaterThan(50)
    expect(confidence).toBeCloseTo(100 * Number(shown.at(-1)), -0.5)
  })

  it('keep the names of clusters in every chart', async () => {
    const { page, complaints } = shared()
    await page.getByRole('button', { name: 'Edit Cluster 1' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('my topic')
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    const features = page.getByRole('region', { name: 'What tells the clusters apart' })
    for (const view of ['Heatmap', 'Distributions', 'Silhouettes']) {
      await features.getByRole('button', { name: view }).click()
      await features.locator('svg text').filter({ hasText: 'my topic' }).first().waitFor()
    }
    expect(complaints).toEqual([])
  })

  it('say where a table is cut off', async () => {
    const { page } = shared()
    const truth = page.getByRole('region', { name: /^Comparison with the truth/ })
    await truth.getByText('Scroll sideways for more columns').waitFor()
  })

  it('have a plan with reasons, which the result lists', async () => {
    const { page } = shared()
    await page.getByText('What Chorale chose, and why').click()
    await page.getByText('Base clusterings: graphs.').waitFor()
    await page.getByText('Method: vote.').waitFor()
  })
})
