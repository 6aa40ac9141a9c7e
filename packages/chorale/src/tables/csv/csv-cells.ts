const TAB = 9
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const SPACE = 32
const QUOTE = 34

/**
 * Iterates over the cells of CSV text, byte by byte, without creating strings.
 *
 * After `next()` the cell is bytes[start .. end), without its quotes and, if it was not quoted, without
 * surrounding spaces. The separator 32 stands for runs of spaces. A record ends at LF, CR LF or CR.
 */
export class CsvCells {
  start = 0
  end = 0
  /** The cell was in quotes. */
  isQuoted = false
  /** The cell contains doubled quotes, which stand for one quote. */
  hasEscapes = false
  /** The cell was the last one of its record. */
  endsRecord = true
  /** The record is an empty line. */
  isEmptyLine = false
  /** Why the iteration stopped before the end of the text. */
  fault: 'open quote' | 'text after quote' | null = null
  position: number
  #isCellDue: boolean

  constructor(
    readonly bytes: Uint8Array,
    position: number,
    readonly separator: number,
  ) {
    this.position = position
    if (separator === SPACE) this.#skipBlanks()
    this.#isCellDue = this.position < bytes.length
  }

  /** Moves to the next cell. Returns false at the end of the text or at a fault. */
  next(): boolean {
    const { bytes } = this
    const size = bytes.length
    if (!this.#isCellDue) return false
    const isFirst = this.endsRecord
    this.isQuoted = false
    this.hasEscapes = false

    let i = this.position
    while (i < size && bytes[i] === SPACE && this.separator !== SPACE) i++
    if (i < size && bytes[i] === QUOTE) return this.#quotedCell(i)

    this.start = i
    const { separator } = this
    while (i < size) {
      const byte = bytes[i]
      if (byte === separator || byte === LINE_FEED || byte === CARRIAGE_RETURN) break
      if (separator === SPACE && byte === TAB) break
      i++
    }
    this.end = i
    while (this.end > this.start && (bytes[this.end - 1] === SPACE || bytes[this.end - 1] === TAB)) this.end--
    this.#finish(i)
    this.isEmptyLine = isFirst && this.endsRecord && this.end === this.start
    return true
  }

  /** The text of the cell. Throws a TypeError if the bytes are not UTF-8 and `isLenient` is not set. */
  text({ isLenient = false } = {}): string {
    const text = (isLenient ? LENIENT_UTF8 : UTF8).decode(this.bytes.subarray(this.start, this.end))
    return this.hasEscapes ? text.replaceAll('""', '"') : text
  }

  #quotedCell(open: number): boolean {
    const { bytes } = this
    this.isQuoted = true
    this.isEmptyLine = false
    this.start = open + 1
    let i = bytes.indexOf(QUOTE, this.start)
    while (i >= 0 && bytes[i + 1] === QUOTE) {
      this.hasEscapes = true
      i = bytes.indexOf(QUOTE, i + 2)
    }
    if (i < 0) return this.#stop('open quote')
    this.end = i++
    while (i < bytes.length && bytes[i] === SPACE && this.separator !== SPACE) i++
    if (i < bytes.length && !this.#isBoundary(bytes[i])) return this.#stop('text after quote')
    this.#finish(i)
    return true
  }

  #isBoundary(byte: number): boolean {
    if (byte === this.separator || byte === LINE_FEED || byte === CARRIAGE_RETURN) return true
    return this.separator === SPACE && byte === TAB
  }

  #stop(fault: 'open quote' | 'text after quote'): false {
    this.fault = fault
    this.#isCellDue = false
    return false
  }

  /** Skips the separator or line break that ends the cell at `i`. */
  #finish(i: number): void {
    const { bytes } = this
    this.position = i
    if (this.separator === SPACE) this.#skipBlanks()
    const byte = bytes[this.position]
    this.endsRecord = byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === undefined
    if (!this.endsRecord) {
      // A separator is followed by a cell, even at the end of the text.
      if (this.separator !== SPACE) this.position++
      return
    }
    if (byte !== undefined) this.position += byte === CARRIAGE_RETURN && bytes[this.position + 1] === LINE_FEED ? 2 : 1
    if (this.separator === SPACE) this.#skipBlanks()
    this.#isCellDue = this.position < bytes.length
  }

  #skipBlanks(): void {
    const { bytes } = this
    while (bytes[this.position] === SPACE || bytes[this.position] === TAB) this.position++
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const LENIENT_UTF8 = new TextDecoder('utf-8', { ignoreBOM: true })
