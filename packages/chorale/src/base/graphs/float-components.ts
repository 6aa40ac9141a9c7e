import { drawGaussian } from '../../numeric/gaussian.js'
import { createFloatProducts, createSparseFloats, type FloatRows, paddedWidth } from '../../numeric/loops/float-rows.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { symmetricEigen } from '../../numeric/loops/symmetric-eigen.js'
import { addScaled, dot } from '../../numeric/loops/vector.js'
import { type Random, randomFor } from '../../numeric/random.js'
import { columnMeans, type FloatTable, tableRows } from './float-table.js'

/** Principal components of rows with many columns. */
export interface FloatComponents {
  readonly centre: Float64Array
  /** d x count: an axis per column, largest variance first. */
  readonly axes: Float64Array
  readonly variances: Float64Array
}

/** Up to this many rows or columns, the matrix of their products is computed once; above, it is only applied. */
const GRAM_UP_TO = 1000
/** Rows that the components come from. */
const COMPONENT_ROWS = 5000
/** Vectors beyond the wanted ones, and steps of the iteration. */
const MORE_VECTORS = 20
const STEPS = { gram: 8, applied: 3 }
/** A component with less than this share of the largest variance is rounding. */
const NEGLIGIBLE = 1e-7
/** The same for every seed. */
const STREAM = 31
/** Samples, or columns, whose products are summed in 32 bits before they join a sum in 64 bits. */
const CHUNK = 256
const TILE = 64

/**
 * The leading principal components, at most `most`: a block of random vectors, multiplied several times by X'X or X X',
 * whichever is smaller, and made orthonormal each time (N. Halko, P. Martinsson, J. Tropp: Finding structure with
 * randomness, SIAM Review 53(2), 2011). The products run in 32 bits. Trailing components are approximate: they are noise
 * where they are close to each other.
 */
export function* floatComponents(
  given: FloatTable,
  most: number,
  loops: HotLoops,
): Generator<unknown, FloatComponents> {
  const table = given.rowCount > COMPONENT_ROWS ? tableRows(given, evenly(given.rowCount, COMPONENT_ROWS)) : given
  const { rowCount: n, columnCount: d } = table
  const centre = columnMeans(table)
  const isWide = d > n
  const size = isWide ? n : d
  const count = Math.min(most + MORE_VECTORS, size)
  const products = createCentredProducts(table, centre, count, loops)
  let apply: (block: Columns) => Columns
  if (size <= GRAM_UP_TO) {
    const gram = yield* gramOf(table, centre, isWide, loops)
    apply = symmetricProduct(gram, size, count, loops)
  } else {
    apply = block =>
      isWide
        ? products.timesRows(products.timesColumns(block, 'transposed'))
        : products.timesColumns(products.timesRows(block), 'transposed')
  }

  const random = randomFor(STREAM, size)
  let block: Columns = Array.from({ length: count }, () => drawnVector(size, random))
  orthonormalise(block, 1)
  const steps = size <= GRAM_UP_TO ? STEPS.gram : STEPS.applied
  for (let step = 0; step < steps; step++) {
    block = apply(block)
    orthonormalise(block, step + 1 === steps ? 2 : 1)
    yield 'step'
  }
  const image = apply(block)
  yield 'step'
  const small = new Float64Array(count * count)
  for (let a = 0; a < count; a++) {
    for (let b = 0; b <= a; b++) {
      small[a * count + b] = dot(block[a], 0, image[b], 0, size)
      small[b * count + a] = small[a * count + b]
    }
  }
  const found = symmetricEigen(small, count, loops)
  let kept = 0
  while (kept < Math.min(most, count) && found.values[kept] > NEGLIGIBLE * found.values[0]) kept++
  kept = Math.max(1, kept)
  let axes = Array.from({ length: kept }, (_, q) => combined(block, found.vectors.subarray(q * count, (q + 1) * count)))
  if (isWide) {
    axes = products.timesColumns(axes, 'transposed')
    for (const axis of axes) normalise(axis)
  }
  const matrix = new Float64Array(d * kept)
  for (let q = 0; q < kept; q++) for (let f = 0; f < d; f++) matrix[f * kept + q] = axes[q][f]
  return { centre, axes: matrix, variances: found.values.slice(0, kept).map(value => Math.max(0, value) / n) }
}

/** The rows in their components. */
export function* componentRows(
  table: FloatTable,
  { centre, axes, variances }: FloatComponents,
  loops: HotLoops,
): Generator<unknown, FloatRows> {
  const { rowCount: n, columnCount: d } = table
  const q = variances.length
  const width = paddedWidth(q)
  const columns = columnsOf(axes, d, q)
  const products = createCentredProducts(table, centre, q, loops)
  const scores = products.timesRows(columns)
  yield 'components'
  const values = new Float32Array(n * width)
  fillBlock(values, scores, width)
  return { rowCount: n, width, values }
}

/** Vectors, each a column of a block. */
type Columns = Float64Array[]

