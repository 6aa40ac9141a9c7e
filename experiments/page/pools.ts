import type { DatasetEntry } from '../catalogue.js'
import type { Published } from '../published.js'
import { METRICS, type MethodRow } from '../summarize.js'
import type { PageSection } from './blocks.js'
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

/** The published pools against the survey. */
export function poolsSection(
  rows: readonly MethodRow[],
  datasets: readonly DatasetEntry[],
  published: Published,
): PageSection {
  const compared = surveyRows(rows)
  const source = { published, table: 'survey' as const }
  const all = differencesOf(compared, datasets, METRICS, source)
  const counts = { agrees: 0, near: 0, differs: 0 }
  for (const { difference } of all) counts[difference.verdict]++
  return {
    id: 'pools',
    title: 'Published pools, against the survey',
    blocks: [
      {
        words: `The same protocol on pools of 100 base clusterings that were published with earlier methods; 20 draws of m = 20. Here the pool is the same for both sides, so differences are due to the draws and the methods alone. The survey, by the same first author, chose α with the truth. Of ${all.length} numbers ${counts.agrees} agree, ${counts.near} are near and ${counts.differs} differ. The survey gives no deviations; ours stand in for them.`,
      },
      ...METRICS.map(metric => ({ table: metricTable(metric, compared, datasets, source) })),
    ],
  }
}
