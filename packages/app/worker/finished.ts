import {
  adjustedRandIndex,
  agreementWithLabelings,
  type ClusterVerdict,
  type ConsensusResult,
  datasetRows,
  evaluate,
  type Labels,
  normalizedMutualInformation,
} from 'chorale/internal'
import {
  clusterProfiles,
  clusterRows,
  confidenceBins,
  type ReportInput,
  type SampleNames,
  sampleNamer,
  spectrumOf,
  truthTable,
  weightRows,
} from 'chorale-report/data'
import packageJson from '../package.json'
import { inAppWords } from '../words.js'
import type { Found } from './find-clusters.js'
import type { Input } from './inputs.js'
import type { ComparisonView, Picture, ResultView } from './messages.js'

/** The last result with its input. */
export interface Finished extends Found {
  readonly input: Input
  /** The name of the file. */
  readonly name: string
  /** Whether the clusters have other numbers than the command line gives them. */
  readonly isRenumbered: boolean
  /** The clusters that live on from the result before. */
  readonly kept: readonly number[]
  /** Whether the user merged clusters. */
  readonly isMerged?: boolean
}

/** A table of clusters and classes with more rows or columns than this is unreadable. */
const MOST_CLASSES = 60

/** The data of a result that the page needs. */
export function resultView(
  finished: Finished,
  pictures: { readonly picture: Picture | null; readonly plane: Picture | null },
): ResultView {
  const { labels, confidence, places, plan, ensemble, result, review, verdict, input } = finished
  const { timings, isReused, isRenumbered, kept, isMerged = false } = finished
  const { eigenvalues, eigengap } = result
  const { truth, truthName } = truthOf(input)
  const profiles = input.kind === 'features' ? clusterProfiles(input.dataset, labels) : []
  const clusters = clusterRows(labels, confidence)
  return {
    labels: labels.slice(),
    confidence: confidence.slice(),
    clusters,
    isReused,
    isRenumbered,
    isMerged,
    kept,
    timings,
    ...pictures,
    method: result.method,
    clusterCount: result.clusterCount,
    alpha: result.alpha,
    alphaSearch: result.alphaSearch,
    objectiveTrace: result.objectiveTrace,
    fittedRows: places?.length ?? (result.fit.rows === result.fit.of ? null : result.fit.rows),
    choices: plan?.choices ?? [],
    profiles: profiles.length > 0 ? profiles : null,
    weights: weightRows(ensemble, result.labels, result.weights),
    spectrum: eigenvalues === null || eigengap === null ? null : spectrumOf(eigenvalues, eigengap),
    confidenceBins: confidenceBins(confidence),
    truth: truth && {
      name: truthName ?? 'truth',
      metrics: evaluate(labels, truth),
      table: clusters.length <= MOST_CLASSES && new Set(truth).size <= MOST_CLASSES ? truthTable(labels, truth) : null,
    },
    verdict: inAppVerdict(verdict),
    halfAgreement: review.halfAgreement,
    baselineAgreement: review.baseline?.agreement ?? null,
    warnings: [...(input.kind === 'labelings' ? input.labelings.warnings : []), ...finished.warnings.map(inAppWords)],
    notes: notesOf(finished),
    ensembleSize: ensemble.labelings.length,
  }
}

/** Another result on the same base clusterings, compared with this one. */
export function comparisonView(
  { labels, places, result, ensemble, input }: Finished,
  other: ConsensusResult,
  picture: Picture | null,
): ComparisonView {
  const truth = ofFit(truthOf(input).truth, places)
  const isReadable = Math.max(result.foundClusterCount, other.foundClusterCount) <= MOST_CLASSES
  return {
    labels: places === null ? other.labels : spread(other.labels, places, labels.length),
    method: other.method,
    foundClusterCount: other.foundClusterCount,
    alpha: other.alpha,
    picture,
    ari: adjustedRandIndex(result.labels, other.labels),
    nmi: normalizedMutualInformation(result.labels, other.labels),
    table: isReadable ? truthTable(other.labels, Array.from(result.labels, String)) : null,
    baseAgreement: [
      agreementWithLabelings(result.labels, ensemble.labelings),
      agreementWithLabelings(other.labels, ensemble.labelings),
    ],
    metrics: truth && evaluate(other.labels, truth),
    warnings: other.warnings,
  }
}

/** Labels of some rows among all; the others have none. */
function spread(labels: Labels, places: Int32Array, count: number): Labels {
  const all = new Int32Array(count).fill(-1)
  for (let at = 0; at < places.length; at++) all[places[at]] = labels[at]
  return all
}

/** The values of the rows that the clusters come from. */
function ofFit<Value>(values: readonly Value[] | null, places: Int32Array | null): readonly Value[] | null {
  return values === null || places === null ? values : Array.from(places, row => values[row])
}

/** The data of a result that the report needs. It is about the rows that the clusters come from. */
export function reportInputOf(
  finished: Finished,
  { command, date, clusterNames }: Pick<ReportInput, 'command' | 'date' | 'clusterNames'>,
): ReportInput {
  const { places, result, review, verdict, explanation, ensemble, input, timings, name } = finished
  const { truth, truthName } = truthOf(input)
  return {
    result,
    review,
    verdict: inAppVerdict(verdict),
    explanation,
    ensemble,
    dataset: input.kind === 'labelings' ? null : places === null ? input.dataset : datasetRows(input.dataset, places),
    ids: idsOf(finished),
    clusterNames,
    truth: ofFit(truth, places),
    truthName,
    options: optionsOf(finished),
    notes: notesOf(finished),
    timings,
    date,
    warnings: input.kind === 'labelings' ? input.labelings.warnings : [],
    version: packageJson.version,
    source: name,
    command,
  }
}

/** The names of the rows that the clusters come from; null if the number of the row is the name. */
function idsOf({ input, places, labels }: Finished): readonly string[] | null {
  const names = sampleNamesOf(input)
  if (places === null && (names.ids !== null || names.droppedRows.length === 0)) return names.ids
  return Array.from(places ?? labels.keys(), sampleNamer(names))
}

/** What the run used, for the report. */
function optionsOf({ plan, ensemble, input }: Finished): Record<string, unknown> {
  if (plan === null || input.kind === 'labelings') return {}
  const [{ base }] = plan.runs
  return {
    ensembleSize: ensemble.labelings.length,
    base: base.clusterers.join(','),
    generator: base.kMeans?.generator,
    impute: input.dataset.reading.impute,
    scale: input.dataset.scaling.scale,
    distance: plan.distance,
    fitRows: plan.fit.rows,
    seed: plan.seed,
  }
}

/** A verdict whose advice names buttons and menus of the app. */
export function inAppVerdict(verdict: ClusterVerdict): ClusterVerdict {
  return { ...verdict, next: verdict.next.map(inAppWords) }
}

function truthOf(input: Input) {
  const { truth, truthName } = input.kind === 'features' ? input.dataset : input.labelings
  return { truth, truthName }
}

function notesOf({ input, notes }: Pick<Finished, 'input' | 'notes'>): readonly string[] {
  return input.kind === 'features' ? notes : [...input.labelings.notes, ...notes]
}

/** The names of the samples. */
export function sampleNamesOf(input: Input): SampleNames {
  return input.kind === 'features' ? input.dataset : { ids: input.labelings.ids, droppedRows: [] }
}
