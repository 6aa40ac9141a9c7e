/** Loads the chart code, the largest chunk of the app. */
export function loadCharts() {
  return import('./charts.js')
}

export type LoadedCharts = Awaited<ReturnType<typeof loadCharts>>
