import { type Advice, fixedText, numberText, type Report, wholeText } from '../../src/internal.js'
import { clusterStabilityChart, consensusCdfChart, convergenceChart, criteriaChart } from '../advice-charts.js'
import { html, type Markup } from '../markup.js'
import { plotChart } from '../plot-chart.js'
import { dataTable, figure, folded, scrolling } from '../tables.js'
import { PAGE_THEME } from '../theme.js'
import { paragraphs, type Section } from './section.js'

/** How k was chosen, where -k auto asked for it. */
export function adviceSection({ input }: Report): Section | null {
  return input.advice ? { ...HEADING, content: adviceContent(input.advice) } : null
}

const HEADING = { id: 'advice', entry: 'Why this k', title: 'How the number of clusters was chosen' }

/** Verdict, criteria, test, ensemble size and stability of an advice. */
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
<h3>Is there anything at all?</h3>
<p>${STRUCTURE_WORDS[structure.statistic].data} ${fixedText(structure.observed, 3)}. ${STRUCTURE_WORDS[structure.statistic].nulls}</p>
${dataTable(
  null,
  [
    { title: 'compared with', kind: 'text' },
    { title: `${structure.statistic} there` },
    { title: 'p' },
    { title: 'runs' },
  ],
  nulls,
)}
<p>${STRUCTURE_WORDS[structure.statistic].rule}</p>
<h3>How sure, and are there enough base clusterings?</h3>
${convergence !== null && html`<p>${convergence.words}</p>`}
<div class="pair even">${drawn(sizes)}</div>
<p>The paper recommends ${wholeText(size.recommended)} base clusterings for so many samples; these are ${consistency.standing} log n = ${fixedText(size.logarithm, 1)}. Its generalization bound is ${numberText(bound.value, 3)}${bound.informative ? '' : ', too loose to say anything here'}.</p>`
}

const NULL_TITLES = {
  gaussian: 'a normal cloud of the same covariance',
  uniform: 'a uniform box of the same covariance',
  permuted: 'the same labelings, shuffled',
}

const CRITERIA_WORDS = [
  'Overlap is the share of samples that lie between the two clusters that are least apart: below 0.08 (dotted line) clusters count as apart, and the largest such k is advised. Stability is the agreement (ARI) of clusterings of resamples.',
  'PAC is the share of pairs that are together in some resamples only; the consensus CDF shows the same for every threshold. Agreement is the mean NMI with the base clusterings.',
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
    'Every k',
    titles.map(title => ({ title })),
    criteria.map(each => [
      each.clusterCount === clusterCount ? `${each.clusterCount} (advised)` : wholeText(each.clusterCount),
      ...[each.overlap, each.stability, each.eigengap, each.agreement, each.pac, each.area, each.deltaArea].map(value =>
        fixedText(value, 3),
      ),
      each.silhouette === null ? '–' : fixedText(each.silhouette, 3),
    ]),
  )
}

const STRUCTURE_WORDS = {
  overlap: {
    data: 'The smallest overlap of the data is',
    nulls: 'Data without clusters, drawn again and again:',
    rule: 'The larger p value counts: below 0.01 there are clusters, up to 0.1 only if they clearly stand apart.',
  },
  agreement: {
    data: 'The mean agreement (ARI) of two labelings is',
    nulls: 'Labelings with their samples shuffled:',
    rule: 'From p = 0.01 on the labelings share nothing. Below it they agree; whether on clusters or on a cloud cut alike, the overlap says.',
  },
} as const
