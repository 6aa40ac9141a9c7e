const PLUS = 43
const COMMA = 44
const MINUS = 45
const POINT = 46
const ZERO = 48

const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`))
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const INFINITY = /^([+-]?)inf(inity)?$/i

/**
 * The decimal number in bytes[start .. end), exactly rounded; null if the bytes are something else.
 *
 * Up to 15 digits are one integer and one power of ten up to 10²², both exact as doubles, so that their
 * quotient is the nearest double (Clinger 1990). Everything longer, and exponents, go to the JavaScript runtime.
 */
export function parseNumber(bytes: Uint8Array, start: number, end: number, decimal: number = POINT): number | null {
  let i = start
  const sign = bytes[i]
  if (sign === MINUS || sign === PLUS) i++
  let mantissa = 0
  let digitCount = 0
  let pointAt = -1
  for (; i < end; i++) {
    const digit = bytes[i] - ZERO
    if (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit
      digitCount++
    } else if (bytes[i] === decimal && pointAt < 0) pointAt = digitCount
    else return parseSlowly(bytes, start, end, decimal)
  }
  if (digitCount === 0) return null
  if (digitCount > 15) return parseSlowly(bytes, start, end, decimal)
  const value = pointAt < 0 ? mantissa : mantissa / POWERS_OF_TEN[digitCount - pointAt]
  return sign === MINUS ? -value : value
}

function parseSlowly(bytes: Uint8Array, start: number, end: number, decimal: number): number | null {
  if (end - start > 400) return null
  let text = ''
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i])
  if (decimal === COMMA) {
    if (text.includes('.')) return null
    text = text.replace(',', '.')
  }
  if (NUMBER.test(text)) return Number(text)
  const infinite = INFINITY.exec(text)
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity
  return null
}
