import { MEMORY_LIMIT } from './memory-limit.js'

/** An exact run is chosen if it is expected to take no longer than this, in seconds on one core, or than anchors. */
export const EXACT_SECONDS = 5

/** Bytes per link between two label rows. */
export const LINK_BYTES = 12

/** What is known about a run of `gpec` or `balanced` before its similarities are computed. */
export interface RouteQuestion {
  /** Distinct label rows of the labelings with at least two clusters. */
  readonly rowCount: number
  /** The number of these labelings; 0 if unknown. */
  readonly ensembleSize: number
  /** The total number of clusters of these labelings; 0 if unknown. */
  readonly clusterTotal: number
  /** k, the number of clusters. */
  readonly clusterCount: number
  /** The number of anchors, if the caller sets it. */
  readonly anchors?: number
  /** Whether the caller wants an exact result, however long it takes. */
  readonly exact?: boolean
  readonly memoryLimit?: number
  /** With more distinct rows than this, the run is approximated in any case. */
  readonly exactRows?: number
  /**
   * Bytes of the exact route, or an upper bound if that is at most `enough`. Called only if it affects the decision.
   */
  readonly exactBytes: (enough: number) => number
}

/** The expected cost of a route. */
interface RouteCost {
  /** Bytes of its large matrices. */
  readonly bytes: number
  /** Seconds on one core of the machine of docs/benchmarks.md. */
  readonly seconds: number
}

/** How K̃ is computed, exactly or with anchors, and why. */
export type Route =
  | {
      readonly kind: 'exact'
      readonly reason: 'it fits' | 'asked for' | 'as many anchors as rows'
      readonly cost: RouteCost
    }
  | {
      readonly kind: 'anchors'
      readonly anchorCount: number
      readonly reason: AnchorReason
      readonly cost: RouteCost
    }

type AnchorReason = 'asked for' | 'too slow' | 'too much memory'

/**
 * Decides whether K̃ is exact or approximated with anchors, and with how many. K̃ is exact unless the caller sets
 * `anchors`, an exact run is expected to take more than 5 s and longer than one with anchors, or the links exceed the
 * memory limit. The times come from formulas, so nothing depends on the machine and the same call gives the same labels
 * everywhere.
 */
export function chooseRoute(question: RouteQuestion): Route {
  const { rowCount, anchors, exact = false, exactBytes } = question
  const { memoryLimit = MEMORY_LIMIT, exactRows = Infinity } = question
  const seconds = exactSeconds(question)
  const through = (anchorCount: number, reason: AnchorReason): Route => {
    const bytes = anchoredBytes(anchorCount, question.clusterTotal)
    return { kind: 'anchors', anchorCount, reason, cost: { bytes, seconds: anchoredSeconds(question, anchorCount) } }
  }

  if (exact) return { kind: 'exact', reason: 'asked for', cost: { bytes: exactBytes(memoryLimit), seconds } }
  if (anchors !== undefined && anchors < rowCount) return through(anchors, 'asked for')
  if (anchors !== undefined) {
    return { kind: 'exact', reason: 'as many anchors as rows', cost: { bytes: exactBytes(Infinity), seconds } }
  }
  const fewAnchors = standardAnchors(question)
  const isSlow = seconds > Math.max(EXACT_SECONDS, anchoredSeconds(question, fewAnchors))
  if (isSlow || rowCount > exactRows) return through(fewAnchors, 'too slow')
  const bytes = exactBytes(memoryLimit)
  if (bytes > memoryLimit) return through(fewAnchors, 'too much memory')
  return { kind: 'exact', reason: 'it fits', cost: { bytes, seconds } }
}

/** Seconds per pair of rows: to find and multiply links, and for each labeling in which both may share a cluster. */
const SECONDS_PER_PAIR = 1.9e-8
const SECONDS_PER_MEETING = 1.65e-8

/**
 * Expected seconds of an exact run: O(r²), with m²/P labelings per pair in which two rows share a cluster if clusters are
 * of equal size. Fitted to CPU times of seven ensembles with 10,000 to 20,000 rows: 2.1 to 4.1 s for r = 10,000, m = 20,
 * P = 1,200; 3.9 to 6.8 s for r = 10,000, m = 100, P = 5,500. The more links labelings leave, the longer it takes.
 */
function exactSeconds({ rowCount, ensembleSize: m, clusterTotal: P }: RouteQuestion): number {
  const meetings = P === 0 ? 0 : (m * m) / P
  return rowCount * rowCount * (SECONDS_PER_PAIR + meetings * SECONDS_PER_MEETING)
}

/** Constant part of a run with anchors; per entry of F'F; per row and pair of labelings; per row and anchor. */
const ANCHORED_SECONDS = 1
const SECONDS_PER_ENTRY = 8e-8
const SECONDS_PER_LABELING_PAIR = 5.7e-9
const SECONDS_PER_ANCHOR = 1.65e-8

/**
 * Expected seconds of a run with p anchors: O((p + P)² + n (m² + p)). Fitted to CPU times with p = 500: 1.8 s for n =
 * 50,000, m = 20, P = 1,200; 11.8 s for n = 1,000,000, m = 20, P = 1,200; 7.3 s for n = 50,000, m = 100, P = 5,600.
 */
function anchoredSeconds({ rowCount, ensembleSize: m, clusterTotal: P }: RouteQuestion, p: number): number {
  const perRow = SECONDS_PER_LABELING_PAIR * m * m + SECONDS_PER_ANCHOR * p
  return ANCHORED_SECONDS + SECONDS_PER_ENTRY * (p + P) ** 2 + rowCount * perRow
}

/** The default number of anchors: 500, or 50 k if that is larger; never more than there are rows. */
function standardAnchors({ clusterCount, rowCount }: RouteQuestion): number {
  return Math.min(Math.max(500, 50 * clusterCount), rowCount)
}

/** Bytes of the Gram matrices of an approximation: the sum, and the partial sums added to it. */
export function anchoredBytes(anchorCount: number, clusterTotal: number): number {
  return 3 * 8 * (anchorCount + clusterTotal) ** 2
}
