import { describe, expect, it } from 'vitest'
import { buildEnsemble } from '../../chorale/src/base/generate.js'
import { InputError } from '../../chorale/src/errors.js'
import { type SampleShapeOptions, type Shape, sampleShape } from '../../chorale/src/sample-shape.js'
import type { Samples } from '../../chorale/src/types.js'
import { threads } from '../src/threads.js'

const samplesOf = (shape: Shape, options: SampleShapeOptions): Samples => {
  const { sampleCount, featureCount, values } = sampleShape(shape, options)
  return { sampleCount, featureCount, values }
}

/** An executor that starts threads for any work, however small. */
const eagerThreads = (count: number) => threads({ count, smallWork: 0 })

describe('threads', () => {
  it.each([0, 1.5, 1025])('rejects a count that is no number of threads: %d', count => {
    expect(() => threads({ count })).toThrow(
      new InputError(`threads: count must be an integer from 1 to 1024; got ${count}`),
    )
  })

  const datasets: [string, Samples][] = [
    ['blobs', samplesOf('blobs', { sampleCount: 400, featureCount: 5, clusterCount: 4 })],
    ['rings', samplesOf('rings', { sampleCount: 500 })],
    ['noise', samplesOf('noise', { sampleCount: 60, featureCount: 300 })],
  ]

  it.each(datasets)('gives the same ensemble in 1, 2 and 4 threads: %s', async (_name, samples) => {
    for (const generator of ['random-k', 'mixed'] as const) {
      const alone = await buildEnsemble(samples, { generator, seed: 3, ensembleSize: 12 })
      for (const count of [1, 2, 4]) {
        const executor = eagerThreads(count)
        const together = await buildEnsemble(samples, { generator, seed: 3, ensembleSize: 12, executor })
        expect(together).toEqual(alone)
      }
    }
  })

  it('leaves its input as it was, shared or not, and counts every finished base clustering', async () => {
    const [, samples] = datasets[0]
    const before = samples.values.slice()
    const values = new Float64Array(new SharedArrayBuffer(samples.values.byteLength))
    values.set(samples.values)
    for (const given of [samples, { ...samples, values }]) {
      const done: number[] = []
      const options = { ensembleSize: 5, executor: eagerThreads(2) }
      await buildEnsemble(given, { ...options, onProgress: progress => done.push(progress.done) })
      expect(done).toEqual([0, 1, 2, 3, 4, 5])
      expect([...given.values]).toEqual([...before])
    }
  })

  it('stops before the work is done, with the reason of the signal', async () => {
    const heavy = samplesOf('noise', { sampleCount: 30_000, featureCount: 40 })
    const controller = new AbortController()
    const reason = new Error('enough')
    const done: number[] = []
    const work = buildEnsemble(heavy, {
      ensembleSize: 20,
      executor: eagerThreads(2),
      signal: controller.signal,
      onProgress: progress => done.push(progress.done),
    })
    await new Promise(resolve => setTimeout(resolve, 400))
    controller.abort(reason)
    await expect(work).rejects.toBe(reason)
    expect(Math.max(...done)).toBeLessThan(20)
  })
})
