/**
 * How well the confidence of a sample says whether its label is right:
 *
 *   npm run build && CHORALE_DATA=folder node bench/confidence.mjs [--chart docs/public/confidence.svg]
 *
 * For every dataset of experiments/datasets, two draws of 20 base clusterings (of a published pool, or built from the
 * features), `balanced` with k = number of classes. A label is right if the best one-to-one matching of clusters to
 * classes maps its cluster to its class. Three forms of confidence, from the same two shares (docs/method.md):
 *
 *   margin            own - other
 *   relative margin   1 - other / own (the confidence of Chorale)
 *   share of agreement   own / sum of the shares of all clusters
 *
 * AUC: the probability that a right sample has a higher value than a wrong one. Calibration error: the mean difference
 * between value and share of right labels, over ten bins of equal width. Means over datasets and draws.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { munkres } from 'munkres'
import {
  adoptLabelings,
  buildEnsemble,
  consensus,
  readTable,
  toDataset,
  toLabelings,
} from '../packages/chorale/dist/index.js'

const folder = process.env.CHORALE_DATA
if (folder === undefined) {
  console.log('skipped: CHORALE_DATA names no folder')
  process.exit()
}
const { values: flags } = parseArgs({ options: { chart: { type: 'string' } } })
const SIZE = 20
const DRAWS = 2
const BINS = 10
const FORMS = ['margin', 'relative margin', 'share of agreement']

const runs = []
const described = new URL('../packages/paper/experiments/datasets/', import.meta.url)
for (const file of readdirSync(described)) {
  const { labelings, truth } = await load(JSON.parse(readFileSync(new URL(file, described), 'utf8')))
  for (let draw = 0; draw < DRAWS; draw++) {
    const ensemble = adoptLabelings(labelings.slice(draw * SIZE, (draw + 1) * SIZE))
    const clusterCount = new Set(truth).size
    const { labels } = await consensus(ensemble, { clusterCount })
    const right = rightLabels(labels, truth, clusterCount)
    const values = formsOf(ensemble, labels, clusterCount)
    runs.push(FORMS.map((_, form) => judge(values[form], right)))
  }
}

const accuracy = mean(runs.map(([first]) => mean(first.right)))
console.log(`${runs.length} runs, mean accuracy ${accuracy.toFixed(3)}\n`)
console.log('| form | mean value | AUC | calibration error |')
console.log('|---|--:|--:|--:|')
FORMS.forEach((name, form) => {
  const judged = runs.map(run => run[form])
  const cells = ['meanValue', 'auc', 'error'].map(key => mean(judged.map(each => each[key])).toFixed(3))
  console.log(`| ${[name, ...cells].join(' | ')} |`)
})
const curves = FORMS.map((_, form) => reliability(runs.map(run => run[form])))
console.log('\n| value | samples | right, relative margin |\n|---|--:|--:|')
curves[1].forEach(({ from, count, rightShare }) => {
  console.log(`| ${from.toFixed(1)} to ${(from + 1 / BINS).toFixed(1)} | ${count} | ${rightShare.toFixed(2)} |`)
})
if (flags.chart !== undefined) writeFileSync(flags.chart, diagram(curves.slice(0, 2)))

/** The labelings and the class of every sample. */
async function load({ kind, file, truth = 'class' }) {
  const bytes = readFileSync(join(folder, 'data', file))
  const isPacked = file.endsWith('.gz')
  const table = await readTable(isPacked ? gunzipSync(bytes) : bytes, { name: file.replace(/\.gz$/, '') })
  const found = kind === 'pool' ? toLabelings(table, { truth }) : toDataset(table, { truth })
  const names = [...new Set(found.truth)]
  const classes = found.truth.map(name => names.indexOf(name))
  if (kind === 'pool') return { labelings: found.labelings, truth: classes }
  const { labelings } = await buildEnsemble(found, { ensembleSize: SIZE * DRAWS, seed: 1 })
  return { labelings, truth: classes }
}

function rightLabels(labels, truth, clusterCount) {
  const costs = Array.from({ length: clusterCount }, () => new Float64Array(clusterCount))
  for (let i = 0; i < labels.length; i++) costs[labels[i]][truth[i]]--
  const classOf = new Map(munkres(costs))
  return Array.from(labels, (label, i) => (classOf.get(label) === truth[i] ? 1 : 0))
}

