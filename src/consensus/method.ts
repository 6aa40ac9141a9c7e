import type { WeightStep } from '../embedding/weight-objective.js'
import type { LabelStore } from '../ensemble/label-store.js'
import type { LabelTable } from '../ensemble/label-table.js'
import type { Executor } from '../executor.js'
import type { HotLoops } from '../hot-loops/hot-loops.js'
import type { Pauser } from '../pause.js'
import type { ModelParts } from '../predict/consensus-model.js'
import type { SpectralRule } from '../predict/spectral.js'
import type { Labels, Matrix } from '../types.js'
import type { Accepted, OptionRule } from './option-rules.js'
import type { Preparation } from './prepare.js'

/** How the weights of the base clusterings are found: the same optimum, two ways. */
export const SOLVERS = ['fixed-point', 'reduced-gradient'] as const
/** A way to find the weights, by its name. */
export type SolverName = (typeof SOLVERS)[number]

/** What happens to a centre of `sec` that loses all its samples. */
export const EMPTY_CENTRES = ['refill', 'reference'] as const
export type EmptyCentres = (typeof EMPTY_CENTRES)[number]

/** What `mkkm` does when its weights collapse to one base clustering. */
export const COLLAPSES = ['rule', 'reference'] as const

/** The options that shape the result of a method; each method takes what it understands. */
export interface MethodOptions {
  /** k, the clusters wanted. */
  clusterCount: number
  /** Confidence threshold in (0, 1], or 'auto': the one whose consensus agrees best with the base clusterings. */
  alpha?: number | 'auto'
  /** λ of the cluster weights: how strongly clusters that others break up are played down. */
  lambda?: number
  solver?: SolverName
  /** `balanced` only: equal weights, or the ones that minimise the objective. */
  weights?: 'uniform' | 'learned'
  /** `gpec` and `balanced`: approximate through this many anchor samples. Exact by default as long as it fits. */
  anchors?: number
  /** Starts of the final k-means, or of the method's own search. */
  restarts?: number
  /** θ of LWCA (`lwea`, `lwgp`, `eccms`): how strongly clusters that others break up are played down. */
  theta?: number
  /** `gpec`, `smkkm`, `mkkm`, `mkkc`: whether rows of the embedding are scaled to length 1 before k-means. */
  unitRows?: boolean
  /** `smkkm`, `mkkm`, `mkkc`: whether the base kernels are centred, as their authors recommend. */
  centred?: boolean
  /** `smkkm`, `mkkm`, `mkkc`: whether the base kernels are scaled to a diagonal of 1; otherwise it is 1 over the cluster's size. */
  unitDiagonal?: boolean
  /** `gpec` only: false leaves the base kernels out of the objective, as in the ablation of the paper. */
  diversity?: boolean
  /** `mkkm` only: stop by our rule when the weights collapse, or imitate what the published code ends with. */
  collapse?: (typeof COLLAPSES)[number]
  /** `sec` only: a centre that loses all samples moves to the costliest one, or becomes zero as in the reference. */
  emptyCentres?: EmptyCentres
  /** `ceam` only: rounds of diffusion and rebuilding; 5 by default. */
  epochs?: number
  /** `ceam` only: samples that each one is linked to; 10 below 1000 samples, 20 from there on. */
  neighbours?: number
  /** Bytes that the large matrices of a method may take; beyond it the work is refused. 4 GiB by default. */
  memoryLimit?: number
}

/** What every method gets beside its options. */
export interface MethodContext {
  readonly loops: HotLoops
  readonly seed: number
  readonly pauser: Pauser
  /** Says that a phase goes on: part `done` of `total`. */
  readonly report: (phase: Phase, done: number, total: number) => void
  readonly onStep?: (step: WeightStep) => void
  /** Runs the passes of anchored runs, and holds the links of exact runs. */
  readonly executor: Executor
  /** Refuses matrices of so many bytes when they exceed the memory limit; `reason` says what they hold. */
  readonly checkMemory: (byteCount: number, reason: string) => void
}

type Phase = 'similarity' | 'embedding' | 'labels'

/** The ensemble as a method sees it: labelings of one cluster left out, equal label rows collapsed. */
export interface MethodInput {
  readonly table: LabelTable
  /** The same labelings, sample by sample. */
  readonly labelings: readonly Labels[]
  /** Similarities that several consensuses of one ensemble share. */
  readonly preparation: Preparation
}

/** What a method finds. Weights are those of the labelings it was given. */
export interface MethodResult {
  readonly labels: Labels
  readonly weights: Float64Array
  /** Z: n x k, orthonormal columns; null for methods without one. */
  readonly embedding: Matrix | null
  /** The k largest eigenvalues behind the embedding. */
  readonly eigenvalues: Float64Array | null
  /** Eigenvalue k minus eigenvalue k + 1: how clearly k clusters stand out. */
  readonly eigengap: number | null
  readonly objective: number | null
  readonly objectiveTrace: readonly number[]
  readonly iterations: number
  readonly converged: boolean
  /** The threshold that was used. */
  readonly alpha: number | null
  /** With alpha 'auto': the mean NMI to the base clusterings for every alpha tried. */
  readonly alphaSearch: readonly { alpha: number; agreement: number }[] | null
  /** How the approximation through anchors went; null or absent when the result is exact. */
  readonly anchored?: AnchorReport | null
  readonly warnings: readonly string[]
}

/** What a method hands to `consensus`: with how to embed new samples, where it can. */
export interface MethodFindings extends MethodResult {
  readonly prediction?: { readonly rule: SpectralRule; readonly rows: Int32Array | null } | null
  /** The model, where the method knows it already. */
  readonly modelParts?: ModelParts
  /** The confidence of every sample, where the method knows it already. */
  readonly confidence?: Float64Array
}

