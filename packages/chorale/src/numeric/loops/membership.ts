import { runToEnd, type Steps } from '../../pause.js'
import type { HotLoops } from './hot-loops.js'
import { orPlain, Workspace } from './workspace.js'

/** Rows and the groups they belong to: one group per layer, groups numbered through; -1 = none. */
export interface Membership {
  readonly rowCount: number
  readonly layerCount: number
  readonly groupCount: number
  /** The group of row r in a layer at [layer * rowCount + r]. */
  readonly groups: Int32Array
}

/** Sums over groups and back, for blocks of `width` columns, row by row. */
export interface MembershipSums {
  /** For every group the sum of scale[r] x[r] over its rows: groupCount x width, valid until the next call. */
  sumByGroup(x: Float64Array, scale: Float64Array): Float64Array
  /** y[r] += scale[r] Σ sums[g] over the groups of row r. */
  addFromGroups(y: Float64Array, sums: Float64Array, scale: Float64Array): void
  /** The same in steps. */
  sumSteps(x: Float64Array, scale: Float64Array): Steps<Float64Array>
  addSteps(y: Float64Array, sums: Float64Array, scale: Float64Array): Steps<void>
}

interface MembershipExports {
  sumByGroup(
    groups: number,
    rowCount: number,
    layerCount: number,
    x: number,
    scale: number,
    width: number,
    from: number,
    to: number,
    sums: number,
  ): void
  addFromGroups(
    groups: number,
    rowCount: number,
    layerCount: number,
    sums: number,
    scale: number,
    width: number,
    from: number,
    to: number,
    y: number,
  ): void
}

/** width is a multiple of 8. */
export const createMembershipSums = /* @__PURE__ */ orPlain(newMembershipSums)

function newMembershipSums(loops: HotLoops, membership: Membership, width: number): MembershipSums {
  const { rowCount, layerCount, groupCount } = membership
  if (loops.kind === 'plain') {
    const sums = new Float64Array(groupCount * width)
    return withoutSteps({
      *sumSteps(x, scale) {
        sums.fill(0)
        yield* forRows(rowCount, (from, to) => sumByGroup(membership, x, scale, width, from, to, sums))
        return sums
      },
      addSteps: (y, groupSums, scale) =>
        forRows(rowCount, (from, to) => addFromGroups(membership, groupSums, scale, width, from, to, y)),
    })
  }

  const bytes = 4 * membership.groups.length + 8 * (rowCount * width + rowCount + groupCount * width)
  const workspace = new Workspace<MembershipExports>(loops, bytes)
  const block = workspace.float64(rowCount * width)
  const scales = workspace.float64(rowCount)
  const sums = workspace.float64(groupCount * width)
  const groups = workspace.int32(membership.groups.length)
  groups.set(membership.groups)
  return withoutSteps({
    *sumSteps(x, scale) {
      block.set(x)
      scales.set(scale)
      sums.fill(0)
      yield* forRows(rowCount, (from, to) => {
        workspace.exports.sumByGroup(
          groups.byteOffset,
          rowCount,
          layerCount,
          block.byteOffset,
          scales.byteOffset,
          width,
          from,
          to,
          sums.byteOffset,
        )
      })
      return sums
    },
    *addSteps(y, from, scale) {
      block.set(y)
      scales.set(scale)
      if (from !== sums) sums.set(from)
      yield* forRows(rowCount, (first, last) => {
        workspace.exports.addFromGroups(
          groups.byteOffset,
          rowCount,
          layerCount,
          sums.byteOffset,
          scales.byteOffset,
          width,
          first,
          last,
          block.byteOffset,
        )
      })
      y.set(block)
    },
  })
}

/** The sums in steps, and without pauses. */
function withoutSteps(steps: Pick<MembershipSums, 'sumSteps' | 'addSteps'>): MembershipSums {
  return {
    ...steps,
    sumByGroup: (...given) => runToEnd(steps.sumSteps(...given)),
    addFromGroups: (...given) => runToEnd(steps.addSteps(...given)),
  }
}

/** Calls of a few milliseconds: a long first call would stay in the slow tier of the runtime. */
function* forRows(rowCount: number, work: (from: number, to: number) => void): Steps<void> {
  for (let from = 0; from < rowCount; from += 1024) {
    work(from, Math.min(from + 1024, rowCount))
    yield
  }
}

/** The TypeScript version of sumByGroup in assembly/membership.ts. */
function sumByGroup(
  { rowCount, layerCount, groups }: Membership,
  x: Float64Array,
  scale: Float64Array,
  width: number,
  from: number,
  to: number,
  sums: Float64Array,
): void {
  for (let r = from; r < to; r++) {
    for (let layer = 0; layer < layerCount; layer++) {
      const g = groups[layer * rowCount + r]
      if (g < 0) continue
      for (let b = 0; b < width; b++) sums[g * width + b] += scale[r] * x[r * width + b]
    }
  }
}

/** The TypeScript version of addFromGroups in assembly/membership.ts. */
function addFromGroups(
  { rowCount, layerCount, groups }: Membership,
  sums: Float64Array,
  scale: Float64Array,
  width: number,
  from: number,
  to: number,
  y: Float64Array,
): void {
  const total = new Float64Array(width)
  for (let r = from; r < to; r++) {
    total.fill(0)
    for (let layer = 0; layer < layerCount; layer++) {
      const g = groups[layer * rowCount + r]
      if (g < 0) continue
      for (let b = 0; b < width; b++) total[b] += sums[g * width + b]
    }
    for (let b = 0; b < width; b++) y[r * width + b] += scale[r] * total[b]
  }
}
