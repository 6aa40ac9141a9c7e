/**
 * Joins cells to k clusters: always the pair with the largest gain of modularity, E_rs - D_r D_s, until k are left, even
 * where the gain is negative. E has the shares of the link weights between cells, D its sums. O(m²) per join at worst,
 * nearly always O(m).
 *
 * Returns the cluster of every cell, numbered by the first cell.
 */
export function joinCells(links: Float64Array, cellCount: number, clusterCount: number): Int32Array {
  const m = cellCount
  const total = links.reduce((sum, weight) => sum + weight, 0)
  const shares = links.map(weight => weight / total)
  const sums = new Float64Array(m)
  for (let r = 0; r < m; r++) for (let s = 0; s < m; s++) sums[r] += shares[r * m + s]
  const isAlive = new Uint8Array(m).fill(1)
  const clusterOf = Int32Array.from({ length: m }, (_, r) => r)
  /** The best partner of every cluster, and the gain. */
  const partners = new Int32Array(m)
  const gains = new Float64Array(m)
  const findPartner = (r: number) => {
    gains[r] = -Infinity
    for (let s = 0; s < m; s++) {
      if (s === r || isAlive[s] === 0) continue
      const gain = shares[r * m + s] - sums[r] * sums[s]
      if (gain > gains[r]) {
        gains[r] = gain
        partners[r] = s
      }
    }
  }
  for (let r = 0; r < m; r++) findPartner(r)
  for (let left = m; left > clusterCount; left--) {
    let first = -1
    for (let r = 0; r < m; r++) if (isAlive[r] === 1 && (first < 0 || gains[r] > gains[first])) first = r
    const kept = Math.min(first, partners[first])
    const gone = Math.max(first, partners[first])
    isAlive[gone] = 0
    for (let r = 0; r < m; r++) if (clusterOf[r] === gone) clusterOf[r] = kept
    for (let s = 0; s < m; s++) shares[kept * m + s] += shares[gone * m + s]
    for (let s = 0; s < m; s++) shares[s * m + kept] += shares[s * m + gone]
    sums[kept] += sums[gone]
    for (let r = 0; r < m; r++) {
      if (isAlive[r] === 0 || r === kept) continue
      if (partners[r] === kept || partners[r] === gone) findPartner(r)
      else {
        const gain = shares[r * m + kept] - sums[r] * sums[kept]
        if (gain > gains[r]) {
          gains[r] = gain
          partners[r] = kept
        }
      }
    }
    findPartner(kept)
  }
  const numbers = new Map<number, number>()
  return clusterOf.map(cluster => {
    const number = numbers.get(cluster) ?? numbers.size
    numbers.set(cluster, number)
    return number
  })
}
