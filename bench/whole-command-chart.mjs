// The chart of bench/whole-command.mjs: seconds by the number of samples, on logarithmic axes.

const SECONDS = [0.5, 1, 2, 5, 10, 20, 50, 100]

/** SVG of rows { n, program, seconds }. */
export async function wholeCommandChart(rows) {
  const [Plot, { parseHTML }] = await Promise.all([import('@observablehq/plot'), import('linkedom')])
  const { document } = parseHTML('<!doctype html><html><body></body></html>')
  const last = rows.filter(({ n }) => n === Math.max(...rows.map(row => row.n)))
  const svg = Plot.plot({
    document,
    width: 560,
    height: 320,
    marginRight: 100,
    style: { background: 'white', fontSize: '12px' },
    x: {
      type: 'log',
      label: 'samples',
      tickFormat: n => n.toLocaleString('en'),
      ticks: [...new Set(rows.map(({ n }) => n))],
    },
    y: { type: 'log', domain: [0.5, 100] },
    color: { domain: ['Chorale', 'scikit-learn'], range: ['#1f5fbf', '#555555'] },
    marks: [
      // The labels are given as text: a logarithmic axis hides some of its own.
      Plot.gridY(SECONDS),
      Plot.axisY(SECONDS, { text: seconds => `${seconds}`, label: 'seconds' }),
      Plot.line(rows, { x: 'n', y: 'seconds', stroke: 'program' }),
      Plot.dot(rows, { x: 'n', y: 'seconds', fill: 'program' }),
      Plot.text(last, { x: 'n', y: 'seconds', text: 'program', fill: 'program', textAnchor: 'start', dx: 8 }),
    ],
  })
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return `${svg.outerHTML}\n`
}
