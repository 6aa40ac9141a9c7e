/**
 * Milliseconds per sample of each step of a run, and per byte of reading, measured with a million samples. They hold
 * until the same step was timed in this browser.
 */
const TYPICAL: Record<string, number> = {
  reading: 1.5e-5,
  columns: 8e-4,
  starting: 8e-4,
  ensemble: 1.2e-2,
  similarity: 1.5e-3,
  embedding: 1.5e-3,
  labels: 2.5e-3,
  review: 1.5e-3,
  picture: 3.5e-3,
  label: 1e-3,
  resamples: 1.2e-2,
  null: 2e-3,
  waiting: 1e-2,
  map: 7e-3,
}

/** Steps that take at most so many samples, whatever the size of the table. */
const MOST_OF_STEP: Record<string, number> = {
  resamples: 2000,
  null: 2000,
  ensemble: 20_000,
  similarity: 20_000,
  embedding: 20_000,
}

/** The number of samples that a step takes. */
export function sizeOfStep(step: string, sampleCount: number): number {
  return Math.min(sampleCount, MOST_OF_STEP[step] ?? sampleCount)
}

/** Shorter times say nothing about longer ones. */
const LEAST_TIMED = 300

const measured = new Map<string, number>()

/** Keeps how long a step took, for the estimates of the next one. */
export function learnTime(step: string, size: number, milliseconds: number): void {
  if (size > 0 && milliseconds >= LEAST_TIMED) measured.set(step, milliseconds / size)
}

/** How far a step is. Times are in milliseconds since its start. */
export interface StepProgress {
  readonly step: string
  /** The number of samples, or of bytes. */
  readonly size: number
  readonly passed: number
  /** The share that is done; null if it is unknown. */
  readonly share: number | null
  /** When the share was reported. */
  readonly shareAt: number
}

/**
 * Estimates the milliseconds until a step ends: from the last share that was reported, if there is one, otherwise from
 * the time that such a step takes for data of this size. Null if it takes longer than that.
 */
export function timeLeft({ step, size, passed, share, shareAt }: StepProgress): number | null {
  const expected =
    share !== null && share > 0 ? shareAt / share : size * (measured.get(step) ?? TYPICAL[step] ?? TYPICAL.ensemble)
  return passed <= expected ? expected - passed : null
}

/** The estimate in words. */
export function timeLeftWords(milliseconds: number | null): string {
  if (milliseconds === null) return 'Takes a little longer'
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  return seconds < 100 ? `About ${seconds} s left` : `About ${Math.round(seconds / 60)} min left`
}
