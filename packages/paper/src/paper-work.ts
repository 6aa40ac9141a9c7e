import { InputError, METHOD_NAMES } from 'chorale/internal'
import type { ApartWork } from 'chorale-engine/internal'
import { type ChildRequest, runInChild } from './child.js'
import type { RunLine } from './results.js'

/** The missing results of one run. */
export const paperWork: ApartWork = {
  check(value) {
    const { kind, pools, truth, method, jobs } = (value ?? {}) as ChildRequest
    if (kind !== 'metrics' && kind !== 'weights') throw new InputError('job refused: its kind is unknown')
    if (!METHOD_NAMES.includes(method)) throw new InputError('job refused: its method is unknown')
    const isWhole = (labels: unknown) => labels instanceof Int32Array && labels.length === truth?.length
    const areWhole = Array.isArray(pools) && pools.length > 0 && pools.every(pool => pool?.labelings?.every(isWhole))
    if (!areWhole || !Array.isArray(jobs)) throw new InputError('job refused: its labelings have different lengths')
  },
  bytes: () => 0,
  async run(value, { signal }) {
    const lines: RunLine[] = []
    await runInChild(value as ChildRequest, line => lines.push(line as RunLine), signal)
    return lines
  },
}
