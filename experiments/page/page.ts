import { html } from '../../pages/markup.js'
import { pageMarkup } from '../../pages/page.js'
import type { Catalogue, DatasetEntry } from '../catalogue.js'
import { named } from '../catalogue.js'
import { collectLuck } from '../luck-rows.js'
import { groupedRuns, planRuns } from '../plan.js'
import { Published } from '../published.js'
import type { Results } from '../results.js'
import { methodRows } from '../summarize.js'
import { ablationSection } from './ablation.js'
import { cellText, htmlSections, markdownOf, type PageSection, type PageTable, VERDICT_STYLE } from './blocks.js'
import { comparisonSection, ranksSection } from './comparison.js'
import { alphaSection, linksSection, riskSection, sizeSection } from './figures.js'
import { kernelsSection } from './kernels.js'
import { luckSection } from './luck.js'
import { poolsSection } from './pools.js'
import { readingsSection } from './readings.js'
import { scalingsSection } from './scalings.js'
import { summarySection } from './summary.js'
import { timesSection } from './times.js'
import { weightsSection } from './weights.js'
import { INCONSISTENCIES } from './words.js'

/** The whole reproduction, from the result files: the same content as Markdown and as one HTML page. */
export function paperSections(catalogue: Catalogue, results: Results): PageSection[] {
  const published = new Published()
  const experiment = (name: string) => named(catalogue.experiments, name, 'the name')
  const datasetsOf = (name: string) => experiment(name).datasets.map(each => named(catalogue.datasets, each, 'dataset'))
  const datasets = datasetsOf('alpha')
  const rows = methodRows(catalogue, experiment('comparison'), results)
  const pools = methodRows(catalogue, experiment('pools'), results)
  const onePool = methodRows(catalogue, experiment('one-pool'), results)
  const luck = collectLuck({
    ...{ catalogue, results, published },
    ...{ twentyPools: experiment('twenty-pools'), manyDraws: experiment('many-draws') },
  })
  const others = datasetsOf('comparison').filter(({ name }) => !datasets.some(each => each.name === name))
  const input = { rows, datasets, others, published }
  const gpecLines = new Map(
    planRuns(catalogue, { ...experiment('comparison'), methods: ['gpec'] }).map(run => [
      run.dataset.name,
      results.of(run),
    ]),
  )
  return [
    summarySection({ comparison: rows, onePool, pools, luck, datasets, poolDatasets: datasetsOf('pools'), published }),
    protocolSection(catalogue.datasets),
    kernelsSection({ catalogue, results, datasets, published, kernels: experiment('kernels') }),
    scalingsSection({ catalogue, results, datasets, published, scalings: experiment('scalings') }),
    comparisonSection(input),
    ranksSection(input),
    ablationSection(methodRows(catalogue, experiment('ablation'), results), rows, datasets, published),
    weightsSection(catalogue, experiment('weights'), results),
    linksSection(experiment('links'), results),
    riskSection(experiment('risk'), results),
    alphaSection(catalogue, experiment('alpha'), results),
    sizeSection(catalogue, experiment('size'), results, datasets),
    poolsSection(pools, datasetsOf('pools'), published),
    luckSection(luck),
    timesSection({ rows, datasets, gpecLines }),
    readingsSection({
      ...{ catalogue, results, datasets, published, poolReadings: experiment('pool-readings') },
      experiments: ['readings', 'scalings', 'kernels', 'steps', 'starts', 'random-starts', 'one-pool'].map(experiment),
    }),
    inconsistenciesSection(),
    missingSection(catalogue, results),
  ]
}

function protocolSection(datasets: readonly DatasetEntry[]): PageSection {
  return {
    id: 'protocol',
    title: 'Protocol and data',
    blocks: [
      {
        words:
          'Base clusterings by k-means with k drawn uniformly from 2 to ⌊√n⌋ and one start each, by k-means++ with one candidate per centre as in MATLAB’s kmeans, in pools of 100; every repeat draws m = 20 of them, and all methods get the same draws. The number of classes is k. 20 repeats: two draws from each of ten pools. The paper does not describe its pools; its authors publish one per dataset. One pool is not enough: another pool of 100 moves the mean over many draws by several points, as the column “one pool” shows. Standard errors hold that luck on both sides.',
      },
      {
        words:
          '“Best α” is the threshold from 0.1 to 0.9 with the largest sum of the three metrics, one per dataset, chosen with the truth, as the paper’s “Proposed”; “α auto” is chosen without it, by the agreement with the base clusterings. λ of GPEC is 1, of NWCA 0.09.',
      },
      {
        words:
          'To run it again: `chorale paper data` checks the files, `chorale paper run` makes what is missing, `chorale paper show` writes this page. Every result file names the version, the commit, the seeds and the checksum of the data.',
      },
      {
        table: {
          caption: 'Datasets',
          columns: ['code', 'name', 'samples', 'features', 'classes', 'scaling', 'from', 'SHA-256'],
          rows: datasets.map(({ code, title, sampleCount, featureCount, classCount, scale, source, sha256 }) => [
            ...[code, title, String(sampleCount), featureCount === undefined ? 'a pool' : String(featureCount)],
            ...[
              String(classCount),
              scale === undefined ? '–' : scale === 'none' ? 'raw' : scale,
              source,
              `${sha256.slice(0, 16)}…`,
            ],
          ]),
          wordColumns: [1, 5, 6, 7],
          isFolded: true,
        },
      },
    ],
  }
}

