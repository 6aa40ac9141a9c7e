import type { MethodName } from 'chorale/internal'
import { terminal } from 'chorale-node/internal'
import {
  type BaselineSummary,
  COMPARISON_MEASURES,
  type ComparisonMeasure,
  countText,
  type DatasetComparison,
  type MethodRanks,
  type MethodSummary,
  type Spread,
} from 'chorale-report/data'
import { painter } from '../narrator.js'
import { VERSION } from '../version.js'
import type { CompareFlags } from './command.js'
import type { ReadInput } from './compare-inputs.js'

/** The results of a comparison. */
export interface Outcome {
  readonly inputs: readonly ReadInput[]
  /** One per input. */
  readonly comparisons: readonly DatasetComparison[]
  /** The baselines of each input. */
  readonly baselines: readonly (readonly BaselineSummary[])[]
  readonly ranks: readonly MethodRanks[]
  readonly flags: CompareFlags
  /** Bytes. */
  readonly memoryLimit: number
  readonly warnings: readonly string[]
}

const TITLES: Record<ComparisonMeasure, string> = {
  nmi: 'NMI',
  ari: 'ARI',
  purity: 'purity',
  fscore: 'F',
  accuracy: 'accuracy',
  baseAgreement: 'agreement',
}

type Paint = ReturnType<typeof painter>

/** The comparison as text for the terminal. */
export function comparisonText(outcome: Outcome, timings: Record<string, number>): string {
  const { inputs, comparisons, baselines, ranks, flags } = outcome
  const paint = painter(terminal().stdout)
  const lines = inputs.flatMap((input, at) => [
    ...datasetLines(input, comparisons[at], baselines[at], flags, paint),
    '',
  ])
  if (ranks.length > 0) lines.push(...rankLines(ranks, paint), '')
  lines.push(...meaning(inputs, flags.repeats).map(text => paint('dim', text)))
  lines.push(`Took ${(timings.total / 1000).toFixed(1)} s`)
  const next = []
  if (flags.report === undefined) next.push('--report compare.html writes a report with charts')
  if (flags.results === undefined)
    next.push('--results runs.jsonl saves finished runs, so that you can interrupt and continue')
  if (inputs.length === 1) next.push('several files: mean ranks over datasets and the Friedman test')
  if (next.length > 0) lines.push('', paint('dim', 'Next:'), ...next.map(text => paint('dim', `  ${text}`)))
  return `${lines.join('\n')}\n`
}

function datasetLines(
  input: ReadInput,
  comparison: DatasetComparison,
  baselines: readonly BaselineSummary[],
  flags: CompareFlags,
  paint: Paint,
): string[] {
  const { name, extent, kind, featureCount, labelingCount, clusterCount, truthName } = input
  const isDrawn = labelingCount !== null && extent.ensembleSize < labelingCount
  const source =
    kind === 'features' ? countText(featureCount ?? 0, 'feature') : countText(labelingCount ?? 0, 'labeling')
  const base = isDrawn ? `${extent.ensembleSize} of ${source}` : source
  const size = kind === 'features' ? `, ${countText(extent.ensembleSize, 'base clustering')}` : ''
  const against = truthName === null ? 'no truth' : `truth "${truthName}"`
  const measures = COMPARISON_MEASURES.filter(measure => comparison.methods.some(method => method.measures[measure]))
  const sorted = bestFirst(comparison.methods)
  // A mean over some of the repeats must not look like one over all of them.
  const isPartial = sorted.some(({ failures }) => failures.length > 0)
  return [
    paint('bold', name) +
      ` (${countText(extent.sampleCount, 'sample')}, ${base}${size}, ${countText(clusterCount, 'cluster')}, ${countText(flags.repeats, 'repeat')}, ${against})`,
    '',
    ...table([
      ['method', ...measures.map(measure => TITLES[measure]), 'seconds', 'MB', ...(isPartial ? ['runs'] : [])],
      ...sorted
        .filter(({ runCount }) => runCount > 0)
        .map(method => [
          method.name,
          ...measures.map(measure => spreadText(method.measures[measure]!)),
          secondsText(method.seconds!.mean),
          method.peakMemoryMb!.mean.toFixed(0),
          ...(isPartial ? [`${method.runCount} of ${flags.repeats}`] : []),
        ]),
      ...baselines.map(baseline => [
        `(${baseline.name})`,
        ...measures.map(measure => (baseline.measures[measure] ? spreadText(baseline.measures[measure]) : '-')),
        '',
        '',
        ...(isPartial ? [''] : []),
      ]),
    ]),
    ...sorted.flatMap(method => failuresOf(method).map(text => `${method.name} ${text}`)),
    '',
    ...agreementLines(comparison),
  ]
}

