/** How one number is stored. */
export interface NumberFormat {
  readonly size: number
  /** Reads the number at an offset. 64-bit integers are returned as bigint. */
  read(view: DataView, at: number, isLittle: boolean): number | bigint
}

/** Formats by NumPy's letters (i signed, u unsigned, f floating point, b boolean) and size in bytes. */
export const NUMBER_FORMATS: ReadonlyMap<string, NumberFormat> = new Map<string, NumberFormat>([
  ['b1', { size: 1, read: (view, at) => (view.getUint8(at) === 0 ? 0 : 1) }],
  ['i1', { size: 1, read: (view, at) => view.getInt8(at) }],
  ['u1', { size: 1, read: (view, at) => view.getUint8(at) }],
  ['i2', { size: 2, read: (view, at, isLittle) => view.getInt16(at, isLittle) }],
  ['u2', { size: 2, read: (view, at, isLittle) => view.getUint16(at, isLittle) }],
  ['i4', { size: 4, read: (view, at, isLittle) => view.getInt32(at, isLittle) }],
  ['u4', { size: 4, read: (view, at, isLittle) => view.getUint32(at, isLittle) }],
  ['i8', { size: 8, read: (view, at, isLittle) => view.getBigInt64(at, isLittle) }],
  ['u8', { size: 8, read: (view, at, isLittle) => view.getBigUint64(at, isLittle) }],
  ['f2', { size: 2, read: (view, at, isLittle) => halfFloat(view.getUint16(at, isLittle)) }],
  ['f4', { size: 4, read: (view, at, isLittle) => view.getFloat32(at, isLittle) }],
  ['f8', { size: 8, read: (view, at, isLittle) => view.getFloat64(at, isLittle) }],
])

/** IEEE 754 binary16: 1 sign bit, 5 of exponent, 10 of fraction. */
export function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Infinity
  if (exponent === 0) return sign * fraction * 2 ** -24
  return sign * (1024 + fraction) * 2 ** (exponent - 25)
}
