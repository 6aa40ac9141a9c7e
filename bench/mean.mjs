/** The mean of some numbers. */
export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The standard error of their mean; 0 for a single number. */
export function standardError(values) {
  const centre = mean(values)
  const square = values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
  return values.length < 2 ? 0 : Math.sqrt(square / (values.length - 1) / values.length)
}
