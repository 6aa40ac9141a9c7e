import type { Advice } from '../advice/advise.js'
import type { ConsensusResult } from '../consensus/consensus.js'
import type { Dataset } from '../load/features/to-dataset.js'
import { evaluate, type Metrics } from '../metrics/evaluate.js'
import type { Ensemble } from '../types.js'
import { type ClusterProfile, clusterProfiles } from './cluster-profiles.js'
import { type ClusterRow, clusterRows } from './cluster-rows.js'
import { type ClusterSimilarity, clusterSimilarity } from './cluster-similarity.js'
import { type ConfidenceBins, confidenceBins } from './confidence-bins.js'
import { type EmbeddingPoints, embeddingPoints } from './embedding-points.js'
import { type Heatmap, heatmapCells } from './heatmap-cells.js'
import { leastCertain, type UncertainSample } from './least-certain.js'
import { runWords, shellWord } from './run-words.js'
import { type Spectrum, spectrumOf } from './spectrum.js'
import { type TruthTable, truthTable } from './truth-table.js'
import { type WeightRow, weightRows } from './weight-rows.js'

/** Everything a report can tell about a run. What is not there is left out of the report. */
export interface ReportInput {
  readonly result: ConsensusResult
  /** The base clusterings that went in. */
  readonly ensemble: Ensemble
  /** The features, where the base clusterings were made from them. */
  readonly dataset?: Dataset | null
  /** Names of the samples; those of the dataset where not given. */
  readonly ids?: readonly string[] | null
  /** How k was chosen, where it was asked for. */
  readonly advice?: Advice | null
  /** The true class of every sample; that of the dataset where not given. */
  readonly truth?: readonly string[] | null
  readonly truthName?: string | null
  /** What was read, as the reader knows it: the name of a file. */
  readonly source?: string | null
  /** How the base clusterings were made, in a few words: `k-means, 2 to 14 clusters each`. */
  readonly ensembleOrigin?: string | null
  /** The command that repeats the run, argument by argument. */
  readonly command?: readonly string[] | null
  /** The settings of the run, by name. */
  readonly options?: Readonly<Record<string, unknown>>
  /** What was assumed, one sentence each; those of the dataset are added. */
  readonly notes?: readonly string[]
  /** Warnings; those of the result are added. */
  readonly warnings?: readonly string[]
  /** Milliseconds by stage, the total under `total`. */
  readonly timings?: Readonly<Record<string, number>>
  /** The version of Chorale. */
  readonly version: string
  /** When the run took place, as it shall be read; without it reports of equal runs are equal. */
  readonly date?: string | null
}

/** A report as data: tables and charts, before anyone writes or draws them. */
export interface Report {
  readonly input: ReportInput
  readonly sampleCount: number
  readonly warnings: readonly string[]
  readonly notes: readonly string[]
  /** What was done, step by step, in plain words. */
  readonly steps: readonly string[]
  /** The command line that repeats the run, each word with the quotes that a shell needs. */
  readonly command: readonly string[] | null
  readonly clusters: readonly ClusterRow[]
  /** Null without features, or with one cluster. */
  readonly profiles: readonly ClusterProfile[] | null
  /** Null where the method has no embedding of two dimensions or more. */
  readonly embedding: EmbeddingPoints | null
  readonly heatmap: Heatmap
  /** Null where there are too many clusters for a table of pairs. */
  readonly similarity: ClusterSimilarity | null
  readonly weights: readonly WeightRow[]
  readonly spectrum: Spectrum | null
  readonly confidence: ConfidenceBins
  readonly leastCertain: readonly UncertainSample[]
  readonly truth: TruthComparison | null
  /** How a sample is called: its id, or its row number from 1. */
  sampleName(sample: number): string
}

/** The result against known classes. */
export interface TruthComparison {
  readonly name: string
  readonly metrics: Metrics
  /** Null where there are too many classes to read. */
  readonly table: TruthTable | null
}

const MOST_CLUSTERS_IN_PAIRS = 300
const MOST_CLASSES = 60
const LEAST_CERTAIN_COUNT = 10

/** Makes tables and charts of a result. Pure: nothing is written or drawn. */
export function buildReport(input: ReportInput): Report {
  const { result, ensemble, dataset = null, command = null } = input
  const { labels, confidence, embedding, eigenvalues, eigengap } = result
  const ids = input.ids ?? dataset?.ids ?? null
  const clusters = clusterRows(labels, confidence)
  const profiles = dataset === null ? [] : clusterProfiles(dataset, labels)
  return {
    input,
    sampleCount: labels.length,
    warnings: distinct([...(input.warnings ?? []), ...result.warnings]),
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
    embedding: embedding === null ? null : embeddingPoints(embedding, labels),
    heatmap: heatmapCells(ensemble, labels),
    similarity: clusters.length <= MOST_CLUSTERS_IN_PAIRS ? clusterSimilarity(ensemble, labels) : null,
    weights: weightRows(ensemble, labels, result.weights),
    spectrum: eigenvalues === null || eigengap === null ? null : spectrumOf(eigenvalues, eigengap),
    confidence: confidenceBins(confidence),
    leastCertain: leastCertain(ensemble, labels, confidence, LEAST_CERTAIN_COUNT),
    truth: compareWithTruth(input),
    sampleName: sample => ids?.[sample] ?? String(sample + 1),
  }
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

function compareWithTruth({ result, dataset, truth: given, truthName }: ReportInput): TruthComparison | null {
  const truth = given ?? dataset?.truth ?? null
  if (truth === null) return null
  const classCount = new Set(truth).size
  const clusterCount = new Set(result.labels).size
  const readable = classCount <= MOST_CLASSES && clusterCount <= MOST_CLUSTERS_IN_PAIRS
  return {
    name: truthName ?? dataset?.truthName ?? 'truth',
    metrics: evaluate(result.labels, truth),
    table: readable ? truthTable(result.labels, truth) : null,
  }
}
