import { checkInteger, invalid } from '../errors.js'
import type { Labels, Samples } from '../types.js'
import { clusterMeans } from './central-rows.js'

/**
 * How the clusters merge into fewer. Plain data. Nodes 0 to k - 1 are the clusters; merge number i makes node k + i. Undoing
 * the last merges cuts the tree into any number of groups from 1 to k.
 */
export interface ClusterTree {
  /** The number of the cluster at each leaf. */
  readonly clusters: readonly number[]
  /** Its number of rows. */
  readonly sizes: readonly number[]
  /** The merges, the most similar clusters first. */
  readonly merges: readonly ClusterMerge[]
}

/** Two nodes of a tree that become one. */
interface ClusterMerge {
  readonly first: number
  readonly second: number
  /** √(2 a b / (a + b)) · distance of the means, for a and b rows: the height of Ward's method. */
  readonly height: number
  /** The number of rows of both. */
  readonly size: number
}

/**
 * The tree of the clusters by Ward's method: the merge that adds least to the squared distances of rows to the means of
 * their clusters comes first. O(n d + k² (k + d)).
 */
export function clusterTree(samples: Samples, labels: Labels): ClusterTree {
  const { featureCount: d } = samples
  const { sizes: allSizes, means } = clusterMeans(samples, labels)
  const clusters = [...allSizes.keys()].filter(cluster => allSizes[cluster] > 0)
  const sizes = clusters.map(cluster => allSizes[cluster])
  const k = clusters.length
  const squares = clusters.map((_, a) =>
    Float64Array.from(clusters, (_, b) => {
      let square = 0
      for (let f = 0; f < d; f++) square += (means[clusters[a] * d + f] - means[clusters[b] * d + f]) ** 2
      return ((2 * sizes[a] * sizes[b]) / (sizes[a] + sizes[b])) * square
    }),
  )
  const nodes = clusters.map((_, at) => at)
  const counts = sizes.slice()
  const alive = clusters.map((_, at) => at)
  const merges: ClusterMerge[] = []
  while (alive.length > 1) {
    const [a, b] = nearestPair(alive, squares)
    const size = counts[a] + counts[b]
    merges.push({ first: nodes[a], second: nodes[b], height: Math.sqrt(squares[a][b]), size })
    for (const c of alive) {
      if (c === a || c === b) continue
      const sum = (counts[a] + counts[c]) * squares[a][c] + (counts[b] + counts[c]) * squares[b][c]
      const square = (sum - counts[c] * squares[a][b]) / (size + counts[c])
      squares[a][c] = square
      squares[c][a] = square
    }
    counts[a] = size
    nodes[a] = k + merges.length - 1
    alive.splice(alive.indexOf(b), 1)
  }
  return { clusters, sizes, merges }
}

/** Of equally near pairs, the first. */
function nearestPair(alive: readonly number[], squares: readonly Float64Array[]): [number, number] {
  let best: [number, number] = [alive[0], alive[1]]
  for (let x = 0; x < alive.length; x++) {
    for (let y = x + 1; y < alive.length; y++) {
      if (squares[alive[x]][alive[y]] < squares[best[0]][best[1]]) best = [alive[x], alive[y]]
    }
  }
  return best
}

/**
 * Cuts the tree of the clusters: every row gets the number of its group, from 0 by first appearance of the clusters. Rows of no
 * cluster keep -1.
 *
 * @example
 * ```ts
 * import { cluster, cutClusterTree, sampleShape } from 'chorale'
 *
 * const blobs = sampleShape('blobs', { sampleCount: 300, clusterCount: 6 })
 * const { labels, tree } = await cluster(blobs, { clusterCount: 6 })
 * console.log(new Set(cutClusterTree(tree, labels, 3)).size) // 3
 * ```
 *
 * @group Cluster
 */
export function cutClusterTree(tree: ClusterTree, labels: Labels, groupCount: number): Labels {
  const { clusters, merges } = tree
  const k = clusters.length
  checkInteger('cutClusterTree', 'groupCount', groupCount, 1, k)
  const groupOf = clusters.map((_, at) => at)
  // A node stands for its first leaf.
  const leafOf = groupOf.slice()
  for (const { first, second } of merges.slice(0, k - groupCount)) {
    const [into, from] = [leafOf[first], leafOf[second]]
    leafOf.push(into)
    groupOf.forEach((group, at) => {
      if (group === from) groupOf[at] = into
    })
  }
  const numbers = new Map<number, number>()
  const group = new Map(
    clusters.map((cluster, at) => {
      const number = numbers.get(groupOf[at]) ?? numbers.size
      numbers.set(groupOf[at], number)
      return [cluster, number]
    }),
  )
  return labels.map(label => {
    if (label < 0) return -1
    const found = group.get(label)
    if (found === undefined) throw invalid('cutClusterTree', 'labels', 'be the labels of the tree', label)
    return found
  })
}

/** A node of a tree as nested objects: a cluster, or two nodes. */
export interface ClusterNode {
  /** The number of the cluster; only for leaves. */
  readonly cluster?: number
  readonly size: number
  /** 0 for a leaf. */
  readonly height: number
  readonly children?: readonly ClusterNode[]
}

/** The tree as nested objects, as d3-hierarchy and others read it. */
export function nestedTree({ clusters, sizes, merges }: ClusterTree): ClusterNode {
  const nodes: ClusterNode[] = clusters.map((cluster, at) => ({ cluster, size: sizes[at], height: 0 }))
  for (const { first, second, height, size } of merges) {
    nodes.push({ size, height, children: [nodes[first], nodes[second]] })
  }
  return nodes[nodes.length - 1]
}

/**
 * The tree in Newick format. The leaves are named after the clusters; the length of a branch is the difference in height.
 *
 * @example
 * ```ts
 * import { cluster, newickTree, sampleShape } from 'chorale'
 *
 * const blobs = sampleShape('blobs', { sampleCount: 300, clusterCount: 6 })
 * const { tree } = await cluster(blobs, { clusterCount: 6 })
 * console.log(newickTree(tree).match(/\d+:/g)?.length) // 6
 * ```
 *
 * @group Cluster
 */
export function newickTree({ clusters, merges }: ClusterTree): string {
  const nodes = clusters.map(cluster => ({ text: String(cluster), height: 0 }))
  for (const { first, second, height } of merges) {
    const branches = [first, second].map(at => `${nodes[at].text}:${length(height - nodes[at].height)}`)
    nodes.push({ text: `(${branches.join(',')})`, height })
  }
  return `${nodes[nodes.length - 1].text};`
}

function length(value: number): string {
  return String(Number(Math.max(0, value).toPrecision(9)))
}
