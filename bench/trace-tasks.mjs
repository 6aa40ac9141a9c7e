/**
 * Records what the threads of a page do during an action, in milliseconds of processor time: other programs on the
 * machine do not count. Returns the longest single task of the page's own thread, the same with the time that it waited,
 * and the sum of all tasks of the worker that computed most.
 */
export async function traceTasks(browser, page, action) {
  const categories = ['toplevel', 'disabled-by-default-devtools.timeline']
  const isProfiled = process.env.PROFILE_TASKS !== undefined
  if (isProfiled) categories.push('disabled-by-default-v8.cpu_profiler', 'devtools.timeline', 'blink', 'gpu')
  await browser.startTracing(page, { categories })
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
  let longestWithWaits = 0
  let longest = null
  for (const task of tasks) {
    const { pid, tid, tdur, dur } = task
    const thread = `${pid} ${tid}`
    if (names.get(thread) === 'CrRendererMain') {
      if (tdur / 1000 > longestOfPage) longest = task
      longestOfPage = Math.max(longestOfPage, tdur / 1000)
      longestWithWaits = Math.max(longestWithWaits, dur / 1000)
    } else if (names.get(thread)?.startsWith('DedicatedWorker')) {
      totals.set(thread, (totals.get(thread) ?? 0) + tdur / 1000)
    }
  }
  if (longestOfPage === 0) throw new Error('the trace holds no task of the page')
  const what = isProfiled ? contentOf(traceEvents, longest) : undefined
  return { longestOfPage, longestWithWaits, totalOfWorker: Math.max(0, ...totals.values()), what }
}

/** The longest parts of a task, and the functions that ran longest in it. */
function contentOf(events, task) {
  const end = task.ts + task.dur
  const inside = events.filter(
    event =>
      event.pid === task.pid &&
      event.tid === task.tid &&
      event.ts >= task.ts &&
      event.ts <= end &&
      event.dur > 3000 &&
      event !== task,
  )
  const lines = inside
    .toSorted((a, b) => b.dur - a.dur)
    .slice(0, 12)
    .map(
      event =>
        `\n    ${(event.dur / 1000).toFixed(0)} ms ${event.name} ${JSON.stringify(event.args?.data ?? event.args ?? {}).slice(0, 160)}`,
    )
  const nodes = new Map()
  const self = new Map()
  for (const profile of events.filter(event => event.name === 'Profile' && event.pid === task.pid)) {
    const chunks = events.filter(
      event => event.name === 'ProfileChunk' && event.id === profile.id && event.pid === profile.pid,
    )
    let time = profile.args.data.startTime
    if (profile.tid !== task.tid) continue
    for (const chunk of chunks) {
      const { cpuProfile, timeDeltas } = chunk.args.data
      for (const node of cpuProfile?.nodes ?? []) nodes.set(node.id, node)
      const samples = cpuProfile?.samples ?? []
      samples.forEach((id, at) => {
        const before = time
        time += timeDeltas[at]
        if (before < task.ts || before > end) return
        const names = []
        for (let node = nodes.get(id); node !== undefined && names.length < 4; node = nodes.get(node.parent)) {
          const { functionName, lineNumber, columnNumber, url } = node.callFrame
          names.push(`${functionName || '-'}@${(url ?? '').split('/').pop()}:${lineNumber}:${columnNumber}`)
        }
        const key = names.join(' < ')
        self.set(key, (self.get(key) ?? 0) + timeDeltas[at])
      })
    }
  }
  for (const [key, time] of [...self].toSorted((a, b) => b[1] - a[1]).slice(0, 12)) {
    lines.push(`\n    self ${(time / 1000).toFixed(0)} ms ${key}`)
  }
  return lines.join('')
}
