import { beforeAll, describe, expect, it } from 'vitest'
import { type HotLoops, loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { createSparseMatrix } from '../../../src/numeric/loops/sparse.js'
import { randomFor } from '../../../src/numeric/random.js'

let simd: HotLoops
beforeAll(async () => {
  simd = await loadHotLoops('simd')
})

/** A seeded sparse matrix as dense rows of [column, value] pairs; some rows stay empty. */
function randomEntries(rowCount: number, density: number, seed: number): [number, number][][] {
  const random = randomFor(seed, 0)
  return Array.from({ length: rowCount }, (_, r) => {
    const entries: [number, number][] = []
    for (let c = 0; c < rowCount; c++) if (r % 7 !== 3 && random() < density) entries.push([c, random() - 0.5])
    return entries
  })
}

function matrixOf(loops: HotLoops, entries: [number, number][][], width: number) {
  const matrix = createSparseMatrix(loops, entries.length, entries.flat().length, width)
  let at = 0
  entries.forEach((row, r) => {
    for (const [column, value] of row) {
      matrix.columns[at] = column
      matrix.values[at++] = value
    }
    matrix.starts[r + 1] = at
  })
  return matrix
}

function randomBlock(size: number, seed: number): Float64Array {
  const random = randomFor(seed, 1)
  return Float64Array.from({ length: size }, () => random() - 0.5)
}

describe('createSparseMatrix', () => {
  it('multiplies the hand-worked example', () => {
    const matrix = matrixOf(
      PLAIN_KERNELS,
      [
        [
          [0, 2],
          [1, 3],
        ],
        [[1, -1]],
      ],
      8,
    )
    const x = Float64Array.from([1, 2, 3, 4, 5, 6, 7, 8, 10, 20, 30, 40, 50, 60, 70, 80])
    const y = new Float64Array(16)
    matrix.multiplyInto(y, x)
    expect([...y]).toEqual([32, 64, 96, 128, 160, 192, 224, 256, -10, -20, -30, -40, -50, -60, -70, -80])
  })

  it.each([8, 16, 24, 32])('gives the same bits with SIMD and in plain TypeScript (width %i)', width => {
    const entries = randomEntries(301, 0.2, width)
    const x = randomBlock(301 * width, width)
    const [plain, fast] = [new Float64Array(x.length), new Float64Array(x.length)]
    matrixOf(PLAIN_KERNELS, entries, width).multiplyInto(plain, x)
    matrixOf(simd, entries, width).multiplyInto(fast, x)
    expect(fast).toEqual(plain)
    expect(plain.some(value => value !== 0)).toBe(true)
  })

  it('gives zeros for empty rows', () => {
    for (const loops of [PLAIN_KERNELS, simd]) {
      const y = new Float64Array(24).fill(9)
      matrixOf(loops, [[], [[2, 1]], []], 8).multiplyInto(y, randomBlock(24, 4))
      expect([...y.slice(0, 8), ...y.slice(16)]).toEqual(new Array(16).fill(0))
    }
  })
})
