import { countText, wholeText } from '../../count-text.js'
import type { Labels } from '../../types.js'

/** Below this agreement of two halves of the ensemble, the result counts as unstable. */
const LOW_AGREEMENT = 0.7

/**
 * Clusters of random data: very many samples lie between the two closest clusters, or many do and the halves of the
 * ensemble do not quite agree on them. bench/warnings.mjs measures how often this is right.
 */
const NOISE = { overlap: 0.2, someOverlap: 0.15, agreement: 0.85 }

/** A cluster is tiny below this number of samples, or below this share of all samples. */
const TINY = { size: 5, share: 0.01 }

/** What the warnings are based on. */
export interface Signs {
  readonly labels: Labels
  readonly halfAgreement: number | null
  readonly overlap: number | null
}

/** Warnings about a clustering that may not be what the user expects, each with what to try. */
export function warningsOf({ labels, halfAgreement, overlap }: Signs): string[] {
  const warnings = tinyWarnings(labels)
  const isUnsure = halfAgreement !== null && halfAgreement < NOISE.agreement
  if (overlap !== null && overlap >= (isUnsure ? NOISE.someOverlap : NOISE.overlap)) {
    const halves = isUnsure
      ? `, and two halves of the base clusterings agree only partly (ARI ${halfAgreement.toFixed(2)})`
      : ''
    warnings.push(
      'The clusters are no better separated than clusters of random data: many samples lie between the two closest ' +
        `clusters${halves}. Run advise to test whether there are clusters, or try another number of clusters or other features.`,
    )
  } else if (halfAgreement !== null && halfAgreement < LOW_AGREEMENT) {
    warnings.push(
      'The result is not stable: the two halves of the base clusterings lead to different clusters ' +
        `(ARI ${halfAgreement.toFixed(2)}). Try more base clusterings, another number of clusters or another method.`,
    )
  }
  return warnings
}

/** The clusters with very few samples. Clusters of about equal size are never tiny, however few samples there are. */
export function tinyClusters(labels: Labels): { cluster: number; size: number }[] {
  const n = labels.length
  const sizes: number[] = []
  for (const label of labels) sizes[label] = (sizes[label] ?? 0) + 1
  const filled = sizes.filter(size => size > 0).length
  return sizes.flatMap((size, cluster) => {
    const isTiny = (size < TINY.size || size < TINY.share * n) && size < n / filled / 2
    return isTiny ? [{ cluster, size }] : []
  })
}

function tinyWarnings(labels: Labels): string[] {
  const tiny = tinyClusters(labels)
  if (tiny.length === 0) return []
  const [{ cluster, size }] = tiny
  const advice = 'Inspect the samples, remove outliers, or try another number of clusters.'
  if (tiny.length === 1) {
    return [
      `Cluster ${cluster} has only ${countText(size, 'sample')} of ${wholeText(labels.length)}, which may be outliers. ${advice}`,
    ]
  }
  const shown = tiny.slice(0, 5).map(each => `${each.cluster} (${wholeText(each.size)})`)
  const more = tiny.length > shown.length ? ', ...' : ''
  return [
    `${countText(tiny.length, 'cluster')} have very few of the ${wholeText(labels.length)} samples: ${shown.join(', ')}${more}. ` +
      `They may be outliers. ${advice}`,
  ]
}
