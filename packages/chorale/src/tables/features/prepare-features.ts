import { countText, wholeText } from '../../count-text.js'
import { checkOneOf } from '../../errors.js'
import type { Feature } from './encode-column.js'
import {
  kindOfNumbers,
  librarySizes,
  PREPARATIONS,
  type Preparation,
  type PreparationName,
  preparationOf,
  preparedNumber,
} from './preparation.js'
import { checkTopGenes, mostVariable, STANDARD_GENES, spreadOf, type TopGenes } from './top-genes.js'

/** Options about the numbers of gene expression. */
export interface PreparationOptions {
  /**
   * What the numbers are: 'counts' are scaled to one sum per sample and logged, 'intensities' are logged, 'none' leaves
   * them as they are. By default ('auto') this is recognised where the features are named like genes.
   */
  prepare?: PreparationName
  /**
   * The number of genes that are used, those that vary most, or 'all'. By default ('auto') 2,000, where there are more
   * features named like genes.
   */
  topGenes?: TopGenes
}

/** A choice about reading that was made for the user: the option that would set it, its value, and why. */
export interface ReadingChoice {
  readonly option: string
  readonly value: string | number
  readonly reason: string
}

/** Features as they are clustered, but for their scale. */
export interface PreparedFeatures {
  readonly features: readonly Feature[]
  /** The given features that they come from. */
  readonly sources: readonly Feature[]
  readonly preparation: Preparation | null
  readonly choices: readonly ReadingChoice[]
  /** What was done, one sentence each. */
  readonly notes: readonly string[]
}

/** With fewer features named like genes, a table is no expression of a genome: it is used as it is. */
const LEAST_GENES = 100

/** Whether features are the genes of an expression table. */
export function areExpression(features: readonly Feature[], areGenes: boolean): boolean {
  return areGenes && features.length >= LEAST_GENES && features.every(({ category }) => category === null)
}

/** Normalises and logs numbers that need it, and leaves the genes that vary most. */
export function preparedFeatures(
  caller: string,
  given: readonly Feature[],
  sampleCount: number,
  { prepare = 'auto', topGenes = 'auto', isExpression }: PreparationOptions & { readonly isExpression: boolean },
): PreparedFeatures {
  checkOneOf(caller, 'prepare', prepare, PREPARATIONS)
  checkTopGenes(caller, topGenes)
  const choices: ReadingChoice[] = []
  const notes: string[] = []
  const kind = prepare !== 'auto' ? prepare : isExpression ? kindOfNumbers(given, sampleCount) : 'none'
  const preparation = kind === 'none' ? null : preparationOf(kind, given, sampleCount)
  if (preparation !== null) notes.push(preparationNote(preparation))
  if (prepare === 'auto' && isExpression) choices.push({ option: 'prepare', value: kind, reason: REASONS[kind] })

  const wanted = topGenes === 'auto' ? (isExpression ? STANDARD_GENES : Infinity) : topGenes
  const sizes = preparation?.numbers === 'counts' ? librarySizes(given, sampleCount) : null
  const column = new Float64Array(sampleCount)
  const prepared = (feature: Feature, into: Float64Array) => {
    const { values, first, stride } = feature
    for (let i = 0, at = first; i < sampleCount; i++, at += stride) {
      into[i] = preparation === null ? values[at] : preparedNumber(preparation, values[at], sizes?.[i] ?? 0)
    }
    return into
  }
  if (preparation === null && (wanted === 'all' || wanted >= given.length)) {
    return { features: given, sources: given, preparation, choices, notes }
  }
  const spreads = given.map(feature => spreadOf(prepared(feature, column)))
  // Genes whose values are all below the floor are constant now.
  let genes = Int32Array.from(given.keys()).filter(gene => !spreads[gene].isConstant)
  if (wanted !== 'all' && wanted < genes.length) {
    const variable = Array.from(genes, gene => spreads[gene])
    const { places, rule } = mostVariable(variable, wanted, kind === 'counts')
    genes = places.map(place => genes[place])
    const noun = isExpression ? 'gene' : 'feature'
    notes.push(
      `the ${wholeText(genes.length)} most variable of ${countText(given.length, noun)} are used, ${RULES[rule]}; to use all, use \`topGenes: 'all'\``,
    )
    if (topGenes === 'auto') {
      const reason = `Of ${wholeText(given.length)} genes, those that vary most, ${RULES[rule]}.`
      choices.push({ option: 'topGenes', value: genes.length, reason })
    }
  }
  const sources = Array.from(genes, gene => given[gene])
  const features =
    preparation === null
      ? sources
      : sources.map(feature => ({
          ...feature,
          values: prepared(feature, new Float64Array(sampleCount)),
          first: 0,
          stride: 1,
        }))
  return { features, sources, preparation, choices, notes }
}

const REASONS = {
  counts:
    'Numbers from 0 on with zeros among them, and none of them logged: counts, which are scaled to one sum per sample and logged.',
  intensities: 'Numbers far above 100 are not logged yet.',
  none: 'The numbers seem to be logged already.',
}

const RULES = {
  deviation: 'by the median absolute deviation',
  trend: 'by how far the variance is above that of genes with the same mean',
}

function preparationNote(preparation: Preparation): string {
  if (preparation.numbers === 'intensities') {
    return `the numbers are intensities: they are logged (log2), and those below ${shortNumber(preparation.floor)} count as ${shortNumber(preparation.floor)}; to leave them as they are, use \`prepare: 'none'\``
  }
  return `the numbers are counts: every sample is scaled to the sum ${shortNumber(preparation.librarySize)}, then logged (ln of 1 + x); to leave them as they are, use \`prepare: 'none'\``
}

function shortNumber(value: number): string {
  return value >= 100 ? wholeText(Math.round(value)) : String(Number(value.toPrecision(3)))
}
