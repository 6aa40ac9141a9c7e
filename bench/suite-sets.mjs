// The sets of the benchmark suite and the tables of the paper, with reference partitions.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { adjustedRandIndex } from '../packages/chorale/dist/index.js'

/** The tables of the paper, and how many columns at the end are classes. */
const PAPER = [
  'abalone-rings.csv',
  'allaml.csv.gz',
  'obesity.csv',
  'phishing.csv',
  'rice.csv',
  'seeds.csv',
  'tox171.csv.gz',
  'warpar10p.csv',
  'website-phishing.csv',
  'wfrn.csv',
]

/** Reads all sets, one at a time. */
export function* suiteSets(folder) {
  const files = readdirSync(join(folder, 'suite')).filter(name => name.endsWith('.csv.gz'))
  for (const file of files.sort()) {
    const name = file.replace('.csv.gz', '')
    const battery = name.slice(0, name.indexOf('_'))
    yield readSet(join(folder, 'suite', file), name, battery)
  }
  for (const file of PAPER) {
    const path = join(folder, 'data', file)
    if (existsSync(path)) yield readSet(path, `paper_${file.replace(/\.csv.*/, '')}`, 'paper')
    else console.log(`not run: ${path} is not there`)
  }
}

function readSet(path, name, battery) {
  const bytes = readFileSync(path)
  const lines = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trim().split('\n')
  const header = lines[0].trim().split(',')
  const isReference = column => /^(label\d+|class|truth|label)$/.test(header[column])
  const columns = [...header.keys()]
  const features = columns.filter(column => !isReference(column))
  const n = lines.length - 1
  const d = features.length
  const values = new Float64Array(n * d)
  const classes = columns.filter(isReference).map(column => ({ column, names: new Map(), labels: new Int32Array(n) }))
  for (let i = 0; i < n; i++) {
    const cells = lines[i + 1].trim().split(',')
    features.forEach((column, f) => {
      values[i * d + f] = Number(cells[column])
    })
    for (const { column, names, labels } of classes) labels[i] = codeOf(cells[column], header[column], names)
  }
  const references = classes.map(({ labels }) => ({ labels, k: labels.reduce((most, label) => Math.max(most, label)) }))
  const clusterCounts = [...new Set(references.map(({ k }) => k))]
  const scale = battery === 'real' || battery === 'paper' ? 'standard' : 'none'
  return {
    name,
    battery,
    n,
    d,
    values,
    scale,
    clusterCounts,
    /** The best ARI over the references with k clusters; noise is not scored. */
    score: (labels, k) =>
      Math.max(
        ...references.filter(reference => reference.k === k).map(reference => scoreOf(labels, reference.labels)),
      ),
  }
}

/** Labels of the suite are numbers, of which 0 is noise; classes of the paper's tables are numbered from 1. */
function codeOf(cell, column, names) {
  if (/^label\d+$/.test(column)) return Number(cell)
  if (!names.has(cell)) names.set(cell, names.size + 1)
  return names.get(cell)
}

function scoreOf(labels, reference) {
  const scored = [...reference.keys()].filter(i => reference[i] > 0)
  return adjustedRandIndex(
    Int32Array.from(scored, i => labels[i]),
    Int32Array.from(scored, i => reference[i]),
  )
}
