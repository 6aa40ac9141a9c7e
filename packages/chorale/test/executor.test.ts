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
    labelSamples(job, options) {
      calls.push('labelSamples')
      return thisThread.labelSamples(job, options)
    },
    async openLinks(similarity, options) {
      calls.push('openLinks')
      const links = await thisThread.openLinks(similarity, options)
      return { ...links, close: async () => void calls.push('close links') }
    },
    labelRows(store, labeling, options) {
      calls.push('labelRows')
      return thisThread.labelRows(store, labeling, options)
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
    ['links of a fit', {}, ['openLinks', 'close links']],
    ['links and labels of a fit on a sample', { fitRows: 100 }, ['openLinks', 'close links', 'labelRows']],
  ])('does the %s, and frees them', async (_what, options, expected) => {
    const { executor, calls } = recording()
    const given = { clusterCount: 4, ...options }
    expect(await consensus(labelings, { ...given, executor })).toEqual(await consensus(labelings, given))
    expect(calls).toEqual(expected)
  })

  it('frees what it holds when the run is stopped', async () => {
    for (const options of [{}, { fitRows: 100 }]) {
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
