/**
 * Numbers as people write them: $1,234.50, 1.234,50 €, 12 kg, 45 %, (300), −7, 1 234. All strings of a column share one
 * unit, one currency and one decimal sign, which only the whole column tells.
 */

const SPACES = /[\u00a0\u202f\u2009 ]/g
const MINUS = /^[\u2212\u2013]/
const CURRENCY = '[$€£¥₹₩₽¢]|USD|EUR|GBP|CHF|JPY|CNY|INR|CAD|AUD'
const BEFORE = new RegExp(`^(${CURRENCY}) ?`, 'i')
const AFTER = new RegExp(` ?(${CURRENCY}|%|‰|°?[a-zµ²³°/]{1,6}[23]?)$`, 'i')
const PLAIN = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
/** Nothing stands before the digits, and there are no spaces. */
const SIMPLE = /^\d[^\s()]*$/
const POINT_DECIMAL = /^\d{1,3}([, '’]\d{3})*(\.\d*)?$|^\d+(\.\d*)?$/
const COMMA_DECIMAL = /^\d{1,3}([. '’]\d{3})*(,\d*)?$|^\d+(,\d*)?$/
const COMMA_THOUSANDS = /^[1-9]\d{0,2}(,\d{3})+$/

interface Parts {
  readonly sign: 1 | -1
  readonly core: string
  readonly unit: string
}

/** The numbers of strings that were read before: the strings of a column are asked for several times. */
const known = new WeakMap<readonly string[], readonly (number | null)[] | null>()

/**
 * The numbers that the strings stand for, null for words, and NaN for numbers in another notation than the others. Null
 * if there are no numbers, or if they have different units.
 */
export function writtenNumbers(texts: readonly string[]): readonly (number | null)[] | null {
  const before = known.get(texts)
  if (before !== undefined) return before
  const numbers = readNumbers(texts)
  known.set(texts, numbers)
  return numbers
}

function readNumbers(texts: readonly string[]): (number | null)[] | null {
  const cores: string[] = []
  const signs = new Int8Array(texts.length)
  let unit: string | null = null
  for (const [i, text] of texts.entries()) {
    const parts = partsOf(text)
    if (parts === null) continue
    unit ??= parts.unit
    if (parts.unit !== unit) return null
    signs[i] = parts.sign
    cores.push(parts.core)
  }
  if (cores.length === 0) return null
  const isComma = isCommaDecimal(cores)
  let next = 0
  return Array.from(signs, sign => (sign === 0 ? null : sign * numberIn(cores[next++], isComma)))
}

/** Sign, digits and unit of one string; null if it is no number. */
function partsOf(text: string): Parts | null {
  // Long strings are no numbers, and a first look at the digits is cheap.
  if (text.length > 40 || !/\d/.test(text)) return null
  if (PLAIN.test(text)) return { sign: 1, core: text, unit: '' }
  if (SIMPLE.test(text)) return coreAndUnit(text, 1, '')
  let rest = text.replace(SPACES, ' ').trim()
  let sign: 1 | -1 = 1
  const inside = /^\((.+)\)$/.exec(rest)
  if (inside !== null) {
    rest = inside[1].trim()
    sign = -1
  }
  const negate = () => {
    if (/^[+-]/.test(rest.replace(MINUS, '-'))) {
      if (!rest.startsWith('+')) sign = sign === 1 ? -1 : 1
      rest = rest.slice(1).trim()
    }
  }
  negate()
  const currency = BEFORE.exec(rest)?.[1] ?? ''
  if (currency !== '') {
    rest = rest.replace(BEFORE, '')
    negate()
  }
  if (PLAIN.test(rest)) return { sign, core: rest, unit: currency }
  return coreAndUnit(rest, sign, currency)
}

function coreAndUnit(text: string, sign: 1 | -1, currency: string): Parts | null {
  const after = AFTER.exec(text)
  const core = after === null ? text : text.slice(0, after.index).trim()
  if (!PLAIN.test(core) && !POINT_DECIMAL.test(core) && !COMMA_DECIMAL.test(core)) return null
  return { sign, core, unit: currency + (after?.[1] ?? '') }
}

/** Whether the comma is the decimal sign: where both signs occur, it is the last one; 1,234 alone has a thousands separator. */
function isCommaDecimal(cores: readonly string[]): boolean {
  if (cores.every(core => COMMA_THOUSANDS.test(core) || !core.includes(','))) {
    return cores.some(core => /^\d{1,3}(\.\d{3}){2,}$/.test(core))
  }
  return cores.every(core => COMMA_DECIMAL.test(core))
}

function numberIn(core: string, isComma: boolean): number {
  if (isComma) {
    return COMMA_DECIMAL.test(core) ? Number(core.replace(/[. '’]/g, '').replace(',', '.')) : Number.NaN
  }
  if (PLAIN.test(core)) return Number(core)
  return POINT_DECIMAL.test(core) ? Number(core.replace(/[, '’]/g, '')) : Number.NaN
}
