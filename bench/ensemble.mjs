/**
 * Base clusterings against scikit-learn's KMeans (bench/sklearn_kmeans.py) and ml-kmeans, one thread each, and against
 * ourselves with two threads:
 *
 *   npm run build && node bench/ensemble.mjs [name of a dataset ...]
 *
 * 20 base clusterings per round with the same numbers of clusters, one k-means++ start each, at most 100 iterations,
 * no tolerance. All take turns in every round, so that a busy machine is busy for all; times are CPU time, medians over
 * the rounds, scikit-learn's in whichever of float64 and float32 is faster. The inertia is compared clustering by
 * clustering: the mean of ours / theirs - 1, with its standard error (the random starts differ).
 *
 * CHORALE_DATA names a folder with data/wfrn.csv, abalone.csv and allaml.csv.gz. ml-kmeans is not a dependency: it is
 * used if CHORALE_PEERS names a folder in which it is installed, and does 3 of the 20, on the smaller tables.
 */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'

const HERE = dirname(fileURLToPath(import.meta.url))
const BUILD = process.env.CHORALE_BUILD ?? join(HERE, '..', 'dist')
const library = name => import(pathToFileURL(join(BUILD, name)).href)
const { buildEnsemble, sampleShape } = await library('index.js')
const { threads } = await library('node.js')

const DATASETS = [
  { name: 'wfrn', read: () => publishedTable('wfrn.csv'), rounds: 7, bar: 2 },
  { name: 'abalone', read: () => publishedTable('abalone.csv'), rounds: 7, bar: 2 },
  { name: 'allaml', read: () => publishedTable('allaml.csv.gz'), rounds: 7, bar: 1.5 },
  { name: 'generated', read: () => generatedTable(11_000, 256), rounds: 2, bar: 0.65 },
]
const ENSEMBLE_SIZE = 20
/** How many of the 20 ml-kmeans gets. */
const FEW = 3

const scratch = mkdtempSync(join(tmpdir(), 'chorale-bench-'))
try {
  await main(process.argv.slice(2))
} finally {
  rmSync(scratch, { recursive: true })
}

async function main(names) {
  const python = findPython()
  const mlKMeans = await findMlKMeans()
  if (python === null) console.log('skipped: scikit-learn (no python3 that can import it)\n')
  if (mlKMeans === null) console.log('skipped: ml-kmeans (CHORALE_PEERS names no folder in which it is installed)\n')
  console.log(`Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, load ${load()}\n`)
  console.log(
    '| data | n x d | Chorale ms | iterations | scikit-learn ms | iterations | theirs / ours | bar | inertia | ml-kmeans / ours |',
  )
  console.log('|---|---|--:|--:|--:|--:|--:|--:|--:|--:|')
  const tables = []
  for (const dataset of DATASETS) {
    if (names.length > 0 && !names.includes(dataset.name)) continue
    const samples = dataset.read()
    if (samples === null) {
      console.log(`skipped: ${dataset.name} (CHORALE_DATA names no folder that holds it)`)
      continue
    }
    tables.push({ ...dataset, samples })
    await compare(dataset, samples, python, mlKMeans)
  }
  console.log(`\nload ${load()}\n`)
  console.log('100 base clusterings in one and two threads, wall ms, best of 5 in turns:\n')
  console.log('| data | one | two | one / two |')
  console.log('|---|--:|--:|--:|')
  for (const { name, samples } of tables) if (samples.values.length < 1e6) await compareThreads(name, samples)
  console.log(`\nload ${load()}`)
}

async function compare({ name, rounds, bar }, samples, python, mlKMeans) {
  const sklearn = python === null ? null : await startSklearn(python, samples)
  const ours = []
  const theirs = { float64: [], float32: [] }
  const mlRatios = []
  await runOurs(samples, 0)
  for (let seed = 1; seed <= rounds; seed++) {
    const run = await runOurs(samples, seed)
    ours.push(run)
    if (sklearn !== null) {
      for (const type of ['float64', 'float32']) theirs[type].push(await sklearn.run(run.clusterCounts, seed, type))
    }
    if (mlKMeans !== null && seed <= 2 && samples.values.length < 1e6)
      mlRatios.push(await compareMlKMeans(mlKMeans, samples, seed))
  }
  sklearn?.stop()

  const cells = [name, `${samples.sampleCount} x ${samples.featureCount}`]
  const mine = median(ours.map(({ cpu }) => cpu))
  cells.push(mine.toFixed(0), sum(ours.map(({ iterations }) => iterations)))
  if (sklearn === null) cells.push('', '', '', bar, '')
  else {
    const times = Object.values(theirs).map(runs => median(runs.map(({ cpu }) => cpu)))
    const best = Math.min(...times)
    cells.push(best.toFixed(0), sum(theirs.float64.map(({ iterations }) => iterations)), (best / mine).toFixed(2), bar)
    const excess = ours.flatMap((run, r) => run.inertia.map((value, t) => value / theirs.float64[r].inertia[t] - 1))
    cells.push(`${percent(mean(excess))} ± ${percent(standardError(excess))}`)
  }
  cells.push(mlRatios.length > 0 ? median(mlRatios).toFixed(0) : '')
  console.log(`| ${cells.join(' | ')} |`)
}

