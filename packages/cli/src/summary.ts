import {
  type ClusterDescription,
  type ClusterVerdict,
  type Dataset,
  evaluate,
  hasNamelessFeatures,
  type Metrics,
  someNames,
} from 'chorale/internal'
import { terminal } from 'chorale-node/internal'
import {
  categoryShares,
  clusterProfiles,
  contrastText,
  countText,
  type FeatureDifference,
  percentText,
  type SampleNames,
  sampleNamer,
  shortText,
  tellingDifferences,
} from 'chorale-report/data'
import {
  clustersOf,
  type Finding,
  labelsOf,
  leastCertainOf,
  meanConfidenceOf,
  metricsOf,
  namesOfFit,
  noiseCountOf,
  ofFit,
  sampleCountOf,
} from './finding.js'
import { inFlagWords } from './flag-words.js'
import { painter } from './narrator.js'
import { textTable } from './text-table.js'

export interface SummaryInput {
  readonly finding: Finding
  /** All numbers of clusters that were tried; one if there is nothing to compare. */
  readonly findings: readonly Finding[]
  readonly verdict: ClusterVerdict
  readonly dataset: Dataset | null
  /** What the clusters are about; null without features. */
  readonly about: readonly ClusterDescription[] | null
  readonly names: SampleNames
  readonly truth: readonly string[] | null
  readonly truthName: string | null
  readonly timings: Record<string, number>
  /** Suggestions for the next step: commands or options. */
  readonly next: readonly string[]
}

/** How many of the least certain samples are shown. */
export const DOUBTFUL = 5

/** The result as text for the terminal. */
export function summaryText(input: SummaryInput): string {
  const { finding, findings, verdict, dataset, names, truth, truthName, timings, next } = input
  const paint = painter(terminal().stdout)
  const { result } = finding
  const { ensemble, method, alpha, foundClusterCount } = result
  const clusters = countText(foundClusterCount, 'cluster')
  const how = `method ${method}${alpha === null ? '' : `, alpha ${alpha}`}`
  const nameOf = sampleNamer(names)
  const doubtful = leastCertainOf(finding, DOUBTFUL).map(each => `${nameOf(each.row)} (${each.confidence.toFixed(2)})`)
  const stages = Object.entries(timings).filter(([stage]) => stage !== 'total')
  const lines = [
    ...(findings.length > 1 ? [...severalText(findings, finding, truth), ''] : []),
    paint('bold', verdict.sentence),
    ...verdict.next.map(inFlagWords),
    '',
    `${paint('bold', `${clusters} of ${countText(sampleCountOf(finding), 'sample')}`)} from ${countText(ensemble.ensembleSize, 'base clustering')} (${how})`,
    '',
    ...clusterTable(finding, tellingColumn(input)),
    '',
    ...keywordLines(input),
    ...noiseLines(finding),
    ...descriptionLines(dataset, finding),
    ...fitLines(finding),
    ...reasonLines(verdict.reasons),
    ...missingLines(finding),
    ...truthLines(finding, truth, truthName),
    `Least certain samples: ${doubtful.join(', ')}`,
    `Took ${seconds(timings.total)} (${stages.map(([stage, ms]) => `${stage} ${seconds(ms)}`).join(', ')})`,
  ]
  if (next.length > 0) lines.push('', paint('dim', 'Next:'), ...next.map(text => paint('dim', `  ${text}`)))
  return `${lines.join('\n')}\n`
}

/** What is told of every cluster beside its size. */
interface TellingColumn {
  readonly title: string
  readonly textOf: (cluster: number) => string
}

/** Features that differ; where these have no meaning, keywords, or the most central samples. */
function tellingColumn({ finding, dataset, about, names }: SummaryInput): TellingColumn | null {
  if (dataset === null || about === null) return null
  if (!hasNamelessFeatures(dataset)) {
    const profiles = clusterProfiles(dataset, labelsOf(finding, dataset))
    if (profiles.length === 0) return null
    const byCluster = new Map(profiles.map(profile => [profile.cluster, profile]))
    return {
      title: 'differs most in',
      textOf: cluster => differencesText(byCluster.get(cluster)?.differences ?? []),
    }
  }
  const byCluster = new Map(about.map(each => [each.cluster, each]))
  if (about.some(({ keywords }) => keywords.length > 0)) {
    return { title: 'keywords', textOf: cluster => wordsText(byCluster.get(cluster)) }
  }
  const nameOf = sampleNamer(namesOfDataset(finding, dataset, names))
  const centralOf = (cluster: number) => Array.from(byCluster.get(cluster)?.central ?? []).slice(0, MOST_CENTRAL)
  return { title: 'most central samples', textOf: cluster => centralOf(cluster).map(nameOf).join(', ') }
}

