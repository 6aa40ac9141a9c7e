import {
  type Advice,
  adviceAmong,
  adviceOnSeveral,
  type ClusterDescription,
  type ClusterPlan,
  type ClusterTree,
  type ClusterVerdict,
  type ConsensusOptions,
  clearestOf,
  clusterTree,
  consensus,
  consensusOfBlocks,
  createModel,
  type Dataset,
  type Distance,
  describeClusters,
  type Ensemble,
  type Explanation,
  evaluate,
  type GeneratedEnsemble,
  hasNamelessFeatures,
  InputError,
  judgeResult,
  memberships,
  type PackedLabelings,
  type Progress,
  planFit,
  reviewResult,
  type Stopwatch,
  samplesForDistance,
  saveModel,
  type Table,
  verdictWarnings,
  wholeText,
} from 'chorale/internal'
import { checkFolderWritable, printable, type Sink, standardOutput, terminal, writeWhole } from 'chorale-node/internal'
import { categoryShares, clusterProfiles, type SampleNames, sampleNamer, shellWord } from 'chorale-report/data'
import { adviceJson, adviceProgress } from './auto-clusters.js'
import { checkOutputFiles } from './check-output-files.js'
import { checkTreeFormat, writeMemberships, writeTree } from './describe-files.js'
import type { Resources } from './engine.js'
import { clustersOf, type Finding, labelsOf, metricsOf, namesOfFit, noiseCountOf, ofFit } from './finding.js'
import { inFlagWords } from './flag-words.js'
import { writeJson } from './json-output.js'
import { isNpyPath, labelBytes, npyHead } from './label-files.js'
import { type Narrator, printWords } from './narrator.js'
import { progressBars } from './progress.js'
import { writeReportFiles } from './report-files.js'
import { checkMatrixSize, orderPath, writeAppended, writeEmbedding, writeLabels, writeMatrix } from './result-files.js'
import { csvNames, csvTable } from './safe-csv.js'
import type { SharedFlags } from './shared-options.js'
import { summaryText } from './summary.js'
import { unusedOptions } from './unused-options.js'
import { VERSION } from './version.js'
import { wholeEnsemble } from './whole-ensemble.js'

/** The input of a command, ready for the consensus. */
export interface ConsensusJob {
  readonly command: 'cluster' | 'consensus'
  readonly paths: readonly string[]
  /** The table that was read, for --append; null if it was read in blocks or merged from several files. */
  readonly table: Table | null
  /** The features, if the ensemble was built from them. */
  readonly dataset: Dataset | null
  readonly names: SampleNames
  readonly truth: readonly string[] | null
  readonly truthName: string | null
  readonly idName: string | null
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
  /** The evidence for k, for -k auto and several k. */
  readonly advice: Advice | null
  /** Whether the labels are written already, block by block. */
  readonly isWritten?: boolean
  /** What was decided before the run; only for `cluster`. */
  readonly plan?: ClusterPlan
  /** Options of the command itself, for JSON and the model. */
  readonly options: Record<string, unknown>
}

/** The result that is shown in full, and what it is worth. */
export interface Judged {
  readonly finding: Finding
  readonly verdict: ClusterVerdict
  readonly explanation: readonly Explanation[]
}

/** What every command works with. */
export interface CommandContext extends Resources {
  readonly narrator: Narrator
  readonly watch: Stopwatch
  readonly signal: AbortSignal
}

/** Fails before any work starts if an output file cannot be written. */
export async function checkOutputs(inputs: readonly string[], flags: SharedFlags): Promise<void> {
  const { output, matrix, embedding, memberships, tree, report, json, save, append, charts } = flags
  if (flags.dryRun && json) throw new InputError('--dry-run cannot print JSON; leave out --json')
  if (output === '-' && json)
    throw new InputError('-o - and --json both write to standard output; leave out one of them')
  if (append && json && output === undefined)
    throw new InputError('--append and --json both write to standard output; name a file with -o')
  if (append && inputs.length > 1) throw new InputError('--append works with one input file only')
  checkLabelFormat(output)
  checkTreeFormat(tree)
  if ([matrix, embedding, memberships, tree, report, save].includes('-'))
    throw new InputError('only -o can write to standard output (-); name a file')
  await checkOutputFiles(inputs, [
    ['-o', output === '-' ? undefined : output],
    ['--matrix', matrix],
    ['--matrix', matrix && orderPath(matrix)],
    ['--embedding', embedding],
    ['--memberships', memberships],
    ['--tree', tree],
    ['--report', report],
    ['--save', save],
  ])
  if (charts !== undefined) await checkFolderWritable(charts)
}

