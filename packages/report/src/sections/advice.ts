import { type Advice, adviceAside } from 'chorale/internal'
import {
  adviceSplitsChart,
  clusterStabilityChart,
  consensusCdfChart,
  convergenceChart,
  reproducibilityChart,
  samplesChart,
  separationChart,
} from '../advice-charts.js'
import { fixedText, wholeText } from '../data/number-text.js'
import type { Report } from '../data/report.js'
import { html, type Markup } from '../markup.js'
import { type PlotSpec, plotChart } from '../plot-chart.js'
import { dataTable, figure, folded, scrolling } from '../tables.js'
import { PAGE_THEME } from '../theme.js'
import { paragraphs, type Section } from './section.js'

/** How k was chosen, if it was chosen automatically. */
export function adviceSection({ input }: Report): Section | null {
  const { advice } = input
  return advice ? { ...HEADING, content: adviceContent(advice, html`${paragraphs(adviceAside(advice))}`) } : null
}

const HEADING = { id: 'advice', entry: 'Choice of k', title: 'How the number of clusters was chosen' }

/** What the page says first, evidence, comparison with random data, stability and ensemble size. */
export function adviceContent(advice: Advice, first: Markup): Markup {
  const { structure, convergence, clusterCount, leading, runnerUp } = advice
  const evidence = [separationChart(advice, PAGE_THEME), reproducibilityChart(advice, PAGE_THEME)]
  const samples = [samplesChart(advice, leading, PAGE_THEME), samplesChart(advice, runnerUp, PAGE_THEME)]
  const splits = adviceSplitsChart(advice, PAGE_THEME)
  const distribution = [clusterStabilityChart(advice, PAGE_THEME), consensusCdfChart(advice, PAGE_THEME)]
  const nulls = structure.nulls.map(({ name, pBand, typical, runs }) => [
    NULL_TITLES[name],
    fixedText(typical, 2),
    pBand,
    wholeText(runs),
  ])
  return html`${first}
<div class="pair even">${drawn(evidence)}</div>
${paragraphs([EVIDENCE_WORDS])}
${folded('The evidence in numbers', scrolling('The evidence', evidenceTable(advice)))}
${
  samples[0] !== null &&
  html`<h3>${clusterCount === null ? 'The best candidate' : 'The chosen number and the runner-up'}</h3>
<div class="pair even">${drawn(samples)}</div>`
}
${
  splits !== null &&
  html`<h3>How clusters split</h3>
${figure(splits)}`
}
<h3>Comparison with data without clusters</h3>
<p>${STRUCTURE_WORDS[structure.statistic].data} ${fixedText(structure.observed, 2)}. ${STRUCTURE_WORDS[structure.statistic].nulls}</p>
${dataTable(
  null,
  [
    { title: 'reference data', kind: 'text' },
    { title: `typical ${structure.statistic}` },
    { title: 'p', kind: 'text' },
    { title: 'runs' },
  ],
  nulls,
)}
<p>${STRUCTURE_WORDS[structure.statistic].rule}</p>
<h3>How stable is the result?</h3>
<div class="pair even">${drawn(distribution)}</div>
${
  convergence !== null &&
  html`<h3>Are there enough base clusterings?</h3>
<p>${convergence.words}</p>
<div class="pair even">${drawn([convergenceChart(advice, PAGE_THEME)])}</div>`
}`
}

const NULL_TITLES = {
  gaussian: 'normal distribution with the same covariance',
  uniform: 'uniform distribution with the same covariance',
  permuted: 'the same labelings with shuffled samples',
}

const EVIDENCE_WORDS =
  'Overlap is the share of samples that lie between the two closest clusters. Agreement is the ARI of the clusterings of the same samples by two ensembles, stability (dashed) that of the clusterings of two resamples. Ambiguity combines them: overlap + 0.6 (1 - mean of stability and agreement). Each k has limits for strong and for weak evidence, calibrated on random data without clusters.'

function drawn(specs: readonly (PlotSpec | null)[]): Markup[] {
  return specs.flatMap(spec => {
    const chart = plotChart(spec)
    return chart === null ? [] : [figure(chart)]
  })
}

function evidenceTable({ criteria, clusterCount, runnerUp }: Advice): Markup {
  const titles = [
    'k',
    'ambiguity',
    'limit (strong)',
    'limit (weak)',
    'overlap',
    'stability',
    'agreement',
    'PAC',
    'CDF area',
    'delta area',
    'silhouette',
    'silhouette of random data',
  ]
  const optional = (value: number | null) => (value === null ? '–' : fixedText(value, 2))
  const name = (k: number) => {
    if (k === clusterCount) return `${k} (recommended)`
    return k === runnerUp ? `${k} (runner-up)` : wholeText(k)
  }
  return dataTable(
    'Evidence by number of clusters',
    titles.map(title => ({ title })),
    criteria.map(each => [
      name(each.clusterCount),
      ...[each.ambiguity, each.limits.strong, each.limits.weak, each.overlap, each.stability].map(value =>
        fixedText(value, 2),
      ),
      optional(each.agreement),
      ...[each.pac, each.area, each.deltaArea].map(value => fixedText(value, 2)),
      optional(each.silhouette),
      optional(each.silhouetteOfNulls),
    ]),
  )
}

const STRUCTURE_WORDS = {
  ambiguity: {
    data: 'The smallest ambiguity in the data is',
    nulls: 'For comparison, random data without clusters:',
    rule: 'The larger p value counts. It does not decide whether there are clusters, but with p of 0.05 or more the evidence is called weak at most. Few runs give no more digits.',
  },
  agreement: {
    data: 'The mean agreement (ARI) of two labelings is',
    nulls: 'For comparison, labelings with shuffled samples:',
    rule: 'With p of 0.05 or more, the labelings agree no better than by chance. Otherwise they agree, and the ambiguity tells whether they agree on clusters or only cut one cloud in the same way.',
  },
} as const
