import { referenceJson } from '../../../test/reference-data.js'
import { expectClose, type Labelings } from './ensembles.js'
import hand12 from './golden/hand12.json' with { type: 'json' }

/** A matrix of the golden vectors; indices of samples and sums are 1-based there. */
interface GoldenMatrix {
  sum: number
  fro: number
  trace: number
  min: number
  max: number
  /** Σ A_ij √i cos(j - 1): tells a matrix from its transpose and its permutations. */
  weighted_sum: number
  samples_1based_i_j_value: number[][]
  full?: number[][]
}

interface GoldenSmkkm {
  weights: number[]
  objective_history: number[]
  line_search_evaluations: number
  columns_1based?: number[]
  k?: number
  note?: string
}

/** What the golden vectors hold of one ensemble, as far as it is used here. */
export interface GoldenVectors {
  input: { n: number; m: number; k: number; labels: number[][] }
  clusters: { sizes: number[]; entropy_bits_sum: number[] }
  EAC: { CA: GoldenMatrix }
  LWEA: { theta: number; ECI: number[]; LWCA: GoldenMatrix }
  NWCA: { lam: number; normalised_entropy: number[]; NECI: number[]; max_before_scaling: number; NWCA: GoldenMatrix }
  SMKKM: Record<string, GoldenSmkkm>
}

/** The hand-made ensemble of 12 samples; always there. */
export const HAND12 = hand12 as unknown as GoldenVectors

/** Ensembles of published pools, for suites that need the reference data. */
export const POOL_VECTORS = ['glioma20', 'ecoli10', 'lung20']

export function poolVectors(name: string): GoldenVectors {
  return referenceJson<GoldenVectors>(`golden/vectors/${name}.json`)
}

/** The labelings, column by column. */
export function labelingsOf({ input }: GoldenVectors): Labelings {
  return Array.from({ length: input.m }, (_, t) => input.labels.map(row => row[t]))
}

/** A value per cluster, ordered by label value in the vectors, in our order: by first appearance. */
export function byFirstAppearance(labelings: Labelings, values: readonly number[]): number[] {
  let start = 0
  return labelings.flatMap(labels => {
    const inOrder = [...new Set(labels)].map(label => values[start + label - 1])
    start += inOrder.length
    return inOrder
  })
}

/** A matrix, by rows, against every number that the vectors hold of it; sums of n² numbers to n² times the tolerance. */
export function expectGoldenMatrix(actual: number[][], golden: GoldenMatrix, tolerance: number): void {
  const flat = actual.flat()
  if (golden.full !== undefined) expectClose(flat, golden.full.flat(), tolerance)
  expectClose(
    golden.samples_1based_i_j_value.map(([i, j]) => actual[i - 1][j - 1]),
    golden.samples_1based_i_j_value.map(([, , value]) => value),
    tolerance,
  )
  let weighted = 0
  actual.forEach((row, i) => {
    row.forEach((value, j) => {
      weighted += value * Math.sqrt(i + 1) * Math.cos(j)
    })
  })
  const sums = [flat.reduce((a, b) => a + b, 0), weighted, Math.sqrt(flat.reduce((a, b) => a + b * b, 0))]
  expectClose(sums, [golden.sum, golden.weighted_sum, golden.fro], tolerance * flat.length)
  expectClose(
    [flat.reduce((a, b) => Math.min(a, b)), flat.reduce((a, b) => Math.max(a, b))],
    [golden.min, golden.max],
    tolerance,
  )
}
