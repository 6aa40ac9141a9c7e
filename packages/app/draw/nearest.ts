/** Cells per side of the grid. */
const SIDE = 128

/** Finds the sample nearest to a position, with a grid over [-1, 1]². */
export class NearestPlaces {
  readonly #places: Float32Array
  readonly #starts: Int32Array
  readonly #members: Int32Array

  constructor(places: Float32Array) {
    this.#places = places
    const count = places.length / 2
    // Loops over local arrays: methods of arrays are slow for a million samples.
    const cells = new Uint16Array(count)
    const starts = new Int32Array(SIDE * SIDE + 1)
    for (let i = 0; i < count; i++) {
      const cell = cellOf(places[2 * i], places[2 * i + 1])
      cells[i] = cell
      starts[cell + 1]++
    }
    for (let cell = 0; cell < SIDE * SIDE; cell++) starts[cell + 1] += starts[cell]
    const next = starts.slice()
    const members = new Int32Array(count)
    for (let i = 0; i < count; i++) members[next[cells[i]]++] = i
    this.#starts = starts
    this.#members = members
  }

  /** The nearest sample within a distance that is wanted, or null. */
  find(x: number, y: number, reach: number, isWanted: (sample: number) => boolean = () => true): number | null {
    const fromX = axisCell(x - reach)
    const toX = axisCell(x + reach)
    const fromY = axisCell(y - reach)
    const toY = axisCell(y + reach)
    let best = reach * reach
    let found: number | null = null
    for (let row = fromY; row <= toY; row++) {
      for (let at = this.#starts[row * SIDE + fromX]; at < this.#starts[row * SIDE + toX + 1]; at++) {
        const i = this.#members[at]
        const distance = (this.#places[2 * i] - x) ** 2 + (this.#places[2 * i + 1] - y) ** 2
        if (distance > best || !isWanted(i)) continue
        best = distance
        found = i
      }
    }
    return found
  }

  /** Whether a wanted sample lies in a rectangle. */
  isAnyIn(left: number, bottom: number, right: number, top: number, isWanted: (sample: number) => boolean): boolean {
    const fromX = axisCell(left)
    const toX = axisCell(right)
    for (let row = axisCell(bottom); row <= axisCell(top); row++) {
      for (let at = this.#starts[row * SIDE + fromX]; at < this.#starts[row * SIDE + toX + 1]; at++) {
        const i = this.#members[at]
        const x = this.#places[2 * i]
        const y = this.#places[2 * i + 1]
        if (x >= left && x <= right && y >= bottom && y <= top && isWanted(i)) return true
      }
    }
    return false
  }
}

function axisCell(value: number): number {
  return Math.min(SIDE - 1, Math.max(0, Math.floor(((value + 1) / 2) * SIDE)))
}

function cellOf(x: number, y: number): number {
  return axisCell(y) * SIDE + axisCell(x)
}
