import { type LabelStore, rowClustersInto } from '../labelings/label-store.js'
import { log2 } from '../numeric/exp-log.js'
import type { Labels } from '../types.js'

/** Clusters with an evenness below this are very uneven. */
const UNEVEN = 0.8
/** Pieces are nearly separate if 1 - μ of the next eigenvalue is below this, */
const SEPARATE = 0.04
/** and exchangeable if that of the last one is above this share of it, */
const NEARLY_EQUAL = 0.4
/** or above this one where a cluster is tiny, */
const EQUAL_TO_TINY = 0.2
/** that is, below this share of the mean cluster size. */
const TINY = 0.1

/**
 * Whether the clusters of a spectral embedding are an arbitrary cut: very uneven, in a graph of more than k pieces that
 * are nearly separate, so that other k clusters are about as good. `last` and `next` are the eigenvalues k and k + 1 of
 * an operator with a spectrum in [0, 1]. Clusters that every labeling keeps apart are no arbitrary cut.
 *
 * A cut is measured against the links inside the smaller side, so two samples that are linked only to each other are cut
 * off as cheaply as half of the samples, and carry an eigenvector of their own. A tiny cluster therefore has to be far
 * better separated than the next one.
 */
export function isArbitraryCut(
  store: LabelStore,
  { labels, clusterCount, last, next }: { labels: Labels; clusterCount: number; last: number; next: number },
): boolean {
  if (clusterCount < 2 || evenness(labels, clusterCount) >= UNEVEN) return false
  const meanSize = labels.length / clusterCount
  const least = Math.min(...sizesOf(labels, clusterCount)) < TINY * meanSize ? EQUAL_TO_TINY : NEARLY_EQUAL
  return 1 - next < SEPARATE && 1 - last > least * (1 - next) && isMixed(store, labels)
}

/** The entropy of the cluster sizes as a share of that of equal sizes. */
export function evenness(labels: Labels, clusterCount: number): number {
  let entropy = 0
  for (const size of sizesOf(labels, clusterCount))
    if (size > 0) entropy -= (size / labels.length) * log2(size / labels.length)
  return entropy / log2(clusterCount)
}

function sizesOf(labels: Labels, clusterCount: number): Float64Array {
  const sizes = new Float64Array(clusterCount)
  for (const label of labels) sizes[label]++
  return sizes
}

/** Whether a cluster of any labeling has samples with different labels. */
function isMixed(store: LabelStore, labels: Labels): boolean {
  const { ensembleSize: m, clusterStarts, blocks } = store
  const labelOf = new Int32Array(clusterStarts[m]).fill(-1)
  let from = 0
  for (const block of blocks) {
    const clusters = new Int32Array(block.rowCount * m)
    rowClustersInto(clusters, block, store, 0, block.rowCount)
    for (let i = 0; i < block.sampleCount; i++) {
      const label = labels[from + i]
      for (let at = block.rowOf[i] * m; at < (block.rowOf[i] + 1) * m; at++) {
        const c = clusters[at]
        if (c < 0 || labelOf[c] === label) continue
        if (labelOf[c] >= 0) return true
        labelOf[c] = label
      }
    }
    from += block.sampleCount
  }
  return false
}
