// The verdict for a given number of clusters: how often it is none for data without clusters, and clear for groups that are
// four to six standard deviations apart, by the number of samples.
//
//   npm run build && node bench/verdicts.mjs [tables per kind]
import { cluster } from '../packages/chorale/dist/index.js'
import { blobRows, cloudRows } from './explanation-tables.mjs'

const count = Number(process.argv[2] ?? 10)
for (const n of [40, 80, 150, 400]) {
  await report(`no clusters, ${n} samples`, seed => [cloudRows(seed, n), 2 + (seed % 4)])
}
for (const distance of [3, 4, 5, 6]) {
  for (const n of [60, 200]) {
    await report(`groups ${distance} deviations apart, ${n} samples`, seed => [
      blobRows(seed, n, distance),
      2 + (seed % 3),
    ])
  }
}

async function report(name, make) {
  const levels = { clear: 0, weak: 0, none: 0, artefact: 0 }
  for (let seed = 1; seed <= count; seed++) {
    const [rows, clusterCount] = make(seed)
    const { verdict } = await cluster(rows, { clusterCount })
    levels[verdict.level]++
  }
  console.log(
    name.padEnd(45),
    Object.entries(levels)
      .map(([level, times]) => `${level} ${times}`)
      .join(', '),
  )
}
