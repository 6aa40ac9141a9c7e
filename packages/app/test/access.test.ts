import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../report/test/chromium.js'
import { violations } from './axe.js'
import { countField, dropBytes, openApp, servedApp, waitForResult } from './open-app.js'

/** The states of the page in the order in which a user can reach them, and how. */
const STATES: readonly [name: string, reach: (page: Page) => Promise<unknown>][] = [
  ['a link that waits for its file', page => page.getByText('This link contains').waitFor()],
  [
    'a bad file',
    async page => {
      await dropBytes(page, 'x,y\n1,2\n,3\n4,5\n', 'gaps.csv')
      await page.getByRole('alert').waitFor()
      await page.getByText('1 problem cell').click()
    },
  ],
  [
    'ready with very many samples',
    async page => {
      await dropBytes(page, noise(20_001), 'many.csv')
      for (const summary of ['Missing values, scaling, array', 'More settings']) {
        await page.getByText(summary, { exact: true }).click()
      }
    },
  ],
  [
    'running',
    async page => {
      await dropBytes(page, noise(3000), 'noise.csv')
      await page.getByText('Ready: 3,000 samples').waitFor()
      await page.getByLabel('How the base clusterings differ').selectOption('random-k')
      await page.getByLabel('Number of base clusterings (m)').fill('2000')
      await countField(page).fill('3')
      await page.getByRole('button', { name: 'Find the clusters' }).first().click()
      await page.getByText(/Base clusterings: [1-9]/).waitFor()
    },
  ],
  [
    'stopped',
    async page => {
      await page.getByRole('button', { name: 'Stop' }).first().click()
      await page.getByText('No result was kept').waitFor()
    },
  ],
  [
    'a table that looks transposed',
    async page => {
      await dropBytes(page, transposed(), 'genes.csv')
      await page.getByRole('button', { name: 'Transpose' }).waitFor()
    },
  ],
  [
    'a number of clusters advised',
    async page => {
      await dropBytes(page, noise(60), 'few.csv')
      await page.getByRole('button', { name: 'Let Chorale choose' }).first().click()
      await page.getByText('by number of clusters; click one').first().waitFor({ timeout: 60_000 })
    },
  ],
  [
    'empty',
    async page => {
      await page.getByRole('button', { name: 'Forget' }).click()
      await page.getByText('Drop a file here').waitFor()
    },
  ],
  [
    'a result',
    async page => {
      await page.getByRole('button', { name: /^Iris/ }).click()
      await waitForResult(page)
      await page.getByText('All base clusterings as a table').click()
      await page.getByRole('button', { name: /^Cluster 1/ }).click()
      await page.getByRole('button', { name: 'Edit Cluster 1' }).click()
      await page.getByRole('button', { name: 'Figures as SVG or PNG' }).click()
      await page.getByRole('button', { name: 'Cluster sizes as SVG' }).waitFor()
    },
  ],
  [
    'a tree, distributions and a comparison',
    async page => {
      await page.getByRole('button', { name: 'Tree' }).click()
      await page.getByRole('button', { name: 'Draw the tree' }).click()
      await page.getByRole('img', { name: /^How clusters split/ }).waitFor()
      await page.getByRole('button', { name: 'Distributions' }).click()
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
      await page.getByText('between the two results').waitFor()
    },
  ],
]

/** The states with most on the page, which are looked at from the narrowest to the widest screen. */
const WIDE_STATES = ['ready with very many samples', 'empty', 'a tree, distributions and a comparison']

/** Genes by patients. */
function transposed(): string {
  const header = ['gene', ...Array.from({ length: 12 }, (_, i) => `patient ${i + 1}`)].join()
  const rows = Array.from({ length: 30 }, (_, j) =>
    [`g${j}`, ...Array.from({ length: 12 }, (_, i) => (((i % 2) * 40 + i * 7 + j * 3) % 53).toString())].join(),
  )
  return [header, ...rows, ''].join('\n')
}

function noise(sampleCount: number): string {
  const rows = Array.from({ length: sampleCount }, (_, i) =>
    [13, 29, 47, 71].map(by => ((i * i * by) % 1009) / 7).join(),
  )
  return ['a,b,c,d', ...rows, ''].join('\n')
}

describeInBrowser('the app for everyone', browser => {
  const server = servedApp()

  it('has nothing that axe finds wrong in any state, light and dark, and needs no sideways scrolling', {
    timeout: 180_000,
  }, async () => {
    // Without motion, colours change at once.
    const { page } = await openApp(browser(), server().address, { hash: '#file=a.csv&k=4', reducedMotion: 'reduce' })
    const found: string[] = []
    for (const [name, reach] of STATES) {
      await reach(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const violation of await violations(page)) found.push(`${name}, ${colorScheme}: ${violation}`)
      }
      for (const width of WIDE_STATES.includes(name) ? [320, 820, 2560, 1280] : []) {
        await page.setViewportSize({ width, height: 900 })
        const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
        if ((await page.evaluate(overflow)) !== 0) found.push(`${name}: scrolls sideways at a width of ${width}`)
      }
    }
    expect(found).toEqual([])
  })

  it('can be used from the file to the labels with the keyboard alone', async () => {
    const { page } = await openApp(browser(), server().address)
    const chooser = page.waitForEvent('filechooser')
    await tabTo(page, 'Choose a file')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles('examples/rings.csv')
    await page.getByText('Ready:').waitFor()
    await tabTo(page, 'Number of clusters (k): one more')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Find the clusters')
    await page.keyboard.press('Enter')
    await waitForResult(page)
    await tabTo(page, 'Number of clusters (k): one more')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Run with these settings')
    await page.keyboard.press('Enter')
    await page.getByText('3 clusters of 400 samples', { exact: true }).waitFor()
    await tabTo(page, /^Scatter plot/)
    for (const key of ['+', 'ArrowLeft', '0']) await page.keyboard.press(key)
    await tabTo(page, /^Cluster 2/)
    await page.keyboard.press('Space')
    await page.getByRole('status').filter({ hasText: 'samples in cluster 2' }).waitFor()
    await page.keyboard.press('Escape')
    await tabTo(page, 'Labels as CSV')
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(download.suggestedFilename()).toBe('labels.csv')
  })

  it('does not move what is on the page while it computes and draws', async () => {
    const { page } = await openApp(browser(), server().address)
    await page.evaluate(() => {
      const moved = globalThis as unknown as { moved: number }
      moved.moved = 0
      new PerformanceObserver(list => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
          if (!entry.hadRecentInput) moved.moved += entry.value
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.getByRole('button', { name: /^Two rings/ }).click()
    await waitForResult(page)
    await page.waitForTimeout(1500)
    // Good pages stay below 0.1 by the common measure.
    expect(await page.evaluate(() => (globalThis as unknown as { moved: number }).moved)).toBeLessThan(0.1)
  })

  it('remembers the chosen theme', async () => {
    const { page } = await openApp(browser(), server().address, { colorScheme: 'light' })
    await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
    await page.reload()
    expect(await page.evaluate(() => document.documentElement.dataset.scheme)).toBe('dark')
  })
})

/** Presses Tab until the control of that name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 300; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      return element.getAttribute('aria-label') ?? element.textContent?.trim().replace(/\s+/g, ' ') ?? ''
    })
    if (typeof name === 'string' ? focused.startsWith(name) : name.test(focused)) return
  }
  throw new Error(`no control named ${name} can be reached with the keyboard`)
}
