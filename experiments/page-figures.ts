import type { Chart } from '../pages/plot-chart.js'
import { PAGE_THEME } from '../pages/theme.js'
import { fixedText } from '../src/internal.js'
import { type Catalogue, type DatasetEntry, type Experiment, named } from './catalogue.js'
import type { Block, PageSection } from './page-blocks.js'
import { linesChart, linksChart, pictureChart, riskChart } from './page-charts.js'
import { shortName } from './page-tables.js'
import { groupedRuns, planRuns, wholeFile } from './plan.js'
import type { LinkPicture, LinkQuality } from './record-links.js'
import { RISK_RULES, type RiskLine, type RiskRule } from './record-risk.js'
import { readRunFile } from './results.js'
import { fitLoss, lossAt } from './risk-fit.js'
import { METRIC_TITLES, METRICS, meanOf, methodRows } from './summarize.js'

const NOT_RUN: Block = { words: 'Not run.' }

export function linksSection(experiment: Experiment, folder: string): PageSection {
  const lines = readRunFile<LinkQuality | LinkPicture>(folder, wholeFile(experiment))?.lines ?? []
  const qualities = lines.filter(line => 'alpha' in line)
  const pictures = lines.filter(line => 'picture' in line)
  const [first, last] = [qualities[0], qualities[qualities.length - 1]]
  return {
    id: 'links',
    title: 'Confident links (Figure 1)',
    blocks:
      lines.length === 0
        ? [NOT_RUN]
        : [
            {
              words: `As in the paper: with a higher threshold fewer pairs are linked (share ${fixedText(first.share, 2)} to ${fixedText(last.share, 3)}), they are more often right (precision ${fixedText(first.precision, 2)} to ${fixedText(last.precision, 2)}) and fewer of the right ones are found (recall ${fixedText(first.recall, 2)} to ${fixedText(last.recall, 2)}). Seeds, m = 20, the first repeat.`,
            },
            {
              charts: [
                linksChart(qualities, PAGE_THEME),
                ...pictures.map(picture => pictureChart(picture, PAGE_THEME)),
              ],
            },
          ],
  }
}

/** The constants of the paper. */
const PAPER_FIT = { a1: 1, a2: 0.54 }
const PAPER_LAST: Record<RiskRule, string> = { 'log log n': '1.9', 'log n': '1.85', '√n': '1.7' }

export function riskSection(experiment: Experiment, folder: string): PageSection {
  const lines = readRunFile<RiskLine>(folder, wholeFile(experiment))?.lines ?? []
  if (lines.length === 0) return { id: 'risk', title: 'Excess risk (Figure 3)', blocks: [NOT_RUN] }
  const common = fitLoss(lines, PAPER_FIT)
  const free = fitLoss(lines)
  const panels = (Object.keys(RISK_RULES) as RiskRule[]).map(rule => {
    const own = lines.filter(line => line.rule === rule)
    const sizes = [...new Set(own.map(({ n }) => n))].sort((a, b) => a - b)
    const curve = (fit: typeof common) => sizes.map(n => ({ n, loss: lossAt(fit, { n, m: RISK_RULES[rule](n) }) }))
    const fit = fitLoss(own, PAPER_FIT)
    const range = (from: number, to: number) =>
      fixedText(meanOf(own.filter(({ n }) => n >= from && n <= to).map(({ loss }) => loss)), 2)
    const chart = riskChart(
      rule,
      own,
      [
        { name: 'own gap', points: curve(fit), colour: PAGE_THEME.highlight, dash: '' },
        { name: 'one gap', points: curve(common), colour: PAGE_THEME.cluster(2), dash: '6 3' },
        { name: 'fitted', points: curve(free), colour: PAGE_THEME.ink, dash: '2 2' },
      ],
      PAGE_THEME,
    )
    const first = range(100, 500)
    const last = range(sizes[sizes.length - 1] - 400, sizes[sizes.length - 1])
    return { rule, fit, chart, first, last }
  })
  const repeats = new Set(lines.map(({ repeat }) => repeat)).size
  return {
    id: 'risk',
    title: 'Excess risk (Figure 3)',
    blocks: [
      {
        words: `WFRN: n samples drawn at random, n from 100 in steps of 100, ${repeats} draws each; loss = 4 − tr(Z′ K_truth Z) with the Z of the mean kernel. Curves: a₁/√n + a₂ √(log n / m) + gap with the paper’s a₁ = 1, a₂ = 0.54 and a gap of its own for each panel (solid), with one gap for all (dashed), and all three constants fitted to all points (dotted).`,
      },
      { charts: panels.map(({ chart }) => chart) },
      {
        table: {
          caption: 'Mean loss and fitted gap',
          columns: [
            'm',
            'n = 100 to 500',
            'the last five n',
            'paper, at the end',
            'gap with a₁ = 1, a₂ = 0.54',
            'error of that fit',
          ],
          rows: panels.map(({ rule, first, last, fit }) => [
            ...[rule, first, last, PAPER_LAST[rule], fixedText(fit.gap, 2), fixedText(fit.error, 2)],
          ]),
        },
      },
      {
        words: `One gap for all panels: ${fixedText(common.gap, 2)}, root mean squared error ${fixedText(common.error, 2)}. All constants free: a₁ = ${fixedText(free.a1, 2)}, a₂ = ${fixedText(free.a2, 2)}, gap ${fixedText(free.gap, 2)}, error ${fixedText(free.error, 2)}.`,
      },
    ],
  }
}

