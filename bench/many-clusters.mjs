/**
 * Many clusters: `cluster` against k-means with ten starts on seeded draws of normal clusters.
 *
 *   npm run build && node bench/many-clusters.mjs [--only 2:30,20:100] [--rows 500,5000,30000] [--draws 3] [--peer own] [--print]
 *
 * Draws are round (unit covariances) or long (axes of different lengths), of equal or unequal sizes, with k from 3 to 300
 * in 2 to 20 features; see cluster-draws.mjs. The number of clusters is given, features are not scaled. `--print` only prints the table. `--only` takes
 * features:clusters. The peer is scikit-learn's k-means with ten starts (`python3` with scikit-learn), or with `--peer own`
 * that of the review. ARI with the true clusters, the mean over draws; CPU seconds of the whole call, review included.
 *
 * Records go to bench/results/many-clusters.jsonl, a line per draw; those that are there are not run again.
 */

import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { adjustedRandIndex, cluster } from '../packages/chorale/dist/index.js'
import { normalClusters } from './cluster-draws.mjs'
import { mean, standardError } from './mean.mjs'

const RESULTS = fileURLToPath(new URL('results/many-clusters.jsonl', import.meta.url))
const PEER = fileURLToPath(new URL('sklearn_ten_starts.py', import.meta.url))
/** Features and clusters; the rows that each is drawn with are those with at least five per cluster. */
const KINDS = [
  '2:3',
  '2:12',
  '2:30',
  '2:100',
  '2:300',
  '5:12',
  '5:30',
  '5:100',
  '5:300',
  '10:30',
  '10:100',
  '20:12',
  '20:30',
  '20:100',
  '20:300',
]
const LEAST_PER_CLUSTER = 5

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    rows: { type: 'string', default: '500,5000,30000' },
    shapes: { type: 'string', default: 'round,long' },
    sizes: { type: 'string', default: 'unequal,equal' },
    draws: { type: 'string', default: '3' },
    peer: { type: 'string', default: 'scikit-learn' },
    python: { type: 'string', default: 'python3' },
    print: { type: 'boolean', default: false },
  },
})
const list = text => text.split(',').filter(Boolean)
const records = existsSync(RESULTS)
  ? readFileSync(RESULTS, 'utf8').trim().split('\n').filter(Boolean).map(JSON.parse)
  : []
const keyOf = ({ shape, sizes, n, d, k, draw }) => [shape, sizes, n, d, k, draw].join(' ')
const known = new Map(records.map(record => [keyOf(record), record]))

if (!flags.print) await run()
print()

async function run() {
  for (let draw = 1; draw <= Number(flags.draws); draw++) {
    for (const kind of flags.only ? list(flags.only) : KINDS) {
      const [d, k] = kind.split(':').map(Number)
      for (const n of list(flags.rows)
        .map(Number)
        .filter(rows => rows >= LEAST_PER_CLUSTER * k)) {
        for (const shape of list(flags.shapes)) {
          for (const sizes of list(flags.sizes)) {
            const facts = { shape, sizes, n, d, k, draw }
            if (!known.has(keyOf(facts))) await runDraw(facts)
          }
        }
      }
    }
  }
}

async function runDraw(facts) {
  const { shape, sizes, n, d, k, draw } = facts
  const data = normalClusters({ shape, n, d, k, equal: sizes === 'equal', seed: draw })
  const start = process.cpuUsage()
  const { labels, review, fit, plan, warnings } = await cluster(
    { sampleCount: n, featureCount: d, values: data.values },
    { clusterCount: k, scale: 'none' },
  )
  const { user, system } = process.cpuUsage(start)
  const fitted = fit.places === null ? data.truth : Int32Array.from(fit.places, i => data.truth[i])
  const own = { ari: adjustedRandIndex(review.baseline.labels, fitted), seconds: null }
  const peer = flags.peer === 'own' ? own : scikitLearn(data, k)
  const record = {
    ...facts,
    ari: round(adjustedRandIndex(labels, data.truth)),
    seconds: round((user + system) / 1e6),
    family: plan.runs[0].base.family,
    warnings: warnings.length,
    kMeans: round(peer.ari),
    kMeansSeconds: peer.seconds === null ? null : round(peer.seconds),
    peer: flags.peer,
  }
  known.set(keyOf(record), record)
  appendFileSync(RESULTS, `${JSON.stringify(record)}\n`)
}

function scikitLearn({ values, truth, featureCount }, k) {
  const folder = mkdtempSync(join(tmpdir(), 'chorale-bench-'))
  try {
    const [from, to] = [join(folder, 'values.f64'), join(folder, 'labels.i32')]
    writeFileSync(from, new Uint8Array(values.buffer))
    const { status, stdout, stderr } = spawnSync(flags.python, [PEER, from, String(featureCount), String(k), to])
    if (status !== 0) throw new Error(`scikit-learn did not run: ${stderr}`)
    const bytes = readFileSync(to)
    const labels = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
    return { ari: adjustedRandIndex(labels, truth), seconds: Number(stdout) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A line for every kind of draw: means over draws, and the draw that loses most. */
function print() {
  const groups = new Map()
  for (const record of known.values()) {
    const { shape, sizes, n, d, k } = record
    const kind = [shape, sizes, n, d, k].join(' ')
    groups.set(kind, [...(groups.get(kind) ?? []), record])
  }
  console.log('| draw | rows | features | k | draws | ARI | k-means | difference (s.e.) | worst | s | k-means s |')
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
  const differences = []
  for (const group of [...groups.values()].sort((a, b) => a[0].d - b[0].d || a[0].k - b[0].k || a[0].n - b[0].n)) {
    const [{ shape, sizes, n, d, k }] = group
    const gains = group.map(({ ari, kMeans }) => ari - kMeans)
    differences.push(mean(gains))
    const cells = [
      `${shape}, ${sizes}`,
      n,
      d,
      k,
      group.length,
      mean(group.map(({ ari }) => ari)).toFixed(3),
      mean(group.map(({ kMeans }) => kMeans)).toFixed(3),
      `${signed(mean(gains))} (${standardError(gains).toFixed(3)})`,
      signed(Math.min(...gains)),
      mean(group.map(({ seconds }) => seconds)).toFixed(1),
      group[0].kMeansSeconds === null ? '' : mean(group.map(({ kMeansSeconds }) => kMeansSeconds)).toFixed(1),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  const below = differences.filter(difference => difference < -0.02).length
  console.log(
    `\n${differences.length} kinds: mean difference ${signed(mean(differences))}, least ${signed(Math.min(...differences))}, ${below} below -.02`,
  )
}

function signed(value) {
  return `${value < 0 ? '' : '+'}${value.toFixed(3)}`
}

function round(value) {
  return Number(value.toFixed(4))
}
