import type { Executor } from '../executor.js'
import type { LabelTable } from '../labelings/label-table.js'
import type { HotLoops } from '../numeric/loops/hot-loops.js'
import type { Pauser } from '../pause.js'
import type { Labels, Matrix } from '../types.js'
import type { WeightStep } from './embedding/weight-objective.js'
import type { Accepted, OptionRule } from './option-rules.js'
import type { Preparation } from './prepare.js'
import type { PredictionRule } from './rules/consensus-model.js'

/** The algorithms that learn the weights of the base clusterings. Both find the same optimum. */
export const SOLVERS = ['fixed-point', 'reduced-gradient'] as const
/** The name of an algorithm that learns the weights. */
export type SolverName = (typeof SOLVERS)[number]

/** What happens to a centre of `sec` that loses all its samples. */
export const EMPTY_CENTRES = ['refill', 'reference'] as const
export type EmptyCentres = (typeof EMPTY_CENTRES)[number]

/** What `mkkm` does when its weights collapse to one base clustering. */
export const COLLAPSES = ['rule', 'reference'] as const

/** The options that affect the result of a method. Each method uses only some of them. */
export interface MethodOptions {
  /** k, the number of clusters. */
  clusterCount: number
  /** Confidence threshold in (0, 1], or 'auto': the one whose consensus agrees best with the base clusterings. */
  alpha?: number | 'auto'
  /** λ of the cluster weights. The smaller it is, the less weight clusters have that other base clusterings split. */
  lambda?: number
  solver?: SolverName
  /** `balanced` only: equal weights, or weights that minimise the objective. */
  weights?: 'uniform' | 'learned'
  /** The number of starts of the final k-means, or of the search of the method. */
  restarts?: number
  /** `lwea`, `lwgp`, `eccms`: θ of LWCA. The smaller it is, the less weight clusters have that others split. */
  theta?: number
  /** `gpec`, `smkkm`, `mkkm`, `mkkc`: whether to normalise the rows of the embedding to length 1 before k-means. */
  unitRows?: boolean
  /** `smkkm`, `mkkm`, `mkkc`: whether to centre the base kernels, as the authors recommend. */
  centred?: boolean
  /**
   * `smkkm`, `mkkm`, `mkkc`: whether to normalise the diagonal of the base kernels to 1 (otherwise 1 / cluster size).
   */
  unitDiagonal?: boolean
  /** `gpec` only: false removes the base kernels from the objective, as in the ablation of the paper. */
  diversity?: boolean
  /** `mkkm` only: what to do when the weights collapse. Stop by a rule, or imitate the published code. */
  collapse?: (typeof COLLAPSES)[number]
  /**
   * `sec` only: move a centre without samples to the sample with the largest cost, or set it to zero as the reference.
   */
  emptyCentres?: EmptyCentres
  /** `ceam` only: the number of rounds of diffusion and rebuilding; 5 by default. */
  epochs?: number
  /** `ceam` only: neighbours of each sample; by default 10 below 1000 samples, 20 otherwise. */
  neighbours?: number
  /** The most bytes for the large matrices of a method; 4 GiB by default. More is an error. */
  memoryLimit?: number
}

/** What every method receives in addition to its options. */
export interface MethodContext {
  readonly loops: HotLoops
  readonly seed: number
  readonly pauser: Pauser
  /** Allowed error of the space that eigenvectors span; rounding by default. */
  readonly tolerance?: number
  /** Reports progress: `done` of `total` parts of a phase. */
  readonly report: (phase: Phase, done: number, total: number) => void
  readonly onStep?: (step: WeightStep) => void
  /** Holds the links, and labels the rows that the fit left out. */
  readonly executor: Executor
  /** Throws an InputError if matrices of this size exceed the memory limit; `reason` says what they contain. */
  readonly checkMemory: (byteCount: number, reason: string) => void
}

type Phase = 'similarity' | 'embedding' | 'labels'

/** The input of a method: the ensemble without labelings of one cluster, with equal label rows collapsed. */
export interface MethodInput {
  /** Computed on first access, like the labelings. */
  readonly table: LabelTable
  /** The same labelings, sample by sample. */
  readonly labelings: readonly Labels[]
  /** Similarities shared by several consensus runs on one ensemble. */
  readonly preparation: Preparation
}

/** The result of a method. It has one weight per labeling that the method used. */
export interface MethodResult {
  readonly labels: Labels
  readonly weights: Float64Array
  /** Z: n x k with orthonormal columns; null for methods without an embedding. */
  readonly embedding: Matrix | null
  /** The k largest eigenvalues behind the embedding. */
  readonly eigenvalues: Float64Array | null
  /** Eigenvalue k minus eigenvalue k + 1. A large gap supports k clusters. */
  readonly eigengap: number | null
  readonly objective: number | null
  readonly objectiveTrace: readonly number[]
  readonly iterations: number
  readonly converged: boolean
  /** The threshold that was used. */
  readonly alpha: number | null
  /** With alpha 'auto': the mean NMI to the base clusterings for every alpha tried. */
  readonly alphaSearch: readonly { alpha: number; agreement: number }[] | null
  readonly warnings: readonly string[]
}

