import { fixedText } from 'chorale-report/data'
import { DRAWS, type Luck, type Means } from '../luck.js'
import { isWithin, type LuckRow, largestGap } from '../luck-rows.js'
import { METRICS } from '../summarize.js'
import type { Block, PageCell, PageSection, PageTable } from './blocks.js'
import { experimentOf, type Study } from './study.js'

/** What the published protocol gives when it is run many times with other pools and other draws. */
export function luckSection(study: Study): PageSection {
  const { gpecLow, gpecBest, lwea, nwca, survey } = study.luck
  const seeds = experimentOf(study, 'twenty-pools').pools![0].seeds!
  const setCount = experimentOf(study, 'many-draws').repeats / DRAWS
  const items: string[] = []
  const tables: Block[] = []
  for (const [title, rows] of [
    ['GPEC, α = 0.1', gpecLow],
    ['GPEC, the best α of each pool', gpecBest],
    ['LWEA', lwea],
    ['NWCA', nwca],
  ] as const) {
    if (rows.length === 0) continue
    items.push(`${title}: ${chanceText(rows, OWN_POOLS)}`)
    tables.push({ table: luckTable(`${title}: ${seeds.length} pools, ${DRAWS} draws from each`, rows, 'pool') })
  }
  if (survey.length > 0) {
    items.push(`LWEA on the published pools: ${chanceText(survey, PUBLISHED_POOLS)}`)
    const caption = `LWEA on the published pools: ${setCount} sets of ${DRAWS} draws, compared with the survey`
    tables.push({ table: luckTable(caption, survey, 'set') })
  }
  return {
    id: 'luck',
    title: 'How much results vary between runs',
    blocks: [
      {
        words: `The published means come from ${DRAWS} draws. We assume that all of them are from one pool, which is not published. To see how much such a mean varies, we ran the protocol ${seeds.length} times, each time with another pool (seeds ${seeds[0]} to ${seeds[seeds.length - 1]}, fixed in advance), and ${setCount} times with other draws from the published pools. How often our own runs are within the limit of each other, and of their mean, shows what even a perfect reproduction can expect. All three metrics must be within the limit.`,
      },
      ...(items.length === 0 ? [{ words: 'Not run.' }] : [{ list: items }]),
      ...tables,
    ],
  }
}

interface ChanceWords {
  readonly one: string
  readonly published: string
  readonly other: string
  readonly places: string
}

const OWN_POOLS: ChanceWords = {
  one: 'a single pool',
  published: 'the published row',
  other: 'another of our pools',
  places: 'datasets',
}
const PUBLISHED_POOLS: ChanceWords = {
  one: `a set of ${DRAWS} draws`,
  published: 'the survey',
  other: 'another of our sets',
  places: 'pools',
}

/** On how many datasets a single run is close. */
function chanceText(rows: readonly LuckRow[], { one, published, other, places }: ChanceWords): string {
  const sumOf = (of: (luck: Luck) => number) => {
    const sum = rows.reduce((total, { luck }) => total + of(luck), 0)
    return fixedText(sum, 1)
  }
  const toPublished = sumOf(({ near, runCount }) => near / runCount)
  const toEachOther = sumOf(({ nearEachOther }) => nearEachOther)
  const toMean = sumOf(({ nearMean, runCount }) => nearMean / runCount)
  return `on average, ${one} is within ${fixedText(rows[0].limit, 1)} points of ${published} on ${toPublished} of the ${rows.length} ${places}, of ${other} on ${toEachOther}, and of the mean of all our runs on ${toMean}.`
}

function luckTable(caption: string, rows: readonly LuckRow[], run: string): PageTable {
  return {
    caption: `${caption} (NMI / ARI / purity in percent)`,
    columns: [
      'dataset',
      'published',
      'mean of all',
      `standard deviation of a ${run}’s mean`,
      'largest distance of the mean',
      'limit',
      `${run}s within the limit`,
      `pairs of ${run}s within the limit`,
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
