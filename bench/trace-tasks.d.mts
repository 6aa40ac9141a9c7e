import type { Browser, Page } from 'playwright-core'

export interface TracedTasks {
  /** The longest task of the page, in milliseconds of processor time. */
  readonly longestOfPage: number
  /** The same with the time that it waited. */
  readonly longestWithWaits: number
  /** The sum of all tasks of the worker that computed most. */
  readonly totalOfWorker: number
  /** What the longest task did, if PROFILE_TASKS is set. */
  readonly what: string | undefined
}

export function traceTasks(browser: Browser, page: Page, action: () => Promise<void>): Promise<TracedTasks>