/** What a method returns to `consensus`: its result and, if possible, how to embed new samples. */
export interface MethodFindings extends MethodResult {
  readonly prediction?: { readonly rule: PredictionRule; readonly rows: Int32Array | null } | null
}

/** The size of an ensemble, as far as it is known in advance. */
export interface EnsembleExtent {
  /** n */
  readonly sampleCount: number
  /** m */
  readonly ensembleSize: number
  /** P, the total number of clusters of all labelings. */
  readonly clusterTotal: number
  /** r, the number of distinct label rows; n if unknown. */
  readonly distinctRows?: number
}

/** The largest cost of a method, for methods whose memory grows faster than the input. */
export interface MethodCost {
  /** Bytes of its large matrices. */
  readonly bytes: number
  /** How memory and time grow in the worst case, such as 'n² memory'. */
  readonly growth: string
}

/** The options that not every method takes. */
export type OptionName = Exclude<keyof MethodOptions, 'clusterCount' | 'memoryLimit'>

/** An option of a method. */
export interface MethodOption<Value = unknown> extends OptionRule<Value> {
  /** The option has an effect only if another option has this value. */
  readonly onlyWith?: { readonly option: OptionName; readonly value: string }
}

/** The options of a method with their rules. */
export type MethodOptionRules = { readonly [Name in OptionName]?: MethodOption<NonNullable<MethodOptions[Name]>> }

/** A consensus method, with all facts about it. */
export interface Method<Name extends string = string> {
  readonly name: Name
  /** What it does, in one plain sentence. */
  readonly summary: string
  /** The options it takes in addition to `clusterCount` and `memoryLimit`. */
  readonly options: MethodOptionRules
  /** The default values of its options. */
  readonly defaults: Pick<MethodOptions, OptionName>
  /** The largest cost; null if memory grows only with the input or always stays within the memory limit. */
  cost(extent: EnsembleExtent): MethodCost | null
  /** Methods to try if this one exceeds the memory limit. */
  readonly alternatives: readonly string[]
  /** Whether it is fitted on a sample of the rows, without being asked, if all would take too long or too much memory. */
  readonly samplesRows: boolean
  /** What it does, step by step, for a report; `threshold` is the sentence about alpha. */
  steps(threshold: string): readonly string[]
  /** What its learned weights mean; null if there is nothing to explain. */
  readonly weightsMeaning: string | null
  run(input: MethodInput, options: MethodOptions, context: MethodContext): Promise<MethodFindings>
}

/** The settings of a method: the options it takes, with its defaults filled in. */
export type SettingsOf<Options, Defaults> = Pick<MethodOptions, 'clusterCount' | 'memoryLimit'> & {
  readonly [Name in keyof Options & keyof Defaults]: Accepted<Options[Name]>
} & {
  readonly [Name in Exclude<keyof Options, keyof Defaults>]?: Accepted<Options[Name]>
}

/** A type error for any property name outside `Known`. */
type Only<Known, Given> = Given & Record<Exclude<keyof Given, Known>, never>

interface MethodDefinition<Name extends string, Options, Defaults> {
  readonly name: Name
  readonly summary: string
  readonly options: Only<OptionName, Options>
  readonly defaults: Only<keyof Options, Defaults>
  cost?(extent: EnsembleExtent): MethodCost
  readonly alternatives?: readonly string[]
  readonly samplesRows?: boolean
  steps?(threshold: string): readonly string[]
  readonly weightsMeaning?: string
  run(input: MethodInput, settings: SettingsOf<Options, Defaults>, context: MethodContext): Promise<MethodFindings>
}

/**
 * Creates a method from its definition. `run` can read only the options listed in `options`, with `defaults` filled in.
 * Bundlers leave out methods that a page does not use, as the annotation allows.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineMethod<
  const Name extends string,
  Options extends MethodOptionRules,
  Defaults extends { readonly [Option in keyof Options]?: Accepted<Options[Option]> },
>(definition: MethodDefinition<Name, Options, Defaults>): Method<Name> {
  const { name, summary, options, defaults, cost, alternatives = [], steps, weightsMeaning = null } = definition
  const { run, samplesRows = false } = definition
  // The rules accepted the values, or they are defaults, so the types are correct.
  const settle = <Given extends MethodOptions>(given: Given) =>
    ({ ...defaults, ...given }) as unknown as SettingsOf<Options, Defaults> & Given
  return {
    name,
    summary,
    options,
    defaults,
    alternatives,
    weightsMeaning,
    samplesRows,
    cost: extent => cost?.(extent) ?? null,
    steps: threshold => steps?.(threshold) ?? [`Combined them with the method ${name}.`],
    run: (input, given, context) => run(input, settle(given), context),
  }
}
