import {
  adjustedRandIndex,
  agreementWithLabelings,
  type ClusterVerdict,
  type ConsensusResult,
  type Ensemble,
  type Explanation,
  evaluate,
  normalizedMutualInformation,
  type Review,
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
import type { Input } from './inputs.js'
import type { ComparisonView, Picture, ResultView } from './messages.js'

/** Base clusterings with their notes, reused until the settings that they depend on change. */
export interface BuiltEnsemble {
  readonly key: string
  readonly ensemble: Ensemble
  readonly notes: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
}

/** The last result with its input. */
export interface Finished {
  readonly result: ConsensusResult
  readonly review: Review
  readonly verdict: ClusterVerdict
  readonly explanation: readonly Explanation[]
  readonly built: BuiltEnsemble
  readonly input: Input
  /** The name of the file. */
  readonly name: string
  readonly timings: Record<string, number>
  /** Whether the base clusterings were reused. */
  readonly isReused: boolean
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
  { result, review, verdict, built, input, timings, isReused, isRenumbered, kept, isMerged = false }: Finished,
  pictures: { readonly picture: Picture | null; readonly plane: Picture | null },
): ResultView {
  const { ensemble } = built
  const { labels, confidence, eigenvalues, eigengap } = result
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
    fittedRows: result.fit.rows === result.fit.of ? null : result.fit.rows,
    profiles: profiles.length > 0 ? profiles : null,
    weights: weightRows(ensemble, labels, result.weights),
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
    warnings: [
      ...(input.kind === 'labelings' ? input.labelings.warnings : []),
      ...result.warnings,
      ...review.warnings.map(inAppWords),
    ],
    notes: [...notesOf(input), ...built.notes],
    ensembleSize: ensemble.labelings.length,
  }
}

/** Another result on the same base clusterings, compared with this one. */
export function comparisonView(
  { result, built, input }: Pick<Finished, 'result' | 'built' | 'input'>,
  other: ConsensusResult,
  picture: Picture | null,
): ComparisonView {
  const { truth } = truthOf(input)
  const isReadable = Math.max(result.foundClusterCount, other.foundClusterCount) <= MOST_CLASSES
  return {
    labels: other.labels,
    method: other.method,
    foundClusterCount: other.foundClusterCount,
    alpha: other.alpha,
    picture,
    ari: adjustedRandIndex(result.labels, other.labels),
    nmi: normalizedMutualInformation(result.labels, other.labels),
    table: isReadable ? truthTable(other.labels, Array.from(result.labels, String)) : null,
    baseAgreement: [
      agreementWithLabelings(result.labels, built.ensemble.labelings),
      agreementWithLabelings(other.labels, built.ensemble.labelings),
    ],
    metrics: truth && evaluate(other.labels, truth),
    warnings: other.warnings,
  }
}

/** The data of a result that the report needs. */
export function reportInputOf(
  { result, review, verdict, explanation, built, input, timings, name }: Finished,
  { command, date, clusterNames }: Pick<ReportInput, 'command' | 'date' | 'clusterNames'>,
): ReportInput {
  const names = sampleNamesOf(input)
  const nameOf = sampleNamer(names)
  const ids =
    names.ids === null && names.droppedRows.length > 0 ? Array.from(result.labels, (_, i) => nameOf(i)) : names.ids
  return {
    result,
    review,
    verdict: inAppVerdict(verdict),
    explanation,
    ensemble: built.ensemble,
    dataset: input.kind === 'features' ? input.dataset : null,
    ids,
    clusterNames,
    ...truthOf(input),
    options: built.options,
    notes: [...notesOf(input), ...built.notes],
    timings,
    date,
    warnings: input.kind === 'labelings' ? input.labelings.warnings : [],
    version: packageJson.version,
    source: name,
    command,
  }
}

/** A verdict whose advice names buttons and menus of the app. */
function inAppVerdict(verdict: ClusterVerdict): ClusterVerdict {
  return { ...verdict, next: verdict.next.map(inAppWords) }
}

function truthOf(input: Input) {
  const { truth, truthName } = input.kind === 'features' ? input.dataset : input.labelings
  return { truth, truthName }
}

function notesOf(input: Input): readonly string[] {
  return input.kind === 'features' ? input.dataset.notes : input.labelings.notes
}

/** The names of the samples. */
export function sampleNamesOf(input: Input): SampleNames {
  return input.kind === 'features' ? input.dataset : { ids: input.labelings.ids, droppedRows: [] }
}
