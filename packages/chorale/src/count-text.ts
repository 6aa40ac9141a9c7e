const MINUS = '\u2212'

/** An integer with a comma between thousands: 200,000. */
export function wholeText(value: number): string {
  const digits = String(Math.abs(Math.round(value))).replace(/\B(?=(\d{3})+$)/g, ',')
  return value < 0 ? MINUS + digits : digits
}

/** A count with its noun in the singular or the plural: `3 clusters`, `1 cluster`. */
export function countText(count: number, noun: string, plural = `${noun}s`): string {
  return `${wholeText(count)} ${count === 1 ? noun : plural}`
}
