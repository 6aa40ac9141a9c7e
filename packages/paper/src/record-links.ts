import { deflateSync } from 'node:zlib'
import { drawLabelings, type Labels, repeatSeeds } from 'chorale/internal'
import { confidentPart, type Dense, denseSecondOrder, denseSimilarity } from './dense-similarity.js'
import type { LoadedPools } from './load-dataset.js'

/** The quality of the links at one threshold, over all pairs of different samples. */
export interface LinkQuality {
  readonly alpha: number
  /** The share of pairs that are linked. */
  readonly share: number
  /** The share of linked pairs that are of the same class. */
  readonly precision: number
  /** The share of pairs of the same class that are linked. */
  readonly recall: number
}

/** A matrix as a picture: samples ordered by class, one byte per cell. */
export interface LinkPicture {
  readonly picture: 'links' | 'second-order' | 'truth'
  readonly size: number
  /** Values from 0 to 1 as bytes, compressed with zlib, in Base64. */
  readonly cells: string
}

const ALPHAS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
const PICTURE_ALPHA = 0.4

/** What Figure 1 shows, on the ensemble of the first repeat. */
export function recordLinks(
  { pools, truth }: LoadedPools,
  ensembleSize: number,
  seed: number,
): (LinkQuality | LinkPicture)[] {
  const ensemble = drawLabelings(pools[0], ensembleSize, repeatSeeds(seed, 0).ensembleSeed)
  const similarity = denseSimilarity(ensemble, 1)
  const links = confidentPart(similarity, PICTURE_ALPHA)
  const sameClass = Float64Array.from({ length: similarity.length }, (_, at) =>
    truth[Math.floor(at / truth.length)] === truth[at % truth.length] ? 1 : 0,
  )
  return [
    ...ALPHAS.map(alpha => linkQuality(similarity, truth, alpha)),
    pictureOf('links', links, truth),
    pictureOf('second-order', denseSecondOrder(links), truth),
    pictureOf('truth', sameClass, truth),
  ]
}

function linkQuality(similarity: Dense, truth: Labels, alpha: number): LinkQuality {
  const n = truth.length
  let [linked, right, same] = [0, 0, 0]
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const isLinked = similarity[i * n + j] >= alpha
      const isSame = truth[i] === truth[j]
      if (isLinked) linked++
      if (isSame) same++
      if (isLinked && isSame) right++
    }
  }
  return { alpha, share: linked / ((n * (n - 1)) / 2), precision: right / linked, recall: right / same }
}

function pictureOf(picture: LinkPicture['picture'], matrix: Dense, truth: Labels): LinkPicture {
  const n = truth.length
  const order = Array.from(truth, (_, i) => i).sort((a, b) => truth[a] - truth[b] || a - b)
  const bytes = Uint8Array.from({ length: n * n }, (_, at) =>
    Math.round(255 * matrix[order[Math.floor(at / n)] * n + order[at % n]]),
  )
  return { picture, size: n, cells: deflateSync(bytes).toString('base64') }
}
