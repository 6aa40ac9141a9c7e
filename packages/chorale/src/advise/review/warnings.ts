import { countText, wholeText } from '../../count-text.js'
import type { Labels } from '../../types.js'

/** A cluster is tiny below this number of samples, or below this share of all samples. */
const TINY = { size: 5, share: 0.01 }

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

/** A warning about clusters with very few samples, with what to try. */
export function tinyWarnings(labels: Labels): string[] {
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
