import { InputError, type LabeledRows } from 'chorale/internal'
import packageJson from '../package.json' with { type: 'json' }
import { type ApartOrder, type ApartWorks, checkApart } from './apart-order.js'
import type { LabeledSpan } from './label-file-rows.js'
import { checkLabeling, type LabelOrder, labelBytes } from './label-order.js'
import { refused } from './order-checks.js'
import type { PartReference } from './parts.js'
import type { ReadPiece } from './read-labels.js'
import { checkRead, type ReadOrder, readBytes } from './read-order.js'
import { checkRows, type RowsOrder, rowsBytes } from './rows-order.js'

/** Workers run orders of their own version only, so that labels always come from the same code. */
export const VERSION = packageJson.version

/** Most characters of a job, of its answer or of its error in Redis. Larger data go to the storage. */
export const MOST_JOB_BYTES = 2500

/** The data of a job: the storage of the run, the order in it, and the task of the order. Nothing else. */
export interface JobData {
  /** Path or URL of the storage of the run. */
  readonly storage: string
  /** The digest of the order, which is also its name. */
  readonly order: string
  /** The task of the order; -1 combines all of them. */
  readonly task: number
}

/** Most characters in the path or URL of a storage. */
export const MOST_URL = 2000

/** Refuses a malformed job. Only known fields are read, and digests cannot be guessed. */
export function checkJob(data: unknown): JobData {
  const { storage, order, task } = (data ?? {}) as Record<string, unknown>
  if (typeof storage !== 'string' || storage.length > MOST_URL) throw refused('storage', storage)
  if (typeof order !== 'string' || !/^[0-9a-f]{64}$/.test(order)) throw refused('order', order)
  if (!Number.isInteger(task) || (task as number) < -1) throw refused('task', task)
  return { storage, order, task: task as number }
}

/** A computation, as stored in the storage. */
export type Order = ReadOrder | LabelOrder | RowsOrder | ApartOrder

/** The result of a task, by the kind of its order. */
export interface Findings {
  readonly read: ReadPiece
  readonly label: LabeledRows
  readonly rows: LabeledSpan
  /** Its type depends on the kind of work. */
  readonly apart: unknown
}

/** Number of tasks of an order. */
export function taskCount(order: Order): number {
  if (order.kind === 'label' || order.kind === 'rows') return order.spans.length
  return order.kind === 'read' ? order.pieces.length : 1
}

/** Upper bound on the bytes of a task, for the worker's limit. */
export function bytesNeeded(order: Order, task: number, works: ApartWorks): number {
  if (order.kind === 'label') return labelBytes(order, task)
  if (order.kind === 'read') return readBytes(order, task)
  return order.kind === 'rows' ? rowsBytes(order, task) : works[order.work].bytes(order.request)
}

/** The part of a task that the next tasks are likely to need again. */
export function lastingPart(order: Order, task: number): PartReference | null {
  if (task < 0 || order.kind === 'apart' || order.kind === 'read') return null
  return order.kind === 'label' ? order.blocks[task] : order.models
}

/** Refuses an invalid order. */
export function checkOrder(value: unknown, works: ApartWorks): Order {
  const order = value as Order
  if (!['read', 'label', 'rows', 'apart'].includes(order?.kind)) throw refused('kind', order?.kind)
  if (typeof order.version !== 'string' || order.version.length > 100) throw refused('version', order.version)
  if (order.version !== VERSION) {
    throw new InputError(
      `this worker runs chorale ${VERSION}, but the driver runs ${order.version}; install the same version on all machines`,
    )
  }
  if (order.kind === 'label') checkLabeling(order)
  else if (order.kind === 'read') checkRead(order)
  else if (order.kind === 'rows') checkRows(order)
  else checkApart(order, works)
  return order
}

/** Refuses a task that an order does not have. */
export function checkTask(order: Order, task: number): void {
  if (task >= taskCount(order)) throw refused('task', task)
}
