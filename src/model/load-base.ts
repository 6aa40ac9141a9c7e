import { InputError } from '../check.js'
import type { BaseModel } from '../ensemble/base-clustering.js'
import { GENERATOR_KINDS } from '../ensemble/plan.js'
import { columnCountOf } from '../ensemble/view.js'
import { DATE_ORDERS } from '../load/columns/dates.js'
import { IMPUTATIONS } from '../load/features/imputation.js'
import type { ColumnReading, FeatureReading } from '../load/features/read-features.js'
import { SCALES } from '../load/features/scale.js'
import { Fields, numberItem, textItem } from './fields.js'
import { loadMatrix } from './load-rule.js'
import type { BaseLabeling } from './model.js'

const LARGEST = 2 ** 31 - 1

/** The maximum size of a random projection, which is drawn again from its seed. */
const MOST_DRAWN = 2 ** 28

/** Reads the part of a model file that describes how the base clusterings label samples. */
export function loadBase(fields: Fields, clusterCounts: readonly number[]): BaseLabeling {
  const models = fields.list('models', (item, path) => loadBaseModel(new Fields(item, path)))
  const featureCount = models[0]?.featureCount
  const fits = models.every(
    (model, t) => model.featureCount === featureCount && model.centres.rowCount === clusterCounts[t],
  )
  if (!fits || models.length !== clusterCounts.length) throw fields.wrong('models', 'one model per labeling')
  const reading = fields.objectOrNull('reading')
  return { models, reading: reading === null ? null : loadReading(reading, featureCount) }
}

function loadBaseModel(fields: Fields): BaseModel {
  const featureCount = fields.whole('featureCount', 1, LARGEST)
  const projection = fields.objectOrNull('projection')
  const centres = loadMatrix(fields.object('centres'))
  const model = {
    kind: fields.oneOf('kind', GENERATOR_KINDS),
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
  if (model.projection !== null && model.projection.dimension * featureCount > MOST_DRAWN) {
    throw fields.wrong('projection', `at most ${MOST_DRAWN} numbers`)
  }
  return model
}

function loadReading(fields: Fields, featureCount: number): FeatureReading {
  const scaling = fields.object('scaling')
  const reading = {
    columns: fields.list('columns', (item, path) => loadColumn(new Fields(item, path), featureCount)),
    featureCount: fields.whole('featureCount', featureCount, featureCount),
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

function loadColumn(fields: Fields, featureCount: number): ColumnReading {
  const values = fields.isNull('values') ? null : fields.list('values', textItem)
  const features = fields.list('features', numberItem)
  const isPlace = (place: number) => Number.isInteger(place) && place >= -1 && place < featureCount
  if (!features.every(isPlace) || features.length !== (values?.length ?? 1)) {
    throw fields.wrong('features', 'the index of every feature')
  }
  const fill = fields.isNull('fill') ? null : fields.number('fill')
  if (values !== null && fill !== null && !(fill in values)) throw new InputError('fill must be one of the values')
  // Models of earlier versions have no dates.
  const dateOrder = fields.isAbsent('dateOrder') ? null : fields.oneOf('dateOrder', DATE_ORDERS)
  return { column: fields.text('column'), values, features, fill, dateOrder }
}
