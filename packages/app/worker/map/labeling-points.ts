import { type FloatRows, paddedWidth, randomFor, type SamplePoints } from 'chorale/internal'

/** Coordinates of a sample. */
const PROJECTIONS = 128

/**
 * Labelings as points: each base cluster has a random direction, and a sample is the sum of the directions of its
 * clusters. The squared distance of two samples is approximately proportional to the labelings in which they differ.
 */
export function labelingPoints(labelings: readonly Int32Array[]): SamplePoints {
  const random = randomFor(1, 0)
  const width = paddedWidth(PROJECTIONS)
  const directions = labelings.map(labels => {
    const clusterCount = labels.reduce((most, label) => Math.max(most, label), -1) + 1
    return Float32Array.from({ length: clusterCount * PROJECTIONS }, () => (random() < 0.5 ? -1 : 1))
  })
  return {
    columnCount: PROJECTIONS,
    of(rows): FloatRows {
      const values = new Float32Array(rows.length * width)
      labelings.forEach((labels, t) => {
        for (let r = 0; r < rows.length; r++) {
          const from = labels[rows[r]] * PROJECTIONS
          if (from < 0) continue
          for (let q = 0; q < PROJECTIONS; q++) values[r * width + q] += directions[t][from + q]
        }
      })
      return { rowCount: rows.length, width, values }
    },
  }
}
