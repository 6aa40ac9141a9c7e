/** A table of a FlatBuffers message: fields by number, each with a default if it is absent. */
export class FlatTable {
  constructor(
    readonly view: DataView,
    readonly at: number,
  ) {}

  /** The root table of a message that starts at an offset. */
  static root(view: DataView, start: number): FlatTable {
    return new FlatTable(view, start + view.getUint32(start, true))
  }

  /** The offset of a field; 0 if it is absent. */
  #field(number: number): number {
    const layout = this.at - this.view.getInt32(this.at, true)
    const slot = 4 + 2 * number
    if (slot >= this.view.getUint16(layout, true)) return 0
    const offset = this.view.getUint16(layout + slot, true)
    return offset === 0 ? 0 : this.at + offset
  }

  byte(number: number): number {
    const at = this.#field(number)
    return at === 0 ? 0 : this.view.getUint8(at)
  }

  short(number: number, absent = 0): number {
    const at = this.#field(number)
    return at === 0 ? absent : this.view.getInt16(at, true)
  }

  int(number: number): number {
    const at = this.#field(number)
    return at === 0 ? 0 : this.view.getInt32(at, true)
  }

  long(number: number): number {
    const at = this.#field(number)
    return at === 0 ? 0 : Number(this.view.getBigInt64(at, true))
  }

  text(number: number): string {
    const at = this.#field(number)
    if (at === 0) return ''
    const start = at + this.view.getUint32(at, true)
    const size = this.view.getUint32(start, true)
    return new TextDecoder().decode(new Uint8Array(this.view.buffer, this.view.byteOffset + start + 4, size))
  }

  table(number: number): FlatTable | null {
    const at = this.#field(number)
    return at === 0 ? null : new FlatTable(this.view, at + this.view.getUint32(at, true))
  }

  tables(number: number): FlatTable[] {
    const { start, count } = this.vector(number)
    return Array.from({ length: count }, (_, i) => {
      const at = start + 4 * i
      return new FlatTable(this.view, at + this.view.getUint32(at, true))
    })
  }

  /** The first element of a vector, and the number of elements. */
  vector(number: number): { start: number; count: number } {
    const at = this.#field(number)
    if (at === 0) return { start: 0, count: 0 }
    const start = at + this.view.getUint32(at, true)
    return { start: start + 4, count: this.view.getUint32(start, true) }
  }
}
