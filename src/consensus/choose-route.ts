import { MEMORY_LIMIT } from './memory-limit.js'

/** Distinct label rows beyond which the pairs of them take too long, however few are linked. */
export const EXACT_ROWS = 50_000

/** Bytes of a link between two label rows. */
export const LINK_BYTES = 12

/** What is known of a run of `gpec` or `balanced` before its similarities are there. */
export interface RouteQuestion {
  /** Distinct label rows of the labelings with at least two clusters. */
  readonly rowCount: number
  /** The clusters of these labelings together. */
  readonly clusterTotal: number
  /** k, the clusters wanted. */
  readonly clusterCount: number
  /** Anchors that the caller asks for. */
  readonly anchors?: number
  readonly memoryLimit?: number
  /** Distinct rows beyond which the run is approximated. */
  readonly exactRows?: number
  /** Bytes of the exact form; an upper bound where that is at most `enough`. Asked for only where it can decide. */
  readonly exactBytes: (enough: number) => number
}

/** What a route is expected to take at most. */
interface RouteCost {
  /** Bytes of its large matrices. */
  readonly bytes: number
}

/** How K̃ is formed: exactly, or through anchors; and why. */
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
 * Decides whether K̃ is exact or goes through anchors, and through how many. It is exact unless the caller names anchors,
 * there are more than 50,000 distinct label rows, or the links would take more than the memory limit. All of this is fixed
 * and none of it the machine's, so that the same call gives the same labels everywhere.
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

/** Anchors where none are named: 500, more where k is large. */
function defaultAnchors(clusterCount: number): number {
  return Math.max(500, 50 * clusterCount)
}

/** Bytes of the Gram matrix of an approximation: one sum, and those that are added to it. */
export function anchoredBytes(anchorCount: number, clusterTotal: number): number {
  return 3 * 8 * (anchorCount + clusterTotal) ** 2
}
