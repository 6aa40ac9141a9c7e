/** A tick of an axis. */
export interface Tick {
  readonly value: number
  readonly text: string
}

/** About `count` round numbers from `from` to `to`. */
export function ticksBetween(from: number, to: number, count: number): Tick[] {
  const range = to - from
  if (!(range > 0) || !Number.isFinite(range)) return []
  const rough = range / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map(factor => factor * power).find(each => each >= rough) ?? 10 * power
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const ticks: Tick[] = []
  for (let at = Math.ceil(from / step - 1e-9); at * step <= to + 1e-9 * step; at++) {
    // No -0.
    const value = at === 0 ? 0 : at * step
    ticks.push({ value, text: tickText(value, decimals) })
  }
  return ticks
}

function tickText(value: number, decimals: number): string {
  if (value !== 0 && (Math.abs(value) >= 1e6 || decimals > 5)) return value.toExponential(1).replace('e+', 'e')
  return value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}
