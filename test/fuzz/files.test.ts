import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cluster,
  loadModel,
  predict,
  readTable,
  sampleShape,
  saveModel,
  sourceOfBytes,
  tableBlocks,
} from '../../packages/chorale/src/internal.js'
import { checksumOf } from '../../packages/chorale/src/predict/save-model.js'
import { alter, CHANGE } from './alter.js'
import { budgetOf } from './budget.js'
import { FILES } from './readers.js'

const { limits, timeout, counter } = budgetOf(Object.keys(FILES).length + 1)

describe('any file is read or refused', () => {
  it.each(Object.entries(FILES))(
    '%s',
    async (kind, file) => {
      const count = counter(kind)
      await fc.assert(
        fc.asyncProperty(file, async ({ name, bytes }) => {
          await count(() => readTable(bytes, { name }))
          await count(async () => {
            for await (const block of tableBlocks(sourceOfBytes(bytes, name))) expect(block.rowCount).toBeGreaterThan(0)
          })
        }),
        limits,
      )
    },
    timeout,
  )
})

describe('any model is loaded or refused', () => {
  it(
    'with a value of its file changed, left out or repeated',
    async () => {
      const data = sampleShape('blobs', { sampleCount: 60, clusterCount: 3 })
      const { model } = await cluster(data, { clusterCount: 3, ensembleSize: 5 })
      const text = saveModel(model)
      const count = counter('models')
      await fc.assert(
        fc.asyncProperty(fc.array(CHANGE, { minLength: 1, maxLength: 2 }), async changes => {
          const file = JSON.parse(text)
          for (const change of changes) alter(file.content, change)
          // With the checksum of what it is now, as a hostile file has.
          file.checksum = checksumOf(JSON.stringify(file.content))
          await count(async () => predict(loadModel(JSON.stringify(file)), data))
        }),
        limits,
      )
    },
    timeout,
  )
})