/** Products of the centred rows with blocks of vectors. */
interface CentredProducts {
  /** X B for a block of vectors of d numbers. */
  timesRows(block: Columns): Columns
  /** X' B for a block of vectors of n numbers. */
  timesColumns(block: Columns, how: 'transposed'): Columns
}

function createCentredProducts(
  table: FloatTable,
  centre: Float64Array,
  most: number,
  loops: HotLoops,
): CentredProducts {
  return table.kind === 'sparse'
    ? sparseProducts(table, centre, most, loops)
    : denseProducts(table, centre, most, loops)
}

function sparseProducts(
  table: Extract<FloatTable, { kind: 'sparse' }>,
  centre: Float64Array,
  most: number,
  loops: HotLoops,
): CentredProducts {
  const { rowCount: n, columnCount: d } = table
  const width = paddedWidth(most)
  const sparse = createSparseFloats(loops, { ...table, width })
  return {
    timesRows(block) {
      fillBlock(sparse.columnBlock, block, width)
      sparse.multiply()
      return block.map((vector, q) => {
        const column = blockColumn(sparse.rowBlock, q, width, n)
        addTo(column, null, -dot(centre, 0, vector, 0, d))
        return column
      })
    },
    timesColumns(block) {
      fillBlock(sparse.rowBlock, block, width)
      sparse.transposed()
      return block.map((vector, q) => {
        let sum = 0
        for (let i = 0; i < n; i++) sum += vector[i]
        const column = blockColumn(sparse.columnBlock, q, width, d)
        addTo(column, centre, -sum)
        return column
      })
    },
  }
}

function fillBlock(out: Float32Array, block: Columns, width: number): void {
  out.fill(0)
  for (const [q, vector] of block.entries()) writeColumn(out, vector, q, width)
}

function writeColumn(out: Float32Array, vector: Float64Array, q: number, width: number): void {
  for (let i = 0; i < vector.length; i++) out[i * width + q] = vector[i]
}

function blockColumn(block: Float32Array, q: number, width: number, length: number): Float64Array {
  const column = new Float64Array(length)
  for (let i = 0; i < length; i++) column[i] = block[i * width + q]
  return column
}

/** Adds a multiple of a vector, or of ones. */
function addTo(column: Float64Array, vector: Float64Array | null, factor: number): void {
  for (let i = 0; i < column.length; i++) column[i] += factor * (vector === null ? 1 : vector[i])
}

/** The columns of a matrix of d lines. */
function columnsOf(matrix: Float64Array, d: number, count: number): Columns {
  const columns = Array.from({ length: count }, () => new Float64Array(d))
  for (let f = 0; f < d; f++) for (let c = 0; c < count; c++) columns[c][f] = matrix[f * count + c]
  return columns
}

function denseProducts(
  table: Extract<FloatTable, { kind: 'dense' }>,
  centre: Float64Array,
  most: number,
  loops: HotLoops,
): CentredProducts {
  const { rowCount: n, columnCount: d } = table
  const width = paddedWidth(d)
  return {
    timesRows(block) {
      const products = createFloatProducts(loops, { aRows: TILE, bRows: most, width })
      for (const [q, vector] of block.entries()) products.b.set(vector, q * width)
      const out = block.map(() => new Float64Array(n))
      for (let from = 0; from < n; from += TILE) {
        const count = Math.min(TILE, n - from)
        writeCentred(products.a, table, centre, from, count)
        products.multiply(count, block.length)
        for (let q = 0; q < block.length; q++) {
          for (let r = 0; r < count; r++) out[q][from + r] = products.out[r * products.stride + q]
        }
      }
      return out
    },
    timesColumns(block) {
      const rows = new Float32Array(CHUNK * width)
      const products = createFloatProducts(loops, { aRows: width, bRows: most, width: CHUNK })
      const out = block.map(() => new Float64Array(d))
      for (let from = 0; from < n; from += CHUNK) {
        const count = Math.min(CHUNK, n - from)
        writeCentred(rows, table, centre, from, count)
        transposeInto(products.a, rows, count, d, width)
        products.b.fill(0)
        for (const [q, vector] of block.entries()) products.b.set(vector.subarray(from, from + count), q * CHUNK)
        products.multiply(d, block.length)
        for (let q = 0; q < block.length; q++) {
          for (let f = 0; f < d; f++) out[q][f] += products.out[f * products.stride + q]
        }
      }
      return out
    },
  }
}

/** Centred rows from one on; what is left of `out` is 0. */
function writeCentred(out: Float32Array, table: FloatTable, centre: Float64Array, from: number, count: number): void {
  const { columnCount: d } = table
  const width = paddedWidth(d)
  out.fill(0)
  for (let r = 0; r < count; r++) {
    const to = r * width
    if (table.kind === 'dense') {
      const row = (from + r) * table.width
      for (let f = 0; f < d; f++) out[to + f] = table.values[row + f] - centre[f]
    } else {
      for (let f = 0; f < d; f++) out[to + f] = -centre[f]
      for (let e = table.starts[from + r]; e < table.starts[from + r + 1]; e++) {
        out[to + table.links[e]] = table.weights[e] - centre[table.links[e]]
      }
    }
  }
}

