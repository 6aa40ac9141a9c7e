import { fixedText } from 'chorale-report/data'
import type { Chart } from 'chorale-report/internal'
import { PAGE_THEME } from 'chorale-report/internal'
import { type Experiment, named } from '../catalogue.js'
import { groupedRuns, planRuns, wholeRun } from '../plan.js'
import type { LinkPicture, LinkQuality } from '../record-links.js'
import { RISK_RULES, type RiskLine, type RiskRule } from '../record-risk.js'
import { fitLoss, lossAt } from '../risk-fit.js'
import { METRIC_TITLES, METRICS, type Metric, meanOf, methodRows } from '../summarize.js'
import type { Block, PageSection } from './blocks.js'
import { linesChart, linksChart, pictureChart, riskChart } from './charts.js'
import { countText, listText } from './phrases.js'
import { datasetOf, experimentOf, type Study } from './study.js'
import { shortName } from './tables.js'

const NOT_RUN: Block = { words: 'Not run.' }

export function linksSection(study: Study): PageSection {
  const experiment = experimentOf(study, 'links')
  const lines = study.results.of<LinkQuality | LinkPicture>(wholeRun(experiment))
  const qualities = lines.filter(line => 'share' in line)
  const pictures = lines.filter(line => 'picture' in line)
  const title = 'Confident links (Figure 1)'
  if (lines.length === 0) return { id: 'links', title, blocks: [NOT_RUN] }
  const [first, last] = [qualities[0], qualities[qualities.length - 1]]
  const change = (key: 'share' | 'precision' | 'recall') => `${fixedText(first[key], 2)} to ${fixedText(last[key], 2)}`
  return {
    id: 'links',
    title,
    blocks: [
      {
        words: `The result is as in the paper. From α = ${first.alpha} to α = ${last.alpha}, fewer pairs are linked (share ${change('share')}), more of the links are within a class (precision ${change('precision')}), and fewer pairs of the same class are linked (recall ${change('recall')}). ${datasetOf(study, experiment.datasets[0]).title}, m = ${experiment.ensembleSizes[0]}, first repeat.`,
      },
      {
        charts: [linksChart(qualities, PAGE_THEME), ...pictures.map(picture => pictureChart(picture, PAGE_THEME))],
      },
    ],
  }
}

/** The constants of the fit in the paper. */
const PAPER_FIT = { a1: 1, a2: 0.54 }

/** The loss at the right end of each panel of Figure 3 in the paper. */
const PAPER_LAST: Record<RiskRule, number> = { 'log log n': 1.9, 'log n': 1.85, '√n': 1.7 }

/** One panel of Figure 3. */
export interface RiskPanel {
  readonly rule: RiskRule
  readonly lines: readonly RiskLine[]
  /** The mean loss of the first five and of the last five numbers of samples. */
  readonly first: number
  readonly last: number
  readonly publishedLast: number
}

/** The panels of Figure 3; null when it was not run. */
export function riskPanels(study: Study): RiskPanel[] | null {
  const lines = study.results.of<RiskLine>(wholeRun(experimentOf(study, 'risk')))
  if (lines.length === 0) return null
  return (Object.keys(RISK_RULES) as RiskRule[]).map(rule => {
    const own = lines.filter(line => line.rule === rule)
    const sizes = sizesOf(own)
    const meanAt = (some: readonly number[]) => meanOf(own.filter(({ n }) => some.includes(n)).map(({ loss }) => loss))
    return {
      rule,
      lines: own,
      first: meanAt(sizes.slice(0, 5)),
      last: meanAt(sizes.slice(-5)),
      publishedLast: PAPER_LAST[rule],
    }
  })
}

function sizesOf(lines: readonly RiskLine[]): number[] {
  return [...new Set(lines.map(({ n }) => n))].sort((a, b) => a - b)
}

