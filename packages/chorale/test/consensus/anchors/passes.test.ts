import { describe, expect, it } from 'vitest'
import { anchorRoots, drawProbe } from '../../../src/consensus/anchors/anchors.js'
import { drawAnchors } from '../../../src/consensus/anchors/draw-anchors.js'
import { fitAnchored } from '../../../src/consensus/anchors/fit.js'
import { addPairs } from '../../../src/consensus/anchors/pass.js'
import { passesInThisThread } from '../../../src/consensus/anchors/pass-runner.js'
import { rowFeaturesOf } from '../../../src/consensus/anchors/row-features.js'
import { surveyClusters } from '../../../src/consensus/anchors/survey.js'
import { solveByFixedPoint } from '../../../src/consensus/embedding/fixed-point.js'
import { coAssociation } from '../../../src/consensus/similarity/co-association.js'
import { adoptLabelings } from '../../../src/labelings/adopt.js'
import { LabelStoreBuilder } from '../../../src/labelings/label-store.js'
import { collapseRows } from '../../../src/labelings/label-table.js'
import { loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { Pauser } from '../../../src/pause.js'
import { unstructuredEnsemble } from '../../ensembles.js'
import { jacobiEigen } from '../../reference/jacobi.js'

const storeOf = (labelings: readonly (readonly number[])[]) => {
  const builder = new LabelStoreBuilder(labelings.length)
  builder.add(labelings.map(labels => Int32Array.from(labels)))
  return builder.finish()
}

/** 60 samples, some alike, with anchors drawn from them. */
async function setUp(missing: number) {
  const labelings = unstructuredEnsemble(5, { sampleCount: 60, ensembleSize: 6, largest: 5, missing, repeated: 0.3 })
  const ensemble = adoptLabelings(labelings)
  const store = storeOf(ensemble.labelings.map(labels => Array.from(labels)))
  const passes = await passesInThisThread(store, {})
  const survey = await surveyClusters(passes, store, 0.5)
  const clusters = drawAnchors(store, survey.clusterWeights, 12, 7)
  const shape = { ensembleSize: 6, hasMissing: store.hasMissing, alpha: 0.2, anchors: clusters }
  const { clusterWeights, largest } = survey
  const links = { ...shape, clusterWeights, largest, linkSums: null, indicators: new Float64Array(0), shares: null }
  const roots = anchorRoots(store, links, PLAIN_KERNELS)
  return { ensemble, store, passes, survey, anchors: { clusters, roots } }
}

const clustersOf = ({ labelings }: { labelings: readonly Int32Array[] }, starts: Int32Array, i: number) =>
  Int32Array.from(labelings, (labels, t) => (labels[i] < 0 ? -1 : starts[t] + labels[i]))

const options = (method: 'gpec' | 'balanced', weights: 'uniform' | 'learned' = 'uniform') => ({
  isNormalised: method === 'balanced',
  clusterCount: 3,
  alpha: 0.2,
  weights,
  solver: solveByFixedPoint,
  loops: PLAIN_KERNELS,
  seed: 1,
  pauser: new Pauser(),
})

describe('the survey', () => {
  it.each([0, 0.2])('finds the cluster weights and the divisor of the co-association (missing: %d)', async missing => {
    const { ensemble, survey } = await setUp(missing)
    const similarity = coAssociation(collapseRows(ensemble), { kind: 'nwca', lambda: 0.5 })
    expect(Array.from(survey.clusterWeights)).toEqual(Array.from(similarity.clusterWeights))
    expect(survey.largest).toBe(missing > 0 ? similarity.largest : similarity.divisor)
    expect(Array.from(survey.clusterSizes)).toEqual(Array.from(similarity.table.clusterSizes))
  })

  it('names lambda where a sample would have no weight at all', async () => {
    const store = storeOf([
      [0, 1, 0, 1],
      [0, 0, 1, 1],
    ])
    await expect(surveyClusters(await passesInThisThread(store, {}), store, 1e-9)).rejects.toThrow(
      'lambda must be large enough that every sample has a cluster with a weight above 0; got 1e-9',
    )
  })
})

describe('addPairs', () => {
  it('adds up the mass of rows in every pair of clusters of two labelings', async () => {
    // Clusters 0, 1 of the first labeling and 2, 3 of the second; the third row has no label in the second.
    const clusters = Int32Array.of(0, 2, 0, 3, 1, -1, 1, 3, 0, 2)
    const extent = { sampleCount: 5, ensembleSize: 2, clusterStarts: Int32Array.of(0, 2, 4), hasMissing: true }
    for (const loops of [PLAIN_KERNELS, await loadHotLoops('simd')]) {
      const sums = Float64Array.of(10, 0, 0, 0)
      addPairs(sums, Int32Array.of(0, 0, 0, 2), clusters, Float64Array.of(1, 2, 4, 8, 16), extent, loops)
      expect([...sums]).toEqual([27, 0, 2, 8])
    }
  })
})

describe('the features of a row', () => {
  it.each([0, 0.2])(
    'hold its similarities to the anchors, cut at alpha, with length 1 (missing: %d)',
    async missing => {
      const { ensemble, survey, anchors, store } = await setUp(missing)
      const table = collapseRows(ensemble)
      const similarity = coAssociation(table, { kind: 'nwca', lambda: 0.5 })
      const features = rowFeaturesOf({
        ensembleSize: 6,
        hasMissing: store.hasMissing,
        alpha: 0.2,
        anchors: anchors.clusters,
        clusterWeights: survey.clusterWeights,
        largest: survey.largest,
        anchorRoots: anchors.roots,
        linkSums: null,
        indicators: new Float64Array(survey.clusterSizes.length).fill(1),
        shares: null,
      })
      const rowOfAnchor = Array.from({ length: 12 }, (_, l) => {
        const wanted = anchors.clusters.subarray(l * 6, l * 6 + 6).join()
        return table.rowOf[
          ensemble.labelings[0].findIndex((_, i) => clustersOf(ensemble, store.clusterStarts, i).join() === wanted)
        ]
      })
      for (let i = 0; i < 60; i++) {
        const clusters = clustersOf(ensemble, store.clusterStarts, i)
        const count = features.fill(clusters, 0)
        const expected = rowOfAnchor.map((row, l) => {
          const value = similarity.entry(table.rowOf[i], row)
          return value >= 0.2 ? anchors.roots[l] * value : 0
        })
        const length = Math.hypot(...expected)
        const found = new Array<number>(12).fill(0)
        for (let a = 0; a < count; a++) if (features.indices[a] < 12) found[features.indices[a]] = features.values[a]
        expected.forEach((value, l) => {
          expect(found[l]).toBeCloseTo(length > 0 ? (Math.SQRT2 * value) / length : 0, 14)
        })
        const own = Array.from(features.indices.subarray(0, count)).filter(index => index >= 12)
        expect(own.map(index => index - 12)).toEqual(Array.from(clusters).filter(c => c >= 0))
      }
    },
  )
})

describe('the fit', () => {
  it.each([
    ['gpec', 'uniform', 0],
    ['gpec', 'uniform', 0.2],
    ['balanced', 'uniform', 0],
    ['balanced', 'learned', 0.2],
  ] as const)(
    "has the eigenvalues and the space of F C F' of a dense solver (%s, %s, missing %d)",
    async (method, weights, missing) => {
      const { ensemble, store, passes, survey, anchors } = await setUp(missing)
      const fit = await fitAnchored(passes, 60, survey, anchors, options(method, weights))
      const features = rowFeaturesOf(fit.model)
      const q = fit.projection.rowCount
      const rows = Array.from({ length: 60 }, (_, i) => {
        const dense = new Array<number>(q).fill(0)
        const count = features.fill(clustersOf(ensemble, store.clusterStarts, i), 0)
        for (let a = 0; a < count; a++) dense[features.indices[a]] = features.values[a]
        return dense
      })
      // C: 1 for anchors; wₜ² for the clusters of labeling t in gpec, 1 in balanced, whose features hold cₜ.
      const C = Array.from({ length: q }, (_, a) => {
        if (a < 12 || method === 'balanced') return 1
        const t = store.clusterStarts.findLastIndex(start => start <= a - 12)
        return fit.weights[t] ** 2
      })
      const M = rows.map(x => rows.map(y => x.reduce((sum, value, a) => sum + C[a] * value * y[a], 0)))
      const { values, vectors } = jacobiEigen(M)
      for (let z = 0; z < 3; z++) expect(fit.eigenvalues[z]).toBeCloseTo(values[z], 10)
      expect(fit.next).toBeCloseTo(values[3], 6)

      const embed = rows.map(x =>
        [0, 1, 2].map(z => x.reduce((sum, value, a) => sum + value * fit.projection.values[a * 3 + z], 0)),
      )
      for (let i = 0; i < 60; i += 7) {
        for (let j = 0; j < 60; j += 5) {
          const exact = [0, 1, 2].reduce((sum, z) => sum + vectors[z][i] * vectors[z][j], 0)
          expect(embed[i].reduce((sum, value, z) => sum + value * embed[j][z], 0)).toBeCloseTo(exact, 8)
        }
      }
    },
  )
})

describe('the probe', () => {
  it('is every sample while they fit, then one of each of equal stretches', () => {
    expect(Array.from(drawProbe(5, 1))).toEqual([0, 1, 2, 3, 4])
    const probe = drawProbe(1_000_000, 1)
    expect(probe).toHaveLength(20_000)
    probe.forEach((i, s) => {
      expect(Math.floor((s * 1_000_000) / 20_000) <= i && i < Math.floor(((s + 1) * 1_000_000) / 20_000)).toBe(true)
    })
  })
})
