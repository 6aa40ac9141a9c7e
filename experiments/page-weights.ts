import { PAGE_THEME } from '../pages/theme.js'
import { fixedText } from '../src/internal.js'
import type { Catalogue, Experiment } from './catalogue.js'
import type { PageSection } from './page-blocks.js'
import { weightsChart } from './page-charts.js'
import { planRuns } from './plan.js'
import type { WeightDetails } from './record-weights.js'
import { type RunLine, readRunFile } from './results.js'
import { METRIC_TITLES, METRICS, meanOf } from './summarize.js'

type WeightLine = RunLine & WeightDetails

const OBJECTIVES: Record<string, readonly [objective: string, essence: string, published: readonly number[]]> = {
  mkkm: ['min over w, min over Z: tr(K^w (I − Z Z′))', 'min diversity', [62.8, 62.1, 85.0, -94.6, 116.2, 21.6]],
  smkkm: ['min over w, max over Z: tr(K^w Z Z′)', 'max diversity', [65.3, 66.2, 85.9, -10.0, 1.0, -9.0]],
  gpec: [
    'min over w, max over Z: tr((2 K̃ + K^w) Z Z′)',
    'min bias, max diversity',
    [71.9, 72.4, 90.2, -24.0, 6.4, -17.6],
  ],
}

/** The reading whose scale is that of the published table. */
const CLOSEST = 'K plain; w²; K* truth, plain; over n'

export function weightsSection(catalogue: Catalogue, experiment: Experiment, folder: string): PageSection {
  const runs = planRuns(catalogue, experiment).map(run => ({
    run,
    lines: readRunFile<WeightLine>(folder, run.file)?.lines ?? [],
  }))
  if (runs.some(({ lines }) => lines.length === 0)) {
    return { id: 'weights', title: 'Weights (Table 2 and Figure 2)', blocks: [{ words: 'Not run.' }] }
  }
  const rowOf = (name: string, lines: readonly WeightLine[], pair: (line: WeightLine) => readonly [number, number]) => {
    const [, , published] = OBJECTIVES[name]
    const means = [0, 1].map(at => meanOf(lines.map(line => pair(line)[at])))
    const ours = [
      ...METRICS.map(metric => 100 * meanOf(lines.map(line => line[metric]))),
      ...means,
      means[0] + means[1],
    ]
    return ours.map((value, at) => `${fixedText(value, 1)} (${fixedText(published[at], 1)})`)
  }
  const readings = Object.keys(runs[0].lines[0].readings)
  return {
    id: 'weights',
    title: 'Weights (Table 2 and Figure 2)',
    blocks: [
      {
        words: `Seeds, m = 10. The paper does not say on which ensemble or over how many; ours are means over ${runs[0].lines.length} ensembles. Published values in brackets. Bias is −2 tr(K^w K*), −diversity is tr(K^w K^w), total their sum, as in the footnote of the table.`,
      },
      {
        table: {
          caption: `Under the reading that comes closest in scale (${CLOSEST})`,
          columns: ['method', 'objective', 'essence', 'NMI', 'ARI', 'Purity', 'bias', '−diversity', 'total'],
          rows: runs.map(({ run, lines }) => [
            run.method.title,
            ...OBJECTIVES[run.method.name].slice(0, 2).map(String),
            ...rowOf(run.method.name, lines, line => line.readings[CLOSEST]),
          ]),
          wordColumns: [1, 2],
        },
      },
      {
        words: `With the definitions of the text (K⁽ᵗ⁾ degree-normalised, K* the normalised truth) no weights at all could give the published values: tr(K^w K*) is at most 3 on three classes, and 47.3 was published. The scale fits when K⁽ᵗ⁾ and K* are the plain 0/1 matrices, K^w has squared weights and traces are divided by n. Even so the published −diversity of the proposed method, 6.4, asks for weights that are far from the optimum of its own objective, which are nearly equal: ours is ${fixedText(meanOf(runs[runs.length - 1].lines.map(line => line.readings[CLOSEST][1])), 1)}.`,
      },
      {
        table: {
          caption: 'Bias / −diversity under every reading tried, means',
          columns: ['reading', ...runs.map(({ run }) => run.method.title)],
          rows: [
            [
              'published',
              ...runs.map(({ run }) =>
                OBJECTIVES[run.method.name][2]
                  .slice(3, 5)
                  .map(value => fixedText(value, 1))
                  .join(' / '),
              ),
            ],
            ...readings.map(name => [
              name,
              ...runs.map(({ lines }) =>
                [0, 1].map(at => fixedText(meanOf(lines.map(line => line.readings[name][at])), 2)).join(' / '),
              ),
            ]),
          ],
          isFolded: true,
        },
      },
      { table: correlationTable(runs.map(({ run, lines }) => ({ title: run.method.title, lines }))) },
      {
        charts: runs.map(({ run, lines }) =>
          weightsChart(
            `${run.method.title}: weights and quality`,
            { ...lines[0], base: { ...lines[0].base } },
            PAGE_THEME,
          ),
        ),
      },
    ],
  }
}

/** Whether better base clusterings weigh more. */
function correlationTable(methods: readonly { title: string; lines: readonly WeightLine[] }[]) {
  return {
    caption:
      'Correlation of the weights with the quality and the number of clusters of the base clusterings, mean over the ensembles',
    columns: ['method', ...METRICS.map(metric => METRIC_TITLES[metric]), 'clusters'],
    rows: methods.map(({ title, lines }) => [
      title,
      ...METRICS.map(metric => correlationText(lines.map(line => correlation(line.weights, line.base[metric])))),
      correlationText(lines.map(line => correlation(line.weights, line.clusterCounts))),
    ]),
  }
}

function correlationText(values: readonly number[]): string {
  const mean = meanOf(values.filter(Number.isFinite))
  return Number.isFinite(mean) ? `${mean < 0 ? '−' : '+'}${fixedText(Math.abs(mean), 2)}` : '–'
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)]
  const cross = a.reduce((sum, value, t) => sum + (value - meanA) * (b[t] - meanB), 0)
  const squares = [a, b].map((values, at) => values.reduce((sum, value) => sum + (value - [meanA, meanB][at]) ** 2, 0))
  return cross / Math.sqrt(squares[0] * squares[1])
}
