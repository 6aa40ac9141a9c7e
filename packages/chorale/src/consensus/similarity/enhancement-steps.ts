import type { LabelTable } from '../../labelings/label-table.js'
import type { GroupedMatrix } from './grouped-matrix.js'

/** The matrices of an ECCMS run. */
export interface Enhancement {
  readonly A: GroupedMatrix
  readonly Q: GroupedMatrix
  readonly C: GroupedMatrix
  readonly E: GroupedMatrix
  readonly F: GroupedMatrix
  readonly Y1: GroupedMatrix
  readonly Y2: GroupedMatrix
}

type Numbers = Float64Array

/*
 * The steps of an iteration, each one pass over its matrices: they are far larger than the caches, so the time depends on how often
 * they are read. Squares for the stopping rule are summed on the way, over samples: μ_g μ_h for two rows, μ_g (μ_g - 1)
 * for two samples of one row, μ_g for a sample with itself. Sums are shares, so their order may differ from the reference's.
 */

/** X = A - E + Y1 + F - Y2, which C is smoothed from: its part on vectors that are constant on rows; returns the other. */
export function targetInto(across: Numbers, run: Enhancement, inside: Numbers, table: LabelTable): Numbers {
  const { A, E, Y1, F, Y2 } = run
  const { multiplicity } = table
  const r = multiplicity.length
  const roots = multiplicity.map(Math.sqrt)
  const insideX = new Float64Array(r)
  for (let g = 0; g < r; g++) {
    const at = g * r
    targetRow(across, run, g, roots)
    const pair = A.pairs[at + g] - E.pairs[at + g] + Y1.pairs[at + g] + F.pairs[at + g] - Y2.pairs[at + g]
    const own = A.own[g] - E.own[g] + Y1.own[g] + F.own[g] - Y2.own[g]
    across[at + g] = own + (multiplicity[g] - 1) * pair
    insideX[g] = inside[g] * (own - pair)
  }
  return insideX
}

function targetRow(across: Numbers, run: Enhancement, g: number, roots: Numbers): void {
  const A = run.A.pairs
  const E = run.E.pairs
  const Y1 = run.Y1.pairs
  const F = run.F.pairs
  const Y2 = run.Y2.pairs
  const root = roots[g]
  for (let h = 0, i = g * roots.length; h < roots.length; h++, i++) {
    across[i] = root * roots[h] * (A[i] - E[i] + Y1[i] + F[i] - Y2[i])
  }
}

/** C from its two parts; returns |C - before| / |before|. */
export function updateSmooth({ C }: Enhancement, across: Numbers, insideX: Numbers, table: LabelTable): number {
  const { multiplicity } = table
  const r = multiplicity.length
  const roots = multiplicity.map(Math.sqrt)
  const sums = new Float64Array(2)
  const scales = { roots, multiplicity }
  for (let g = 0; g < r; g++) {
    const at = g * r
    const mu = multiplicity[g]
    smoothRow(C.pairs, across, g, { from: 0, to: g }, scales, sums)
    smoothRow(C.pairs, across, g, { from: g + 1, to: r }, scales, sums)
    const pair = mu === 1 ? 0 : (across[at + g] - insideX[g]) / mu
    const own = mu === 1 ? across[at + g] : pair + insideX[g]
    sums[0] += mu * ((mu - 1) * (pair - C.pairs[at + g]) ** 2 + (own - C.own[g]) ** 2)
    sums[1] += mu * ((mu - 1) * C.pairs[at + g] ** 2 + C.own[g] ** 2)
    C.pairs[at + g] = pair
    C.own[g] = own
  }
  return Math.sqrt(sums[0]) / Math.sqrt(sums[1])
}

/** Entries (g, h) for h from `from` to before `to`. */
function smoothRow(
  C: Numbers,
  across: Numbers,
  g: number,
  { from, to }: { from: number; to: number },
  { roots, multiplicity }: { roots: Numbers; multiplicity: Numbers },
  sums: Numbers,
): void {
  const at = g * roots.length
  const root = roots[g]
  const factor = multiplicity[g]
  let change = 0
  let before = 0
  for (let h = from; h < to; h++) {
    const old = C[at + h]
    const now = across[at + h] / (root * roots[h])
    C[at + h] = now
    change += multiplicity[h] * (now - old) * (now - old)
    before += multiplicity[h] * old * old
  }
  sums[0] += factor * change
  sums[1] += factor * before
}

/**
 * E, which may not touch confident links, and its multiplier Y1 += A - C - E; returns |E - before| / |before| and
 * |A - C - E| / |Y1 before|.
 */
