import { canonicalSamples, canonicalTable } from '../../labelings/canonical-rows.js'
import { drawIndex, randomFor } from '../../numeric/random.js'
import type { Matrix } from '../../types.js'
import { defineMethod } from '../method.js'
import { FRACTION, wholeNumber } from '../option-rules.js'
import { plainResult } from '../plain-result.js'

/**
 * Diffusion on an adaptive multiplex. Every base clustering is one layer of a graph. Each epoch smooths every base
 * clustering along all layers, and rebuilds its layer from the result. Spectral partitioning of the mean layer gives
 * the clusters.
 *
 *   W = mean of the normalised layers,  L = I - D^-1/2 W D^-1/2,  k eigenvectors after the constant one, rotated to labels
 *
 * P. Zhou, B. Hu, D. Yan, L. Du: Clustering ensemble via diffusion on adaptive multiplex, TKDE 36(4), 2024. α 0.85,
 * 5 epochs, 10 neighbours below 1000 samples, 20 otherwise. The slowest method here: see multiplex.ts.
 *
 * (Reference: rounding decides which neighbours at equal distance are used; a change of 1e-14 changes the partition.
 * Here: distances are rounded to 1e-10 first, and ties go to the lowest index.) (Reference: drops the first eigenvector
 * of the solver, which is arbitrary when the graph is disconnected. Here: the constant eigenvector, D^1/2 1, is
 * excluded by construction.) The rotation starts from a randomly drawn sample, and the result depends strongly on it;
 * `restarts` keeps the best of several. Ties follow the canonical order of the samples, not that of the file. `consensus`
 * skips labelings with one cluster. Such a labeling would be a complete graph as a layer and one column as a
 * representation: it would link all samples equally.
 */
export const ceam = defineMethod({
  name: 'ceam',
  summary: 'Diffuses the base clusterings over a graph with one layer per base clustering; the slowest method.',
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
  async run({ table, labelings: given }, settings, context) {
    const { clusterCount: k, alpha, epochs, restarts } = settings
    const { loops, seed, pauser, report, checkMemory } = context
    const { sampleCount: n, ensembleSize: m, clusterStarts } = table
    checkMemory(diffusedBytes(n, m, clusterStarts[m]), `${m} x ${m} diffused labelings of ${n} samples`)

    report('similarity', 0, epochs)
    // Ties between neighbours and the start of the rotation follow an order that the samples themselves give.
    const samples = canonicalSamples(table)
    const { table: own } = canonicalTable(table)
    const labelings = given.map((_, t) =>
      samples.map(i => {
        const cluster = own.clusters[t * own.rowCount + own.rowOf[i]]
        return cluster < 0 ? -1 : cluster - clusterStarts[t]
      }),
    )
    const clusterCounts = labelings.map((_, t) => clusterStarts[t + 1] - clusterStarts[t])
    const { adaptiveMultiplex } = await import('../similarity/multiplex.js')
    const multiplex = await adaptiveMultiplex(labelings, clusterCounts, {
      alpha,
      epochs,
      loops,
      pauser,
      neighbours: settings.neighbours ?? (n < 1000 ? 10 : 20),
      onEpoch: epoch => report('similarity', epoch, epochs),
    })

    report('embedding', 0, 1)
    const { multiplexEmbedding } = await import('../multiplex-embedding.js')
    const { embedding, eigenvalues, eigengap, converged } = await multiplexEmbedding(multiplex, n, k, context)

    report('labels', 0, 1)
    const { discretise } = await import('../embedding/discretise.js')
    let best = discretise(embedding, drawIndex(n, randomFor(seed, 0)))
    for (let restart = 1; restart < restarts; restart++) {
      pauser.check()
      const next = discretise(embedding, drawIndex(n, randomFor(seed, restart)))
      if (next.value < best.value) best = next
    }
    report('labels', 1, 1)
    const result = {
      embedding: inPlace(embedding, samples),
      eigenvalues,
      eigengap,
      converged,
      alpha,
      iterations: epochs,
    }
    // With k distinct rows the answer is these rows, which the rotation may miss.
    if (table.rowCount === k) return plainResult(table.rowOf, m, result)
    const labels = new Int32Array(n)
    samples.forEach((i, at) => {
      labels[i] = best.labels[at]
    })
    return plainResult(labels, m, result)
  },
})

/** The rows of an embedding of the samples in another order, back in their places. */
function inPlace({ rowCount, columnCount: k, values }: Matrix, samples: Int32Array): Matrix {
  const own = new Float64Array(values.length)
  samples.forEach((i, at) => {
    own.set(values.subarray(at * k, (at + 1) * k), i * k)
  })
  return { rowCount, columnCount: k, values: own }
}

/** Bytes for n samples, m labelings and P clusters. */
function diffusedBytes(n: number, m: number, P: number): number {
  return 8 * m * n * P
}