/** The values of the three forms for every sample. */
function formsOf({ labelings, clusterCounts, sampleCount: n }, labels, k) {
  const sizes = new Float64Array(k)
  for (const label of labels) sizes[label]++
  const shares = new Float64Array(n * k)
  labelings.forEach((labeling, t) => {
    const counts = new Float64Array(clusterCounts[t] * k)
    for (let i = 0; i < n; i++) counts[labeling[i] * k + labels[i]]++
    for (let i = 0; i < n; i++) {
      for (let C = 0; C < k; C++) {
        const itself = C === labels[i] ? 1 : 0
        const pairs = (sizes[C] - itself) * labelings.length
        if (pairs > 0) shares[i * k + C] += (counts[labeling[i] * k + C] - itself) / pairs
      }
    }
  })
  const forms = FORMS.map(() => new Float64Array(n))
  for (let i = 0; i < n; i++) {
    const row = shares.subarray(i * k, (i + 1) * k)
    const own = row[labels[i]]
    const other = row.reduce((most, share, C) => (C === labels[i] ? most : Math.max(most, share)), 0)
    const sum = row.reduce((a, b) => a + b, 0)
    forms[0][i] = Math.max(0, own - other)
    forms[1][i] = own > other ? 1 - other / own : 0
    forms[2][i] = sum > 0 ? own / sum : 0
  }
  return forms
}

function judge(values, right) {
  const bins = Array.from({ length: BINS }, () => ({ count: 0, sum: 0, right: 0 }))
  values.forEach((value, i) => {
    const bin = bins[Math.min(BINS - 1, Math.floor(value * BINS))]
    bin.count++
    bin.sum += value
    bin.right += right[i]
  })
  const error = bins.reduce((sum, bin) => sum + Math.abs(bin.sum - bin.right), 0) / values.length
  return { bins, right, meanValue: mean(values), auc: auc(values, right), error }
}

/** Ranks with ties; 0.5 means that the values say nothing. */
function auc(values, right) {
  const order = Array.from(values.keys()).sort((a, b) => values[a] - values[b])
  let ranks = 0
  let start = 0
  while (start < order.length) {
    let end = start
    while (end < order.length && values[order[end]] === values[order[start]]) end++
    for (let at = start; at < end; at++) if (right[order[at]]) ranks += (start + end + 1) / 2
    start = end
  }
  const positives = right.reduce((a, b) => a + b, 0)
  return (ranks - (positives * (positives + 1)) / 2) / (positives * (order.length - positives))
}

/** The share of right labels by value. Every run counts the same, whatever its number of samples. */
function reliability(judged) {
  return Array.from({ length: BINS }, (_, at) => {
    let weight = 0
    let rightWeight = 0
    let count = 0
    for (const { bins, right } of judged) {
      weight += bins[at].count / right.length
      rightWeight += bins[at].right / right.length
      count += bins[at].count
    }
    return { from: at / BINS, count, share: weight / judged.length, rightShare: rightWeight / weight }
  })
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Share of right labels against value, one line per form; the area of a point grows with its share of the samples. */
function diagram([margin, relative]) {
  const side = 320
  const [left, top] = [52, 16]
  const x = value => (left + side * value).toFixed(1)
  const y = value => (top + side * (1 - value)).toFixed(1)
  const curve = (points, colour) => {
    const known = points.filter(({ share }) => share > 0.002)
    const middle = ({ from }) => from + 0.5 / BINS
    const line = known.map(point => `${x(middle(point))},${y(point.rightShare)}`).join(' ')
    const circles = known.map(
      point =>
        `<circle cx="${x(middle(point))}" cy="${y(point.rightShare)}" r="${(2 + 14 * Math.sqrt(point.share)).toFixed(1)}"/>`,
    )
    return `<g fill="${colour}" fill-opacity="0.75"><polyline points="${line}" fill="none" stroke="${colour}" stroke-width="2"/>${circles.join('')}</g>`
  }
  const ticks = [0, 0.25, 0.5, 0.75, 1]
  const across = ticks.map(value => `<text x="${x(value)}" y="${top + side + 18}" text-anchor="middle">${value}</text>`)
  const up = ticks.map(value => `<text x="${left - 8}" y="${y(value)}" dy="0.32em" text-anchor="end">${value}</text>`)
  const legend = [
    ['#2470b3', 'relative margin (the confidence)'],
    ['#ca3f01', 'plain margin'],
  ].map(
    ([colour, name], at) =>
      `<circle cx="${left + 16}" cy="${top + 18 + 18 * at}" r="5" fill="${colour}"/><text x="${left + 28}" y="${top + 22 + 18 * at}">${name}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 390" width="400" height="390" font-family="system-ui, sans-serif" font-size="12">
<rect width="400" height="390" fill="#ffffff"/><rect x="${left}" y="${top}" width="${side}" height="${side}" fill="none" stroke="#c5ccd3"/>
<path d="M${x(0)},${y(0)}L${x(1)},${y(1)}" stroke="#8a949e" stroke-dasharray="4 4"/>
${curve(margin, '#ca3f01')}
${curve(relative, '#2470b3')}
<g fill="#3c4650">${across.join('')}${up.join('')}${legend.join('')}
<text x="${left + side / 2}" y="${top + side + 40}" text-anchor="middle">value</text>
<text transform="translate(14,${top + side / 2}) rotate(-90)" text-anchor="middle">share of right labels</text></g>
</svg>
`
}
