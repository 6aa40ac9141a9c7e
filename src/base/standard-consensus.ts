/** How base clusterings other than k-means are combined by default. */
export const STANDARD_CONSENSUS = { method: 'lwgp', restarts: 10 } as const
