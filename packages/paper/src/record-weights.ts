import { biasDiversity, type Ensemble, evaluate, type Labels } from 'chorale/internal'
import { confidentPart, type Dense, denseSecondOrder, denseSimilarity } from './dense-similarity.js'

/** What Table 2 and Figure 2 show of one consensus. */
export interface WeightDetails {
  readonly weights: readonly number[]
  /** The number of clusters of every base clustering. */
  readonly clusterCounts: readonly number[]
  readonly base: {
    readonly nmi: readonly number[]
    readonly ari: readonly number[]
    readonly purity: readonly number[]
  }
  /** Bias, -diversity as in the text: K^w = Σ wₜ² K⁽ᵗ⁾, K* from the truth. */
  readonly text: TracePair
  /** The same under other interpretations of the definitions, by name. */
  readonly readings: Readonly<Record<string, TracePair>>
}

/** -2 tr(K^w K*) and tr(K^w K^w). */
type TracePair = readonly [bias: number, minusDiversity: number]

/** α of K̃ when it replaces K*. */
const ALPHA = 0.1

/** The details of a consensus. The interpretations vary what the text leaves open: normalisation, squares, K*, a factor 1/n. */
export async function weightDetails(
  ensemble: Ensemble,
  weights: Float64Array,
  truth: Labels,
  clusterCount: number,
): Promise<WeightDetails> {
  const metrics = ensemble.labelings.map(labels => evaluate(labels, truth))
  const squares = weights.map(weight => weight * weight)
  const { table } = await biasDiversity(ensemble, { clusterCount, weights: squares, expectation: { truth } })
  return {
    weights: Array.from(weights, rounded),
    clusterCounts: ensemble.clusterCounts,
    base: {
      nmi: metrics.map(({ nmi }) => rounded(nmi)),
      ari: metrics.map(({ ari }) => rounded(ari)),
      purity: metrics.map(({ purity }) => rounded(purity)),
    },
    text: [rounded(table.bias), rounded(table.minusDiversity)],
    readings: traceReadings(ensemble, weights, truth),
  }
}

function traceReadings(ensemble: Ensemble, weights: Float64Array, truth: Labels): Record<string, TracePair> {
  const { sampleCount: n } = ensemble
  const targets: Record<string, Dense> = {
    'truth, plain': membership([truth], Float64Array.of(1), false),
    'truth, normalised': membership([truth], Float64Array.of(1), true),
    'second-order': denseSecondOrder(confidentPart(denseSimilarity(ensemble, 1), ALPHA)),
  }
  const found: Record<string, TracePair> = {}
  for (const kind of ['normalised', 'plain'] as const) {
    for (const power of [1, 2]) {
      const weighted = membership(
        ensemble.labelings,
        weights.map(weight => weight ** power),
        kind === 'normalised',
      )
      const square = inner(weighted, weighted)
      for (const [target, matrix] of Object.entries(targets)) {
        const bias = -2 * inner(weighted, matrix)
        const name = `K ${kind}; w${power === 2 ? '²' : ''}; K* ${target}`
        found[name] = [rounded(bias), rounded(square)]
        found[`${name}; over n`] = [rounded(bias / n), rounded(square / n)]
      }
    }
  }
  return found
}

/** Σ weightₜ A⁽ᵗ⁾, or with every cluster divided by its size Σ weightₜ K⁽ᵗ⁾. */
function membership(labelings: readonly Labels[], weights: Float64Array, isNormalised: boolean): Dense {
  const n = labelings[0].length
  const values = new Float64Array(n * n)
  labelings.forEach((labels, t) => {
    const sizes = new Map<number, number>()
    for (const label of labels) sizes.set(label, (sizes.get(label) ?? 0) + 1)
    for (let i = 0; i < n; i++) {
      const share = isNormalised ? weights[t] / sizes.get(labels[i])! : weights[t]
      for (let j = 0; j < n; j++) if (labels[i] === labels[j]) values[i * n + j] += share
    }
  })
  return values
}

function inner(a: Dense, b: Dense): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at] * b[at]
  return sum
}

function rounded(value: number): number {
  return Number(value.toPrecision(7))
}
