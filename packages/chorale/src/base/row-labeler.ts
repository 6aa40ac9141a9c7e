import type { HotLoops } from '../numeric/loops/hot-loops.js'
import { type AffineMap, mapRows } from '../numeric/loops/map-rows.js'
import type { Labels, Samples } from '../types.js'
import type { BaseModel } from './base-clustering.js'
import { createCellFinder, createCentreFinder } from './cells/nearest-cells.js'
import { type CellsModel, follow } from './cells-model.js'
import type { CentresModel } from './centres-model.js'
import type { FeatureMap } from './feature-map.js'
import { mixtureLabels } from './mixture/gaussian-mixture.js'
import type { MixtureModel } from './mixture-model.js'
import { type Projection, projectionRows } from './projection.js'
import { columnCountOf, viewRows } from './view.js'

/** Labels rows of features with every model; models that share a map or cells share what it finds. */
export type RowLabeler = (rows: Float64Array, rowCount: number) => Labels[]

/** Rows as seen through a map (null = as they are); computed once for each map. */
type MappedRows = (map: FeatureMap | null) => Float64Array

/** Labels rows with some of the models: writes into `labelings` at their places. */
type PartLabeler = (rows: Float64Array, rowCount: number, mapped: MappedRows, labelings: Labels[]) => void

/** Prepares models, which label any number of blocks of rows. The labels do not depend on the blocks. */
export function createRowLabeler(models: readonly BaseModel[], loops: HotLoops): RowLabeler {
  const steps = rowLabelerSteps(models, loops)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** The same in steps: drawing wide projections again takes seconds. */
export function* rowLabelerSteps(models: readonly BaseModel[], loops: HotLoops): Generator<void, RowLabeler> {
  const parts: PartLabeler[] = []
  const sets = new Map<CellsModel['cells'], { model: CellsModel; place: number }[]>()
  for (const [place, model] of models.entries()) {
    if (model.kind === 'mixture') parts.push(mixtureLabeler(model, place, loops))
    else if (model.kind !== 'cells') parts.push(yield* centresLabeler(model, place, loops))
    else sets.set(model.cells, [...(sets.get(model.cells) ?? []), { model, place }])
  }
  for (const set of sets.values()) parts.push(cellsLabeler(set, loops))
  return (rows, rowCount) => {
    const known = new Map<FeatureMap, Float64Array>()
    const mapped: MappedRows = map => {
      if (map === null) return rows
      const found = known.get(map) ?? mapRows(loops, map, rows, rowCount)
      known.set(map, found)
      return found
    }
    const labelings: Labels[] = new Array(models.length)
    for (const label of parts) label(rows, rowCount, mapped, labelings)
    return labelings
  }
}

/** Rows that are labeled at a time. */
const BLOCK = 8192

/** Labels all samples, block by block; yields the number of samples in each block. Returns a labeling per model. */
export function* labelInBlocks(
  models: readonly BaseModel[],
  { sampleCount: n, featureCount: d, values }: Samples,
  loops: HotLoops,
): Generator<number, Labels[]> {
  const label = createRowLabeler(models, loops)
  const labelings = models.map(() => new Int32Array(n))
  for (let from = 0; from < n; from += BLOCK) {
    const to = Math.min(from + BLOCK, n)
    label(values.subarray(from * d, to * d), to - from).forEach((labels, t) => {
      labelings[t].set(labels, from)
    })
    yield to - from
  }
  return labelings
}

function cellsLabeler(set: readonly { model: CellsModel; place: number }[], loops: HotLoops): PartLabeler {
  const models = set.map(({ model }) => model)
  const [{ cells, map }] = models
  const nearest = createCellFinder(cells.centres, loops)
  return (_, rowCount, mapped, labelings) => {
    follow(nearest(mapped(map), rowCount, cells.neighbours), models, loops).forEach((labels, at) => {
      labelings[set[at].place] = labels
    })
  }
}

function mixtureLabeler({ map, mixture }: MixtureModel, place: number, loops: HotLoops): PartLabeler {
  return (_, rowCount, mapped, labelings) => {
    labelings[place] = mixtureLabels(mixture, mapped(map), rowCount, { width: map.outputCount, loops })
  }
}

/** The nearest centre in the view of the model; ties go to the lowest. */
function* centresLabeler(model: CentresModel, place: number, loops: HotLoops): Generator<void, PartLabeler> {
  const { featureCount: d, centres } = model
  const nearest = createCentreFinder(centres, loops)
  const view = yield* viewer(model, d, loops)
  return (rows, rowCount, _, labelings) => {
    labelings[place] = nearest(view(rows, rowCount), rowCount, 1).cells
  }
}

/** Rows as a model sees them. */
function* viewer(
  model: CentresModel,
  d: number,
  loops: HotLoops,
): Generator<void, (rows: Float64Array, rowCount: number) => Float64Array> {
  if (model.projection !== null) {
    const map = yield* projectionMap(model.projection, d)
    return (rows, rowCount) => mapRows(loops, map, rows, rowCount)
  }
  if (model.features === null) return rows => rows
  return (rows, rowCount) => {
    const seen = new Float64Array(rowCount * columnCountOf(model, d))
    viewRows({ sampleCount: rowCount, featureCount: d, values: rows }, null, model).read(0, rowCount, seen)
    return seen
  }
}

/** A random projection as a map. Its sums run over the features in order, as those of `projectRow`. */
function* projectionMap(projection: Projection, d: number): Generator<void, AffineMap> {
  const p = projection.dimension
  const matrix = new Float64Array(d * p)
  for (const { row, values } of projectionRows(projection, d)) {
    for (let f = 0; f < d; f++) matrix[f * p + row] = values[f]
    yield
  }
  return { inputCount: d, outputCount: p, centre: new Float64Array(d), matrix }
}
