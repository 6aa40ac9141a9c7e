import { adjustedRandIndex } from '../metrics/adjusted-rand-index.js'
import type { Labels } from '../types.js'
import type { AnchorReport } from './method.js'
import type { SecondOrderSource } from './second-order-source.js'

/** Below this agreement of two sets of anchors the result is said to be rough. */
const GOOD_AGREEMENT = 0.9

/**
 * How good an anchored result is: the labels from a second, independent set of anchors are compared with it.
 * Nothing is done for an exact result.
 */
export async function anchorCheck(
  source: SecondOrderSource,
  result: { labels: Labels; uncoveredShare: number; warnings: readonly string[] },
  otherSource: () => Promise<SecondOrderSource>,
  labelsFrom: (source: SecondOrderSource) => Promise<Labels>,
): Promise<{ anchored: AnchorReport | null; warnings: readonly string[] }> {
  const { anchorCount } = source
  if (anchorCount === null) return { anchored: null, warnings: result.warnings }
  const agreement = adjustedRandIndex(result.labels, await labelsFrom(await otherSource()))
  const anchored = { anchorCount, uncoveredShare: result.uncoveredShare, agreement }
  const percent = (100 * anchored.uncoveredShare).toFixed(1)
  const said = [
    `approximated through ${anchorCount} anchors; two independent sets of them agree to an ARI of ${agreement.toFixed(3)}`,
  ]
  if (agreement < GOOD_AGREEMENT)
    said.push('the approximation is rough: more anchors or a smaller alpha make it better')
  if (anchored.uncoveredShare > 0.01) {
    said.push(`${percent} % of the samples are linked to no anchor: more anchors or a smaller alpha reach them`)
  }
  return { anchored, warnings: [...result.warnings, ...said] }
}
