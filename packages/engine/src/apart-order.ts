import { refused } from './order-checks.js'

/** Work that runs in a separate process, so that its time and memory are measured alone. It is one task. */
export interface ApartOrder {
  readonly kind: 'apart'
  readonly version: string
  /** Name of the kind of work. */
  readonly work: string
  readonly request: unknown
}

/** A kind of work that runs in a separate process. */
export interface ApartWork {
  /** Rejects an invalid request. */
  check(request: unknown): void
  /** Upper bound on its memory in bytes, for the worker's limit. */
  bytes(request: unknown): number
  run(request: unknown, limits: { memoryLimit: number; signal: AbortSignal }): Promise<unknown>
}

/** The kinds of work that a worker supports, by name. */
export type ApartWorks = Readonly<Record<string, ApartWork>>

export function checkApart({ work, request }: ApartOrder, works: ApartWorks): void {
  if (!Object.hasOwn(works, work)) throw refused('work', work)
  works[work].check(request)
}