export function updateError(run: Enhancement, lambda: number, { multiplicity }: LabelTable): [number, number] {
  const r = multiplicity.length
  const sums = new Float64Array(4)
  const weights = multiplicity.slice()
  for (let g = 0; g < r; g++) {
    weights[g]--
    errorRow(run, 'pairs', { at: g * r, factor: multiplicity[g], weights }, lambda, sums)
    weights[g]++
  }
  errorRow(run, 'own', { at: 0, factor: 1, weights }, lambda, sums)
  const [change, before, misfit, length] = sums.map(Math.sqrt)
  return [change / before, misfit / length]
}

/** The entries from `at` on; the sums over them are weighted, and multiplied by `factor`. */
function errorRow(
  run: Enhancement,
  part: 'pairs' | 'own',
  { at, factor, weights }: { at: number; factor: number; weights: Numbers },
  lambda: number,
  sums: Numbers,
): void {
  const E = run.E[part]
  const A = run.A[part]
  const C = run.C[part]
  const Y1 = run.Y1[part]
  const Q = run.Q[part]
  let change = 0
  let before = 0
  let misfit = 0
  let length = 0
  for (let h = 0, i = at; h < weights.length; h++, i++) {
    const old = E[i]
    const y = Y1[i]
    const weight = weights[h]
    const rest = A[i] - C[i]
    const now = Q[i] > 0 ? 0 : (rest + y) / (lambda + 1)
    const left = rest - now
    E[i] = now
    Y1[i] = y + left
    change += weight * (now - old) * (now - old)
    before += weight * old * old
    misfit += weight * left * left
    length += weight * y * y
  }
  sums[0] += factor * change
  sums[1] += factor * before
  sums[2] += factor * misfit
  sums[3] += factor * length
}

/** Rows and columns of a tile: entries (g, h) and (h, g) are needed together, and both should be in the cache. */
const TILE = 32

/**
 * F, the symmetric part of C + Y2 within [0, 1], and its multiplier Y2 += C - F; returns |F - before| / |before| and
 * |C - F| / |Y2 before|.
 */
export function updateBounded(run: Enhancement, { multiplicity }: LabelTable): [number, number] {
  const { C, F, Y2 } = run
  const r = multiplicity.length
  const sums = new Float64Array(4)
  for (let first = 0; first < r; first += TILE) {
    for (let left = 0; left <= first; left += TILE) {
      for (let g = first; g < Math.min(first + TILE, r); g++) {
        boundedRow(run, g, left, Math.min(left + TILE, g), multiplicity, sums)
      }
    }
  }
  for (let g = 0; g < r; g++) {
    const i = g * r + g
    boundedEntry(F.pairs, C.pairs, Y2.pairs, i, multiplicity[g] * (multiplicity[g] - 1), sums)
    boundedEntry(F.own, C.own, Y2.own, g, multiplicity[g], sums)
  }
  const [change, before, misfit, length] = sums.map(Math.sqrt)
  return [change / before, misfit / length]
}

/** Entries (g, h) and (h, g) for h from `from` to before `to`. */
function boundedRow(run: Enhancement, g: number, from: number, to: number, weights: Numbers, sums: Numbers): void {
  const F = run.F.pairs
  const C = run.C.pairs
  const Y2 = run.Y2.pairs
  const r = weights.length
  let change = 0
  let before = 0
  let misfit = 0
  let length = 0
  for (let h = from, a = g * r + from, b = from * r + g; h < to; h++, a++, b += r) {
    const c = C[a]
    const d = C[b]
    const y = Y2[a]
    const z = Y2[b]
    const old = F[a]
    const now = clipped((c + y + d + z) / 2)
    F[a] = now
    F[b] = now
    Y2[a] = y + (c - now)
    Y2[b] = z + (d - now)
    change += weights[h] * (now - old) * (now - old)
    before += weights[h] * old * old
    misfit += weights[h] * ((c - now) * (c - now) + (d - now) * (d - now))
    length += weights[h] * (y * y + z * z)
  }
  sums[0] += 2 * weights[g] * change
  sums[1] += 2 * weights[g] * before
  sums[2] += weights[g] * misfit
  sums[3] += weights[g] * length
}

/** An entry on the diagonal. */
function boundedEntry(F: Numbers, C: Numbers, Y2: Numbers, i: number, weight: number, sums: Numbers): void {
  const old = F[i]
  const y = Y2[i]
  const now = clipped(C[i] + y)
  F[i] = now
  Y2[i] = y + (C[i] - now)
  sums[0] += weight * (now - old) ** 2
  sums[1] += weight * old * old
  sums[2] += weight * (C[i] - now) ** 2
  sums[3] += weight * y * y
}

function clipped(value: number): number {
  return Math.min(1, Math.max(0, value))
}
