// What `advise` says about the paper's datasets, beside the number of their classes; features are scaled as by default. No
// claims: classes need not be clusters. Needs the folder named by CHORALE_DATA. After npm run build:
// CHORALE_DATA=folder node bench/choose-k-paper.mjs [name ..]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { adoptLabelings, advise, readTable, toDataset, toLabelings } from '../dist/index.js'

const folder = process.env.CHORALE_DATA
if (folder === undefined) {
  console.log('skipped: CHORALE_DATA names no folder')
  process.exit()
}
const wanted = process.argv.slice(2)
const described = new URL('../experiments/datasets/', import.meta.url)
console.log('| dataset | from | samples | classes | advised k | p | overlap | stability | CPU s |')
console.log('|---|---|--:|--:|--:|--:|--:|--:|--:|')
for (const file of readdirSync(described)) {
  const { name, title, kind, file: path, truth } = JSON.parse(readFileSync(new URL(file, described), 'utf8'))
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const bytes = readFileSync(join(folder, 'data', path))
  const table = await readTable(path.endsWith('.gz') ? gunzipSync(bytes) : bytes, { name: path.replace(/\.gz$/, '') })
  const start = process.cpuUsage()
  const input = kind === 'features' ? toDataset(table) : toLabelings(table, { truth })
  const data = kind === 'features' ? input : adoptLabelings(input.labelings, { names: input.names })
  const { clusterCount, structure, stability, criteria } = await advise(data, { convergence: false })
  const { user, system } = process.cpuUsage(start)
  const { overlap, stability: stable } = criteria.find(each => each.clusterCount === stability.clusterCount)
  const p = structure.pValue < 0.001 ? '< 0.001' : structure.pValue.toFixed(3)
  const cells = [title, kind === 'features' ? 'features' : 'labelings', input.sampleCount, new Set(input.truth).size]
  const found = [clusterCount, p, overlap.toFixed(3), stable.toFixed(2), ((user + system) / 1e6).toFixed(0)]
  console.log(`| ${[...cells, ...found].join(' | ')} |`)
}
