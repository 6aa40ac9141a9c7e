// The labels of rows from those of their near cells. The twins are followNearest, cellWeights and followWeights in
// src/cells/cell-set.ts; exponential is exp in src/numeric/exp-log.ts for numbers up to 0.

/** ln 2 = LN2_HIGH + LN2_LOW; the high part ends in zero bits. */
const LN2: f64 = 0.6931471805599453
const LN2_HIGH: f64 = 0.6931471803691238
const LN2_LOW: f64 = 1.9082149292705877e-10
const TWO_TO_54: f64 = 18014398509481984

function exponential(x: f64): f64 {
  if (x < -745.1332191019412) return 0
  const k = Math.floor(x / LN2 + 0.5)
  const high = x - k * LN2_HIGH
  const low = k * LN2_LOW
  const r = high - low
  const lost = high - r - low
  let tail: f64 = 1.0 / 6227020800.0
  tail = tail * r + 1.0 / 479001600.0
  tail = tail * r + 1.0 / 39916800.0
  tail = tail * r + 1.0 / 3628800.0
  tail = tail * r + 1.0 / 362880.0
  tail = tail * r + 1.0 / 40320.0
  tail = tail * r + 1.0 / 5040.0
  tail = tail * r + 1.0 / 720.0
  tail = tail * r + 1.0 / 120.0
  tail = tail * r + 1.0 / 24.0
  tail = tail * r + 1.0 / 6.0
  tail = tail * r + 1.0 / 2.0
  const value = 1 + (r + (lost + r * r * tail))
  if (k < -1022) return (value * powerOfTwo(k + 54)) / TWO_TO_54
  return value * powerOfTwo(k)
}

// @ts-ignore: decorator
@inline
function powerOfTwo(k: f64): f64 {
  return reinterpret<f64>((<i64>k + 1023) << 52)
}

/** Weights of the near cells of a row, with the sum 1. */
function weigh(distances: usize, count: usize, scale: f64, weights: usize): void {
  const nearest = load<f64>(distances)
  let sum: f64 = 0
  for (let q: usize = 0; q < count; q++) {
    const weight = exponential((nearest - load<f64>(distances + (q << 3))) * scale)
    store<f64>(weights + (q << 3), weight)
    sum += weight
  }
  for (let q: usize = 0; q < count; q++) {
    store<f64>(weights + (q << 3), load<f64>(weights + (q << 3)) / sum)
  }
}

// @ts-ignore: decorator
@inline
function labelAt(cells: usize, labels: usize, q: usize): usize {
  return <usize>load<i32>(labels + (<usize>load<i32>(cells + (q << 2)) << 2))
}

/**
 * The labels of rows in several models of the same cells. Model t has the labels of its cells at cellLabels + t * cellCount,
 * and the labels of the rows go to out + t * rowCount. `byWeights` is 1 for a model that goes by the weights of the near
 * cells, 0 for one that goes by the nearest. `sums` has zeros for every label.
 */
export function followCells(
  cells: usize, distances: usize, rowCount: i32, neighbours: i32, scale: f64, modelCount: i32, byWeights: usize,
  cellLabels: usize, cellCount: i32, weights: usize, sums: usize, out: usize,
): void {
  const count = <usize>neighbours
  for (let r = 0; r < rowCount; r++) {
    const near = cells + ((<usize>r * count) << 2)
    let isWeighed = false
    for (let t = 0; t < modelCount; t++) {
      const labels = cellLabels + ((<usize>t * <usize>cellCount) << 2)
      let best = labelAt(near, labels, 0)
      if (load<i32>(byWeights + (<usize>t << 2)) != 0) {
        let isCommon = true
        for (let q: usize = 1; q < count && isCommon; q++) isCommon = labelAt(near, labels, q) == best
        if (!isCommon) {
          if (!isWeighed) weigh(distances + ((<usize>r * count) << 3), count, scale, weights)
          isWeighed = true
          for (let q: usize = 0; q < count; q++) {
            const sum = sums + (labelAt(near, labels, q) << 3)
            store<f64>(sum, load<f64>(sum) + load<f64>(weights + (q << 3)))
          }
          for (let q: usize = 1; q < count; q++) {
            const label = labelAt(near, labels, q)
            if (load<f64>(sums + (label << 3)) > load<f64>(sums + (best << 3))) best = label
          }
          for (let q: usize = 0; q < count; q++) store<f64>(sums + (labelAt(near, labels, q) << 3), 0)
        }
      }
      store<i32>(out + ((<usize>t * <usize>rowCount + <usize>r) << 2), <i32>best)
    }
  }
}
