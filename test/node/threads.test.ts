import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { runInThreads } from '../../node/threads.js'
import { buildEnsemble } from '../../src/ensemble/generate.js'
import { type SampleShapeOptions, type Shape, sampleShape } from '../../src/sample/shapes.js'
import type { Samples } from '../../src/types.js'

const samplesOf = (shape: Shape, options: SampleShapeOptions): Samples => {
  const { sampleCount, featureCount, values } = sampleShape(shape, options)
  return { sampleCount, featureCount, values }
}

// The threads run the built worker.
beforeAll(() => {
  if (!existsSync('dist/ensemble-worker.js')) throw new Error('dist/ensemble-worker.js is missing: npm run build')
})

const runTasks = runInThreads({ smallWork: 0 })

describe('runInThreads', () => {
  const datasets: [string, Samples][] = [
    ['blobs', samplesOf('blobs', { sampleCount: 400, featureCount: 5, clusterCount: 4 })],
    ['rings', samplesOf('rings', { sampleCount: 500 })],
    ['noise', samplesOf('noise', { sampleCount: 60, featureCount: 300 })],
  ]

  it.each(datasets)('gives the same ensemble in 1, 2 and 4 threads: %s', async (_name, samples) => {
    for (const generator of ['random-k', 'mixed'] as const) {
      const alone = await buildEnsemble(samples, { generator, seed: 3, ensembleSize: 12 })
      for (const concurrency of [1, 2, 4]) {
        const together = await buildEnsemble(samples, { generator, seed: 3, ensembleSize: 12, concurrency, runTasks })
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
      const options = { ensembleSize: 5, concurrency: 2, runTasks }
      await buildEnsemble(given, { ...options, onProgress: progress => done.push(progress.done) })
      expect(done).toEqual([0, 1, 2, 3, 4, 5])
      expect([...given.values]).toEqual([...before])
    }
  })

  it('stops within a second, with the reason of the signal', async () => {
    const heavy = samplesOf('noise', { sampleCount: 30_000, featureCount: 40 })
    const controller = new AbortController()
    const reason = new Error('enough')
    const work = buildEnsemble(heavy, { concurrency: 2, runTasks, signal: controller.signal })
    await new Promise(resolve => setTimeout(resolve, 400))
    const start = performance.now()
    controller.abort(reason)
    await expect(work).rejects.toBe(reason)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
