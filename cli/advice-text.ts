import {
  type Advice,
  type ClusterCountCriteria,
  consistencyCheck,
  countText,
  ensembleSizeForBound,
  excessRiskBound,
  generalizationBound,
  recommendEnsembleSize,
  shellWord,
} from '../src/internal.js'
import { painter } from './narrator.js'

/** The advice as text for the terminal. */
export function adviceText(
  advice: Advice,
  { path, isTable, truth }: { path: string; isTable: boolean; truth: { name: string; classCount: number } | null },
): string {
  const paint = painter(process.stdout)
  const { clusterCount, reason, criteria, structure, convergence, stability, theory, ensembleSize } = advice
  const { consistency, size, bound } = theory
  const stabilities = Array.from(stability.clusters, value => value.toFixed(2)).join(', ')
  const command = isTable ? 'cluster' : 'consensus'
  const lines = [
    paint('bold', reason),
    '',
    ...criteriaTable(criteria, clusterCount),
    '',
    'overlap: share of samples between the two closest clusters (below 0.08: separated). stability: ARI between resamples.',
    'PAC: share of pairs that are together in some resamples only.',
    '',
    structureText(structure),
    ...(convergence === null ? [] : [convergence.words]),
    `Stability of ${countText(stability.clusters.length, 'cluster')}: ${stabilities} (mean consensus of sample pairs over ${countText(advice.resamples, 'resample')})`,
    `Theory: ${countText(ensembleSize, 'base clustering')}, ${consistency.standing} log n = ${size.logarithm.toFixed(1)}. The paper recommends ${size.recommended}. The error bound is ${bound.value.toFixed(1)}${bound.informative ? '' : ', too loose to be informative'}.`,
  ]
  if (truth !== null)
    lines.push(`"${truth.name}" has ${countText(truth.classCount, 'class', 'classes')}. The advice does not use them.`)
  const next = clusterCount > 1 ? `chorale ${command} ${shellWord(path)} -k ${clusterCount}` : null
  if (next !== null) lines.push('', paint('dim', 'Next:'), paint('dim', `  ${next}`))
  return `${lines.join('\n')}\n`
}

const NULL_WORDS = {
  gaussian: 'normal data with the same covariance',
  uniform: 'uniform data in a box',
  permuted: 'shuffled labelings',
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

/** What the theory recommends for a number of samples, before there are any data. */
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
    : ' Both exceed the trivial bound k/n: they show how fast errors shrink, not how large they are.'
  const words = [
    `The paper recommends ${countText(size.recommended, 'base clustering')} for ${countText(sampleCount, 'sample')} (√n). The default of chorale is ${size.standard} (√n, from 20 to 100).`,
    `Consistency: ${countText(ensembleSize, 'base clustering')}, ${consistency.standing} log n = ${size.logarithm.toFixed(1)} (log n / m = ${consistency.ratio.toFixed(3)}, which must tend to 0).`,
    `Error rates: √(log n / m) = ${consistency.rates.ensemble.toFixed(3)} from the ensemble, 1/√n = ${consistency.rates.samples.toFixed(4)} from the samples.`,
    `Bounds at k = ${clusterCount}, δ = 0.05, eigengap 1: generalization ${generalization.value.toFixed(2)}, excess risk ${excessRisk.value.toFixed(2)}.${loose}`,
    `With ${countText(forHalf, 'base clustering')}, the ensemble's part of the bound falls to 0.5.`,
  ]
  const data = { input: { sampleCount }, size, ensembleSize, consistency, bounds: { generalization, excessRisk } }
  return { words: `${words.join('\n')}\n`, data }
}

function structureText({ nulls, statistic, observed }: Advice['structure']): string {
  const against = nulls.map(
    ({ name, pValue, typical }) => `${NULL_WORDS[name]} ${typical.toFixed(3)} (p = ${pValue.toPrecision(2)})`,
  )
  return `Are there clusters? Your data have ${statistic} ${observed.toFixed(3)}. Data without clusters: ${against.join('; ')}.`
}
