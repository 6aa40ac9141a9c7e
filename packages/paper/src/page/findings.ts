import { fixedText } from 'chorale-report/data'
import { isWithin, largestGap } from '../luck-rows.js'
import {
  type Cell,
  compare,
  METRIC_TITLES,
  METRICS,
  type Metric,
  meanOf,
  type Verdict,
  worstVerdict,
} from '../summarize.js'
import { gainOver, STATED_GAINS } from './ablation.js'
import { riskPanels } from './figures.js'
import { kernelDistance } from './kernels.js'
import { countText, listText, meansText, metricsText, rangeText, signedText } from './phrases.js'
import { SCALING_TITLES } from './scalings.js'
import { cellIn, datasetOf, experimentOf, rowNamed, type Study } from './study.js'
import { differencesOf, distanceOf, nearestRows } from './tables.js'
import { gpecTargets, meetsDistance, rowTargets, surveyTargets } from './targets.js'
import { weightsRows } from './weights.js'

/** What the tables show, in sentences whose numbers come from the results. A finding without its results is left out. */
export function findings(study: Study): string[] {
  return [
    targetsFinding(study),
    ...choicesFindings(study),
    gainsFinding(study),
    eccmsFinding(study),
    phishingFinding(study),
    differencesFinding(study),
    diversityFinding(study),
    weightsFinding(study),
    riskFinding(study),
  ].filter(finding => finding !== null)
}

/**
 * Measured once, outside the result files: an independent dense implementation of ECCMS on one draw of Rice, and the
 * losses of Figure 3 at the largest n under other scalings and other ranges of k.
 */
const OUTSIDE = { eccmsNmi: 50, riskLosses: [2.4, 3.4] }

function targetsFinding(study: Study): string | null {
  const { luck, datasets } = study
  const gpec = gpecTargets(study)
  const [lwea, nwca] = (['lwea', 'nwca'] as const).map(
    name => rowTargets(study).find(({ method, metrics }) => method === name && metrics === METRICS)!,
  )
  const survey = surveyTargets(study).find(({ metrics }) => metrics === METRICS)!
  const tenPools = gpec.flatMap(({ tenPools: distance }) => distance ?? [])
  const manyRuns = gpec.flatMap(({ manyRuns: distance }) => distance ?? [])
  if ([lwea.manyRuns, nwca.manyRuns, survey.manyRuns].includes(null)) return null
  if (tenPools.length < gpec.length || manyRuns.length < gpec.length) return null
  const met = gpec.filter(target => meetsDistance(target.tenPools!, target.limit)).length
  const outside = luck.lwea
    .filter(row => !isWithin(row))
    .map(row => `${fixedText(largestGap(row), 1)} points away on ${row.dataset.title}`)
  const own = (rows: typeof luck.lwea) =>
    fixedText(
      rows.reduce((sum, row) => sum + row.luck.nearEachOther, 0),
      1,
    )
  const { repeats } = experimentOf(study, 'many-draws')
  return (
    `GPEC meets ${met} of its ${gpec.length} targets. The largest distances from the published means are ${rangeText(tenPools)} points with ten pools and two draws from each (20 draws, as in the paper), and ${rangeText(manyRuns)} points for the means over 20 pools. ` +
    `LWEA is within ${fixedText(lwea.limit, 1)} points on ${lwea.tenPools} of the ${lwea.all} datasets with ten pools and on ${lwea.manyRuns} over 20 pools (it is ${listText(outside)}). NWCA is within the limit on ${nwca.tenPools} and ${nwca.manyRuns} datasets. ` +
    `On the published pools, LWEA is within ${fixedText(survey.limit, 1)} points on ${survey.manyRuns} of ${survey.all} over ${repeats} draws. ` +
    `Two of our own pools are within ${fixedText(lwea.limit, 1)} points of each other on only ${own(luck.lwea)} (LWEA) and ${own(luck.nwca)} (NWCA) of the ${datasets.length} datasets, so 20 draws from one pool cannot be expected to do better.`
  )
}

/** Three choices, which are told together or not at all. */
function choicesFindings(study: Study): (string | null)[] {
  const choices = [startsFinding(study), kernelsFinding(study), scalingsFinding(study)]
  return choices.includes(null) ? [] : choices
}

