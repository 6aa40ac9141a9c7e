import { samplesWhere } from '../some-of.js'

/** Pixels per side of the mask. */
const SIDE = 512

/** The samples inside a polygon. The polygon is drawn as a mask, so that each sample needs only one lookup. */
export function samplesInside(places: Float32Array, polygon: readonly (readonly [x: number, y: number])[]): Int32Array {
  if (polygon.length < 3) return new Int32Array()
  const xs = polygon.map(([x]) => x)
  const ys = polygon.map(([, y]) => y)
  const left = Math.min(...xs)
  const right = Math.max(...xs)
  const bottom = Math.min(...ys)
  const top = Math.max(...ys)
  const mask = document.createElement('canvas')
  mask.width = SIDE
  mask.height = SIDE
  const context = mask.getContext('2d', { willReadFrequently: true })!
  const across = (x: number) => ((x - left) / (right - left || 1)) * (SIDE - 1)
  const up = (y: number) => ((y - bottom) / (top - bottom || 1)) * (SIDE - 1)
  context.beginPath()
  for (const [x, y] of polygon) context.lineTo(across(x), up(y))
  context.fill('evenodd')
  const { data } = context.getImageData(0, 0, SIDE, SIDE)
  const acrossScale = (SIDE - 1) / (right - left || 1)
  const upScale = (SIDE - 1) / (top - bottom || 1)
  return samplesWhere(places.length / 2, i => {
    const x = places[2 * i]
    const y = places[2 * i + 1]
    if (x < left || x > right || y < bottom || y > top) return false
    const pixel = Math.round((y - bottom) * upScale) * SIDE + Math.round((x - left) * acrossScale)
    return data[4 * pixel + 3] > 127
  })
}
