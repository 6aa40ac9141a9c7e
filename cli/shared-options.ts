import type { Command } from 'commander'
import { METHOD_NAMES, METHODS, type MethodName, optionUsers, SOLVERS, type SolverName } from '../src/internal.js'
import { addEngineOptions, type EngineFlags } from './engine.js'
import { methodHelp, usersText } from './method-help.js'
import { alphaValue, clusterCountValue, nameList, oneOf, positiveNumber, seedValue, wholeNumber } from './parse.js'

export const IMPUTATIONS = ['median', 'mean', 'drop-rows'] as const

/** The options that `cluster` and `consensus` have in common. */
export interface SharedFlags extends EngineFlags {
  clusters?: number | 'auto'
  method?: MethodName
  alpha?: number | 'auto'
  lambda?: number
  weights?: 'uniform' | 'learned'
  solver?: SolverName
  restarts?: number
  anchors?: number
  seed: number
  columns?: string[]
  truth?: string
  id?: string
  variable?: string
  output?: string
  json?: boolean
  matrix?: string
  embedding?: string
  report?: string
  charts?: string
  chartFormat: 'svg' | 'png'
  save?: string
  memoryLimit: number
  threads?: number
  quiet?: boolean
}

export function addSharedOptions(command: Command): Command {
  command
    .option(
      '-k, --clusters <n>',
      'clusters wanted, or auto: as many as chorale advise finds (default: the classes of the truth)',
      clusterCountValue,
    )
    .option(
      '--method <name>',
      `${METHOD_NAMES.join(', ')} (default: ${METHOD_NAMES[0]})`,
      oneOf('--method', METHOD_NAMES),
    )
    .option('--alpha <a>', 'confidence threshold in (0, 1], or auto', alphaValue)
    .option('--lambda <l>', 'how strongly unstable clusters are played down', positiveNumber('--lambda'))
    .option(
      '--weights <how>',
      `${usersText(optionUsers('weights', METHODS))}: uniform (default) or learned`,
      oneOf('--weights', ['uniform', 'learned']),
    )
    .option('--solver <name>', `${SOLVERS.join(' or ')} (default: ${SOLVERS[0]})`, oneOf('--solver', SOLVERS))
    .option(
      '--restarts <n>',
      "starts of the last k-means, or of the method's own search (default: 10 for most)",
      wholeNumber('--restarts', 1),
    )
    .option(
      '--anchors <p>',
      `${usersText(optionUsers('anchors', METHODS))}: approximate through p anchor samples (default: exact while it fits)`,
      wholeNumber('--anchors', 2),
    )
    .option('--seed <s>', 'the same seed gives the same labels', seedValue, 1)
    .option('--columns <a,b,c>', 'the columns to use (default: all but id and truth)', nameList('--columns'))
    .option('--truth <column>', 'the true classes, to compare with')
    .option('--id <column>', 'the names of the samples')
    .option('--variable <name>', 'which array of a .mat or .npz file to read')
    .option('-o, --output <file>', 'write id, cluster, confidence as CSV; - is standard output')
    .option('--json', 'print everything as one JSON object')
    .option('--matrix <file.npy>', 'write the co-association matrix, ordered by cluster, and its order')
    .option('--embedding <file.csv>', 'write the spectral embedding')
    .option('--report <file.html>', 'write a report with charts: one file that needs nothing else')
    .option('--charts <folder>', 'write each chart of the report as a file of its own')
    .option('--chart-format <format>', 'svg or png', oneOf('--chart-format', ['svg', 'png']), 'svg')
    .option('--save <model.json>', 'write the model, with which chorale predict labels new samples')
    .option(
      '--memory-limit <gib>',
      'most memory for the large matrices of a method, in GiB',
      positiveNumber('--memory-limit'),
      4,
    )
    .option(
      '--threads <n>',
      'threads for base clusterings, links and passes over many samples (default: all cores); the result does not depend on it',
      wholeNumber('--threads', 1, 1024),
    )
  return addEngineOptions(command)
    .option('--dry-run', 'say what would be done, with estimates of memory and time')
    .option('--quiet', 'say nothing on standard error')
    .addHelpText('after', methodHelp(METHODS))
}
