import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  adoptColumns,
  advisedClusterCount,
  checkColumnCount,
  checkedLabels,
  checkLabels,
  InputError,
  type LabelingTable,
  labelBlocks,
  loadHotLoops,
  mergeLabelings,
  packLabelings,
  readTable,
  Stopwatch,
  type Table,
  tableBlocks,
  toLabelings,
  WholeFileNeeded,
} from 'chorale/internal'
import { isUrl, openSource, readInput, shownUrl } from 'chorale-node/internal'
import { countText } from 'chorale-report/data'
import type { Command } from 'commander'
import { autoClusterCount } from './auto-clusters.js'
import { describeConsensusPlan } from './dry-run.js'
import { withEngine } from './engine.js'
import { readOptions, roleOptions } from './feature-options.js'
import { inFlagWords } from './flag-words.js'
import { interruptSignal } from './interrupt.js'
import { createNarrator, printWords } from './narrator.js'
import {
  type CommandContext,
  type ConsensusJob,
  checkOutputs,
  chooseClusterCount,
  runConsensus,
} from './run-consensus.js'
import { addSharedOptions, type SharedFlags } from './shared-options.js'
import { wholeEnsemble } from './whole-ensemble.js'

export function addConsensusCommand(command: Command): void {
  command.argument(
    '<labelings...>',
    'table with one clustering per column: CSV, TSV, Excel, JSON, Parquet, Arrow, .npy, .npz, .mat or ARFF, optionally gzipped; - is standard input; several files are merged by their id columns',
  )
  addSharedOptions(command).action(clusterLabelings)
}

async function clusterLabelings(paths: string[], flags: SharedFlags): Promise<void> {
  const context = {
    narrator: createNarrator(flags.quiet ?? false),
    watch: new Stopwatch(),
    signal: interruptSignal(),
  }
  await checkOutputs(paths, flags)
  await withEngine({ command: 'consensus', paths, flags, beside: flags.output }, context, resources =>
    consensusOfFiles(paths, flags, { ...context, ...resources }),
  )
}

async function consensusOfFiles(paths: string[], flags: SharedFlags, context: CommandContext): Promise<void> {
  context.watch.enter('load')
  // Compiled in the background while the labelings are read.
  void loadHotLoops()
  const isShared = context.engine !== null && paths.length === 1 && !flags.append
  const wantsBlocks = isShared || (!flags.append && (await isLarge(paths)))
  const inBlocks = wantsBlocks ? await readInBlocks(paths[0], flags, context) : null
  const input = inBlocks ?? (await readLabelings(paths, flags, context.signal))
  for (const note of input.notes) context.narrator.note(inFlagWords(note))
  for (const warning of input.warnings) context.narrator.warn(warning)
  // Each of these steps takes a while for very many labelings.
  await nextTurn()
  context.signal.throwIfAborted()
  const ensemble = 'packed' in input ? input.packed : adoptColumns(input)
  await nextTurn()
  const wanted = chooseClusterCount(flags, input, context.narrator)
  if (flags.dryRun) {
    await printWords(await describeConsensusPlan(ensemble, flags, wanted, context.signal))
    return
  }
  const advice =
    wanted === 'auto' ? await autoClusterCount(wholeEnsemble(ensemble), { seed: flags.seed }, context) : null
  const counts = advice === null ? [wanted as number].flat() : [advisedClusterCount('consensus', advice, flags.force)]
  const { truth, truthName, idName, notes } = input
  const job: ConsensusJob = {
    command: 'consensus',
    paths: paths.map(shownUrl),
    table: 'table' in input ? input.table : null,
    dataset: null,
    names: { ids: input.ids, droppedRows: [] },
    truth,
    truthName,
    idName,
    notes,
    warnings: input.warnings,
    advice,
    options: {},
  }
  await runConsensus(job, ensemble, counts, flags, context)
}

/** Larger files are read in blocks, and their labels are stored packed. */
const LARGE = 8 * 2 ** 20

/** Larger files cannot be read as a whole. */
const MOST_WHOLE = 2 ** 31 - 1

async function isLarge(paths: readonly string[]): Promise<boolean> {
  if (paths.length > 1 || paths[0] === '-') return false
  // A URL is always read in blocks, whatever its size.
  if (isUrl(paths[0])) return true
  const entry = await stat(paths[0]).catch(() => null)
  return entry?.isFile() === true && entry.size > LARGE
}

/**
 * Reads a large file. Only one block and the packed labels are in memory; other machines may have packed them. Null if
 * the file has to be read as a whole.
 */
async function readInBlocks(path: string, flags: SharedFlags, { signal, narrator, engine }: CommandContext) {
  const { variable, sheet, header, encoding } = readOptions(flags)
  const source = await openSource(path)
  try {
    const tables = tableBlocks(source, { variable, sheet, header, encoding, signal })
    const checked = flags.columns === undefined ? checkedLabels(source.name, tables) : tables
    const { blocks, ...found } = await labelBlocks(checked, source.name, { ...roleOptions(flags), signal })
    checkColumnCount(found.names)
    // Workers can read their rows themselves if the file holds nothing but labels.
    const isPlain = found.ids === null && found.truth === null
    const shared = isPlain ? await engine?.readLabels(path, found.names) : null
    const packed =
      shared ??
      (await packLabelings(blocks, {
        names: found.names,
        clusterNames: found.clusterNames,
        signal,
        onProgress: ({ done }) => narrator.status(`reading: ${countText(done, 'sample')}`),
      }))
    return { ...found, packed, sampleCount: packed.sampleCount }
  } catch (error) {
    if (!(error instanceof WholeFileNeeded)) throw error
    if (source.byteLength > MOST_WHOLE) throw new InputError(error.message)
    narrator.note(`${error.message}; the file is read again as a whole`)
    return null
  } finally {
    await source.close()
  }
}

async function readLabelings(
  paths: string[],
  flags: SharedFlags,
  signal: AbortSignal,
): Promise<LabelingTable & { table: Table | null }> {
  const { columns, exclude } = flags
  const tables = []
  for (const path of paths) {
    const bytes = await readInput(path, signal)
    tables.push(
      await readTable(bytes, {
        ...readOptions(flags),
        name: path === '-' ? 'standard input' : basename(shownUrl(path)),
        signal,
      }),
    )
    await nextTurn()
    signal.throwIfAborted()
  }
  if (columns === undefined) for (const table of tables) checkLabels(table.name ?? 'consensus', table)
  if (tables.length === 1) return { ...toLabelings(tables[0], roleOptions(flags)), table: tables[0] }
  const limiting = columns !== undefined ? '--columns' : exclude !== undefined ? '--exclude' : null
  if (limiting !== null)
    throw new InputError(`${limiting} works with one file only; several files are merged with all their columns`)
  const { id, truth } = roleOptions(flags)
  return { ...mergeLabelings(tables, { id, truth }), table: null }
}
