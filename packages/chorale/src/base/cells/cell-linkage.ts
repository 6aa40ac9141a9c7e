import type { Labels, Matrix } from '../../types.js'
import { rootOf, selfParents, setLabels } from './disjoint-sets.js'

/** Ward's rule joins the clusters whose union has the smallest added variance; average linkage the nearest on average. */
export const LINKAGES = ['ward', 'average'] as const
export type CellLinkage = (typeof LINKAGES)[number]

/** The merges of cells: `from` joins `into` at a height. */
interface CellMerge {
  readonly from: number
  readonly into: number
  readonly height: number
}

export interface CellTree {
  readonly size: number
  /** In order of height. */
  readonly merges: readonly CellMerge[]
}

/** Joins cells, which weigh as much as they have samples, by the nearest-neighbour chain: O(p²) time and memory. */
export function cellLinkage(centres: Matrix, sizes: Float64Array, rule: CellLinkage): CellTree {
  const { rowCount: p } = centres
  const masses = sizes.map(size => Math.max(size, 1))
  const distances = startingDistances(centres, masses, rule)
  const isAlive = new Uint8Array(p).fill(1)
  const merges: CellMerge[] = []
  const chain: number[] = []
  while (merges.length < p - 1) {
    if (chain.length === 0) chain.push(isAlive.indexOf(1))
    const last = chain[chain.length - 1]
    const before = chain.length > 1 ? chain[chain.length - 2] : -1
    let nearest = before
    let least = before < 0 ? Infinity : distances[last * p + before]
    for (let c = 0; c < p; c++) {
      if (isAlive[c] === 1 && c !== last && distances[last * p + c] < least) {
        least = distances[last * p + c]
        nearest = c
      }
    }
    if (nearest !== before) {
      chain.push(nearest)
      continue
    }
    chain.length -= 2
    merges.push({ from: last, into: before, height: least })
    isAlive[last] = 0
    for (let c = 0; c < p; c++) {
      if (isAlive[c] === 0 || c === before) continue
      const distance = joined(rule, masses, before, last, c, {
        toFirst: distances[before * p + c],
        toSecond: distances[last * p + c],
        between: least,
      })
      distances[before * p + c] = distance
      distances[c * p + before] = distance
    }
    masses[before] += masses[last]
  }
  return { size: p, merges: merges.sort((x, y) => x.height - y.height) }
}

/** Squared distances, for Ward's rule times ab / (a + b); plain distances for average linkage. */
function startingDistances({ rowCount: p, columnCount: d, values }: Matrix, masses: Float64Array, rule: CellLinkage) {
  const distances = new Float64Array(p * p)
  for (let a = 0; a < p; a++) {
    for (let b = 0; b < a; b++) {
      let square = 0
      for (let f = 0; f < d; f++) square += (values[a * d + f] - values[b * d + f]) ** 2
      const weight = (masses[a] * masses[b]) / (masses[a] + masses[b])
      const distance = rule === 'ward' ? weight * square : Math.sqrt(square)
      distances[a * p + b] = distance
      distances[b * p + a] = distance
    }
  }
  return distances
}

/** The distance of another cluster to the union of two, after Lance and Williams. */
function joined(
  rule: CellLinkage,
  masses: Float64Array,
  first: number,
  second: number,
  other: number,
  { toFirst, toSecond, between }: { toFirst: number; toSecond: number; between: number },
): number {
  const [a, b, c] = [masses[first], masses[second], masses[other]]
  if (rule === 'average') return (a * toFirst + b * toSecond) / (a + b)
  return ((a + c) * toFirst + (b + c) * toSecond - c * between) / (a + b + c)
}

/** The clusters that are left without the last k - 1 merges, numbered by first appearance. */
export function cutCells({ size, merges }: CellTree, clusterCount: number): Labels {
  const parents = selfParents(size)
  for (const { from, into } of merges.slice(0, size - clusterCount)) {
    parents[rootOf(parents, from)] = rootOf(parents, into)
  }
  return setLabels(parents)
}
