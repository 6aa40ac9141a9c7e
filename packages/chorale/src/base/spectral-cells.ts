import { drawIndex } from '../numeric/random.js'
import type { CellClusterer } from './cell-clusterer.js'
import { cellSpectrum, spectralLabels } from './cells/spectral-labels.js'

/** Spectral clustering of cells: finds clusters of any shape whose samples are connected. */
export const spectralCells: CellClusterer<'spectral-cells'> = {
  kind: 'cells',
  name: 'spectral-cells',
  summary: 'Spectral clustering of small cells of samples; finds connected clusters of any shape.',
  rule: 'weights',
  *open({ cells, near, weights, sizes }, { largest, loops, random }) {
    const { rowCount } = cells.centres
    const spectrum = yield* cellSpectrum(near, weights, rowCount, { count: largest, loops, random })
    return (clusterCount, _, stream) =>
      spectralLabels(spectrum, sizes, { clusterCount, loops, seed: drawIndex(2 ** 31, stream) })
  },
}