function meaning(inputs: readonly ReadInput[], repeats: number): string[] {
  const lines = [
    'Agreement: mean NMI with the base clusterings. MB: peak memory of the process.',
    'In parentheses, for comparison: plain k-means (best of 10 starts), and the best and the median base clustering.',
  ]
  if (repeats > 1) lines.unshift('Mean ± standard deviation over the repeats.')
  if (inputs.every(({ truthName }) => truthName === null))
    lines.push('There is no truth to compare with; name its column with --truth.')
  return lines
}

/** Sorted by the first measure that exists; methods without a result come last. */
function bestFirst(methods: readonly MethodSummary[]): MethodSummary[] {
  const scoreOf = ({ measures }: MethodSummary) =>
    measures.nmi?.mean ?? measures.baseAgreement?.mean ?? Number.NEGATIVE_INFINITY
  return [...methods].sort((a, b) => (scoreOf(b) > scoreOf(a) ? 1 : scoreOf(b) < scoreOf(a) ? -1 : 0))
}

/** Why runs failed; equal reasons are grouped. */
function failuresOf({ failures, runCount }: MethodSummary): string[] {
  const total = failures.length + runCount
  const groups = new Map<string, number>()
  for (const { kind, reason } of failures) {
    const text = `${kind}: ${reason.replace(/^memoryLimit\b/, '--memory-limit')}`
    groups.set(text, (groups.get(text) ?? 0) + 1)
  }
  return [...groups].map(([text, count]) => (total === 1 ? text : `${text} (${count} of ${countText(total, 'run')})`))
}

/** One line per failure, with the dataset and the method. */
export function failureLines({ inputs, comparisons }: Outcome): string[] {
  return inputs.flatMap(({ name }, at) =>
    comparisons[at].methods.flatMap(method => failuresOf(method).map(text => `${name}: ${method.name} ${text}`)),
  )
}

function agreementLines({ methods, agreement }: DatasetComparison): string[] {
  const shown = methods.flatMap(({ runCount }, at) => (runCount > 0 ? [at] : []))
  if (shown.length < 2) return []
  const { columnCount, values } = agreement
  return [
    'Agreement between methods (mean ARI):',
    '',
    ...table([
      ['', ...shown.map(at => short(methods[at].name))],
      ...shown.map(row => [
        methods[row].name,
        ...shown.map(column => fixed(values[row * columnCount + column], 2).replace(/^(-?)0\./, '$1.')),
      ]),
    ]),
  ]
}

/** A column title, cut so that all methods fit side by side. */
function short(name: string): string {
  return name.slice(0, 5)
}

function rankLines(ranks: readonly MethodRanks[], paint: Paint): string[] {
  const [{ measure, methods, meanRanks, datasetCount, leftOut, criticalDifference }] = ranks
  const order = methods.map((_, j) => j).sort((a, b) => meanRanks[a] - meanRanks[b] || a - b)
  const lines = [
    `${paint('bold', `Mean ranks over ${countText(datasetCount, 'dataset')}`)} (1 is best)`,
    '',
    ...table([
      ['method', ...ranks.map(each => TITLES[each.measure])],
      ...order.map(j => [methods[j], ...ranks.map(each => rankOf(each, methods[j]))]),
    ]),
    '',
    ...testTable(ranks),
  ]
  if (criticalDifference !== null) {
    lines.push(
      '',
      `Nemenyi test: methods whose mean ranks differ by more than ${criticalDifference.toFixed(2)} differ significantly (p < 0.05).`,
    )
  }
  if (leftOut.length > 0) {
    lines.push(`Not ranked, because ${TITLES[measure]} is missing for at least one dataset: ${leftOut.join(', ')}`)
  }
  if (datasetCount < 10 || methods.length < 5) {
    lines.push(paint('dim', 'With fewer than about 10 datasets or 5 methods, these p values are approximate.'))
  }
  return lines
}

