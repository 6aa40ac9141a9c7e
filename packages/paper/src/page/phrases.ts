import { fixedText } from 'chorale-report/data'
import { type Cell, METRICS, type Metric, meanOf } from '../summarize.js'

/** +1.3 or −0.2. */
export function signedText(value: number, decimals = 1): string {
  return `${value < 0 ? '−' : '+'}${fixedText(Math.abs(value), decimals)}`
}

/** a, b and c. */
export function listText(items: readonly string[]): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`
}

/** The smallest and the largest value: 0.3 to 1.6. */
export function rangeText(values: readonly number[], decimals = 1): string {
  return `${fixedText(Math.min(...values), decimals)} to ${fixedText(Math.max(...values), decimals)}`
}

/** 5,456. */
export function countText(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** NMI/ARI/purity, each formatted in the same way. */
export function metricsText(format: (metric: Metric) => string): string {
  return METRICS.map(format).join('/')
}

/** The means of a cell: 25/32/78. */
export function meansText(cell: Cell, decimals = 0): string {
  return metricsText(metric => fixedText(cell.metrics[metric].mean, decimals))
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return meanOf(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1))
}
