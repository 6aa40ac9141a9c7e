import { describe, expect, it } from 'vitest'
import { describeWithData, firstColumns, poolColumns } from '../../../../../test/reference-data.js'
import { assignSamples } from '../../../src/base/assign-samples.js'
import {
  accuracy,
  buildEnsemble,
  type ConsensusModel,
  type ConsensusOptions,
  consensus,
  METHOD_NAMES,
  predictLabels,
  sampleShape,
} from '../../../src/internal.js'
import { plantedEnsemble, unstructuredEnsemble } from '../../ensembles.js'

/** One threshold is enough here. */
const ALPHA: Partial<Record<(typeof METHOD_NAMES)[number], number>> = { gpec: 0.1 }

/** Share of the samples that get the cluster they have. */
async function shareKept(model: ConsensusModel, labelings: Parameters<typeof predictLabels>[1], labels: Int32Array) {
  const found = await predictLabels(model, labelings)
  return found.labels.reduce((count, label, i) => count + (label === labels[i] ? 1 : 0), 0) / labels.length
}

function blobs(sampleCount: number) {
  const { values, truth } = sampleShape('blobs', { sampleCount, clusterCount: 4, featureCount: 6, seed: 5 })
  const part = (from: number, to: number) => ({
    sampleCount: to - from,
    featureCount: 6,
    values: values.slice(from * 6, to * 6),
  })
  return { part, truth }
}

describe('predicting the samples of a consensus', () => {
  const sets = [
    plantedEnsemble(31, { sampleCount: 300, ensembleSize: 12, clusterCount: 4, noise: 0.15 }).labelings,
    plantedEnsemble(32, { sampleCount: 300, ensembleSize: 12, clusterCount: 4, noise: 0.1, missing: 0.2 }).labelings,
    unstructuredEnsemble(33, { sampleCount: 200, ensembleSize: 8, largest: 6, repeated: 0.3 }),
  ]

  // CEAM may give samples with the same labels several clusters; the commonest one comes back.
  it.each(METHOD_NAMES)('gives 999 of 1000 their cluster: %s', async method => {
    for (const labelings of sets) {
      const { model, labels } = await consensus(labelings, { clusterCount: 4, method, alpha: ALPHA[method] })
      expect(await shareKept(model, labelings, labels)).toBeGreaterThanOrEqual(method === 'ceam' ? 0.95 : 0.999)
    }
  })

  it.each<ConsensusOptions>([
    { method: 'gpec', fitRows: 120, clusterCount: 4, alpha: 0.1 },
    { method: 'balanced', fitRows: 120, clusterCount: 4 },
    { method: 'eac', fitRows: 120, clusterCount: 4 },
  ])('gives every sample its cluster after a fit on some: %o', async options => {
    for (const labelings of sets.slice(0, 2)) {
      const { model, labels, fit } = await consensus(labelings, options)
      expect(fit.rows).toBe(120)
      expect(await shareKept(model, labelings, labels)).toBe(1)
    }
  })

  it.each(['random-k', 'subspace', 'projection', 'subsample', 'mixed'] as const)(
    'gives 999 of 1000 their cluster from features: %s',
    async generator => {
      const samples = blobs(400).part(0, 400)
      const ensemble = await buildEnsemble(samples, { ensembleSize: 16, generator })
      const labelings = await assignSamples(ensemble.models, samples)
      for (const method of ['balanced', 'gpec', 'lwea'] as const) {
        const { model, labels } = await consensus(ensemble, { clusterCount: 4, method, alpha: ALPHA[method] })
        expect(await shareKept(model, labelings, labels)).toBeGreaterThanOrEqual(0.999)
      }
    },
  )
})

describe('predicting held-out samples of blobs', () => {
  const { part, truth } = blobs(450)
  const held = truth.slice(300)

  it.each(['random-k', 'mixed'] as const)('is 0.98 as right as a new consensus of all samples: %s', async generator => {
    const [first, all] = [
      await buildEnsemble(part(0, 300), { ensembleSize: 16, generator }),
      await buildEnsemble(part(0, 450), { ensembleSize: 16, generator }),
    ]
    const labelings = await assignSamples(first.models, part(300, 450))
    for (const method of ['balanced', 'gpec', 'eac', 'lwea', 'lwgp', 'nwca', 'eccms', 'mkkc', 'smkkm'] as const) {
      const { model } = await consensus(first, { clusterCount: 4, method, alpha: ALPHA[method] })
      const again = (await consensus(all, { clusterCount: 4, method, alpha: ALPHA[method] })).labels.subarray(300)
      const { labels } = await predictLabels(model, labelings)
      expect(accuracy(labels, held), method).toBeGreaterThanOrEqual(0.98 * accuracy(again, held))
      expect(accuracy(labels, again), method).toBeGreaterThanOrEqual(0.98)
    }
  })
})

describeWithData('predicting the samples of published pools', () => {
  it.each(['Ecoli', 'GLIOMA'])('gives 999 of 1000 their cluster: %s', async pool => {
    const labelings = poolColumns(pool, [...firstColumns(20), 'gt'])
    const clusterCount = new Set(labelings.pop()).size
    for (const method of METHOD_NAMES) {
      if (method === 'ceam') continue
      const { model, labels } = await consensus(labelings, { clusterCount, method, alpha: ALPHA[method] })
      expect(await shareKept(model, labelings, labels), method).toBeGreaterThanOrEqual(0.999)
    }
  })
})
