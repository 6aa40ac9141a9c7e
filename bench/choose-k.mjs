// Does `advise` find the number of clusters, compared with silhouette, Calinski-Harabasz, gap statistic, BIC of Gaussian
// mixtures, HDBSCAN and PAC? Datasets: seeded draws with and without clusters, four sets of scikit-learn, and the suite in
// the folder named by CHORALE_DATA. The limits of `advise` were set on seeds below 100; the seeds from 1000 on are for the
// tables of docs/choosing.md. Results go to a file, so that an interrupted run continues. After npm run build:
//   CHORALE_DATA=folder node bench/choose-k.mjs results.jsonl [nulls per family] [draws per family]   (hours of CPU)
//   PART=1/2 ... and PART=2/2 ...: the same in two processes
//   node bench/choose-k.mjs results.jsonl --tables
// PYTHON names a Python with scikit-learn.
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { advise, readTable, toDataset } from '../packages/chorale/dist/index.js'
import { CLUSTERED_FAMILIES, drawClustered, drawNull, NULL_FAMILIES } from './choose-k-datasets.mjs'
import { hdbscanClusterCount } from './hdbscan.mjs'

const FIRST_SEED = 1000
const CRITERIA = ['silhouette', 'calinskiHarabasz', 'gap', 'bic', 'hdbscan', 'pac']
const [file, ...rest] = process.argv.slice(2)
if (file === undefined) throw new Error('name a file for the results')
if (rest[0] !== '--tables') await run(Number(rest[0] ?? 30), Number(rest[1] ?? 10))
printTables(read())

async function run(nullCount, drawCount) {
  const done = new Set(read().map(({ name }) => name))
  const [part, parts] = (process.env.PART ?? '1/1').split('/').map(Number)
  let at = 0
  for (const { name, family, load } of datasets(nullCount, drawCount)) {
    if (done.has(name) || at++ % parts !== part - 1) continue
    const { ks, samples } = await load()
    const start = process.cpuUsage()
    const advice = await advise(samples, { convergence: false })
    const { user, system } = process.cpuUsage(start)
    const clusterCounts = advice.criteria.map(({ clusterCount }) => clusterCount)
    const row = {
      name,
      family,
      ks,
      sampleCount: samples.sampleCount,
      featureCount: samples.featureCount,
      verdict: advice.verdict,
      clusterCount: advice.clusterCount,
      runnerUp: advice.runnerUp,
      isBorderline: advice.isBorderline,
      pBand: advice.structure.pBand,
      seconds: Math.round((user + system) / 1e5) / 10,
      ...others(samples, clusterCounts, ks[0] === 1),
    }
    appendFileSync(file, `${JSON.stringify(row)}\n`)
  }
}

/** The answers of the other criteria. 1 stands for no clusters. */
function others(samples, clusterCounts, isNull) {
  const { sampleCount, featureCount } = samples
  const input = { sampleCount, featureCount, values: Array.from(samples.values), clusterCounts, isNull }
  const found = JSON.parse(python([], `${JSON.stringify(input)}\n`))
  return { ...found, hdbscan: Math.max(1, hdbscanClusterCount(someOf(samples, 2000))) }
}

