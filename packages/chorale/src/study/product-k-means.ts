import { drawIndex, type Random } from '../numeric/random.js'

/** Passes over the samples after which a run ends. */
const MOST_PASSES = 100

/**
 * k-means from inner products alone, so that its time does not depend on the number of features: samples move one by one to
 * the cluster that shortens the sum of squares most (Hartigan 1975).
 *
 *   |xᵢ - c|² = ⟨xᵢ,xᵢ⟩ - 2 S_ci / n_c + T_c / n_c²,   S_ci = Σ_{j in c} ⟨xᵢ,xⱼ⟩,   T_c = Σ_{i in c} S_ci
 *
 * A move of a sample changes its S_c of both clusters, in O(n).
 */
export function productKMeans(products: Float64Array, size: number, clusterCount: number, random: Random): Int32Array {
  const labels = startingLabels(products, size, clusterCount, random)
  const counts = new Int32Array(clusterCount)
  const sums = new Float64Array(clusterCount * size)
  const totals = new Float64Array(clusterCount)
  for (let i = 0; i < size; i++) {
    counts[labels[i]]++
    addRow(sums, labels[i] * size, products, i * size, size, 1)
  }
  for (let i = 0; i < size; i++) totals[labels[i]] += sums[labels[i] * size + i]

  // A sample that stays where all clusters are as before stays again.
  let quiet = 0
  for (let step = 0; quiet < size && step < MOST_PASSES * size; step++) {
    const i = step % size
    const own = labels[i]
    quiet++
    if (counts[own] === 1) continue
    const norm = products[i * size + i]
    const squareTo = (c: number) => norm - (2 * sums[c * size + i]) / counts[c] + totals[c] / counts[c] ** 2
    let best = own
    let least = (counts[own] / (counts[own] - 1)) * squareTo(own)
    for (let c = 0; c < clusterCount; c++) {
      if (c === own) continue
      const cost = (counts[c] / (counts[c] + 1)) * squareTo(c)
      // What rounding could be is no gain; samples would move in circles.
      if (cost < least - 1e-12 * norm) {
        best = c
        least = cost
      }
    }
    if (best === own) continue
    quiet = 0
    totals[own] += norm - 2 * sums[own * size + i]
    totals[best] += norm + 2 * sums[best * size + i]
    counts[own]--
    counts[best]++
    addRow(sums, own * size, products, i * size, size, -1)
    addRow(sums, best * size, products, i * size, size, 1)
    labels[i] = best
  }
  return labels
}

function addRow(sums: Float64Array, to: number, products: Float64Array, from: number, size: number, sign: number) {
  for (let j = 0; j < size; j++) sums[to + j] += sign * products[from + j]
}

/** The nearest of k samples, each drawn with a probability that grows with the squared distance to those before (k-means++). */
function startingLabels(products: Float64Array, size: number, clusterCount: number, random: Random): Int32Array {
  const labels = new Int32Array(size)
  const nearest = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
  for (let c = 0; c < clusterCount; c++) {
    const centre = c === 0 ? drawIndex(size, random) : drawFar(nearest, random)
    const norm = products[centre * size + centre]
    for (let i = 0; i < size; i++) {
      const square = Math.max(0, norm + products[i * size + i] - 2 * products[centre * size + i])
      if (i !== centre && square >= nearest[i]) continue
      // A sample that was drawn is not drawn again, even if all others are equal to one.
      nearest[i] = i === centre ? DRAWN : square
      labels[i] = c
    }
  }
  return labels
}

/** Less than any squared distance. */
const DRAWN = -1

/** A sample that was not drawn yet. */
function drawFar(squares: Float64Array, random: Random): number {
  let total = 0
  for (let i = 0; i < squares.length; i++) total += Math.max(0, squares[i])
  let left = random() * total
  let last = -1
  for (let i = 0; i < squares.length; i++) {
    if (squares[i] === DRAWN) continue
    last = i
    left -= squares[i]
    if (left < 0) break
  }
  return last
}
