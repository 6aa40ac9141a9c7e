import type { Choice, ClusterVerdict, ColumnRole, InputGuess, InputKind, MethodName, Metrics } from 'chorale/internal'
import type { ClusterProfile, ClusterRow, ConfidenceBins, Spectrum, TruthTable, WeightRow } from 'chorale-report/data'

/** The content of a file before it is interpreted. */
export interface TableView {
  readonly rowCount: number
  readonly columns: readonly {
    readonly name: string
    readonly kind: 'number' | 'text' | 'vector'
    readonly missingCount: number
  }[]
  /** The first rows as strings; null for missing values. */
  readonly firstRows: readonly (readonly (string | null)[])[]
  readonly notes: readonly string[]
}

/** The role of every column. */
export interface ColumnsView {
  readonly kind: InputKind
  readonly columns: readonly ColumnView[]
  /** Why the table looks transposed; null if it does not. */
  readonly transposed: string | null
}

/** A column with its role and the reason. */
export interface ColumnView extends ColumnRole {
  readonly missingCount: number
  /** The number of different texts; 0 for numbers. */
  readonly distinct: number
  /** The first different values. */
  readonly examples: readonly string[]
}

/** The interpretation of a table. */
export interface Understood {
  readonly kind: InputKind
  readonly guess: InputGuess
  readonly sampleCount: number
  /** The number of features or labelings. */
  readonly columnCount: number
  readonly names: readonly string[]
  readonly ids: readonly string[] | null
  readonly idName: string | null
  readonly truth: Classes | null
  readonly truthName: string | null
  readonly droppedRows: readonly number[]
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

/** A value of a sample as it is in the file; null if it is missing. */
export interface SampleValue {
  readonly name: string
  readonly text: string | null
}

/** The class of each sample as an index into the names. */
export interface Classes {
  readonly codes: Int32Array
  readonly names: readonly string[]
}

/** A cell that cannot be used without a fix. */
export interface CellProblem {
  /** Counted from 1. */
  readonly row: number
  readonly column: string
  readonly what: string
}

export interface CellProblems {
  readonly count: number
  readonly first: readonly CellProblem[]
}

/** The recommended number of clusters, and the reason. */
export interface AdviceView {
  /** How much evidence of clusters there is. */
  readonly verdict: 'strong' | 'weak' | 'none'
  /** Null if there is no evidence of clusters. */
  readonly clusterCount: number | null
  readonly runnerUp: number | null
  /** The number with the best evidence, however weak. */
  readonly leading: number
  readonly reason: string
  /** The evidence for each number of clusters, in increasing order. */
  readonly evidence: readonly EvidenceRow[]
}

/** An advice, and what it means for the result that is shown. */
export interface AdvisedView {
  readonly advice: AdviceView
  /** null if there is no result. */
  readonly verdict: ClusterVerdict | null
}

interface EvidenceRow {
  readonly clusterCount: number
  /** ARI of the clusterings of two resamples. */
  readonly stability: number
  /** The share of the samples that do not lie between the two closest clusters. */
  readonly separation: number
  /** Null without features. */
  readonly silhouette: number | null
}

/** A chart that the worker draws: the content of an svg element, with colours of the page. */
export interface DrawnChart {
  readonly title: string
  readonly description: string
  readonly width: number
  readonly height: number
  readonly content: string
}

/** A column for every sample. Numbers are NaN and codes -1 where a value is missing. */
export type ColumnValues =
  | {
      readonly kind: 'number'
      readonly name: string
      readonly values: Float64Array
      /** The range of a colour scale: outliers do not flatten the rest. */
      readonly range: readonly [number, number]
    }
  | {
      readonly kind: 'text'
      readonly name: string
      /** For every sample the index of its text. */
      readonly codes: Int32Array
      /** The different texts, shortened where they are long. */
      readonly texts: readonly string[]
    }

/** How the values of a column are distributed. */
export type ColumnDistribution =
  | {
      readonly kind: 'number'
      readonly from: number
      readonly to: number
      readonly median: number
      /** The number of values in each of the parts between `from` and `to`, which are equally wide. */
      readonly counts: readonly number[]
    }
  | {
      readonly kind: 'text'
      /** The most frequent values. */
      readonly bars: readonly { readonly text: string; readonly count: number }[]
      /** Rows with other values. */
      readonly others: number
      readonly valueCount: number
    }

/** What distinguishes a selection from the other samples, the strongest first. */
export interface RankedColumns {
  readonly features: readonly {
    readonly name: string
    readonly feature: number
    /** The share of the variance that lies between the selection and the others. */
    readonly separation: number
    /** Mean of the selection minus mean of the others, in standard deviations. */
    readonly effect: number
    /** Means in the units of the file. */
    readonly inside: number
    readonly outside: number
  }[]
  /** Values of text columns with their shares. */
  readonly values: readonly {
    readonly name: string
    readonly value: string
    readonly inside: number
    readonly outside: number
  }[]
}

/** How the features and the clusters belong together. */
export interface FeatureCharts {
  readonly effects: DrawnChart | null
  readonly silhouettes: DrawnChart | null
  /** The features that separate the clusters best, in this order. */
  readonly ranked: readonly { readonly feature: number; readonly name: string; readonly separation: number }[]
}

/** The pictures of the samples that the user can choose from. */
export type PictureKind = 'map' | 'features' | 'consensus'

/** An axis of a picture. */
export interface Axis {
  readonly name: string
  /** The value at a position p is from + by * p; null if values have no meaning. */
  readonly ticks: { readonly from: number; readonly by: number } | null
}

/** A scatter plot of all samples. */
export interface Picture {
  /** 'live' while base clusterings are computed. */
  readonly kind: PictureKind | 'live'
  /** x and y of each sample, in [-1, 1]. */
  readonly places: Float32Array
  readonly across: Axis
  readonly up: Axis
  /** An explanation of the plot. */
  readonly words: string
  /** 1 for samples that have no place in the plot; null if all have one. */
  readonly missing?: Uint8Array | null
}

export type RunEvent =
  | { readonly kind: 'progress'; readonly phase: string; readonly done: number; readonly total: number }
  | { readonly kind: 'picture'; readonly picture: Picture }
  | { readonly kind: 'labels'; readonly labels: Int32Array; readonly number: number }

/** The data of a result that the page needs. */
export interface ResultView {
  readonly labels: Int32Array
  readonly confidence: Float64Array
  readonly method: MethodName
  readonly clusterCount: number
  readonly alpha: number | null
  readonly alphaSearch: readonly { alpha: number; agreement: number }[] | null
  readonly objectiveTrace: readonly number[]
  /** The number of rows that the consensus was fitted on; null if all. */
  readonly fittedRows: number | null
  /** What was decided for the run, with reasons. */
  readonly choices: readonly Choice[]
  readonly clusters: readonly ClusterRow[]
  readonly profiles: readonly ClusterProfile[] | null
  readonly weights: readonly WeightRow[]
  readonly spectrum: Spectrum | null
  readonly confidenceBins: ConfidenceBins
  readonly truth: { readonly name: string; readonly metrics: Metrics; readonly table: TruthTable | null } | null
  /** The plot of the consensus; null if there is nothing to draw. */
  readonly picture: Picture | null
  /** The plot of the features; null if the input has none. */
  readonly plane: Picture | null
  /** ARI of the consensus of two halves of the base clusterings; null if there are too few. */
  readonly halfAgreement: number | null
  /** ARI with plain k-means; null without features. */
  readonly baselineAgreement: number | null
  /** Whether the clusters are groups, and why. */
  readonly verdict: ClusterVerdict
  readonly warnings: readonly string[]
  readonly notes: readonly string[]
  readonly ensembleSize: number
  /** Whether the base clusterings were reused. */
  readonly isReused: boolean
  /** Whether the clusters have other numbers than the command line gives them. */
  readonly isRenumbered: boolean
  /** Whether the user merged clusters. */
  readonly isMerged: boolean
  /** The clusters that live on from the result before, by number. */
  readonly kept: readonly number[]
  /** Milliseconds by stage. */
  readonly timings: Readonly<Record<string, number>>
}

/** The co-association matrix in coarse cells. */
export interface HeatmapView {
  readonly size: number
  /** size x size shares; 255 means always together. */
  readonly shares: Uint8Array
  /** The sample at each position. */
  readonly order: Int32Array
  readonly cellStarts: Int32Array
  readonly blocks: readonly { readonly cluster: number; readonly from: number; readonly to: number }[]
  readonly words: readonly string[]
}

/** A part of the matrix in finer cells of `step` positions. */
export interface HeatmapDetail {
  readonly rowStart: number
  readonly columnStart: number
  readonly rowCount: number
  readonly columnCount: number
  readonly step: number
  readonly shares: Uint8Array
}

/** Another result on the same base clusterings, compared with the shown result. */
export interface ComparisonView {
  readonly labels: Int32Array
  readonly method: MethodName
  readonly foundClusterCount: number
  readonly alpha: number | null
  readonly picture: Picture | null
  readonly ari: number
  readonly nmi: number
  /** Clusters of the other result by clusters of this result. */
  readonly table: TruthTable | null
  /** Mean NMI with the base clusterings: of this result, of the other result. */
  readonly baseAgreement: readonly [number, number]
  readonly metrics: Metrics | null
  readonly warnings: readonly string[]
}
