import { MEMORY_LIMIT } from './memory-limit.js'

/** With more distinct label rows than this, visiting all pairs takes too long, even if few pairs are linked. */
export const EXACT_ROWS = 50_000

/** Bytes per link between two label rows. */
export const LINK_BYTES = 12

/** What is known about a run of `gpec` or `balanced` before its similarities are computed. */
export interface RouteQuestion {
  /** Distinct label rows of the labelings with at least two clusters. */
  readonly rowCount: number
  /** The total number of clusters of these labelings. */
  readonly clusterTotal: number
  /** k, the number of clusters. */
  readonly clusterCount: number
  /** The number of anchors, if the caller sets it. */
  readonly anchors?: number
  readonly memoryLimit?: number
  /** With more distinct rows than this, the run is approximated. */
  readonly exactRows?: number
  /**
   * Bytes of the exact route, or an upper bound if that is at most `enough`. Called only if it affects the decision.
   */
  readonly exactBytes: (enough: number) => number
}

/** The expected largest cost of a route. */
interface RouteCost {
  /** Bytes of its large matrices. */
  readonly bytes: number
}

/** How K̃ is computed, exactly or with anchors, and why. */
export type Route =
  | {
      readonly kind: 'exact'
      readonly reason: 'it fits' | 'as many anchors as rows'
      readonly cost: RouteCost
    }
  | {
      readonly kind: 'anchors'
      readonly anchorCount: number
      readonly reason: 'asked for' | 'too many rows' | 'too much memory'
      readonly cost: RouteCost
    }

/**
 * Decides whether K̃ is exact or approximated with anchors, and with how many. K̃ is exact unless the caller sets
 * `anchors`, there are more than 50,000 distinct label rows, or the links exceed the memory limit. Nothing depends on
 * the machine, so the same call gives the same labels everywhere.
 */
export function chooseRoute(question: RouteQuestion): Route {
  const { rowCount, clusterTotal, clusterCount, anchors, exactBytes } = question
  const { memoryLimit = MEMORY_LIMIT, exactRows = EXACT_ROWS } = question
  const through = (anchorCount: number, reason: 'asked for' | 'too many rows' | 'too much memory'): Route => {
    return { kind: 'anchors', anchorCount, reason, cost: { bytes: anchoredBytes(anchorCount, clusterTotal) } }
  }

  if (anchors !== undefined && anchors < rowCount) return through(anchors, 'asked for')
  if (anchors !== undefined) {
    return { kind: 'exact', reason: 'as many anchors as rows', cost: { bytes: exactBytes(Infinity) } }
  }
  const standard = Math.min(defaultAnchors(clusterCount), rowCount)
  if (rowCount > exactRows) return through(standard, 'too many rows')
  const bytes = exactBytes(memoryLimit)
  if (bytes > memoryLimit) return through(standard, 'too much memory')
  return { kind: 'exact', reason: 'it fits', cost: { bytes } }
}

/** The default number of anchors: 500, or 50 k if that is larger. */
function defaultAnchors(clusterCount: number): number {
  return Math.max(500, 50 * clusterCount)
}

/** Bytes of the Gram matrices of an approximation: the sum, and the partial sums added to it. */
export function anchoredBytes(anchorCount: number, clusterTotal: number): number {
  return 3 * 8 * (anchorCount + clusterTotal) ** 2
}
