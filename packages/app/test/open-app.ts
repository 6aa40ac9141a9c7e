import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type AppServer, serveApp } from '../../cli/src/serve-app.js'

/** The app as a user meets it: served by Chorale itself, in a page of its own. */
export interface OpenApp {
  readonly page: Page
  readonly address: string
  /** What the page complained about, and every address outside of it that it asked for. */
  readonly complaints: string[]
}

/** Serves the built app for a suite. */
export function servedApp(): () => AppServer {
  let server: AppServer
  beforeAll(async () => {
    server = await serveApp()
  })
  afterAll(() => server?.close())
  return () => server
}

type AppOptions = BrowserContextOptions & { hash?: string }

/** Opens the app for one test. */
export async function openApp(browser: Browser, address: string, options: AppOptions = {}): Promise<OpenApp> {
  const app = await openPage(browser, address, options)
  onTestFinished(() => app.page.context().close())
  return app
}

/** Opens the app once for all tests of a suite, which run one after the other on the same page. */
export function sharedApp(
  browser: () => Browser,
  server: () => AppServer,
  prepare: (app: OpenApp) => Promise<unknown>,
): () => OpenApp {
  let app: OpenApp
  beforeAll(async () => {
    app = await openPage(browser(), server().address, {})
    await prepare(app)
  })
  afterAll(() => app?.page.context().close())
  return () => app
}

async function openPage(browser: Browser, address: string, { hash = '', ...options }: AppOptions): Promise<OpenApp> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    // It would answer requests that a test wants to see.
    serviceWorkers: 'block',
    ...options,
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => {
    // The test browser draws in software, and says so; it says that it blocks service workers, too.
    if (/GL Driver Message|Service Worker registration blocked/.test(message.text())) return
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('dialog', dialog => complaints.push(`dialog: ${dialog.message()}`))
  page.on('request', request => {
    const url = request.url()
    if (!url.startsWith(address) && !/^(blob|data):/.test(url)) complaints.push(`asked for ${url}`)
  })
  await page.goto(`${address}${hash}`)
  return { page, address, complaints }
}

/** Drops a file onto the page, as from a folder. */
export async function dropFile(page: Page, path: string, name = basename(path)): Promise<void> {
  await dropBytes(page, readFileSync(path), name)
}

export async function dropBytes(page: Page, bytes: Uint8Array | string, name: string): Promise<void> {
  const base64 = Buffer.from(bytes).toString('base64')
  const transfer = await page.evaluateHandle(
    async ([content, fileName]) => {
      const data = Uint8Array.from(atob(content), letter => letter.charCodeAt(0))
      const dropped = new DataTransfer()
      dropped.items.add(new File([data], fileName))
      return dropped
    },
    [base64, name],
  )
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}

export function countField(page: Page): Locator {
  return page.getByLabel('Number of clusters (k)', { exact: true })
}

/** Runs, and waits for the result. Without a number, that in the field is taken, or 3 if there is none. */
export async function findClusters(page: Page, clusterCount?: number): Promise<void> {
  const field = countField(page)
  if (clusterCount !== undefined || (await field.inputValue()) === '') await field.fill(String(clusterCount ?? 3))
  await page.getByRole('button', { name: 'Find the clusters' }).first().click()
  await waitForResult(page)
}

export async function waitForResult(page: Page): Promise<void> {
  await page.getByRole('status').filter({ hasText: /^Done/ }).waitFor({ state: 'attached', timeout: 60_000 })
}

/** The labels that the page hands out. */
export async function downloadLabels(page: Page): Promise<string> {
  return (await downloadBy(page, 'Labels as CSV')).content.toString('utf8')
}

/** The file that a button hands out. */
export async function downloadBy(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) }
}
