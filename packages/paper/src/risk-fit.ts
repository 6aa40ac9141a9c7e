/** The mean loss at n with m base clusterings. */
export interface LossPoint {
  readonly n: number
  readonly m: number
  readonly loss: number
}

/** loss ≈ a₁/√n + a₂ √(log n / m) + gap. (Paper: prints a₁ √n, which would grow; Theorem 3.2 has 1/√n.) */
export interface LossFit {
  readonly a1: number
  readonly a2: number
  readonly gap: number
  /** Root of the mean squared error. */
  readonly error: number
}

/** Least squares; a₁ and a₂ are fitted too unless they are given. */
export function fitLoss(points: readonly LossPoint[], given?: { a1: number; a2: number }): LossFit {
  const [a1, a2, gap] = given === undefined ? solveThree(points) : [given.a1, given.a2, gapOf(points, given)]
  const fit = { a1, a2, gap }
  const squares = points.reduce((sum, point) => sum + (point.loss - lossAt(fit, point)) ** 2, 0)
  return { ...fit, error: Math.sqrt(squares / points.length) }
}

export function lossAt({ a1, a2, gap }: Omit<LossFit, 'error'>, { n, m }: Omit<LossPoint, 'loss'>): number {
  return a1 / Math.sqrt(n) + a2 * Math.sqrt(Math.log(n) / m) + gap
}

function gapOf(points: readonly LossPoint[], { a1, a2 }: { a1: number; a2: number }): number {
  return points.reduce((sum, point) => sum + point.loss - lossAt({ a1, a2, gap: 0 }, point), 0) / points.length
}

/** The normal equations of three unknowns, by elimination. */
function solveThree(points: readonly LossPoint[]): [number, number, number] {
  const rows = points.map(({ n, m, loss }) => [1 / Math.sqrt(n), Math.sqrt(Math.log(n) / m), 1, loss])
  const system = [0, 1, 2].map(i => [0, 1, 2, 3].map(j => rows.reduce((sum, row) => sum + row[i] * row[j], 0)))
  for (let i = 0; i < 3; i++) {
    for (let other = 0; other < 3; other++) {
      if (other === i) continue
      const factor = system[other][i] / system[i][i]
      for (let j = i; j < 4; j++) system[other][j] -= factor * system[i][j]
    }
  }
  return [0, 1, 2].map(i => system[i][3] / system[i][i]) as [number, number, number]
}