/** Endings of other formats: a file must hold what its name says. */
const OTHER_FORMATS = /\.(xlsx?|ods|json|jsonl|ndjson|parquet|pq|arrow|feather|tsv|tab|mat|npz|arff|html?|rds|gz|zip)$/i

function checkLabelFormat(output: string | undefined): void {
  const format = OTHER_FORMATS.exec(output ?? '')
  if (format === null) return
  const way = /json/i.test(format[1]) ? '; --json prints the result as JSON' : ''
  throw new InputError(`-o writes labels as CSV or .npy, not as .${format[1]}; name a .csv file${way}`)
}

/** The requested number of clusters: one, several, or the advised one. */
export type Wanted = number | 'auto' | readonly number[]

/** The value of -k, or the number of true classes. */
export function chooseClusterCount(
  { clusters }: SharedFlags,
  input: { sampleCount: number; truth: readonly string[] | null; truthName: string | null },
  narrator: Narrator,
): Wanted {
  if (clusters === 'auto') return 'auto'
  if (clusters !== undefined) {
    const most = typeof clusters === 'number' ? clusters : Math.max(...clusters)
    if (most <= input.sampleCount) return clusters
    throw new InputError(`-k must be an integer from 1 to the number of samples (${input.sampleCount}); got ${most}`)
  }
  if (input.truth === null)
    throw new InputError('-k is missing; set the number of clusters, for example -k 3, or use -k auto')
  const classes = new Set(input.truth).size
  narrator.note(`using -k ${classes}, the number of classes in "${input.truthName}"`)
  return classes
}

/** Runs the consensus for every number of clusters, writes the requested files and prints the result. */
export async function runConsensus(
  job: ConsensusJob,
  given: Ensemble | PackedLabelings,
  clusterCounts: readonly number[],
  flags: SharedFlags,
  context: CommandContext,
): Promise<void> {
  const { narrator, signal } = context
  const ensemble = needsWhole(flags) ? wholeEnsemble(given) : given
  checkRun(ensemble.sampleCount, flags, narrator)
  const findings: Finding[] = []
  for (const clusterCount of clusterCounts) {
    const onProgress = consensusProgress(context, clusterCounts.length > 1 ? `k = ${clusterCount}: ` : '')
    const options = { ...consensusOptions(flags, context), clusterCount, onProgress }
    if (flags.embedding !== undefined) await checkEmbedded(ensemble, options)
    const result = 'store' in ensemble ? await consensusOfBlocks(ensemble, options) : await consensus(ensemble, options)
    const review = await reviewResult(ensemble, result, { seed: flags.seed, signal, onProgress })
    const { labels, confidence } = result
    findings.push({ clusterCount, labels, confidence, fit: null, ensemble, result, review })
  }
  const several = await adviceOf(ensemble, clusterCounts, job, flags, context)
  await finishRun({ ...job, advice: several }, findings, await judged(findings, several, clusterCounts), flags, context)
}

/** The advice for several numbers of clusters; with one, the advice that chose it, if there is one. */
async function adviceOf(
  ensemble: Ensemble | PackedLabelings,
  clusterCounts: readonly number[],
  { advice }: ConsensusJob,
  { seed }: SharedFlags,
  context: CommandContext,
): Promise<Advice | null> {
  // The labelings of very large files stay packed.
  if (clusterCounts.length < 2 || 'store' in ensemble) return advice
  const onProgress = adviceProgress(context)
  return adviceOnSeveral(ensemble, clusterCounts, { seed, convergence: false, signal: context.signal, onProgress })
}

