import type { LabelTable } from '../../labelings/label-table.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { symmetricEigen } from '../../numeric/loops/symmetric-eigen.js'
import { randomFor } from '../../numeric/random.js'
import type { Pauser } from '../../pause.js'
import { BLOCK, gramProduct } from './kernel-gram-product.js'
import { type Combination, KernelLine } from './kernel-line.js'
import { type KernelShape, type ShapeFactor, shapedProduct, shapeFactor } from './kernel-shape.js'
import type { Bounds } from './weight-objective.js'

/** The top of the spectrum of K_b = Σₜ bₜ K⁽ᵗ⁾. */
export interface KernelEvaluation {
  /** The k largest eigenvalues, descending; zeros beyond the rank. */
  readonly values: Float64Array
  /** The next eigenvalue; 0 if there is none. */
  readonly next: number
  /** sₜ = |U⁽ᵗ⁾' Z|²: how much of the eigenvectors each base clustering spans. */
  readonly spans: Float64Array
  /** Z on distinct rows: rowCount x k; zero columns beyond the rank. */
  vectors(): Float64Array
  readonly converged: boolean
}

/** The coefficients: √b = start + step · direction, or start alone. */
export interface KernelPlace {
  readonly start: Float64Array
  readonly direction?: Float64Array
  readonly step?: number
}

/** Allowed error of the spanned space: for the spans, which only guide a search, and for the vectors. */
const TOLERANCES = { spans: 1e-10, vectors: 1e-11 }
/** Allowed error of the sum of eigenvalues, as a share of the largest one. */
const SUM_TOLERANCE = 1e-16
/** Residuals below this share of the largest eigenvalue are rounding. */
const ROUNDING = 4e-15
/** Eigenvalues below this share of the largest one are zeros. */
const ZERO = 1e-13
/** Residuals above this share of the distance to the other eigenvalues give no bounds yet. */
const FAR = 0.05
const MAX_ROUNDS = 300

/**
 * Eigenpairs of weighted sums of the base kernels, for many weights in a row: the core of SMKKM, MKKM and MKKC.
 *
 *   K_b = Σₜ bₜ K⁽ᵗ⁾,   K⁽ᵗ⁾ = U⁽ᵗ⁾ U⁽ᵗ⁾',   U⁽ᵗ⁾ = one-hot / √(cluster size)
 *   M = X G X,   G = U'U (P x P),   X = diag(√b) per cluster;   M y = θ y  ⇔  K_b z = θ z,  z = U X y / √θ
 *
 * Kernels of another shape have U S in place of U, and S'G S in place of G, see kernel-shape.ts.
 *
 * M has the eigenvalues of K_b and P rows instead of n: only the first and the last step depend on n. Its leading
 * eigenvectors are tracked in a basis that stays from one call to the next and grows by residuals where they are too large.
 * On a line √b = x + s d the matrix is quadratic in s, so that the small matrix on the basis is known for all s
 * at once. A line search mostly needs to know which of two sums is smaller: bounds tell it at a tenth of the cost. The sum on
 * the basis is a lower bound; the residuals tell how far it can be off, by their squares.
 *
 * (Reference: a dense eigensolver on n x n for each b.) The sums are those of a dense eigensolver to about 1e-15 where they
 * are asked for, the vectors to 1e-11.
 */
export class KernelSpectrum {
  readonly #loops: HotLoops
  readonly #table: LabelTable
  readonly #k: number
  readonly #shape: ShapeFactor
  readonly #line: KernelLine
  /** Ritz pairs of the current line and basis, if known. */
  #latest: Ritz | null = null
  /** The point of the last call. */
  #current: KernelPlace | null = null

