/** Seconds of the whole run, and the seed of its moments. */
export const SECONDS = Number(process.env.TORTURE_SECONDS ?? 600)
export const SEED = Number(process.env.TORTURE_SEED ?? Date.now() % 1e6)

/** The shares of the time for signals and for containers; the faults of several machines get the rest. */
export const SIGNALS_SHARE = 0.3
export const CONTAINERS_SHARE = 0.1

/** What a line of the table counts. */
export interface TortureRow {
  readonly fault: string
  runs: number
  readonly failures: string[]
}

export function printTable(rows: readonly TortureRow[]): void {
  process.stdout.write(`\nseed ${SEED}\nfault | runs | failures\n`)
  for (const { fault, runs, failures } of rows) {
    process.stdout.write(`${fault} | ${runs} | ${failures.length} ${failures.slice(0, 3).join('; ')}\n`)
  }
}

/** Numbers in [0, 1) that a seed repeats. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
