/**
 * How near an anchored run comes to the exact one: ARI between the two and NMI to the truth, over anchor draws.
 *
 *   npm run build && node bench/anchors.mjs [--draws 5] [--anchors 500]
 *
 * CHORALE_DATA names a folder with data/wfrn.csv and data/pools/{LS,MF}.csv.gz; without it only the two generated ensembles
 * of 20,000 samples are run. Alpha is 0.1, m is 20.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  adjustedRandIndex,
  buildEnsemble,
  consensus,
  normalizedMutualInformation,
  sampleShape,
  toDataset,
  toLabelings,
} from '../packages/chorale/dist/index.js'
import { readTableFile } from '../packages/node/dist/index.js'

const optionOf = (name, standard) =>
  Number(process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : standard)
const draws = optionOf('--draws', 5)
const anchors = optionOf('--anchors', 500)

const data = process.env.CHORALE_DATA && join(process.env.CHORALE_DATA, 'data')
const cases = []
if (data && existsSync(data)) {
  for (const [pool, clusterCount] of [
    ['LS', 6],
    ['MF', 10],
  ]) {
    const columns = Array.from({ length: 20 }, (_, t) => `c${t + 1}`)
    const { labelings, truth } = toLabelings(await readTableFile(join(data, 'pools', `${pool}.csv.gz`)), {
      columns,
      truth: 'gt',
    })
    cases.push({ name: pool, clusterCount, labelings, truth })
  }
  const dataset = toDataset(await readTableFile(join(data, 'wfrn.csv')))
  const ensemble = await buildEnsemble(dataset, { ensembleSize: 20, seed: 1 })
  cases.push({
    name: 'WFRN',
    clusterCount: new Set(dataset.truth).size,
    labelings: ensemble.labelings,
    truth: dataset.truth,
  })
} else console.log('skipped: LS, MF and WFRN (CHORALE_DATA names no folder with data/)\n')
for (const [shape, clusterCount, spread] of [
  ['blobs', 8, 1.5],
  ['moons', 2, 0.1],
]) {
  const samples = sampleShape(shape, { sampleCount: 20_000, clusterCount, spread, seed: 1 })
  const { labelings } = await buildEnsemble(samples, { ensembleSize: 20, seed: 1 })
  cases.push({ name: `${shape}, 20,000`, clusterCount, labelings, truth: samples.truth })
}

console.log(`alpha 0.1, ${anchors} anchors, ${draws} draws\n`)
console.log('| ensemble | method | ARI to exact, mean | least | NMI exact | NMI anchored | two sets agree |')
console.log('|---|---|--:|--:|--:|--:|--:|')
for (const { name, clusterCount, labelings, truth } of cases) {
  for (const method of ['gpec', 'balanced']) {
    const options = { clusterCount, method, alpha: 0.1, memoryLimit: 16 * 2 ** 30 }
    const runs = []
    for (let seed = 1; seed <= draws; seed++) {
      // The exact run has the same seed: where several partitions are equally good, both start their k-means alike.
      const exact = await consensus(labelings, { ...options, seed })
      runs.push({ exact, anchored: await consensus(labelings, { ...options, anchors, seed }) })
    }
    const agreement = runs.map(({ exact, anchored }) => adjustedRandIndex(anchored.labels, exact.labels))
    const quality = side => mean(runs.map(run => normalizedMutualInformation(run[side].labels, truth)))
    const cells = [mean(agreement), Math.min(...agreement), quality('exact'), quality('anchored')]
    const sets = mean(runs.map(({ anchored }) => anchored.anchored.agreement))
    console.log(`| ${name} | ${method} | ${[...cells, sets].map(value => value.toFixed(3)).join(' | ')} |`)
  }
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