const MOST_CENTRAL = 3

/** The names of the rows of a dataset, which may have only those of the fit. */
function namesOfDataset(finding: Finding, { sampleCount }: Dataset, names: SampleNames): SampleNames {
  return finding.result.labels.length === sampleCount ? namesOfFit(finding, names) : names
}

/** `sea, ships, waves` as far as they fit on a line. */
function wordsText(about: ClusterDescription | undefined): string {
  if (about === undefined || about.keywords.length === 0) return 'no keyword'
  let text = shortText(about.keywords[0].word, 30)
  for (const { word } of about.keywords.slice(1)) {
    const more = `${text}, ${shortText(word, 30)}`
    if (more.length > MOST_WORDS) break
    text = more
  }
  return text
}

const MOST_WORDS = 60

/** Keywords beside features that have a meaning of their own. */
function keywordLines({ dataset, about }: SummaryInput): string[] {
  if (dataset === null || about === null || dataset.textName === null || hasNamelessFeatures(dataset)) return []
  const told = about.map(each => `${each.cluster}: ${wordsText(each)}`)
  return [`Keywords of ${shortText(dataset.textName, 30)} by cluster:`, ...told.map(line => `  ${line}`)]
}

/** Size, confidence and what tells most about every cluster. */
function clusterTable(finding: Finding, telling: TellingColumn | null): string[] {
  const rows = clustersOf(finding).map(({ cluster, size, share, meanConfidence }) => [
    String(cluster),
    String(size),
    `${(100 * share).toFixed(1)} %`,
    meanConfidence.toFixed(2),
    ...(telling === null ? [] : [telling.textOf(cluster)]),
  ])
  const head = ['cluster', 'samples', 'share', 'confidence', ...(telling === null ? [] : [telling.title])]
  return textTable([head, ...rows], [4])
}

/** How many samples belong to no cluster, with --noise. */
function noiseLines(finding: Finding): string[] {
  const count = noiseCountOf(finding)
  if (count === null) return []
  if (count === 0) return ['Every sample belongs to a cluster.']
  const share = percentText(count / sampleCountOf(finding))
  return [
    `${countText(count, 'sample')} (${share}) ${count === 1 ? 'belongs' : 'belong'} to no cluster: cluster -1, with an outlier score above 0.5.`,
  ]
}

/** `bill length mm 38.8 (others 47.8)` for up to three features, as far as they fit on a line. */
function differencesText(differences: readonly FeatureDifference[]): string {
  const told = tellingDifferences(differences).map(differenceText)
  if (told.length === 0) return 'no feature'
  let text = told[0]
  for (const each of told.slice(1)) if (text.length + each.length < MOST_CHARACTERS) text += `, ${each}`
  return text
}

const MOST_CHARACTERS = 110

function differenceText({ name, inside, outside, isShare, between }: FeatureDifference): string {
  if (between !== null) {
    return `${shortText(name, 30)} ${contrastText(inside, outside)[0]} (between clusters ${between.join(' and ')})`
  }
  const [here, there] = isShare ? [percentText(inside), percentText(outside)] : contrastText(inside, outside)
  return `${shortText(name, 30)} ${here} (others ${there})`
}

/** Cramér's V from which a text column is worth a line: a medium effect by Cohen's convention. */
const LEAST_ASSOCIATION = 0.3
const MOST_DESCRIPTIONS = 3

/** The text columns that depend most on the cluster, with the most common value of every cluster. */
function descriptionLines(dataset: Dataset | null, finding: Finding): string[] {
  if (dataset === null) return []
  const telling = categoryShares(dataset.descriptions, labelsOf(finding, dataset)).filter(
    ({ association }) => association >= LEAST_ASSOCIATION,
  )
  return telling.slice(0, MOST_DESCRIPTIONS).map(({ name, clusters, values, counts, clusterSizes }) => {
    const told = clusters.map((cluster, row) => {
      const inCluster = Array.from(counts.subarray(row * values.length, (row + 1) * values.length))
      const most = Math.max(...inCluster)
      return `${cluster} ${shortText(values[inCluster.indexOf(most)], 30)} ${percentText(most / clusterSizes[row])}`
    })
    return `Most common ${shortText(name, 30)} by cluster: ${someNames(told)}`
  })
}