/** The best of several results on labelings, with the verdict about it. */
async function judged(
  findings: readonly Finding[],
  advice: Advice | null,
  clusterCounts: readonly number[],
): Promise<Judged> {
  const leading = advice === null || findings.length === 1 ? null : adviceAmong(advice, clusterCounts).leading
  const finding = findings.find(({ clusterCount }) => clusterCount === leading) ?? clearestOf(findings)
  const { labels, result, review } = finding
  const tried = findings.length > 1 ? clusterCounts : (advice?.criteria.map(each => each.clusterCount) ?? clusterCounts)
  const { foundClusterCount } = result
  const known = { labels, foundClusterCount, review, advice, tried, fitAgreement: null }
  return { finding, ...(await judgeResult({ ...known, dataset: null, places: null, samples: null })) }
}

/** Refuses --embedding for a fit on a sample, which has no embedding of all rows. */
async function checkEmbedded(ensemble: Ensemble | PackedLabelings, options: ConsensusOptions): Promise<void> {
  const { fit } = await planFit(ensemble, options)
  if (fit.rows === fit.of) return
  throw new InputError(
    `--embedding needs a fit on all rows, not on ${wholeText(fit.rows)} of ${wholeText(fit.of)}; use --fit-rows all`,
  )
}

/** Rejects a matrix that is too large, and warns about options that have no effect. */
export function checkRun(sampleCount: number, flags: SharedFlags, narrator: Narrator): void {
  if (flags.exact && typeof flags.fitRows === 'number') {
    throw new InputError('--exact and --fit-rows with a number exclude each other; leave out one of them')
  }
  if (flags.matrix !== undefined) checkMatrixSize(sampleCount, memoryLimitOf(flags))
  for (const sentence of unusedOptions(flags)) narrator.warn(sentence)
}

function memoryLimitOf({ memoryLimit }: SharedFlags): number {
  return memoryLimit * 2 ** 30
}

/** The options of the consensus, from the flags. */
export function consensusOptions(
  flags: SharedFlags,
  { signal, executor }: CommandContext,
): Omit<ConsensusOptions, 'clusterCount'> {
  const { method, alpha, lambda, weights, solver, restarts, fitRows, exact, seed } = flags
  return {
    method,
    alpha,
    lambda,
    weights,
    solver,
    restarts,
    fitRows,
    exact,
    seed,
    memoryLimit: memoryLimitOf(flags),
    signal,
    executor,
  }
}

/** What the phases of a consensus are called on the status line. */
const PHASES: Record<string, string> = {
  similarity: 'computing similarities',
  embedding: 'computing the embedding',
  labels: 'finding the clusters',
  label: 'labeling all rows',
  review: 'checking the result',
}

/** A status line for the phases of a consensus. */
export function consensusProgress({ watch, narrator }: CommandContext, prefix = ''): (progress: Progress) => void {
  const show = progressBars(narrator)
  return progress => {
    watch.enter(progress.phase)
    show(`${prefix}${PHASES[progress.phase] ?? progress.phase}`, progress)
  }
}

/** Writes the requested files and prints the result. Of several numbers of clusters, the best is shown in full. */
export async function finishRun(
  job: ConsensusJob,
  findings: readonly Finding[],
  judged: Judged,
  flags: SharedFlags,
  context: CommandContext,
): Promise<void> {
  const { narrator, watch, signal } = context
  watch.enter(null)
  narrator.status('')
  const { finding, verdict } = judged
  const { result, review } = finding
  // The summary begins with the verdict; JSON alone would say it only to programs.
  const judgement = flags.json ? verdictWarnings(verdict) : []
  const warnings = [...judgement, ...result.warnings, ...review.warnings]
  for (const warning of warnings) narrator.warn(inFlagWords(warning))

  await writeFiles(job, flags, findings, finding, context)
  if (flags.report !== undefined || flags.charts !== undefined) {
    watch.enter('report')
    await writeReportFiles(job, flags, findings, judged, context)
    watch.enter(null)
  }
  signal.throwIfAborted()
  // Files come first, so that they are complete whatever happens to standard output.
  if (outputOf(flags) === '-' && !job.isWritten) await writeOutput(standardOutput, job, flags, findings)
  if (flags.json) await writeJson(standardOutput, jsonOf(job, flags, findings, judged, watch))
  else await showSummary(job, flags, findings, judged, watch)
}

/** Whether a requested file needs the unpacked labelings. */
function needsWhole({ matrix, embedding, report, charts }: SharedFlags): boolean {
  return [matrix, embedding, report, charts].some(file => file !== undefined)
}

