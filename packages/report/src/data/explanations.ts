import type { ConsensusResult, MethodFacts } from 'chorale/internal'
import type { ClusterSimilarity } from './cluster-similarity.js'
import type { ConfidenceBins } from './confidence-bins.js'
import type { EmbeddingPoints } from './embedding-points.js'
import type { Heatmap } from './heatmap-cells.js'
import { contrastText, countText, fixedText, numberText, percentText, wholeText } from './number-text.js'
import { shortText } from './short-text.js'
import type { Spectrum } from './spectrum.js'
import { areEqualWeights, type WeightRow } from './weight-rows.js'

/** Explains the chart of the embedding. */
export function embeddingWords(points: EmbeddingPoints): string[] {
  const { sampleCount, samples, shares } = points
  const shown = shares.slice(0, 2).reduce((sum, share) => sum + share, 0)
  const words = [
    'Every mark is a sample. Samples that the base clusterings often group together are close to each other. The ' +
      'consensus clusters are groups in this map. Larger marks are several samples at the same position; fainter marks ' +
      'are samples with lower confidence.',
    `The map shows the two directions in which the samples differ most, ${percentText(shown)} of the variation` +
      (shares.length > 2 && shares[2] > 0.05
        ? `; a second map shows the third direction (${percentText(shares[2])}).`
        : '.'),
  ]
  if (samples.length < sampleCount) {
    words.push(
      `${wholeText(samples.length)} of ${wholeText(sampleCount)} samples are shown, chosen at random with a fixed seed; ` +
        'every cluster is shown.',
    )
  }
  return words
}

/** Explains the heatmap and what its cells average. */
export function heatmapWords(heatmap: Heatmap, similarity: ClusterSimilarity | null): string[] {
  const { size, order } = heatmap
  const words = [
    'The heatmap shows how often two samples share a cluster in the base clusterings, from never (the background colour) ' +
      'to always. Samples are ordered by consensus cluster, and within it so that similar samples are next to each other. ' +
      'Solid blocks along the diagonal are clusters on which the base clusterings agree. Smaller blocks within them are ' +
      'parts that are often separated. Colour outside the blocks shows clusters that are often merged.',
  ]
  if (similarity !== null && similarity.clusters.length > 1) {
    words.push(
      `Two samples of the same cluster share a base cluster in ${percentText(similarity.within)} of the cases, ` +
        `two of different clusters in ${percentText(similarity.between)}.`,
    )
  }
  if (size < order.length) {
    words.push(
      `${wholeText(order.length)} samples are shown as ${size} × ${size} cells; a cell is the mean over ` +
        'the pairs of samples that it covers.',
    )
  }
  return words
}

/** Explains what the weights are and what they are not. */
export function weightWords(
  rows: readonly WeightRow[],
  { name, weightsMeaning }: Pick<MethodFacts, 'name' | 'weightsMeaning'>,
): string[] {
  const used = rows.filter(row => row.weight > 0)
  if (areEqualWeights(used.map(row => row.weight))) {
    return [
      `All weights are equal (${numberText(used[0].weight)} each), because the method ${name} did not learn weights.`,
    ]
  }
  const most = used.reduce((a, b) => (b.weight > a.weight ? b : a))
  const least = used.reduce((a, b) => (b.weight < a.weight ? b : a))
  const extremes =
    `They range from ${numberText(least.weight)} (${shortText(least.name)}, ${countText(least.clusterCount, 'cluster')}) ` +
    `to ${numberText(most.weight)} (${shortText(most.name)}, ${countText(most.clusterCount, 'cluster')}).`
  if (weightsMeaning === null) return [`The method ${name} learned the weights. ${extremes}`]
  return [weightsMeaning, extremes]
}

/** Explains the agreement of a base clustering with the consensus, and gives its mean. */
export function agreementWords(rows: readonly WeightRow[]): string {
  const mean = rows.reduce((sum, row) => sum + row.agreement, 0) / rows.length
  return (
    'Agreement is the normalized mutual information (NMI) of a base clustering and the consensus. 1 is the same ' +
    `grouping, 0 is an unrelated one. The mean is ${fixedText(mean, 3)}. A base clustering with many more or fewer ` +
    'clusters than the consensus cannot reach 1.'
  )
}

/** Explains what the gap after the last eigenvalue means for the number of clusters. */
export function spectrumWords({ values, next, gap, relativeGap, widestDropAfter }: Spectrum): string[] {
  const k = values.length
  const last = values[k - 1]
  const words = [
    `Eigenvalue ${k} is ${numberText(last, 4)} and the next one is ${numberText(next, 4)}. The gap is ${numberText(gap)}, ` +
      `${percentText(relativeGap)} of eigenvalue ${k}.`,
    'A wide gap after the last eigenvalue that is used means that this many clusters stand out and that the embedding ' +
      'is well determined. With a gap near 0, one more cluster would describe the base clusterings about as well.',
  ]
  if (widestDropAfter !== null && widestDropAfter < k) {
    words.push(
      `The largest drop among these eigenvalues is after number ${widestDropAfter}, so ` +
        `${countText(widestDropAfter, 'cluster')} may be worth trying.`,
    )
  }
  return words
}

/** Explains how far the search for the weights improved the objective. */
export function objectiveWords({ objectiveTrace: trace, converged }: ConsensusResult): string {
  const [first, last] = contrastText(trace[0], trace[trace.length - 1], 10)
  return (
    `The search for the weights changed the objective from ${first} to ${last} in ` +
    `${countText(trace.length - 1, 'step')}${converged ? ' and converged.' : '; it stopped before convergence.'}`
  )
}

/** Explains how the threshold was chosen. */
export function alphaWords(search: NonNullable<ConsensusResult['alphaSearch']>, chosen: number): string {
  const agreements = search.map(({ agreement }) => agreement)
  const least = Math.min(...agreements)
  const most = Math.max(...agreements)
  return (
    `Tried ${countText(search.length, 'threshold')} without using the truth. The threshold ${numberText(chosen)} was kept, ` +
    'because its consensus agrees best with the base clusterings: ' +
    `the mean agreement (NMI) is ${fixedText(most, 3)}. The lowest of all thresholds is ${fixedText(least, 3)}.`
  )
}

/** Explains the confidence of a sample, and gives its mean and the number of undecided samples. */
export function confidenceWords({ mean, undecidedCount }: ConfidenceBins, sampleCount: number): string[] {
  const words = [
    'The confidence of a sample says how clearly the base clusterings put it with its own cluster instead of the next best ' +
      'one. 1 means never with another cluster; 0.5 means half as often with the next best cluster as with its own; 0 ' +
      'means that another cluster fits at least as well.',
  ]
  const average = `The mean is ${fixedText(mean, 3)}.`
  if (undecidedCount === 0) words.push(`${average} No sample has a confidence of 0.`)
  else {
    words.push(
      `${average} ${countText(undecidedCount, 'sample')} (${percentText(undecidedCount / sampleCount)}) ${undecidedCount === 1 ? 'has' : 'have'} ` +
        `a confidence of 0: another cluster fits ${undecidedCount === 1 ? 'it' : 'them'} at least as well.`,
    )
  }
  return words
}
