import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../report/chromium.js'
import { violations } from './axe.js'
import { dropBytes, openApp, servedApp, waitForResult } from './open-app.js'

/** Every state of the page, and how to get there. */
const STATES: Record<string, { hash?: string; reach: (page: Page) => Promise<unknown> }> = {
  empty: { reach: page => page.getByText('Drop a file here').waitFor() },
  'a link that waits for its file': {
    hash: '#file=a.csv&k=4',
    reach: page => page.getByText('This link contains').waitFor(),
  },
  'a bad file': {
    reach: async page => {
      await dropBytes(page, 'x,y\n1,2\n,3\n4,5\n', 'gaps.csv')
      await page.getByRole('alert').waitFor()
      await page.getByText('1 problem cell').click()
    },
  },
  ready: {
    reach: async page => {
      await dropBytes(page, 'x,y\n1,2\n2,3\n4,5\n9,9\n', 'few.csv')
      await page.getByText('Ready:').waitFor()
      for (const summary of ['Missing values, scaling, array', 'More settings']) await page.getByText(summary).click()
    },
  },
  'ready with very many samples': {
    reach: async page => {
      await dropBytes(page, noise(20_001), 'many.csv')
      await page.getByText('500 anchors').waitFor()
    },
  },
  'a number of clusters advised': {
    reach: async page => {
      await dropBytes(page, noise(60), 'few.csv')
      await page.getByRole('button', { name: 'Auto: choose k from the data' }).click()
      await page.getByText('by number of clusters; click one').first().waitFor({ timeout: 60_000 })
    },
  },
  running: {
    reach: async page => {
      await dropBytes(page, noise(9000), 'noise.csv')
      await page.getByRole('button', { name: 'Find the clusters' }).first().click()
      await page.getByText(/Base clusterings: [1-9]/).waitFor()
    },
  },
  stopped: {
    reach: async page => {
      await dropBytes(page, noise(9000), 'noise.csv')
      await page.getByRole('button', { name: 'Find the clusters' }).first().click()
      await page.getByRole('button', { name: 'Stop' }).first().click()
      await page.getByText('No result was kept').waitFor()
    },
  },
  'a result': {
    hash: '#example=iris&truth=species&k=3&method=gpec',
    reach: async page => {
      await waitForResult(page)
      await page.getByText('All base clusterings as a table').click()
      await page.getByRole('button', { name: /^Cluster 1/ }).click()
      await page.getByRole('button', { name: 'Figures as SVG or PNG' }).click()
      await page.getByRole('button', { name: 'Cluster sizes as SVG' }).waitFor()
    },
  },
  'a comparison': {
    hash: '#example=rings&k=2',
    reach: async page => {
      await waitForResult(page)
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
      await page.getByText('between the two').waitFor()
    },
  },
}

function noise(sampleCount: number): string {
  const rows = Array.from({ length: sampleCount }, (_, i) =>
    [13, 29, 47, 71].map(by => ((i * i * by) % 1009) / 7).join(),
  )
  return ['a,b,c,d', ...rows, ''].join('\n')
}

describeInBrowser('the app for everyone', browser => {
  const server = servedApp()

  for (const [name, { hash, reach }] of Object.entries(STATES)) {
    it.each(['light', 'dark'] as const)(`has nothing that axe finds wrong: ${name}, %s`, async colorScheme => {
      const { page } = await openApp(browser(), server().address, { hash, colorScheme })
      await reach(page)
      await page.waitForTimeout(200)
      expect(await violations(page)).toEqual([])
    })
  }

  it.each([320, 390, 820, 1280, 1920, 2560])('needs no sideways scrolling at a width of %i', async width => {
    const { page } = await openApp(browser(), server().address, {
      hash: '#example=iris&truth=species&k=3',
      viewport: { width, height: 900 },
    })
    await waitForResult(page)
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByText('between the two').waitFor()
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await page.evaluate(overflow)).toBe(0)
  })

  it('can be used from the file to the labels with the keyboard alone', async () => {
    const { page } = await openApp(browser(), server().address)
    const chooser = page.waitForEvent('filechooser')
    await tabTo(page, 'Choose a file')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles('examples/rings.csv')
    await page.getByText('Ready:').waitFor()
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
