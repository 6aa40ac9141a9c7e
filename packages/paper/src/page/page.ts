import { html, pageMarkup } from 'chorale-report/internal'
import type { Catalogue, DatasetEntry } from '../catalogue.js'
import { POOL_SEEDS, POOL_SIZE } from '../load-dataset.js'
import { groupedRuns, planRuns } from '../plan.js'
import type { Results } from '../results.js'
import { ablationSection } from './ablation.js'
import { cellText, htmlSections, markdownOf, type PageSection, type PageTable, VERDICT_STYLE } from './blocks.js'
import { comparisonSection, ranksSection } from './comparison.js'
import { alphaSection, linksSection, riskSection, sizeSection } from './figures.js'
import { inconsistenciesSection } from './inconsistencies.js'
import { kernelsSection } from './kernels.js'
import { luckSection } from './luck.js'
import { poolsSection } from './pools.js'
import { readingsSection } from './readings.js'
import { SCALING_TITLES, scalingsSection } from './scalings.js'
import { experimentOf, type Study, studyOf } from './study.js'
import { summarySection } from './summary.js'
import { timesSection } from './times.js'
import { weightsSection } from './weights.js'

/** The whole reproduction, written from the results; rendered as Markdown and as one HTML page. */
export function paperSections(catalogue: Catalogue, results: Results): PageSection[] {
  const study = studyOf(catalogue, results)
  return [
    summarySection(study),
    protocolSection(study),
    kernelsSection(study),
    scalingsSection(study),
    comparisonSection(study),
    ranksSection(study),
    ablationSection(study),
    weightsSection(study),
    linksSection(study),
    riskSection(study),
    alphaSection(study),
    sizeSection(study),
    poolsSection(study),
    luckSection(study),
    timesSection(study),
    readingsSection(study),
    inconsistenciesSection(study),
    missingSection(study),
  ]
}

function protocolSection(study: Study): PageSection {
  const {
    ensembleSizes: [m],
    repeats,
  } = experimentOf(study, 'comparison')
  const poolCount = POOL_SEEDS.length
  return {
    id: 'protocol',
    title: 'Protocol and data',
    blocks: [
      {
        words: `Base clusterings come from k-means with k drawn uniformly from 2 to ⌊√n⌋. Each has one start by k-means++ with one candidate per centre, as in MATLAB’s kmeans. A pool has ${POOL_SIZE} of them. Every repeat draws m = ${m} base clusterings from a pool, and all methods use the same draws. The number of clusters is the number of classes. We run ${repeats} repeats: ${repeats / poolCount} draws from each of ${poolCount} pools.`,
      },
      {
        words: `The paper does not describe its pools. With earlier methods, its authors publish one pool per dataset. One pool is not enough to judge a difference: another pool of ${POOL_SIZE} moves the mean over many draws by several points, as the column “one pool” of the summary shows. Our standard errors therefore include the variance between pools, on both sides.`,
      },
      {
        words:
          '“Best α” is the threshold from 0.1 to 0.9 with the largest sum of the three metrics. There is one per dataset, chosen with the truth (the reference labels), like “Proposed” in the paper. “α auto” is chosen without the truth, by the agreement with the base clusterings. λ is 1 for GPEC and 0.09 for NWCA.',
      },
      {
        words:
          'To run everything again: `chorale paper data` checks the data files, `chorale paper run` makes the results that are missing, and `chorale paper show` writes this page. There is one result file per dataset. Every record in it names the version, the commit, the seeds and the checksum of the data.',
      },
      {
        table: {
          caption: 'Datasets',
          columns: ['code', 'name', 'samples', 'features', 'classes', 'scaling', 'source', 'SHA-256'],
          rows: study.catalogue.datasets.map(dataset => [
            dataset.code,
            dataset.title,
            String(dataset.sampleCount),
            dataset.featureCount === undefined ? 'published pool' : String(dataset.featureCount),
            String(dataset.classCount),
            scalingTitle(dataset),
            dataset.source,
            `${dataset.sha256.slice(0, 16)}…`,
          ]),
          wordColumns: [1, 5, 6, 7],
          isFolded: true,
        },
      },
    ],
  }
}

function scalingTitle({ scale }: DatasetEntry): string {
  if (scale === undefined) return '–'
  return SCALING_TITLES[scale === 'none' ? 'raw' : scale]
}

/** Planned runs without results, or without all their repeats. */
function missingSection({ catalogue, results }: Study): PageSection {
  const items = catalogue.experiments.flatMap(experiment => {
    const runs = planRuns(catalogue, experiment)
    const missing = runs.filter(run => {
      const done = new Set(results.of(run).map(({ repeat, alpha }) => `${repeat} ${alpha ?? null}`))
      const repeats = Array.from({ length: run.repeats }, (_, repeat) => repeat)
      return !repeats.every(repeat => run.alphas.every(alpha => done.has(`${repeat} ${alpha}`)))
    })
    if (missing.length === 0) return []
    return [`${experiment.name}, ${missing.length} of ${runs.length} runs: ${groupedRuns(missing, experiment)}`]
  })
  return {
    id: 'missing',
    title: 'What has not been run',
    blocks:
      items.length === 0
        ? [{ words: 'All planned runs are complete.' }]
        : [{ words: 'These planned runs have no results, or not all of their repeats:' }, { list: items }],
  }
}

const TITLE = 'Reproduction of the paper'

/** The page as one self-contained HTML file, in pieces. */
export function* paperHtml(sections: readonly PageSection[], version: string): Generator<string> {
  const page = pageMarkup({
    version,
    over: 'Generalization Performance of Ensemble Clustering (ICML 2025)',
    title: TITLE,
    introduction: html`<p class="lede">Every table and figure of the paper, run again with Chorale and compared with the published numbers.</p>`,
    warnings: [],
    sections: htmlSections(sections),
    style: VERDICT_STYLE,
  })
  for (const piece of page) yield piece.text
}

const BEGIN = '<!-- written by chorale paper show: begin -->'
const END = '<!-- written by chorale paper show: end -->'

/** A Markdown page with the reproduction between its two marks; without marks, a new page. */
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