function python(options, input = '') {
  const script = new URL('choose_k.py', import.meta.url).pathname
  const { stdout, stderr, status } = spawnSync(process.env.PYTHON ?? 'python3', [script, ...options], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

function someOf({ sampleCount: n, featureCount: d, values }, most) {
  if (n <= most) return { sampleCount: n, featureCount: d, values }
  const rows = Array.from({ length: most }, (_, at) => Math.floor((at * n) / most))
  const some = Float64Array.from({ length: most * d }, (_, at) => values[rows[Math.floor(at / d)] * d + (at % d)])
  return { sampleCount: most, featureCount: d, values: some }
}

function* datasets(nullCount, drawCount) {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + nullCount; seed++) {
    for (const family of NULL_FAMILIES)
      yield drawn(`${family} ${seed}`, `no clusters: ${family}`, () => drawNull(family, seed))
  }
  for (const family of CLUSTERED_FAMILIES) {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + drawCount; seed++) {
      yield drawn(`${family} ${seed}`, family, () => drawClustered(family, seed))
    }
  }
  for (const line of python(['--datasets']).trim().split('\n')) {
    const { name, ...data } = JSON.parse(line)
    yield drawn(`scikit-learn ${name}`, 'public: scikit-learn', () => data)
  }
  const folder = process.env.CHORALE_DATA
  if (folder === undefined) console.error('without the suite: CHORALE_DATA names no folder')
  else yield* suite(join(folder, 'suite'))
}

function drawn(name, family, draw) {
  const load = async () => {
    const { k, sampleCount, featureCount, values } = draw()
    return { ks: [k], samples: toDataset({ sampleCount, featureCount, values }) }
  }
  return { name, family, load }
}

function* suite(folder) {
  for (const path of readdirSync(folder).filter(path => path.endsWith('.csv.gz'))) {
    const name = path.replace('.csv.gz', '')
    const load = async () => {
      const table = await readTable(gunzipSync(readFileSync(join(folder, path))), { name: `${name}.csv` })
      const labels = table.columns.filter(({ name: column }) => column.startsWith('label'))
      const ks = [...new Set(labels.map(({ values }) => Math.max(...Array.from(values, Number))))].sort((a, b) => a - b)
      return { ks, samples: toDataset(table, { exclude: labels.map(({ name: column }) => column) }) }
    }
    yield { name, family: `public: ${name.split('_')[0]}`, load }
  }
}

function read() {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter(line => line !== '').map(line => JSON.parse(line))
}

function printTables(rows) {
  const isNull = ({ ks }) => ks[0] === 1
  const clustered = rows.filter(row => !isNull(row))
  const nulls = rows.filter(isNull)
  const families = [...new Set(clustered.map(({ family }) => family))]
  console.log('| family | sets | advise | of these strong | none | silhouette | CH | gap | BIC | HDBSCAN | PAC |')
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
  for (const family of [...families.sort(), 'public']) {
    const own = clustered.filter(row => row.family.startsWith(family))
    const right = own.filter(({ ks, clusterCount }) => ks.includes(clusterCount))
    const cells = [
      family,
      own.length,
      right.length,
      right.filter(({ verdict }) => verdict === 'strong').length,
      own.filter(({ verdict }) => verdict === 'none').length,
      ...CRITERIA.map(name => own.filter(row => row.ks.includes(row[name])).length),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  console.log('\n| data without clusters | sets | advise: none | weak | strong | gap | BIC | HDBSCAN |')
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|')
  for (const family of [...new Set(nulls.map(row => row.family)), 'all']) {
    const own = family === 'all' ? nulls : nulls.filter(row => row.family === family)
    const of = verdict => own.filter(row => row.verdict === verdict).length
    const cells = [
      family.replace('no clusters: ', ''),
      own.length,
      of('none'),
      of('weak'),
      of('strong'),
      ...['gap', 'bic', 'hdbscan'].map(name => own.filter(row => row[name] === 1).length),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  console.log(
    '\n| dataset | samples | features | k | advise | runner-up | silhouette | CH | gap | BIC | HDBSCAN | PAC |',
  )
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
  for (const row of rows.filter(({ family }) => family.startsWith('public'))) {
    const answer =
      row.clusterCount === null ? 'none' : `${row.clusterCount} ${row.verdict}${row.isBorderline ? ', borderline' : ''}`
    const cells = [row.name, row.sampleCount, row.featureCount, row.ks.join(' or '), answer, row.runnerUp ?? '']
    console.log(`| ${[...cells, ...CRITERIA.map(name => row[name])].join(' | ')} |`)
  }
}
