import { type BaseModel, clusterCountOf } from '../base/base-clustering.js'
import { type Cells, FOLLOW_RULES } from '../base/cells/cell-set.js'
import type { CellsModel } from '../base/cells-model.js'
import type { CentresModel } from '../base/centres-model.js'
import { DISTANCES } from '../base/distance.js'
import type { FeatureMap } from '../base/feature-map.js'
import { GENERATOR_KINDS, type GeneratorKind } from '../base/k-means-plan.js'
import type { MixtureModel } from '../base/mixture-model.js'
import { checkDrawn } from '../base/projection.js'
import { columnCountOf } from '../base/view.js'
import { InputError } from '../errors.js'
import { DATE_ORDERS } from '../tables/columns/dates.js'
import { DECIMAL_SIGNS } from '../tables/columns/written-numbers.js'
import { IMPUTATIONS } from '../tables/features/imputation.js'
import type { Preparation } from '../tables/features/preparation.js'
import type { ColumnReading, FeatureReading } from '../tables/features/read-features.js'
import { SCALES } from '../tables/features/scale.js'
import { Fields, numberItem, textItem } from './fields.js'
import type { KnownRows } from './known-rows.js'
import { loadMatrix } from './load-rule.js'
import type { BaseLabeling } from './model.js'
import type { NoiseModel } from './noise.js'

const LARGEST = 2 ** 31 - 1

/** Reads the part of a model file that describes how the base clusterings label samples. */
export function loadBase(fields: Fields, clusterCounts: readonly number[]): BaseLabeling {
  // Models of version 1 have no maps and no cells.
  const lists = {
    maps: fields.has('maps') ? fields.list('maps', (item, path) => loadMap(new Fields(item, path))) : [],
    cells: fields.has('cells') ? fields.list('cells', (item, path) => loadCells(new Fields(item, path))) : [],
  }
  const models = fields.list('models', (item, path) => loadBaseModel(new Fields(item, path), lists))
  checkDrawn(models.filter(model => 'projection' in model))
  const featureCount = models[0]?.featureCount
  const fits = models.every(
    (model, t) => model.featureCount === featureCount && clusterCountOf(model) === clusterCounts[t],
  )
  if (!fits || models.length !== clusterCounts.length) throw fields.wrong('models', 'one model per labeling')
  const reading = fields.objectOrNull('reading')
  // Earlier models have no distance.
  const distance = fields.has('distance') ? fields.oneOf('distance', DISTANCES) : 'euclidean'
  // Earlier models know no rows.
  const known = fields.has('known') ? fields.objectOrNull('known') : null
  // Most models have no noise.
  const noise = fields.has('noise') ? fields.objectOrNull('noise') : null
  return {
    models,
    distance,
    reading: reading === null ? null : loadReading(reading, featureCount),
    known: known === null ? null : loadKnownRows(known),
    noise: noise === null ? null : loadNoise(noise, lists.maps, featureCount),
  }
}

/** What models share. */
interface Shared {
  readonly maps: readonly FeatureMap[]
  readonly cells: readonly Cells[]
}

function loadKnownRows(fields: Fields): KnownRows {
  const rowCount = fields.whole('rowCount', 0, LARGEST)
  return {
    rowCount,
    marks: fields.wholes('marks', 2 * rowCount, -(2 ** 31), LARGEST),
    labels: fields.wholes('labels', rowCount, 0, LARGEST),
    confidence: fields.numbers('confidence', rowCount),
  }
}

function loadNoise(fields: Fields, maps: readonly FeatureMap[], featureCount: number): NoiseModel {
  const map = fields.isNull('map') ? null : maps[fields.whole('map', 0, maps.length - 1)]
  const references = loadMatrix(fields.object('references'))
  if (
    (map?.inputCount ?? featureCount) !== featureCount ||
    (map?.outputCount ?? featureCount) !== references.columnCount
  ) {
    throw fields.wrong('references', 'as wide as the features of the base clusterings')
  }
  const starts = fields.wholes('starts', undefined, 0, references.rowCount)
  const isAscending = starts.every((start, at) => start === (at === 0 ? 0 : Math.max(start, starts[at - 1] + 1)))
  if (starts.length < 2 || !isAscending || starts.at(-1) !== references.rowCount) {
    throw fields.wrong('starts', 'the first reference of every cluster')
  }
  return {
    map,
    references,
    starts,
    centres: fields.numbers('centres', starts.length - 1),
    width: fields.number('width', 0),
    least: fields.number('least', 0),
  }
}

function loadMap(fields: Fields): FeatureMap {
  const inputCount = fields.whole('inputCount', 1, LARGEST)
  const outputCount = fields.whole('outputCount', 1, LARGEST)
  const centre = fields.numbers('centre', inputCount)
  return { inputCount, outputCount, centre, matrix: fields.numbers('matrix', inputCount * outputCount) }
}

function loadCells(fields: Fields): Cells {
  const centres = loadMatrix(fields.object('centres'))
  const neighbours = fields.whole('neighbours', 1, centres.rowCount)
  return { centres, neighbours, width: fields.number('width', 0) }
}

function loadBaseModel(fields: Fields, shared: Shared): BaseModel {
  const kind = fields.oneOf('kind', [...GENERATOR_KINDS, 'cells', 'mixture'] as const)
  if (kind === 'cells') return loadCellsModel(fields, shared)
  if (kind === 'mixture') return loadMixtureModel(fields, shared)
  return loadCentresModel(fields, kind)
}

