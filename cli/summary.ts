import {
  type ConsensusResult,
  countText,
  indicesOfSmallest,
  type Metrics,
  type SampleNames,
  sampleNamer,
} from '../src/internal.js'
import { painter } from './narrator.js'

export interface SummaryInput {
  readonly result: ConsensusResult
  readonly names: SampleNames
  readonly metrics: Metrics | null
  readonly truthName: string | null
  readonly timings: Record<string, number>
  /** Suggestions for the next step: commands or options. */
  readonly next: readonly string[]
}

/** The result as text for the terminal. */
export function summaryText({ result, names, metrics, truthName, timings, next }: SummaryInput): string {
  const paint = painter(process.stdout)
  const { ensemble, method, alpha, confidence } = result
  const clusters = countText(result.foundClusterCount, 'cluster')
  const how = `method ${method}${alpha === null ? '' : `, alpha ${alpha}`}`
  const lines = [
    `${paint('bold', `${clusters} of ${countText(ensemble.sampleCount, 'sample')}`)} from ${countText(ensemble.ensembleSize, 'base clustering')} (${how})`,
    '',
    ...clusterTable(result),
    '',
  ]
  if (metrics !== null) {
    const { nmi, ari, purity, fscore, accuracy } = metrics
    const cells = Object.entries({ NMI: nmi, ARI: ari, purity, F: fscore, accuracy })
    lines.push(`Against "${truthName}": ${cells.map(([name, value]) => `${name} ${value.toFixed(3)}`).join('   ')}`)
  }
  const nameOf = sampleNamer(names)
  const doubtful = indicesOfSmallest(confidence, 5).map(i => `${nameOf(i)} (${confidence[i].toFixed(2)})`)
  lines.push(`Least certain samples: ${doubtful.join(', ')}`)
  const stages = Object.entries(timings).filter(([stage]) => stage !== 'total')
  lines.push(`Took ${seconds(timings.total)} (${stages.map(([stage, ms]) => `${stage} ${seconds(ms)}`).join(', ')})`)
  if (next.length > 0) lines.push('', paint('dim', 'Next:'), ...next.map(text => paint('dim', `  ${text}`)))
  return `${lines.join('\n')}\n`
}

function clusterTable({ labels, confidence }: ConsensusResult): string[] {
  const count = labels.reduce((most, label) => Math.max(most, label), 0) + 1
  const sizes = new Float64Array(count)
  const sums = new Float64Array(count)
  labels.forEach((label, i) => {
    sizes[label]++
    sums[label] += confidence[i]
  })
  const rows = Array.from(sizes, (size, label) => [
    String(label),
    String(size),
    `${((100 * size) / labels.length).toFixed(1)} %`,
    (sums[label] / size).toFixed(2),
  ])
  const table = [['cluster', 'samples', 'share', 'confidence'], ...rows]
  const widths = table[0].map((_, column) => Math.max(...table.map(row => row[column].length)))
  return table.map(row => row.map((cell, column) => cell.padStart(widths[column])).join('  '))
}

function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(2)} s` : `${(ms / 1000).toFixed(0)} s`
}
