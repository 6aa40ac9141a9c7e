import type { CellClusterer } from './cell-clusterer.js'
import { cellGaps, genieLabels, spanningTrees } from './cells/genie.js'

/** The Gini index above which only the smallest clusters are joined, drawn for every labeling. */
const GINI_LIMIT = { from: 0.2, to: 0.5 }

/** Genie on cells: joins cells across the smallest gaps, without letting one cluster swallow the others. */
export const genieCells: CellClusterer<'genie-cells'> = {
  kind: 'cells',
  name: 'genie-cells',
  summary: 'The Genie algorithm on small cells of samples; joins cells across the smallest gaps.',
  rule: 'nearest',
  *open({ number, cells, near, sizes }, { loops }) {
    const pairs = cellGaps(near, cells.centres)
    // Two kinds of links take turns: the gap alone, and its geometric mean with the distance of the centres.
    const lengths = [pairs.gaps, pairs.gaps.map((gap, t) => Math.sqrt(gap * pairs.apart[t]))]
    const trees = spanningTrees(pairs, lengths, cells.centres, loops)
    return (clusterCount, turn, random) => {
      const giniLimit = GINI_LIMIT.from + (GINI_LIMIT.to - GINI_LIMIT.from) * random()
      return genieLabels(trees[(number + turn) % 2], sizes, { clusterCount, giniLimit })
    }
  },
}
