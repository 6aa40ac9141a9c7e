import {
  chooseFit,
  InputError,
  LINK_BYTES,
  MEMORY_LIMIT,
  METHOD_NAMES,
  METHODS,
  type MethodName,
  methodNamed,
} from 'chorale/internal'
import type { ApartWork } from 'chorale-engine/internal'
import { type RunRequest, runInProcess } from './compare-run.js'

/** Options of a method that a job may set. */
const OPTIONS = ['method', 'clusterCount', 'seed', 'alpha', 'memoryLimit']

const samplesRows = (method: MethodName | undefined) => methodNamed(method, METHODS).samplesRows

/** One consensus method on one ensemble. */
export const methodWork: ApartWork = {
  check(value) {
    const { ensemble, truth, options } = (value ?? {}) as RunRequest
    const n = ensemble?.sampleCount
    if (!Number.isSafeInteger(n)) throw new InputError('job refused: it has no number of samples')
    const isLabels = (labels: unknown) => labels instanceof Int32Array && labels.length === n
    if (!Array.isArray(ensemble?.labelings) || ensemble.labelings.length < 2 || !ensemble.labelings.every(isLabels)) {
      throw new InputError('job refused: its labelings have different lengths')
    }
    if (truth !== null && !isLabels(truth))
      throw new InputError('job refused: its truth has another length than its labelings')
    const unknown = Object.keys(options ?? {}).find(name => !OPTIONS.includes(name))
    if (unknown !== undefined) throw new InputError(`job refused: unknown option ${unknown.slice(0, 80)}`)
    const limit = options?.memoryLimit
    if (limit !== undefined && !(Number.isFinite(limit) && limit > 0)) {
      throw new InputError('job refused: its memory limit is no number')
    }
    if (!(METHOD_NAMES as (string | undefined)[]).includes(options?.method)) {
      throw new InputError(`job refused: unknown method ${JSON.stringify(options?.method)?.slice(0, 80)}`)
    }
  },
  bytes(value) {
    const { ensemble, options } = value as RunRequest
    // Other methods check the limit themselves, by what they really need.
    if (!samplesRows(options.method)) return 0
    const { memoryLimit = MEMORY_LIMIT } = options
    const { sampleCount } = ensemble
    const bytes = LINK_BYTES * sampleCount ** 2
    const fit = chooseFit({ sampleCount, rowCount: sampleCount, ensembleSize: 0, clusterTotal: 0, memoryLimit, bytes })
    // Samples may have equal labels, so a fit on all rows within the limit is still possible.
    return fit.rows === fit.of ? bytes : memoryLimit
  },
  run(value, { memoryLimit, signal }) {
    const request = value as RunRequest
    const { options } = request
    const limit = samplesRows(options.method)
      ? options.memoryLimit
      : Math.min(memoryLimit, options.memoryLimit ?? memoryLimit)
    return runInProcess({ ...request, options: { ...options, memoryLimit: limit } }, signal)
  },
}
