import {
  type Advice,
  type ClusterCountCriteria,
  consistencyCheck,
  ensembleSizeForBound,
  excessRiskBound,
  generalizationBound,
  recommendEnsembleSize,
  shellWord,
} from '../src/internal.js'
import { painter } from './narrator.js'

/** The advice for a person to read. */
export function adviceText(
  advice: Advice,
  { path, isTable, truth }: { path: string; isTable: boolean; truth: { name: string; classCount: number } | null },
): string {
  const paint = painter(process.stdout)
  const { clusterCount, reason, criteria, structure, convergence, stability, theory, ensembleSize } = advice
  const { consistency, size, bound } = theory
  const sizes = stability.clusters.length
  const command = isTable ? 'cluster' : 'consensus'
  const lines = [
    paint('bold', reason),
    '',
    ...criteriaTable(criteria, clusterCount),
    '',
    'overlap: samples between the two clusters that are least apart (below 0.08: apart); stability: ARI of resamples;',
    'PAC: pairs that are together in some resamples only.',
    '',
    structureText(structure),
    ...(convergence === null ? [] : [convergence.words]),
    `Stability of the ${sizes} clusters: ${Array.from(stability.clusters, value => value.toFixed(2)).join(', ')} (mean consensus of their pairs over ${advice.resamples} resamples)`,
    `Theory: ${ensembleSize} base clusterings are ${consistency.standing} log n = ${size.logarithm.toFixed(1)}; the paper recommends ${size.recommended}. Its bound is ${bound.value.toFixed(1)}${bound.informative ? '' : ', too loose to say anything here'}.`,
  ]
  if (truth !== null) lines.push(`"${truth.name}" has ${truth.classCount} classes; the advice did not look at them.`)
  const next = clusterCount > 1 ? `chorale ${command} ${shellWord(path)} -k ${clusterCount}` : null
  if (next !== null) lines.push('', paint('dim', 'Next:'), paint('dim', `  ${next}`))
  return `${lines.join('\n')}\n`
}

const NULL_WORDS = {
  gaussian: 'against a normal cloud of the same covariance',
  uniform: 'against a uniform box',
  permuted: 'against shuffled labelings',
}

function criteriaTable(criteria: readonly ClusterCountCriteria[], chosen: number): string[] {
  const head = ['', 'k', 'overlap', 'stability', 'eigengap', 'agreement', 'PAC', 'delta area', 'silhouette']
  const rows = criteria.map(each => [
    each.clusterCount === chosen ? '*' : '',
    String(each.clusterCount),
    ...[each.overlap, each.stability, each.eigengap, each.agreement, each.pac, each.deltaArea].map(value =>
      value.toFixed(3),
    ),
    each.silhouette?.toFixed(3) ?? '-',
  ])
  const table = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...table.map(row => row[column].length)))
  return table.map(row => row.map((cell, column) => cell.padStart(widths[column])).join('  '))
}

/** What the theory says before there are data. */
export function planText(sampleCount: number, clusterCount: number, given: number | undefined) {
  const size = recommendEnsembleSize(sampleCount)
  const ensembleSize = given ?? size.recommended
  const consistency = consistencyCheck(sampleCount, ensembleSize)
  const extent = { sampleCount, ensembleSize, clusterCount }
  const generalization = generalizationBound(extent)
  const excessRisk = excessRiskBound(extent)
  const forHalf = ensembleSizeForBound({ sampleCount, clusterCount, limit: 0.5 })
  const loose = generalization.informative
    ? ''
    : ' Both are above what holds anyway, k/n: they show how errors shrink, not how large they are.'
  const words = [
    `${size.recommended} base clusterings for ${sampleCount} samples: √n, as the paper recommends; chorale makes ${size.standard} when nothing is said (from 20 to 100).`,
    `${ensembleSize} base clusterings are ${consistency.standing} log n = ${size.logarithm.toFixed(1)} (log n / m = ${consistency.ratio.toFixed(3)}; consistency asks that it goes to 0).`,
    `Rate: √(log n / m) = ${consistency.rates.ensemble.toFixed(3)} from the ensemble, 1/√n = ${consistency.rates.samples.toFixed(4)} from the samples.`,
    `Bounds at k = ${clusterCount}, δ = 0.05, eigengap 1: generalization ${generalization.value.toFixed(2)}, excess risk ${excessRisk.value.toFixed(2)}.${loose}`,
    `The ensemble's part of the bound would fall to 0.5 with ${forHalf} base clusterings.`,
  ]
  const data = { input: { sampleCount }, size, ensembleSize, consistency, bounds: { generalization, excessRisk } }
  return { words: `${words.join('\n')}\n`, data }
}

function structureText({ nulls, statistic, observed }: Advice['structure']): string {
  const against = nulls.map(
    ({ name, pValue, typical }) =>
      `${NULL_WORDS[name]}: p = ${pValue.toPrecision(2)} (${statistic} ${typical.toFixed(3)})`,
  )
  return `Anything at all? ${against.join('; ')}; the data: ${statistic} ${observed.toFixed(3)}`
}
