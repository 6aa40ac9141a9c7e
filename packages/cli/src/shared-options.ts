import {
  MEMORY_LIMIT,
  METHOD_NAMES,
  METHODS,
  type MethodName,
  optionUsers,
  SOLVERS,
  type SolverName,
} from 'chorale/internal'
import type { Command } from 'commander'
import { addEngineOptions, type EngineFlags } from './engine.js'
import { addReadOptions, type ReadFlags } from './feature-options.js'
import { methodHelp, usersText } from './method-help.js'
import {
  alphaValue,
  clusterCountValue,
  nameList,
  oneOf,
  positiveNumber,
  seedValue,
  wholeNumber,
  wholeNumberOrAll,
} from './parse.js'

/** The options that `cluster` and `consensus` share. */
export interface SharedFlags extends EngineFlags, ReadFlags {
  clusters?: number | 'auto' | readonly number[]
  force?: boolean
  method?: MethodName
  alpha?: number | 'auto'
  lambda?: number
  weights?: 'uniform' | 'learned'
  solver?: SolverName
  restarts?: number
  fitRows?: number | 'all'
  exact?: boolean
  seed: number
  columns?: string[]
  exclude?: string[]
  truth?: string
  id?: string
  output?: string
  append?: boolean
  json?: boolean
  matrix?: string
  embedding?: string
  memberships?: string
  tree?: string
  report?: string
  charts?: string
  chartFormat?: 'svg' | 'png'
  save?: string
  memoryLimit: number
  threads?: number
  safeCsv?: boolean
  quiet?: boolean
}

/** The help text of --columns, the same for every command. */
export const COLUMNS_HELP =
  'columns to use: names, numbers (3), ranges (2-5, x1:x9) and patterns (petal*) (default: all but id, truth and text)'

export function addSharedOptions(command: Command): Command {
  command
    .option(
      '-k, --clusters <n>',
      'number of clusters; auto: the number that chorale advise recommends; several as in 2-6 are compared (default: number of true classes)',
      clusterCountValue,
    )
    .option('--force', 'with -k auto: use the best candidate even if there is no evidence of clusters')
    .option(
      '--method <name>',
      `consensus method: ${METHOD_NAMES.join(', ')} (default: ${METHOD_NAMES[0]})`,
      oneOf('--method', METHOD_NAMES),
    )
    .option(
      '--alpha <a>',
      'confidence threshold, above 0 and at most 1, or auto (default: depends on the method)',
      alphaValue,
    )
    .option(
      '--lambda <l>',
      'how strongly unstable clusters are down-weighted (default: depends on the method)',
      positiveNumber('--lambda'),
    )
    .option(
      '--weights <how>',
      `${usersText(optionUsers('weights', METHODS))}: uniform (default) or learned`,
      oneOf('--weights', ['uniform', 'learned']),
    )
    .option(
      '--solver <name>',
      `algorithm for the weights: ${SOLVERS.join(' or ')} (default: ${SOLVERS[0]})`,
      oneOf('--solver', SOLVERS),
    )
    .option(
      '--restarts <n>',
      "number of starts of the final k-means, or of the method's own search (default: 10 for most methods)",
      wholeNumber('--restarts', 1),
    )
    .option(
      '--fit-rows <n>',
      'fit the consensus on n rows, drawn at random, and label the others with its model; all: fit on all rows (default: all; balanced and gpec: 10000 to 16000 if all would take too long)',
      wholeNumberOrAll('--fit-rows', 2),
    )
    .option('--exact', 'fit the consensus on all rows, however long it takes: the same as --fit-rows all')
    .option('--seed <s>', 'random seed; the same seed gives the same labels', seedValue, 1)
    .option('--columns <a,b,c>', COLUMNS_HELP, nameList('--columns'))
    .option('--exclude <a,b,c>', 'columns to leave out, written like --columns', nameList('--exclude'))
    .option(
      '--truth <column>',
      'column with the true classes, to compare with; none: there is none (default: detected by name)',
    )
    .option('--id <column>', 'column with sample ids; none: there is none (default: detected)')
    .option(
      '-o, --output <file>',
      'write id,cluster,confidence as CSV, or as an array if the name ends with .npy; - is standard output',
    )
    .option('--append', 'write all columns of the input followed by cluster and confidence, to -o or standard output')
    .option('--safe-csv', 'in CSV files, put an apostrophe before strings that a spreadsheet would run as formulas')
    .option('--json', 'print everything as one JSON object')
    .option('--matrix <file.npy>', 'write the co-association matrix, ordered by cluster, and the sample order')
    .option('--embedding <file.csv>', 'write the spectral embedding')
    .option('--report <file.html>', 'write a report with charts as one self-contained HTML file')
    .option('--charts <folder>', 'write each chart of the report as a separate file')
    .option(
      '--chart-format <format>',
      'format of --charts: svg or png (default: svg)',
      oneOf('--chart-format', ['svg', 'png']),
    )
    .option('--save <model.json>', 'write a model, which chorale predict uses to label new samples')
    .option(
      '--memory-limit <gib>',
      'memory limit for the large matrices of a method and for the file of --matrix, in GiB',
      positiveNumber('--memory-limit'),
      MEMORY_LIMIT / 2 ** 30,
    )
    .option(
      '--threads <n>',
      'number of threads (default: all cores); the result does not depend on it',
      wholeNumber('--threads', 1, 1024),
    )
  addReadOptions(command)
  return addEngineOptions(command)
    .option('--dry-run', 'print what the command would do, with estimates of time and memory; write nothing')
    .option('--quiet', 'print only errors on standard error')
    .addHelpText('after', methodHelp(METHODS))
}
