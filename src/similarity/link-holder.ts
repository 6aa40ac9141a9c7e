import type { HotLoops } from '../hot-loops/hot-loops.js'
import type { Pauser } from '../pause.js'
import type { CoAssociation } from './co-association.js'
import { type LinkCounts, type LinkForm, linkPart } from './link-part.js'
import type { SimilarityRows } from './similarity-rows.js'

/** Finds and holds the confident links of all rows, wherever that is. */
export interface LinkHolder {
  /** Counts the links at a threshold. */
  count(alpha: number): Promise<LinkCounts>
  /** Stores them in one of two forms; says how many entries that are. */
  fill(alpha: number, form: LinkForm): Promise<number>
  /** y = what is stored, times a block of vectors. */
  multiplyInto(y: Float64Array, x: Float64Array): void
  /** Ends whatever the holder started. */
  close(): Promise<void>
}

/** What a holder is opened with. */
interface LinkHolderOptions {
  /** Vectors per block. */
  readonly width: number
  readonly loops: HotLoops
  readonly pauser: Pauser
  /** The similarities, kept by someone who needs them more than once. */
  readonly rows?: () => Promise<SimilarityRows>
}

/** Decides where links are found and held; made by `linksInThreads` of `chorale/node`. */
export type OpenLinks = (similarity: CoAssociation, options: LinkHolderOptions) => Promise<LinkHolder>

/** All links in this thread. */
export const linksInThisThread: OpenLinks = async (similarity, { rows, ...options }) => {
  const range = { from: 0, to: similarity.table.rowCount }
  const part = await linkPart(similarity, range, { ...options, rows: await rows?.() })
  return {
    count: alpha => part.count(alpha, options.pauser),
    fill: (alpha, form) => part.fill(alpha, form, options.pauser),
    multiplyInto: part.multiplyInto,
    close: async () => {},
  }
}
