import { type Advice, countText, fixedText, numberText, type Report, wholeText } from '../../src/internal.js'
import { clusterStabilityChart, consensusCdfChart, convergenceChart, criteriaChart } from '../advice-charts.js'
import { html, type Markup } from '../markup.js'
import { plotChart } from '../plot-chart.js'
import { dataTable, figure, folded, scrolling } from '../tables.js'
import { PAGE_THEME } from '../theme.js'
import { paragraphs, type Section } from './section.js'

/** How k was chosen, if it was chosen automatically. */
export function adviceSection({ input }: Report): Section | null {
  return input.advice ? { ...HEADING, content: adviceContent(input.advice) } : null
}

const HEADING = { id: 'advice', entry: 'Choice of k', title: 'How the number of clusters was chosen' }

/** Recommendation, criteria, test, ensemble size and stability. */
export function adviceContent(advice: Advice): Markup {
  const { structure, convergence, theory } = advice
  const charts = [criteriaChart(advice, PAGE_THEME), consensusCdfChart(advice, PAGE_THEME)]
  const sizes = [clusterStabilityChart(advice, PAGE_THEME), convergenceChart(advice, PAGE_THEME)]
  const nulls = structure.nulls.map(({ name, pValue, typical, runs }) => [
    NULL_TITLES[name],
    fixedText(typical, 3),
    numberText(pValue, 2),
    wholeText(runs),
  ])
  const { bound, size, consistency } = theory
  return html`<p><strong>${advice.reason}</strong></p>
<div class="pair even">${drawn(charts)}</div>
${paragraphs(CRITERIA_WORDS)}
${folded('The criteria in numbers', scrolling('The criteria', criteriaTable(advice)))}
<h3>Are there clusters at all?</h3>
<p>${STRUCTURE_WORDS[structure.statistic].data} ${fixedText(structure.observed, 3)}. ${STRUCTURE_WORDS[structure.statistic].nulls}</p>
${dataTable(
  null,
  [
    { title: 'reference data', kind: 'text' },
    { title: `typical ${structure.statistic}` },
    { title: 'p' },
    { title: 'runs' },
  ],
  nulls,
)}
<p>${STRUCTURE_WORDS[structure.statistic].rule}</p>
<h3>How stable is the result, and are there enough base clusterings?</h3>
${convergence !== null && html`<p>${convergence.words}</p>`}
<div class="pair even">${drawn(sizes)}</div>
<p>The paper recommends ${countText(size.recommended, 'base clustering')} for this many samples; this ensemble has ${consistency.standing} log n = ${fixedText(size.logarithm, 1)}. Its generalization bound is ${numberText(bound.value, 3)}${bound.informative ? '' : ', which is too loose to be informative here'}.</p>`
}

const NULL_TITLES = {
  gaussian: 'normal distribution with the same covariance',
  uniform: 'uniform distribution with the same covariance',
  permuted: 'the same labelings with shuffled samples',
}

const CRITERIA_WORDS = [
  'Overlap is the share of samples that lie between the two closest clusters. Below 0.08 (dotted line) clusters count as separated, and the largest such k is recommended. Stability is the agreement (ARI) of clusterings of resamples.',
  'PAC is the share of pairs that are together in only some of the resamples; the consensus CDF shows this for every threshold. Agreement is the mean NMI with the base clusterings.',
]

function drawn(specs: readonly (ReturnType<typeof criteriaChart> | null)[]): Markup[] {
  return specs.flatMap(spec => {
    const chart = plotChart(spec)
    return chart === null ? [] : [figure(chart)]
  })
}

function criteriaTable({ criteria, clusterCount }: Advice): Markup {
  const titles = ['k', 'overlap', 'stability', 'eigengap', 'agreement', 'PAC', 'CDF area', 'delta area', 'silhouette']
  return dataTable(
    'Criteria by number of clusters',
    titles.map(title => ({ title })),
    criteria.map(each => [
      each.clusterCount === clusterCount ? `${each.clusterCount} (recommended)` : wholeText(each.clusterCount),
      ...[each.overlap, each.stability, each.eigengap, each.agreement, each.pac, each.area, each.deltaArea].map(value =>
        fixedText(value, 3),
      ),
      each.silhouette === null ? '–' : fixedText(each.silhouette, 3),
    ]),
  )
}

const STRUCTURE_WORDS = {
  overlap: {
    data: 'The smallest overlap in the data is',
    nulls: 'For comparison, random data without clusters:',
    rule: 'The larger p value decides. Below 0.01 there are clusters; up to 0.1 there are clusters only if they are clearly separated.',
  },
  agreement: {
    data: 'The mean agreement (ARI) of two labelings is',
    nulls: 'For comparison, labelings with shuffled samples:',
    rule: 'With p of 0.01 or more, the labelings agree no better than chance. Below 0.01 they agree. The overlap tells whether they agree on clusters or only cut one cloud in the same way.',
  },
} as const
