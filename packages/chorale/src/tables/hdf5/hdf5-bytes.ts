import { InputError } from '../../errors.js'
import { decompressedLimitInMemory } from '../compressed/inflate.js'

/** An address that stands for "nowhere". */
export const NOWHERE = -1

/** Numbers and texts in the bytes of an HDF5 file. Addresses count from the base address of the file. */
export class Hdf5Bytes {
  readonly view: DataView
  offsetSize = 8
  lengthSize = 8
  base = 0
  /** The bytes that all datasets together may still take. */
  room: number

  constructor(
    readonly caller: string,
    readonly bytes: Uint8Array,
  ) {
    this.room = decompressedLimitInMemory(bytes.length)
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  fault(why: string): InputError {
    return new InputError(`${this.caller}: damaged HDF5 file: ${why}`)
  }

  /** An unsigned integer of 1 to 8 bytes, least significant byte first. */
  uint(at: number, size: number): number {
    if (at < 0 || at + size > this.bytes.length) throw this.fault('it is cut short')
    let value = 0
    let isNowhere = size > 1
    for (let i = size - 1; i >= 0; i--) {
      const byte = this.bytes[at + i]
      if (byte !== 255) isNowhere = false
      value = value * 256 + byte
    }
    return isNowhere ? NOWHERE : value
  }

  /** An address of the file as a place in its bytes. */
  address(at: number): number {
    const value = this.uint(at, this.offsetSize)
    return value === NOWHERE ? NOWHERE : value + this.base
  }

  length(at: number): number {
    return this.uint(at, this.lengthSize)
  }

  signature(at: number, text: string): void {
    for (let i = 0; i < text.length; i++) {
      if (this.bytes[at + i] !== text.charCodeAt(i)) throw this.fault(`there is no ${text} at byte ${at}`)
    }
  }

  /** Text of a fixed size, or up to a zero byte. */
  text(at: number, size: number): string {
    if (at < 0 || size < 0 || at + size > this.bytes.length) throw this.fault('it is cut short')
    const part = this.bytes.subarray(at, at + size)
    const zero = part.indexOf(0)
    return decoder.decode(zero < 0 ? part : part.subarray(0, zero))
  }

  /** The place of the zero byte that ends a text. */
  textEnd(at: number): number {
    const end = this.bytes.indexOf(0, at)
    if (end < 0) throw this.fault('a name has no end')
    return end
  }
}

const decoder = new TextDecoder()
