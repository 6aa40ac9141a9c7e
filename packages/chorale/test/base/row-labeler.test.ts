import { describe, expect, it } from 'vitest'
import { rowLabelerSteps } from '../../src/base/row-labeler.js'
import { buildEnsemble, sampleShape } from '../../src/internal.js'
import { loadHotLoops } from '../../src/numeric/loops/hot-loops.js'
import { runToEnd } from '../../src/pause.js'

const samples = sampleShape('blobs', { sampleCount: 700, featureCount: 5, clusterCount: 4, seed: 2 })
const others = sampleShape('blobs', { sampleCount: 900, featureCount: 5, clusterCount: 4, seed: 3 }).values

const KINDS = [
  ['cells', { base: ['spectral-cells', 'genie-cells', 'linkage'] }],
  ['mixtures', { base: 'gaussian-mixture' }],
  ['the default', { base: 'auto', clusterCount: 4 }],
  ['k-means', { base: 'k-means' }],
  ['k-means on some features', { generator: 'subspace' }],
  ['k-means on projections', { generator: 'projection' }],
] as const

describe.each(KINDS)('rowLabelerSteps for %s', (_, options) => {
  it('gives the same labels with and without SIMD, in blocks of any size', async () => {
    const { models } = await buildEnsemble(samples, { ensembleSize: 12, seed: 1, ...options } as object)
    const labelBySimd = runToEnd(rowLabelerSteps(models, await loadHotLoops('simd')))
    const simd = (rows: Float64Array, rowCount: number) => runToEnd(labelBySimd(rows, rowCount))
    const plain = runToEnd(runToEnd(rowLabelerSteps(models, await loadHotLoops('plain')))(others, 900))
    expect(simd(others, 900)).toEqual(plain)
    const part = simd(others.subarray(5 * 300, 5 * 410), 110)
    expect(part).toEqual(plain.map(labels => labels.slice(300, 410)))
  })
})
