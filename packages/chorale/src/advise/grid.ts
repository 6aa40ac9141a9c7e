/** Up to this k every number is tried. */
const EVERY_UP_TO = 12
/** Above it, each number is about this many times the one before. */
const STEP = 1.25
/** The largest k of the default grid. */
const MOST = 50
/** The same for tables with many features. */
const WIDE = { most: 80, perRoot: 1.6 }
/** A cluster must have at least this many samples on average. */
const LEAST_SIZE = 4

/**
 * The numbers of clusters that are tried by default: all from 2 to 12, then fewer and fewer up to min(√n, 50). Numbers in
 * between follow around the best ones, see {@link refinements}.
 */
export function clusterCountGrid(sampleCount: number, { isWide = false } = {}): number[] {
  const most = Math.max(2, Math.min(mostOf(sampleCount, isWide), Math.floor(sampleCount / LEAST_SIZE)))
  const grid: number[] = []
  for (let k = 2; k <= Math.min(EVERY_UP_TO, most); k++) grid.push(k)
  for (let k = EVERY_UP_TO + 1; k <= most; k = Math.round(STEP * k)) grid.push(k)
  if (grid.at(-1)! < most) grid.push(most)
  return grid
}

/** Tables with many features can have many clusters, and more of them cost little. */
function mostOf(sampleCount: number, isWide: boolean): number {
  const root = Math.sqrt(sampleCount)
  return isWide ? Math.min(WIDE.most, Math.floor(WIDE.perRoot * root)) : Math.min(MOST, Math.floor(root))
}

/**
 * The next numbers to try: the middles of the gaps on both sides of the best k above 12; none if there is no gap. Called
 * until it is empty, it halves the gaps around the best k: about 2 log2 of the gap in place of all numbers in it.
 */
export function refinements(tried: readonly { clusterCount: number; ambiguity: number }[]): number[] {
  const large = tried.filter(({ clusterCount }) => clusterCount >= EVERY_UP_TO)
  if (large.length < 2) return []
  const best = large.reduce((least, each) => (each.ambiguity < least.ambiguity ? each : least))
  const at = tried.findIndex(({ clusterCount }) => clusterCount === best.clusterCount)
  const middles = [tried[at - 1], tried[at + 1]].flatMap(next => {
    if (next === undefined || Math.abs(next.clusterCount - best.clusterCount) < 2) return []
    return [Math.round((next.clusterCount + best.clusterCount) / 2)]
  })
  return middles.sort((a, b) => a - b)
}
