import { countText, wholeText } from '../../count-text.js'
import type { Match } from './causes.js'

/** A match in words: what was found, and what to do about it. `isExact`: whether all samples were looked at. */
export function explanationWords(
  match: Match,
  isCause: boolean,
  isExact: boolean,
): { sentence: string; remedy: string } {
  const { cause, how } = match
  const { kind, name, features, columns } = cause
  const shown = shownName(name)
  if (kind === 'filled') {
    const rest = isCause ? '' : ' The other features separate it, too.'
    return {
      sentence: `${filledWords(match, shown, isExact)}.${rest}`,
      remedy: `Take the cells from the nearest rows with \`impute: 'knn'\`, leave the rows out with \`impute: 'drop-rows'\`, or ${columns.length === 1 ? 'the column' : 'the columns'} with ${excluding(columns)}.`,
    }
  }
  if (kind === 'duplicates') {
    return {
      sentence: `${match.clusters.length === 1 ? `In cluster ${match.clusters[0]}, ${partWords(match, isExact)} rows are copies of one row` : `Clusters ${listed(match.clusters)} are mostly copies of the same rows`}.`,
      remedy: 'Remove the copies if each sample should count once.',
    }
  }
  if (kind === 'order') {
    return {
      sentence: 'The clusters follow the order of the rows.',
      remedy: 'Check whether the file was sorted, or joined from parts that were measured differently.',
    }
  }
  if (kind === 'id') {
    return {
      sentence: `The clusters follow the order of the ids in ${shown}.`,
      remedy: 'Check whether samples with similar ids were collected or measured in another way than the others.',
    }
  }
  if (kind === 'size') {
    return {
      sentence: `The clusters follow the ${name} of the rows: without it they are gone.`,
      remedy: 'Divide every row by its size before clustering.',
    }
  }
  const sentence =
    how === 'values'
      ? `The clusters are the values of ${shown}.`
      : how === 'groups'
        ? `The clusters are groups of values of ${shown}.`
        : how === 'intervals'
          ? `The clusters are intervals of ${shown}${isCause && features !== null ? ': without it they are gone' : ''}.`
          : valueWords(match, shown, isExact)
  if (features !== null) {
    return { sentence, remedy: `Leave the column out with ${excluding([name])}, unless ${shown} is meant to decide.` }
  }
  return {
    sentence: `${sentence.slice(0, -1)}, which is not a feature.`,
    remedy: isCause
      ? `Correct the features for ${shown}, or cluster the samples of each ${shown} separately.`
      : `If ${shown} is the known class of the samples, set it as \`truth\`.`,
  }
}

function valueWords(match: Match, shown: string, isExact: boolean): string {
  const { cause, value, clusters } = match
  if (clusters.length > 1) return `Clusters ${listed(clusters)} are values of ${shown}.`
  const text = cause.valueNames?.[value]
  return `${clusterWords(match, isExact)} in which ${shown} is ${text === undefined ? 'the same' : text}.`
}

function filledWords(match: Match, shown: string, isExact: boolean): string {
  const { clusters, count, clusterSize } = match
  if (clusters.length > 1 || count >= MOSTLY * clusterSize)
    return `${clusterWords(match, isExact)} in which you filled ${shown}`
  return `In ${partWords(match, isExact)} rows of cluster ${clusters[0]} you filled ${shown}`
}

/** A cluster is some rows if at least this share of it is. */
const MOSTLY = 0.9

/** `Cluster 2 is the 46 rows`, or `Clusters 1 and 3 are rows` */
function clusterWords({ clusters, count }: Match, isExact: boolean): string {
  if (clusters.length > 1) return `Clusters ${listed(clusters)} are rows`
  return `Cluster ${clusters[0]} is ${isExact ? `the ${countText(count, 'row')}` : 'rows'}`
}

/** `74 of the 98`, or `76 % of the` */
function partWords({ count, clusterSize }: Match, isExact: boolean): string {
  return isExact
    ? `${wholeText(count)} of the ${wholeText(clusterSize)}`
    : `${Math.round((100 * count) / clusterSize)} % of the`
}

/** The columns of a name as the option that leaves them out. */
function excluding(names: readonly string[]): string {
  return `\`exclude: [${names.map(name => `'${name}'`).join(', ')}]\``
}

/** A plain name as it is, any other in quotes. */
function shownName(name: string): string {
  return /^[\w.-]+(, [\w.-]+)*$/.test(name) ? name : JSON.stringify(name)
}

function listed(clusters: readonly number[]): string {
  return clusters.length === 1 ? String(clusters[0]) : `${clusters.slice(0, -1).join(', ')} and ${clusters.at(-1)}`
}
