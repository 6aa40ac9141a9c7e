import type { Samples } from '../../types.js'
import { type ColumnRole, decideRoles } from '../columns/column-roles.js'
import { roleNotes } from '../columns/role-text.js'
import { geneNames } from '../orientation/gene-names.js'
import { seemsTransposed } from '../orientation/orient-table.js'
import { transposedHint } from '../orientation/transposed-hint.js'
import type { Table } from '../table.js'
import { fillsIn } from './imputation.js'
import type { ReadingChoice } from './prepare-features.js'
import { checkSpread, momentRows, type Scaling, scaleOf } from './scale.js'
import { decideScale } from './standard-scale.js'
import { type ColumnSurvey, plainContents } from './survey-rows.js'
import type { Dataset, ToDatasetOptions } from './to-dataset.js'

/** How the rows of a large table of numbers become features: which columns, and how they are scaled. Plain data. */
export interface PlainReading {
  readonly columnCount: number
  /** The column of each feature. */
  readonly columns: Int32Array
  readonly scaling: Scaling
}

/** A large table of numbers as the dataset that `toDataset` would make of it, but for its values. */
export interface PlainTable {
  readonly reading: PlainReading
  readonly featureNames: readonly string[]
  readonly roles: readonly ColumnRole[]
  readonly choices: readonly ReadingChoice[]
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

/**
 * Decides how a large table of numbers is read, from a survey of all rows; `head` has the first of them. Null if the table
 * has to be looked at as a whole: with missing values, ids, classes, dates, or options that ask for them.
 */
export function plainTable(
  head: Table,
  rowCount: number,
  survey: readonly ColumnSurvey[],
  options: ToDatasetOptions,
  rowsAt: (rows: Int32Array) => Float64Array,
): PlainTable | null {
  const { id, truth, impute, roles: given, prepare = 'auto', topGenes = 'auto' } = options
  if (typeof id === 'string' || typeof truth === 'string' || given !== undefined) return null
  if (options.genesIn === 'rows' || seemsTransposed(head)) return null
  if (fillsIn(impute)) return null
  // The numbers of genes depend on all samples.
  if (prepare !== 'auto' || topGenes !== 'auto' || geneNames(head.columns.map(({ name }) => name)).kind !== null)
    return null
  const contents = plainContents(
    head.columns.map(({ name }) => name),
    rowCount,
    survey,
  )
  if (contents === null) return null
  const { columns: roles, features } = decideRoles(head.name ?? 'cluster', head, options, contents)
  const isPlain = features.every(j => roles[j].role === 'feature' && roles[j].type === 'number')
  if (!isPlain || momentRows(features.length) !== momentRows(head.columns.length)) return null
  const { scale, note, choice } = decideScale(options.scale ?? null, {
    names: features.map(j => head.columns[j].name),
    sampleCount: rowCount,
    isExpression: false,
    hasCategories: false,
    variances: () => features.map(j => scaleOf(survey[j], 'standard')[1] ** 2),
    rowsAt(rows) {
      const all = rowsAt(rows)
      const d = head.columns.length
      return Float64Array.from({ length: rows.length * features.length }, (_, at) => {
        return all[Math.floor(at / features.length) * d + features[at % features.length]]
      })
    },
  })
  const centre = new Float64Array(features.length)
  const spread = new Float64Array(features.length)
  features.forEach((j, feature) => {
    ;[centre[feature], spread[feature]] = scaleOf(survey[j], scale)
    checkSpread(head.name ?? 'cluster', head.columns[j].name, spread[feature])
  })
  const hint = transposedHint(
    head,
    features.map(j => head.columns[j]),
  )
  return {
    reading: {
      columnCount: head.columns.length,
      columns: Int32Array.from(features),
      scaling: { scale, centre, spread },
    },
    featureNames: features.map(j => head.columns[j].name),
    roles,
    notes: [...head.notes, ...roleNotes(roles), ...(hint === null ? [] : [hint]), ...(note === null ? [] : [note])],
    choices: choice,
    warnings: roles.flatMap(({ warning }) => warning ?? []),
  }
}

/** The features of rows of a large table. */
export function scaleRows(values: Float64Array, { columnCount, columns, scaling }: PlainReading): Samples {
  const d = columns.length
  const n = values.length / columnCount
  const { centre, spread } = scaling
  const scaled = new Float64Array(n * d)
  for (let i = 0, at = 0; i < n; i++) {
    const row = i * columnCount
    for (let f = 0; f < d; f++) scaled[at++] = (values[row + columns[f]] - centre[f]) / spread[f]
  }
  return { sampleCount: n, featureCount: d, values: scaled }
}

/** Some rows of a large table as a dataset. */
export function plainDataset(
  { reading: { scaling }, featureNames, roles, choices, notes, warnings }: PlainTable,
  samples: Samples,
  impute: ToDatasetOptions['impute'],
): Dataset {
  return {
    ...samples,
    featureNames,
    scaling,
    ids: null,
    idName: null,
    truth: null,
    truthName: null,
    droppedRows: [],
    roles,
    descriptions: [],
    textName: null,
    aside: [],
    filled: [],
    encodings: [],
    choices,
    reading: {
      columns: featureNames.map((column, feature) => ({
        column,
        values: null,
        features: [feature],
        fill: null,
        dateOrder: null,
      })),
      featureCount: featureNames.length,
      preparation: null,
      scaling,
      impute: impute ?? null,
    },
    notes,
    warnings,
  }
}