function inconsistenciesSection(): PageSection {
  return {
    id: 'inconsistencies',
    title: 'Where the paper disagrees with itself',
    blocks: [
      {
        table: {
          caption: 'Inconsistencies of the paper, with the evidence',
          columns: ['what', 'evidence'],
          rows: INCONSISTENCIES,
          wordColumns: [1],
        },
      },
    ],
  }
}

/** Runs that are planned and not there, or not with all their repeats. */
function missingSection(catalogue: Catalogue, results: Results): PageSection {
  const items = catalogue.experiments.flatMap(experiment => {
    const runs = planRuns(catalogue, experiment)
    const missing = runs.flatMap(run => {
      const lines = results.of(run)
      const done = new Set(
        lines.filter(({ repeat }) => repeat < run.repeats).map(({ repeat, alpha }) => `${repeat} ${alpha}`),
      )
      const isWhole = Array.from({ length: run.repeats }, (_, repeat) =>
        run.alphas.map(alpha => `${repeat} ${alpha ?? undefined}`),
      )
        .flat()
        .every(key => done.has(key))
      return isWhole ? [] : [run]
    })
    if (missing.length === 0) return []
    return [`${experiment.name}, ${missing.length} of ${runs.length} result files: ${groupedRuns(missing, experiment)}`]
  })
  return {
    id: 'missing',
    title: 'What is not run',
    blocks:
      items.length === 0
        ? [{ words: 'Everything that is planned was run.' }]
        : [
            {
              words: 'Result files that are planned and not there, or without all their repeats. Left out for time.',
            },
            { list: items },
          ],
  }
}

const TITLE = 'The paper, reproduced'

/** The page as one HTML file that needs nothing else, piece by piece. */
export function* paperHtml(sections: readonly PageSection[], version: string): Generator<string> {
  const page = pageMarkup({
    ...{ version, over: 'Generalization Performance of Ensemble Clustering (ICML 2025)', title: TITLE },
    introduction: html`<p class="lede">Every table and figure of the paper, run again with Chorale and shown beside the published numbers.</p>`,
    warnings: [],
    sections: htmlSections(sections),
    style: VERDICT_STYLE,
  })
  for (const piece of page) yield piece.text
}

const BEGIN = '<!-- written by chorale paper show: begin -->'
const END = '<!-- written by chorale paper show: end -->'

/** A Markdown page with the reproduction between its two marks, or alone where the page has none. */
export function withMarkdown(page: string | null, sections: readonly PageSection[]): string {
  const body = `${BEGIN}\n\n${markdownOf(sections)}\n${END}`
  const [from, to] = [page?.indexOf(BEGIN) ?? -1, page?.indexOf(END) ?? -1]
  if (page === null || from < 0 || to < from) return `# ${TITLE}\n\n${body}\n`
  return `${page.slice(0, from)}${body}${page.slice(to + END.length)}`
}

/** The summary and the averages for a terminal. */
export function paperText(sections: readonly PageSection[]): string {
  return sections
    .filter(({ id }) => id === 'summary' || id === 'ranks')
    .flatMap(({ blocks }) => blocks.slice(0, 2))
    .flatMap(block => ('words' in block ? [block.words] : 'table' in block ? [tableText(block.table)] : []))
    .join('\n\n')
    .concat('\n')
}

function tableText({ caption, columns, rows }: PageTable): string {
  const lines = [columns, ...rows.map(row => row.map(cellText))]
  const widths = columns.map((_, at) => Math.max(...lines.map(line => line[at].length)))
  const text = lines.map(line =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  '),
  )
  return `${caption}\n${text.join('\n')}`
}
