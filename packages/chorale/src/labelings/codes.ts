/** Labels of one, two or four bytes. The largest value (one and two bytes) or -1 (four bytes) means: no label. */
export type Codes = Uint8Array | Uint16Array | Int32Array

/** The value of a missing label. */
export function noLabel(codes: Codes): number {
  if (codes instanceof Uint8Array) return 0xff
  return codes instanceof Uint16Array ? 0xffff : -1
}

/** An array for labels up to `most`, with the fewest bytes per label. Threads can share it. */
export function newCodes(length: number, most: number): Codes {
  if (most < 0xff) return new Uint8Array(sharedBytes(length))
  if (most < 0xffff) return new Uint16Array(sharedBytes(2 * length))
  return new Int32Array(sharedBytes(4 * length))
}

/** Memory that other threads can read, if the platform supports it. */
export function sharedBytes(byteLength: number): ArrayBuffer {
  // Typed arrays work with both kinds of buffer.
  if (typeof SharedArrayBuffer === 'undefined') return new ArrayBuffer(byteLength)
  return new SharedArrayBuffer(byteLength) as unknown as ArrayBuffer
}
