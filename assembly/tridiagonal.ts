/**
 * Reduces a symmetric matrix to tridiagonal form by Householder reflections I - β v v', in place: size rows of `stride`
 * numbers, stride a multiple of 8 and zero beyond size. v of reflection k goes to row k of `reflectors`, zero up to place k; β, the
 * diagonal and the entries beside it (entry i between i and i + 1) to their arrays. p has room for `stride` numbers.
 * Each output of a product is one sum over the rows in order.
 */
export function tridiagonalise(
  a: usize, size: i32, stride: i32, reflectors: usize, betas: usize, diagonal: usize, beside: usize, p: usize,
): void {
  const line = <usize>stride << 3
  for (let k = 0; k < size; k++) {
    const row = a + <usize>k * line
    const v = reflectors + <usize>k * line
    store<f64>(diagonal + (<usize>k << 3), load<f64>(row + (<usize>k << 3)))
    for (let j: usize = 0; j < line; j += 8) store<f64>(v + j, 0)
    let beta: f64 = 0
    let alpha: f64 = 0
    if (k + 2 >= size) {
      if (k + 1 < size) alpha = load<f64>(row + (<usize>(k + 1) << 3))
    } else {
      let scale: f64 = 0
      for (let i = k + 1; i < size; i++) scale = max<f64>(scale, abs<f64>(load<f64>(row + (<usize>i << 3))))
      if (scale > 0) {
        let square: f64 = 0
        for (let i = k + 1; i < size; i++) {
          const x = load<f64>(row + (<usize>i << 3)) / scale
          store<f64>(v + (<usize>i << 3), x)
          square += x * x
        }
        const norm = sqrt<f64>(square)
        const first = load<f64>(v + (<usize>(k + 1) << 3))
        alpha = first > 0 ? -norm : norm
        beta = 1 / (square - alpha * first)
        store<f64>(v + (<usize>(k + 1) << 3), first - alpha)
        alpha *= scale
        multiply(a, v, p, k + 1, size, line, beta)
        correct(v, p, k + 1, size, beta)
        subtract(a, v, p, k + 1, size, line)
      }
    }
    store<f64>(betas + (<usize>k << 3), beta)
    store<f64>(beside + (<usize>k << 3), alpha)
  }
}

/** p = β A v over the rows from `first` on. */
function multiply(a: usize, v: usize, p: usize, first: i32, size: i32, line: usize, beta: f64): void {
  const factor = f64x2.splat(beta)
  for (let lane = (<usize>first << 3) & ~63; lane < line; lane += 64) {
    let c0 = f64x2.splat(0), c1 = c0, c2 = c0, c3 = c0
    let q = a + <usize>first * line + lane
    for (let i = first; i < size; i++) {
      const s = v128.load64_splat(v + (<usize>i << 3))
      c0 = f64x2.add(c0, f64x2.mul(s, v128.load(q)))
      c1 = f64x2.add(c1, f64x2.mul(s, v128.load(q, 16)))
      c2 = f64x2.add(c2, f64x2.mul(s, v128.load(q, 32)))
      c3 = f64x2.add(c3, f64x2.mul(s, v128.load(q, 48)))
      q += line
    }
    v128.store(p + lane, f64x2.mul(factor, c0))
    v128.store(p + lane, f64x2.mul(factor, c1), 16)
    v128.store(p + lane, f64x2.mul(factor, c2), 32)
    v128.store(p + lane, f64x2.mul(factor, c3), 48)
  }
}

/** p ← p - (β v'p / 2) v. */
function correct(v: usize, p: usize, first: i32, size: i32, beta: f64): void {
  let vp: f64 = 0
  for (let i = <usize>first << 3; i < <usize>size << 3; i += 8) vp += load<f64>(v + i) * load<f64>(p + i)
  const half = (beta * vp) / 2
  for (let i = <usize>first << 3; i < <usize>size << 3; i += 8) {
    store<f64>(p + i, load<f64>(p + i) - half * load<f64>(v + i))
  }
}

/** A ← A - v p' - p v' over the rows from `first` on. */
function subtract(a: usize, v: usize, p: usize, first: i32, size: i32, line: usize): void {
  const begin = (<usize>first << 3) & ~15
  for (let i = first; i < size; i++) {
    const vi = v128.load64_splat(v + (<usize>i << 3))
    const pi = v128.load64_splat(p + (<usize>i << 3))
    const row = a + <usize>i * line
    for (let j = begin; j < line; j += 16) {
      const change = f64x2.add(f64x2.mul(vi, v128.load(p + j)), f64x2.mul(pi, v128.load(v + j)))
      v128.store(row + j, f64x2.sub(v128.load(row + j), change))
    }
  }
}

/**
 * X ← Q X for `size` rows of eight columns: the reflections I - β v v' from the last to the first. Lanes are columns of X; each
 * product is one sum over the rows in order.
 */
export function reflectBack(x: usize, reflectors: usize, betas: usize, size: i32, stride: i32): void {
  for (let k = size - 3; k >= 0; k--) {
    const beta = load<f64>(betas + (<usize>k << 3))
    if (beta == 0) continue
    const v = reflectors + (<usize>(k * stride) << 3)
    let c0 = f64x2.splat(0), c1 = c0, c2 = c0, c3 = c0
    for (let i = k + 1; i < size; i++) {
      const s = v128.load64_splat(v + (<usize>i << 3))
      const row = x + (<usize>i << 6)
      c0 = f64x2.add(c0, f64x2.mul(s, v128.load(row)))
      c1 = f64x2.add(c1, f64x2.mul(s, v128.load(row, 16)))
      c2 = f64x2.add(c2, f64x2.mul(s, v128.load(row, 32)))
      c3 = f64x2.add(c3, f64x2.mul(s, v128.load(row, 48)))
    }
    const factor = f64x2.splat(-beta)
    c0 = f64x2.mul(factor, c0)
    c1 = f64x2.mul(factor, c1)
    c2 = f64x2.mul(factor, c2)
    c3 = f64x2.mul(factor, c3)
    for (let i = k + 1; i < size; i++) {
      const s = v128.load64_splat(v + (<usize>i << 3))
      const row = x + (<usize>i << 6)
      v128.store(row, f64x2.add(v128.load(row), f64x2.mul(s, c0)))
      v128.store(row, f64x2.add(v128.load(row, 16), f64x2.mul(s, c1)), 16)
      v128.store(row, f64x2.add(v128.load(row, 32), f64x2.mul(s, c2)), 32)
      v128.store(row, f64x2.add(v128.load(row, 48), f64x2.mul(s, c3)), 48)
    }
  }
}
