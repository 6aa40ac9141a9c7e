import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleShape } from '../packages/chorale/dist/index.js'

/** Writes a table of n x d numbers in six clusters to a folder; returns its path. */
export function blobsFile(folder, n, d) {
  const { values } = sampleShape('blobs', { sampleCount: n, featureCount: d, clusterCount: 6, spread: 0.6, seed: 3 })
  const rows = Array.from({ length: n }, (_, i) =>
    Array.from(values.subarray(i * d, (i + 1) * d), value => value.toFixed(4)).join(),
  )
  const path = join(folder, `blobs-${n}.csv`)
  writeFileSync(path, [Array.from({ length: d }, (_, j) => `x${j}`).join(), ...rows, ''].join('\n'))
  return path
}