/** How an approximation through anchor samples went. */
export interface AnchorReport {
  readonly anchorCount: number
  /** Share of samples that no anchor is confidently linked to. */
  readonly uncoveredShare: number
  /** ARI of the labels from two independent sets of anchors: an estimate of the agreement with the exact result. */
  readonly agreement: number
}

/** A result through anchors: any label row has its place in it. */
export interface AnchoredResult extends MethodFindings {
  readonly confidence: Float64Array
  readonly anchored: AnchorReport
  readonly modelParts: ModelParts
}

/** The size of an ensemble, as far as it is known before the work. */
export interface EnsembleExtent {
  /** n */
  readonly sampleCount: number
  /** m */
  readonly ensembleSize: number
  /** P, the clusters of all labelings together. */
  readonly clusterTotal: number
  /** r, the samples that differ in any label; as many as there are samples where it is not known. */
  readonly distinctRows?: number
}

/** What a method may take at most, for methods whose needs grow faster than the input. */
export interface MethodCost {
  /** Bytes of its large matrices. */
  readonly bytes: number
  /** How memory and time grow at worst, as in 'n² memory'. */
  readonly growth: string
}

/** The options that not every method takes. */
export type OptionName = Exclude<keyof MethodOptions, 'clusterCount' | 'memoryLimit'>

/** One option as a method takes it. */
export interface MethodOption<Value = unknown> extends OptionRule<Value> {
  /** The option does something only where another one has this value. */
  readonly onlyWith?: { readonly option: OptionName; readonly value: string }
}

/** The options of a method with the rule of each. */
export type MethodOptionRules = { readonly [Name in OptionName]?: MethodOption<NonNullable<MethodOptions[Name]>> }

/** A consensus method and everything that is known about it. */
export interface Method<Name extends string = string> {
  readonly name: Name
  /** What it does, in one or two plain sentences. */
  readonly summary: string
  /** The options it takes beyond `clusterCount` and `memoryLimit`. */
  readonly options: MethodOptionRules
  /** The values of its options where none are given. */
  readonly defaults: Pick<MethodOptions, OptionName>
  /** What it may need at most; null where that grows with the input only, or is kept within the memory limit. */
  cost(extent: EnsembleExtent): MethodCost | null
  /** The methods to try when its memory does not suffice. */
  readonly alternatives: readonly string[]
  /** Whether it goes through anchors where an exact result would not fit. */
  readonly canApproximate: boolean
  /** What it does, step by step, for the readers of a report; `threshold` is the sentence about alpha. */
  steps(threshold: string): readonly string[]
  /** What the weights mean that it learns; null where there is nothing to explain. */
  readonly weightsMeaning: string | null
  run(input: MethodInput, options: MethodOptions, context: MethodContext): Promise<MethodFindings>
  /** The same through anchors, on packed labels; null where `canApproximate` is false. */
  readonly runOnAnchors: AnchoredRun<MethodOptions> | null
}

type AnchoredRun<Settings> = (
  store: LabelStore,
  anchorCount: number,
  settings: Settings & { withEmbedding: boolean },
  context: MethodContext,
) => Promise<AnchoredResult>

/** What a method is given: the options that it takes, with its defaults filled in. */
export type SettingsOf<Options, Defaults> = Pick<MethodOptions, 'clusterCount' | 'memoryLimit'> & {
  readonly [Name in keyof Options & keyof Defaults]: Accepted<Options[Name]>
} & {
  readonly [Name in Exclude<keyof Options, keyof Defaults>]?: Accepted<Options[Name]>
}

/** Makes the other names of an object an error. */
type Only<Known, Given> = Given & Record<Exclude<keyof Given, Known>, never>

interface MethodDefinition<Name extends string, Options, Defaults> {
  readonly name: Name
  readonly summary: string
  readonly options: Only<OptionName, Options>
  readonly defaults: Only<keyof Options, Defaults>
  cost?(extent: EnsembleExtent): MethodCost
  readonly alternatives?: readonly string[]
  steps?(threshold: string): readonly string[]
  readonly weightsMeaning?: string
  run(input: MethodInput, settings: SettingsOf<Options, Defaults>, context: MethodContext): Promise<MethodFindings>
  readonly runOnAnchors?: AnchoredRun<SettingsOf<Options, Defaults>>
}

/**
 * A method from what its file says. `run` can read only the options that `options` names, and finds the values of
 * `defaults` filled in.
 */
export function defineMethod<
  const Name extends string,
  Options extends MethodOptionRules,
  Defaults extends { readonly [Option in keyof Options]?: Accepted<Options[Option]> },
>(definition: MethodDefinition<Name, Options, Defaults>): Method<Name> {
  const { name, summary, options, defaults, cost, alternatives = [], steps, weightsMeaning = null } = definition
  const { run, runOnAnchors } = definition
  // The rules have accepted the values, or they are defaults: the types hold.
  const settle = <Given extends MethodOptions>(given: Given) =>
    ({ ...defaults, ...given }) as unknown as SettingsOf<Options, Defaults> & Given
  return {
    name,
    summary,
    options,
    defaults,
    alternatives,
    weightsMeaning,
    canApproximate: runOnAnchors !== undefined,
    cost: extent => cost?.(extent) ?? null,
    steps: threshold => steps?.(threshold) ?? [`Combined them by the method ${name}.`],
    run: (input, given, context) => run(input, settle(given), context),
    runOnAnchors:
      runOnAnchors === undefined
        ? null
        : (store, anchorCount, given, context) => runOnAnchors(store, anchorCount, settle(given), context),
  }
}