async function runOurs(samples, seed, options = {}) {
  const cpu = process.cpuUsage()
  const wall = performance.now()
  const { models } = await buildEnsemble(samples, { ensembleSize: ENSEMBLE_SIZE, seed, ...options })
  const { user, system } = process.cpuUsage(cpu)
  return {
    cpu: (user + system) / 1000,
    wall: performance.now() - wall,
    clusterCounts: models.map(({ centres }) => centres.rowCount),
    inertia: models.map(({ inertia }) => inertia),
    iterations: sum(models.map(({ iterations }) => iterations)),
  }
}

async function compareMlKMeans({ kmeans }, samples, seed) {
  const { clusterCounts, cpu } = await runOurs(samples, seed, { ensembleSize: FEW })
  const { sampleCount: n, featureCount: d, values } = samples
  const rows = Array.from({ length: n }, (_, i) => [...values.subarray(i * d, (i + 1) * d)])
  const start = process.cpuUsage()
  for (const k of clusterCounts) kmeans(rows, k, { seed, maxIterations: 100, tolerance: 0, initialization: 'kmeans++' })
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000 / cpu
}

async function compareThreads(name, samples) {
  const best = [Infinity, Infinity]
  for (let round = 0; round < 5; round++) {
    for (const concurrency of [1, 2]) {
      const run = await runOurs(samples, 1, { ensembleSize: 100, executor: threads({ count: concurrency }) })
      best[concurrency - 1] = Math.min(best[concurrency - 1], run.wall)
    }
  }
  console.log(`| ${name} | ${best[0].toFixed(0)} | ${best[1].toFixed(0)} | ${(best[0] / best[1]).toFixed(2)} |`)
}

async function startSklearn(python, { sampleCount, featureCount, values }) {
  const path = join(scratch, `${sampleCount}x${featureCount}.f64`)
  writeFileSync(path, new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
  const script = join(HERE, 'sklearn_kmeans.py')
  const child = spawn(python, ['-B', script, path, String(sampleCount), String(featureCount)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  await once(lines, 'line')
  const run = async (clusterCounts, seed, type) => {
    child.stdin.write(`${JSON.stringify({ clusterCounts, seed, type })}\n`)
    const [line] = await once(lines, 'line')
    return JSON.parse(line)
  }
  await run([2], 0, 'float64')
  return { run, stop: () => child.stdin.end() }
}

/** A table whose last column is the truth. */
function publishedTable(file) {
  const path = process.env.CHORALE_DATA && join(process.env.CHORALE_DATA, 'data', file)
  if (!path || !existsSync(path)) return null
  const bytes = readFileSync(path)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trim()
  const rows = text.split('\n').slice(1)
  const values = Float64Array.from(rows.flatMap(row => row.split(',').slice(0, -1).map(Number)))
  return { sampleCount: rows.length, featureCount: values.length / rows.length, values }
}

/** 30 overlapping blobs. */
function generatedTable(sampleCount, featureCount) {
  return sampleShape('blobs', { sampleCount, featureCount, clusterCount: 30, spread: 2, seed: 1 })
}

function findPython() {
  const works = python => spawnSync(python, ['-c', 'import sklearn']).status === 0
  return ['python3', '/usr/bin/python3'].find(works) ?? null
}

async function findMlKMeans() {
  if (!process.env.CHORALE_PEERS) return null
  try {
    return createRequire(join(process.env.CHORALE_PEERS, 'package.json'))('ml-kmeans')
  } catch {
    return null
  }
}

function load() {
  return loadavg()
    .map(value => value.toFixed(1))
    .join(' ')
}

function sum(values) {
  return values.reduce((a, b) => a + b, 0)
}

function mean(values) {
  return sum(values) / values.length
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

function percent(value) {
  return `${(100 * value).toFixed(2)} %`
}

function standardError(values) {
  const centre = mean(values)
  return Math.sqrt(sum(values.map(value => (value - centre) ** 2)) / (values.length - 1) / values.length)
}
