import type {
  ClusterProfile,
  ClusterRow,
  ConfidenceBins,
  InputGuess,
  InputKind,
  MethodName,
  Metrics,
  Spectrum,
  TruthTable,
  WeightRow,
} from '../../src/internal.js'

/** What a file holds, before anyone says what it means. */
export interface TableView {
  readonly rowCount: number
  readonly columns: readonly ColumnView[]
  /** The first rows as text; null where a cell is empty. */
  readonly firstRows: readonly (readonly (string | null)[])[]
  readonly notes: readonly string[]
}

interface ColumnView {
  readonly name: string
  readonly kind: 'number' | 'text'
  readonly missingCount: number
}

/** What a table was understood to be. */
export interface Understood {
  readonly kind: InputKind
  readonly guess: InputGuess
  readonly sampleCount: number
  /** Features, or labelings. */
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

/** Classes by number. */
export interface Classes {
  readonly codes: Int32Array
  readonly names: readonly string[]
}

/** A cell that cannot be used as it is. */
export interface CellProblem {
  /** From 1. */
  readonly row: number
  readonly column: string
  readonly what: string
}

export interface CellProblems {
  readonly count: number
  readonly first: readonly CellProblem[]
}

/** Which number of clusters the data speak for, and why. */
export interface AdviceView {
  /** 1: no clusters. */
  readonly clusterCount: number
  readonly reason: string
  readonly criteria: readonly {
    readonly clusterCount: number
    readonly overlap: number
    readonly stability: number
    readonly agreement: number
    readonly silhouette: number | null
  }[]
}

/** A flat picture of all samples. */
export interface Picture {
  /** x and y of every sample, in [-1, 1]. */
  readonly places: Float32Array
  /** What the axes are. */
  readonly across: string
  readonly up: string
  /** What there is to know about it. */
  readonly words: string
}

export type RunEvent =
  | { readonly kind: 'progress'; readonly phase: string; readonly done: number; readonly total: number }
  | { readonly kind: 'picture'; readonly picture: Picture }
  | { readonly kind: 'labels'; readonly labels: Int32Array; readonly number: number }
  | { readonly kind: 'objective'; readonly objective: number; readonly iteration: number }

/** A result as the page needs it. */
export interface ResultView {
  readonly labels: Int32Array
  readonly confidence: Float64Array
  readonly method: MethodName
  readonly clusterCount: number
  readonly alpha: number | null
  readonly alphaSearch: readonly { alpha: number; agreement: number }[] | null
  readonly objectiveTrace: readonly number[]
  readonly anchorCount: number | null
  readonly clusters: readonly ClusterRow[]
  readonly profiles: readonly ClusterProfile[] | null
  readonly weights: readonly WeightRow[]
  readonly spectrum: Spectrum | null
  readonly confidenceBins: ConfidenceBins
  readonly truth: { readonly name: string; readonly metrics: Metrics; readonly table: TruthTable | null } | null
  /** The picture of the consensus; null where there is nothing to draw. */
  readonly picture: Picture | null
  /** The picture of the features, where there are any. */
  readonly plane: Picture | null
  readonly warnings: readonly string[]
  readonly notes: readonly string[]
  readonly ensembleSize: number
  /** Whether the base clusterings were there already. */
  readonly isReused: boolean
  /** Milliseconds by stage. */
  readonly timings: Readonly<Record<string, number>>
}

/** The co-association matrix, drawn small. */
export interface HeatmapView {
  readonly size: number
  /** size x size shares, 255 is always. */
  readonly shares: Uint8Array
  /** The sample at every place. */
  readonly order: Int32Array
  readonly cellStarts: Int32Array
  readonly blocks: readonly { readonly cluster: number; readonly from: number; readonly to: number }[]
  readonly words: readonly string[]
}

/** A part of the matrix at a finer grain: cells of `step` places. */
export interface HeatmapDetail {
  readonly rowStart: number
  readonly columnStart: number
  readonly rowCount: number
  readonly columnCount: number
  readonly step: number
  readonly shares: Uint8Array
}

/** Two results on the same base clusterings. */
export interface ComparisonView {
  readonly labels: Int32Array
  readonly method: MethodName
  readonly clusterCount: number
  readonly alpha: number | null
  readonly picture: Picture | null
  readonly ari: number
  readonly nmi: number
  /** Clusters of the other result against those of this one. */
  readonly table: TruthTable | null
  /** Mean NMI to the base clusterings: this one, the other one. */
  readonly baseAgreement: readonly [number, number]
  readonly metrics: Metrics | null
  readonly warnings: readonly string[]
}
