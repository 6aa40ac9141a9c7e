import { expect, it } from 'vitest'
import type { FamilyName } from '../../src/base/base-decision.js'
import { familyNamed } from '../../src/base/families.js'
import { cluster, runCluster } from '../../src/cluster/cluster.js'
import { planCluster } from '../../src/cluster/plan.js'
import type { MethodName } from '../../src/consensus/methods/index.js'
import { drawGaussian } from '../../src/numeric/gaussian.js'
import { randomFor } from '../../src/numeric/random.js'
import { expectSamePartition, shuffledIndices } from '../ensembles.js'

const FAMILIES: Record<FamilyName, true> = { cells: true, mixtures: true, 'k-means': true, votes: true, graphs: true }

/** Clusters that overlap, so that the order of random draws matters. */
function overlapping(n: number, d: number, k: number, apart = 2) {
  const random = randomFor(4, d)
  const centres = Float64Array.from({ length: k * d }, () => apart * drawGaussian(random))
  const values = Float64Array.from({ length: n * d }, (_, at) => {
    return centres[(Math.floor(at / d) % k) * d + (at % d)] + drawGaussian(random)
  })
  return { sampleCount: n, featureCount: d, values }
}

function ordered({ sampleCount, featureCount: d, values }: ReturnType<typeof overlapping>, order: readonly number[]) {
  const moved = new Float64Array(values.length)
  order.forEach((row, at) => {
    moved.set(values.subarray(row * d, (row + 1) * d), at * d)
  })
  return { sampleCount, featureCount: d, values: moved }
}

it.each(Object.keys(FAMILIES) as FamilyName[])('%s gives shuffled rows the same clusters', async family => {
  const data = overlapping(400, 5, 8)
  const order = shuffledIndices(400, 6)
  const plan = await planCluster(data, { clusterCount: 8, scale: 'none', review: false })
  const { sizes, consensus } = familyNamed(family)
  const method = consensus.method as MethodName
  const base = {
    family,
    reason: '',
    ...sizes({ samples: data, clusterCount: 8 }),
    clusterCount: 8,
    weakFeatureCount: 0,
  }
  const chosen = {
    ...plan,
    asked: { base: 'auto' },
    runs: [{ clusterCount: 8, base, consensus: { ...consensus, method } }],
  }
  const { labels } = await runCluster(data, chosen)
  const { labels: others } = await runCluster(ordered(data, order), chosen)
  expectSamePartition(
    others,
    order.map(row => labels[row]),
  )
})

// Two seeds and a shuffled table had ARI .76, .79 and .81: where k-means took the place of cells, its draws followed the rows.
it('the candidate of k-means gives shuffled rows the same clusters', async () => {
  const data = overlapping(500, 2, 25, 8)
  const order = shuffledIndices(500, 7)
  const options = { clusterCount: 25, scale: 'none', review: false } as const
  const { labels, ensemble } = await cluster(data, options)
  expect(ensemble.bases).toEqual(['k-means'])
  const { labels: others } = await cluster(ordered(data, order), options)
  expectSamePartition(
    others,
    order.map(row => labels[row]),
  )
})
