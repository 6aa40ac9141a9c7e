/**
 * The confidence of a sample from two shares: that of its own cluster, and the largest of another cluster.
 *
 *   relative margin = max(0, 1 - other / own)
 *
 * 1 means that no base clustering groups the sample with another cluster; 0 means that another cluster fits as well.
 */
export function relativeMargin(own: number, other: number): number {
  return own > other ? 1 - other / own : 0
}