function rankOf({ methods, meanRanks }: MethodRanks, method: MethodName): string {
  const at = methods.indexOf(method)
  return at < 0 ? '-' : meanRanks[at].toFixed(2)
}

/** The Friedman test for every measure: do the methods differ? */
function testTable(ranks: readonly MethodRanks[]): string[] {
  return table([
    ['Friedman', ...ranks.map(each => TITLES[each.measure])],
    ['χ²', ...ranks.map(each => fixed(each.chiSquare, 2))],
    ['p', ...ranks.map(each => probability(each.chiSquareP))],
    ['F', ...ranks.map(each => fixed(each.fStatistic, 2))],
    ['p', ...ranks.map(each => probability(each.fP))],
  ])
}

function probability(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p.toFixed(p < 0.01 ? 4 : 3)
}

function spreadText({ mean, sd }: Spread): string {
  return sd === null ? fixed(mean, 3) : `${fixed(mean, 3)} ±${fixed(sd, 3).replace(/^0/, '')}`
}

function secondsText(seconds: number): string {
  return seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(0)
}

function fixed(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'infinite' : '-'
  const text = value.toFixed(decimals)
  return Number(text) === 0 ? text.replace('-', '') : text
}

/** Aligned columns: the first to the left, the others to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map(row => row[column].length)))
  return rows.map(row =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd(),
  )
}

/** The comparison as plain data, for JSON. */
export function comparisonJson(outcome: Outcome, timings: Record<string, number>): Record<string, unknown> {
  const { inputs, comparisons, baselines, ranks, flags, memoryLimit, warnings } = outcome
  const { methods, repeats, seed, alpha, columns, scale, impute, variable } = flags
  return {
    chorale: VERSION,
    command: 'compare',
    inputs: inputs.map(input => input.path),
    methods,
    repeats,
    options: { seed, alpha, columns, scale, impute, variable, memoryLimit },
    datasets: inputs.map((input, at) => datasetJson(input, comparisons[at], baselines[at])),
    ranks: ranks.length === 0 ? null : Object.fromEntries(ranks.map(({ measure, ...rest }) => [measure, rest])),
    warnings,
    timings,
  }
}

function datasetJson(
  input: ReadInput,
  { methods, agreement }: DatasetComparison,
  baselines: readonly BaselineSummary[],
): Record<string, unknown> {
  const { name, path, checksum, kind, extent, featureCount, labelingCount, clusterCount } = input
  const { columnCount, values } = agreement
  return {
    name,
    path,
    checksum,
    input: kind,
    sampleCount: extent.sampleCount,
    featureCount,
    labelingCount,
    ensembleSize: extent.ensembleSize,
    clusterCount,
    truthColumn: input.truthName,
    idColumn: input.idName,
    methods: methods.map(({ name: method, runCount, measures, seconds, peakMemoryMb, failures, warnings }) => {
      const { baseAgreement = null, ...metrics } = measures
      return {
        name: method,
        runCount,
        metrics: metrics.nmi === undefined ? null : metrics,
        baseAgreement,
        seconds,
        peakMemoryMb,
        failures,
        warnings,
      }
    }),
    baselines: baselines.map(({ name: baseline, measures: { baseAgreement = null, ...metrics } }) => ({
      name: baseline,
      metrics: metrics.nmi === undefined ? null : metrics,
      baseAgreement,
    })),
    // Mean ARI, rows and columns in the order of `methods`; null where two methods never both gave a result.
    agreement: methods.map((_, row) =>
      methods.map((_, column) => {
        const value = values[row * columnCount + column]
        return Number.isNaN(value) ? null : value
      }),
    ),
    notes: input.notes,
  }
}
