import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { drawIndex, type Random } from '../../numeric/random.js'
import type { Steps } from '../../pause.js'
import type { Matrix } from '../../types.js'
import { type CovarianceShape, fitMixture, meanLogLikelihood } from './gaussian-mixture.js'
import { startByKMeans } from './start.js'

const REGULARISATION = 0.01
const MAX_ITERATIONS = 50

/** Two halves of the points, drawn at random. */
export interface Halves {
  readonly fitted: Matrix
  readonly heldOut: Matrix
}

/** Splits points into random halves, each of which is held out once. */
export function* halvesOf(points: Matrix, splits: number, random: Random): Generator<Halves> {
  const { rowCount: n } = points
  for (let split = 0; split < splits; split++) {
    const order = Int32Array.from({ length: n }, (_, i) => i)
    for (let i = n - 1; i > 0; i--) {
      const j = drawIndex(i + 1, random)
      const moved = order[i]
      order[i] = order[j]
      order[j] = moved
    }
    const first = rowsOf(points, order.subarray(0, n >> 1))
    const second = rowsOf(points, order.subarray(n >> 1))
    yield { fitted: first, heldOut: second }
    yield { fitted: second, heldOut: first }
  }
}

function rowsOf({ columnCount: d, values }: Matrix, rows: Int32Array): Matrix {
  const picked = new Float64Array(rows.length * d)
  rows.forEach((i, at) => {
    picked.set(values.subarray(i * d, (i + 1) * d), at * d)
  })
  return { rowCount: rows.length, columnCount: d, values: picked }
}

/** The mean log-likelihood, per feature, of held-out points under a mixture of the others. */
export function* heldOutLikelihood(
  { fitted, heldOut }: Halves,
  clusterCount: number,
  { shape, random, loops }: { shape: CovarianceShape; random: Random; loops: HotLoops },
): Steps<number> {
  const count = Math.max(1, Math.min(clusterCount, fitted.rowCount >> 1))
  const start = yield* startByKMeans(fitted, count, random, loops)
  const mixture = yield* fitMixture(fitted, {
    start,
    clusterCount: count,
    shape,
    regularisation: REGULARISATION,
    maxIterations: MAX_ITERATIONS,
  })
  return meanLogLikelihood(mixture, heldOut) / fitted.columnCount
}
