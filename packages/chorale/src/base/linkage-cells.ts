import type { CellClusterer } from './cell-clusterer.js'
import { cellLinkage, cutCells, LINKAGES } from './cells/cell-linkage.js'

/** Agglomerative clustering of cells, by Ward's rule and by average linkage in turn. */
export const linkage: CellClusterer<'linkage'> = {
  kind: 'cells',
  name: 'linkage',
  summary: "Agglomerative clustering of small cells of samples, by Ward's rule and by average linkage in turn.",
  rule: 'nearest',
  *open({ number, cells, sizes }) {
    const trees = LINKAGES.map(rule => cellLinkage(cells.centres, sizes, rule))
    return (clusterCount, turn) => cutCells(trees[(number + turn) % trees.length], clusterCount)
  },
}