export function riskSection(study: Study): PageSection {
  const panels = riskPanels(study)
  const title = 'Excess risk (Figure 3)'
  if (panels === null) return { id: 'risk', title, blocks: [NOT_RUN] }
  const { title: dataset, classCount } = datasetOf(study, experimentOf(study, 'risk').datasets[0])
  const lines = panels.flatMap(panel => panel.lines)
  const common = fitLoss(lines, PAPER_FIT)
  const free = fitLoss(lines)
  const charts = panels.map(({ rule, lines: own }) => {
    const curve = (fit: typeof common) =>
      sizesOf(own).map(n => ({ n, loss: lossAt(fit, { n, m: RISK_RULES[rule](n) }) }))
    return riskChart(
      rule,
      own,
      [
        { name: 'own gap', points: curve(fitLoss(own, PAPER_FIT)), colour: PAGE_THEME.highlight, dash: '' },
        { name: 'one gap', points: curve(common), colour: PAGE_THEME.cluster(2), dash: '6 3' },
        { name: 'fitted', points: curve(free), colour: PAGE_THEME.ink, dash: '2 2' },
      ],
      PAGE_THEME,
    )
  })
  const constants = `a₁ = ${PAPER_FIT.a1}, a₂ = ${PAPER_FIT.a2}`
  const sizes = sizesOf(lines)
  const repeats = new Set(lines.map(({ repeat }) => repeat)).size
  return {
    id: 'risk',
    title,
    blocks: [
      {
        words: `${dataset}: random subsamples of n = ${sizes[0]}, ${sizes[1]}, … samples, ${repeats} draws each. The loss is ${classCount} − tr(Z′ K_truth Z), with Z from the mean kernel. The curves are a₁/√n + a₂ √(log n / m) + gap: with the paper’s ${constants} and one gap per panel (solid), with one gap for all panels (dashed), and with all three constants fitted to all points (dotted).`,
      },
      { charts },
      {
        table: {
          caption: 'Mean loss and fitted gap',
          columns: [
            'm',
            `first five n (${sizes[0]} to ${sizes[4]})`,
            'last five n',
            'paper, right end of the figure',
            `gap with ${constants}`,
            'root mean squared error of that fit',
          ],
          rows: panels.map(({ rule, lines: own, first, last, publishedLast }) => {
            const fit = fitLoss(own, PAPER_FIT)
            return [
              rule,
              fixedText(first, 2),
              fixedText(last, 2),
              String(publishedLast),
              fixedText(fit.gap, 2),
              fixedText(fit.error, 2),
            ]
          }),
        },
      },
      {
        words: `With one gap for all panels, the gap is ${fixedText(common.gap, 2)} and the root mean squared error ${fixedText(common.error, 2)}. With all constants fitted, a₁ = ${fixedText(free.a1, 2)}, a₂ = ${fixedText(free.a2, 2)}, the gap is ${fixedText(free.gap, 2)} and the error ${fixedText(free.error, 2)}.`,
      },
    ],
  }
}

/** NMI, ARI and purity against the threshold, one chart per dataset. */
export function alphaSection(study: Study): PageSection {
  const experiment = experimentOf(study, 'alpha')
  let lowCount = 0
  const charts: Chart[] = planRuns(study.catalogue, experiment).flatMap(run => {
    const lines = study.results.of(run)
    if (lines.length === 0) return []
    const alphas = run.alphas.filter(alpha => alpha !== null && alpha >= 0.1) as number[]
    const at = (alpha: number, metric: Metric) =>
      100 * meanOf(lines.filter(line => line.alpha === alpha).map(line => line[metric]))
    const best = alphas.reduce((a, b) => (at(b, 'nmi') > at(a, 'nmi') ? b : a))
    if (best <= 0.3) lowCount++
    const [first, last] = [alphas[0], alphas[alphas.length - 1]]
    return [
      linesChart(
        METRICS.map((metric, index) => ({
          name: METRIC_TITLES[metric],
          points: alphas.map(alpha => ({ x: alpha, y: at(alpha, metric) })),
          isMain: index === 0,
        })),
        {
          name: `alpha-${run.dataset.name}`,
          title: `${run.dataset.code} ${run.dataset.title}`,
          xLabel: 'α',
          yLabel: '%',
          height: 220,
          description: `Best NMI ${fixedText(at(best, 'nmi'), 1)} at α = ${best}; ${fixedText(at(first, 'nmi'), 1)} at ${first} and ${fixedText(at(last, 'nmi'), 1)} at ${last}.`,
        },
        PAGE_THEME,
      ),
    ]
  })
  return {
    id: 'alpha',
    title: 'Confidence threshold (Figure 4)',
    blocks: [
      {
        words: `The paper finds that the best α is between 0.1 and 0.3 on most datasets and that the method is robust to α. In our runs, α with the best NMI is in that range on ${lowCount} of the ${charts.length} datasets. Means over ${experiment.repeats} repeats:`,
      },
      charts.length === 0 ? NOT_RUN : { charts },
    ],
  }
}

