import { InputError, METHOD_NAMES, METHODS, type MethodName, methodNamed } from '../../src/internal.js'
import { type RunRequest, runInProcess } from '../compare-run.js'
import type { ApartWork } from './apart-order.js'

/** Options of a method that a job may set. */
const OPTIONS = ['method', 'clusterCount', 'seed', 'alpha', 'memoryLimit']

/** Bytes above which methods that can approximate do so by themselves. */
const EXACT_BYTES = 4 * 2 ** 30

/** Bytes of a link between two samples. */
const LINK_BYTES = 12

const approximates = (method: MethodName | undefined) => methodNamed(method, METHODS).canApproximate

/** One consensus method on one ensemble. */
export const methodWork: ApartWork = {
  check(value) {
    const { ensemble, truth, options } = (value ?? {}) as RunRequest
    const n = ensemble?.sampleCount
    const isLabels = (labels: unknown) => labels instanceof Int32Array && labels.length === n
    if (!Array.isArray(ensemble?.labelings) || ensemble.labelings.length < 2 || !ensemble.labelings.every(isLabels)) {
      throw new InputError('the job is refused: its labelings are not of one length')
    }
    if (truth !== null && !isLabels(truth)) throw new InputError('the job is refused: its truth is of another length')
    const unknown = Object.keys(options ?? {}).find(name => !OPTIONS.includes(name))
    if (unknown !== undefined) throw new InputError(`the job is refused: there is no option ${unknown.slice(0, 80)}`)
    if (!(METHOD_NAMES as (string | undefined)[]).includes(options?.method)) {
      throw new InputError(`the job is refused: there is no method ${String(options?.method).slice(0, 80)}`)
    }
  },
  bytes(value) {
    const { ensemble, options } = value as RunRequest
    // Others refuse for themselves, by what they really need.
    if (!approximates(options.method)) return 0
    return Math.min(LINK_BYTES * ensemble.sampleCount ** 2, options.memoryLimit ?? EXACT_BYTES)
  },
  run(value, { memoryLimit, signal }) {
    const request = value as RunRequest
    const { options } = request
    const limit = approximates(options.method)
      ? options.memoryLimit
      : Math.min(memoryLimit, options.memoryLimit ?? memoryLimit)
    return runInProcess({ ...request, options: { ...options, memoryLimit: limit } }, signal)
  },
}
