import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTable, toLabelings } from '../../packages/chorale/src/internal.js'
import { BARE_WRITERS, WRITERS, type WrittenColumn } from '../../packages/chorale/test/tables/writers.js'
import { methodWork } from '../../packages/cli/src/compare/method-work.js'
import { chorale, folderWith } from '../../packages/cli/test/run.js'
import { bytesNeeded, checkJob, checkOrder, checkTask, taskCount } from '../../packages/engine/src/orders.js'
import { apart, label, read, rows } from '../../packages/engine/test/example-orders.js'
import { paperWork } from '../../packages/paper/src/paper-work.js'
import { alter, CHANGE } from './alter.js'
import { budgetOf } from './budget.js'

const { limits, timeout, counter } = budgetOf(4, 40)

/** The cells of a column by their row. */
const COLUMNS: readonly ((i: number) => string | number)[] = [
  i => `s${i + 1}`,
  i => i,
  i => i % 3,
  i => (i * 37.5) % 11,
  i => ['red', 'blue'][i % 2],
  i => `AB-${100 + i}`,
  i => -(i % 4),
  i => (i % 5) / 10,
]

describe('a table without a header', () => {
  it(
    'has all its rows in every format',
    async () => {
      const count = counter('tables without a header')
      const table = fc.tuple(
        fc.array(fc.constantFrom(...COLUMNS), { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 8, max: 200 }),
      )
      await fc.assert(
        fc.asyncProperty(table, async ([columns, n]) => {
          const cells = Array.from({ length: n }, (_, i) => columns.map(cell => cell(i)))
          for (const [format, write] of Object.entries(BARE_WRITERS)) {
            await count(async () => {
              const { rowCount, columns: found } = await readTable(write(cells))
              expect([format, rowCount, found[0].name]).toEqual([format, n, 'column1'])
            })
          }
        }),
        limits,
      )
    },
    timeout,
  )
})

describe('integers of any size', () => {
  it(
    'stay different ids and labels in every format',
    async () => {
      const count = counter('big integers')
      // Neighbours beyond 2^53 that one double stands for.
      const integer = fc
        .tuple(fc.integer({ min: 53, max: 62 }), fc.bigInt({ min: 0n, max: 3n }), fc.boolean())
        .map(([power, add, isNegative]) => (2n ** BigInt(power) + add) * (isNegative ? -1n : 1n))
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(integer, { minLength: 4, maxLength: 30 }), async values => {
          const written: WrittenColumn[] = [
            { name: 'key', kind: 'integer', values },
            { name: 'run', kind: 'integer', values: values.map((_, i) => values[i % 3]) },
          ]
          for (const [format, write] of Object.entries(WRITERS)) {
            await count(async () => {
              const { ids, labelings } = toLabelings(await readTable(write(written)), { id: 'key' })
              expect([format, ids]).toEqual([format, values.map(String)])
              expect([format, [...labelings[0]]]).toEqual([format, values.map((_, i) => i % 3)])
            })
          }
        }),
        limits,
      )
    },
    timeout,
  )
})

const WORKS = { method: methodWork, paper: paperWork }

describe('a forged job', () => {
  it(
    'is refused, or one like those of a driver',
    async () => {
      const count = counter('forged jobs', /\[object/)
      const job = { storage: '/shared', order: 'a'.repeat(64), task: 0 }
      const forged = fc.tuple(
        fc.constantFrom(label, rows, read, apart),
        fc.array(CHANGE, { minLength: 1, maxLength: 2 }),
      )
      await fc.assert(
        fc.asyncProperty(forged, async ([example, changes]) => {
          const asked = { job: structuredClone(job), order: structuredClone(example) }
          for (const change of changes) alter(asked, change)
          await count(() => {
            const { task } = checkJob(asked.job)
            const order = checkOrder(asked.order, WORKS)
            checkTask(order, task)
            // What is accepted has a size, and numbers where the driver writes numbers.
            expect(taskCount(order)).toBeGreaterThan(0)
            if (task >= 0) expect(Number.isFinite(bytesNeeded(order, task, WORKS))).toBe(true)
            const { extent, reading, rows: span } = order as unknown as Record<string, Record<string, unknown>>
            for (const numbers of [extent?.clusterStarts, reading?.columns, span && [span.rowCount, span.dataStart]]) {
              if (numbers === undefined) continue
              expect([...(numbers as number[])].every(Number.isInteger)).toBe(true)
            }
          })
        }),
        { ...limits, numRuns: 10 * limits.numRuns },
      )
    },
    timeout,
  )
})

/** Whether a text holds control characters other than line breaks and tabs. */
const holdsControls = (text: string) => /[^\P{Cc}\n\t]/u.test(text)

const EVIL = [
  '\u001b]0;owned\u0007',
  '\u009b31m',
  '\u001b[2J',
  '\r',
  '\u0000',
  '\u202e',
  '\u007f',
  '$(touch owned)',
  '`id`',
  "'",
  ' ',
]

describe('a terminal', () => {
  it(
    'gets no control characters of names, ids and values',
    async () => {
      const count = counter('terminal escapes')
      const name = fc
        .array(fc.oneof(fc.constantFrom(...EVIL), fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 3 })
        .map(parts => parts.join(''))
      const names = fc.record({
        columns: fc.uniqueArray(name, { minLength: 3, maxLength: 3, selector: each => each.trim() }),
        value: name,
        asked: name,
        command: fc.constantFrom('cluster', 'consensus', 'advise'),
      })
      await fc.assert(
        fc.asyncProperty(names, async ({ columns, value, asked, command }) => {
          const lines = Array.from({ length: 16 }, (_, i) => ({
            [columns[0]]: (i % 2) * 5 + i / 100,
            [columns[1]]: `${value}${i % 2}`,
            [columns[2]]: i % 4,
          }))
          const folder = folderWith({ 't.json': JSON.stringify(lines) })
          const clusters = command === 'advise' ? [] : ['-k', '2']
          for (const more of [[], ['--columns', asked], ['--truth', asked]]) {
            await count(async () => {
              const file = join(folder, 't.json')
              const { code, stdout, stderr } = await chorale([command, file, ...clusters, '--threads', '1', ...more])
              expect([holdsControls(stdout), holdsControls(stderr)]).toEqual([false, false])
              expect([0, 2]).toContain(code)
              expect(readFileSync(file, 'utf8')).toBe(JSON.stringify(lines))
            })
          }
        }),
        { ...limits, numRuns: Math.ceil(limits.numRuns / 4) },
      )
    },
    timeout,
  )
})
