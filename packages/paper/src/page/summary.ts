import { fixedText } from 'chorale-report/data'
import { compare, METRICS, type Verdict, worstVerdict } from '../summarize.js'
import { type PageCell, type PageSection, type PageTable, VERDICT_LEGEND } from './blocks.js'
import { orderSentence } from './comparison.js'
import { findings } from './findings.js'
import type { Study } from './study.js'
import {
  type CountTarget,
  type DistanceTarget,
  gpecTargets,
  meetsDistance,
  rowTargets,
  surveyTargets,
} from './targets.js'

export function summarySection(study: Study): PageSection {
  const { comparison, datasets, published } = study
  const found = findings(study)
  return {
    id: 'summary',
    title: 'Summary',
    blocks: [
      { words: orderSentence(comparison, datasets, published) },
      {
        table: {
          caption:
            'Targets: for GPEC the largest distance from the published means over NMI, ARI and purity, in percentage points; for LWEA and NWCA the number of datasets within the limit (✓ met, ✗ not met)',
          columns: ['row', 'target', 'ten pools', 'one pool', 'mean of many runs'],
          rows: [
            ...gpecTargets(study).map(distanceRow),
            ...[...rowTargets(study), ...surveyTargets(study)].map(countRow),
          ],
          wordColumns: [1],
        },
      },
      found.length === 0 ? { words: 'The results are not complete enough for findings.' } : { list: found },
      { table: verdictTable(study) },
      { words: VERDICT_LEGEND },
    ],
  }
}

function distanceRow({ title, limit, tenPools, onePool, manyRuns }: DistanceTarget): PageCell[] {
  const cell = (distance: number | null | undefined): PageCell => {
    if (distance === undefined) return '–'
    if (distance === null) return 'not run'
    return { text: fixedText(distance, 1), verdict: meetsDistance(distance, limit) ? 'agrees' : 'differs' }
  }
  return [title, `within ${fixedText(limit, 1)}`, cell(tenPools), cell(onePool), cell(manyRuns)]
}

function countRow({ title, limit, wanted, all, tenPools, onePool, manyRuns }: CountTarget): PageCell[] {
  const cell = (count: number | null | undefined): PageCell => {
    if (count === undefined) return '–'
    if (count === null) return 'not run'
    return { text: `${count} of ${all}`, verdict: count >= wanted ? 'agrees' : 'differs' }
  }
  const target = `within ${fixedText(limit, 1)} on ${wanted} of ${all}`
  return [title, target, cell(tenPools), cell(onePool), cell(manyRuns)]
}

/** The verdict on every published row, by dataset. */
function verdictTable({ comparison, datasets, published }: Study): PageTable {
  const rows = comparison.filter(row => row.published !== null)
  return {
    caption:
      'Datasets by verdict: all three metrics agree; for at least one metric we cannot tell, and none differs; at least one metric differs',
    columns: ['method', 'agrees', 'cannot tell', 'differs'],
    rows: rows.map(row => {
      const found: Record<Verdict, string[]> = { agrees: [], unclear: [], differs: [] }
      for (const { code, name } of datasets) {
        const cell = row.cells.get(name) ?? null
        if (cell === null) continue
        const differences = METRICS.map(metric =>
          compare(cell.metrics[metric], published.find('comparison', metric, row.published!, name)!),
        )
        found[worstVerdict(differences)].push(code)
      }
      return [row.title, ...[found.agrees, found.unclear, found.differs].map(codes => codes.join(', ') || '–')]
    }),
    wordColumns: [1, 2, 3],
  }
}
