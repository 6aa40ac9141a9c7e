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
const POINT_THOUSANDS = /^[1-9]\d{0,2}(\.\d{3})+$/

interface Parts {
  readonly sign: 1 | -1
  readonly core: string
  readonly unit: string
}

/** The decimal sign of numbers. */
export type DecimalSign = 'comma' | 'point'
/** The decimal signs of numbers. */
export const DECIMAL_SIGNS = ['comma', 'point'] as const satisfies readonly DecimalSign[]

/** The numbers of a column of strings, and how they are written. */
export interface WrittenNumbers {
  /** Null for words, and NaN for numbers in another notation than the others. */
  readonly numbers: readonly (number | null)[]
  /** The unit or currency behind or before all numbers; empty if there is none. */
  readonly unit: string
  /** The decimal sign; null if no number has one. */
  readonly decimal: DecimalSign | null
  /** Points stand where they could separate thousands as well, and nothing shows which it is. */
  readonly isUnclear: boolean
}

/** What was read before: the strings of a column are asked for several times. */
const known = {
  comma: new WeakMap<readonly string[], WrittenNumbers | null>(),
  any: new WeakMap<readonly string[], WrittenNumbers | null>(),
}

/**
 * The numbers that the strings stand for, null for words, and NaN for numbers in another notation than the others. Null
 * if there are no numbers, or if they have different units. `decimal` is the sign of other columns of the file; it decides
 * what 1,234 means.
 */
export function writtenNumbers(texts: readonly string[], decimal?: DecimalSign): readonly (number | null)[] | null {
  return readWritten(texts, decimal)?.numbers ?? null
}

/** The same with the notation. */
export function readWritten(texts: readonly string[], decimal?: DecimalSign): WrittenNumbers | null {
  const read = known[decimal === 'comma' ? 'comma' : 'any']
  const before = read.get(texts)
  if (before !== undefined) return before
  const found = readNumbers(texts, decimal === 'comma')
  read.set(texts, found)
  return found
}

function readNumbers(texts: readonly string[], isCommaFile: boolean): WrittenNumbers | null {
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
  const isComma = isCommaDecimal(cores, isCommaFile)
  let next = 0
  const numbers = Array.from(signs, sign => (sign === 0 ? null : sign * numberIn(cores[next++], isComma)))
  const hasComma = cores.some(core => core.includes(','))
  const hasPoint = cores.some(core => core.includes('.'))
  const isUnclear = hasPoint && !hasComma && cores.every(core => POINT_THOUSANDS.test(core) || !core.includes('.'))
  const decimal = isComma && hasComma ? 'comma' : !isComma && hasPoint ? 'point' : null
  return { numbers, unit: unit ?? '', decimal, isUnclear }
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
function isCommaDecimal(cores: readonly string[], isCommaFile: boolean): boolean {
  if (isCommaFile && cores.every(core => COMMA_DECIMAL.test(core))) return true
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
