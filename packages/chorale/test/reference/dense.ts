/**
 * GPEC and balanced GPEC as the formulas stand, with full n x n matrices: the plain twin that the fast code must
 * agree with. Nothing here is shared with src/, so that no mistake is shared either. For n up to about 300.
 *
 * Labelings are m arrays of n labels; -1 means that the labeling does not cover the sample.
 */

import { type Dense, jacobiEigen } from './jacobi.js'

export interface DenseOptions {
  clusterCount: number
  alpha: number
  lambda: number
}

interface DenseSimilarity {
  /** NECI of each cluster: clusterWeights[t] maps a label of labeling t to its weight. */
  clusterWeights: Map<number, number>[]
  /** S, before the cut at alpha. */
  coAssociation: Dense
  /** K̃ */
  secondOrder: Dense
}

interface DenseEmbedding {
  /** The k largest, from the largest down. */
  eigenvalues: number[]
  /** The one after them; NaN when k = n. */
  nextEigenvalue: number
  /** Z: n rows of k, orthonormal columns. */
  embedding: Dense
}

interface DenseWeights {
  /** w, as long as the input; 0 for one-cluster labelings. */
  weights: number[]
  /** sₜ = |Uₜ' Z|² / (share of samples covered), of the labelings with two clusters or more. */
  spans: number[]
  /** J */
  objective: number
  iterations: number
}

export type DenseGpec = DenseSimilarity & DenseEmbedding & DenseWeights

/** GPEC up to Z. M(w) = 2 K̃ + Σ wₜ² Kₜ / shareₜ; a share is 1 without missing labels. */
export function denseGpec(labelings: number[][], { clusterCount, alpha, lambda }: DenseOptions): DenseGpec {
  const informative = labelings.filter(hasTwoClusters)
  const similarity = denseSimilarity(informative, alpha, lambda)
  const loops = informative.map(baseKernel)
  const solution = solveWeights(similarity.secondOrder, loops, clusterCount)
  return { ...similarity, ...solution, weights: atInput(labelings, solution.weights) }
}

export interface DenseBalancedOptions extends DenseOptions {
  /** How the base kernels are mixed: 1/m each, or by the weights of GPEC's objective on the same scale. */
  weights?: 'uniform' | 'learned'
}

export type DenseBalanced = DenseSimilarity &
  DenseEmbedding & {
    /** cₜ, as long as the input; 0 for one-cluster labelings. */
    weights: number[]
    /** Kn = G^-1/2 K̃ G^-1/2. */
    normalisedSecondOrder: Dense
    /** Σ cₜ K̂ₜ */
    baseTerm: Dense
  }

/** Balanced GPEC up to Z: the top eigenvectors of 2 Kn + Σ cₜ K̂ₜ. */
export function denseBalanced(labelings: number[][], options: DenseBalancedOptions): DenseBalanced {
  const { clusterCount, alpha, lambda, weights = 'uniform' } = options
  const informative = labelings.filter(hasTwoClusters)
  const m = informative.length
  const similarity = denseSimilarity(informative, alpha, lambda)
  const normalised = degreeNormalised(similarity.secondOrder)

  let c: number[] = informative.map(() => 1 / m)
  if (weights === 'learned') {
    const loops = informative.map(labels => scaled(baseKernel(labels), m))
    c = solveWeights(normalised, loops, clusterCount).weights
  }
  const baseTerm = balancedBaseTerm(informative, similarity.clusterWeights, c)
  return {
    ...similarity,
    ...topEigenvectors(sum(scaled(normalised, 2), baseTerm), clusterCount),
    weights: atInput(labelings, c),
    normalisedSecondOrder: normalised,
    baseTerm,
  }
}

// --- similarity ------------------------------------------------------------------------------------------------------

function denseSimilarity(labelings: number[][], alpha: number, lambda: number): DenseSimilarity {
  const clusterWeights = labelings.map(labels => neci(labels, labelings, lambda))
  const coAssociation = weightedCoAssociation(labelings, clusterWeights)
  return { clusterWeights, coAssociation, secondOrder: secondOrder(coAssociation, alpha) }
}

/**
 * NECI of every cluster c of one labeling.
 *
 *   E(c) = [ -Σₛ Σ_c' p log₂ p ] / log₂ kₜ,   p = |c ∩ c'| / |members of c that s covers|
 *   NECI(c) = exp( -E(c) / (λ m) )
 */
function neci(labels: number[], labelings: number[][], lambda: number): Map<number, number> {
  const clusters = clustersOf(labels)
  const weights = new Map<number, number>()
  for (const [label, members] of clusters) {
    let entropy = 0
    for (const other of labelings) {
      const covered = members.filter(i => other[i] !== -1)
      const parts = clustersOf(covered.map(i => other[i]!))
      for (const part of parts.values()) {
        const p = part.length / covered.length
        entropy -= p * Math.log2(p)
      }
    }
    weights.set(label, Math.exp(-entropy / Math.log2(clusters.size) / (lambda * labelings.length)))
  }
  return weights
}

