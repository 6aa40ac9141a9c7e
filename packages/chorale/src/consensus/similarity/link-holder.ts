import type { HotLoops } from '../../numeric/loops/hot-loops.js'
import type { Pauser, Steps } from '../../pause.js'
import type { CoAssociation } from './co-association.js'
import { type LinkCounts, type LinkForm, linkPart } from './link-part.js'
import type { SimilarityRows } from './similarity-rows.js'

/** Finds and stores the confident links of all rows, in this thread or elsewhere. */
export interface LinkHolder {
  /** Counts the links at a threshold. */
  count(alpha: number): Promise<LinkCounts>
  /** Stores the links in one of two forms; returns the number of entries. */
  fill(alpha: number, form: LinkForm): Promise<number>
  /** y = the stored matrix times a block of vectors, in steps. */
  multiplySteps(y: Float64Array, x: Float64Array): Steps<void>
  /** Releases the links and ends the threads of the holder. */
  close(): Promise<void>
}

/** Options of {@link LinkExecutor}. */
export interface OpenLinksOptions {
  /** Vectors per block. */
  readonly width: number
  /** The smallest threshold that the holder will be asked for. */
  readonly least: number
  readonly loops: HotLoops
  readonly pauser: Pauser
  /** The similarities, cached by a caller that needs them more than once. */
  readonly rows?: () => Promise<SimilarityRows>
}

/** The part of an executor that finds and stores the links of exact runs. */
export interface LinkExecutor {
  /** Opens a holder of the links of a similarity; the caller closes it. */
  openLinks(similarity: CoAssociation, options: OpenLinksOptions): Promise<LinkHolder>
}

/** Finds and stores all links in this thread. */
export async function linksInThisThread(
  similarity: CoAssociation,
  { rows, ...options }: OpenLinksOptions,
): Promise<LinkHolder> {
  const range = { from: 0, to: similarity.table.rowCount }
  const part = await linkPart(similarity, range, { ...options, rows: await rows?.() })
  return {
    count: alpha => part.count(alpha, options.pauser),
    fill: (alpha, form) => part.fill(alpha, form, options.pauser),
    multiplySteps: part.multiplySteps,
    close: async () => {},
  }
}
