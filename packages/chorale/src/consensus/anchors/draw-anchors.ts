import { type LabelStore, rowClustersInto } from '../../labelings/label-store.js'
import { type Random, randomFor } from '../../numeric/random.js'

/**
 * Draws distinct label rows of the probe as anchors, p x m clusters; all rows if there are at most p.
 *
 * The rows are drawn like the centres of k-means++ (Arthur and Vassilvitskii 2007): the probability of a row is
 * proportional to its number of samples and to (1 - s)², where s is its similarity to the nearest anchor so far (1 to
 * itself). Compared with uniformly drawn anchors, for p = 500 on the published pools: mean ARI to the exact labels of
 * `balanced` 0.97 instead of 0.92 on LS and 0.96 instead of 0.91 on MF; of `gpec` 0.95 and 0.95, 0.99 and 0.99.
 * O(p n m / k) for the similarities, with an index.
 */
export function drawAnchors(probe: LabelStore, clusterWeights: Float64Array, count: number, seed: number): Int32Array {
  const { ensembleSize: m } = probe
  const [block] = probe.blocks
  const { rowCount } = block
  const clusters = new Int32Array(rowCount * m)
  rowClustersInto(clusters, block, probe, 0, rowCount)
  const chosen =
    count >= rowCount
      ? Int32Array.from({ length: rowCount }, (_, r) => r)
      : spreadRows(clusters, m, block.multiplicity, clusterWeights, count, randomFor(seed, 0))
  const anchors = new Int32Array(chosen.length * m)
  chosen.sort().forEach((r, l) => {
    anchors.set(clusters.subarray(r * m, (r + 1) * m), l * m)
  })
  return anchors
}

function spreadRows(
  clusters: Int32Array,
  m: number,
  multiplicity: Uint32Array,
  clusterWeights: Float64Array,
  count: number,
  random: Random,
): Int32Array {
  const rowCount = multiplicity.length
  const { starts, members } = rowsOfClusters(clusters, m, clusterWeights.length)
  const own = new Float64Array(rowCount)
  for (let at = 0; at < clusters.length; at++) {
    if (clusters[at] >= 0) own[Math.floor(at / m)] += clusterWeights[clusters[at]]
  }
  const nearest = new Float64Array(rowCount)
  const chances = Float64Array.from(multiplicity)
  const sums = new Float64Array(rowCount)
  const chosen = new Int32Array(count)
  for (let l = 0; l < count; l++) {
    const row = drawRow(chances, random)
    // All remaining rows are as similar to an anchor as to themselves.
    if (row < 0) return chosen.slice(0, l)
    chosen[l] = row
    sums.fill(0)
    for (let t = row * m; t < (row + 1) * m; t++) {
      const c = clusters[t]
      if (c < 0) continue
      for (let at = starts[c]; at < starts[c + 1]; at++) sums[members[at]] += clusterWeights[c]
    }
    for (let r = 0; r < rowCount; r++) {
      const s = sums[r] / Math.sqrt(own[r] * own[row])
      if (s <= nearest[r]) continue
      nearest[r] = s
      const apart = Math.max(0, 1 - s)
      chances[r] = multiplicity[r] * apart * apart
    }
    chances[row] = 0
  }
  return chosen
}

/** Draws a row by its probability; -1 if all are zero. */
function drawRow(chances: Float64Array, random: Random): number {
  let total = 0
  for (let r = 0; r < chances.length; r++) total += chances[r]
  let left = random() * total
  let last = -1
  for (let r = 0; r < chances.length; r++) {
    if (chances[r] === 0) continue
    last = r
    left -= chances[r]
    if (left < 0) break
  }
  return last
}

/** The rows of each cluster: members[starts[c] .. starts[c + 1]). */
function rowsOfClusters(clusters: Int32Array, m: number, clusterTotal: number) {
  const starts = new Int32Array(clusterTotal + 1)
  for (const c of clusters) if (c >= 0) starts[c + 1]++
  for (let c = 0; c < clusterTotal; c++) starts[c + 1] += starts[c]
  const members = new Int32Array(starts[clusterTotal])
  const next = starts.slice(0, clusterTotal)
  for (let at = 0; at < clusters.length; at++) if (clusters[at] >= 0) members[next[clusters[at]]++] = Math.floor(at / m)
  return { starts, members }
}
