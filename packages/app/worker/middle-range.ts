/** The range of a colour scale: from the 1st to the 99th percentile, so that outliers do not flatten the rest. */
export function middleRange(values: Float64Array): [number, number] {
  if (values.length === 0) return [0, 0]
  const sorted = values.slice().sort()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]
  return at(0.01) < at(0.99) ? [at(0.01), at(0.99)] : [sorted[0], sorted[sorted.length - 1]]
}
