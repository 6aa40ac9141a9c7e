import { describe, expect, it } from 'vitest'
import {
  advisePlanned,
  plannedCluster,
  rowsInMemory,
  runPlanned,
  Stopwatch,
  sampleShape,
  thisThread,
  toDataset,
} from '../src/internal.js'

const shape = sampleShape('blobs', { sampleCount: 120, featureCount: 3, clusterCount: 3, spread: 0.4, seed: 2 })
const dataset = toDataset(Array.from({ length: 120 }, (_, i) => Array.from(shape.values.subarray(3 * i, 3 * i + 3))))
const rows = rowsInMemory(dataset)

/** Counts the jobs of base clusterings. */
function counting() {
  const count = { jobs: 0 }
  const executor = {
    ...thisThread,
    runTasks: (...given: Parameters<typeof thisThread.runTasks>) => {
      count.jobs++
      return thisThread.runTasks(...given)
    },
  }
  return { count, executor }
}

describe('what is known before a plan is run', () => {
  it('is not computed again: base clusterings of the same decision give the same labels', async () => {
    const plan = (clusterCount: number) =>
      plannedCluster('test', rows, { clusterCount, generator: 'random-k', ensembleSize: 12, reading: {} })
    const three = await plan(3)
    const first = await runPlanned('test', dataset, three, new Stopwatch(), {})
    const four = await plan(4)
    const { count, executor } = counting()
    const known = { base: { decision: three.plan.runs[0].base, ensemble: first.ensemble } }
    const reused = await runPlanned('test', dataset, { ...four, known }, new Stopwatch(), { executor })
    const fresh = await runPlanned('test', dataset, four, new Stopwatch(), {})
    expect(count.jobs).toBe(0)
    expect([...reused.labels]).toEqual([...fresh.labels])
  })

  it('does not stand for another decision', async () => {
    const options = { clusterCount: 3, generator: 'random-k' as const, reading: {} }
    const small = await plannedCluster('test', rows, { ...options, ensembleSize: 8 })
    const first = await runPlanned('test', dataset, small, new Stopwatch(), {})
    const large = await plannedCluster('test', rows, { ...options, ensembleSize: 12 })
    const known = { base: { decision: small.plan.runs[0].base, ensemble: first.ensemble } }
    const { count, executor } = counting()
    const found = await runPlanned('test', dataset, { ...large, known }, new Stopwatch(), { executor })
    expect(count.jobs).toBeGreaterThan(0)
    expect(found.ensemble.labelings).toHaveLength(12)
  })

  it('judges the recommended number of clusters as clusterCount auto does', async () => {
    const auto = await plannedCluster('test', rows, { clusterCount: 'auto', reading: {} })
    const advice = await advisePlanned(auto, {})
    const byAuto = await runPlanned('test', dataset, auto, new Stopwatch(), {})
    const given = await plannedCluster('test', rows, { clusterCount: advice.leading, reading: {} })
    const byNumber = await runPlanned('test', dataset, { ...given, known: { advice } }, new Stopwatch(), {})
    expect([...byNumber.labels]).toEqual([...byAuto.labels])
    expect(byNumber.verdict).toEqual(byAuto.verdict)
  })
})