function startsFinding(study: Study): string | null {
  const { comparison, published } = study
  const difference = (method: string, dataset: string, pool: string | null) => {
    const isGpec = method === 'gpec'
    const cell =
      pool === null
        ? (rowNamed(comparison, isGpec ? 'gpec 0.1' : method)?.cells.get(dataset) ?? null)
        : cellIn(study, 'starts', { method, dataset, pool, rule: isGpec ? 0.1 : undefined })
    const row = isGpec ? 'GPEC alpha=0.1' : method.toUpperCase()
    return cell === null ? null : cell.metrics.nmi.mean - published.find('comparison', 'nmi', row, dataset)!.mean
  }
  const pairs = [
    ['lwea', 'warpar10p'],
    ['nwca', 'warpar10p'],
    ['gpec', 'wfrn'],
  ].map(([method, dataset]) => [difference(method, dataset, 'greedy'), difference(method, dataset, null)])
  if (pairs.flat().includes(null)) return null
  const [lwea, nwca, gpec] = pairs.map(([several, one]) => ({
    several: signedText(several!),
    one: signedText(one!),
  }))
  return (
    'We found three choices that bring the results closer to the published rows, all by comparing with these rows. First, the start of the base clusterings: as in MATLAB, k-means++ draws one candidate per centre. This library and scikit-learn keep the best of several candidates, which makes the base clusterings better one by one, but more alike. ' +
    `With several candidates, the NMI on ${datasetOf(study, 'warpar10p').title} differs from the published mean by ${lwea.several} points for LWEA and ${nwca.several} for NWCA, instead of ${lwea.one} and ${nwca.one}. For GPEC at α = 0.1 on ${datasetOf(study, 'wfrn').title} it differs by ${gpec.several} points instead of ${gpec.one}.`
  )
}

function kernelsFinding(study: Study): string | null {
  const distances = ['smkkm', 'smkkm-centred-unit-rows', 'mkkm', 'mkkm-centred-unit-rows'].map(name =>
    kernelDistance(study, name),
  )
  if (distances.includes(null)) return null
  const [smkkm, smkkmDemo, mkkm, mkkmDemo] = distances.map(distance => fixedText(distance!, 1))
  return `Second, the kernels of SMKKM and MKKM: the demo by the author of SMKKM centres them, scales them to a unit diagonal and scales the rows of the embedding. With these demo settings, the mean distance from the published row is ${smkkmDemo} points for SMKKM (${smkkm} without them) and ${mkkmDemo} for MKKM (${mkkm} without them).`
}

function scalingsFinding(study: Study): string | null {
  const { datasets, published } = study
  const { pools = [] } = experimentOf(study, 'scalings')
  const scaled = (['minmax', 'standard'] as const).map(scale => {
    const titles = datasets.filter(dataset => dataset.scale === scale).map(({ title }) => title)
    return `they are ${SCALING_TITLES[scale]} for ${listText(titles)}`
  })
  const distances = ['phishing', 'rice'].map(dataset => {
    const byPool = pools.map(({ name }) => {
      const cell = cellIn(study, 'scalings', { method: 'gpec', dataset, pool: name, rule: 0.1 })
      if (cell === null) return null
      return `${fixedText(distanceOf(cell, published, 'GPEC alpha=0.1', dataset), 1)} (${SCALING_TITLES[name]})`
    })
    if (byPool.includes(null)) return null
    return `on ${datasetOf(study, dataset).title} ${listText(byPool.map(String))}`
  })
  if (distances.includes(null)) return null
  return `Third, the scaling of the features: the published rows of five other methods suggest raw features, except that ${listText(scaled)}. We did not use GPEC, LWEA and NWCA to choose this, and they support it. The mean distance of GPEC at α = 0.1 from its published row, in points, is ${distances.join('; ')}.`
}

function gainsFinding(study: Study): string | null {
  const gains = (['closest', 'all'] as const).map(variants =>
    ['gpec best', 'gpec 0.1'].map(name => METRICS.map(metric => gainOver(study, name, metric, variants))),
  )
  if (gains.flat(2).includes(null)) return null
  const [closest, all] = gains.map(rows => rows.map(row => listText(row.map(gain => fixedText(gain!.points, 1)))))
  const stated = [STATED_GAINS.best, STATED_GAINS.low].map(each =>
    listText(METRICS.map(metric => fixedText(each[metric], 1))),
  )
  const seconds = [...new Set(gains[1].flat().map(gain => gain!.second))].map(title => `“${title}”`)
  return (
    `With the best α, GPEC leads the best other method of the paper by ${closest[0]} points of NMI, ARI and purity (abstract: ${stated[0]}). With α = 0.1 it leads by ${closest[1]} points (Section 6.1: ${stated[1]}). Here each other method counts in the variant closest to its published row. ` +
    `Against the best of all variants that we ran (${listText(seconds)}, depending on the metric), the lead is ${all[0]} points with the best α and ${all[1]} with α = 0.1.`
  )
}

