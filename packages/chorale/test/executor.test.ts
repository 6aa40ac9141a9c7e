import { describe, expect, it } from 'vitest'
import { buildEnsemble, consensus, type Executor, sampleShape, thisThread } from '../src/internal.js'
import { plantedEnsemble } from './ensembles.js'

/** An executor that records what it is asked for and what is closed, and leaves the work to this thread. */
function recording(): { executor: Executor; calls: string[] } {
  const calls: string[] = []
  const executor: Executor = {
    runTasks(job, options) {
      calls.push('runTasks')
      return thisThread.runTasks(job, options)
    },
    labelRows(job, options) {
      calls.push('labelRows')
      return thisThread.labelRows(job, options)
    },
    async openPasses(store, options) {
      calls.push('openPasses')
      const passes = await thisThread.openPasses(store, options)
      return { ...passes, close: async () => void calls.push('close passes') }
    },
    async openLinks(similarity, options) {
      calls.push('openLinks')
      const links = await thisThread.openLinks(similarity, options)
      return { ...links, close: async () => void calls.push('close links') }
    },
  }
  return { executor, calls }
}

describe('an executor', () => {
  it('computes the base clusterings', async () => {
    const samples = sampleShape('blobs', { sampleCount: 60, seed: 1 })
    const { executor, calls } = recording()
    expect(await buildEnsemble(samples, { executor })).toEqual(await buildEnsemble(samples))
    expect(calls).toEqual(['runTasks'])
  })

  const { labelings } = plantedEnsemble(3, { sampleCount: 200, ensembleSize: 6, clusterCount: 4, noise: 0.1 })

  it.each([
    ['links of exact runs', {}, ['openLinks', 'close links']],
    ['passes of anchored runs', { anchors: 40 }, ['openPasses', 'close passes']],
  ])('does the %s, and frees them', async (_what, options, expected) => {
    const { executor, calls } = recording()
    const given = { clusterCount: 4, ...options }
    expect(await consensus(labelings, { ...given, executor })).toEqual(await consensus(labelings, given))
    expect(calls).toEqual(expected)
  })

  it('frees what it holds when the run is stopped', async () => {
    for (const options of [{}, { anchors: 40 }]) {
      const { executor, calls } = recording()
      const stop = new AbortController()
      const run = consensus(labelings, {
        clusterCount: 4,
        ...options,
        executor,
        signal: stop.signal,
        onProgress: ({ phase }) => phase === 'embedding' && stop.abort(new Error('enough')),
      })
      await expect(run).rejects.toThrow('enough')
      expect(calls.at(-1)).toMatch(/^close/)
    }
  })
})
