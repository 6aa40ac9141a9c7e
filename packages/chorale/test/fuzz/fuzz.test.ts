import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import {
  cluster,
  InputError,
  loadModel,
  predict,
  readTable,
  sampleShape,
  saveModel,
  sourceOfBytes,
  tableBlocks,
  WholeFileNeeded,
} from '../../src/internal.js'
import { checksumOf } from '../../src/predict/save-model.js'
import { FILES } from './readers.js'

/** Seconds of a long run; `npm test` tries a fixed number of cases. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 0)
const KINDS = Object.keys(FILES).length + 1
const LIMITS =
  SECONDS > 0
    ? { numRuns: 1e9, interruptAfterTimeLimit: (1000 * SECONDS) / KINDS, seed: Date.now() & 0x7fffffff }
    : { numRuns: 150, seed: 1 }
const TIMEOUT = 1000 * SECONDS + 120_000

/** Most seconds for a small file. */
const MOST_SECONDS = 5

const table: { kind: string; cases: number; refused: number; slowest: number }[] = []
afterAll(() => {
  if (SECONDS === 0) return
  process.stdout.write('\nkind | cases | refused | slowest (s)\n')
  for (const { kind, cases, refused, slowest } of table) {
    process.stdout.write(`${kind} | ${cases} | ${refused} | ${slowest.toFixed(2)}\n`)
  }
})

/** Counts the cases of a kind and checks their time; what is thrown must be a refusal. */
function counter(kind: string) {
  const line = { kind, cases: 0, refused: 0, slowest: 0 }
  table.push(line)
  return async (run: () => Promise<unknown>) => {
    const start = process.cpuUsage()
    try {
      await run()
    } catch (error) {
      if (!(error instanceof InputError || error instanceof WholeFileNeeded)) throw error
      expect(error.message).not.toMatch(/undefined|\[object/)
      line.refused++
    }
    const seconds = process.cpuUsage(start).user / 1e6
    line.cases++
    line.slowest = Math.max(line.slowest, seconds)
    expect(seconds).toBeLessThan(MOST_SECONDS)
  }
}

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
        LIMITS,
      )
    },
    TIMEOUT,
  )
})

/** Values that do not belong where they are put. */
const WRONG: readonly unknown[] = [
  null,
  -1,
  0,
  1,
  1e308,
  2 ** 53,
  0.5,
  '',
  'x',
  '=',
  [],
  {},
  [[]],
  true,
  'AAAA',
  'chorale-model',
]

describe('any model is loaded or refused', () => {
  it(
    'with a value of its file changed, left out or repeated',
    async () => {
      const data = sampleShape('blobs', { sampleCount: 60, clusterCount: 3 })
      const { model } = await cluster(data, { clusterCount: 3, ensembleSize: 5 })
      const text = saveModel(model)
      const count = counter('models')
      const change = fc.record({
        path: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
        wrong: fc.constantFrom(...WRONG),
        isLeftOut: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 2 }), async changes => {
          const file = JSON.parse(text)
          for (const { path, wrong, isLeftOut } of changes) alter(file.content, path, wrong, isLeftOut)
          // With the checksum of what it is now, as a hostile file has.
          file.checksum = checksumOf(JSON.stringify(file.content))
          await count(async () => predict(loadModel(JSON.stringify(file)), data))
        }),
        LIMITS,
      )
    },
    TIMEOUT,
  )
})

/** Replaces or removes one value of a tree. */
function alter(root: Record<string, unknown>, path: readonly number[], wrong: unknown, isLeftOut: boolean): void {
  let place: Record<string, unknown> = root
  for (const [level, step] of path.entries()) {
    const keys = Object.keys(place)
    if (keys.length === 0) return
    const key = keys[step % keys.length]
    const below = place[key]
    if (level < path.length - 1 && typeof below === 'object' && below !== null) {
      place = below as Record<string, unknown>
      continue
    }
    if (isLeftOut) delete place[key]
    else place[key] = wrong
    return
  }
}
