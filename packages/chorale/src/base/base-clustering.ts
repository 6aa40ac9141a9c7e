import type { Labels } from '../types.js'
import type { CellsModel } from './cells-model.js'
import type { CentresModel } from './centres-model.js'
import type { MixtureModel } from './mixture-model.js'

/** The model of a base clustering: how it labels new samples. */
export type BaseModel = CentresModel | CellsModel | MixtureModel

/** A base clustering: its labels and its model. */
export interface BaseClustering {
  /** Numbered by first appearance; -1 = not covered. */
  readonly labels: Labels
  readonly model: BaseModel
  /** How good the labels are by themselves, where only the best base clusterings are kept. */
  readonly score?: number
}

/** The number of clusters that a model tells apart. */
export function clusterCountOf(model: BaseModel): number {
  switch (model.kind) {
    case 'cells':
      return model.clusterCount
    case 'mixture':
      return model.mixture.means.rowCount
    default:
      return model.centres.rowCount
  }
}
