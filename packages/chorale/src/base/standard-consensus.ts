/** How base clusterings are combined by default: a method and its options. */
export interface StandardConsensus {
  readonly method: string
  readonly restarts?: number
}

/** How base clusterings other than k-means are combined by default. */
export const STANDARD_CONSENSUS = { method: 'lwgp', restarts: 10 } as const satisfies StandardConsensus
