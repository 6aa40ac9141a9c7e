import type { LabelTable } from '../labelings/label-table.js'
import type { KernelShape } from './embedding/kernel-shape.js'
import { type KernelEvaluation, KernelSpectrum } from './embedding/kernel-spectrum.js'
import { uniformWeights } from './embedding/weight-objective.js'
import type { MethodContext } from './method.js'

/** The values of the authors' package. */
const TOLERANCE = 1e-4
const MAX_ITERATIONS = 10

interface MinMaxRun {
  /** θ of every iteration; the first is uniform. */
  readonly thetas: Float64Array[]
  readonly found: KernelEvaluation
  /** Σ θₜ aₜ of every iteration. */
  readonly objectiveTrace: number[]
  readonly converged: boolean
}

/** Updates Z and θ alternately, with larger θ for a larger misfit. */
export async function minMaxWeights(
  table: LabelTable,
  clusterCount: number,
  { loops, pauser, onStep }: Pick<MethodContext, 'loops' | 'pauser' | 'onStep'>,
  shape: KernelShape = {},
): Promise<MinMaxRun> {
  const spectrum = new KernelSpectrum(loops, table, clusterCount, shape)
  const thetas = [uniformWeights(table.ensembleSize)]
  const objectiveTrace: number[] = []
  for (;;) {
    const theta = thetas[thetas.length - 1]
    const found = await spectrum.evaluateWithPauses({ start: theta.map(Math.sqrt) }, pauser)
    const misfit = found.spans.map((span, t) => spectrum.traces[t] - span)
    objectiveTrace.push(theta.reduce((sum, value, t) => sum + value * misfit[t], 0))
    onStep?.({ iteration: thetas.length, objective: objectiveTrace[thetas.length - 1], weights: theta })
    const settled = thetas.length > 1 && distance(theta, thetas[thetas.length - 2]) < TOLERANCE
    const length = Math.sqrt(misfit.reduce((sum, a) => sum + a * a, 0))
    // Z spans every base clustering: all misfits are zero.
    const nothingLeft = length < 1e-12
    if (settled || nothingLeft || thetas.length === MAX_ITERATIONS) {
      return { thetas, found, objectiveTrace, converged: settled || nothingLeft }
    }
    thetas.push(misfit.map(a => Math.max(0, a) / length))
    await pauser.pause()
  }
}

function distance(x: Float64Array, y: Float64Array): number {
  return Math.sqrt(x.reduce((sum, value, t) => sum + (value - y[t]) * (value - y[t]), 0))
}