/**
 * S_ij = Σₜ NECI(cₜ(i)) [cₜ(i) = cₜ(j)] / (number of labelings that cover both), 0 where none does;
 * divided by max_i S_ii, entries above 1 becoming 1; then S_ii = 1.
 */
function weightedCoAssociation(labelings: number[][], clusterWeights: Map<number, number>[]): Dense {
  const n = labelings[0]!.length
  const S = square(n, (i, j) => {
    let agreement = 0
    let coveringBoth = 0
    for (const [t, labels] of labelings.entries()) {
      if (labels[i] === -1 || labels[j] === -1) continue
      coveringBoth++
      if (labels[i] === labels[j]) agreement += clusterWeights[t]!.get(labels[i]!)!
    }
    return coveringBoth === 0 ? 0 : agreement / coveringBoth
  })
  const divisor = Math.max(...S.map((row, i) => row[i]!))
  return square(n, (i, j) => (i === j ? 1 : Math.min(1, S[i]![j]! / divisor)))
}

/** H = S where S ≥ α, else 0; its columns scaled to length 1; K̃ = H' H. */
function secondOrder(S: Dense, alpha: number): Dense {
  const n = S.length
  // H is symmetric up to the scaling, so its columns are held as rows.
  const columns = S.map(row => unit(row.map(value => (value >= alpha ? value : 0))))
  return square(n, (i, j) => dot(columns[i]!, columns[j]!))
}

// --- base kernels ----------------------------------------------------------------------------------------------------

/** Kₜ / shareₜ: 1 / |c| within a cluster c, 0 elsewhere and where not covered; divided by the share covered. */
function baseKernel(labels: number[]): Dense {
  const clusters = clustersOf(labels)
  const share = labels.filter(label => label !== -1).length / labels.length
  return square(labels.length, (i, j) => {
    if (labels[i] === -1 || labels[i] !== labels[j]) return 0
    return 1 / clusters.get(labels[i]!)!.length / share
  })
}

/** Kn = G^-1/2 K̃ G^-1/2, G the row sums of K̃. */
function degreeNormalised(K: Dense): Dense {
  const roots = K.map(row => Math.sqrt(row.reduce((a, b) => a + b, 0)))
  return square(K.length, (i, j) => K[i]![j]! / (roots[i]! * roots[j]!))
}

/** Σₜ cₜ K̂ₜ, K̂ₜ = Δ^-1/2 Bₜ diag(e_c / s_c) Bₜ' Δ^-1/2, Δ_ii = Σ cₜ e_{cₜ(i)} over the labelings that cover i. */
function balancedBaseTerm(labelings: number[][], clusterWeights: Map<number, number>[], c: number[]): Dense {
  const n = labelings[0]!.length
  const sizes = labelings.map(labels => clustersOf(labels))
  const delta = Array.from({ length: n }, (_, i) => {
    let total = 0
    for (const [t, labels] of labelings.entries()) {
      if (labels[i] !== -1) total += c[t]! * clusterWeights[t]!.get(labels[i]!)!
    }
    return total
  })
  return square(n, (i, j) => {
    let total = 0
    for (const [t, labels] of labelings.entries()) {
      const label = labels[i]!
      if (label === -1 || label !== labels[j]) continue
      total += (c[t]! * clusterWeights[t]!.get(label)!) / sizes[t]!.get(label)!.length
    }
    return total / Math.sqrt(delta[i]! * delta[j]!)
  })
}

// --- weights ---------------------------------------------------------------------------------------------------------

/**
 * min over the simplex of J(w), the sum of the k largest eigenvalues of M(w) = 2 K + Σ wₜ² Kₜ.
 * Fixed point qₜ = (1/sₜ) / Σ(1/s) as the direction d = q - w, halved until J falls enough; dJ/dwₜ = 2 wₜ sₜ.
 */
function solveWeights(K: Dense, loops: Dense[], k: number): DenseWeights & DenseEmbedding {
  const evaluate = (w: number[]) => evaluateWeights(K, loops, w, k)
  let at = evaluate(loops.map(() => 1 / loops.length))
  let iterations = 0
  for (let moved = Number.POSITIVE_INFINITY; moved >= 1e-8 && iterations < 50; iterations++) {
    const { weights: w, spans: s, objective: J } = at
    const total = s.reduce((sum, value) => sum + 1 / value, 0)
    const d = s.map((value, t) => 1 / value / total - w[t]!)
    const g = 2 * d.reduce((sum, value, t) => sum + w[t]! * s[t]! * value, 0)
    if (-g <= 1e-14 * Math.abs(J)) break

    let step = 1
    const tried = () => evaluate(w.map((value, t) => value + step * d[t]!))
    let next = tried()
    while (next.objective > J + 1e-4 * step * g && step > 1e-8) {
      step /= 2
      next = tried()
    }
    at = next
    moved = step * Math.max(...d.map(Math.abs))
  }
  return { ...at, iterations }
}

