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

/** A rough duration, rounded up for people: 40 s, 5 min, 2.5 h. */
export function roughDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.ceil(seconds))} s`
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
