import { METRICS, type MethodRow, PUBLISHED_REPEATS } from '../summarize.js'
import { type PageSection, VERDICT_LEGEND } from './blocks.js'
import { countSentence } from './comparison.js'
import type { Study } from './study.js'
import { type ComparedRow, differencesOf, metricTable } from './tables.js'

/** Rows of the survey, by our names. */
const SURVEY_NAMES: Record<string, string> = {
  'gpec best': 'GPEC best alpha',
  ceam: 'CEAM',
  eac: 'EAC',
  eccms: 'ECCMS',
  lwea: 'LWEA',
  lwgp: 'LWGP',
  sec: 'SEC',
}

export function surveyRows(rows: readonly MethodRow[]): ComparedRow[] {
  return rows.map(row => ({ row, published: SURVEY_NAMES[row.name] ?? null }))
}

/** The published pools, compared with the survey. */
export function poolsSection({ pools, poolDatasets, published }: Study): PageSection {
  const compared = surveyRows(pools)
  const source = { published, table: 'survey' as const }
  const all = differencesOf(compared, poolDatasets, METRICS, source)
  return {
    id: 'pools',
    title: 'Published pools, compared with the survey',
    blocks: [
      {
        words: `The same protocol on pools of 100 base clusterings that were published with earlier methods: ${PUBLISHED_REPEATS} draws of m = 20. Both sides use the same pool here, so differences come from the draws and the methods alone. The survey is by the same first author and chooses α with the truth. ${countSentence(all, 'comparisons')} The survey gives no standard deviations, so we use ours instead.`,
      },
      { words: VERDICT_LEGEND },
      ...METRICS.map(metric => ({ table: metricTable(metric, compared, poolDatasets, source) })),
    ],
  }
}
