/** The charts are the largest part of the page: loaded when the rest is there. */
export function loadCharts() {
  return import('./charts.js')
}

export type LoadedCharts = Awaited<ReturnType<typeof loadCharts>>
