import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import {
  adoptLabelings,
  buildEnsemble,
  drawLabelings,
  guessInputKind,
  InputError,
  type InputKind,
  type Labels,
  largestClusterCount,
  readTable,
  standardEnsembleSize,
  type Table,
  toDataset,
  toLabelings,
} from 'chorale/internal'
import type { Engine } from 'chorale-engine/internal'
import { readInput, shownUrl, threads } from 'chorale-node/internal'
import { datasetOptions, readOptions, roleOptions } from '../feature-options.js'
import { inFlagWords } from '../flag-words.js'
import type { CompareFlags } from './command.js'
import type { CompareInput } from './compare.js'

/** A dataset with everything that the command reports about it. */
export interface ReadInput extends CompareInput {
  readonly path: string
  readonly kind: InputKind
  /** Features of a table of features, else null. */
  readonly featureCount: number | null
  /** Labelings of a table of labelings, else null. */
  readonly labelingCount: number | null
  readonly truthName: string | null
  readonly idName: string | null
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

/** Reads and checks every file before any work starts. */
export async function readInputs(
  paths: readonly string[],
  flags: CompareFlags,
  { signal, engine }: { signal: AbortSignal; engine: Engine | null },
): Promise<ReadInput[]> {
  const twice = paths.find((path, at) => paths.indexOf(path) < at)
  if (twice !== undefined) throw new InputError(`the inputs must be different files; got ${twice} twice`)
  const inputs: ReadInput[] = []
  for (const path of paths) {
    const base = path === '-' ? 'standard input' : basename(shownUrl(path))
    // Files with the same name are shown with their folders.
    const name = paths.some(other => other !== path && basename(other) === base) ? shownUrl(path) : base
    const bytes = await readInput(path, signal)
    const table = await readTable(bytes, { ...readOptions(flags), name, signal })
    const checksum = createHash('sha256').update(bytes).digest('hex')
    inputs.push(inputOf(shownUrl(path), name, checksum, table, flags, engine))
  }
  return inputs
}

function inputOf(
  path: string,
  name: string,
  checksum: string,
  table: Table,
  flags: CompareFlags,
  engine: Engine | null,
): ReadInput {
  const { id, columns, exclude, categorical, dates } = flags
  const guess = guessInputKind(table, roleOptions(flags))
  const kind = flags.input ?? guess.kind
  const parts = kind === 'features' ? fromFeatures(name, table, flags, engine) : fromLabelings(name, table, flags)
  const { classes, ...rest } = parts
  const clusterCount = clusterCountOf(name, parts.extent.sampleCount, classes, flags)
  const notes = [...parts.notes]
  if (flags.input === undefined) {
    notes.unshift(`the columns are read as ${kind} because ${guess.reason}; --input overrides this`)
  }
  if (flags.clusters === undefined)
    notes.push(`using -k ${clusterCount}, the number of classes in "${parts.truthName}"`)
  return {
    ...rest,
    path,
    name,
    kind,
    checksum,
    clusterCount,
    notes,
    truth: classes === null ? null : numbered(classes),
    choices: {
      input: kind,
      id,
      columns,
      exclude,
      categorical,
      dates,
      missing: flags.missing,
      variable: flags.variable,
      sheet: flags.sheet,
      encoding: flags.encoding,
      truth: parts.truthName ?? undefined,
      ...rest.choices,
    },
  }
}

function clusterCountOf(name: string, sampleCount: number, classes: readonly string[] | null, flags: CompareFlags) {
  if (flags.clusters === undefined) {
    if (classes !== null) return new Set(classes).size
    throw new InputError(
      `${name}: -k is missing; set the number of clusters, for example -k 3, or name the column of the true classes with --truth`,
    )
  }
  if (flags.clusters <= sampleCount) return flags.clusters
  throw new InputError(
    `${name}: -k must be an integer from 1 to the number of samples (${sampleCount}); got ${flags.clusters}`,
  )
}

function numbered(classes: readonly string[]): Labels {
  const numbers = new Map<string, number>()
  return Int32Array.from(classes, name => {
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  })
}

/** The fields that differ between the two kinds of input. */
type Parts = Omit<ReadInput, 'path' | 'name' | 'kind' | 'checksum' | 'clusterCount' | 'truth'> & {
  readonly classes: readonly string[] | null
}

function fromFeatures(name: string, table: Table, flags: CompareFlags, engine: Engine | null): Parts {
  const { impute, scale } = flags
  const dataset = toDataset(table, datasetOptions(flags))
  const { sampleCount: n, featureCount, truth: classes, truthName, idName, notes } = dataset
  if (n < 2) throw new InputError(`${name}: the table must have at least 2 samples; got ${n}`)
  // The default of buildEnsemble, stated here because the plan needs the number.
  const ensembleSize = flags.ensembleSize ?? standardEnsembleSize(n)
  const mostClusters = largestClusterCount(n)
  return {
    featureCount,
    samples: dataset,
    labelingCount: null,
    classes,
    truthName,
    idName,
    notes,
    warnings: dataset.warnings.map(inFlagWords),
    extent: { sampleCount: n, ensembleSize, clusterTotal: Math.ceil((ensembleSize * (2 + mostClusters)) / 2) },
    choices: { ensembleSize, impute, scale },
    ensembleFor: (seed, concurrency, signal) =>
      buildEnsemble(dataset, { ensembleSize, seed, signal, executor: engine ?? threads({ count: concurrency }) }),
  }
}

function fromLabelings(name: string, table: Table, flags: CompareFlags): Parts {
  for (const option of ['impute', 'scale', 'categorical', 'dates'] as const) {
    if (flags[option] !== undefined) {
      throw new InputError(
        `--${option} applies to features only, and ${name} is read as labelings; --input features overrides this`,
      )
    }
  }
  const {
    labelings,
    names,
    truth: classes,
    truthName,
    idName,
    notes,
    warnings,
  } = toLabelings(table, roleOptions(flags))
  const labelingCount = labelings.length
  if (labelingCount < 2) {
    throw new InputError(`${name}: the table must have at least 2 labelings; got ${labelingCount}`)
  }
  const { ensembleSize = labelingCount } = flags
  if (ensembleSize > labelingCount) {
    throw new InputError(
      `${name}: -m must be an integer from 2 to the number of labelings (${labelingCount}); got ${ensembleSize}`,
    )
  }
  const pool = adoptLabelings(labelings, { names })
  const clusterTotal = pool.clusterCounts.reduce((sum, count) => sum + count, 0)
  const isDrawn = ensembleSize < labelingCount
  const same = `all repeats use the same ${labelingCount} labelings, so only the random starts of the methods differ; -m draws a random subset for each repeat`
  return {
    featureCount: null,
    samples: null,
    labelingCount,
    classes,
    truthName,
    idName,
    warnings,
    notes: isDrawn || flags.repeats === 1 ? notes : [...notes, same],
    extent: {
      sampleCount: pool.sampleCount,
      ensembleSize,
      clusterTotal: Math.ceil((clusterTotal * ensembleSize) / labelingCount),
    },
    choices: { ensembleSize },
    ensembleFor: async seed => (isDrawn ? drawLabelings(pool, ensembleSize, seed) : pool),
  }
}
