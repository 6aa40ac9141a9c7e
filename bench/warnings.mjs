/**
 * How often the warnings of a result are right: the public suite in CHORALE_DATA/suite, and the same tables with every
 * column shuffled, which have no clusters.
 *
 *   npm run build && CHORALE_DATA=folder node bench/warnings.mjs [--most 1000]
 *
 * For each table, k is the number of reference clusters. ARI: against the first reference. Stability and overlap are those
 * of the review. A good result (ARI of at least 0.8) should have no warning; shuffled columns should have one.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { adjustedRandIndex, cluster, readTable, toDataset } from '../packages/chorale/dist/index.js'
import { mulberry } from './random.mjs'

const folder = process.env.CHORALE_DATA
if (folder === undefined) {
  console.log('skipped: CHORALE_DATA names no folder')
  process.exit()
}
const { values: flags } = parseArgs({ options: { most: { type: 'string', default: '1000' } } })

const rows = []
console.log('| table | n | k | ARI | stability | overlap | warnings | shuffled: stability | overlap | warnings |')
console.log('|---|--:|--:|--:|--:|--:|---|--:|--:|---|')
for (const file of readdirSync(join(folder, 'suite')).filter(name => name.endsWith('.csv.gz'))) {
  const text = gunzipSync(readFileSync(join(folder, 'suite', file))).toString()
  const columns = text
    .slice(0, text.indexOf('\n'))
    .split(',')
    .filter(name => /^x\d+$/.test(name.trim()))
  const scale = /^(real|uci)/.test(file) ? 'standard' : 'none'
  const dataset = toDataset(await readTable(text), { columns, truth: 'label0', scale })
  if (dataset.sampleCount > Number(flags.most)) continue
  const clusterCount = new Set(dataset.truth).size
  const found = await cluster(dataset, { clusterCount })
  const nothing = await cluster(shuffled(dataset), { clusterCount })
  const row = { ari: adjustedRandIndex(found.labels, dataset.truth), found, nothing }
  rows.push(row)
  const cells = [file.replace('.csv.gz', ''), dataset.sampleCount, clusterCount, row.ari.toFixed(2)]
  console.log(`| ${[...cells, ...cellsOf(found), ...cellsOf(nothing)].join(' | ')} |`)
}
const warned = results => results.filter(({ review }) => review.warnings.length > 0).length
const good = rows.filter(({ ari }) => ari >= 0.8).map(({ found }) => found)
const bad = rows.filter(({ ari }) => ari < 0.3).map(({ found }) => found)
console.log(`\ngood results with a warning: ${warned(good)} of ${good.length}`)
console.log(`bad results (ARI below 0.3) with a warning: ${warned(bad)} of ${bad.length}`)
console.log(`shuffled tables with a warning: ${warned(rows.map(({ nothing }) => nothing))} of ${rows.length}`)

function cellsOf({ review: { halfAgreement, overlap, warnings } }) {
  const kinds = warnings.map(text =>
    text.includes('random data') ? 'noise' : text.includes('stable') ? 'unstable' : 'tiny',
  )
  return [halfAgreement?.toFixed(2) ?? '-', overlap?.toFixed(3) ?? '-', kinds.join(', ')]
}

/** The same columns, each in a random order of its own: the distributions stay, the clusters go. */
function shuffled({ sampleCount: n, featureCount: d, values }) {
  const random = mulberry(1)
  const mixed = values.slice()
  for (let j = 0; j < d; j++) {
    for (let i = n - 1; i > 0; i--) {
      const other = Math.floor(random() * (i + 1))
      const value = mixed[i * d + j]
      mixed[i * d + j] = mixed[other * d + j]
      mixed[other * d + j] = value
    }
  }
  return { sampleCount: n, featureCount: d, values: mixed }
}
