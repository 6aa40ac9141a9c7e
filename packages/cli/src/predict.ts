import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { evaluate, InputError, loadModel, type Metrics, type Model, predict, Stopwatch } from 'chorale/internal'
import { isUrl, readInput, standardOutput, writeWhole } from 'chorale-node/internal'
import { labelsCsv } from 'chorale-report/data'
import type { Command } from 'commander'
import { checkOutputFiles } from './check-output-files.js'
import {
  addOrientationOptions,
  addReadOptions,
  genesInOf,
  type OrientationFlags,
  type ReadFlags,
} from './feature-options.js'
import { inFlagWords } from './flag-words.js'
import { interruptSignal } from './interrupt.js'
import { writeJson } from './json-output.js'
import { createNarrator } from './narrator.js'
import { nameList } from './parse.js'
import { readAnyTable } from './read-samples.js'
import { csvNames } from './safe-csv.js'
import { VERSION } from './version.js'

interface PredictFlags extends ReadFlags, OrientationFlags {
  id?: string
  truth?: string
  output?: string
  json?: boolean
  safeCsv?: boolean
  quiet?: boolean
}

export function addPredictCommand(command: Command): void {
  command
    .argument('<model>', 'model file that cluster or consensus wrote with --save')
    .argument(
      '<table>',
      'new samples: their features, or their labels for a model saved by consensus; - is standard input',
    )
    .option('--id <column>', 'column with sample ids')
    .option('--truth <column>', 'column with the true classes, to compare with')
    .option(
      '--missing <a,b>',
      'further values that mean no value, as in the command that saved the model',
      nameList('--missing'),
    )
    .option('-o, --output <file>', 'write id,cluster,confidence as CSV (default: standard output)')
    .option('--safe-csv', 'put an apostrophe before ids that a spreadsheet would run as formulas')
    .option('--json', 'print everything as one JSON object')
    .option('--quiet', 'print only errors on standard error')
  addOrientationOptions(addReadOptions(command)).action(predictFile)
}

async function predictFile(modelPath: string, path: string, flags: PredictFlags): Promise<void> {
  const narrator = createNarrator(flags.quiet ?? false)
  const signal = interruptSignal()
  const watch = new Stopwatch()
  const { id, truth: truthColumn, output, json } = flags
  if (modelPath === '-')
    throw new InputError('the model must be a file; only the table can come from standard input (-)')
  if (output === '-' && json)
    throw new InputError('-o - and --json both write to standard output; leave out one of them')
  const outputFile = output === '-' ? undefined : output
  await checkOutputFiles([modelPath, path], [['-o', outputFile]])

  watch.enter('load')
  const model = loadModel(await readText(modelPath, signal), { name: basename(modelPath) })
  const table = await readAnyTable(path, flags, signal)

  watch.enter('labels')
  const found = await predict(model, table, {
    id,
    truth: truthColumn,
    genesIn: genesInOf(flags),
    signal,
    onProgress: ({ phase, done, total }) => narrator.status(`${phase}: ${done} of ${total}`),
  })
  watch.enter(null)
  narrator.status('')
  for (const note of found.notes) narrator.note(inFlagWords(note))
  for (const warning of found.warnings) narrator.warn(warning)
  const { labels, confidence, ids } = found
  const metrics = compare(labels, found.truth)

  const names = csvNames({ ids, droppedRows: [] }, flags)
  if (outputFile !== undefined) {
    await writeWhole(outputFile, async sink => {
      for (const piece of labelsCsv(found, names)) await sink(piece)
    })
    narrator.note(`wrote ${outputFile} (id, cluster, confidence)`)
  }
  signal.throwIfAborted()
  if (json) {
    await writeJson(standardOutput, {
      chorale: VERSION,
      command: 'predict',
      model: { path: modelPath, ...modelRecord(model) },
      input: { path, sampleCount: labels.length, idColumn: found.idName, truthColumn: truthColumn ?? null },
      method: model.method,
      options: model.options,
      clusterCount: model.clusterCount,
      labels,
      confidence,
      ids: ids ?? undefined,
      metrics,
      timings: watch.timings(),
      warnings: found.warnings,
      notes: found.notes,
    })
  } else if (outputFile === undefined) {
    for (const piece of labelsCsv(found, names)) await standardOutput(piece)
  }
  if (metrics !== null && !json) {
    const { nmi, ari, accuracy } = metrics
    narrator.note(
      `compared with "${truthColumn}": NMI ${nmi.toFixed(3)}, ARI ${ari.toFixed(3)}, accuracy ${accuracy.toFixed(3)}`,
    )
  }
}

/** Compares the clusters with the truth, for the samples that have a cluster. */
function compare(labels: Int32Array, truth: readonly string[] | null): Metrics | null {
  if (truth === null || labels.every(label => label < 0)) return null
  const isLabeled = (_: unknown, i: number) => labels[i] >= 0
  return evaluate(labels.filter(isLabeled), truth.filter(isLabeled))
}

/** The facts about a model, for JSON. */
function modelRecord({ base, consensus }: Model) {
  return {
    kind: consensus.rule.kind,
    rememberedRows: consensus.rows.rowCount,
    ensembleSize: consensus.names.length,
    columns: base === null ? consensus.names : (base.reading?.columns.map(({ column }) => column) ?? []),
  }
}

/** The longest text that the JavaScript engine can hold is a little longer. */
const MOST_MODEL_BYTES = 2 ** 28

async function readText(path: string, signal: AbortSignal): Promise<string> {
  // Whoever reads the file says what is wrong if it is not there.
  const entry = isUrl(path) ? null : await stat(path).catch(() => null)
  checkModelSize(path, entry?.size ?? 0)
  const bytes = await readInput(path, signal)
  checkModelSize(path, bytes.length)
  return new TextDecoder().decode(bytes)
}

function checkModelSize(path: string, byteLength: number): void {
  if (byteLength <= MOST_MODEL_BYTES) return
  throw new InputError(`${path}: a model has at most ${MOST_MODEL_BYTES / 2 ** 20} MiB; this file is larger`)
}
