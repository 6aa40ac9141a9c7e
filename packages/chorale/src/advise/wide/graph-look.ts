import { cellsOf, meansOf } from '../../base/graphs/graph-partitions.js'
import { COMPONENTS, nearestRows, neighbourCount, viewRows } from '../../base/graphs/graph-views.js'
import { joinCells } from '../../base/graphs/join-cells.js'
import { type LinkGraph, linkGraph, linksBetween, walkOf } from '../../base/graphs/link-graph.js'
import { linkScore } from '../../base/graphs/link-score.js'
import { kMeans } from '../../numeric/k-means.js'
import { createSmoothRows, type FloatRows } from '../../numeric/loops/float-rows.js'
import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { hash32, randomFor } from '../../numeric/random.js'
import type { Labels } from '../../types.js'
import { partitionAgreement } from './partition-agreement.js'

/** The clusterings of one look for one k: those that explain the links best. */
export interface GraphSight {
  readonly clusterings: readonly Labels[]
  /** The one that agrees best with the others. */
  readonly labels: Labels
  /** The mean ARI of two of them. */
  readonly agreement: number
  /** How well they explain the links of a graph that did not shape them, see `linkScore`. */
  readonly score: number
  /** The largest share of the links of a cluster that lead to one other cluster. */
  readonly overlap: number
}

/** A look at rows in principal components. */
export interface GraphLook {
  sight(clusterCount: number): GraphSight | null
}

/** Smoothing steps, as for the base clusterings, but the ends only. */
const SMOOTHING = [3, 30]
/** Starts of the k-means of the cells. */
const STARTS = 2
/** Cells: a multiple of √n and of k, within limits. */
const CELLS = { perRoot: 3, perCluster: 3, least: 30, rowsPerCell: 3 }
/** The share of the clusterings of a look that is kept, and the fewest. */
const KEPT = { share: 0.5, least: 3 }

/** Small cells of one graph after some smoothing, which are grouped into any number of clusters. */
interface CellSet {
  readonly view: number
  readonly cellOf: Labels
  readonly count: number
  readonly columnCount: number
  readonly means: Float64Array
  readonly sizes: Float64Array
  readonly links: Float64Array
}

/**
 * Clusterings of rows for any number of clusters, in the graphs of the wide default. Graphs, smoothing and cells do not
 * depend on k, so that many k take little more time than one.
 */
export function* lookAtGraphs(
  components: FloatRows,
  columnCount: number,
  { mostClusters, seed, loops }: { mostClusters: number; seed: number; loops: HotLoops },
): Generator<unknown, GraphLook> {
  const n = components.rowCount
  const graphs: LinkGraph[] = []
  const sets: CellSet[] = []
  const { perRoot, perCluster, least, rowsPerCell } = CELLS
  const wanted = Math.floor(
    Math.min(n / rowsPerCell, Math.max(perCluster * mostClusters, perRoot * Math.sqrt(n), least)),
  )
  for (const columns of new Set(COMPONENTS.map(most => Math.min(most, columnCount)))) {
    for (const isUnit of [false, true]) {
      const rows = viewRows(components, columns, isUnit)
      const graph = linkGraph(yield* nearestRows(rows, neighbourCount(n), loops), n)
      const random = randomFor(seed, graphs.length)
      const smooth = createSmoothRows(loops, rows, walkOf(graph), wanted)
      const shape = { rowCount: n, width: rows.width, columnCount: columns }
      let done = 0
      for (const steps of SMOOTHING) {
        for (; done < steps; done++) smooth.smooth()
        yield 'smoothing'
        const { labels: cellOf, count } = yield* cellsOf(smooth, shape, wanted, random)
        const { means, sizes } = meansOf(smooth.points, cellOf, count, shape)
        const links = linksBetween(graph, cellOf, count)
        sets.push({ view: graphs.length, cellOf, count, columnCount: columns, means, sizes, links })
      }
      graphs.push(graph)
    }
  }
  const known = new Map<number, GraphSight | null>()
  return {
    sight(clusterCount) {
      const found = known.get(clusterCount)
      if (found !== undefined) return found
      const sight = sightOf(sets, graphs, clusterCount, { seed: hash32(seed, clusterCount), loops })
      known.set(clusterCount, sight)
      return sight
    },
  }
}

function sightOf(
  sets: readonly CellSet[],
  graphs: readonly LinkGraph[],
  k: number,
  { seed, loops }: { seed: number; loops: HotLoops },
): GraphSight | null {
  const found: { labels: Labels; score: number }[] = []
  for (const [at, { view, cellOf, count, columnCount, means, sizes, links }] of sets.entries()) {
    if (count <= k) continue
    const points = { rowCount: count, columnCount, values: means }
    const options = { clusterCount: k, weights: sizes, restarts: STARTS, seed: hash32(seed, at), loops }
    for (const group of [kMeans(points, options).labels, joinCells(links, count, k)]) {
      const labels = cellOf.map(cell => group[cell])
      if (new Set(labels).size === k) found.push({ labels, score: heldOutScore(graphs, view, labels, k) })
    }
  }
  if (found.length < KEPT.least) return null
  const places = [...found.keys()].sort((a, b) => found[b].score - found[a].score || a - b)
  const kept = places.slice(0, Math.max(KEPT.least, Math.round(KEPT.share * found.length))).map(at => found[at])
  const sums = new Float64Array(kept.length)
  for (let a = 0; a < kept.length; a++) {
    for (let b = 0; b < a; b++) {
      const agreement = partitionAgreement(kept[a].labels, kept[b].labels, k)
      sums[a] += agreement
      sums[b] += agreement
    }
  }
  const best = sums.reduce((most, sum, at) => (sum > sums[most] ? at : most), 0)
  const pairs = kept.length * (kept.length - 1)
  return {
    clusterings: kept.map(({ labels }) => labels),
    labels: kept[best].labels,
    agreement: sums.reduce((sum, each) => sum + each, 0) / pairs,
    score: kept.reduce((sum, { score }) => sum + score, 0) / kept.length,
    overlap: closest(linksBetween(graphs[0], kept[best].labels, k), k),
  }
}

/** The mean score of the links of the other graphs: those of the own one have shaped the labels. */
function heldOutScore(graphs: readonly LinkGraph[], own: number, labels: Labels, k: number): number {
  const others = graphs.length === 1 ? graphs : graphs.filter((_, at) => at !== own)
  return others.reduce((sum, graph) => sum + linkScore(graph, labels, k), 0) / others.length
}

function closest(links: Float64Array, k: number): number {
  let most = 0
  for (let r = 0; r < k; r++) {
    let total = 0
    let largest = 0
    for (let s = 0; s < k; s++) {
      total += links[r * k + s]
      if (s !== r) largest = Math.max(largest, links[r * k + s])
    }
    if (total > 0) most = Math.max(most, largest / total)
  }
  return most
}