async function writeFiles(
  job: ConsensusJob,
  flags: SharedFlags,
  findings: readonly Finding[],
  finding: Finding,
  { narrator, signal }: CommandContext,
): Promise<void> {
  const { result, ensemble } = finding
  const names = csvNames(namesOfFit(finding, job.names), flags)
  const { matrix, embedding, save, append } = flags
  // Before the first file: if there can be no model, nothing is written.
  const model = save === undefined ? '' : modelText(job, flags, finding)
  if (matrix !== undefined) {
    const order = await writeMatrix(matrix, wholeEnsemble(ensemble), result, names, signal)
    narrator.note(`wrote ${matrix} (co-association matrix, ordered by cluster) and ${order} (sample order)`)
  }
  if (embedding !== undefined) {
    await writeEmbedding(embedding, result, names)
    narrator.note(`wrote ${embedding} (embedding)`)
  }
  const { memberships: membershipFile, tree } = flags
  const { dataset } = job
  if (membershipFile !== undefined && dataset !== null) {
    const { model, fit } = finding
    const source = { model: model!, dataset, ensemble: ensemble as Ensemble, fit: { places: fit?.places ?? null } }
    await writeMemberships(membershipFile, await memberships(source, { signal }), csvNames(job.names, flags))
    narrator.note(`wrote ${membershipFile} (id, cluster, membership)`)
  }
  if (tree !== undefined && dataset !== null) {
    await writeTree(tree, treeOf(dataset, finding))
    narrator.note(`wrote ${tree} (tree of the clusters)`)
  }
  if (save !== undefined) {
    await writeWhole(save, sink => sink(model))
    narrator.note(`wrote ${save} (model; to label new samples: chorale predict ${shellWord(save)} new.csv)`)
  }
  const output = outputOf(flags)
  if (output !== undefined && output !== '-') {
    if (!job.isWritten) await writeWhole(output, sink => writeOutput(sink, job, flags, findings))
    narrator.note(`wrote ${output} (${append ? 'the input with ' : 'id, '}${columnsText(findings)})`)
  }
}

/** The file of --save. */
function modelText(job: ConsensusJob, flags: SharedFlags, { result, ensemble, model: fitted }: Finding): string {
  const model = createModel(result, {
    ensemble: 'store' in ensemble ? undefined : ensemble,
    dataset: job.dataset ?? undefined,
    idName: job.idName,
    known: fitted?.base?.known,
    noise: fitted?.base?.noise,
    options: { ...job.options, ...shapingOptions(flags) },
  })
  return saveModel(model, { writer: `chorale ${VERSION}` })
}

/** The distance that the base clusterings were built with. */
function distanceOf({ ensemble }: Finding): Distance {
  return (ensemble as Partial<GeneratedEnsemble>).distance ?? 'euclidean'
}

function treeOf(dataset: Dataset, finding: Finding): ClusterTree {
  return clusterTree(samplesForDistance(dataset, distanceOf(finding)), labelsOf(finding, dataset))
}

/** What the clusters are about; null without features. */
function aboutOf(dataset: Dataset | null, finding: Finding): readonly ClusterDescription[] | null {
  return dataset === null ? null : describeClusters(dataset, labelsOf(finding, dataset), distanceOf(finding))
}

/** Writes the labels, with --append behind the columns of the input. */
async function writeOutput(
  sink: Sink,
  { names, table }: ConsensusJob,
  flags: SharedFlags,
  findings: readonly Finding[],
): Promise<void> {
  if (flags.append) await writeAppended(sink, csvTable(table!, flags), findings, names)
  else if (flags.output !== undefined && isNpyPath(flags.output)) await writeRecords(sink, findings, names.droppedRows)
  else await writeLabels(sink, findings, csvNames(names, flags))
}

/** Writes the labels as records of a NumPy array, one for each row of the file: -1 for dropped rows. */
async function writeRecords(sink: Sink, findings: readonly Finding[], droppedRows: readonly number[]): Promise<void> {
  const clusterCounts = findings.map(({ clusterCount }) => clusterCount)
  const rowCount = findings[0].labels.length + droppedRows.length
  await sink(npyHead(rowCount, clusterCounts, Boolean(findings[0].outlier)))
  const isDropped = new Set(droppedRows)
  const places = Int32Array.from({ length: rowCount }, (_, row) => row).filter(row => !isDropped.has(row))
  const placed = findings.map(found => {
    const labels = new Int32Array(rowCount).fill(-1)
    const confidence = new Float64Array(rowCount).fill(Number.NaN)
    const outlier = found.outlier ? confidence.slice() : undefined
    places.forEach((row, i) => {
      labels[row] = found.labels[i]
      confidence[row] = found.confidence[i]
      if (outlier) outlier[row] = found.outlier![i]
    })
    return { labels, confidence, outlier }
  })
  await sink(labelBytes(placed))
}

