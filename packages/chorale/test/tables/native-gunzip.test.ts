import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nativeGunzip } from '../../src/tables/compressed/native-gunzip.js'

const text = 'a,b\n1,2\n'.repeat(100)
const packed = new Uint8Array(gzipSync(text))
const decoded = (bytes: Uint8Array | null) => (bytes === null ? null : new TextDecoder().decode(bytes))
const followedBy = (more: Iterable<number>) => Uint8Array.of(...packed, ...more)

afterEach(() => vi.unstubAllGlobals())

describe('nativeGunzip', () => {
  it('decompresses one member or several', () => {
    expect(decoded(nativeGunzip(packed, 1e6))).toBe(text)
    expect(decoded(nativeGunzip(followedBy(packed), 1e6))).toBe(text + text)
  })

  it('leaves to others what is damaged, cut short, followed by more, or too large', () => {
    const damaged = packed.slice()
    damaged[packed.length - 6] ^= 1
    for (const bytes of [damaged, packed.subarray(0, -1), followedBy([0, 0]), followedBy([1, 2, 3])]) {
      expect(nativeGunzip(bytes, 1e6)).toBeNull()
    }
    expect(nativeGunzip(packed, text.length - 1)).toBeNull()
    expect(nativeGunzip(packed, text.length)).not.toBeNull()
  })

  it('leaves everything to others where there is no Node', () => {
    vi.stubGlobal('process', undefined)
    expect(nativeGunzip(packed, 1e6)).toBeNull()
  })
})
