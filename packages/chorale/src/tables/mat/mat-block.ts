import { InputError } from '../../errors.js'
import type { NumberFormat } from '../number-format.js'
import { quoted } from '../table.js'
import { CellDecoder } from '../text/cell-decoder.js'

/** A piece of data in a .mat file: its type and its position. */
export interface MatElement {
  readonly type: number
  readonly start: number
  readonly end: number
  /** The offset of the next element. Elements are padded to 8 bytes. */
  readonly next: number
}

export interface MatHeader {
  readonly name: string
  readonly shape: readonly number[]
  readonly classNumber: number
  readonly isComplex: boolean
  readonly dataStart: number
}

const UTF8 = 16
const UTF16 = 17
const UTF32 = 18

/** A block of bytes in the Level 5 MAT-file format. Every size is checked against the bytes that are there. */
export class MatBlock {
  readonly view: DataView

  constructor(
    readonly caller: string,
    readonly bytes: Uint8Array,
    readonly isLittle: boolean,
    /** The size of the file, which bounds the number of cells. */
    readonly fileSize: number,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  damaged(what: string): InputError {
    return new InputError(`${this.caller}: damaged .mat: ${what}`)
  }

  /** The element at an offset. Up to 4 bytes of data may be in the tag itself, next to a 16-bit type and size. */
  element(at: number, end: number): MatElement {
    if (at + 8 > end) throw this.damaged(`an element should begin at byte ${at + 1}, but the data ends`)
    const word = this.view.getUint32(at, this.isLittle)
    const smallSize = word >>> 16
    const size = smallSize || this.view.getUint32(at + 4, this.isLittle)
    const start = smallSize ? at + 4 : at + 8
    if (smallSize > 4) throw this.damaged(`a short element of ${smallSize} bytes at byte ${at + 1}`)
    if (start + size > end) {
      throw this.damaged(`the element at byte ${at + 1} should take ${size} bytes, but ${end - start} are left`)
    }
    const next = smallSize ? at + 8 : Math.min(end, start + Math.ceil(size / 8) * 8)
    return { type: smallSize ? word & 0xffff : word, start, end: start + size, next }
  }

  /** What precedes the values of an array: flags, dimensions, name. */
  matrixHeader(matrix: MatElement): MatHeader {
    const flags = this.element(matrix.start, matrix.end)
    if (flags.end - flags.start < 4) throw this.damaged('an array without flags')
    const word = this.view.getUint32(flags.start, this.isLittle)
    const classNumber = word & 0xff
    const isComplex = (word & 0x800) !== 0
    // Objects store other things in the place of the dimensions.
    const dimensions = this.element(flags.next, matrix.end)
    if (classNumber === 17) {
      const name = this.latin(dimensions)
      return { name, shape: [1, 1], classNumber, isComplex, dataStart: dimensions.next }
    }
    const shape: number[] = []
    for (let at = dimensions.start; at + 4 <= dimensions.end; at += 4) {
      const size = this.view.getInt32(at, this.isLittle)
      if (size < 0) throw this.damaged(`an array with the size ${size}`)
      shape.push(size)
    }
    const name = this.element(dimensions.next, matrix.end)
    return { name: this.latin(name), shape, classNumber, isComplex, dataStart: name.next }
  }

  latin({ start, end }: MatElement): string {
    let text = ''
    for (let i = start; i < Math.min(end, start + 4096); i++) text += String.fromCharCode(this.bytes[i])
    return text
  }

  /** The numbers of the element at an offset. */
  numbers(at: number, end: number, storage: ReadonlyMap<number, NumberFormat>, name: string) {
    const element = this.element(at, end)
    const format = storage.get(element.type)
    if (!format) throw this.damaged(`${quoted(name)} is stored in the unknown type ${element.type}`)
    const count = Math.floor((element.end - element.start) / format.size)
    return { format, count, start: element.start, next: element.next }
  }

  /** The characters of the element at an offset. */
  characters(at: number, end: number, name: string): string[] {
    const element = this.element(at, end)
    const bytes = this.bytes.subarray(element.start, element.end)
    const units = (size: number, read: (offset: number) => number) =>
      Array.from({ length: Math.floor(bytes.length / size) }, (_, i) => {
        const point = read(element.start + i * size)
        return point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point)
      })
    // Older programs write types 1, 2 and 4: one or two bytes per character.
    if (element.type === UTF8) return Array.from(new CellDecoder().decode(bytes))
    if (element.type === 1 || element.type === 2) return units(1, offset => this.view.getUint8(offset))
    if (element.type === UTF16 || element.type === 4)
      return units(2, offset => this.view.getUint16(offset, this.isLittle))
    if (element.type === UTF32) return units(4, offset => this.view.getUint32(offset, this.isLittle))
    throw this.damaged(`the characters of ${quoted(name)} have the unknown type ${element.type}`)
  }
}
