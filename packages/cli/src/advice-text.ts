import {
  type Advice,
  adviceAside,
  type ClusterCountCriteria,
  type ClusterVerdict,
  consistencyCheck,
  recommendEnsembleSize,
} from 'chorale/internal'
import { terminal } from 'chorale-node/internal'
import { countText, shellWord } from 'chorale-report/data'
import { painter } from './narrator.js'
import { reasonLines } from './summary.js'

/** The advice as text for the terminal. */
export function adviceText(
  advice: Advice,
  { sentence, reasons, next }: ClusterVerdict,
  {
    path,
    isTable,
    truth,
    options,
  }: {
    path: string
    isTable: boolean
    truth: { name: string; classCount: number } | null
    /** The options about the data that the next command needs, too. */
    options: readonly string[]
  },
): string {
  const paint = painter(terminal().stdout)
  const { convergence, stability, structure } = advice
  const stabilities = Array.from(stability.clusters, value => value.toFixed(2)).join(', ')
  const lines = [
    paint('bold', sentence),
    ...next,
    ...reasonLines(reasons),
    adviceAside(advice).join(' '),
    '',
    ...evidenceTable(advice),
    '',
    ...(advice.criteria[0].graphs === null ? tableNotes(isTable) : GRAPH_NOTES),
    '',
    structureText(structure),
    `Stability of ${countText(stability.clusters.length, 'cluster')} at k = ${stability.clusterCount}: ${stabilities} (mean consensus of sample pairs over ${countText(advice.resamples, 'resample')})`,
    ...(convergence === null ? [] : [convergence.words]),
  ]
  if (truth !== null)
    lines.push(`"${truth.name}" has ${countText(truth.classCount, 'class', 'classes')}. The advice does not use them.`)
  lines.push('', paint('dim', 'Next:'), paint('dim', `  ${nextCommand(advice, path, { isTable, options })}`))
  return `${lines.join('\n')}\n`
}

function tableNotes(isTable: boolean): string[] {
  return [
    'overlap: share of samples between the two closest clusters. stability: agreement (ARI) between resamples.',
    ...(isTable
      ? ['agreement: ARI between two ensembles. silhouette: of k-means, and its highest value in random data.']
      : []),
    'ambiguity: overlap and disagreement in one number, with the limit for weak evidence.',
  ]
}

const GRAPH_NOTES = [
  'quality: how well the clusters explain links of near samples, times stability and agreement, squared; * has the largest.',
  'stability: agreement (ARI) between resamples. agreement: between ways to cluster one resample.',
  'PAC: share of pairs of samples that are together in 10 to 90 % of the clusterings; then that of random data with the same correlations.',
  'RCSI: the logarithm of their ratio. p: the probability of so small a PAC in such random data.',
]

/** The command that follows from the advice. */
function nextCommand(
  { clusterCount, leading, verdict }: Advice,
  path: string,
  { isTable, options }: { isTable: boolean; options: readonly string[] },
): string {
  const words = ['chorale', isTable ? 'cluster' : 'consensus', path, ...options]
  const command = words.map(shellWord).join(' ')
  if (verdict === 'none') return `${command} -k ${leading} --report report.html   (to inspect the best candidate)`
  return `${command} -k ${clusterCount}`
}

const NULL_WORDS = {
  gaussian: 'normal data with the same covariance',
  uniform: 'uniform data in a box',
  permuted: 'shuffled labelings',
}

/** The widest bar of the picture. */
const BAR_WIDTH = 20

/** The evidence for every k; the bar is longer, the clearer the clusters are. */
function evidenceTable({ criteria, clusterCount, runnerUp }: Advice): string[] {
  const star = (each: ClusterCountCriteria) => {
    if (each.clusterCount === clusterCount) return '*'
    return each.clusterCount === runnerUp ? '+' : ''
  }
  if (criteria[0].graphs !== null) return aligned(graphTable(criteria, star))
  const isOfLabelings = criteria[0].agreement === null
  const head = [
    '',
    'k',
    'ambiguity',
    'limit',
    'overlap',
    'stability',
    ...(isOfLabelings ? [] : ['agreement', 'silhouette']),
    '',
  ]
  const rows = criteria.map(each => [
    star(each),
    String(each.clusterCount),
    each.ambiguity.toFixed(2),
    each.limits.weak.toFixed(2),
    each.overlap.toFixed(2),
    each.stability.toFixed(2),
    ...(isOfLabelings ? [] : [(each.agreement ?? 0).toFixed(2), silhouetteText(each)]),
    clarityBar(each),
  ])
  return aligned([head, ...rows])
}

