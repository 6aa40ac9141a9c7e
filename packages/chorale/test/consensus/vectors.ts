import { referenceJson } from '../../../../test/reference-data.js'
import { adoptLabelings } from '../../src/labelings/adopt.js'
import { collapseRows } from '../../src/labelings/label-table.js'
import { expectClose } from '../ensembles.js'
import hand12 from '../golden/hand12.json' with { type: 'json' }

export interface VectorMatrix {
  sum: number
  fro: number
  weighted_sum: number
  samples_1based_i_j_value: [number, number, number][]
}

interface VectorCut {
  labels: number[]
  tie_stable: boolean
}

interface Cuts {
  labels_by_k: Record<string, VectorCut>
}

interface KernelRun {
  weights: number[]
  objective_history: number[]
  line_search_evaluations: number
  HHt?: VectorMatrix
  columns_1based?: number[]
  k?: number
}

interface MkkmRun {
  degenerate: boolean
  a_iter1: number[]
  weights_after_iter1: number[]
  objective_iter1: number
  reference_final_weights: number[]
  reference_objective_history: number[]
  winner_1based?: number
}

interface Ces2Run {
  otsu_threshold_CA: number
  stability_raw: number[]
  stability_normalised: number[]
  otsu_threshold_stability: number
  core_1based: number[]
  core_clusters_suggested: number
  core_clusters_used: number
  core_labels: number[]
  halo_rounds_added_and_k: [number, number][]
  clusters_before_final_merge: number
  labels_before_final_merge: number[]
  labels: number[]
  tie_stable: boolean
}

/** The golden vectors of one ensemble, as far as the comparison methods need them. */
export interface Vectors {
  input: { n: number; m: number; k: number; labels: number[][]; gt: number[] }
  EAC: Cuts
  LWEA: Cuts
  NWCA: Cuts
  LWGP: {
    dx: number[]
    eigenvalues_desc: number[]
    embedding_gram_raw: VectorMatrix
    embedding_gram_row_normalised: VectorMatrix
    kmeans_inertia_best: number[]
    labels_best: number[]
    two_seeds_same_partition: boolean
  }
  ECCMS: Cuts & {
    iterations: number
    HC_no_diag: VectorMatrix
    C: VectorMatrix
    E: VectorMatrix
    stop_quantities_per_iteration_C_E_F_Y1_Y2: (number | null)[][]
  }
  SMKKM: Record<string, KernelRun>
  MKKM: Record<string, MkkmRun> & {
    nondegenerate_subset?: {
      columns_1based: number[]
      k: number
      weights: number[]
      objective_history: number[]
      HHt: VectorMatrix
    }
  }
  MKKC_Bang: {
    k: number
    iterations: number
    weights_l2_normalised: number[]
    weights_history_from_port: number[][]
    HHt: VectorMatrix
  }
  SEC: {
    weights: number[]
    initial_centre_rows_1based: number[]
    labels: number[]
    objective_history: number[]
    case_with_emptied_cluster?: {
      initial_centre_rows_1based: number[]
      labels: number[]
      number_of_clusters: number
      objective_history: number[]
    }
  }
  CEs2L: Ces2Run
  CEs2Q: Ces2Run
  CEAM: {
    knn: number
    laplacian_smallest_eigenvalues: number[]
    labels: number[]
    quantised_1e10: { W_mean_normalised: VectorMatrix; labels: number[]; same_partition_as_reference: boolean }
  }
}

/** The hand-made ensemble of 12 samples; always there. */
export const HAND = hand12 as unknown as Vectors

/** The ensembles of published pools, for suites that need the reference data. */
export const POOLS = ['glioma20', 'ecoli10', 'lung20'] as const

export function poolVectors(name: string): Vectors {
  return referenceJson<Vectors>(`golden/vectors/${name}.json`)
}

/** The labelings of the vectors, or some of their columns, counted from 1. */
export function columnsOf({ input }: Vectors, columns?: readonly number[]): number[][] {
  const wanted = columns ?? input.labels[0].map((_, t) => t + 1)
  return wanted.map(t => input.labels.map(row => row[t - 1]))
}

export function tableOf(labelings: number[][]) {
  return collapseRows(adoptLabelings(labelings))
}

/** A matrix, known by its entries, against the sums and samples of the vectors. */
export function expectMatrix(
  entry: (i: number, j: number) => number,
  n: number,
  golden: VectorMatrix,
  tolerance: number,
): void {
  let [sum, square, weighted] = [0, 0, 0]
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const value = entry(i, j)
      sum += value
      square += value * value
      weighted += value * Math.sqrt(i + 1) * Math.cos(j)
    }
  }
  const samples = golden.samples_1based_i_j_value
  expectClose(
    samples.map(([i, j]) => entry(i - 1, j - 1)),
    samples.map(([, , value]) => value),
    tolerance,
  )
  expectClose([sum, Math.sqrt(square), weighted], [golden.sum, golden.fro, golden.weighted_sum], tolerance * n * n)
}
