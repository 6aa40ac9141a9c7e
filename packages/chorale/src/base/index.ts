import type { CellClusterer } from './cell-clusterer.js'
import { genieCells } from './genie-cells.js'
import { linkage } from './linkage-cells.js'
import { spectralCells } from './spectral-cells.js'

/** The base clusterers that work on cells of samples. To add one, add a file and a line here. */
const CELL_CLUSTERERS = [spectralCells, genieCells, linkage] as const

/** The name of a base clusterer that works on cells of samples. */
export type CellClustererName = (typeof CELL_CLUSTERERS)[number]['name']

/** The name of a base clusterer. */
export type BaseClustererName = 'k-means' | 'gaussian-mixture' | 'spectral-cells' | 'genie-cells' | 'linkage'

// Written out, so that bundlers can leave them out.
export const BASE_CLUSTERER_NAMES = [
  'k-means',
  'gaussian-mixture',
  'spectral-cells',
  'genie-cells',
  'linkage',
] as const satisfies readonly BaseClustererName[]

/** The cell clusterers with the given names, in their order. */
export function cellClusterers(names: readonly CellClustererName[]): CellClusterer[] {
  return names.map(name => CELL_CLUSTERERS.find(clusterer => clusterer.name === name)!)
}

export function isCellClusterer(name: string): name is CellClustererName {
  return CELL_CLUSTERERS.some(clusterer => clusterer.name === name)
}
