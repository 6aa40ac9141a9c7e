/**
 * A model of `chorale cluster` on more cores than this machine has: every task of a run is measured in one thread, with what
 * it waits for, and list scheduling gives the time on p workers.
 *
 *   npm run build && node bench/schedule.mjs table.npy [-k 8] [--workers 1,2,4,8,16,64]
 *
 * It is a model: it knows nothing of memory bandwidth, of start-up, or of cores that share a clock. Compare its figures for 1
 * and 2 workers with measured ones (--threads 1 and 2).
 */

import { openSync, readSync, statSync } from 'node:fs'
import {
  contentHashes,
  createSampleLabeler,
  createTaskRunner,
  fitPlanned,
  fittedRows,
  joinSurveys,
  labelLines,
  loadHotLoops,
  momentRows,
  npyRowsOf,
  otherRows,
  plainDataset,
  plainTable,
  plannedCluster,
  Stopwatch,
  scaleRows,
  surveyRows,
  tasksBySize,
  thisThread,
} from '../packages/chorale/dist/internal.js'
import { openRows } from '../packages/node/dist/internal.js'

const optionOf = (name, standard) =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : standard
const path = process.argv[2]
const clusterCount = Number(optionOf('-k', '8'))
const workers = optionOf('--workers', '1,2,4,8,16,64').split(',').map(Number)
/** Rows that are labeled at a time, as in packages/node/src/row-table.ts. */
const LABEL_ROWS = 16_384
/** Blocks of each kind that are measured; the others take their mean. */
const MEASURED = 40

const seconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
const file = openSync(path, 'r')
const rows = await npyRowsOf({
  name: path,
  byteLength: statSync(path).size,
  async read(from, to) {
    const bytes = new Uint8Array(to - from)
    readSync(file, bytes, 0, bytes.length, from)
    return bytes
  },
})
const { rowCount: n, columnCount: d } = rows
const reader = openRows({ kind: 'npy', path, rows })

/** Stages in order. The tasks of a stage wait for all of the stage before; those of one stage run in parallel. */
const stages = []
async function stage(name, taskCount, run, isSampled = false) {
  const measured = isSampled ? Math.min(taskCount, MEASURED) : taskCount
  const times = []
  const results = []
  for (let at = 0; at < measured; at++) {
    const start = seconds()
    results.push(await run(isSampled ? Math.floor((at * taskCount) / measured) : at))
    times.push(seconds() - start)
  }
  // The first ones run in code that is not compiled yet.
  const later = times.slice(Math.min(3, times.length - 1))
  const mean = later.reduce((sum, time) => sum + time, 0) / later.length
  while (times.length < taskCount) times.push(mean)
  stages.push({ name, times })
  return results
}

const blockRows = momentRows(d)
const survey = await stage('survey', Math.ceil(n / blockRows), block => {
  const from = block * blockRows
  const to = Math.min(from + blockRows, n)
  return surveyRows(reader.read(from, to), to - from, d)
})
const names = Array.from({ length: d }, (_, j) => `column${j + 1}`)
const head = reader.read(0, Math.min(n, 2048))
const table = plainTable(
  {
    name: path,
    rowCount: head.length / d,
    notes: [],
    columns: names.map((name, j) => ({
      name,
      kind: 'number',
      numbers: Float64Array.from({ length: head.length / d }, (_, i) => head[i * d + j]),
    })),
  },
  n,
  joinSurveys(survey),
  {},
)
const hashes = new Uint32Array(n)
await stage('hashes', Math.ceil(n / blockRows), block => {
  const from = block * blockRows
  hashes.set(contentHashes(scaleRows(reader.read(from, Math.min(from + blockRows, n)), table.reading)), from)
})
const datasetOf = places => {
  const values = new Float64Array(places.length * d)
  places.forEach((row, at) => {
    values.set(reader.read(row, row + 1), at * d)
  })
  return plainDataset(table, scaleRows(values, table.reading), undefined)
}
const allRows = {
  sampleCount: n,
  featureCount: table.reading.columns.length,
  truth: null,
  truthName: null,
  async fitted(count) {
    const places = fittedRows(hashes, count)
    return { rows: places, dataset: datasetOf(places) }
  },
  async others(fitted, counts) {
    const { fit, check } = otherRows(hashes, fitted, counts)
    return { fit: datasetOf(fit), check: datasetOf(check) }
  },
}
const [planned] = await stage('sample and plan', 1, () =>
  plannedCluster('cluster', allRows, { clusterCount, reading: {} }),
)

/** Base clusterings are tasks of their own; the rest of the fit is one. */
let base = []
const executor = {
  ...thisThread,
  async runTasks(job, { onDone }) {
    const run = await createTaskRunner(job)
    const results = []
    for (const task of tasksBySize(job.plan, job.samples.featureCount)) {
      const start = seconds()
      const steps = run(task)
      let step = steps.next()
      while (!step.done) step = steps.next()
      base.push(seconds() - start)
      results[task] = step.value
      onDone()
    }
    return results
  },
}
const start = seconds()
let fitted = start
const { runs } = await fitPlanned('cluster', planned, new Stopwatch(), { executor }, () => {
  fitted = seconds()
  stages.push({ name: 'base clusterings', times: base })
  base = []
})
const whole = fitted - start
/** Fits are checked while rows are labeled. */
const check = seconds() - fitted
const { times: ofBase } = stages.at(-1)
stages.push({ name: 'consensus', times: [whole - ofBase.reduce((sum, time) => sum + time, 0)] })

const labeler = await createSampleLabeler(runs[0].model, await loadHotLoops())
const label = async block => {
  const from = block * LABEL_ROWS
  const found = await labeler.label(scaleRows(reader.read(from, Math.min(from + LABEL_ROWS, n)), table.reading))
  new TextEncoder().encode(labelLines(from, [found]))
}
await label(0)
await stage('labels', Math.ceil(n / LABEL_ROWS), label, true)
stages.at(-1).name = 'labels, and the check of the fit'
stages.at(-1).times.push(check)

console.log(`${n.toLocaleString('en')} x ${d}, CPU seconds by stage\n`)
console.log('| stage | tasks | CPU s | longest s |')
console.log('|---|--:|--:|--:|')
for (const { name, times } of stages) {
  const sum = times.reduce((total, time) => total + time, 0)
  console.log(`| ${name} | ${times.length} | ${sum.toFixed(3)} | ${Math.max(...times).toFixed(3)} |`)
}
console.log('\n| workers | modelled s | speed-up |')
console.log('|--:|--:|--:|')
const alone = makespan(1)
for (const p of workers) console.log(`| ${p} | ${makespan(p).toFixed(2)} | ${(alone / makespan(p)).toFixed(1)} |`)

/** The time of all stages on p workers: a free worker takes the longest task that is left. */
function makespan(p) {
  return stages.reduce((total, { times }) => {
    const free = new Float64Array(p)
    for (const time of times.toSorted((a, b) => b - a)) free[free.indexOf(Math.min(...free))] += time
    return total + Math.max(...free)
  }, 0)
}
