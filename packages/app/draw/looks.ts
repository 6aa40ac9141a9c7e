import { type ColourScheme, clusterMark } from 'chorale-report/data'
import { clusterRgb, shareRgb } from '../colours.svelte.js'

// Loops over typed arrays: methods of arrays are slow for a million samples.

const GREY = [128, 128, 128] as const

/** The colour and the shape of each sample. */
export interface Marks {
  /** Red, green and blue of each sample. */
  readonly colours: Uint8Array
  readonly shapes: Uint8Array
}

/** Colours and shapes of the samples by cluster or class. A sample without a label is grey. */
export function groupMarks(labels: Int32Array, scheme: ColourScheme): Marks {
  const palette = Array.from({ length: largest(labels) + 1 }, (_, cluster) => clusterRgb(cluster, scheme))
  const colours = new Uint8Array(3 * labels.length)
  for (let i = 0; i < labels.length; i++) {
    const rgb = labels[i] < 0 ? GREY : palette[labels[i]]
    colours[3 * i] = rgb[0]
    colours[3 * i + 1] = rgb[1]
    colours[3 * i + 2] = rgb[2]
  }
  return { colours, shapes: shapesOf(labels) }
}

const LEVELS = 256

/** Colours of the samples by a number, from the minimum to the maximum of a range. Shapes still show the cluster. */
export function numberMarks(
  values: Float64Array,
  [least, most]: readonly [number, number],
  labels: Int32Array,
  scheme: ColourScheme,
): Marks {
  const palette = new Uint8Array(
    Array.from({ length: LEVELS }, (_, level) => shareRgb(level / (LEVELS - 1), scheme)).flat(),
  )
  const colours = new Uint8Array(3 * values.length)
  const scale = (LEVELS - 1) / (most - least || 1)
  for (let i = 0; i < values.length; i++) {
    const level = 3 * Math.min(LEVELS - 1, Math.max(0, Math.round((values[i] - least) * scale)))
    colours[3 * i] = palette[level]
    colours[3 * i + 1] = palette[level + 1]
    colours[3 * i + 2] = palette[level + 2]
  }
  return { colours, shapes: shapesOf(labels) }
}

function shapesOf(labels: Int32Array): Uint8Array {
  const shapeOf = Uint8Array.from({ length: largest(labels) + 1 }, (_, cluster) => clusterMark(cluster).shape)
  const shapes = new Uint8Array(labels.length)
  for (let i = 0; i < labels.length; i++) if (labels[i] >= 0) shapes[i] = shapeOf[labels[i]]
  return shapes
}

function largest(labels: Int32Array): number {
  let most = 0
  for (let i = 0; i < labels.length; i++) if (labels[i] > most) most = labels[i]
  return most
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
    for (let at = 0; at < selected.length; at++) states[selected[at]] = 1
  }
  if (hidden.size > 0) for (let i = 0; i < labels.length; i++) if (hidden.has(labels[i])) states[i] = 3
  return states
}
