// Does `advise` find the number of clusters? On the datasets of choose-k-datasets.mjs, with all defaults, k = 2..10; prints
// the confusion table. The rule was tuned on the seeds from 1000 on; those from 5000 on were looked at once, for the figure
// in docs/benchmarks.md. About 2 s of CPU per dataset. After npm run build: node bench/choose-k.mjs [first seed] [part/parts]
import { loadavg } from 'node:os'
import { advise } from '../dist/index.js'
import { datasets } from './choose-k-datasets.mjs'

const [first = '5000', part = '1/1'] = process.argv.slice(2)
const [own, parts] = part.split('/').map(Number)
const found = []
let at = 0
for (const { name, k, ...samples } of datasets(Number(first))) {
  if (at++ % parts !== own - 1) continue
  const start = process.cpuUsage()
  const { clusterCount, structure } = await advise(samples, { convergence: false })
  const { user, system } = process.cpuUsage(start)
  found.push({ name, k, clusterCount, pValue: structure.pValue, cpu: (user + system) / 1e6 })
  if (clusterCount !== k)
    console.error(`${name}: k = ${k}, advised ${clusterCount}, p = ${structure.pValue.toPrecision(2)}`)
  if (parts > 1) console.log(JSON.stringify(found.at(-1)))
}
if (parts === 1) summarize(found)

/** The confusion table, and the figures that count. */
export function summarize(all) {
  const counts = Array.from({ length: 10 }, (_, j) => j + 1)
  console.log(`| true k | ${counts.join(' | ')} | right |\n|--:|${counts.map(() => '--:').join('|')}|--:|`)
  for (const k of counts.slice(0, 8)) {
    const own = all.filter(each => each.k === k)
    const row = counts.map(j => own.filter(({ clusterCount }) => clusterCount === j).length || '')
    const right = own.filter(({ clusterCount }) => clusterCount === k).length
    console.log(`| ${k} | ${row.join(' | ')} | ${right} of ${own.length} |`)
  }
  const share = (some, of) => `${some.length} of ${of.length} (${((100 * some.length) / of.length).toFixed(1)} %)`
  const clustered = all.filter(({ k }) => k > 1)
  const blobs = clustered.filter(({ name }) => name.startsWith('blobs'))
  const without = all.filter(({ k }) => k === 1)
  const cpu = all.reduce((sum, each) => sum + each.cpu, 0) / all.length
  console.log(
    `\nright: ${share(
      clustered.filter(each => each.clusterCount === each.k),
      clustered,
    )}`,
  )
  for (const shape of ['blobs', 'rings', 'moons']) {
    const own = clustered.filter(({ name }) => name.startsWith(shape))
    console.log(
      `  ${shape}: ${share(
        own.filter(each => each.clusterCount === each.k),
        own,
      )}`,
    )
  }
  const far = clustered.filter(each => Math.abs(each.clusterCount - each.k) > 1)
  console.log(`off by more than one: ${share(far, clustered)}`)
  console.log(
    `"no clusters" on blobs: ${share(
      blobs.filter(({ clusterCount }) => clusterCount === 1),
      blobs,
    )}`,
  )
  console.log(
    `"no clusters" without clusters: ${share(
      without.filter(({ clusterCount }) => clusterCount === 1),
      without,
    )}`,
  )
  console.log(
    `  by the test alone, p >= 0.01: ${share(
      without.filter(({ pValue }) => pValue >= 0.01),
      without,
    )}`,
  )
  console.log(`CPU per dataset: ${cpu.toFixed(2)} s; Node ${process.version}; load ${loadavg()[0].toFixed(1)}`)
}
