import { fixedText } from 'chorale-report/data'
import { PAGE_THEME } from 'chorale-report/internal'
import { planRuns } from '../plan.js'
import type { WeightDetails } from '../record-weights.js'
import type { RunLine } from '../results.js'
import { METRIC_TITLES, METRICS, meanOf } from '../summarize.js'
import type { PageSection, PageTable } from './blocks.js'
import { weightsChart } from './charts.js'
import { signedText } from './phrases.js'
import { datasetOf, experimentOf, type Study } from './study.js'

type WeightLine = RunLine & WeightDetails

/** A row of Table 2, as printed. */
interface PublishedWeights {
  readonly objective: string
  readonly essence: string
  readonly nmi: number
  readonly ari: number
  readonly purity: number
  readonly bias: number
  readonly minusDiversity: number
  readonly total: number
}

const TABLE_2: Record<string, PublishedWeights> = {
  mkkm: {
    objective: 'min over w, min over Z: tr(K^w (I − Z Z′))',
    essence: 'min diversity',
    nmi: 62.8,
    ari: 62.1,
    purity: 85.0,
    bias: -94.6,
    minusDiversity: 116.2,
    total: 21.6,
  },
  smkkm: {
    objective: 'min over w, max over Z: tr(K^w Z Z′)',
    essence: 'max diversity',
    nmi: 65.3,
    ari: 66.2,
    purity: 85.9,
    bias: -10.0,
    minusDiversity: 1.0,
    total: -9.0,
  },
  gpec: {
    objective: 'min over w, max over Z: tr((2 K̃ + K^w) Z Z′)',
    essence: 'min bias, max diversity',
    nmi: 71.9,
    ari: 72.4,
    purity: 90.2,
    bias: -24.0,
    minusDiversity: 6.4,
    total: -17.6,
  },
}

/** The interpretation whose scale is that of the published table. */
const CLOSEST = 'K plain; w²; K* truth, plain; over n'

/** One method of Table 2: our means and the published values. */
export interface WeightsRow {
  readonly name: string
  readonly title: string
  readonly lines: readonly WeightLine[]
  readonly published: PublishedWeights
  /** Under the interpretation that is closest in scale. */
  readonly bias: number
  readonly minusDiversity: number
  readonly total: number
}

/** The methods of Table 2; null unless all of them were run. */
export function weightsRows(study: Study): WeightsRow[] | null {
  const rows = planRuns(study.catalogue, experimentOf(study, 'weights')).map(run => {
    const lines = study.results.of<WeightLine>(run)
    const [bias, minusDiversity] = meanTraces(lines, CLOSEST)
    const { name, title } = run.method
    return { name, title, lines, published: TABLE_2[name], bias, minusDiversity, total: bias + minusDiversity }
  })
  return rows.some(({ lines }) => lines.length === 0) ? null : rows
}

function meanTraces(lines: readonly WeightLine[], interpretation: string): [bias: number, minusDiversity: number] {
  const mean = (at: 0 | 1) => meanOf(lines.map(line => line.readings[interpretation][at]))
  return [mean(0), mean(1)]
}

export function weightsSection(study: Study): PageSection {
  const rows = weightsRows(study)
  const title = 'Weights (Table 2 and Figure 2)'
  if (rows === null) return { id: 'weights', title, blocks: [{ words: 'Not run.' }] }
  const { datasets, ensembleSizes } = experimentOf(study, 'weights')
  const { title: dataset, classCount } = datasetOf(study, datasets[0])
  const largestTrace = Math.max(...rows.map(({ published }) => Math.abs(published.bias) / 2))
  const gpec = rows.find(({ name }) => name === 'gpec')!
  return {
    id: 'weights',
    title,
    blocks: [
      {
        words: `${dataset}, m = ${ensembleSizes[0]}. The paper does not say which ensembles it uses or how many; ours are means over ${rows[0].lines.length} ensembles. Published values are in brackets. As in the footnote of the table, bias is −2 tr(K^w K*), −diversity is tr(K^w K^w), and the total is their sum.`,
      },
      {
        table: {
          caption: `Under the interpretation that is closest in scale (${CLOSEST})`,
          columns: ['method', 'objective', 'essence', 'NMI', 'ARI', 'Purity', 'bias', '−diversity', 'total'],
          rows: rows.map(({ title: method, lines, published, ...ours }) => [
            method,
            published.objective,
            published.essence,
            ...METRICS.map(metric => bracketText(100 * meanOf(lines.map(line => line[metric])), published[metric])),
            bracketText(ours.bias, published.bias),
            bracketText(ours.minusDiversity, published.minusDiversity),
            bracketText(ours.total, published.total),
          ]),
          wordColumns: [1, 2],
        },
      },
      {
        words: `With the definitions in the text (degree-normalised K⁽ᵗ⁾, K* from the normalised truth), no weights can give the published values: with ${classCount} classes tr(K^w K*) is at most ${classCount}, but the published value implies ${fixedText(largestTrace, 1)}. The scale fits when K⁽ᵗ⁾ and K* are plain 0/1 matrices, K^w uses squared weights, and the traces are divided by n. Even then, the published −diversity of the proposed method, ${fixedText(gpec.published.minusDiversity, 1)}, needs weights that are far from the optimum of its own objective. The optimal weights are nearly equal and give ${fixedText(gpec.minusDiversity, 1)}.`,
      },
      { table: interpretationsTable(rows) },
      { table: correlationTable(rows) },
      {
        charts: rows.map(({ title: method, lines: [first] }) =>
          weightsChart(`${method}: weights and quality`, first, PAGE_THEME),
        ),
      },
    ],
  }
}

function bracketText(ours: number, published: number): string {
  return `${fixedText(ours, 1)} (${fixedText(published, 1)})`
}

function interpretationsTable(rows: readonly WeightsRow[]): PageTable {
  return {
    caption: 'Mean bias / −diversity under every interpretation that we tried',
    columns: ['interpretation', ...rows.map(({ title }) => title)],
    rows: [
      [
        'published',
        ...rows.map(({ published }) => `${fixedText(published.bias, 1)} / ${fixedText(published.minusDiversity, 1)}`),
      ],
      ...Object.keys(rows[0].lines[0].readings).map(name => [
        name,
        ...rows.map(({ lines }) =>
          meanTraces(lines, name)
            .map(value => fixedText(value, 2))
            .join(' / '),
        ),
      ]),
    ],
    isFolded: true,
  }
}

/** Whether better base clusterings have larger weights. */
function correlationTable(rows: readonly WeightsRow[]): PageTable {
  return {
    caption:
      'Correlation of the weights with the quality of the base clusterings and with their number of clusters, mean over the ensembles',
    columns: ['method', ...METRICS.map(metric => METRIC_TITLES[metric]), 'clusters'],
    rows: rows.map(({ title, lines }) => [
      title,
      ...METRICS.map(metric => correlationText(lines.map(line => correlation(line.weights, line.base[metric])))),
      correlationText(lines.map(line => correlation(line.weights, line.clusterCounts))),
    ]),
  }
}

function correlationText(values: readonly number[]): string {
  const mean = meanOf(values.filter(Number.isFinite))
  return Number.isFinite(mean) ? signedText(mean, 2) : '–'
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)]
  const cross = a.reduce((sum, value, t) => sum + (value - meanA) * (b[t] - meanB), 0)
  const squares = [a, b].map((values, at) => values.reduce((sum, value) => sum + (value - [meanA, meanB][at]) ** 2, 0))
  return cross / Math.sqrt(squares[0] * squares[1])
}