/** What the clusters come from, if not from all rows. */
function fitLines({ fit, result }: Finding): string[] {
  const { rows: count, of } = fit ?? result.fit
  if (count === of) return []
  const rows = `Fit: a random sample of ${countText(count, 'row')}; it labels all ${countText(of, 'row')}.`
  if (fit === null) return [rows]
  const share = `A cluster with less than ${percentText(fit.smallestShare)} of the rows can be missed`
  const other = fit.agreement === null ? '' : `; a fit to other rows agrees with ARI ${rounded(fit.agreement, 2)}`
  return [`${rows} ${share}${other}`]
}

/** What the verdict is based on. */
export function reasonLines(reasons: readonly string[]): string[] {
  return reasons.length === 0 ? [] : ['Why:', ...reasons.map(reason => `  ${reason}`)]
}

function missingLines({ result, review: { partialLabelings } }: Finding): string[] {
  const { ensembleSize, missingCount, sampleCount } = result.ensemble
  if (partialLabelings === 0) return []
  const share = missingCount / (sampleCount * ensembleSize)
  return [
    `Missing labels: ${partialLabelings} of ${countText(ensembleSize, 'base clustering')} do not cover all samples ` +
      `(${countText(missingCount, 'label')}, ${percentText(share)})`,
  ]
}

/** The scores against the truth, of the consensus and of plain k-means. */
function truthLines(finding: Finding, truth: readonly string[] | null, truthName: string | null): string[] {
  if (truth === null) return []
  const { labels, review } = finding
  const rows = [['consensus', ...scoresOf(metricsOf(finding, labels, truth))]]
  if (review.baseline !== null) {
    rows.push(['k-means', ...scoresOf(evaluate(review.baseline.labels, ofFit(finding, truth)))])
  }
  return ['', ...textTable([[`Against "${truthName}"`, 'NMI', 'ARI', 'purity', 'F', 'accuracy'], ...rows], [0]), '']
}

function scoresOf({ nmi, ari, purity, fscore, accuracy }: Metrics): string[] {
  return [nmi, ari, purity, fscore, accuracy].map(score => rounded(score, 3))
}

/** The numbers of clusters that were tried, side by side. */
function severalText(findings: readonly Finding[], chosen: Finding, truth: readonly string[] | null): string[] {
  const hasBaseline = findings.some(({ review }) => review.baseline !== null)
  const head = [
    '',
    'k',
    'confidence',
    'stability',
    'overlap',
    'smallest',
    ...(hasBaseline ? ['k-means'] : []),
    ...(truth === null ? [] : ['NMI', 'ARI']),
  ]
  const rows = findings.map(finding => {
    const { labels, review, clusterCount } = finding
    const clusters = clustersOf(finding)
    const metrics = truth === null ? null : metricsOf(finding, labels, truth)
    return [
      finding === chosen ? '*' : '',
      String(clusterCount),
      meanConfidenceOf(finding).toFixed(2),
      review.halfAgreement === null ? '-' : rounded(review.halfAgreement, 2),
      review.overlap?.toFixed(3) ?? '-',
      String(Math.min(...clusters.map(({ size }) => size))),
      ...(hasBaseline ? [review.baseline === null ? '-' : rounded(review.baseline.agreement, 2)] : []),
      ...(metrics === null ? [] : [rounded(metrics.nmi, 3), rounded(metrics.ari, 3)]),
    ]
  })
  return [
    ...textTable([head, ...rows]),
    '',
    `* the best number of clusters by the evidence of chorale advise, shown below. stability: ARI of two halves of the base clusterings. overlap: share of`,
    `samples between the two closest clusters (below 0.08: separated). smallest: samples in the smallest cluster.${hasBaseline ? '\nk-means: ARI with plain k-means.' : ''}`,
  ]
}

/** A score with so many decimals; zero has no sign. */
function rounded(score: number, decimals: number): string {
  const text = score.toFixed(decimals)
  return Number(text) === 0 ? (0).toFixed(decimals) : text
}

function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(2)} s` : `${(ms / 1000).toFixed(0)} s`
}