  constructor(loops: HotLoops, table: LabelTable, clusterCount: number, shape: KernelShape = {}) {
    this.#loops = loops
    this.#table = table
    this.#k = clusterCount
    this.#shape = shapeFactor(table, shape)
    const plain = gramProduct(loops, table)
    const gram = shape.centred || shape.unitDiagonal ? shapedProduct(plain, this.#shape) : plain
    const tracked = Math.ceil(trackedCount(clusterCount) / BLOCK)
    const residualBlocks = Math.ceil(clusterCount / BLOCK)
    this.#line = new KernelLine(loops, gram, tracked + ROOM * residualBlocks, residualBlocks)
    const random = randomFor(0, 0)
    for (let p = 0; p < tracked; p++)
      this.#line.expand(Float64Array.from({ length: gram.size * BLOCK }, () => random() - 0.5))
  }

  /** m */
  get ensembleSize(): number {
    return this.#table.ensembleSize
  }

  /** tr K⁽ᵗ⁾ */
  get traces(): Float64Array {
    return this.#shape.traces
  }

  /** Bounds of the sum of the k largest eigenvalues, on the current basis unless it is too inaccurate. */
  bounds(place: KernelPlace): Bounds {
    const isFirst = this.#current === null
    this.#goTo(place)
    return boundsOf(this.#solve(place, isFirst ? 'sum' : 'bounds'))
  }

  /** Tighter bounds, on a larger basis; equal if the sum is known up to rounding. */
  narrow(place: KernelPlace): Bounds {
    this.#goTo(place)
    if (this.#grow(place, this.#ritz(place.step ?? 0), 'sum')) return this.bounds(place)
    const { low, high } = this.bounds(place)
    const sum = (low + high) / 2
    return { low: sum, high: sum }
  }

  /** sₜ alone, with less precision. */
  spans(place: KernelPlace): Float64Array {
    this.#goTo(place)
    const { blocks, values, rank } = this.#solve(this.#leaveLine(place), 'spans')
    return spansOf(this.#table, blocks, values, rank)
  }

  evaluate(place: KernelPlace): KernelEvaluation {
    return this.#evaluation(place, this.#solve(place, 'vectors'))
  }

  /** The same with pauses: very many labelings take seconds. */
  async evaluateWithPauses(place: KernelPlace, pauser: Pauser): Promise<KernelEvaluation> {
    const rounds = this.#rounds(place, 'vectors')
    let round = rounds.next()
    for (; !round.done; round = rounds.next()) await pauser.pause()
    return this.#evaluation(place, round.value)
  }

  #evaluation(place: KernelPlace, { values, rank, blocks, converged }: Solution): KernelEvaluation {
    const k = this.#k
    const leading = new Float64Array(k)
    leading.set(values.subarray(0, rank))
    const roots = this.#line.rootsAt(place.step ?? 0)
    const kept = blocks.map(({ vectors }) => vectors.slice())
    for (const block of kept) this.#shape.apply(block)
    return {
      values: leading,
      next: Math.max(0, values[k] ?? 0),
      converged,
      spans: spansOf(this.#table, blocks, values, rank),
      vectors: () => vectorsOnRows(this.#table, kept, values, rank, k, roots),
    }
  }

  /** Ritz pairs at a point, with the basis enlarged until they are accurate enough. */
  #solve(place: KernelPlace, wanted: Wanted): Solution {
    const rounds = this.#rounds(place, wanted)
    let round = rounds.next()
    while (!round.done) round = rounds.next()
    return round.value
  }

  *#rounds(place: KernelPlace, wanted: Wanted): Generator<void, Solution> {
    this.#goTo(place)
    for (let round = 1; ; round++) {
      const found = this.#ritz(place.step ?? 0)
      if (round === MAX_ROUNDS || !this.#grow(place, found, wanted)) return { ...found, converged: round < MAX_ROUNDS }
      yield
    }
  }

  #goTo(place: KernelPlace): void {
    const { start, direction } = place
    const before = this.#current
    this.#current = place
    if (before !== null && before.start === start && before.direction === direction) return
    if (before !== null) this.#compress(before.step ?? 0)
    this.#latest = null
    this.#moveLine(place)
  }

  /** The same point without a line, with the leading vectors only: products cost half as much, and small matrices less. */
  #leaveLine(place: KernelPlace): KernelPlace {
    const { start, direction, step = 0 } = place
    if (direction === undefined || this.#line.dimension <= trackedCount(this.#k)) return place
    this.#compress(step)
    this.#latest = null
    this.#current = { start: start.map((x, t) => x + step * direction[t]) }
    this.#moveLine(this.#current)
    return this.#current
  }

  #moveLine({ start, direction }: KernelPlace): void {
    this.#line.moveTo(this.#perCluster(start), direction === undefined ? null : this.#perCluster(direction))
  }

  /** Keeps the leading vectors at step s alone. */
  #compress(s: number): void {
    const q = this.#line.dimension
    const count = Math.min(trackedCount(this.#k), q)
    this.#line.compress(symmetricEigen(this.#line.projected(s), q, this.#loops).vectors, count)
  }

  #ritz(s: number): Ritz {
    if (this.#latest?.step === s) return this.#latest
    const line = this.#line
    const q = line.dimension
    const wholeBlocks = BLOCK * Math.ceil(this.#k / BLOCK)
    const { values, vectors } = symmetricEigen(line.projected(s), q, this.#loops)
    const largest = values[0]
    let found = 0
    while (found < Math.min(wholeBlocks, q) && values[found] > ZERO * largest) found++
    const rank = Math.min(found, this.#k)
    const blocks: Combination[] = []
    for (let from = 0; from < found; from += BLOCK) {
      blocks.push(line.combine(s, vectors, values, from, Math.min(from + BLOCK, found)))
    }
    let sum = 0
    for (let j = 0; j < rank; j++) sum += values[j]
    this.#latest = { step: s, values, rank, sum, largest, blocks, squares: blocks.flatMap(block => [...block.squares]) }
    return this.#latest
  }

  /** Adds the residuals that are too large to the basis; false if there were none, or none was new. */
  #grow(place: KernelPlace, ritz: Ritz, wanted: Wanted): boolean {
    const allowed = allowedResidual(ritz, wanted)
    const lengths = ritz.squares.map(Math.sqrt)
    if (lengths.slice(0, ritz.rank).every(length => length <= allowed) && !mayBeOvertaken(ritz, lengths)) return false
    // Whole blocks cost no more, and the smaller residuals will be needed next.
    const large = lengths.flatMap((length, j) => (length > ROUNDING * ritz.largest ? [j] : []))
    let added = 0
    this.#latest = null
    for (let at = 0; at < large.length; at += BLOCK) {
      if (this.#line.isFull) {
        this.#compress(place.step ?? 0)
        this.#moveLine(place)
      }
      added += this.#line.expand(residualColumns(ritz.blocks, large.slice(at, at + BLOCK)))
    }
    return added > 0
  }

  #perCluster(perLabeling: Float64Array): Float64Array {
    const { clusterStarts, ensembleSize: m } = this.#table
    const out = new Float64Array(clusterStarts[m])
    for (let t = 0; t < m; t++) out.fill(perLabeling[t], clusterStarts[t], clusterStarts[t + 1])
    return out
  }
}

interface Ritz {
  readonly step: number
  /** All Ritz values, descending. */
  readonly values: Float64Array
  /** How many of the k largest are not zero. */
  readonly rank: number
  readonly sum: number
  readonly largest: number
  readonly blocks: readonly Combination[]
  /** Squared lengths of the residuals. */
  readonly squares: readonly number[]
}

interface Solution extends Ritz {
  readonly converged: boolean
}

/** Vectors that are tracked from point to point: more than needed, so that the missing ones have small eigenvalues. */
function trackedCount(k: number): number {
  return BLOCK * Math.ceil((2 * k + 2) / BLOCK)
}

/** Blocks of residuals that fit into the basis. */
const ROOM = 6

type Wanted = 'bounds' | 'sum' | 'spans' | 'vectors'

/**
 * Distance of the smallest wanted eigenvalue to those outside of the basis. These are not known; the vectors that are tracked
 * beyond the wanted ones have larger eigenvalues than what is left, half of them certainly.
 */
function distanceToRest(values: Float64Array, rank: number): number {
  const beyond = values[Math.floor((rank + values.length) / 2)]
  return values[rank - 1] - Math.max(0, beyond ?? 0)
}

/**
 * Residuals are orthogonal to the basis: they turn the vectors by residual / distance and mix wanted with unwanted vectors by
 * residual² / (distance gap); the sum changes by residual² / distance.
 */
function allowedResidual({ values, rank, largest }: Ritz, wanted: Wanted): number {
  if (rank === 0) return 0
  const distance = distanceToRest(values, rank)
  const gap = values[rank - 1] - Math.max(0, values[rank] ?? 0)
  const rounding = ROUNDING * largest
  if (wanted === 'bounds') return FAR * distance
  if (wanted === 'sum') return Math.max(rounding, Math.sqrt(SUM_TOLERANCE * largest * distance))
  const turned = TOLERANCES[wanted] * distance
  return Math.max(rounding, Math.min(turned, Math.sqrt(turned * gap)))
}

/**
 * Whether a larger eigenvalue may be missing. If the labelings fall into parts that share no sample, the basis may hold the
 * eigenvectors of one part exactly, and those of another so badly that their Ritz values are too small. The residual of
 * such a value tells how far it can grow.
 */
function mayBeOvertaken({ values, rank, largest }: Ritz, lengths: readonly number[]): boolean {
  const rounding = ROUNDING * largest
  if (rank === 0) return false
  return lengths.some((length, j) => j >= rank && length > rounding && values[j] + length > values[rank - 1])
}

/**
 * The residuals add at least |r|² / θ to the sum of the Ritz values, and at most |r|² over the distance of θ to the
 * eigenvalues outside of the basis.
 */
function boundsOf({ values, rank, squares, sum, largest }: Ritz): Bounds {
  const outside = rank > 0 ? values[rank - 1] - distanceToRest(values, rank) : 0
  let low = sum
  let high = sum
  for (let j = 0; j < rank; j++) {
    const square = squares[j]
    low += square / (values[j] + Math.sqrt(square))
    high += Math.min((SAFETY * square) / (values[j] - outside), Math.sqrt(square))
  }
  const rounding = 1e-15 * largest
  return { low: low - rounding, high: high + rounding }
}

/** Safety factor of the error estimate: large, because tighter bounds are cheap and wrong ones are not. */
const SAFETY = 64

/** Some columns of the residuals as one block. */
function residualColumns(blocks: readonly Combination[], columns: readonly number[]): Float64Array {
  const out = new Float64Array(blocks[0].residuals.length)
  columns.forEach((column, b) => {
    const block = blocks[Math.floor(column / BLOCK)].residuals
    for (let at = column % BLOCK, to = b; at < block.length; at += BLOCK, to += BLOCK) out[to] = block[at]
  })
  return out
}

/** U' z = G X y / √θ, squared and summed per labeling. */
function spansOf(table: LabelTable, blocks: readonly Combination[], values: Float64Array, rank: number): Float64Array {
  const { ensembleSize: m, clusterStarts } = table
  const spans = new Float64Array(m)
  for (let j = 0; j < rank; j++) {
    const { products } = blocks[Math.floor(j / BLOCK)]
    for (let t = 0; t < m; t++) {
      let sum = 0
      for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
        const e = products[c * BLOCK + (j % BLOCK)]
        sum += e * e
      }
      spans[t] += sum / values[j]
    }
  }
  return spans
}

/** z = U X y / √θ on distinct rows, times √μ. */
function vectorsOnRows(
  { ensembleSize: m, rowCount, clusters, clusterSizes, multiplicity }: LabelTable,
  blocks: readonly Float64Array[],
  values: Float64Array,
  rank: number,
  k: number,
  roots: Float64Array,
): Float64Array {
  const perCluster = new Float64Array(roots.length * k)
  for (let c = 0; c < roots.length; c++) {
    for (let j = 0; j < rank; j++) {
      const y = blocks[Math.floor(j / BLOCK)][c * BLOCK + (j % BLOCK)]
      perCluster[c * k + j] = (roots[c] * y) / Math.sqrt(clusterSizes[c] * values[j])
    }
  }
  const out = new Float64Array(rowCount * k)
  for (let t = 0; t < m; t++) addRows(out, perCluster, clusters, t * rowCount, k)
  for (let r = 0; r < rowCount; r++) {
    const root = Math.sqrt(multiplicity[r])
    for (let j = r * k; j < (r + 1) * k; j++) out[j] *= root
  }
  return out
}

function addRows(out: Float64Array, perCluster: Float64Array, clusters: Int32Array, at: number, k: number): void {
  for (let r = 0, to = 0; to < out.length; r++) {
    const c = clusters[at + r]
    for (let from = c * k, j = 0; j < k; j++, from++, to++) if (c >= 0) out[to] += perCluster[from]
  }
}