/** NMI, ARI and purity against the threshold, one chart per dataset. */
export function alphaSection(catalogue: Catalogue, experiment: Experiment, folder: string): PageSection {
  const charts: Chart[] = planRuns(catalogue, experiment).flatMap(run => {
    const lines = readRunFile(folder, run.file)?.lines ?? []
    if (lines.length === 0) return []
    const alphas = run.alphas.filter(alpha => alpha !== null && alpha >= 0.1) as number[]
    const at = (alpha: number, metric: (typeof METRICS)[number]) =>
      100 * meanOf(lines.filter(line => line.alpha === alpha).map(line => line[metric]))
    const best = alphas.reduce((a, b) => (at(b, 'nmi') > at(a, 'nmi') ? b : a))
    return [
      linesChart(
        METRICS.map((metric, index) => ({
          name: METRIC_TITLES[metric],
          points: alphas.map(alpha => ({ x: alpha, y: at(alpha, metric) })),
          isMain: index === 0,
        })),
        {
          ...{ name: `alpha-${run.dataset.name}`, title: `${run.dataset.code} ${run.dataset.title}` },
          ...{ xLabel: 'α', yLabel: '%', height: 220 },
          description: `Best NMI ${fixedText(at(best, 'nmi'), 1)} at α = ${best}; ${fixedText(at(0.1, 'nmi'), 1)} at 0.1 and ${fixedText(at(0.9, 'nmi'), 1)} at 0.9.`,
        },
        PAGE_THEME,
      ),
    ]
  })
  return {
    id: 'alpha',
    title: 'The confidence threshold (Figure 4)',
    blocks: [
      {
        words:
          'The paper finds that the best α lies between 0.1 and 0.3 on most datasets and that the method is robust to it. Means over 20 repeats:',
      },
      charts.length === 0 ? NOT_RUN : { charts },
    ],
  }
}

/** NMI against the ensemble size, one chart per dataset, one line per method. */
export function sizeSection(
  catalogue: Catalogue,
  experiment: Experiment,
  folder: string,
  datasets: readonly DatasetEntry[],
): PageSection {
  const bySize = experiment.ensembleSizes.map(size => ({
    size,
    rows: methodRows(catalogue, experiment, folder, size).filter(({ name }) => !/ (best|auto)$/.test(name)),
  }))
  const charts = datasets.flatMap(dataset => {
    const series = bySize[0].rows.map((row, at) => ({
      name: row.name === 'gpec 0.1' ? 'gpec' : shortName(row),
      isMain: row.name === 'gpec 0.1',
      points: bySize.flatMap(({ size, rows }) => {
        const cell = rows[at].cells.get(dataset.name) ?? null
        return cell === null ? [] : [{ x: size, y: cell.metrics.nmi.mean }]
      }),
    }))
    const drawn = series.filter(({ points }) => points.length > 1)
    if (drawn.length === 0) return []
    const main = drawn.find(({ isMain }) => isMain)
    const ends =
      main === undefined
        ? ''
        : `GPEC goes from ${fixedText(main.points[0].y, 1)} to ${fixedText(main.points[main.points.length - 1].y, 1)}.`
    return [
      linesChart(
        drawn,
        {
          ...{ name: `size-${dataset.name}`, title: `${dataset.code} ${dataset.title}` },
          ...{ xLabel: 'm', yLabel: 'NMI, %', height: 280 },
          description: `NMI against the ensemble size. ${ends}`,
        },
        PAGE_THEME,
      ),
    ]
  })
  const planned = planRuns(catalogue, { ...experiment, datasets: datasets.map(({ name }) => name) })
  const missing = planned.filter(({ file }) => readRunFile(folder, file) === null)
  const main = bySize.map(({ size, rows }) => ({ size, row: rows.find(({ name }) => name === 'gpec 0.1')! }))
  const rises = datasets.filter(({ name }) => {
    const [a, b] = [main[0], main[main.length - 1]].map(
      ({ row }) => row.cells.get(name)?.metrics.nmi.mean ?? Number.NaN,
    )
    return b > a
  })
  return {
    id: 'size',
    title: 'Ensemble size (Figure 5)',
    blocks: [
      {
        words: `NMI against m. GPEC is at α = 0.1; SMKKM and MKKM are as demonstrated. ${experiment.repeats} repeats at each m${costlyText(catalogue, experiment)}; at m = 20 those of the comparison. One consensus of CEAM takes a minute of CPU time at n = 4,000 and m = 20, and grows with m². GPEC’s NMI is higher at the largest m than at the smallest on ${rises.length} of the ${datasets.length} datasets; the paper says that it generally improves.`,
      },
      charts.length === 0 ? NOT_RUN : { charts },
      ...(missing.length > 0 ? [{ words: `Not run: ${groupedRuns(missing, experiment)}.` }] : []),
    ],
  }
}

/** Where slow methods get fewer repeats. */
function costlyText(catalogue: Catalogue, { costly = [] }: Experiment): string {
  return costly
    .map(({ methods, samples, repeats }) => {
      const names = methods.map(name => named(catalogue.methods, name, 'method').title).join(' and ')
      return `, ${repeats === 0 ? 'none' : repeats} of ${names} above n = ${samples}`
    })
    .join('')
}