/** The same for tables with many features; the bar is longer, the larger the quality. */
function graphTable(
  criteria: readonly ClusterCountCriteria[],
  star: (each: ClusterCountCriteria) => string,
): string[][] {
  const most = Math.max(...criteria.map(({ graphs }) => graphs!.quality))
  const head = ['', 'k', 'quality', 'stability', 'agreement', 'PAC', 'in random data', 'RCSI', 'p', '']
  return [
    head,
    ...criteria.map(each => {
      const { quality, pacOfNulls, rcsi, p } = each.graphs!
      return [
        star(each),
        String(each.clusterCount),
        quality.toFixed(2),
        each.stability.toFixed(2),
        (each.agreement ?? 0).toFixed(2),
        each.pac.toFixed(2),
        pacOfNulls.toFixed(2),
        rcsi.toFixed(2),
        p < 0.001 ? '<.001' : p.toFixed(3),
        (each.ambiguity <= each.limits.weak ? '#' : '-').repeat(Math.round((BAR_WIDTH * quality) / most)),
      ]
    }),
  ]
}

/** Rows of cells as lines, columns to the right, the last one to the left. */
function aligned(table: readonly (readonly string[])[]): string[] {
  const [head] = table
  const widths = head.map((_, column) => Math.max(...table.map(row => row[column].length)))
  return table.map(row => {
    const cells = row.map((cell, column) => (column === row.length - 1 ? cell : cell.padStart(widths[column])))
    return cells.join('  ').trimEnd()
  })
}

function silhouetteText({ silhouette, silhouetteOfNulls }: ClusterCountCriteria): string {
  if (silhouette === null || silhouetteOfNulls === null) return '-'
  return `${silhouette.toFixed(2)} / ${silhouetteOfNulls.toFixed(2)}`
}

/** # up to the ambiguity of weak evidence, = beyond: 1 - ambiguity, with half of it at the left end. */
function clarityBar({ ambiguity, limits }: ClusterCountCriteria): string {
  const length = Math.max(0, Math.round(BAR_WIDTH * (1 - 2 * Math.min(0.5, ambiguity))))
  return (ambiguity <= limits.weak ? '#' : '-').repeat(length)
}

/** What the theory recommends for a number of samples, before there are any data. */
export function planText(sampleCount: number, given: number | undefined) {
  const size = recommendEnsembleSize(sampleCount)
  const ensembleSize = given ?? size.recommended
  const consistency = consistencyCheck(sampleCount, ensembleSize)
  const words = [
    `The paper recommends ${countText(size.recommended, 'base clustering')} for ${countText(sampleCount, 'sample')} (√n). The default of chorale for k-means is ${size.standard} (√n, from 20 to 100).`,
    `Consistency: ${countText(ensembleSize, 'base clustering')}, ${consistency.standing} log n = ${size.logarithm.toFixed(1)} (log n / m = ${consistency.ratio.toFixed(3)}, which must tend to 0).`,
    `Error rates: √(log n / m) = ${consistency.rates.ensemble.toFixed(3)} from the ensemble, 1/√n = ${consistency.rates.samples.toFixed(4)} from the samples.`,
  ]
  const data = { input: { sampleCount }, size, ensembleSize, consistency }
  return { words: `${words.join('\n')}\n`, data }
}

function structureText({ nulls, statistic, observed }: Advice['structure']): string {
  const against = nulls.map(({ name, pBand, typical }) => `${NULL_WORDS[name]} ${typical.toFixed(2)} (p ${pBand})`)
  const value = statistic === 'agreement' ? 'mean agreement' : 'smallest ambiguity'
  return `Comparison with data without clusters: your data have a ${value} of ${observed.toFixed(2)}; ${against.join('; ')}.`
}
