import type {
  Advice,
  ClusterDescription,
  ClusterVerdict,
  ConsensusResult,
  Dataset,
  Description,
  Ensemble,
  Explanation,
  GeneratedEnsemble,
  Labels,
  Review,
} from 'chorale/internal'
import { describeClusters, evaluate, hasNamelessFeatures, type Metrics } from 'chorale/internal'
import { type CategoryShares, categoryShares } from './category-shares.js'
import { type ClusterProfile, clusterProfiles } from './cluster-profiles.js'
import { type ClusterRow, clusterRows } from './cluster-rows.js'
import { type ClusterSimilarity, clusterSimilarity } from './cluster-similarity.js'
import { type ClusterSplits, clusterSplits } from './cluster-splits.js'
import { conclusionWords } from './conclusion.js'
import { type ConfidenceBins, confidenceBins } from './confidence-bins.js'
import { type EmbeddingPoints, embeddingPoints } from './embedding-points.js'
import { type FeatureDistribution, featureDistributions } from './feature-distributions.js'
import { type FeatureEffects, featureEffects } from './feature-effects.js'
import { type FeaturePoints, featurePoints } from './feature-points.js'
import { type Heatmap, heatmapCells } from './heatmap-cells.js'
import { leastCertain, type UncertainSample } from './least-certain.js'
import { runWords, shellWord } from './run-words.js'
import { type SilhouetteBars, silhouetteBars } from './silhouette-bars.js'
import { type Spectrum, spectrumOf } from './spectrum.js'
import { type TruthTable, truthTable } from './truth-table.js'
import { type WeightRow, weightRows } from './weight-rows.js'

/** The input of a report. The report omits what is not given. */
export interface ReportInput {
  readonly result: ConsensusResult
  /** The base clusterings. */
  readonly ensemble: Ensemble
  /** The features, if the base clusterings were built from them. */
  readonly dataset?: Dataset | null
  /** Names of the samples; by default the ids of the dataset. */
  readonly ids?: readonly string[] | null
  /** Names that the reader gave to clusters, by number. */
  readonly clusterNames?: ReadonlyMap<number, string> | null
  /** How k was chosen, if it was chosen automatically. */
  readonly advice?: Advice | null
  /** Whether the clusters are groups, and what explains them otherwise. */
  readonly verdict?: ClusterVerdict | null
  readonly explanation?: readonly Explanation[]
  /** How far the result can be trusted: the result of `reviewResult`. */
  readonly review?: Review | null
  /** The labels for several numbers of clusters, in increasing order, if several were tried. */
  readonly byClusterCount?: readonly { readonly clusterCount: number; readonly labels: Labels }[] | null
  /** The ground truth: the true class of every sample; by default that of the dataset. */
  readonly truth?: readonly string[] | null
  readonly truthName?: string | null
  /** The name of the input, such as a file name. */
  readonly source?: string | null
  /** How the base clusterings were built, in a few words: `k-means, 2 to 14 clusters each`. */
  readonly ensembleOrigin?: string | null
  /** The command that reproduces the run, argument by argument. */
  readonly command?: readonly string[] | null
  /** The settings of the run, by name. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Assumptions, one sentence each; those of the dataset are added. */
  readonly notes?: readonly string[]
  /** Warnings; those of the result are added. */
  readonly warnings?: readonly string[]
  /** Milliseconds by stage; the sum is `total`. */
  readonly timings?: Readonly<Record<string, number>>
  /** The version of Chorale. */
  readonly version: string
  /** The program that ran it, such as `Node 20.12`. */
  readonly runtime?: string | null
  /** The date of the run as text. Without it, reports of equal runs are equal. */
  readonly date?: string | null
}

/** A report as data: the contents of its tables and charts. */
export interface Report {
  readonly input: ReportInput
  readonly sampleCount: number
  /** How many clusters, how sure, what tells them apart, and how plain k-means compares: one sentence each. */
  readonly conclusion: readonly string[]
  readonly warnings: readonly string[]
  readonly notes: readonly string[]
  /** The steps of the run in plain words. */
  readonly steps: readonly string[]
  /** The command line that reproduces the run, with shell quotes. */
  readonly command: readonly string[] | null
  readonly clusters: readonly ClusterRow[]
  /** Null without features or with one cluster. */
  readonly profiles: readonly ClusterProfile[] | null
  /** Central samples and keywords of the clusters; null without features. */
  readonly about: readonly ClusterDescription[] | null
  /** The map of the samples by their features; null without features. */
  readonly features: FeaturePoints | null
  /** Null without features or with one cluster. */
  readonly effects: FeatureEffects | null
  /** The distribution of the most telling features by cluster. */
  readonly distributions: readonly FeatureDistribution[]
  /** Text columns by cluster, the most telling first. */
  readonly categories: readonly CategoryShares[]
  /** Null without features or with one cluster. */
  readonly silhouettes: SilhouetteBars | null
  /** How clusters split as their number grows; null if only one number was tried. */
  readonly splits: ClusterSplits | null
  /** Null if the method has no embedding with two or more dimensions. */
  readonly embedding: EmbeddingPoints | null
  readonly heatmap: Heatmap
  /** Null if there are too many clusters for a table of pairs. */
  readonly similarity: ClusterSimilarity | null
  readonly weights: readonly WeightRow[]
  readonly spectrum: Spectrum | null
  readonly confidence: ConfidenceBins
  readonly leastCertain: readonly UncertainSample[]
  readonly truth: TruthComparison | null
  /** The name of a sample: its id, or its row number (1-based). */
  sampleName(sample: number): string
}

