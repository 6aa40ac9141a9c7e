import type { Browser, Page } from 'playwright-core'

/** What the threads of a page did, in milliseconds of processor time: other programs on the machine do not count. */
export interface TracedTasks {
  /** The longest single task of the page's own thread. */
  readonly longestOfPage: number
  /** All tasks of the worker that computed most. */
  readonly totalOfWorker: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of processor time. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Records the tasks of a page while something happens. */
export async function traceTasks(browser: Browser, page: Page, action: () => Promise<unknown>): Promise<TracedTasks> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await action()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const names = new Map(
    traceEvents
      .filter(event => event.name === 'thread_name')
      .map(event => [`${event.pid} ${event.tid}`, event.args?.name ?? '']),
  )
  const tasks = traceEvents.filter(({ name, tdur }) => name.endsWith('RunTask') && tdur !== undefined)
  const totals = new Map<string, number>()
  let longestOfPage = 0
  for (const { pid, tid, tdur = 0 } of tasks) {
    const thread = `${pid} ${tid}`
    if (names.get(thread) === 'CrRendererMain') longestOfPage = Math.max(longestOfPage, tdur / 1000)
    else if (names.get(thread)?.startsWith('DedicatedWorker'))
      totals.set(thread, (totals.get(thread) ?? 0) + tdur / 1000)
  }
  if (longestOfPage === 0) throw new Error('the trace holds no task of the page')
  return { longestOfPage, totalOfWorker: Math.max(0, ...totals.values()) }
}
