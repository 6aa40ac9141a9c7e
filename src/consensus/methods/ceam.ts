import { drawIndex, randomFor } from '../../numeric/random.js'
import type { BlockOperator } from '../../numeric/subspace.js'
import { topEigenpairs } from '../../numeric/top-eigenpairs.js'
import type { Multiplex } from '../../similarity/multiplex.js'
import type { Matrix } from '../../types.js'
import { defineMethod, type MethodContext } from '../method.js'
import { FRACTION, wholeNumber } from '../option-rules.js'
import { plainResult } from '../plain-result.js'

/**
 * Diffusion on an adaptive multiplex: every base clustering is a layer of a graph, is smoothed along all layers, and has
 * its layer rebuilt from the outcome; the mean of the layers is cut spectrally.
 *
 *   W = mean of the normalised layers,  L = I - D^-1/2 W D^-1/2,  k eigenvectors behind the constant one, rotated to labels
 *
 * P. Zhou, B. Hu, D. Yan, L. Du: Clustering ensemble via diffusion on adaptive multiplex, TKDE 36(4), 2024. α 0.85,
 * 5 epochs, 10 neighbours below 1000 samples and 20 from there on. The slowest method here: see multiplex.ts.
 *
 * (Reference: neighbours among equal distances fall to rounding; a change of 1e-14 changes the partition. Here: distances
 * are rounded to 1e-10 first, ties to the lowest index.) (Reference: drops the first eigenvector the solver gives,
 * an arbitrary one when the graph falls apart. Here: the constant one, D^1/2 1, is left out by construction.) The
 * rotation starts from a sample drawn at random, and this matters a great deal; `restarts` keeps the best of several.
 * The result depends on the order of the samples through ties. A labeling of one cluster, left out at the door,
 * would be a complete graph as a layer and one column as a representation: it would link everything alike.
 */
export const ceam = defineMethod({
  name: 'ceam',
  summary: 'Diffuses the base clusterings over a graph with one layer for each. The slowest.',
  options: {
    alpha: FRACTION,
    epochs: wholeNumber(1, 1000),
    neighbours: wholeNumber(1, 10_000),
    restarts: wholeNumber(1, 10_000),
  },
  defaults: { alpha: 0.85, epochs: 5, restarts: 1 },
  cost: ({ sampleCount, ensembleSize, clusterTotal }) => ({
    bytes: diffusedBytes(sampleCount, ensembleSize, clusterTotal),
    growth: 'm n P memory',
  }),
  alternatives: ['balanced', 'lwgp', 'sec'],
  async run({ table, labelings }, settings, context) {
    const { clusterCount: k, alpha, epochs, restarts } = settings
    const { loops, seed, pauser, report, checkMemory } = context
    const { sampleCount: n, ensembleSize: m, clusterStarts } = table
    checkMemory(diffusedBytes(n, m, clusterStarts[m]), `${m} x ${m} diffused labelings of ${n} samples`)

    report('similarity', 0, epochs)
    const clusterCounts = labelings.map((_, t) => clusterStarts[t + 1] - clusterStarts[t])
    const { adaptiveMultiplex } = await import('../../similarity/multiplex.js')
    const multiplex = await adaptiveMultiplex(labelings, clusterCounts, {
      alpha,
      epochs,
      loops,
      pauser,
      neighbours: settings.neighbours ?? (n < 1000 ? 10 : 20),
      onEpoch: epoch => report('similarity', epoch, epochs),
    })

    report('embedding', 0, 1)
    const { embedding, eigenvalues, eigengap, converged } = await multiplexEmbedding(multiplex, n, k, context)

    report('labels', 0, 1)
    const { discretise } = await import('../../embedding/discretise.js')
    let best = discretise(embedding, drawIndex(n, randomFor(seed, 0)))
    for (let restart = 1; restart < restarts; restart++) {
      pauser.check()
      const next = discretise(embedding, drawIndex(n, randomFor(seed, restart)))
      if (next.value < best.value) best = next
    }
    report('labels', 1, 1)
    const result = { embedding, eigenvalues, eigengap, converged, alpha, iterations: epochs }
    return plainResult(best.labels, m, result)
  },
})

/** Bytes for n samples, m labelings and P clusters. */
function diffusedBytes(n: number, m: number, P: number): number {
  return 8 * m * n * P
}

/** Eigenvectors of D^-1/2 W D^-1/2 behind D^1/2 1; their eigenvalues are 1 minus those of L. */
export async function multiplexEmbedding(
  { layers }: Multiplex,
  n: number,
  k: number,
  { loops, seed, pauser }: Pick<MethodContext, 'loops' | 'seed' | 'pauser'>,
) {
  const degrees = new Float64Array(n)
  for (const { starts, values } of layers) {
    for (let i = 0; i < n; i++) for (let e = starts[i]; e < starts[i + 1]; e++) degrees[i] += values[e]
  }
  const inverseRoots = degrees.map(degree => 1 / Math.sqrt(degree))
  const total = degrees.reduce((sum, degree) => sum + degree, 0)
  const constant = degrees.map(degree => Math.sqrt(degree / total))

  // Half of identity plus matrix: the spectrum is within [0, 1], in the same order.
  const operator: BlockOperator = {
    size: n,
    applyInto(y, x, width) {
      y.fill(0)
      for (const { starts, columns, values } of layers) {
        for (let i = 0; i < n; i++) {
          for (let e = starts[i]; e < starts[i + 1]; e++) {
            const v = values[e] * inverseRoots[i] * inverseRoots[columns[e]]
            for (let b = 0; b < width; b++) y[i * width + b] += v * x[columns[e] * width + b]
          }
        }
      }
      const shares = new Float64Array(width)
      for (let i = 0; i < n; i++) for (let b = 0; b < width; b++) shares[b] += constant[i] * x[i * width + b]
      for (let i = 0, at = 0; i < n; i++) {
        for (let b = 0; b < width; b++, at++) y[at] = (y[at] + x[at]) / 2 - constant[i] * shares[b]
      }
    },
  }
  const found = await topEigenpairs(operator, { count: k, loops, seed, pauser })
  const embedding: Matrix = { rowCount: n, columnCount: k, values: found.vectors }
  const eigenvalues = found.values.map(value => 2 * value - 1)
  const eigengap = 2 * (found.values[k - 1] - found.next)
  return { embedding, eigenvalues, eigengap, converged: found.converged }
}
