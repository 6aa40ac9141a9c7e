import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds wrong, one line each. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 160)} ${failureSummary?.slice(0, 200)}`),
  )
}
