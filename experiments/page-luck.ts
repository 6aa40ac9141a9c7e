import { fixedText } from '../src/internal.js'
import type { Luck, Means } from './luck.js'
import { isWithin, type LuckRow, type LuckRows, largestGap } from './luck-rows.js'
import type { Block, PageCell, PageSection, PageTable } from './page-blocks.js'
import { METRICS } from './summarize.js'

/** What the published protocol gives when it is run again with other pools and other draws. */
export function luckSection({ gpecLow, gpecBest, lwea, nwca, survey }: LuckRows): PageSection {
  const items: string[] = []
  const tables: Block[] = []
  for (const [title, rows] of [
    ['GPEC, α = 0.1', gpecLow],
    ['GPEC, the best α of each pool', gpecBest],
    ['LWEA', lwea],
    ['NWCA', nwca],
  ] as const) {
    if (rows.length === 0) continue
    items.push(
      `${title}: ${chanceText(rows, 'a single pool', 'the published row', 'another pool of ours', 'datasets')}`,
    )
    tables.push({ table: luckTable(`${title}: 20 pools, 20 draws from each`, rows, 'pool') })
  }
  if (survey.length > 0) {
    const words = chanceText(survey, 'a set of 20 draws', 'the survey', 'another set of ours', 'pools')
    items.push(`LWEA on the published pools: ${words}`)
    tables.push({
      table: luckTable('LWEA on the published pools: ten sets of 20 draws, against the survey', survey, 'set'),
    })
  }
  return {
    id: 'luck',
    title: 'How much is luck',
    blocks: [
      {
        words:
          'The published means rest on 20 draws, we think from one pool, which is not published. So that protocol was run 20 times over, each time with a pool of its own (seeds 101 to 120, fixed beforehand), and on the published pools ten times with other draws. How often our runs are within the limit of each other, and of their mean, says how much can be asked of a reproduction. All three metrics count.',
      },
      ...(items.length === 0 ? [{ words: 'Not run.' }] : [{ list: items }]),
      ...tables,
    ],
  }
}

/** On how many datasets one run may be expected to come near. */
function chanceText(rows: readonly LuckRow[], one: string, theirs: string, other: string, what: string): string {
  const sumOf = (of: (luck: Luck) => number) =>
    fixedText(
      rows.reduce((sum, { luck }) => sum + of(luck), 0),
      1,
    )
  return `on average ${one} is within ${fixedText(rows[0].limit, 1)} points of ${theirs} on ${sumOf(({ near, runCount }) => near / runCount)} of the ${rows.length} ${what}, of ${other} on ${sumOf(({ nearEachOther }) => nearEachOther)}, and of the mean of all on ${sumOf(({ nearMean, runCount }) => nearMean / runCount)}: that is what a perfect reproduction could expect.`
}

function luckTable(caption: string, rows: readonly LuckRow[], run: string): PageTable {
  return {
    caption: `${caption} (NMI / ARI / purity)`,
    columns: [
      ...['dataset', 'published', 'mean of all', `deviation of a ${run}’s mean`, 'largest distance', 'limit'],
      ...[`${run}s within it`, `pairs of ${run}s within it`],
    ],
    rows: rows.map((row): PageCell[] => {
      const { dataset, published, limit, luck } = row
      return [
        `${dataset.code} ${dataset.title}`,
        ...[published, luck.mean, luck.sd].map(meansText),
        { text: fixedText(largestGap(row), 1), verdict: isWithin(row) ? 'agrees' : 'differs' },
        fixedText(limit, 1),
        `${luck.near} of ${luck.runCount}`,
        `${fixedText(100 * luck.nearEachOther, 0)} %`,
      ]
    }),
  }
}

function meansText(means: Means): string {
  return METRICS.map(metric => fixedText(means[metric], 1)).join(' / ')
}
