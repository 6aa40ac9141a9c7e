import { InputError } from '../errors.js'
import { noLabel } from '../labelings/codes.js'
import { storeOf } from '../labelings/label-store.js'
import { hash32 } from '../numeric/random.js'
import { sampleRepeats } from '../numeric/sample-rows.js'
import { Preparation } from './prepare.js'

/** A random sample of the label rows of an ensemble. */
export interface RowSample {
  /** The labelings with at least two clusters in the sample. Their clusters are numbered anew, without those it lacks. */
  readonly preparation: Preparation
  /** Which labelings of the whole these are, among those that it uses. */
  readonly columns: readonly number[]
  /** For each of them: the number of each cluster in the sample; -1 for a cluster that it lacks. */
  readonly numbers: readonly Int32Array[]
}

/**
 * A random sample of `count` rows of the labelings that are used. Which rows are drawn, and in what order the sample has
 * them, depends on the seed and on what the rows contain, not on their order.
 */
export function sampleOf(whole: Preparation, count: number, seed: number): RowSample {
  const { ensembleSize: m, blocks, clusterStarts } = whole.store
  const { rowCount, numbers: rowNumbers } = whole.distinctRows
  const clusterHashes = nameHashes(whole)
  const multiplicity = new Int32Array(rowCount)
  const hashes = new Int32Array(rowCount)
  const firstBlocks = new Int32Array(rowCount)
  const firstRows = new Int32Array(rowCount)
  let seen = 0
  blocks.forEach(({ codes, rowCount: blockRows, multiplicity: repeats }, b) => {
    const none = noLabel(codes)
    for (let r = 0; r < blockRows; r++) {
      const row = rowNumbers[b][r]
      multiplicity[row] += repeats[r]
      if (row < seen) continue
      seen++
      firstBlocks[row] = b
      firstRows[row] = r
      let hash = 0
      for (let t = 0, at = r * m; t < m; t++, at++) {
        hash = Math.imul(hash ^ (codes[at] === none ? 0 : clusterHashes[t][codes[at]]), 0x9e3779b1)
        hash ^= hash >>> 15
      }
      hashes[row] = hash
    }
  })

  const repeats = sampleRepeats(hashes, multiplicity, { count, seed })
  const codesOf = (row: number) => {
    const { codes } = blocks[firstBlocks[row]]
    const none = noLabel(codes)
    return Array.from(codes.subarray(firstRows[row] * m, (firstRows[row] + 1) * m), code => (code === none ? -1 : code))
  }
  const drawn = Array.from(repeats.keys())
    .filter(row => repeats[row] > 0)
    .sort((a, b) => hashes[a] - hashes[b] || a - b)
    .map(row => ({ labels: codesOf(row), count: repeats[row] }))
  // A labeling may have only one cluster in the sample, or none.
  const columns = Array.from({ length: m }, (_, t) => t).filter(
    t => new Set(drawn.map(({ labels }) => labels[t]).filter(isLabel)).size > 1,
  )
  if (columns.length === 0) {
    throw new InputError(
      `consensus: fitRows must be large enough that a labeling has two clusters among the rows; got ${count}`,
    )
  }
  const covered = drawn.filter(({ labels }) => columns.some(t => isLabel(labels[t])))

  const numbers = columns.map(t => new Int32Array(clusterStarts[t + 1] - clusterStarts[t]).fill(-1))
  const clusterCounts = new Array<number>(columns.length).fill(0)
  const sampleCount = covered.reduce((sum, { count: repeated }) => sum + repeated, 0)
  const labelings = numbers.map(() => new Int32Array(sampleCount))
  let filled = 0
  for (const { labels, count: repeated } of covered) {
    columns.forEach((t, at) => {
      const label = labels[t]
      if (isLabel(label) && numbers[at][label] < 0) numbers[at][label] = clusterCounts[at]++
      labelings[at].fill(isLabel(label) ? numbers[at][label] : -1, filled, filled + repeated)
    })
    filled += repeated
  }

  const kept = columns.map(t => whole.kept[t])
  const names = kept.map(t => whole.names[t])
  const clusterNames = kept.map((t, at) => namesOf(numbers[at], whole.clusterNames?.[t]))
  const store = storeOf({ sampleCount, labelings, clusterCounts })
  return { preparation: new Preparation({ store, names, clusterNames }, labelings), columns, numbers }
}

const isLabel = (label: number) => label >= 0

/** The names of the clusters that the sample has, in the order of their numbers there. */
function namesOf(numbers: Int32Array, names: readonly (string | number)[] | undefined): (string | number)[] {
  const found: (string | number)[] = []
  numbers.forEach((number, cluster) => {
    if (number >= 0) found[number] = names?.[cluster] ?? cluster
  })
  return found
}

/** A hash of the name of each cluster, so that rows keep theirs however clusters are numbered. */
function nameHashes({ store, kept, clusterNames }: Preparation): Int32Array[] {
  const { clusterStarts } = store
  return kept.map((of, t) =>
    Int32Array.from({ length: clusterStarts[t + 1] - clusterStarts[t] }, (_, cluster) => {
      let hash = t
      for (const character of String(clusterNames?.[of]?.[cluster] ?? cluster)) {
        hash = hash32(hash, character.codePointAt(0)!)
      }
      return hash
    }),
  )
}
