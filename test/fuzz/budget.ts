import { afterAll, expect } from 'vitest'
import { InputError, WholeFileNeeded } from '../../packages/chorale/src/internal.js'

/** Seconds of a long run; `npm test` tries a fixed number of cases. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 0)

/** Most seconds for a small file. */
const MOST_SECONDS = 5

/** How long the kinds of a file of tests are tried, which share its time, and who counts their cases. */
export function budgetOf(kindCount: number, caseCount = 150) {
  const limits =
    SECONDS > 0
      ? { numRuns: 1e9, interruptAfterTimeLimit: (1000 * SECONDS) / kindCount, seed: Date.now() & 0x7fffffff }
      : { numRuns: caseCount, seed: 1 }
  const table: { kind: string; cases: number; refused: number; slowest: number }[] = []
  afterAll(() => {
    if (SECONDS === 0) return
    process.stdout.write('\nkind | cases | refused | slowest (s)\n')
    for (const { kind, cases, refused, slowest } of table) {
      process.stdout.write(`${kind} | ${cases} | ${refused} | ${slowest.toFixed(2)}\n`)
    }
  })

  /** Counts the cases of a kind and checks their time; what is thrown must be a refusal, without unwanted words. */
  function counter(kind: string, unwanted = /undefined|\[object/) {
    const line = { kind, cases: 0, refused: 0, slowest: 0 }
    table.push(line)
    return async (run: () => unknown) => {
      const start = process.cpuUsage()
      try {
        await run()
      } catch (error) {
        if (!(error instanceof InputError || error instanceof WholeFileNeeded)) throw error
        expect(error.message).not.toMatch(unwanted)
        line.refused++
      }
      const seconds = process.cpuUsage(start).user / 1e6
      line.cases++
      line.slowest = Math.max(line.slowest, seconds)
      expect(seconds).toBeLessThan(MOST_SECONDS)
    }
  }

  return { limits, timeout: 1000 * SECONDS + 120_000, counter }
}
