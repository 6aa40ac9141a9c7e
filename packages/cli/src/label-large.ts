import type { FittedRun, SampleLabels, UncheckedRun } from 'chorale/internal'
import { type LabeledBlock, type RowTable, type Sink, standardOutput, writeWhole } from 'chorale-node/internal'
import type { Finding } from './finding.js'
import { isNpyPath, labelBytes, labelHeader, npyHead } from './label-files.js'
import { LabelTally } from './label-tally.js'
import { progressBars } from './progress.js'
import type { CommandContext } from './run-consensus.js'
import type { SharedFlags } from './shared-options.js'
import { DOUBTFUL } from './summary.js'

/** What is known of the labels of all rows, by fit. */
export type LargeLabels = readonly { readonly tally: LabelTally; readonly kept: SampleLabels | null }[]

/** The clustering of a large table. */
export function largeFinding({ consensus, review, ...run }: FittedRun, { tally, kept }: LargeLabels[number]): Finding {
  const { labels, confidence } = kept ?? consensus
  const outlier = kept?.outlier ?? null
  const noise = Boolean(run.model.base?.noise)
  return { ...run, labels, confidence, noise, outlier, tally, result: consensus, review: review! }
}

/**
 * Labels all rows of a large table with every fit, in one pass, and writes the labels on the way. They are kept only for
 * --json, which prints all of them. With an engine, workers read and label the rows of a file. `checks` ends when the fits are
 * checked: labels are complete only then, and this thread takes part.
 */
export async function labelLarge(
  rows: RowTable,
  runs: readonly UncheckedRun[],
  checks: Promise<unknown>,
  flags: SharedFlags,
  { narrator, signal, engine }: CommandContext,
): Promise<LargeLabels> {
  const { output, json } = flags
  const { sampleCount } = rows
  const show = progressBars(narrator)
  const tallies = runs.map(() => new LabelTally(DOUBTFUL))
  const hasOutliers = runs.map(({ model }) => Boolean(model.base?.noise))
  const kept = json
    ? hasOutliers.map(has => ({
        labels: new Int32Array(sampleCount),
        confidence: new Float64Array(sampleCount),
        ...(has ? { outlier: new Float64Array(sampleCount) } : {}),
      }))
    : null
  const isNpy = output !== undefined && isNpyPath(output)
  const clusterCounts = runs.map(({ clusterCount }) => clusterCount)
  const pass = async (sink: Sink | null) => {
    const isNoisy = hasOutliers.includes(true)
    await sink?.(isNpy ? npyHead(sampleCount, clusterCounts, isNoisy) : `${labelHeader(clusterCounts, isNoisy)}\n`)
    const accept = async ({ from, clusterings, lines }: LabeledBlock) => {
      signal.throwIfAborted()
      clusterings.forEach(({ labels, confidence, outlier }, at) => {
        tallies[at].add(labels, confidence)
        kept?.[at].labels.set(labels, from)
        kept?.[at].confidence.set(confidence, from)
        if (outlier) kept?.[at].outlier?.set(outlier, from)
      })
      if (sink !== null) await sink(lines ?? labelBytes(clusterings))
    }
    const models = runs.map(({ model }) => model)
    const wantsLines = sink !== null && !isNpy
    const { source, table } = rows
    if (engine !== null && source.kind === 'npy') {
      const { path, rows: places } = source
      await engine.labelTable({ path, rows: places, reading: table.reading }, models, { wantsLines, accept })
      await checks
      return
    }
    const onDone = (done: number) => show('labeling all rows', { done, total: sampleCount })
    await rows.label(models, { wantsLines, accept, onDone, meanwhile: checks })
  }
  if (output === undefined) await pass(null)
  else if (output === '-') await pass(standardOutput)
  else await writeWhole(output, pass)
  return tallies.map((tally, at) => ({ tally, kept: kept?.[at] ?? null }))
}
