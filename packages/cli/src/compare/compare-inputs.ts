import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import {
  adoptLabelings,
  baseOf,
  drawLabelings,
  guessInputKind,
  InputError,
  type InputKind,
  type Labels,
  plannedCluster,
  type RunPlan,
  readTable,
  rowsInMemory,
  type Table,
  toDataset,
  toLabelings,
} from 'chorale/internal'
import type { Engine } from 'chorale-engine/internal'
import { readInput, shownUrl, threads } from 'chorale-node/internal'
import { baseText } from '../dry-run.js'
import { datasetOptions, genesInOf, readOptions, roleOptions } from '../feature-options.js'
import { inFlagWords } from '../flag-words.js'
import { withSamples } from '../read-samples.js'
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
    const read = await readTable(bytes, { ...readOptions(flags), name, signal })
    const table = flags.input === 'labelings' ? read : await withSamples(read, flags, signal)
    const checksum = createHash('sha256').update(bytes).digest('hex')
    inputs.push(await inputOf(shownUrl(path), name, checksum, table, flags, { signal, engine }))
  }
  return inputs
}

async function inputOf(
  path: string,
  name: string,
  checksum: string,
  table: Table,
  flags: CompareFlags,
  context: { signal: AbortSignal; engine: Engine | null },
): Promise<ReadInput> {
  const { id, columns, exclude, categorical, dates, annotations } = flags
  const guess = guessInputKind(table, roleOptions(flags))
  const kind = flags.input ?? guess.kind
  const parts =
    kind === 'features' ? await fromFeatures(name, table, flags, context) : fromLabelings(name, table, flags)
  const { classes, ...rest } = parts
  const { clusterCount } = parts
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
    notes,
    truth: classes === null ? null : numbered(classes),
    choices: {
      input: kind,
      id,
      columns,
      exclude,
      categorical,
      dates,
      genesIn: genesInOf(flags),
      annotations,
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
type Parts = Omit<ReadInput, 'path' | 'name' | 'kind' | 'checksum' | 'truth'> & {
  readonly classes: readonly string[] | null
}

async function fromFeatures(
  name: string,
  table: Table,
  flags: CompareFlags,
  { signal, engine }: { signal: AbortSignal; engine: Engine | null },
): Promise<Parts> {
  const { ensembleSize, base, distance, impute, scale } = flags
  const dataset = toDataset(table, datasetOptions(flags))
  const { sampleCount: n, featureCount, truth: classes, truthName, idName, notes } = dataset
  if (n < 2) throw new InputError(`${name}: the table must have at least 2 samples; got ${n}`)
  const clusterCount = clusterCountOf(name, n, classes, flags)
  // The methods see all samples, so that they are compared on the same ones.
  const asked = { clusterCount, base, distance, ensembleSize, fitRows: 'all', reading: {}, signal } as const
  const { plan, fitted, studies } = await plannedCluster('compare', rowsInMemory(dataset), asked)
  const [run] = plan.runs
  const { base: decision } = run
  return {
    featureCount,
    clusterCount,
    samples: dataset,
    labelingCount: null,
    classes,
    truthName,
    idName,
    notes: [...notes, `every repeat builds ${baseText(decision)}. ${decision.reason}`],
    warnings: dataset.warnings.map(inFlagWords),
    extent: { sampleCount: n, ensembleSize: decision.ensembleSize, clusterTotal: clusterTotalOf(decision) },
    choices: { ensembleSize: decision.ensembleSize, base: decision, distance: plan.distance, impute, scale },
    ensembleFor: (seed, concurrency, abort) =>
      baseOf(run, studies[0], {
        plan: { ...plan, seed },
        fitted,
        signal: abort,
        executor: engine ?? threads({ count: concurrency }),
      }),
  }
}

/** The number of base clusters, expected from their range. */
function clusterTotalOf({ ensembleSize, clusterCounts: { from, to } }: RunPlan['base']): number {
  return Math.ceil((ensembleSize * (from + to)) / 2)
}

function fromLabelings(name: string, table: Table, flags: CompareFlags): Parts {
  for (const option of ['impute', 'scale', 'categorical', 'dates', 'base', 'distance'] as const) {
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
    clusterCount: clusterCountOf(name, pool.sampleCount, classes, flags),
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
