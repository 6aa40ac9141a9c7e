import { refused } from './order-checks.js'

/** Work for a process of its own, so that its time and memory are measured alone: one task. */
export interface ApartOrder {
  readonly kind: 'apart'
  readonly version: string
  /** What kind of work, by its name. */
  readonly work: string
  readonly request: unknown
}

/** A kind of work that is done in a process of its own. */
export interface ApartWork {
  /** Refuses what cannot be meant. */
  check(request: unknown): void
  /** Bytes that it takes. A bound, for the worker's limit. */
  bytes(request: unknown): number
  run(request: unknown, limits: { memoryLimit: number; signal: AbortSignal }): Promise<unknown>
}

/** The kinds of work that a worker does, by name. */
export type ApartWorks = Readonly<Record<string, ApartWork>>

export function checkApart({ work, request }: ApartOrder, works: ApartWorks): void {
  if (!Object.hasOwn(works, work)) throw refused('work', work)
  works[work].check(request)
}
