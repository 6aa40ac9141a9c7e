/*
 * Eigenpairs of a symmetric matrix of n rows, in three parts that can be divided into calls of some milliseconds:
 * `reduce`, then `multiplyReflections` for the eigenvectors, then `diagonaliseByQL`.
 */

/**
 * Steps from..to-1 of the n - 2 that lead to the tridiagonal form in (d, e), by Householder reflections I - β v v'; v of
 * reflection k is row k of `reflectors`, from k + 1 on. Changes the matrix. e has room for n numbers.
 */
export function eigenReduce(
  a: usize, n: i32, reflectors: usize, betas: usize, d: usize, e: usize, p: usize, from: i32, to: i32,
): void {
  const line = <usize>n << 3
  for (let k = from; k < min(to, n - 2); k++) {
    const v = reflectors + <usize>k * line
    const column = a + (<usize>k << 3)
    let scale: f64 = 0
    for (let i = k + 1; i < n; i++) scale = max<f64>(scale, abs<f64>(load<f64>(column + <usize>i * line)))
    let beta: f64 = 0
    let alpha: f64 = 0
    if (scale > 0) {
      let square: f64 = 0
      for (let i = k + 1; i < n; i++) {
        const x = load<f64>(column + <usize>i * line) / scale
        store<f64>(v + (<usize>i << 3), x)
        square += x * x
      }
      const norm = sqrt<f64>(square)
      const first = v + (<usize>(k + 1) << 3)
      const head = load<f64>(first)
      alpha = head > 0 ? -norm : norm
      beta = 1 / (square - alpha * head)
      store<f64>(first, head - alpha)
      alpha *= scale
      subtractRankTwo(a, n, k + 1, v, beta, p)
    }
    store<f64>(e + (<usize>k << 3), alpha)
    store<f64>(betas + (<usize>k << 3), beta)
  }
  if (to < n - 2) return
  if (n > 1) store<f64>(e + (<usize>(n - 2) << 3), load<f64>(a + <usize>(n - 1) * line + (<usize>(n - 2) << 3)))
  for (let i = 0; i < n; i++) store<f64>(d + (<usize>i << 3), load<f64>(a + <usize>i * line + (<usize>i << 3)))
}

/** A ← H A H on the rows and columns from `first` on, H = I - β v v'. */
function subtractRankTwo(a: usize, n: i32, first: i32, v: usize, beta: f64, p: usize): void {
  const line = <usize>n << 3
  const begin = <usize>first << 3
  const corner = a + begin
  const length = n - first
  let vp: f64 = 0
  for (let i = first; i < n; i++) {
    const at = <usize>i << 3
    const x = beta * dot(corner + <usize>i * line, v + begin, length)
    store<f64>(p + at, x)
    vp += load<f64>(v + at) * x
  }
  const half = (beta * vp) / 2
  for (let at = begin; at < line; at += 8) store<f64>(p + at, load<f64>(p + at) - half * load<f64>(v + at))
  for (let i = first; i < n; i++) {
    const at = <usize>i << 3
    subtractTwoScaled(corner + <usize>i * line, p + begin, load<f64>(v + at), v + begin, load<f64>(p + at), length)
  }
}

/** Q', whose rows are the columns of Q, the product of the reflections from..to-1, the last first; to starts at n - 2. */
export function eigenReflections(reflectors: usize, betas: usize, n: i32, out: usize, from: i32, to: i32): void {
  const line = <usize>n << 3
  if (to >= n - 2) {
    memory.fill(out, 0, <usize>n * line)
    for (let i = 0; i < n; i++) store<f64>(out + <usize>i * line + (<usize>i << 3), 1)
  }
  for (let k = min(to, n - 2) - 1; k >= from; k--) {
    const beta = load<f64>(betas + (<usize>k << 3))
    if (beta == 0) continue
    const begin = <usize>(k + 1) << 3
    const v = reflectors + <usize>k * line + begin
    const length = n - k - 1
    for (let j = k + 1; j < n; j++) {
      const row = out + <usize>j * line + begin
      addScaled(row, v, length, -beta * dot(row, v, length))
    }
  }
}

/**
 * Implicit QL with Wilkinson shifts for the eigenvalues from..to-1; every rotation is applied to two neighbouring rows
 * of `vectors`, if there are any. `rounding` is what counts as zero. False if it does not converge.
 */
