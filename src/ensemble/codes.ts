/** Labels of one, two or four bytes each. The largest number of the first two kinds, and -1 in the third, means: no label. */
export type Codes = Uint8Array | Uint16Array | Int32Array

/** What stands for a missing label. */
export function noLabel(codes: Codes): number {
  if (codes instanceof Uint8Array) return 0xff
  return codes instanceof Uint16Array ? 0xffff : -1
}

/** Room for labels up to `most`, in the smallest kind that holds them. Threads can share it. */
export function newCodes(length: number, most: number): Codes {
  if (most < 0xff) return new Uint8Array(sharedBytes(length))
  if (most < 0xffff) return new Uint16Array(sharedBytes(2 * length))
  return new Int32Array(sharedBytes(4 * length))
}

/** Memory that other threads can read, where the platform allows it. */
export function sharedBytes(byteLength: number): ArrayBuffer {
  // Both kinds serve typed arrays alike.
  if (typeof SharedArrayBuffer === 'undefined') return new ArrayBuffer(byteLength)
  return new SharedArrayBuffer(byteLength) as unknown as ArrayBuffer
}
