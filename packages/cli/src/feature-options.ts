import {
  BASE_CLUSTERER_NAMES,
  type BaseChoice,
  DISTANCES,
  type Distance,
  ENCODINGS,
  GENES_IN,
  type GenesIn,
  IMPUTATIONS,
  type Imputation,
  InputError,
  PREPARATIONS,
  type PreparationName,
  type ReadTableOptions,
  type RoleOptions,
  SCALES,
  type Scale,
  standardScale,
  type TextEncoding,
  type ToDatasetOptions,
  type TopGenes,
} from 'chorale/internal'
import type { Command } from 'commander'
import { categoryList, nameList, oneOf, wholeNumber } from './parse.js'

/** The options of commands that read features. */
export interface FeatureFlags extends OrientationFlags {
  missing?: string[]
  categorical?: 'all' | string[]
  text?: string
  dates?: boolean
  prepare?: PreparationName
  topGenes?: TopGenes
  scale?: Scale
  distance?: Distance
  impute?: Imputation
  annotations?: string
}

/** The options about which way round a table is. */
export interface OrientationFlags {
  transpose?: boolean
  genesIn?: GenesIn
}

export function addOrientationOptions(command: Command): Command {
  return command
    .option('--transpose', 'samples are in columns: exchange rows and columns; the same as --genes-in rows')
    .option(
      '--genes-in <where>',
      'where genes, or other features, are: rows or columns (default: columns, but genes in rows are recognised by their names)',
      oneOf('--genes-in', GENES_IN),
    )
}

/** Where the genes are, as the flags say. */
export function genesInOf({ transpose, genesIn }: OrientationFlags): GenesIn | undefined {
  if (transpose && genesIn === 'columns')
    throw new InputError('--transpose and --genes-in columns contradict each other; leave out one')
  return transpose ? 'rows' : genesIn
}

export function addFeatureOptions(command: Command): Command {
  return addOrientationOptions(command)
    .option('--annotations <file>', 'table that describes the samples, one per row; joined by their names')
    .option(
      '--categorical <a,b>',
      'text columns to use as features, written like --columns, or all (default: none)',
      categoryList,
    )
    .option(
      '--text <column>',
      'column of texts, whose words describe the clusters; none: there is none (default: sentences beside vectors)',
    )
    .option('--dates', 'use dates and times as numbers of days (default: leave them out)')
    .option(
      '--prepare <what>',
      `what the numbers of genes are: ${PREPARATIONS.join(', ')} (default: auto; counts are scaled to one sum per sample and logged, intensities are logged)`,
      oneOf('--prepare', PREPARATIONS),
    )
    .option(
      '--top-genes <n>',
      'use the n genes that vary most, auto or all (default: auto, which is 2000 of more genes)',
      geneCount,
    )
    .option('--scale <how>', `feature scaling: ${SCALES.join(', ')} (default: ${SCALES[0]})`, oneOf('--scale', SCALES))
    .option(
      '--missing <a,b>',
      'further values that mean no value, such as -999 or unknown (default: empty cells, NA, NaN, ...)',
      nameList('--missing'),
    )
    .option(
      '--impute <how>',
      'missing values: median, mean, knn (from the nearest rows) or drop-rows (default: an error)',
      oneOf('--impute', IMPUTATIONS),
    )
}

/** The options of commands that build base clusterings. */
export interface BaseFlags {
  base?: BaseChoice
  distance?: Distance
}

export function addBaseOptions(command: Command): Command {
  return command
    .option(
      '--base <a,b>',
      `base clusterers: auto, or some of ${BASE_CLUSTERER_NAMES.join(', ')} (default: auto)`,
      baseList,
    )
    .option(
      '--distance <name>',
      `distance between samples: ${DISTANCES.join(', ')} (default: ${DISTANCES[0]}; the others leave features unscaled)`,
      oneOf('--distance', DISTANCES),
    )
}

/** The value of --base: one name, or several separated by commas. */
function baseList(text: string): BaseChoice {
  const names = nameList('--base')(text)
  return names.length === 1
    ? oneOf('--base', ['auto', ...BASE_CLUSTERER_NAMES] as const)(names[0])
    : names.map(oneOf('--base', BASE_CLUSTERER_NAMES))
}

/** The value of --top-genes. */
function geneCount(text: string): TopGenes {
  return text === 'auto' || text === 'all' ? text : wholeNumber('--top-genes', 1)(text)
}

/** The options of commands that read tables. */
export interface ReadFlags {
  variable?: string
  sheet?: string
  header?: 'yes' | 'no'
  encoding?: TextEncoding
  missing?: string[]
}

export function addReadOptions(command: Command): Command {
  return command
    .option(
      '--variable <name>',
      'array to read from a .mat, .npz, .h5ad or .h5 file (default: the largest; X of .h5ad)',
    )
    .option(
      '--header <yes|no>',
      'whether the first row contains the column names (default: detected)',
      oneOf('--header', ['yes', 'no'] as const),
    )
    .option('--sheet <name>', 'sheet to read from an .xlsx file: its name or number (default: the first)')
    .option(
      '--encoding <name>',
      `encoding of a text file: ${ENCODINGS.join(', ')} (default: detected)`,
      oneOf('--encoding', ENCODINGS),
    )
}

/** The options of readTable, from the flags. */
export function readOptions({ variable, sheet, header, encoding, missing }: ReadFlags): ReadTableOptions {
  return { variable, sheet, header: header === undefined ? undefined : header === 'yes', encoding, missing }
}

/** The options that give columns their roles, in every command. */
export interface RoleFlags {
  columns?: string[]
  exclude?: string[]
  truth?: string
  id?: string
}

/** The roles of columns, from the flags. The word none means that there is no such column. */
export function roleOptions({ id, truth, columns, exclude }: RoleFlags): RoleOptions {
  return { id: id === 'none' ? null : id, truth: truth === 'none' ? null : truth, columns, exclude }
}

/** The options of toDataset, from the flags. */
export function datasetOptions(flags: FeatureFlags & RoleFlags): ToDatasetOptions {
  const { categorical, text, dates, prepare, topGenes, distance, scale = standardScale(distance), impute } = flags
  return {
    ...roleOptions(flags),
    categorical,
    text: text === 'none' ? null : text,
    dates,
    prepare,
    topGenes,
    scale,
    impute,
    genesIn: genesInOf(flags),
  }
}
