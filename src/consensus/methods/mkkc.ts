import type { KernelShape } from '../../embedding/kernel-shape.js'
import type { KernelEvaluation } from '../../embedding/kernel-spectrum.js'
import { uniformWeights } from '../../embedding/weight-objective.js'
import type { LabelTable } from '../../ensemble/label-table.js'
import { kernelLabels } from '../kernel-labels.js'
import { defineMethod, type MethodContext } from '../method.js'
import { TRUE_OR_FALSE, wholeNumber } from '../option-rules.js'
import { plainResult } from '../plain-result.js'

/** The values of the authors' package. */
const TOLERANCE = 1e-4
const MAX_ITERATIONS = 10
const K_MEANS_ITERATIONS = 500

/**
 * Multiple kernel k-means, min-max: larger weights for the base clusterings that an embedding fits worst.
 *
 *   min over Z of max over θ >= 0, |θ|₂ <= 1 of Σₜ θₜ aₜ,   aₜ = tr(K⁽ᵗ⁾ (I - Z Z')),   K_θ = Σₜ θₜ K⁽ᵗ⁾
 *
 * S. Bang, Y. Yu, W. Wu: Robust multiple kernel k-means clustering using min-max optimization, arXiv 1803.02458. O(n
 * m²) once, then at most ten eigenproblems whose cost does not depend on n. Rows of Z are normalised to length 1 before
 * k-means. aₜ grows with k⁽ᵗ⁾, so base clusterings with many clusters dominate.
 *
 * (Reference: 1000 plain random starts of k-means. Here: 100 starts of k-means++, to save time; `restarts` sets the
 * number.) (Reference: recommends centring the kernels and normalising their diagonal. Here: K⁽ᵗ⁾ is used unchanged;
 * `centred` and `unitDiagonal` turn this on.) `weights` are θ divided by its sum; the direction is the same. `consensus`
 * skips labelings with one cluster. Such a labeling has a = 0, and so weight 0 in the reference, too.
 */
export const mkkc = defineMethod({
  name: 'mkkc',
  summary:
    'Runs multiple kernel k-means with larger weights for base clusterings that are hard to fit; fast and stable.',
  options: {
    restarts: wholeNumber(1, 10_000),
    unitRows: TRUE_OR_FALSE,
    centred: TRUE_OR_FALSE,
    unitDiagonal: TRUE_OR_FALSE,
  },
  defaults: { restarts: 100, unitRows: true },
  async run({ table }, settings, context) {
    const { clusterCount, restarts, unitRows } = settings
    context.report('embedding', 0, 1)
    const run = await minMaxWeights(table, clusterCount, context, settings)
    context.report('labels', 0, 1)
    const labelOptions = { clusterCount, restarts, unitRows, maxIterations: K_MEANS_ITERATIONS }
    const { labels, ...rest } = kernelLabels(table, run.found, labelOptions, context)
    context.report('labels', 1, 1)
    const theta = run.thetas[run.thetas.length - 1]
    const total = theta.reduce((sum, value) => sum + value, 0)
    return plainResult(labels, table.ensembleSize, {
      ...rest,
      weights: theta.map(value => value / total),
      objective: run.objectiveTrace[run.objectiveTrace.length - 1],
      objectiveTrace: run.objectiveTrace,
      iterations: run.thetas.length,
      converged: run.converged && rest.converged,
    })
  },
})

export interface MinMaxRun {
  /** θ of every iteration; the first is uniform. */
  readonly thetas: Float64Array[]
  readonly found: KernelEvaluation
  /** Σ θₜ aₜ of every iteration. */
  readonly objectiveTrace: number[]
  readonly converged: boolean
}

export async function minMaxWeights(
  table: LabelTable,
  clusterCount: number,
  { loops, pauser, onStep }: Pick<MethodContext, 'loops' | 'pauser' | 'onStep'>,
  shape: KernelShape = {},
): Promise<MinMaxRun> {
  const { KernelSpectrum } = await import('../../embedding/kernel-spectrum.js')
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
