// The consensus cluster of rows by the sum of the vectors of their base clusters, and how clearly the base clusterings
// agree. The twins are clusterVectors in src/predict/cluster-vectors.ts and AgreementTally in src/predict/agreement.ts.

/**
 * Row r has base cluster starts[t] + labels[t * rowCount + r] of labeling t. `vectors` and the `centres`, feature by
 * feature, have lines of `width` (a multiple of four) and `places` (of two) numbers; `members` has lines of `counted` whole numbers, a
 * multiple of four: how many samples of each consensus cluster are in the base cluster. `pairs` has the number of all pairs.
 * Centres in places that nothing fills are infinitely far. A row without a direction gets the label -1.
 */
export function vote(
  labels: usize, rowCount: i32, m: i32, starts: usize, vectors: usize, width: i32, columns: i32, centres: usize,
  places: i32, members: usize, counted: i32, k: i32, pairs: usize, z: usize, found: usize, outLabels: usize,
  outConfidence: usize,
): void {
  const line = <usize>width << 3
  const used = <usize>columns << 3
  const centreLine = <usize>places << 3
  const memberLine = <usize>counted << 2
  const step = <usize>rowCount << 2
  for (let r = 0; r < rowCount; r++) {
    const own = labels + (<usize>r << 2)
    const end = own + <usize>m * step
    let at: usize = 0
    for (; at < line; at += 32) {
      let a = f64x2.splat(0), b = a
      let start = starts
      for (let label = own; label < end; label += step, start += 4) {
        const from = vectors + <usize>(load<i32>(start) + load<i32>(label)) * line + at
        a = f64x2.add(a, v128.load(from))
        b = f64x2.add(b, v128.load(from, 16))
      }
      v128.store(z + at, a)
      v128.store(z + at, b, 16)
    }
    for (at = 0; at < memberLine; at += 16) {
      let a = i32x4.splat(0)
      let start = starts
      for (let label = own; label < end; label += step, start += 4) {
        a = i32x4.add(a, v128.load(members + <usize>(load<i32>(start) + load<i32>(label)) * memberLine + at))
      }
      v128.store(found + at, a)
    }

    let square: f64 = 0
    for (at = 0; at < used; at += 8) {
      const value = load<f64>(z + at)
      square += value * value
    }
    if (!(square > 0)) {
      store<i32>(outLabels + (<usize>r << 2), -1)
      continue
    }
    const length = Math.sqrt(square)
    for (at = 0; at < used; at += 8) store<f64>(z + at, load<f64>(z + at) / length)

    let best = 0
    let least: f64 = Infinity
    for (let c = 0; c < places; c += 2) {
      let sum = f64x2.splat(0)
      let from = centres + (<usize>c << 3)
      for (at = 0; at < used; at += 8, from += centreLine) {
        const e = f64x2.sub(v128.load64_splat(z + at), v128.load(from))
        sum = f64x2.add(sum, f64x2.mul(e, e))
      }
      const first = f64x2.extract_lane(sum, 0)
      const second = f64x2.extract_lane(sum, 1)
      if (first < least) {
        least = first
        best = c
      }
      if (second < least) {
        least = second
        best = c + 1
      }
    }
    store<i32>(outLabels + (<usize>r << 2), best)

    let share: f64 = 0
    let other: f64 = 0
    for (let c = 0; c < k; c++) {
      const all = load<f64>(pairs + (<usize>c << 3))
      const part = all > 0 ? <f64>load<i32>(found + (<usize>c << 2)) / all : 0
      if (c == best) share = part
      else if (part > other) other = part
    }
    store<f64>(outConfidence + (<usize>r << 3), k == 1 ? share : share > other ? 1 - other / share : 0)
  }
}
