/** The charts are the largest part of the page: loaded when the rest is there. */
export async function loadCharts() {
  const [{ plot }, charts, { PAGE_THEME: theme }] = await Promise.all([
    import('@observablehq/plot'),
    import('../pages/charts.js'),
    import('../pages/theme.js'),
  ])
  return { plot, charts, theme }
}

export type LoadedCharts = Awaited<ReturnType<typeof loadCharts>>
