import type { ConsensusResult, Dataset } from 'chorale/internal'
import { METHODS, methodNamed } from 'chorale/internal'
import { countText, numberText, percentText, wholeText } from './number-text.js'
import { shortText } from './short-text.js'

export interface RunWordsInput {
  readonly result: ConsensusResult
  readonly dataset: Dataset | null
  readonly source: string | null
  readonly ensembleOrigin: string | null
}

/** The steps of the run, one or two sentences each, for readers who do not know the method. */
export function runWords({ result, dataset, source, ensembleOrigin }: RunWordsInput): string[] {
  const { ensemble, foundClusterCount } = result
  const from = source === null ? '' : ` from ${shortText(source)}`
  const samples = countText(ensemble.sampleCount, 'sample')
  const origin = ensembleOrigin === null ? '' : ` (${ensembleOrigin})`
  const base = countText(ensemble.ensembleSize, 'base clustering')
  const steps =
    dataset === null
      ? [`Read ${base} of the same ${samples}${from}${origin}. ${clusterCountWords(ensemble.clusterCounts)}`]
      : [
          `Read ${samples} with ${countText(dataset.featureCount, 'feature')}${from}${SCALE_WORDS[dataset.scaling.scale]}.`,
          `Clustered the samples ${wholeText(ensemble.ensembleSize)} times in different ways${origin}. ${clusterCountWords(ensemble.clusterCounts)}`,
        ]
  if (ensemble.missingCount > 0) {
    const share = ensemble.missingCount / (ensemble.sampleCount * ensemble.ensembleSize)
    steps.push(
      `${countText(ensemble.missingCount, 'label')} (${percentText(share)}) are missing. For a sample that a base clustering ` +
        'does not cover, the other base clusterings decide.',
    )
  }
  return [
    ...steps,
    ...methodWords(result),
    ...fitWords(result),
    `The result is one clustering with ${countText(foundClusterCount, 'cluster')}.`,
  ]
}

const SCALE_WORDS = {
  standard: ', every feature scaled to mean 0 and standard deviation 1',
  minmax: ', every feature scaled to the range 0 to 1',
  none: ', in the original units',
}

function clusterCountWords(counts: readonly number[]): string {
  const sorted = counts.toSorted((a, b) => a - b)
  const least = sorted[0]
  const most = sorted[sorted.length - 1]
  if (least === most) return `Each has ${countText(least, 'cluster')}.`
  return `The base clusterings have ${wholeText(least)} to ${countText(most, 'cluster')}; the median is ${wholeText(sorted[(sorted.length - 1) >> 1])}.`
}

/** The steps of the method in plain words. */
function methodWords({ method, alpha, alphaSearch }: ConsensusResult): readonly string[] {
  const threshold = alpha === null ? '' : ` Removed links below ${numberText(alpha)}${ofSearch(alphaSearch)}.`
  return methodNamed(method, METHODS).steps(threshold)
}

/** Says how many rows were fitted, if not all. */
function fitWords({ fit }: ConsensusResult): string[] {
  if (fit.rows === fit.of) return []
  return [
    `Fitted on a random sample of ${wholeText(fit.rows)} of the ${countText(fit.of, 'row')}; the model of this fit labeled all of them.`,
  ]
}

function ofSearch(search: ConsensusResult['alphaSearch']): string {
  if (search === null) return ''
  return ` (the best of ${search.length} thresholds tried)`
}

/** A word of a command line, in quotes if the shell needs them. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
