import type { HotLoops } from '../numeric/loops/hot-loops.js'
import { type AffineMap, mapRows } from '../numeric/loops/map-rows.js'
import type { Steps } from '../pause.js'
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

/** Labels rows of features with every model, in steps; models that share a map or cells share what it finds. */
export type RowLabeler = (rows: Float64Array, rowCount: number) => Steps<Labels[]>

/** Rows as seen through a map (null = as they are); computed once for each map. */
type MappedRows = (map: FeatureMap | null) => Float64Array

/** Labels rows with some of the models: writes into `labelings` at their places. */
type PartLabeler = (rows: Float64Array, rowCount: number, mapped: MappedRows, labelings: Labels[]) => Steps<void>

/** Numbers of random projections that are kept: 256 MB. Others are drawn again for every block of rows. */
const MOST_KEPT = 2 ** 25

/**
 * Prepares models, which label any number of blocks of rows. The labels do not depend on the blocks. Comes in steps:
 * drawing wide projections again takes seconds.
 */
export function* rowLabelerSteps(models: readonly BaseModel[], loops: HotLoops): Steps<RowLabeler> {
  const room = { left: MOST_KEPT }
  const parts: PartLabeler[] = []
  const sets = new Map<CellsModel['cells'], { model: CellsModel; place: number }[]>()
  for (const [place, model] of models.entries()) {
    if (model.kind === 'mixture') parts.push(mixtureLabeler(model, place, loops))
    else if (model.kind !== 'cells') parts.push(yield* centresLabeler(model, place, loops, room))
    else sets.set(model.cells, [...(sets.get(model.cells) ?? []), { model, place }])
  }
  for (const set of sets.values()) parts.push(cellsLabeler(set, loops))
  return function* (rows, rowCount) {
    const known = new Map<FeatureMap, Float64Array>()
    const mapped: MappedRows = map => {
      if (map === null) return rows
      const found = known.get(map) ?? mapRows(loops, map, rows, rowCount)
      known.set(map, found)
      return found
    }
    const labelings: Labels[] = new Array(models.length)
    for (const label of parts) yield* label(rows, rowCount, mapped, labelings)
    return labelings
  }
}

/** Rows that are labeled at a time. */
const BLOCK = 8192

/** Labels all samples, block by block, and tells how many are done. Returns a labeling per model. */
export function* labelInBlocks(
  models: readonly BaseModel[],
  { sampleCount: n, featureCount: d, values }: Samples,
  loops: HotLoops,
  onDone?: (rowCount: number) => void,
): Steps<Labels[]> {
  const label = yield* rowLabelerSteps(models, loops)
  const labelings = models.map(() => new Int32Array(n))
  for (let from = 0; from < n; from += BLOCK) {
    const to = Math.min(from + BLOCK, n)
    const found = yield* label(values.subarray(from * d, to * d), to - from)
    for (const [t, labels] of found.entries()) labelings[t].set(labels, from)
    onDone?.(to)
  }
  return labelings
}

function cellsLabeler(set: readonly { model: CellsModel; place: number }[], loops: HotLoops): PartLabeler {
  const models = set.map(({ model }) => model)
  const [{ cells, map }] = models
  const nearest = createCellFinder(cells.centres, loops)
  return function* (_, rowCount, mapped, labelings) {
    follow(nearest(mapped(map), rowCount, cells.neighbours), models, loops).forEach((labels, at) => {
      labelings[set[at].place] = labels
    })
    yield
  }
}

function mixtureLabeler({ map, mixture }: MixtureModel, place: number, loops: HotLoops): PartLabeler {
  return function* (_, rowCount, mapped, labelings) {
    labelings[place] = mixtureLabels(mixture, mapped(map), rowCount, { width: map.outputCount, loops })
    yield
  }
}

/** The nearest centre in the view of the model; ties go to the lowest. */
function* centresLabeler(
  model: CentresModel,
  place: number,
  loops: HotLoops,
  room: { left: number },
): Steps<PartLabeler> {
  const { featureCount: d, centres } = model
  const nearest = createCentreFinder(centres, loops)
  const view = yield* viewer(model, d, loops, room)
  return function* (rows, rowCount, _, labelings) {
    labelings[place] = nearest(yield* view(rows, rowCount), rowCount, 1).cells
    yield
  }
}

/** Rows as a model sees them. */
function* viewer(
  model: CentresModel,
  d: number,
  loops: HotLoops,
  room: { left: number },
): Steps<(rows: Float64Array, rowCount: number) => Steps<Float64Array>> {
  const { projection } = model
  if (projection !== null) {
    const isKept = d * projection.dimension <= room.left
    if (isKept) room.left -= d * projection.dimension
    const kept = isKept ? yield* projectionMap(projection, d) : null
    return function* (rows, rowCount) {
      return mapRows(loops, kept ?? (yield* projectionMap(projection, d)), rows, rowCount)
    }
  }
  if (model.features === null) return asTheyAre
  // biome-ignore lint/correctness/useYield: short
  return function* (rows, rowCount) {
    const seen = new Float64Array(rowCount * columnCountOf(model, d))
    viewRows({ sampleCount: rowCount, featureCount: d, values: rows }, null, model).read(0, rowCount, seen)
    return seen
  }
}

// biome-ignore lint/correctness/useYield: short
function* asTheyAre(rows: Float64Array): Steps<Float64Array> {
  return rows
}

/** A random projection as a map. Its sums run over the features in order, as those of `projectRow`. */
function* projectionMap(projection: Projection, d: number): Steps<AffineMap> {
  const p = projection.dimension
  const matrix = new Float64Array(d * p)
  for (const { row, values } of projectionRows(projection, d)) {
    for (let f = 0; f < d; f++) matrix[f * p + row] = values[f]
    yield
  }
  return { inputCount: d, outputCount: p, centre: new Float64Array(d), matrix }
}
