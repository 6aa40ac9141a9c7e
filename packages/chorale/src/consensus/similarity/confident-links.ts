import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import { type Pauser, runToEnd, type Steps } from '../../pause.js'
import { type ClusterProduct, createClusterProduct } from './cluster-product.js'
import type { CoAssociation } from './co-association.js'
import { type LinkHolder, linksInThisThread } from './link-holder.js'
import type { LinkForm } from './link-part.js'

/**
 * High-confidence links: the co-association thresholded at alpha, with unit diagonal, on the distinct label rows.
 *
 *   H_ij = S_ij if S_ij >= α, else 0                                                   (Sec. 5.1)
 *
 * For rows g of μ_g equal samples, b_g = H between two of them: Q_gh = √(μ_g μ_h) H_gh, Q_gg = 1 + (μ_g - 1) b_g acts
 * on vectors that are constant within rows exactly as H does. Without missing labels, S has low rank, so Q is stored as
 * sparse rows or as what the threshold removed, whichever is smaller.
 */
export interface ConfidentLinks {
  readonly rowCount: number
  readonly form: LinkForm
  /** The number of stored entries. */
  readonly entryCount: number
  /** b_g: the link between two different samples of row g. */
  readonly within: Float64Array
  /** D_g: length of the column of H that belongs to a sample of row g. */
  readonly lengths: Float64Array
  /** The share of linked pairs among the n (n - 1) pairs of different samples. */
  readonly linkShare: number
  /** y = Q x. */
  multiplyInto(y: Float64Array, x: Float64Array, width: number): void
  /** The same in steps. */
  multiplySteps(y: Float64Array, x: Float64Array, width: number): Steps<void>
}

/** The links at a threshold, computed and stored by a holder (in this thread by default). */
export async function confidentLinks(
  similarity: CoAssociation,
  options: { alpha: number; width: number; loops: HotLoops; pauser: Pauser; holder?: LinkHolder },
): Promise<ConfidentLinks> {
  const { alpha, width, loops } = options
  const { rowCount, multiplicity, hasMissing, sampleCount } = similarity.table
  const holder = options.holder ?? (await linksInThisThread(similarity, { ...options, least: alpha }))
  const { kept, dropped, linked, lengths } = await holder.count(alpha)
  const form = !hasMissing && dropped < kept ? 'complement' : 'rows'
  const entryCount = await holder.fill(alpha, form)
  const product = () => createClusterProduct(loops, similarity.table, width)
  const multiplySteps =
    form === 'rows'
      ? (y: Float64Array, x: Float64Array) => holder.multiplySteps(y, x)
      : complementProduct(similarity, holder, multiplicity.map(Math.sqrt), product())
  return {
    rowCount,
    form,
    entryCount,
    lengths,
    within: similarity.within.map(value => (value >= alpha ? value : 0)),
    linkShare: sampleCount > 1 ? linked / (sampleCount * (sampleCount - 1)) : 0,
    multiplySteps,
    multiplyInto: (y, x) => runToEnd(multiplySteps(y, x)),
  }
}

/** Q x = (low-rank S) x - (removed entries) x. */
function complementProduct(
  similarity: CoAssociation,
  removed: LinkHolder,
  roots: Float64Array,
  product: ClusterProduct,
) {
  const factor = similarity.clusterWeights.map(weight => -weight / similarity.divisor)
  return function* (y: Float64Array, x: Float64Array): Steps<void> {
    yield* removed.multiplySteps(y, x)
    yield* product.addSteps(y, x, roots, factor)
    for (let i = 0; i < y.length; i++) y[i] = -y[i]
  }
}
