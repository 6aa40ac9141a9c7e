/** A name to place beside its cluster. */
export interface ClusterName {
  readonly cluster: number
  readonly text: string
}

/** A placed name, in pixels. */
export interface PlacedName extends ClusterName {
  /** The centre of the name. */
  readonly left: number
  readonly top: number
  readonly width: number
  /** The end of the line to the cluster; null if the name is beside it. */
  readonly end: readonly [left: number, top: number] | null
}

/** The visible part of the plot. */
export interface PlacingView {
  readonly width: number
  readonly height: number
  /** The position on the screen of (0, 0), and pixels per unit. */
  readonly originLeft: number
  readonly originTop: number
  readonly unit: number
  /** Radius of a mark in pixels. */
  readonly radius: number
}

/** Pixels per side of a cell. */
const CELL = 5

export const NAME_HEIGHT = 20
const LETTER_WIDTH = 7
const PADDING = 14

/** Directions and distances at which a free place is looked for. */
const DIRECTIONS = 24
const STEP = 7

/** Beyond this distance in pixels a line leads to the cluster. */
const BESIDE = 26

function nameWidth(text: string): number {
  return Math.max(22, LETTER_WIDTH * text.length + PADDING)
}

/**
 * Places names where they cover no sample and no other name, as near as possible to the middle of their cluster. A name
 * without a free place is left out.
 */
export function placeNames(
  places: Float32Array,
  labels: Int32Array,
  states: Uint8Array,
  names: readonly ClusterName[],
  view: PlacingView,
): PlacedName[] {
  const { width, height, originLeft, originTop, unit, radius } = view
  const columns = Math.ceil(width / CELL) + 1
  const rows = Math.ceil(height / CELL) + 1
  const counts = new Uint32Array(columns * rows)
  const wanted = new Map(names.map(({ cluster }, at) => [cluster, at]))
  const lists = names.map((): number[] => [])
  // Enough samples for a median; all of them are marked as covered.
  const stride = Math.max(1, Math.floor(labels.length / 50_000))
  for (let i = 0; i < labels.length; i++) {
    if (states[i] === 3) continue
    const left = originLeft + places[2 * i] * unit
    const top = originTop - places[2 * i + 1] * unit
    if (left < 0 || top < 0 || left >= width || top >= height) continue
    counts[Math.floor(top / CELL + 1) * columns + Math.floor(left / CELL + 1)]++
    const at = wanted.get(labels[i])
    if (at !== undefined && (i % stride === 0 || lists[at].length < 50)) lists[at].push(i)
  }
  // Sums over rectangles from the top left corner: whether a rectangle is free takes four lookups.
  for (let y = 1; y < rows; y++) {
    for (let x = 1; x < columns; x++) {
      counts[y * columns + x] +=
        counts[y * columns + x - 1] + counts[(y - 1) * columns + x] - counts[(y - 1) * columns + x - 1]
    }
  }
  const isFree = (left: number, top: number, right: number, bottom: number) => {
    const x0 = Math.max(0, Math.floor(left / CELL))
    const y0 = Math.max(0, Math.floor(top / CELL))
    const x1 = Math.min(columns - 1, Math.floor(right / CELL) + 1)
    const y1 = Math.min(rows - 1, Math.floor(bottom / CELL) + 1)
    return (
      counts[y1 * columns + x1] - counts[y0 * columns + x1] - counts[y1 * columns + x0] + counts[y0 * columns + x0] ===
      0
    )
  }
  const placed: PlacedName[] = []
  names.forEach(({ cluster, text }, at) => {
    const members = lists[at]
    if (members.length === 0) return
    const middleLeft = originLeft + median(members, i => places[2 * i]) * unit
    const middleTop = originTop - median(members, i => places[2 * i + 1]) * unit
    const halfWidth = nameWidth(text) / 2
    const halfHeight = NAME_HEIGHT / 2
    const found = nearestFree(middleLeft, middleTop, Math.max(width, height), (left, top) => {
      if (left < halfWidth || top < halfHeight || left > width - halfWidth || top > height - halfHeight) return false
      const covers = (other: PlacedName) =>
        Math.abs(other.left - left) < halfWidth + other.width / 2 + 2 && Math.abs(other.top - top) < NAME_HEIGHT + 2
      if (placed.some(covers)) return false
      return isFree(
        left - halfWidth - radius,
        top - halfHeight - radius,
        left + halfWidth + radius,
        top + halfHeight + radius,
      )
    })
    if (found === null) return
    const [left, top] = found
    const nearest = nearestOf(members, places, (left - originLeft) / unit, (originTop - top) / unit)
    const end = [originLeft + places[2 * nearest] * unit, originTop - places[2 * nearest + 1] * unit] as const
    const isBeside = Math.hypot(end[0] - left, end[1] - top) < BESIDE + halfWidth
    placed.push({ cluster, text, left, top, width: 2 * halfWidth, end: isBeside ? null : end })
  })
  return placed
}

function nearestFree(
  left: number,
  top: number,
  most: number,
  isFree: (left: number, top: number) => boolean,
): readonly [number, number] | null {
  for (let distance = 0; distance < most; distance += STEP) {
    for (let turn = 0; turn < (distance === 0 ? 1 : DIRECTIONS); turn++) {
      const angle = -Math.PI / 2 + (2 * Math.PI * turn) / DIRECTIONS
      const x = left + distance * Math.cos(angle)
      const y = top + distance * Math.sin(angle)
      if (isFree(x, y)) return [x, y]
    }
  }
  return null
}

function nearestOf(members: readonly number[], places: Float32Array, x: number, y: number): number {
  let best = members[0]
  let least = Infinity
  for (const member of members) {
    const distance = (places[2 * member] - x) ** 2 + (places[2 * member + 1] - y) ** 2
    if (distance >= least) continue
    least = distance
    best = member
  }
  return best
}

function median(members: readonly number[], value: (sample: number) => number): number {
  const sorted = Float32Array.from(members, value).sort()
  return sorted[sorted.length >> 1]
}
