/**
 * The comparison methods against the published implementations, on the same draws of base clusterings:
 *
 *   npm run build && CHORALE_DATA=... node bench/baselines.mjs [--pools GLIOMA,Lung] [--methods lwea,nwca] [--repeats 10]
 *
 * Paired over draws: mean difference of NMI with its standard error, a miss where it is beyond 3 standard errors and 0.005;
 * the share of runs with the same partition, where the partitions were kept; CPU seconds of one run, theirs and ours.
 * Theirs were measured on another day of the same kind of machine: read the ratio as an order of magnitude.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { adjustedRandIndex, consensus, normalizedMutualInformation } from '../packages/chorale/dist/index.js'

/** Ours, the name in the reference data, and the implementation to compare with: the first one that has rows. */
const METHODS = [
  ['eac', 'EAC', ['octave-reference']],
  ['lwea', 'LWEA', ['octave-reference']],
  ['lwgp', 'LWGP', ['octave-reference']],
  ['nwca', 'NWCA', ['octave-reference']],
  ['eccms', 'ECCMS', ['octave-reference']],
  ['mkkm', 'MKKM', ['python-lowrank-port']],
  ['mkkm', 'MKKM', ['octave-reference'], { collapse: 'reference' }],
  ['mkkc', 'MKKC', ['python-lowrank-port']],
  ['smkkm', 'SMKKM', ['octave-reference', 'python-lowrank-port']],
  ['sec', 'SEC', ['octave-reference']],
  ['sec', 'SEC', ['octave-reference'], { emptyCentres: 'reference' }],
  ['ces2l', 'CEs2L', ['octave-reference']],
  ['ces2q', 'CEs2Q', ['octave-reference']],
  ['ceam', 'CEAMq', ['python-port-quantised-knn']],
  ['ceam', 'CEAM', ['octave-reference', 'python-port']],
]

const folder = process.env.CHORALE_DATA
if (!folder) fail('CHORALE_DATA must name the folder with data/ and golden/')
const { values: flags } = parseArgs({
  options: { pools: { type: 'string' }, methods: { type: 'string' }, repeats: { type: 'string', default: '10' } },
})
const { pools } = JSON.parse(readFileSync(join(folder, 'golden/draws.json'), 'utf8'))
const baselines = readBaselines()
const partitions = readPartitions()

console.log(
  '| pool | method | against | draws | NMI theirs | NMI ours | difference (se) | same | CPU s theirs | ours | ratio |',
)
console.log('|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|')
const misses = []
for (const [pool, { k, draws }] of Object.entries(pools)) {
  if (flags.pools && !flags.pools.split(',').includes(pool)) continue
  const columns = readPool(pool)
  for (const [method, name, implementations, options = {}] of METHODS) {
    if (flags.methods && !flags.methods.split(',').includes(method)) continue
    const impl = implementations.find(candidate => baselines.has(`${pool} ${name} ${candidate}`))
    if (impl === undefined) continue
    const theirs = baselines.get(`${pool} ${name} ${impl}`).slice(0, Number(flags.repeats))
    const ours = []
    for (const { rep } of theirs) ours.push(await runOnce(columns, draws[rep - 1], k, { method, ...options }, rep))
    report(pool, method, options, name, impl, theirs, ours)
  }
}
console.log(misses.length === 0 ? '\nNo misses.' : `\nMisses:\n${misses.map(miss => `- ${miss}`).join('\n')}`)

async function runOnce(columns, draw, clusterCount, options, seed) {
  const labelings = draw.map(c => columns.get(`c${c}`))
  const before = process.cpuUsage()
  const { labels } = await consensus(labelings, { clusterCount, seed, ...options })
  const { user, system } = process.cpuUsage(before)
  return { labels, nmi: normalizedMutualInformation(labels, columns.get('gt')), cpu: (user + system) / 1e6 }
}

function report(pool, method, options, name, impl, theirs, ours) {
  const differences = ours.map(({ nmi }, at) => nmi - theirs[at].nmi)
  const mean = average(differences)
  const variance = average(differences.map(d => (d - mean) ** 2)) * (differences.length / (differences.length - 1))
  const error = Math.sqrt(variance / differences.length)
  const kept = theirs.flatMap(({ rep }, at) => {
    const labels = impl === 'octave-reference' ? partitions.get(`${pool} ${rep} ${name}`) : undefined
    return labels === undefined ? [] : [adjustedRandIndex(ours[at].labels, labels) > 1 - 1e-12 ? 1 : 0]
  })
  const [cpuTheirs, cpuOurs] = [average(theirs.map(({ cpu }) => cpu)), average(ours.map(({ cpu }) => cpu))]
  const title = [method, ...Object.entries(options).map(([key, value]) => `${key} ${value}`)].join(', ')
  const missed = !(Math.abs(mean) <= Math.max(3 * error, 0.005))
  if (missed) misses.push(`${pool}, ${title} against ${name} (${impl}): ${mean.toFixed(4)} (${error.toFixed(4)})`)
  const cells = [
    pool,
    title,
    `${name}, ${impl}`,
    ours.length,
    average(theirs.map(({ nmi }) => nmi)).toFixed(4),
    average(ours.map(({ nmi }) => nmi)).toFixed(4),
    `${mean.toFixed(4)} (${error.toFixed(4)})${missed ? ' **miss**' : ''}`,
    kept.length > 0 ? `${kept.reduce((a, b) => a + b, 0)}/${kept.length}` : '',
    cpuTheirs.toFixed(3),
    cpuOurs.toFixed(3),
    (cpuTheirs / cpuOurs).toFixed(1),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

function readBaselines() {
  const found = new Map()
  const [header, ...lines] = readFileSync(join(folder, 'golden/baselines.csv'), 'utf8').trim().split('\n')
  const at = Object.fromEntries(header.split(',').map((name, column) => [name, column]))
  for (const line of lines) {
    const cells = line.split(',')
    const key = `${cells[at.dataset]} ${cells[at.method]} ${cells[at.impl]}`
    if (!found.has(key)) found.set(key, [])
    found.get(key).push({ rep: Number(cells[at.rep]), nmi: Number(cells[at.NMI]), cpu: Number(cells[at.cpu_s]) })
  }
  return found
}

function readPartitions() {
  const lines = gunzipSync(readFileSync(join(folder, 'golden/baseline_labels.csv.gz')))
    .toString()
    .trim()
    .split('\n')
  return new Map(
    lines.map(line => {
      const [dataset, rep, method, ...labels] = line.split(',')
      return [`${dataset} ${rep} ${method}`, labels.filter(label => label !== '').map(Number)]
    }),
  )
}

function readPool(pool) {
  const [header, ...rows] = gunzipSync(readFileSync(join(folder, `data/pools/${pool}.csv.gz`)))
    .toString()
    .trim()
    .split('\n')
  const cells = rows.map(row => row.split(','))
  return new Map(header.split(',').map((name, at) => [name, Int32Array.from(cells, row => Number(row[at]))]))
}

function average(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function fail(message) {
  console.error(message)
  process.exit(2)
}
