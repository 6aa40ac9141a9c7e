import { countText, wholeText } from 'chorale/internal'

export { countText, wholeText }

/** Between a number and its unit, to prevent a line break. */
const NO_BREAK_SPACE = '\u00a0'

const MINUS = '\u2212'

/** A number with `digits` significant digits: 14.3, 1,235, 0.00012. Very large and very small numbers have an exponent. */
export function numberText(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return '–'
  if (value === 0) return '0'
  const size = Math.abs(value)
  const sign = value < 0 ? MINUS : ''
  if (size >= 1e9 || size < 1e-4) {
    const [mantissa, exponent] = size.toExponential(digits - 1).split('e')
    return `${sign}${Number(mantissa)}e${Number(exponent)}`
  }
  const rounded = Number(size.toPrecision(digits))
  if (rounded >= 10 ** (digits - 1)) return sign + wholeText(size)
  // toFixed with as many decimals as the digits leave, then without trailing zeros.
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(rounded)))
  return sign + String(Number(rounded.toFixed(Math.min(decimals, 20))))
}

/** Two numbers with as many digits as it takes to distinguish them, from three to `most`. */
export function contrastText(a: number, b: number, most = 6): [string, string] {
  for (let digits = 3; digits < most; digits++) {
    const texts: [string, string] = [numberText(a, digits), numberText(b, digits)]
    if (a === b || texts[0] !== texts[1]) return texts
  }
  return [numberText(a, most), numberText(b, most)]
}

/** A number with a fixed number of decimals, for columns of a table. */
export function fixedText(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return '–'
  const text = Math.abs(value).toFixed(decimals)
  return value < 0 && Number(text) !== 0 ? MINUS + text : text
}

/** A share as a percentage: 34 %, 3.4 %, 0.03 %. Only exact shares are shown as 0 or 100 %. */
export function percentText(share: number): string {
  if (!Number.isFinite(share)) return '–'
  // A share of 1 that was computed from scaled values can be off by rounding.
  const percent = Math.round(1e10 * share) / 1e8
  const near = Math.min(percent, 100 - percent)
  const decimals = near >= 9.95 || near === 0 ? 0 : near >= 0.095 ? 1 : 2
  if (near > 0 && near < 0.005) return `${percent < 50 ? '< 0.01' : '> 99.99'}${NO_BREAK_SPACE}%`
  return `${percent.toFixed(decimals)}${NO_BREAK_SPACE}%`
}

/** A duration in milliseconds, seconds or minutes. */
export function durationText(ms: number): string {
  if (ms < 1) return `< 1${NO_BREAK_SPACE}ms`
  if (ms < 1000) return `${Math.round(ms)}${NO_BREAK_SPACE}ms`
  if (ms < 100_000) return `${numberText(ms / 1000)}${NO_BREAK_SPACE}s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}${NO_BREAK_SPACE}min ${seconds % 60}${NO_BREAK_SPACE}s`
}
