import type { MethodName } from './consensus.js'

/** The size of an ensemble, as far as it is known before the work. */
export interface EnsembleExtent {
  /** n */
  readonly sampleCount: number
  /** m */
  readonly ensembleSize: number
  /** P, the clusters of all labelings together. */
  readonly clusterTotal: number
}

/** What a method may take at most, for methods whose needs grow faster than the input. */
export interface MethodCost {
  /** Bytes of its large matrices, if no two samples have equal labels. */
  readonly bytes: number
  /** How memory and time grow at worst. */
  readonly growth: 'n² memory' | 'n² memory, n³ time' | 'm n P memory'
}

/**
 * The cost of a method from the size of the input alone, or null where it grows with the input only (or, as in `gpec` and
 * `balanced`, is kept within a limit). Equal label rows count once in most methods, so the truth is mostly far less.
 * The same figures stand in the memory checks of the methods.
 */
export function methodCost(
  method: MethodName,
  { sampleCount: n, ensembleSize: m, clusterTotal: P }: EnsembleExtent,
): MethodCost | null {
  switch (method) {
    case 'eac':
    case 'lwea':
    case 'nwca':
      return { bytes: 4 * n * n, growth: 'n² memory' }
    case 'ces2l':
    case 'ces2q':
      return { bytes: 12 * n * n, growth: 'n² memory' }
    case 'eccms':
      return { bytes: 100 * n * n, growth: 'n² memory, n³ time' }
    case 'ceam':
      return { bytes: 8 * m * n * P, growth: 'm n P memory' }
    default:
      return null
  }
}
