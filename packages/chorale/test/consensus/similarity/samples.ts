import type { ClusterWeighting } from '../../../src/consensus/similarity/cluster-weights.js'
import { type CoAssociation, coAssociation } from '../../../src/consensus/similarity/co-association.js'
import { type ConfidentLinks, confidentLinks } from '../../../src/consensus/similarity/confident-links.js'
import { adoptLabelings } from '../../../src/labelings/adopt.js'
import { collapseRows, type LabelTable } from '../../../src/labelings/label-table.js'
import { type HotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { Pauser, runToEnd, type Steps } from '../../../src/pause.js'
import type { Labelings } from '../../ensembles.js'

/** What the operators on distinct rows stand for, written out sample by sample. */

export function tableOf(labelings: Labelings): LabelTable {
  return collapseRows(adoptLabelings(labelings))
}

/** S of all pairs of samples, unit diagonal. */
export function similaritiesOf(similarity: CoAssociation): number[][] {
  const { table, within } = similarity
  const { rowOf } = table
  return Array.from(rowOf, (r, i) =>
    Array.from(rowOf, (q, j) => {
      if (i === j) return 1
      return r === q ? within[r] : similarity.entry(r, q)
    }),
  )
}

/** S of an ensemble, straight from its labelings. */
export function similaritiesOfLabelings(labelings: Labelings, weighting: ClusterWeighting): number[][] {
  return similaritiesOf(coAssociation(tableOf(labelings), weighting))
}

/** H of all pairs of samples: S cut at alpha. */
export function cutAt(similarities: number[][], alpha: number): number[][] {
  return similarities.map(row => row.map(value => (value >= alpha ? value : 0)))
}

/** H'H with every column of H scaled to length 1. */
export function denseSecondOrder(H: number[][]): number[][] {
  const columns = H.map((_, j) => {
    const column = H.map(row => row[j])
    const length = Math.sqrt(column.reduce((sum, value) => sum + value * value, 0))
    return column.map(value => value / length)
  })
  return columns.map(a => columns.map(b => a.reduce((sum, value, i) => sum + value * b[i], 0)))
}

export function linksAt(
  similarity: CoAssociation,
  alpha: number,
  loops: HotLoops = PLAIN_KERNELS,
): Promise<ConfidentLinks> {
  return confidentLinks(similarity, { alpha, width: WIDTH, loops, pauser: new Pauser() })
}

/** The width of all blocks here. */
export const WIDTH = 8

/** An operator as a matrix, by rows: its products with the unit vectors, a block at a time. */
export function matrixOf(
  size: number,
  product: (y: Float64Array, x: Float64Array, width: number) => void | Steps<void>,
): number[][] {
  const rows = Array.from({ length: size }, () => new Array<number>(size).fill(0))
  for (let first = 0; first < size; first += WIDTH) {
    const x = new Float64Array(size * WIDTH)
    for (let b = 0; b < WIDTH && first + b < size; b++) x[(first + b) * WIDTH + b] = 1
    const y = new Float64Array(size * WIDTH)
    const steps = product(y, x, WIDTH)
    if (steps !== undefined) runToEnd(steps)
    for (let r = 0; r < size; r++) {
      for (let b = 0; b < WIDTH && first + b < size; b++) rows[r][first + b] = y[r * WIDTH + b]
    }
  }
  return rows
}

/** E' A E for E = samples spread evenly from rows: what an operator on samples is on distinct rows. */
export function onRows(A: number[][], { rowCount, rowOf, multiplicity }: LabelTable): number[][] {
  const out = Array.from({ length: rowCount }, () => new Array<number>(rowCount).fill(0))
  A.forEach((line, i) => {
    line.forEach((value, j) => {
      out[rowOf[i]][rowOf[j]] += value / Math.sqrt(multiplicity[rowOf[i]] * multiplicity[rowOf[j]])
    })
  })
  return out
}
