/**
 * How charts distinguish clusters: by colour, shape and number, so that no chart relies on one of them alone.
 *
 * The colours are those of Okabe and Ito, adjusted so that each has a contrast of at least 3 to the light and the dark
 * page, and any two differ by at least 0.1 in OKLab for people without red or green cones (0.085 without blue cones; the
 * original palette has 0.076). Seven colours and eight shapes distinguish 56 clusters.
 */
export const CLUSTER_COLOURS = {
  light: ['#44579e', '#ca3f01', '#0f835f', '#a88ca0', '#cd8500', '#4998e7', '#2a3c4c'],
  dark: ['#2b8dfb', '#cd5c25', '#51d49c', '#c178a6', '#ffa001', '#abb3f6', '#c6e2f9'],
} as const

/** The background colours of the page, for which the cluster colours were chosen. */
export const PAGE_COLOURS = { light: '#ffffff', dark: '#14171a' } as const

/** Light or dark. */
export type ColourScheme = keyof typeof PAGE_COLOURS

/** The corners of a shape with area 1 around (0, 0), with y downwards; null is a circle. */
export type MarkShape = readonly (readonly [x: number, y: number])[] | null

/** The shapes of clusters, in order: circle, square, triangle, diamond, plus, star, inverted triangle, cross. */
export const CLUSTER_SHAPES: readonly MarkShape[] = [
  null,
  ofAreaOne(corners([1, 1, 1, 1], 45)),
  ofAreaOne(corners([1, 1, 1], 0)),
  ofAreaOne(corners([1.25, 0.85, 1.25, 0.85], 0)),
  ofAreaOne(plus(0)),
  ofAreaOne(
    corners(
      Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? 1 : 0.45)),
      0,
    ),
  ),
  ofAreaOne(corners([1, 1, 1], 180)),
  ofAreaOne(plus(45)),
]

/** How one cluster is drawn. */
export interface ClusterMark {
  /** Index into the colours. */
  readonly colour: number
  /** Index into the shapes. */
  readonly shape: number
}

/** The colour and the shape of a cluster; clusters are numbered from 0. */
export function clusterMark(cluster: number): ClusterMark {
  return { colour: cluster % CLUSTER_COLOURS.light.length, shape: cluster % CLUSTER_SHAPES.length }
}

/** A shape with a given area as SVG path data. */
export function shapePath(shape: MarkShape, area: number): string {
  const round = (value: number) => Math.round(value * 100) / 100
  if (shape === null) {
    const r = round(Math.sqrt(area / Math.PI))
    return `M${r},0A${r},${r},0,1,1,${-r},0A${r},${r},0,1,1,${r},0Z`
  }
  return `M${shape.map(([x, y]) => `${round(x * Math.sqrt(area))},${round(y * Math.sqrt(area))}`).join('L')}Z`
}

/** Corners at equal angles and given distances; the first is at the top, rotated by `turn` degrees. */
function corners(distances: readonly number[], turn: number): [number, number][] {
  return distances.map((distance, at) => {
    const angle = ((turn + (360 * at) / distances.length) * Math.PI) / 180
    return [distance * Math.sin(angle), -distance * Math.cos(angle)]
  })
}

/** Two crossing bars, each three times as long as wide. */
function plus(turn: number): [number, number][] {
  const tips = [0, 90, 180, 270].flatMap(side => {
    const reach = Math.hypot(3, 1)
    const corner = Math.SQRT2
    const half = (Math.atan2(1, 3) * 180) / Math.PI
    return [
      { angle: side - half, distance: reach },
      { angle: side + half, distance: reach },
      { angle: side + 45, distance: corner },
    ]
  })
  return tips.map(({ angle, distance }) => corners([distance], angle + turn)[0])
}

function ofAreaOne(shape: [number, number][]): [number, number][] {
  const twice = shape.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = shape[(at + 1) % shape.length]
    return sum + x * nextY - y * nextX
  }, 0)
  const scale = Math.sqrt(2 / Math.abs(twice))
  return shape.map(([x, y]) => [x * scale, y * scale])
}

/** One hue from the background to its opposite: high values are dark on a light page and light on a dark page. */
const HEAT_STOPS = {
  light: ['#f5f7fa', '#c3d9ee', '#6aabd4', '#2470b3', '#08306b'],
  dark: ['#1a1f25', '#123a5c', '#1f6cab', '#69b1e8', '#e9f5ff'],
} as const

/** The colour of a share in [0, 1], as red, green and blue from 0 to 255. */
export function heatColour(share: number, scheme: ColourScheme): [red: number, green: number, blue: number] {
  const stops = HEAT_STOPS[scheme]
  const at = Math.min(1, Math.max(0, share)) * (stops.length - 1)
  const below = Math.min(Math.floor(at), stops.length - 2)
  const from = rgb(stops[below])
  const to = rgb(stops[below + 1])
  const mix = (channel: number) => Math.round(from[channel] + (at - below) * (to[channel] - from[channel]))
  return [mix(0), mix(1), mix(2)]
}

function rgb(hex: string): number[] {
  return [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
}
