import type { FittedRun } from 'chorale/internal'
import { type LabeledBlock, type RowTable, type Sink, standardOutput, writeWhole } from 'chorale-node/internal'
import type { Finding } from './finding.js'
import { isNpyPath, labelBytes, labelHeader, npyHead } from './label-files.js'
import { LabelTally } from './label-tally.js'
import { progressBars } from './progress.js'
import type { CommandContext } from './run-consensus.js'
import type { SharedFlags } from './shared-options.js'
import { DOUBTFUL } from './summary.js'

/**
 * Labels all rows of a large table with every fit, in one pass, and writes the labels on the way. They are kept only for
 * --json, which prints all of them. With an engine, workers read and label the rows of a file.
 */
export async function labelLarge(
  rows: RowTable,
  runs: readonly FittedRun[],
  flags: SharedFlags,
  { narrator, signal, engine }: CommandContext,
): Promise<Finding[]> {
  const { output, json } = flags
  const { sampleCount } = rows
  const show = progressBars(narrator)
  const tallies = runs.map(() => new LabelTally(DOUBTFUL))
  const kept = json
    ? runs.map(() => ({ labels: new Int32Array(sampleCount), confidence: new Float64Array(sampleCount) }))
    : null
  const isNpy = output !== undefined && isNpyPath(output)
  const clusterCounts = runs.map(({ clusterCount }) => clusterCount)
  const pass = async (sink: Sink | null) => {
    await sink?.(isNpy ? npyHead(sampleCount, clusterCounts) : `${labelHeader(clusterCounts)}\n`)
    const accept = async ({ from, clusterings, lines }: LabeledBlock) => {
      signal.throwIfAborted()
      clusterings.forEach(({ labels, confidence }, at) => {
        tallies[at].add(labels, confidence)
        kept?.[at].labels.set(labels, from)
        kept?.[at].confidence.set(confidence, from)
      })
      if (sink !== null) await sink(lines ?? labelBytes(clusterings))
    }
    const models = runs.map(({ model }) => model)
    const wantsLines = sink !== null && !isNpy
    const { source, table } = rows
    if (engine !== null && source.kind === 'npy') {
      const { path, rows: places } = source
      return engine.labelTable({ path, rows: places, reading: table.reading }, models, { wantsLines, accept })
    }
    const onDone = (done: number) => show('labeling all rows', { done, total: sampleCount })
    await rows.label(models, { wantsLines, accept, onDone })
  }
  if (output === undefined) await pass(null)
  else if (output === '-') await pass(standardOutput)
  else await writeWhole(output, pass)
  return runs.map(({ consensus, review, ...run }, at) => {
    const { labels, confidence } = kept?.[at] ?? consensus
    return { ...run, labels, confidence, tally: tallies[at], result: consensus, review: review! }
  })
}
