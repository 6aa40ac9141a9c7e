/**
 * Records what the threads of a page do during an action, in milliseconds of processor time: other programs on the
 * machine do not count. Returns the longest single task of the page's own thread, and the sum of all tasks of the worker
 * that computed most.
 */
export async function traceTasks(browser, page, action) {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await action()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  const names = new Map(
    traceEvents
      .filter(event => event.name === 'thread_name')
      .map(event => [`${event.pid} ${event.tid}`, event.args?.name ?? '']),
  )
  const tasks = traceEvents.filter(({ name, tdur }) => name.endsWith('RunTask') && tdur !== undefined)
  const totals = new Map()
  let longestOfPage = 0
  for (const { pid, tid, tdur } of tasks) {
    const thread = `${pid} ${tid}`
    if (names.get(thread) === 'CrRendererMain') longestOfPage = Math.max(longestOfPage, tdur / 1000)
    else if (names.get(thread)?.startsWith('DedicatedWorker')) {
      totals.set(thread, (totals.get(thread) ?? 0) + tdur / 1000)
    }
  }
  if (longestOfPage === 0) throw new Error('the trace holds no task of the page')
  return { longestOfPage, totalOfWorker: Math.max(0, ...totals.values()) }
}
