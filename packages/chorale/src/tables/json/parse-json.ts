import { InputError } from '../../errors.js'
import { isLongInteger } from '../integers.js'
import { quoted } from '../table.js'

/** The value of a JSON text, or the values of its lines. Integers that a double cannot hold are strings. */
export function parseJson(caller: string, text: string): unknown {
  const exact = withLongIntegersQuoted(text)
  try {
    return JSON.parse(exact)
  } catch (error) {
    const lines = exact.split('\n').filter(line => line.trim() !== '')
    if (lines.length < 2 || !/^\s*[[{].*[\]}]\s*$/.test(lines[0])) {
      throw new InputError(`${caller}: not valid JSON (${(error as Error).message})`)
    }
    return lines.map((line, at) => {
      try {
        return JSON.parse(line)
      } catch {
        throw new InputError(`${caller}: line ${at + 1} is not valid JSON; got ${quoted(line)}`)
      }
    })
  }
}

const QUOTE = 34
const BACKSLASH = 92
const MINUS = 45

/** The text with quotes around integers that JSON.parse would round. Almost no text has any. */
function withLongIntegersQuoted(text: string): string {
  if (!/[^.\d]\d{16}/.test(text)) return text
  const pieces: string[] = []
  let copied = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = stringEnd(text, at)
    else if (code === MINUS || isDigit(code)) {
      const start = at
      while (at + 1 < text.length && isPartOfNumber(text.charCodeAt(at + 1))) at++
      const literal = text.slice(start, at + 1)
      if (!isLongInteger(literal)) continue
      pieces.push(text.slice(copied, start), `"${literal}"`)
      copied = at + 1
    }
  }
  return pieces.join('') + text.slice(copied)
}

/** The closing quote of the string that opens at `open`. */
function stringEnd(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return text.length
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Digits, signs, the point and the letter of an exponent. */
function isPartOfNumber(code: number): boolean {
  return isDigit(code) || code === MINUS || code === 43 || code === 46 || code === 69 || code === 101
}
