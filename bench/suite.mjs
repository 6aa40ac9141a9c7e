/**
 * The accuracy of the defaults and of all consensus methods on public benchmark sets, against published peers.
 *
 *   npm run build && CHORALE_DATA=... node bench/suite.mjs [--seeds 3] [--only sipu_a2,real_] [--methods all] [--most 1100] [--page]
 *
 * CHORALE_DATA/suite has the sets, <battery>_<name>.csv.gz, and the scores of peers. The features of the suite stay as
 * they are, as for the peers; those of real tables (real_*, and the tables of the paper in CHORALE_DATA/data) are scaled
 * to mean 0 and standard deviation 1. A set may have several reference partitions: every distinct number of clusters is
 * run once, and the best ARI over the references counts, as for the peers. Samples with reference label 0 are noise:
 * they are clustered like all others and not scored.
 *
 * Records go to bench/results/suite.jsonl, a line per set, seed and method; those that are there are not run again.
 * `--methods` runs consensus methods on the base clusterings of the default, for sets with at most `--most` samples; `all`
 * leaves out ceam, which takes minutes for each set. `--fresh` runs everything again. `--page` writes docs/accuracy.md and its chart from the records. With several seeds,
 * the last column is their agreement, the mean pairwise ARI of the partitions.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { adjustedRandIndex, cluster, consensus, METHOD_NAMES } from '../packages/chorale/dist/index.js'
import { mean, standardError } from './mean.mjs'
import { writeAccuracyPage } from './suite-page.mjs'
import { suiteSets } from './suite-sets.mjs'

const RESULTS = fileURLToPath(new URL('results/suite.jsonl', import.meta.url))
/** The consensus method of the default, which `cluster` itself runs. */
const DEFAULT = 'default'

const folder = process.env.CHORALE_DATA
if (!folder) fail('CHORALE_DATA must name the folder with suite/ and data/')
if (!existsSync(join(folder, 'suite', 'peers.csv'))) fail(`${join(folder, 'suite')} has no peers.csv`)
const { values: flags } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    only: { type: 'string' },
    methods: { type: 'string' },
    most: { type: 'string', default: '1100' },
    fresh: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
  },
})
const seedCount = Number(flags.seeds)
const methods =
  flags.methods === 'all' ? METHOD_NAMES.filter(name => name !== 'ceam') : (flags.methods?.split(',') ?? [])
const wanted = flags.only?.split(',') ?? ['']

const records = new Map()
if (existsSync(RESULTS) && !flags.fresh) {
  for (const line of readFileSync(RESULTS, 'utf8').trim().split('\n').filter(Boolean)) keep(JSON.parse(line))
}

if (!flags.page) {
  console.log('| set | n | d | ARI | s.e. | seconds | agreement of seeds |')
  console.log('|---|--:|--:|--:|--:|--:|--:|')
  const sums = { ari: [], agreement: [] }
  for (const set of suiteSets(folder)) {
    if (!wanted.some(part => set.name.includes(part))) continue
    const { ari, agreement } = await runSet(set)
    sums.ari.push(ari)
    if (agreement !== null) sums.agreement.push(agreement)
  }
  console.log(`\nmean ARI ${mean(sums.ari).toFixed(4)}, agreement ${mean(sums.agreement).toFixed(4)}`)
}
if (flags.page) writeAccuracyPage([...records.values()], folder)

/** Runs the default with every seed, and other methods with the first one. */
async function runSet(set) {
  const partitions = new Map()
  const found = []
  for (let seed = 1; seed <= seedCount; seed++) {
    found.push(await recordOf(set, seed, partitions))
  }
  if (set.n <= Number(flags.most)) await runMethods(set, methods)
  const aris = found.map(record => record.ari)
  const agreements = [...partitions.values()].flatMap(list => pairs(list).map(([a, b]) => adjustedRandIndex(a, b)))
  const agreement = agreements.length > 0 ? mean(agreements) : null
  const seconds = mean(found.map(record => record.seconds))
  const cells = [set.name, set.n, set.d, mean(aris).toFixed(3), standardError(aris).toFixed(3), seconds.toFixed(2)]
  console.log(`| ${[...cells, agreement?.toFixed(3) ?? ''].join(' | ')} |`)
  return { ari: mean(aris), agreement }
}

async function recordOf(set, seed, partitions) {
  const known = records.get(keyOf({ dataset: set.name, method: DEFAULT, seed }))
  if (known) return known
  const scores = []
  const baselines = []
  let seconds = 0
  for (const k of set.clusterCounts) {
    const start = process.cpuUsage()
    const { labels, review } = await runDefault(set, k, seed)
    const { user, system } = process.cpuUsage(start)
    seconds += (user + system) / 1e6
    scores.push(set.score(labels, k))
    baselines.push(set.score(review.baseline.labels, k))
    partitions.set(k, [...(partitions.get(k) ?? []), labels])
  }
  const ari = Math.max(...scores)
  const kMeans = Math.max(...baselines)
  return save({ ...factsOf(set), method: DEFAULT, seed, ari, kMeans, seconds: seconds / set.clusterCounts.length })
}

/** Consensus methods on the base clusterings of the default, with seed 1. */
async function runMethods(set, names) {
  const seed = 1
  const missing = names.filter(method => !records.has(keyOf({ dataset: set.name, method, seed })))
  if (missing.length === 0) return
  const found = new Map(missing.map(method => [method, { scores: [], seconds: 0 }]))
  for (const k of set.clusterCounts) {
    const { ensemble } = await runDefault(set, k, seed)
    for (const method of missing) {
      const start = process.cpuUsage()
      const { labels } = await consensus(ensemble, { clusterCount: k, method, seed })
      const { user, system } = process.cpuUsage(start)
      found.get(method).seconds += (user + system) / 1e6
      found.get(method).scores.push(set.score(labels, k))
    }
  }
  for (const [method, { scores, seconds }] of found) {
    save({ ...factsOf(set), method, seed, ari: Math.max(...scores), seconds: seconds / set.clusterCounts.length })
  }
}

function runDefault(set, clusterCount, seed) {
  const { n, d, values, scale } = set
  return cluster({ sampleCount: n, featureCount: d, values }, { clusterCount, seed, scale })
}

function factsOf({ name, battery, n, d, clusterCounts }) {
  return { dataset: name, battery, n, d, k: clusterCounts }
}

function keyOf({ dataset, method, seed }) {
  return `${dataset} ${method} ${seed}`
}

function keep(record) {
  records.set(keyOf(record), record)
}

function save(record) {
  const rounded = { ...record, ari: round(record.ari), seconds: Number(record.seconds.toFixed(3)) }
  if (record.kMeans !== undefined) rounded.kMeans = round(record.kMeans)
  keep(rounded)
  mkdirSync(fileURLToPath(new URL('results', import.meta.url)), { recursive: true })
  const sorted = [...records.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  writeFileSync(RESULTS, `${sorted.map(entry => JSON.stringify(entry)).join('\n')}\n`)
  return rounded
}

function round(value) {
  return Number(value.toFixed(5))
}

function pairs(list) {
  return list.flatMap((a, i) => list.slice(i + 1).map(b => [a, b]))
}

function fail(message) {
  console.error(message)
  process.exit(2)
}