/** out: d lines of `CHUNK` numbers. */
function transposeInto(out: Float32Array, rows: Float32Array, count: number, d: number, width: number): void {
  out.fill(0)
  for (let first = 0; first < d; first += 16) {
    const last = Math.min(d, first + 16)
    for (let r = 0; r < count; r++) for (let f = first; f < last; f++) out[f * CHUNK + r] = rows[r * width + f]
  }
}

/** X'X, or X X' if there are fewer rows than columns. */
function* gramOf(
  table: FloatTable,
  centre: Float64Array,
  isWide: boolean,
  loops: HotLoops,
): Generator<unknown, Float64Array> {
  const { rowCount: n, columnCount: d } = table
  const width = paddedWidth(d)
  const size = isWide ? n : d
  const gram = new Float64Array(size * size)
  if (isWide) {
    const products = createFloatProducts(loops, { aRows: TILE, bRows: n, width })
    writeCentred(products.b, table, centre, 0, n)
    addLowerTriangle(gram, products, size, width)
    yield 'gram'
    return gram
  }
  const rows = new Float32Array(CHUNK * width)
  const products = createFloatProducts(loops, { aRows: TILE, bRows: d, width: CHUNK })
  for (let from = 0; from < n; from += CHUNK) {
    const count = Math.min(CHUNK, n - from)
    writeCentred(rows, table, centre, from, count)
    transposeInto(products.b, rows, count, d, width)
    addLowerTriangle(gram, products, size, CHUNK)
    yield 'gram'
  }
  return gram
}

/** Adds the products of all pairs of rows of `b`, and mirrors them. */
function addLowerTriangle(
  gram: Float64Array,
  { a, b, out, stride, multiply }: ReturnType<typeof createFloatProducts>,
  size: number,
  width: number,
): void {
  for (let from = 0; from < size; from += TILE) {
    const count = Math.min(TILE, size - from)
    a.set(b.subarray(from * width, (from + count) * width))
    multiply(count, from + count)
    for (let r = 0; r < count; r++) {
      const i = from + r
      for (let j = 0; j <= i; j++) gram[i * size + j] += out[r * stride + j]
    }
  }
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) gram[j * size + i] = gram[i * size + j]
}

/** Products of a symmetric matrix with blocks of vectors. */
function symmetricProduct(matrix: Float64Array, size: number, most: number, loops: HotLoops) {
  const width = paddedWidth(size)
  const products = createFloatProducts(loops, { aRows: TILE, bRows: most, width })
  const lines = new Float32Array(size * width)
  for (let i = 0; i < size; i++) lines.set(matrix.subarray(i * size, (i + 1) * size), i * width)
  return (block: Columns): Columns => {
    const out = block.map(() => new Float64Array(size))
    for (const [q, vector] of block.entries()) products.b.set(vector, q * width)
    for (let from = 0; from < size; from += TILE) {
      const count = Math.min(TILE, size - from)
      products.a.fill(0)
      products.a.set(lines.subarray(from * width, (from + count) * width))
      products.multiply(count, block.length)
      for (let q = 0; q < block.length; q++) {
        for (let r = 0; r < count; r++) out[q][from + r] = products.out[r * products.stride + q]
      }
    }
    return out
  }
}

function drawnVector(size: number, random: Random): Float64Array {
  const vector = new Float64Array(size)
  for (let i = 0; i < size; i++) vector[i] = drawGaussian(random)
  return vector
}

/** Gram-Schmidt; twice, rounding leaves nothing. A vector that depends on those before it becomes 0. */
function orthonormalise(block: Columns, passes: number): void {
  for (const [a, vector] of block.entries()) {
    const before = Math.sqrt(dot(vector, 0, vector, 0, vector.length))
    for (let pass = 0; pass < passes; pass++) {
      for (let b = 0; b < a; b++) {
        const other = block[b]
        const product = dot(vector, 0, other, 0, vector.length)
        addScaled(vector, 0, other, 0, vector.length, -product)
      }
    }
    const length = Math.sqrt(dot(vector, 0, vector, 0, vector.length))
    const scale = length > 1e-9 * before ? 1 / length : 0
    for (let i = 0; i < vector.length; i++) vector[i] *= scale
  }
}

function normalise(vector: Float64Array): void {
  const length = Math.sqrt(dot(vector, 0, vector, 0, vector.length))
  if (length > 0) for (let i = 0; i < vector.length; i++) vector[i] /= length
}

function combined(block: Columns, weights: Float64Array): Float64Array {
  const out = new Float64Array(block[0].length)
  for (const [b, vector] of block.entries()) addScaled(out, 0, vector, 0, out.length, weights[b])
  return out
}

/** `count` of n places, evenly spread. */
function evenly(n: number, count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, at) => Math.floor((at * n) / count))
}