/** The result compared with the ground truth. */
export interface TruthComparison {
  readonly name: string
  readonly metrics: Metrics
  /** The metrics of plain k-means on the same samples; null without a review. */
  readonly baseline: Metrics | null
  /** Null if there are too many classes for a table. */
  readonly table: TruthTable | null
}

const MOST_CLUSTERS_IN_PAIRS = 300
const MOST_CLASSES = 60
const LEAST_CERTAIN_COUNT = 10
const MOST_CATEGORIES = 8

/** Computes the contents of all tables and charts of a report. It writes and draws nothing. */
export function buildReport(input: ReportInput): Report {
  const { result, ensemble, dataset = null, command = null } = input
  const { labels, confidence, embedding, eigenvalues, eigengap } = result
  const ids = input.ids ?? dataset?.ids ?? null
  const clusters = clusterRows(labels, confidence)
  // Features without a meaning of their own are not compared one by one.
  const named = dataset === null || hasNamelessFeatures(dataset) ? null : dataset
  const profiles = named === null ? [] : clusterProfiles(named, labels)
  const effects = named === null ? null : featureEffects(named, labels)
  const distance = (ensemble as Partial<GeneratedEnsemble>).distance ?? 'euclidean'
  const bins = confidenceBins(confidence)
  const truth = compareWithTruth(input)
  return {
    input,
    sampleCount: labels.length,
    conclusion: conclusionWords({
      clusters,
      sampleCount: labels.length,
      meanConfidence: bins.mean,
      verdict: input.verdict ?? null,
      effects,
      truth:
        truth === null ? null : { name: truth.name, ari: truth.metrics.ari, baselineAri: truth.baseline?.ari ?? null },
    }),
    warnings: distinct([...(input.warnings ?? []), ...result.warnings, ...(input.review?.warnings ?? [])]),
    notes: distinct([...(input.notes ?? []), ...(dataset?.notes ?? [])]),
    steps: runWords({
      result,
      dataset,
      source: input.source ?? null,
      ensembleOrigin: input.ensembleOrigin ?? null,
    }),
    command: command === null ? null : command.map(shellWord),
    clusters,
    profiles: profiles.length > 0 ? profiles : null,
    about: dataset === null ? null : describeClusters(dataset, labels, distance),
    features: dataset === null ? null : featurePoints(dataset, labels),
    effects,
    distributions: dataset === null || effects === null ? [] : featureDistributions(dataset, labels, effects.features),
    categories: categoryShares(textColumns(dataset), labels).slice(0, MOST_CATEGORIES),
    silhouettes: dataset === null ? null : silhouetteBars(dataset, labels),
    splits: clusterSplits(input.byClusterCount ?? []),
    embedding: embedding === null ? null : embeddingPoints(embedding, labels),
    heatmap: heatmapCells(ensemble, labels),
    similarity: clusters.length <= MOST_CLUSTERS_IN_PAIRS ? clusterSimilarity(ensemble, labels) : null,
    weights: weightRows(ensemble, labels, result.weights),
    spectrum: eigenvalues === null || eigengap === null ? null : spectrumOf(eigenvalues, eigengap),
    confidence: bins,
    leastCertain: leastCertain(ensemble, labels, confidence, LEAST_CERTAIN_COUNT),
    truth,
    sampleName: sample => ids?.[sample] ?? String(sample + 1),
  }
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

/** The text columns that describe the samples, and those that were used as features. */
function textColumns(dataset: Dataset | null): Description[] {
  if (dataset === null) return []
  const { sampleCount, featureCount: d, values: cells } = dataset
  const used = dataset.encodings.map(({ column, values, features }) => ({
    column,
    values,
    codes: Int32Array.from({ length: sampleCount }, (_, i) => {
      const row = features.map(feature => (feature < 0 ? Number.NEGATIVE_INFINITY : cells[i * d + feature]))
      return row.indexOf(row.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY))
    }),
  }))
  return [...dataset.descriptions, ...used]
}

function compareWithTruth({ result, dataset, review, truth: given, truthName }: ReportInput): TruthComparison | null {
  const truth = given ?? dataset?.truth ?? null
  if (truth === null) return null
  const classCount = new Set(truth).size
  const clusterCount = new Set(result.labels).size
  const readable = classCount <= MOST_CLASSES && clusterCount <= MOST_CLUSTERS_IN_PAIRS
  return {
    name: truthName ?? dataset?.truthName ?? 'truth',
    metrics: evaluate(result.labels, truth),
    baseline: review?.baseline ? evaluate(review.baseline.labels, truth) : null,
    table: readable ? truthTable(result.labels, truth) : null,
  }
}
