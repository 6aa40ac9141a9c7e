/**
 * The methods whose cost grows with n alone, on many samples:
 *
 *   npm run build && node bench/many-samples.mjs [samples] [methods, comma-separated]
 *
 * 20 labelings of 2 to 447 clusters, k = 10: points of ten groups in the plane, each labeling by the nearest of some of them. Every
 * method is a program of its own, so that its peak memory is its own; one thread.
 */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { consensus } from '../packages/chorale/dist/index.js'
import { parkMiller } from './random.mjs'

const [sampleCount = '200000', methods = 'smkkm,mkkm,mkkc,sec,lwgp', only] = process.argv.slice(2)
if (only === undefined) {
  console.log('| samples | distinct rows | method | CPU s | wall s | peak MB |')
  console.log('|--:|--:|---|--:|--:|--:|')
  for (const method of methods.split(',')) {
    const file = fileURLToPath(import.meta.url)
    spawnSync(process.execPath, [file, sampleCount, method, 'only'], { stdio: 'inherit' })
  }
} else await measure(Number(sampleCount), methods)

async function measure(n, method) {
  const labelings = generatedLabelings(n)
  const began = performance.now()
  const before = process.cpuUsage()
  const { ensemble } = await consensus(labelings, { clusterCount: 10, method, seed: 1 })
  const { user, system } = process.cpuUsage(before)
  const wall = (performance.now() - began) / 1000
  const peak = process.resourceUsage().maxRSS / 1024
  const cells = [n, ensemble.distinctRows, method, ((user + system) / 1e6).toFixed(1), wall.toFixed(1), peak.toFixed(0)]
  console.log(`| ${cells.join(' | ')} |`)
}

function generatedLabelings(n) {
  const random = parkMiller(1)
  const points = Array.from({ length: n }, (_, i) => [
    (i % 5) / 5 + 0.1 + 0.06 * (random() + random() - 1),
    Math.floor((i % 10) / 5) / 2 + 0.25 + 0.15 * (random() + random() - 1),
  ])
  return Array.from({ length: 20 }, () => {
    const centres = Array.from({ length: 2 + Math.floor(random() * 446) }, () => points[Math.floor(random() * n)])
    const ascending = centres.toSorted(([a], [b]) => a - b)
    return Int32Array.from(points, point => nearest(point, ascending))
  })
}

/** The nearest centre: outwards from the place of the point among the centres in order of x, as far as x alone allows. */
function nearest([x, y], centres) {
  let [low, high] = [0, centres.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (centres[middle][0] < x) low = middle + 1
    else high = middle
  }
  let best = 0
  let least = Number.POSITIVE_INFINITY
  const look = step => {
    for (let c = step > 0 ? low : low - 1; c >= 0 && c < centres.length; c += step) {
      const [dx, dy] = [centres[c][0] - x, centres[c][1] - y]
      if (dx * dx >= least) return
      if (dx * dx + dy * dy < least) {
        least = dx * dx + dy * dy
        best = c
      }
    }
  }
  look(1)
  look(-1)
  return best
}