function evaluateWeights(K: Dense, loops: Dense[], weights: number[], k: number) {
  let M = scaled(K, 2)
  for (const [t, kernel] of loops.entries()) M = sum(M, scaled(kernel, weights[t]! ** 2))
  const top = topEigenvectors(M, k)
  return {
    ...top,
    weights,
    spans: loops.map(kernel => traceWithin(kernel, top.embedding)),
    objective: top.eigenvalues.reduce((a, b) => a + b, 0),
  }
}

/** tr(Z' K Z) */
function traceWithin(K: Dense, Z: Dense): number {
  let trace = 0
  for (const [i, row] of K.entries()) {
    for (const [j, value] of row.entries()) {
      if (value !== 0) trace += value * dot(Z[i]!, Z[j]!)
    }
  }
  return trace
}

function topEigenvectors(M: Dense, k: number): DenseEmbedding {
  const { values, vectors } = jacobiEigen(M)
  return {
    eigenvalues: values.slice(0, k),
    nextEigenvalue: values[k] ?? Number.NaN,
    embedding: M.map((_, i) => vectors.slice(0, k).map(vector => vector[i]!)),
  }
}

// --- labels ----------------------------------------------------------------------------------------------------------

/** Rows of Z scaled to length 1; a row of zeros stays. */
export function unitRows(Z: Dense): Dense {
  return Z.map(unit)
}

/** The total squared distance of points to the mean of their cluster. */
export function denseInertia(points: Dense, labels: ArrayLike<number>): number {
  const clusters = clustersOf(Array.from(labels))
  let total = 0
  for (const members of clusters.values()) {
    const centre = meanOf(members.map(i => points[i]!))
    for (const i of members) total += squaredDistance(points[i]!, centre)
  }
  return total
}

/** Plain k-means++ and Lloyd, best of `restarts`; `random` gives numbers in [0, 1). */
export function denseKMeans(points: Dense, k: number, restarts: number, random: () => number) {
  let best = { labels: [] as number[], inertia: Number.POSITIVE_INFINITY }
  for (let restart = 0; restart < restarts; restart++) {
    let centres = spreadCentres(points, k, random)
    let labels: number[] = []
    for (let iteration = 0; iteration < 100; iteration++) {
      const nearest = points.map(point => indexOfLeast(centres.map(centre => squaredDistance(point, centre))))
      if (nearest.every((label, i) => label === labels[i])) break
      labels = nearest
      const clusters = clustersOf(labels)
      centres = centres.map((centre, c) => {
        const members = clusters.get(c)
        return members ? meanOf(members.map(i => points[i]!)) : centre
      })
    }
    const inertia = denseInertia(points, labels)
    if (inertia < best.inertia) best = { labels, inertia }
  }
  return best
}

function spreadCentres(points: Dense, k: number, random: () => number): Dense {
  const centres = [points[Math.floor(random() * points.length)]!]
  while (centres.length < k) {
    const distances = points.map(point => Math.min(...centres.map(centre => squaredDistance(point, centre))))
    let left = random() * distances.reduce((a, b) => a + b, 0)
    let chosen = 0
    while (chosen < points.length - 1 && left >= distances[chosen]!) left -= distances[chosen++]!
    centres.push(points[chosen]!)
  }
  return centres
}

// --- small parts -----------------------------------------------------------------------------------------------------

/** The members of each cluster; -1 is none. */
function clustersOf(labels: number[]): Map<number, number[]> {
  const clusters = new Map<number, number[]>()
  for (const [i, label] of labels.entries()) {
    if (label === -1) continue
    const members = clusters.get(label)
    if (members) members.push(i)
    else clusters.set(label, [i])
  }
  return clusters
}

function hasTwoClusters(labels: number[]): boolean {
  return clustersOf(labels).size >= 2
}

/** Values of the informative labelings at their places among all; 0 elsewhere. */
function atInput(labelings: number[][], values: number[]): number[] {
  let t = 0
  return labelings.map(labels => (hasTwoClusters(labels) ? values[t++]! : 0))
}

function square(n: number, entry: (i: number, j: number) => number): Dense {
  return Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => entry(i, j)))
}

function scaled(A: Dense, factor: number): Dense {
  return A.map(row => row.map(value => value * factor))
}

function sum(A: Dense, B: Dense): Dense {
  return A.map((row, i) => row.map((value, j) => value + B[i]![j]!))
}

function dot(a: number[], b: number[]): number {
  let total = 0
  for (let i = 0; i < a.length; i++) total += a[i]! * b[i]!
  return total
}

function unit(vector: number[]): number[] {
  const length = Math.sqrt(dot(vector, vector))
  return length === 0 ? vector : vector.map(value => value / length)
}

function meanOf(points: Dense): number[] {
  return points[0]!.map((_, q) => points.reduce((total, point) => total + point[q]!, 0) / points.length)
}

function squaredDistance(a: number[], b: number[]): number {
  return a.reduce((total, value, q) => total + (value - b[q]!) ** 2, 0)
}

function indexOfLeast(values: number[]): number {
  return values.indexOf(Math.min(...values))
}
