import type { ConsensusResult } from '../consensus/consensus.js'
import type { MethodFacts } from '../consensus/method-facts.js'
import type { ClusterSimilarity } from './cluster-similarity.js'
import type { ConfidenceBins } from './confidence-bins.js'
import type { EmbeddingPoints } from './embedding-points.js'
import type { Heatmap } from './heatmap-cells.js'
import { contrastText, countText, fixedText, numberText, percentText, wholeText } from './number-text.js'
import { shortText } from './short-text.js'
import type { Spectrum } from './spectrum.js'
import { areEqualWeights, type WeightRow } from './weight-rows.js'

/** What the picture of the embedding shows. */
export function embeddingWords(points: EmbeddingPoints): string[] {
  const { sampleCount, samples, shares } = points
  const shown = shares.slice(0, 2).reduce((sum, share) => sum + share, 0)
  const words = [
    'Every mark is a sample. Samples that the base clusterings treat alike lie close together; the consensus clusters ' +
      'are groups in this space. Larger marks stand for several samples at the same place, fainter ones are less certain.',
    `The picture shows the two directions in which the samples differ most, ${percentText(shown)} of the variation` +
      (shares.length > 2 && shares[2] > 0.05
        ? `; a third direction (${percentText(shares[2])}) is drawn beside it.`
        : '.'),
  ]
  if (samples.length < sampleCount) {
    words.push(
      `${wholeText(samples.length)} of ${wholeText(sampleCount)} samples are drawn, chosen at random but always the same ` +
        'ones; every cluster is shown.',
    )
  }
  return words
}

/** What the heatmap shows, and what it averages. */
export function heatmapWords(heatmap: Heatmap, similarity: ClusterSimilarity | null): string[] {
  const { size, order } = heatmap
  const words = [
    'How often two samples share a cluster in the base clusterings: from never (the colour of the page) to always. ' +
      'Samples are ordered by consensus cluster, and within it so that samples often found together stand together. ' +
      'Full blocks along the diagonal are clusters on which the base clusterings agree, smaller blocks within them are ' +
      'parts that are often told apart; colour outside them shows clusters that are often joined.',
  ]
  if (similarity !== null && similarity.clusters.length > 1) {
    words.push(
      `Two samples of the same cluster share a base cluster in ${percentText(similarity.within)} of the cases, ` +
        `two of different clusters in ${percentText(similarity.between)}.`,
    )
  }
  if (size < order.length) {
    words.push(
      `${wholeText(order.length)} samples are drawn as ${size} × ${size} cells; a cell is the mean over about ` +
        `${wholeText(Math.max(1, order.length / size))} × ${wholeText(Math.max(1, order.length / size))} pairs of samples.`,
    )
  }
  return words
}

/** What the weights are and, as important, what they are not. */
export function weightWords(
  rows: readonly WeightRow[],
  { name, weightsMeaning }: Pick<MethodFacts, 'name' | 'weightsMeaning'>,
): string[] {
  const used = rows.filter(row => row.weight > 0)
  if (areEqualWeights(used.map(row => row.weight))) {
    return [
      `All weights are equal, ${numberText(used[0].weight)} each: the method ${name} was not asked to learn them.`,
    ]
  }
  const most = used.reduce((a, b) => (b.weight > a.weight ? b : a))
  const least = used.reduce((a, b) => (b.weight < a.weight ? b : a))
  const extremes =
    `Here the weights go from ${numberText(least.weight)} (${shortText(least.name)}, ${countText(least.clusterCount, 'cluster')}) ` +
    `to ${numberText(most.weight)} (${shortText(most.name)}, ${countText(most.clusterCount, 'cluster')}).`
  if (weightsMeaning === null) return [`The weights are those that the method ${name} found. ${extremes}`]
  return [weightsMeaning, extremes]
}

/** What the agreement of a base clustering with the consensus is, and its mean. */
export function agreementWords(rows: readonly WeightRow[]): string {
  const mean = rows.reduce((sum, row) => sum + row.agreement, 0) / rows.length
  return (
    'Agreement is the normalised mutual information (NMI) of a base clustering and the consensus: 1 is the same ' +
    `grouping, 0 an unrelated one. Its mean is ${fixedText(mean, 3)}. A base clustering with many more or fewer ` +
    'clusters than the consensus cannot reach 1.'
  )
}

/** What the gap after the last eigenvalue says about the number of clusters. */
export function spectrumWords({ values, next, gap, relativeGap, widestDropAfter }: Spectrum): string[] {
  const k = values.length
  const last = values[k - 1]
  const words = [
    `Eigenvalue ${k} is ${numberText(last, 4)}, the next one ${numberText(next, 4)}: a gap of ${numberText(gap)}, ` +
      `${percentText(relativeGap)} of eigenvalue ${k}.`,
    'A wide gap after the last eigenvalue that is used means that this many clusters stand out, and that the embedding ' +
      'is well determined; with a gap near 0 one cluster more would describe the base clusterings about as well.',
  ]
  if (widestDropAfter !== null && widestDropAfter < k) {
    words.push(
      `The widest drop among the eigenvalues shown is after number ${widestDropAfter}: ` +
        `${countText(widestDropAfter, 'cluster')} may be worth a try.`,
    )
  }
  return words
}

/** How far the search for the weights took the objective. */
export function objectiveWords({ objectiveTrace: trace, converged }: ConsensusResult): string {
  const [first, last] = contrastText(trace[0], trace[trace.length - 1], 10)
  return (
    `The search for the weights took the objective from ${first} to ${last} in ` +
    `${countText(trace.length - 1, 'step')}${converged ? ' and converged.' : '; it stopped before it converged.'}`
  )
}

/** How the threshold was chosen. */
export function alphaWords(search: NonNullable<ConsensusResult['alphaSearch']>, chosen: number): string {
  const agreements = search.map(({ agreement }) => agreement)
  const [least, most] = [Math.min(...agreements), Math.max(...agreements)]
  return (
    `${wholeText(search.length)} thresholds were tried, without looking at any truth. The one whose consensus agrees ` +
    `best with the base clusterings was kept: ${numberText(chosen)}, with a mean agreement (NMI) of ` +
    `${fixedText(most, 3)}; the others go down to ${fixedText(least, 3)}.`
  )
}

/** What the confidence of a sample is, its mean, and how many samples are undecided. */
export function confidenceWords({ mean, undecidedCount }: ConfidenceBins, sampleCount: number): string[] {
  const words = [
    'The confidence of a sample is how much more often the base clusterings put it with its own cluster than with the ' +
      'next best one: 1 is always and only, 0 is no more often. Where base clusterings have many more clusters than ' +
      'the consensus, all values are small; compare them with each other.',
  ]
  const average = `The mean is ${fixedText(mean, 3)}.`
  if (undecidedCount === 0) words.push(`${average} No sample is at 0.`)
  else {
    words.push(
      `${average} ${countText(undecidedCount, 'sample')} (${percentText(undecidedCount / sampleCount)}) ${undecidedCount === 1 ? 'has' : 'have'} ` +
        `a confidence of 0: another cluster holds ${undecidedCount === 1 ? 'it' : 'them'} at least as well.`,
    )
  }
  return words
}
