import { type DistanceTriangle, triangleLength } from '../../numeric/linkage.js'
import type { Pauser } from '../../pause.js'
import type { CoAssociation } from './co-association.js'

/** 1 - S for all pairs of rows. O(n²) memory, 8 bytes per pair. */
export async function pairDistances(similarity: CoAssociation, pauser?: Pauser): Promise<DistanceTriangle> {
  return fillTriangle(similarity, similarity => 1 - similarity, pauser)
}

/** The number of labelings in which two rows disagree: m (1 - CA). For ensembles without missing labels. */
export async function pairDisagreements(coAssociation: CoAssociation, pauser?: Pauser): Promise<DistanceTriangle> {
  const m = coAssociation.table.ensembleSize
  return fillTriangle(coAssociation, agreement => m - Math.floor(m * agreement + 0.5), pauser)
}

async function fillTriangle(
  similarity: CoAssociation,
  distance: (similarity: number) => number,
  pauser?: Pauser,
): Promise<DistanceTriangle> {
  const size = similarity.table.rowCount
  const values = new Float64Array(triangleLength(size))
  const row = new Float64Array(size)
  let at = 0
  for (let r = 0; r < size; r++) {
    similarity.rowInto(row, r)
    for (let q = r + 1; q < size; q++) values[at++] = distance(row[q])
    await pauser?.pause()
  }
  return { size, values }
}
