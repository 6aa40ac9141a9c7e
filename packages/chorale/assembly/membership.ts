/**
 * Rows belong to one group in each of `layers` layers: groups[layer * rowCount + row], -1 = none.
 * sums[g] += scale[r] x[r] over the rows [from, to) of every group, `width` columns at a time (a multiple of 8).
 */
export function sumByGroup(
  groups: usize, rowCount: i32, layers: i32, x: usize, scale: usize, width: i32, from: i32, to: i32, sums: usize,
): void {
  const rowBytes = <usize>width << 3
  const layerBytes = <usize>rowCount << 2
  for (let r = from; r < to; r++) {
    const s = v128.load64_splat(scale + (<usize>r << 3))
    const row = x + <usize>r * rowBytes
    let at = groups + (<usize>r << 2)
    for (let layer = 0; layer < layers; layer++, at += layerBytes) {
      const g = load<i32>(at)
      if (g < 0) continue
      const out = sums + <usize>g * rowBytes
      for (let b: usize = 0; b < rowBytes; b += 64) {
        const p = row + b, o = out + b
        v128.store(o, f64x2.add(v128.load(o), f64x2.mul(s, v128.load(p))))
        v128.store(o, f64x2.add(v128.load(o, 16), f64x2.mul(s, v128.load(p, 16))), 16)
        v128.store(o, f64x2.add(v128.load(o, 32), f64x2.mul(s, v128.load(p, 32))), 32)
        v128.store(o, f64x2.add(v128.load(o, 48), f64x2.mul(s, v128.load(p, 48))), 48)
      }
    }
  }
}

/** y[r] += scale[r] Σ over the groups g of row r: sums[g], layers in order; rows [from, to). */
export function addFromGroups(
  groups: usize, rowCount: i32, layers: i32, sums: usize, scale: usize, width: i32, from: i32, to: i32, y: usize,
): void {
  const rowBytes = <usize>width << 3
  const layerBytes = <usize>rowCount << 2
  for (let r = from; r < to; r++) {
    const s = v128.load64_splat(scale + (<usize>r << 3))
    for (let b: usize = 0; b < rowBytes; b += 64) {
      let a0 = f64x2.splat(0), a1 = a0, a2 = a0, a3 = a0
      let at = groups + (<usize>r << 2)
      for (let layer = 0; layer < layers; layer++, at += layerBytes) {
        const g = load<i32>(at)
        if (g < 0) continue
        const p = sums + <usize>g * rowBytes + b
        a0 = f64x2.add(a0, v128.load(p))
        a1 = f64x2.add(a1, v128.load(p, 16))
        a2 = f64x2.add(a2, v128.load(p, 32))
        a3 = f64x2.add(a3, v128.load(p, 48))
      }
      const o = y + <usize>r * rowBytes + b
      v128.store(o, f64x2.add(v128.load(o), f64x2.mul(s, a0)))
      v128.store(o, f64x2.add(v128.load(o, 16), f64x2.mul(s, a1)), 16)
      v128.store(o, f64x2.add(v128.load(o, 32), f64x2.mul(s, a2)), 32)
      v128.store(o, f64x2.add(v128.load(o, 48), f64x2.mul(s, a3)), 48)
    }
  }
}
