import { type ColourScheme, clusterMark } from '../../src/internal.js'
import { clusterRgb, shareRgb } from '../colours.svelte.js'
import type { ScatterLook } from './scatter-renderer.js'

const GREY = [128, 128, 128] as const

/** Colours and shapes of the samples by cluster or class. A sample without a label is grey. */
export function groupLook(labels: Int32Array, states: Uint8Array, scheme: ColourScheme): ScatterLook {
  const most = labels.reduce((a, b) => Math.max(a, b), 0)
  const palette = Array.from({ length: most + 1 }, (_, cluster) => clusterRgb(cluster, scheme))
  const shapeOf = palette.map((_, cluster) => clusterMark(cluster).shape)
  const colours = new Uint8Array(3 * labels.length)
  const shapes = new Uint8Array(labels.length)
  for (let i = 0; i < labels.length; i++) {
    // Written one by one: methods of arrays are slow for a million samples.
    const rgb = labels[i] < 0 ? GREY : palette[labels[i]]
    colours[3 * i] = rgb[0]
    colours[3 * i + 1] = rgb[1]
    colours[3 * i + 2] = rgb[2]
    if (labels[i] >= 0) shapes[i] = shapeOf[labels[i]]
  }
  return { colours, shapes, states }
}

const LEVELS = 256

/** Colours of the samples by a number, from the minimum to the maximum of a range. Shapes still show the cluster. */
export function numberLook(
  values: ArrayLike<number>,
  [least, most]: readonly [number, number],
  labels: Int32Array,
  states: Uint8Array,
  scheme: ColourScheme,
): ScatterLook {
  const palette = Array.from({ length: LEVELS }, (_, level) => shareRgb(level / (LEVELS - 1), scheme))
  const colours = new Uint8Array(3 * values.length)
  const shapes = Uint8Array.from(labels, label => (label < 0 ? 0 : clusterMark(label).shape))
  for (let i = 0; i < values.length; i++) {
    const share = Math.min(1, Math.max(0, (values[i] - least) / (most - least || 1)))
    const rgb = palette[Math.round(share * (LEVELS - 1))]
    colours[3 * i] = rgb[0]
    colours[3 * i + 1] = rgb[1]
    colours[3 * i + 2] = rgb[2]
  }
  return { colours, shapes, states }
}

/** The state of each sample: selected, dimmed beside a selection, hidden with its cluster, or normal. */
export function statesOf(
  labels: Int32Array,
  selected: Int32Array | null,
  hidden: ReadonlySet<number> = new Set(),
): Uint8Array {
  const states = new Uint8Array(labels.length)
  if (selected !== null) {
    states.fill(2)
    for (const sample of selected) states[sample] = 1
  }
  if (hidden.size > 0) for (let i = 0; i < labels.length; i++) if (hidden.has(labels[i])) states[i] = 3
  return states
}

/** The range of the colour scale: from the 1st to the 99th percentile, so that outliers do not flatten the rest. */
export function middleRange(values: Float64Array): [number, number] {
  const sorted = values.slice().sort()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]
  return at(0.01) < at(0.99) ? [at(0.01), at(0.99)] : [sorted[0], sorted[sorted.length - 1]]
}