/** NMI against the ensemble size, one chart per dataset, one line per method. */
export function sizeSection(study: Study): PageSection {
  const { catalogue, results, datasets } = study
  const experiment = experimentOf(study, 'size')
  const bySize = experiment.ensembleSizes.map(size => ({
    size,
    rows: methodRows(catalogue, experiment, results, size).filter(({ name }) => !/ (best|auto)$/.test(name)),
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
          name: `size-${dataset.name}`,
          title: `${dataset.code} ${dataset.title}`,
          xLabel: 'm',
          yLabel: 'NMI, %',
          height: 280,
          description: `NMI against the ensemble size. ${ends}`,
        },
        PAGE_THEME,
      ),
    ]
  })
  const planned = planRuns(catalogue, { ...experiment, datasets: datasets.map(({ name }) => name) })
  const missing = planned.filter(run => results.of(run).length === 0)
  const main = bySize.map(({ rows }) => rows.find(({ name }) => name === 'gpec 0.1')!)
  const rises = datasets.filter(({ name }) => {
    const [least, most] = [main[0], main[main.length - 1]].map(
      row => row.cells.get(name)?.metrics.nmi.mean ?? Number.NaN,
    )
    return most > least
  })
  return {
    id: 'size',
    title: 'Ensemble size (Figure 5)',
    blocks: [
      {
        words: `NMI against m. GPEC runs at α = 0.1, SMKKM and MKKM with demo settings. ${experiment.repeats} repeats at each m${costlyText(study, experiment)}; at m = 20 these are the first repeats of the comparison.${slowText(study, experiment)} The paper says that GPEC generally improves with m. In our runs, its NMI is higher at the largest m than at the smallest on ${rises.length} of the ${datasets.length} datasets.`,
      },
      charts.length === 0 ? NOT_RUN : { charts },
      ...(missing.length > 0 ? [{ words: `Not run: ${groupedRuns(missing, experiment)}.` }] : []),
    ],
  }
}

/** Which slow methods have fewer repeats. */
function costlyText({ catalogue }: Study, { costly = [] }: Experiment): string {
  if (costly.length === 0) return ''
  const rules = costly.map(({ methods, samples, repeats }) => {
    const names = methods.map(name => named(catalogue.methods, name, 'method').title)
    return `${repeats} for ${listText(names)} above n = ${countText(samples)}`
  })
  return `, but ${listText(rules)}`
}

/** Why CEAM has fewer repeats: its time on a large dataset; empty when it was not run. */
function slowText(study: Study, experiment: Experiment): string {
  const { title, name, sampleCount } = datasetOf(study, 'abalone')
  const runs = planRuns(study.catalogue, { ...experiment, methods: ['ceam'], datasets: [name] })
  const times = runs.flatMap(run => {
    const lines = study.results.of(run)
    return lines.length === 0
      ? []
      : [`${fixedText(meanOf(lines.map(({ cpu }) => cpu)), 0)} s at m = ${run.ensembleSize}`]
  })
  if (times.length === 0) return ''
  return ` CEAM is slow on large datasets: on ${title} (n = ${countText(sampleCount)}) one consensus takes ${listText(times)} (CPU time).`
}