function eccmsFinding({ comparison, datasets, published, catalogue }: Study): string | null {
  const [demo, higher] = ['eccms', 'eccms-alpha-0.9'].map(name => rowNamed(comparison, name))
  if (demo === undefined || higher === undefined) return null
  const distance = (row: typeof demo) => {
    const cells = datasets.map(({ name }) => row.cells.get(name) ?? null)
    if (cells.includes(null)) return null
    return meanOf(cells.map((cell, at) => distanceOf(cell!, published, row.published!, datasets[at].name)))
  }
  const distances = [demo, higher].map(distance)
  if (distances.includes(null)) return null
  const nmi = (row: typeof demo) =>
    listText(['rice', 'abalone'].map(name => fixedText(row.cells.get(name)!.metrics.nmi.mean, 1)))
  const { sampleCount } = catalogue.datasets.find(({ name }) => name === 'rice')!
  return (
    `ECCMS: the mean distance from the published row is ${fixedText(distances[1]!, 1)} points with α = 0.9 and ${fixedText(distances[0]!, 1)} points with the 0.75 in the demo by its authors. At 0.75, confident links connect nearly all samples of Rice and Abalone, so that the result is a few samples against all others: NMI ${nmi(demo)} percent, compared with ${nmi(higher)} at 0.9. ` +
    `An independent dense implementation gave the same partition of one draw of Rice (1 sample against ${countText(sampleCount - 1)}), and an NMI of ${OUTSIDE.eccmsNmi} percent at 0.9; this check is not part of the result files.`
  )
}

function phishingFinding(study: Study): string | null {
  const { ablation, comparison, published } = study
  const dataset = 'phishing'
  const without = rowNamed(ablation, 'gpec-bias best')?.cells.get(dataset) ?? null
  const full = rowNamed(comparison, 'gpec best')?.cells.get(dataset) ?? null
  const rawWithout = cellIn(study, 'readings', { method: 'gpec-bias', dataset, pool: 'raw', rule: 0.1 })
  const rawFull = cellIn(study, 'scalings', { method: 'gpec', dataset, pool: 'raw', rule: 0.1 })
  if (without === null || full === null || rawWithout === null || rawFull === null) return null
  const gap = (cell: Cell) =>
    fixedText(
      meanOf(
        METRICS.map(metric =>
          Math.abs(cell.metrics[metric].mean - published.find('ablation', metric, 'w/o Diversity', dataset)!.mean),
        ),
      ),
      1,
    )
  const printed = (table: 'ablation' | 'comparison', row: string) =>
    metricsText(metric => fixedText(published.find(table, metric, row, dataset)!.mean, 1))
  return (
    `One published row contradicts standardised features on Phishing. For GPEC without diversity the paper prints ${printed('ablation', 'w/o Diversity')} (NMI/ARI/purity). We get ${meansText(without)} at the best α (mean distance ${gap(without)} points), and ${meansText(full)} with diversity. ` +
    `With raw features at α = 0.1 we get ${meansText(rawWithout)} without diversity (mean distance ${gap(rawWithout)} points). But then GPEC with diversity at α = 0.1 gives ${meansText(rawFull)}, and the paper prints ${printed('comparison', 'GPEC alpha=0.1')}.`
  )
}

/** Differences of more points than this are listed. */
const LARGE = 10

function differencesFinding({ comparison, datasets, published }: Study): string | null {
  const nearest = nearestRows(comparison, datasets, published).map(row => ({ row, published: row.published }))
  const all = differencesOf(nearest, datasets, METRICS, { published, table: 'comparison' })
  const differing = all.filter(({ difference }) => difference.verdict === 'differs')
  if (differing.length === 0) return null
  const counts = datasets
    .map(({ title, name }) => ({ title, count: differing.filter(({ dataset }) => dataset.name === name).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ title, count }) => `${count} on ${title}`)
  const large = new Map<string, string[]>()
  for (const { row, dataset, metric, difference } of differing) {
    if (Math.abs(difference.points) <= LARGE) continue
    const place = `${row.title} on ${dataset.title}`
    large.set(place, [...(large.get(place) ?? []), `${METRIC_TITLES[metric]} ${signedText(difference.points)}`])
  }
  const places = [...large].map(([place, points]) => `${place} (${points.join(', ')})`)
  return (
    `With one variant of each method, the one closest to its published row, ${differing.length} of ${all.length} numbers differ: ${listText(counts)}. ` +
    (places.length === 0
      ? `None of them differs by more than ${LARGE} points.`
      : `These differ by more than ${LARGE} points: ${places.join('; ')}.`)
  )
}

