// HDBSCAN (L. McInnes, J. Healy, S. Astels, 2017) for bench/choose-k.mjs, as a plain port: mutual reachability, Prim's
// tree, condensed tree, excess of mass. minClusterSize = minSamples, as in the default of the Python package: 5. O(n²).

/** The number of clusters that HDBSCAN finds; 0 if all samples are noise. */
export function hdbscanClusterCount({ sampleCount: n, featureCount: d, values }, minClusterSize = 5) {
  const core = coreDistances(values, n, d, minClusterSize)
  const edges = spanningTree(values, n, d, core)
  return selectedCount(condensed(edges, n, minClusterSize))
}

function distance(values, a, b, d) {
  let sum = 0
  for (let f = 0; f < d; f++) sum += (values[a * d + f] - values[b * d + f]) ** 2
  return Math.sqrt(sum)
}

/** The distance to neighbour number `count`, the sample itself included. */
function coreDistances(values, n, d, count) {
  const core = new Float64Array(n)
  const nearest = new Float64Array(count)
  for (let i = 0; i < n; i++) {
    nearest.fill(Infinity)
    for (let j = 0; j < n; j++) {
      let own = distance(values, i, j, d)
      for (let at = 0; at < count; at++) {
        if (own < nearest[at]) [own, nearest[at]] = [nearest[at], own]
      }
    }
    core[i] = nearest[count - 1]
  }
  return core
}

/** The edges of a minimum spanning tree of the mutual reachability distances, shortest first. */
function spanningTree(values, n, d, core) {
  const least = new Float64Array(n).fill(Infinity)
  const from = new Int32Array(n)
  const isDone = new Uint8Array(n)
  const edges = []
  let current = 0
  for (let step = 1; step < n; step++) {
    isDone[current] = 1
    let next = -1
    for (let j = 0; j < n; j++) {
      if (isDone[j]) continue
      const reach = Math.max(distance(values, current, j, d), core[current], core[j])
      if (reach < least[j]) {
        least[j] = reach
        from[j] = current
      }
      if (next < 0 || least[j] < least[next]) next = j
    }
    edges.push({ a: from[next], b: next, length: least[next] })
    current = next
  }
  return edges.sort((x, y) => x.length - y.length)
}

/** The condensed tree: clusters of at least `least` samples, with their births and stabilities. */
function condensed(edges, n, least) {
  const parent = Int32Array.from({ length: 2 * n - 1 }, (_, i) => i)
  const top = Int32Array.from({ length: 2 * n - 1 }, (_, i) => i)
  const sizes = new Int32Array(2 * n - 1).fill(1)
  const children = []
  const root = i => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]]
    return i
  }
  for (const [at, { a, b, length }] of edges.entries()) {
    const [x, y] = [root(a), root(b)]
    const node = n + at
    children[node] = { left: top[x], right: top[y], lambda: 1 / Math.max(length, 1e-12) }
    sizes[node] = sizes[top[x]] + sizes[top[y]]
    parent[x] = y
    top[y] = node
  }
  const clusters = []
  const stack = [{ node: 2 * n - 2, cluster: newCluster(null, 0) }]
  while (stack.length > 0) {
    let { node, cluster } = stack.pop()
    while (node >= n) {
      const { left, right, lambda } = children[node]
      const [big, small] = sizes[left] >= sizes[right] ? [left, right] : [right, left]
      if (sizes[small] >= least) {
        clusters[cluster].stability += sizes[node] * (lambda - clusters[cluster].birth)
        stack.push(
          { node: left, cluster: newCluster(cluster, lambda) },
          { node: right, cluster: newCluster(cluster, lambda) },
        )
        break
      }
      // The smaller part falls out of the cluster.
      clusters[cluster].stability += sizes[small] * (lambda - clusters[cluster].birth)
      if (sizes[big] < least) {
        clusters[cluster].stability += sizes[big] * (lambda - clusters[cluster].birth)
        break
      }
      node = big
    }
  }
  return clusters

  function newCluster(from, birth) {
    clusters.push({ parent: from, birth, stability: 0, children: [] })
    if (from !== null) clusters[from].children.push(clusters.length - 1)
    return clusters.length - 1
  }
}

/** Excess of mass: a cluster is selected if it is more stable than the selected ones below it; never the root. */
function selectedCount(clusters) {
  const counts = new Int32Array(clusters.length)
  const best = new Float64Array(clusters.length)
  for (let c = clusters.length - 1; c >= 0; c--) {
    const { children, stability } = clusters[c]
    const below = children.reduce((sum, child) => sum + best[child], 0)
    const count = children.reduce((sum, child) => sum + counts[child], 0)
    const isOwn = c > 0 && (children.length === 0 || stability >= below)
    best[c] = isOwn ? stability : below
    counts[c] = isOwn ? 1 : count
  }
  return counts[0]
}
