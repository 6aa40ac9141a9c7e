/**
 * Average linkage of many samples, none of which share all their labels:
 *
 *   npm run build && node bench/linkage.mjs [samples ...]
 *
 * `lwea` on 20 labelings of points in the plane, a fifth of the labels drawn anew so that no two samples have equal rows and
 * nothing can be collapsed. One thread; CPU time of the whole consensus (distances, linkage, cut), so linkage alone takes less.
 */

import { consensus } from '../packages/chorale/dist/index.js'
import { parkMiller } from './random.mjs'

const sizes = process.argv.slice(2).map(Number)
console.log('| samples | distinct rows | CPU s | wall s | peak MB |')
console.log('|--:|--:|--:|--:|--:|')
for (const sampleCount of sizes.length > 0 ? sizes : [6435, 20_000]) {
  const labelings = generatedLabelings(sampleCount, 1)
  const began = performance.now()
  const before = process.cpuUsage()
  const { ensemble } = await consensus(labelings, { clusterCount: 6, method: 'lwea' })
  const { user, system } = process.cpuUsage(before)
  const wall = (performance.now() - began) / 1000
  const peak = process.resourceUsage().maxRSS / 1024
  const cells = [
    sampleCount,
    ensemble.distinctRows,
    ((user + system) / 1e6).toFixed(2),
    wall.toFixed(2),
    peak.toFixed(0),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

function generatedLabelings(sampleCount, seed) {
  const random = parkMiller(seed)
  const points = Array.from({ length: sampleCount }, () => [random(), random()])
  return Array.from({ length: 20 }, () => {
    const centres = Array.from({ length: 10 + Math.floor(random() * 60) }, () => [random(), random()])
    return points.map(point => (random() < 0.2 ? Math.floor(random() * centres.length) : nearest(point, centres)))
  })
}

function nearest([x, y], centres) {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [c, [cx, cy]] of centres.entries()) {
    const distance = (x - cx) ** 2 + (y - cy) ** 2
    if (distance < least) {
      least = distance
      best = c
    }
  }
  return best
}
