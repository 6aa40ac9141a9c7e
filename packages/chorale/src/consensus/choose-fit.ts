import type { Pauser } from '../pause.js'
import { LINK_BYTES, linkBytes } from './link-bytes.js'
import { MEMORY_LIMIT } from './memory-limit.js'
import type { Method, MethodOptions } from './method.js'
import type { Preparation } from './prepare.js'

/** `gpec` and `balanced` fit on all rows if that is expected to take no longer than this, in seconds on one core. */
export const FIT_SECONDS = 5

/** The fewest rows of a sample that is not asked for. */
const LEAST_SAMPLE_ROWS = 1000

/** The number of label rows that a consensus is fitted on, and why. All other rows get their labels from the model. */
export interface FitRows {
  readonly rows: number
  /** The number of all rows. */
  readonly of: number
  readonly reason: FitReason
}

/** Why a fit uses that many rows: all, because they are few; or as asked; or fewer, because all would take too much. */
type FitReason = 'few rows' | 'asked for' | 'too slow' | 'too much memory'

/** What is known about a run of `gpec` or `balanced` before its similarities are computed. */
export interface FitQuestion {
  /** n */
  readonly sampleCount: number
  /** Distinct label rows of the labelings with at least two clusters. */
  readonly rowCount: number
  /** The number of these labelings; 0 if unknown. */
  readonly ensembleSize: number
  /** The total number of clusters of these labelings; 0 if unknown. */
  readonly clusterTotal: number
  readonly memoryLimit?: number
  /** Bytes of a fit on all rows, or an upper bound that is below the limit. */
  readonly bytes: number
}

/**
 * Decides how many rows `gpec` and `balanced` are fitted on: all, or a sample if all are expected to take more than 5 s or
 * more memory than the limit. The sample is as large as that allows: 10,000 to 16,000 rows for most ensembles. The times come from a formula,
 * so nothing depends on the machine and the same call gives the same labels everywhere.
 */
export function chooseFit(question: FitQuestion): FitRows {
  const { sampleCount: of, memoryLimit = MEMORY_LIMIT } = question
  if (fitSeconds(question, question.rowCount) > FIT_SECONDS)
    return { rows: sampleSize(question), of, reason: 'too slow' }
  if (question.bytes > memoryLimit) return { rows: sampleSize(question), of, reason: 'too much memory' }
  return { rows: of, of, reason: 'few rows' }
}

function sampleSize(question: FitQuestion): number {
  const { sampleCount, memoryLimit = MEMORY_LIMIT } = question
  const inTime = Math.floor(Math.sqrt(FIT_SECONDS / secondsPerPair(question)))
  // A tenth for vectors.
  const inMemory = Math.floor(Math.sqrt(memoryLimit / (1.1 * LINK_BYTES)))
  return Math.min(sampleCount, inTime, Math.max(inMemory, LEAST_SAMPLE_ROWS))
}

/** Seconds per pair of rows: to find and multiply links, and for each labeling in which both may share a cluster. */
const SECONDS_PER_PAIR = 1.9e-8
const SECONDS_PER_MEETING = 1.65e-8

/**
 * Expected seconds of a fit on r distinct rows: O(r²), with m²/P labelings per pair in which two rows share a cluster if
 * clusters are of equal size. Fitted to CPU times of seven ensembles with 10,000 to 20,000 rows: 2.1 to 4.1 s for r =
 * 10,000, m = 20, P = 1,200; 3.9 to 6.8 s for r = 10,000, m = 100, P = 5,500. The more links labelings leave, the longer it
 * takes.
 */
export function fitSeconds(question: Pick<FitQuestion, 'ensembleSize' | 'clusterTotal'>, rowCount: number): number {
  return rowCount * rowCount * secondsPerPair(question)
}

function secondsPerPair({
  ensembleSize: m,
  clusterTotal: P,
}: Pick<FitQuestion, 'ensembleSize' | 'clusterTotal'>): number {
  const meetings = P === 0 ? 0 : (m * m) / P
  return SECONDS_PER_PAIR + meetings * SECONDS_PER_MEETING
}

/** The options that decide the rows of a fit. */
export interface FitOptions extends Pick<MethodOptions, 'alpha' | 'lambda' | 'memoryLimit' | 'clusterCount'> {
  readonly fitRows?: number | 'all'
  readonly exact?: boolean
}

/** The rows that a run of a method is fitted on: as asked, or few enough for seconds and the memory limit. */
export async function fitOf(
  preparation: Preparation,
  { samplesRows, defaults }: Pick<Method, 'samplesRows' | 'defaults'>,
  options: FitOptions,
  pauser: Pauser,
): Promise<FitRows> {
  const { store } = preparation
  const { sampleCount: of } = store
  const { exact, memoryLimit = MEMORY_LIMIT, clusterCount } = options
  const fitRows = exact === true ? 'all' : options.fitRows
  if (fitRows !== undefined) return { rows: fitRows === 'all' ? of : Math.min(fitRows, of), of, reason: 'asked for' }
  if (!samplesRows) return { rows: of, of, reason: 'few rows' }

  const { rowCount } = preparation
  const { alpha = defaults.alpha, lambda = defaults.lambda } = options
  const question = {
    sampleCount: of,
    rowCount,
    ensembleSize: store.ensembleSize,
    clusterTotal: store.clusterStarts[store.ensembleSize],
    memoryLimit,
  }
  // The links need not be counted if the time decides.
  if (fitSeconds(question, rowCount) > FIT_SECONDS) return chooseFit({ ...question, bytes: 0 })
  const settings = { clusterCount, alpha: alpha!, lambda: lambda! }
  return chooseFit({ ...question, bytes: await linkBytes(preparation, settings, memoryLimit, pauser) })
}
