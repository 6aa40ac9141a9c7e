export interface ArffValue {
  readonly text: string
  readonly isQuoted: boolean
}

const ESCAPES = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

/** Reads the words of an ARFF line: bare, or in single or double quotes with backslashes. */
export class ArffTokens {
  #at = 0

  constructor(readonly line: string) {}

  /** The next word, up to a space; null if there is none. */
  word(): string | null {
    this.#skipBlanks()
    const value = this.#value(/[\s,{}]/)
    return value === null || (value.text === '' && !value.isQuoted) ? null : value.text
  }

  rest(): string {
    return this.line.slice(this.#at).trim()
  }

  /** All values up to the closing brace, or to the end of the line; null if a quote or the list is never closed. */
  list(close: '}' | null): ArffValue[] | null {
    const values: ArffValue[] = []
    const stop = close === null ? /[,\t%]/ : /[,}]/
    for (;;) {
      this.#skipBlanks()
      const value = this.#value(stop)
      if (value === null) return null
      values.push(value)
      this.#skipBlanks()
      const sign = this.line[this.#at]
      this.#at++
      if (sign === undefined || sign === '%') return close === null ? values : null
      if (sign === close) return values
      if (sign !== ',' && sign !== '\t') return null
    }
  }

  /** The entries of a sparse row after its opening brace; null if they are malformed. */
  pairs(): (ArffValue & { index: number })[] | null {
    const entries: (ArffValue & { index: number })[] = []
    this.#skipBlanks()
    if (this.line[this.#at] === '}') return entries
    for (;;) {
      const index = this.word()
      this.#skipBlanks()
      const value = this.#value(/[,}]/)
      if (index === null || !/^\d+$/.test(index) || value === null || (value.text === '' && !value.isQuoted))
        return null
      entries.push({ ...value, index: Number(index) })
      this.#skipBlanks()
      const sign = this.line[this.#at]
      this.#at++
      if (sign === '}') return entries
      if (sign !== ',') return null
      this.#skipBlanks()
    }
  }

  #skipBlanks(): void {
    while (this.line[this.#at] === ' ') this.#at++
  }

  #value(stop: RegExp): ArffValue | null {
    const quote = this.line[this.#at]
    if (quote === "'" || quote === '"') return this.#quoted(quote)
    // The weight of a row, {5}, is one value.
    const from = this.#at
    while (this.#at < this.line.length && !stop.test(this.line[this.#at])) this.#at++
    return { text: this.line.slice(from, this.#at).trim(), isQuoted: false }
  }

  #quoted(quote: string): ArffValue | null {
    let text = ''
    for (this.#at++; this.#at < this.line.length; this.#at++) {
      const sign = this.line[this.#at]
      if (sign === quote) {
        this.#at++
        return { text, isQuoted: true }
      }
      if (sign === '\\' && this.#at + 1 < this.line.length) {
        const escaped = this.line[++this.#at]
        text += ESCAPES.get(escaped) ?? escaped
      } else text += sign
    }
    return null
  }
}
