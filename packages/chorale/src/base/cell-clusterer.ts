import type { NearCells } from '../numeric/loops/group-search.js'
import type { HotLoops } from '../numeric/loops/hot-loops.js'
import type { Random } from '../numeric/random.js'
import type { Labels } from '../types.js'
import type { Cells, FollowRule } from './cells/cell-set.js'

/** Cells with the samples that lie in them: what a cell clusterer works on. */
export interface CellSet {
  /** The number of the set in the ensemble. */
  readonly number: number
  readonly cells: Cells
  /** The near cells of every sample, and their weights. */
  readonly near: NearCells
  readonly weights: Float64Array
  /** The number of samples in every cell. */
  readonly sizes: Float64Array
}

/** What a cell clusterer may use besides the cells. */
interface CellContext {
  /** The largest number of clusters that will be asked for. */
  readonly largest: number
  readonly loops: HotLoops
  readonly random: Random
}

/** Clusters the cells of a set; `turn` counts the labelings of the set. */
type LabelCells = (clusterCount: number, turn: number, random: Random) => Labels

/** A base clusterer that clusters cells of samples, with all facts about it. */
export interface CellClusterer<Name extends string = string> {
  readonly kind: 'cells'
  readonly name: Name
  /** What it does, in one plain sentence. */
  readonly summary: string
  /** How samples follow their cells. */
  readonly rule: FollowRule
  /** Prepares what all labelings of a set share. */
  open(set: CellSet, context: CellContext): Generator<unknown, LabelCells>
}