export function eigenByQL(d: usize, e: usize, vectors: usize, n: i32, rounding: f64, from: i32, to: i32): bool {
  for (let l = from; l < min(to, n); l++) {
    for (let round = 0; ; round++) {
      let m = l
      while (m + 1 < n) {
        const at = <usize>m << 3
        const near = f64.EPSILON * (abs<f64>(load<f64>(d + at)) + abs<f64>(load<f64>(d + at, 8)))
        if (!(abs<f64>(load<f64>(e + at)) > max<f64>(rounding, near))) break
        m++
      }
      if (m == l) break
      if (round == 100) return false
      followBulge(d, e, vectors, n, l, m)
    }
  }
  return true
}

/** One sweep of rotations from m down to l. */
function followBulge(d: usize, e: usize, vectors: usize, n: i32, l: i32, m: i32): void {
  const line = <usize>n << 3
  const low = <usize>l << 3
  const high = <usize>m << 3
  const shift = (load<f64>(d + low, 8) - load<f64>(d + low)) / (2 * load<f64>(e + low))
  const root = sqrt<f64>(shift * shift + 1)
  let g = load<f64>(d + high) - load<f64>(d + low) + load<f64>(e + low) / (shift + (shift >= 0 ? root : -root))
  let s: f64 = 1
  let c: f64 = 1
  let p: f64 = 0
  for (let i = m - 1; i >= l; i--) {
    const at = <usize>i << 3
    const f = s * load<f64>(e + at)
    const b = c * load<f64>(e + at)
    const r = sqrt<f64>(f * f + g * g)
    store<f64>(e + at, r, 8)
    if (r == 0) {
      store<f64>(d + at, load<f64>(d + at, 8) - p, 8)
      store<f64>(e + high, 0)
      return
    }
    s = f / r
    c = g / r
    g = load<f64>(d + at, 8) - p
    const t = (load<f64>(d + at) - g) * s + 2 * c * b
    p = s * t
    store<f64>(d + at, g + p, 8)
    g = c * t - b
    if (vectors != 0) rotateRows(vectors + <usize>i * line, line, s, c)
  }
  store<f64>(d + low, load<f64>(d + low) - p)
  store<f64>(e + low, g)
  store<f64>(e + high, 0)
}

/** Rotates a row of `line` bytes and the next. */
function rotateRows(row: usize, line: usize, s: f64, c: f64): void {
  const sines = f64x2.splat(s)
  const cosines = f64x2.splat(c)
  const end = row + line
  for (; row + 8 < end; row += 16) {
    const x = v128.load(row)
    const y = v128.load(row + line)
    v128.store(row + line, f64x2.add(f64x2.mul(sines, x), f64x2.mul(cosines, y)))
    v128.store(row, f64x2.sub(f64x2.mul(cosines, x), f64x2.mul(sines, y)))
  }
  if (row < end) {
    const x = load<f64>(row)
    const y = load<f64>(row + line)
    store<f64>(row + line, s * x + c * y)
    store<f64>(row, c * x - s * y)
  }
}

/** Four interleaved sums, as in src/hot-loops/vector.ts. */
function dot(x: usize, y: usize, length: i32): f64 {
  let first = f64x2.splat(0), second = first
  let i = 0
  for (; i + 3 < length; i += 4) {
    first = f64x2.add(first, f64x2.mul(v128.load(x), v128.load(y)))
    second = f64x2.add(second, f64x2.mul(v128.load(x, 16), v128.load(y, 16)))
    x += 32
    y += 32
  }
  let sum = f64x2.extract_lane(first, 0)
  for (; i < length; i++) {
    sum += load<f64>(x) * load<f64>(y)
    x += 8
    y += 8
  }
  return sum + f64x2.extract_lane(first, 1) + (f64x2.extract_lane(second, 0) + f64x2.extract_lane(second, 1))
}

/** y += factor x. */
function addScaled(y: usize, x: usize, length: i32, factor: f64): void {
  const factors = f64x2.splat(factor)
  const end = y + (<usize>length << 3)
  for (; y + 8 < end; y += 16) {
    v128.store(y, f64x2.add(v128.load(y), f64x2.mul(factors, v128.load(x))))
    x += 16
  }
  if (y < end) store<f64>(y, load<f64>(y) + factor * load<f64>(x))
}

/** y -= a x + b z. */
function subtractTwoScaled(y: usize, x: usize, a: f64, z: usize, b: f64, length: i32): void {
  const as = f64x2.splat(a)
  const bs = f64x2.splat(b)
  const end = y + (<usize>length << 3)
  for (; y + 8 < end; y += 16) {
    const change = f64x2.add(f64x2.mul(as, v128.load(x)), f64x2.mul(bs, v128.load(z)))
    v128.store(y, f64x2.sub(v128.load(y), change))
    x += 16
    z += 16
  }
  if (y < end) store<f64>(y, load<f64>(y) - (a * load<f64>(x) + b * load<f64>(z)))
}