function loadCellsModel(fields: Fields, { maps, cells: sets }: Shared): CellsModel {
  const featureCount = fields.whole('featureCount', 1, LARGEST)
  const map = fields.isNull('map') ? null : maps[fields.whole('map', 0, maps.length - 1)]
  const cells = sets[fields.whole('cells', 0, sets.length - 1)]
  const { rowCount, columnCount } = cells.centres
  if ((map?.inputCount ?? featureCount) !== featureCount || (map?.outputCount ?? featureCount) !== columnCount) {
    throw fields.wrong('cells', 'as wide as the features of the base clustering')
  }
  const clusterCount = fields.whole('clusterCount', 1, LARGEST)
  return {
    kind: 'cells',
    base: fields.text('base'),
    featureCount,
    map,
    cells,
    cellLabels: fields.wholes('cellLabels', rowCount, 0, clusterCount - 1),
    rule: fields.oneOf('rule', FOLLOW_RULES),
    clusterCount,
  }
}

function loadMixtureModel(fields: Fields, { maps }: Shared): MixtureModel {
  const featureCount = fields.whole('featureCount', 1, LARGEST)
  const map = maps[fields.whole('map', 0, maps.length - 1)]
  const mixture = fields.object('mixture')
  const means = loadMatrix(mixture.object('means'))
  const { rowCount: k, columnCount: d } = means
  if (map.inputCount !== featureCount || map.outputCount < d) {
    throw fields.wrong('mixture', 'as wide as the features of the base clustering')
  }
  const factors = mixture.numbers('factors', k * d * d)
  const constants = mixture.numbers('constants', k)
  return { kind: 'mixture', base: fields.text('base'), featureCount, map, mixture: { means, factors, constants } }
}

function loadCentresModel(fields: Fields, kind: GeneratorKind): CentresModel {
  const featureCount = fields.whole('featureCount', 1, LARGEST)
  const projection = fields.objectOrNull('projection')
  const centres = loadMatrix(fields.object('centres'))
  const model = {
    kind,
    featureCount,
    features: fields.isNull('features') ? null : fields.wholes('features', undefined, 0, featureCount - 1),
    projection:
      projection === null
        ? null
        : { seed: projection.whole('seed', 0, 2 ** 32 - 1), dimension: projection.whole('dimension', 1, LARGEST) },
    centres,
    fittedCount: fields.whole('fittedCount', 1, Number.MAX_SAFE_INTEGER),
    inertia: fields.number('inertia'),
    iterations: fields.whole('iterations', 0, LARGEST),
    converged: fields.truth('converged'),
  }
  if (columnCountOf(model, featureCount) !== centres.columnCount) {
    throw fields.wrong('centres', 'as wide as the features of the base clustering')
  }
  return model
}

function loadReading(fields: Fields, featureCount: number): FeatureReading {
  const scaling = fields.object('scaling')
  const reading = {
    columns: fields.list('columns', (item, path) => loadColumn(new Fields(item, path), featureCount)),
    featureCount: fields.whole('featureCount', featureCount, featureCount),
    preparation: fields.isAbsent('preparation') ? null : loadPreparation(fields.object('preparation')),
    scaling: {
      scale: scaling.oneOf('scale', SCALES),
      centre: scaling.numbers('centre', featureCount),
      spread: scaling.numbers('spread', featureCount),
    },
    impute: fields.isNull('impute') ? null : fields.oneOf('impute', IMPUTATIONS),
  }
  const places = reading.columns.flatMap(({ features }) => features.filter(feature => feature >= 0))
  if (new Set(places).size !== featureCount || places.length !== featureCount) {
    throw fields.wrong('columns', 'a list with the column of every feature once')
  }
  if (reading.scaling.spread.includes(0)) throw scaling.wrong('spread', 'numbers other than 0')
  return reading
}

function loadPreparation(fields: Fields): Preparation {
  const numbers = fields.oneOf('numbers', ['counts', 'intensities'] as const)
  return numbers === 'counts'
    ? { numbers, librarySize: fields.number('librarySize', 0) }
    : { numbers, floor: fields.number('floor', Number.MIN_VALUE) }
}

function loadColumn(fields: Fields, featureCount: number): ColumnReading {
  const values = fields.isNull('values') ? null : fields.list('values', textItem)
  const features = fields.list('features', numberItem)
  // Only columns of vectors have a size.
  const size = fields.isAbsent('size') ? undefined : fields.number('size')
  const isPlace = (place: number) => Number.isInteger(place) && place >= -1 && place < featureCount
  if (!features.every(isPlace) || features.length !== (size ?? values?.length ?? 1)) {
    throw fields.wrong('features', 'the index of every feature')
  }
  const fill = fields.isNull('fill') ? null : fields.number('fill')
  if (values !== null && fill !== null && !(fill in values)) throw new InputError('fill must be one of the values')
  // Models of earlier versions have no dates.
  const dateOrder = fields.isAbsent('dateOrder') ? null : fields.oneOf('dateOrder', DATE_ORDERS)
  const column = { column: fields.text('column'), values, features, fill, dateOrder }
  return {
    ...column,
    ...(fields.isAbsent('decimal') ? {} : { decimal: fields.oneOf('decimal', DECIMAL_SIGNS) }),
    ...(fields.isAbsent('unit') ? {} : { unit: fields.text('unit') }),
    ...(size === undefined ? {} : { size }),
  }
}
