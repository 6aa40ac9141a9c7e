import type { CellClusterer } from './cell-clusterer.js'
import { genieCells } from './genie-cells.js'
import { linkage } from './linkage-cells.js'
import { spectralCells } from './spectral-cells.js'

/** The base clusterers that work on cells of samples. */
export const CELL_CLUSTERERS = [spectralCells, genieCells, linkage] as const
/** The name of a base clusterer that works on cells of samples. */
export type CellClustererName = (typeof CELL_CLUSTERERS)[number]['name']

/** The base clusterers that work on samples. */
const SAMPLE_CLUSTERERS = [
  { name: 'k-means', summary: 'k-means from one k-means++ start; finds round clusters. Option `generator` varies it.' },
  { name: 'gaussian-mixture', summary: 'Mixtures of normal distributions; finds elongated and overlapping clusters.' },
] as const

/** A base clusterer: its name, and what it does in one sentence. */
export interface BaseClustererFacts {
  readonly name: BaseClustererName
  readonly summary: string
}

/** The name of a base clusterer. */
export type BaseClustererName = 'k-means' | 'gaussian-mixture' | 'spectral-cells' | 'genie-cells' | 'linkage'

/** The base clusterers. */
const BASE_CLUSTERERS: readonly BaseClustererFacts[] = [...SAMPLE_CLUSTERERS, ...CELL_CLUSTERERS].map(
  ({ name, summary }) => ({ name, summary }),
)
export const BASE_CLUSTERER_NAMES: readonly BaseClustererName[] = BASE_CLUSTERERS.map(({ name }) => name)

/** The cell clusterers with the given names, in their order. */
export function cellClusterers(names: readonly CellClustererName[]): CellClusterer[] {
  return names.map(name => CELL_CLUSTERERS.find(clusterer => clusterer.name === name)!)
}

export function isCellClusterer(name: string): name is CellClustererName {
  return CELL_CLUSTERERS.some(clusterer => clusterer.name === name)
}