/** Where labels are written: --append writes to standard output unless -o names a file. */
function outputOf({ output, append, json }: SharedFlags): string | undefined {
  return output ?? (append && !json ? '-' : undefined)
}

function columnsText(findings: readonly Finding[]): string {
  const hasOutliers = findings[0].noise
  if (findings.length === 1) return hasOutliers ? 'cluster, confidence, outlier' : 'cluster, confidence'
  return `${hasOutliers ? 'cluster, confidence and outlier' : 'cluster and confidence'} for k = ${findings.map(({ clusterCount }) => clusterCount).join(', ')}`
}

async function showSummary(
  { names, truth, truthName, dataset }: ConsensusJob,
  flags: SharedFlags,
  findings: readonly Finding[],
  { finding, verdict }: Judged,
  watch: Stopwatch,
): Promise<void> {
  const next = []
  if (outputOf(flags) === undefined) next.push('-o labels.csv writes the cluster and confidence of every sample')
  if (truth === null) next.push('--truth COLUMN compares the clusters with known classes')
  if (flags.report === undefined) next.push('--report report.html writes a report with charts')
  next.push('--json prints everything, including weights and eigenvalues')
  const timings = watch.timings()
  const about = aboutOf(dataset, finding)
  const summary = summaryText({ finding, findings, verdict, dataset, about, names, truth, truthName, timings, next })
  if (outputOf(flags) !== '-') await printWords(summary)
  else if (!flags.quiet) terminal().stderr.write(printable(summary, { styles: true }))
}

function jsonOf(
  job: ConsensusJob,
  flags: SharedFlags,
  findings: readonly Finding[],
  { finding, verdict, explanation }: Judged,
  watch: Stopwatch,
): Record<string, unknown> {
  const { truth, dataset } = job
  const { result, review, ensemble, clusterCount, labels, confidence, outlier } = finding
  const { halfAgreement, overlap, tinyClusters, partialLabelings, baseline } = review
  const { ensembleSize, missingCount, distinctRows, clusterCounts, coverage } = result.ensemble
  return {
    chorale: VERSION,
    command: job.command,
    input: {
      path: job.paths.length === 1 ? job.paths[0] : job.paths,
      sampleCount: labels.length,
      featureCount: job.dataset?.featureCount ?? null,
      ensembleSize,
      missingCount,
      distinctRows,
      labelings: ensemble.names,
      clusterCounts,
      coverage,
      features: job.dataset?.featureNames,
      columns: job.dataset?.roles,
      // Rows of the file that were dropped, counted from 1.
      droppedRows: job.dataset?.droppedRows.map(row => row + 1),
      idColumn: job.idName,
      truthColumn: job.truthName,
    },
    method: result.method,
    options: { ...job.options, ...shapingOptions(flags) },
    clusterCount,
    foundClusterCount: result.foundClusterCount,
    labels,
    weights: result.weights,
    confidence,
    outlier: outlier ?? undefined,
    noiseCount: noiseCountOf(finding) ?? undefined,
    objective: result.objective,
    objectiveTrace: result.objectiveTrace,
    iterations: result.iterations,
    converged: result.converged,
    eigengap: result.eigengap,
    eigenvalues: result.eigenvalues,
    alpha: result.alpha,
    alphaSearch: result.alphaSearch,
    metrics: truth === null ? null : metricsOf(finding, labels, truth),
    clusters: clustersJson(finding, job),
    textColumn: dataset?.textName ?? undefined,
    tree: dataset === null ? undefined : treeOf(dataset, finding),
    descriptions: dataset === null ? undefined : descriptionsJson(dataset, labelsOf(finding, dataset)),
    fit: fitJson(finding),
    plan: job.plan,
    verdict: verdictJson(verdict),
    explanation: explanation.map(each => ({ ...each, remedy: inFlagWords(each.remedy) })),
    review: { halfAgreement, overlap, tinyClusters, partialLabelings },
    baseline:
      baseline === null
        ? null
        : {
            method: 'k-means',
            agreement: baseline.agreement,
            metrics: truth === null ? null : evaluate(baseline.labels, ofFit(finding, truth)),
          },
    byClusterCount: findings.length > 1 ? findings.map(each => findingJson(each, truth)) : undefined,
    advice: job.advice === null ? undefined : evidenceJson(job.advice),
    timings: watch.timings(),
    peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 102.4) / 10,
    warnings: [
      ...job.warnings,
      ...unusedOptions(flags),
      ...verdictWarnings(verdict).map(inFlagWords),
      ...result.warnings,
      ...review.warnings.map(inFlagWords),
    ],
    notes: job.notes,
  }
}