/** In points: rows that are this close in all metrics count as equal. */
const EQUAL = 0.5

function diversityFinding(study: Study): string | null {
  const { ablation, datasets, published } = study
  const pairAt = (rule: number) =>
    datasets.map(({ name: dataset }) => ({
      full: cellIn(study, 'ablation', { method: 'gpec', dataset, rule }),
      without: cellIn(study, 'ablation', { method: 'gpec-bias', dataset, rule }),
    }))
  const [low, high] = [0.1, 0.9].map(pairAt)
  const row = rowNamed(ablation, 'gpec-bias best')
  const cells = datasets.map(({ name }) => row?.cells.get(name) ?? null)
  if ([...low, ...high].some(({ full, without }) => full === null || without === null) || cells.includes(null)) {
    return null
  }
  const gap = ({ full, without }: (typeof low)[number], metric: Metric) =>
    Math.abs((full as Cell).metrics[metric].mean - (without as Cell).metrics[metric].mean)
  const equal = low.filter(pair => METRICS.every(metric => gap(pair, metric) <= EQUAL)).length
  const meanGap = (pairs: typeof low) => fixedText(meanOf(pairs.map(pair => gap(pair, 'nmi'))), 1)
  const found: Record<Verdict, string[]> = { agrees: [], unclear: [], differs: [] }
  cells.forEach((cell, at) => {
    const differences = METRICS.map(metric =>
      compare(cell!.metrics[metric], published.find('ablation', metric, 'w/o Diversity', datasets[at].name)!),
    )
    found[worstVerdict(differences)].push(datasets[at].title)
  })
  const verdicts = [
    ['agrees', 'agrees on'],
    ['unclear', 'is a case of “cannot tell” on'],
    ['differs', 'differs on'],
  ] as const
  const words = verdicts.flatMap(([verdict, text]) =>
    found[verdict].length === 0 ? [] : [`${text} ${listText(found[verdict])}`],
  )
  return (
    `The weights hardly matter at α = 0.1: with and without its diversity term, GPEC gives the same numbers (within ${EQUAL} points in all three metrics) on ${equal} of the ${datasets.length} datasets. The term has an effect at large α, where K̃ leaves many rows of Z near zero: the mean absolute difference in NMI is ${meanGap(low)} points at α = 0.1 and ${meanGap(high)} at α = 0.9. ` +
    `Compared with the published row “w/o Diversity”, GPEC without diversity at the best α ${words.join('; it ')}.`
  )
}

function weightsFinding(study: Study): string | null {
  const rows = weightsRows(study)
  if (rows === null) return null
  const lowest = rows.reduce((a, b) => (b.total < a.total ? b : a))
  const claim =
    lowest.name === 'gpec'
      ? 'Then the proposed method has the lowest total, as published'
      : `But then ${lowest.title} has the lowest total, not the proposed method`
  const totals = rows.map(({ title, total, published }) => {
    return `${title} ${fixedText(total, 1)} (published ${fixedText(published.total, 1)})`
  })
  return `Table 2 is not reproduced. Its scale fits when the traces are those of plain 0/1 matrices, divided by n. ${claim}: ${listText(totals)}.`
}

/** A loss that falls by less than this hardly falls. */
const FLAT = 0.1

function riskFinding(study: Study): string | null {
  const panels = riskPanels(study)
  if (panels === null) return null
  const [slow, , fast] = panels
  const changes = panels.map(
    ({ rule, first, last }) => `${fixedText(first, 2)} to ${fixedText(last, 2)} with m = ${rule}`,
  )
  const isFlat = panels.every(({ first, last }) => first - last < FLAT)
  const order =
    fast.last < slow.last
      ? `as in the paper, the loss at large n is lower with m = ${fast.rule} than with m = ${slow.rule}`
      : `unlike in the paper, the loss at large n is not lower with m = ${fast.rule} than with m = ${slow.rule}`
  return (
    `Figure 3: ${order}. But its level there is ${rangeText(panels.map(({ last }) => last))}, not ${rangeText(panels.map(({ publishedLast }) => publishedLast))}, and it ${isFlat ? 'hardly falls' : 'falls'} as n grows: from the first five n to the last five it changes from ${listText(changes)}. ` +
    `Other scalings of the features and other ranges of k, each tried once at the largest n and not part of the result files, gave ${rangeText(OUTSIDE.riskLosses)}.`
  )
}
