import { describe, expect, it } from 'vitest'
import { type HotLoops, loadHotLoops, PLAIN_KERNELS } from '../../../src/numeric/loops/hot-loops.js'
import { orPlain, Workspace } from '../../../src/numeric/loops/workspace.js'

describe('orPlain', () => {
  const noMemory = (loops: HotLoops, text: string) => {
    if (loops.kind === 'simd') throw new RangeError('Out of memory: Cannot allocate Wasm memory for new instance')
    return `${loops.kind} ${text}`
  }

  it('falls back on TypeScript where WebAssembly gets no memory', async () => {
    expect(orPlain(noMemory)(await loadHotLoops('simd'), 'rows')).toBe('plain rows')
  })

  it('passes on every other error', async () => {
    const wrong = () => {
      throw new TypeError('a defect')
    }
    expect(() => orPlain(wrong)(PLAIN_KERNELS)).toThrow('a defect')
    const loops = await loadHotLoops('simd')
    expect(() => orPlain(wrong)(loops)).toThrow('a defect')
  })
})

describe('a borrowed workspace', () => {
  it('uses one instance for all, and grows with what is asked for', async () => {
    const loops = await loadHotLoops('simd')
    const first = Workspace.borrow<object>(loops, 100)
    const second = Workspace.borrow<object>(loops, 1_000_000)
    expect(second.exports).toBe(first.exports)
    expect(second.float64(100_000)).toHaveLength(100_000)
  })
})