function verdictJson({ level, sentence, reasons, next }: ClusterVerdict) {
  return { level, sentence, reasons, next: next.map(inFlagWords) }
}

/** The evidence for k without the words of `chorale advise`: a run has one verdict. */
function evidenceJson(advice: Advice): Record<string, unknown> {
  const { verdict: _, reason, evidenceFor, evidenceAgainst, ...evidence } = adviceJson(advice)
  return evidence
}

/** The clusters with their sizes, their confidence and the features that distinguish them. */
function clustersJson(finding: Finding, { dataset, names }: ConsensusJob) {
  const isNamed = dataset !== null && !hasNamelessFeatures(dataset)
  const profiles = isNamed ? clusterProfiles(dataset, labelsOf(finding, dataset)) : []
  const about = new Map(aboutOf(dataset, finding)?.map(each => [each.cluster, each]))
  const places = placesIn(finding, dataset)
  const nameOf = sampleNamer(names)
  return clustersOf(finding).map(({ cluster, size, share, meanConfidence }, at) => {
    const { central, keywords } = about.get(cluster) ?? {}
    const rows = central === undefined ? undefined : Array.from(central, places)
    return {
      cluster,
      size,
      share,
      confidence: meanConfidence,
      differences: profiles[at]?.differences,
      // Places in `labels`, from 0.
      medoid: rows?.[0],
      central: rows,
      centralNames: rows?.map(nameOf),
      keywords: keywords?.length ? keywords : undefined,
    }
  })
}

/** The place of a row of a dataset among all rows: the dataset may have only the rows of the fit. */
function placesIn({ labels, fit, tally }: Finding, dataset: Dataset | null): (row: number) => number {
  const isPart = fit?.places && (tally !== undefined || dataset?.sampleCount !== labels.length)
  return row => (isPart ? fit.places![row] : row)
}

/** How the values of the text columns that are not features distribute over the clusters. */
function descriptionsJson({ descriptions }: Dataset, labels: Int32Array) {
  return categoryShares(descriptions, labels).map(({ name, values, clusters, counts, association }) => ({
    column: name,
    values,
    counts: clusters.map((_, row) => Array.from(counts.subarray(row * values.length, (row + 1) * values.length))),
    association,
  }))
}

/** The rows that the clusters come from, without their places. */
function fitJson({ fit, result }: Finding) {
  if (fit === null) return result.fit
  const { places: _, ...others } = fit
  return others
}

/** One of several numbers of clusters, in short. */
function findingJson(finding: Finding, truth: readonly string[] | null) {
  const { clusterCount, labels, confidence, outlier, result, review } = finding
  const { foundClusterCount } = result
  return {
    clusterCount,
    foundClusterCount,
    labels: Array.from(labels),
    confidence: Array.from(confidence),
    outlier: outlier ? Array.from(outlier) : undefined,
    halfAgreement: review.halfAgreement,
    overlap: review.overlap,
    baselineAgreement: review.baseline?.agreement ?? null,
    metrics: truth === null ? null : metricsOf(finding, labels, truth),
    warnings: [...result.warnings, ...review.warnings.map(inFlagWords)],
  }
}

/** The options that determine the result, for JSON and the model. */
function shapingOptions({ alpha, lambda, weights, solver, restarts, fitRows, exact, seed }: SharedFlags) {
  return { alpha, lambda, weights, solver, restarts, fitRows, exact, seed }
}
