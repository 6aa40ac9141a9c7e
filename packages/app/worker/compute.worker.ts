import {
  type Advice,
  advise,
  type BaseClustering,
  buildEnsemble,
  type ConsensusResult,
  collapseRows,
  consensus,
  type Dataset,
  type Ensemble,
  InputError,
  judgeResult,
  type Labels,
  loadHotLoops,
  prepareConsensus,
  readTable,
  reviewResult,
  sampleConfidence,
  type Table,
  type TaskExecutor,
} from 'chorale/internal'
import { appendedCsv, buildReport, clusterSimilarity } from 'chorale-report/data'
import * as Comlink from 'comlink'
import { methodSettings, type ReadSettings, type Settings } from '../settings.js'
import { samplesWhere } from '../some-of.js'
import { adviceView } from './advice-view.js'
import { distributionOf, featureCharts, splitsOf } from './drawn-charts.js'
import {
  type BuiltEnsemble,
  comparisonView,
  type Finished,
  reportInputOf,
  resultView,
  sampleNamesOf,
} from './finished.js'
import { type HeatmapWindow, heatmapDetail, heatmapView } from './heatmap.js'
import { cellProblems, columnViews, type Input, inputOf, sampleValues, tableView, transposedTable } from './inputs.js'
import { type ClusterNames, namedAppendedCsv, namedLabelsCsv, selectionCsv } from './label-files.js'
import { LivePlaces } from './live-places.js'
import { matchClusters, restoreClusters } from './match-clusters.js'
import type {
  AdviceView,
  CellProblems,
  ColumnsView,
  ComparisonView,
  DrawnChart,
  FeatureCharts,
  FeatureValues,
  HeatmapDetail,
  HeatmapView,
  Picture,
  ResultView,
  RunEvent,
  SampleValue,
  TableView,
  Understood,
} from './messages.js'
import { alignedTo, embeddingPicture, featurePlane, mapPicture } from './pictures.js'
import { runHere } from './run-here.js'
import { isLargeWork, runInWorkers, WorkerMissing } from './run-in-workers.js'
import { Watch } from './watch.js'

type OnEvent = (event: RunEvent) => void

/** The map is the same for every seed of the settings, so that samples keep their positions. */
const MAP_SEED = 1

/** Milliseconds of the map between two pauses, in which other requests are answered. */
const MAP_PAUSE = 40

/** Minimum milliseconds between two pictures. */
const DRAWING_PAUSE = 200

const MOST_CLUSTERS_IN_PAIRS = 300

/** The first bytes of files whose readers load on demand: Parquet, Arrow, .xlsx, JSON, .mat and ARFF. */
const OPENINGS = [
  'PAR1\0\0\0\0',
  'ARROW1\0\0',
  'PK\x03\x04',
  '[{"a":1}]',
  `${'MATLAB 5.0 MAT-file'.padEnd(124)}\0\x01IM`,
  '@relation a\n@data\n',
]

/** All computation of the app. The worker keeps the data; the page gets only what it draws. */
class Computation {
  #name = ''
  #table: Table | null = null
  #input: Input | null = null
  #built: BuiltEnsemble | null = null
  #finished: Finished | null = null
  #order: Int32Array | null = null
  #plane: Picture | null = null
  #map: Picture | null = null
  /** The last plot of a consensus. The next one is turned towards it. */
  #consensusPicture: Picture | null = null
  /** The clusters as the page shows them. The next result takes their numbers. */
  #shown: { readonly labels: Labels; readonly isRestored: boolean } | null = null
  /** The last advice on the number of clusters of these data. */
  #advice: Advice | null = null
  #controller = new AbortController()

  /** Loads the parts that are rarely needed, so that the app works offline. */
  async loadRest(): Promise<void> {
    await Promise.all([
      import('chorale-report/internal'),
      import('chorale-report/internal'),
      import('chorale-report/internal'),
      import('./map/sample-map.js'),
      // Reading the first bytes of a file loads its reader.
      ...OPENINGS.map(opening => readTable(Uint8Array.from(opening, letter => letter.charCodeAt(0))).catch(() => {})),
    ])
  }

  /** Reads a file. */
  async open(file: Blob, name: string, { variable, header, transposed }: ReadSettings): Promise<TableView> {
    this.#table = null
    this.#input = null
    this.#built = null
    this.#finished = null
    this.#forgetPictures()
    this.#shown = null
    this.#name = name
    const bytes = new Uint8Array(await file.arrayBuffer())
    const table = await readTable(bytes, {
      name,
      variable: variable ?? undefined,
      header: header === null ? undefined : header === 'yes',
    })
    this.#table = transposed ? transposedTable(table) : table
    return tableView(this.#table)
  }

  /** Interprets the table with the settings. */
  understand(settings: ReadSettings): Understood {
    this.#input = null
    this.#built = null
    this.#advice = null
    this.#forgetPictures()
    const { input, understood } = inputOf(this.#needTable(), settings)
    this.#input = input
    return understood
  }

  /** The role of every column. */
  columns(settings: ReadSettings): ColumnsView {
    return columnViews(this.#needTable(), settings)
  }

  /** The table as CSV, for example after rows and columns were exchanged. */
  tableFile(): Blob {
    return new Blob([...appendedCsv(this.#needTable(), [], [])], { type: 'text/csv' })
  }

  #forgetPictures(): void {
    this.#plane = null
    this.#map = null
    this.#consensusPicture = null
  }

  /** The cells that cannot be used. */
  problems(settings: ReadSettings): CellProblems {
    return cellProblems(this.#needTable(), settings)
  }

  /** Builds the base clusterings, unless they can be reused, and finds their consensus. */
  async run(settings: Settings, onEvent: OnEvent): Promise<ResultView> {
    this.stop()
    this.#controller = new AbortController()
    const { signal } = this.#controller
    const input = this.#needInput()
    const watch = new Watch()
    if (input.kind === 'features') this.#plane ??= featurePlane(input.dataset)
    const isReused = this.#built?.key === ensembleKey(settings)
    const built = isReused ? this.#built! : await this.#build(input, settings, signal, onEvent, watch)
    const found = await this.#consensus(built.ensemble, settings, signal, onEvent, watch)
    watch.enter('review')
    const { labels, kept } = this.#matched(found.labels)
    const result = { ...found, labels }
    const review = await reviewResult(built.ensemble, result, {
      samples: input.kind === 'features' ? input.dataset : null,
      seed: settings.seed,
      signal,
      onProgress: ({ phase, done, total }) => onEvent({ kind: 'progress', phase, done, total }),
    })
    const { verdict, explanation } = await judgeResult({
      labels,
      foundClusterCount: result.foundClusterCount,
      places: null,
      ...(input.kind === 'features'
        ? { dataset: input.dataset, samples: input.dataset }
        : { dataset: null, samples: null }),
      review,
      ...this.#evidenceFor(result.clusterCount),
      fitAgreement: null,
      signal,
    })
    watch.enter('picture')
    onEvent({ kind: 'progress', phase: 'picture', done: 0, total: 0 })
    const isRenumbered = labels.some((label, i) => label !== found.labels[i])
    const finished = {
      result,
      review,
      verdict,
      explanation,
      built,
      input,
      name: this.#name,
      timings: watch.timings,
      isReused,
      isRenumbered,
      kept,
    }
    const picture = await this.#picture(result, built.ensemble, settings, signal)
    const view = resultView(finished, { picture, plane: this.#plane })
    watch.enter(null)
    signal.throwIfAborted()
    this.#finished = finished
    this.#shown = { labels, isRestored: false }
    this.#consensusPicture = picture
    this.#order = null
    return sent(view)
  }

  /** Clusters with the numbers that the page shows. */
  #matched(labels: Labels) {
    const shown = this.#shown
    if (shown === null || shown.labels.length !== labels.length) return { labels, kept: [] }
    return shown.isRestored ? restoreClusters(labels, shown.labels) : matchClusters(labels, shown.labels)
  }

  /** Sets the clusters that were shown before a reload. The next result takes their numbers. */
  restoreLabels(labels: Int32Array): void {
    this.#shown = { labels, isRestored: true }
  }

  /** Forgets the numbers of earlier results: the next result is numbered as the command line numbers it. */
  forgetNumbers(): void {
    this.#shown = null
  }

  /** Merges clusters of the result into the one with the smallest number. */
  merge(clusters: readonly number[]): ResultView {
    const before = this.#needFinished()
    const into = Math.min(...clusters)
    const merged = new Set(clusters)
    const labels = before.result.labels.map(label => (merged.has(label) ? into : label))
    const found = [...new Set(labels)].sort((a, b) => a - b)
    const dense = new Map(found.map((cluster, at) => [cluster, at]))
    // The tables of counts take labels without gaps.
    const confidence = sampleConfidence(
      collapseRows(before.built.ensemble),
      labels.map(label => dense.get(label)!),
    )
    const result = { ...before.result, labels, confidence, foundClusterCount: found.length }
    const finished = { ...before, result, isMerged: true, kept: found }
    this.#finished = finished
    this.#shown = { labels, isRestored: false }
    this.#order = null
    return sent(resultView(finished, { picture: this.#consensusPicture, plane: this.#plane }))
  }

  /** A map of the samples. It depends only on the data, so it is computed once. */
  async map(onProgress: (share: number) => void): Promise<Picture> {
    const input = this.#needInput()
    if (this.#map !== null) return this.#map
    const { sampleMap } = await import('./map/sample-map.js')
    const steps = sampleMap(input, this.#plane?.places ?? null, { seed: MAP_SEED, loops: await loadHotLoops() })
    let last = performance.now()
    let step = steps.next()
    for (; !step.done; step = steps.next()) {
      if (performance.now() - last < MAP_PAUSE) continue
      onProgress(step.value)
      await new Promise<void>(resolve => setTimeout(resolve, 0))
      last = performance.now()
      if (this.#input !== input) throw new DOMException('stopped', 'AbortError')
    }
    this.#map = mapPicture(step.value, input.kind === 'features')
    return this.#map
  }

  /** Recommends a number of clusters. The next run reuses the base clusterings. */
  async advise(settings: Settings, onEvent: OnEvent): Promise<AdviceView> {
    this.stop()
    this.#controller = new AbortController()
    const { signal } = this.#controller
    const input = this.#needInput()
    if (settings.generator === 'fixed-k') {
      throw new InputError(
        'Auto cannot choose k from fixed-k base clusterings, because all of them have k clusters. Under More settings, choose another way in which the base clusterings differ.',
      )
    }
    const isReused = this.#built?.key === ensembleKey(settings)
    // The advice on features builds its own base clusterings.
    const isOwn = input.kind === 'features'
    const built = isReused || isOwn ? this.#built : await this.#build(input, settings, signal, onEvent, new Watch())
    const advice = await advise(isOwn ? input.dataset : built!.ensemble, {
      seed: settings.seed,
      convergence: false,
      signal,
      executor: this.#executor(() => {}),
      onProgress: ({ phase, done, total }) => onEvent({ kind: 'progress', phase, done, total }),
    })
    this.#advice = advice
    return adviceView(advice)
  }

  /** The advice, if it covers k, and the numbers of clusters that k was chosen from. */
  #evidenceFor(clusterCount: number): { advice: Advice | null; tried: readonly number[] } {
    const counts = this.#advice?.criteria.map(each => each.clusterCount) ?? []
    if (!counts.includes(clusterCount)) return { advice: null, tried: [clusterCount] }
    return { advice: this.#advice, tried: this.#advice?.leading === clusterCount ? counts : [clusterCount] }
  }

  /** How the features and the clusters of the last result belong together; null without features. */
  async featureCharts(): Promise<FeatureCharts | null> {
    const { result, input } = this.#needFinished()
    return input.kind === 'features' ? featureCharts(input.dataset, result.labels) : null
  }

  /** The distribution of one feature in the clusters of the last result. */
  async distribution(feature: number): Promise<DrawnChart | null> {
    const { result, input } = this.#needFinished()
    return input.kind === 'features' ? distributionOf(input.dataset, result.labels, feature) : null
  }

  /** How the clusters split as their number grows, on the base clusterings of the last result. */
  async splits(settings: Settings, most: number, onProgress: (share: number) => void): Promise<DrawnChart | null> {
    this.stop()
    this.#controller = new AbortController()
    const { signal } = this.#controller
    const { built, result } = this.#needFinished()
    const runs: { clusterCount: number; labels: Labels }[] = []
    for (let clusterCount = 2; clusterCount <= most; clusterCount++) {
      onProgress((clusterCount - 2) / (most - 1))
      const isShown = clusterCount === result.clusterCount
      const found = isShown
        ? result
        : await this.#consensus(built.ensemble, { ...settings, clusterCount }, signal, () => {}, new Watch())
      const before = runs.at(-1)
      const labels = before === undefined || isShown ? found.labels : matchClusters(found.labels, before.labels).labels
      runs.push({ clusterCount, labels })
    }
    // The numbers of the shown clusters hold for the levels before, too.
    for (let at = runs.length - 2; at >= 0; at--) {
      if (runs[at].clusterCount < result.clusterCount) {
        runs[at] = { ...runs[at], labels: matchClusters(runs[at].labels, runs[at + 1].labels).labels }
      }
    }
    return splitsOf(runs)
  }

  /** Computes base clusterings in several workers if the work is large and workers are available, otherwise here. */
  #executor(onResult: (result: BaseClustering) => void): TaskExecutor {
    return {
      async runTasks(job, options) {
        let done = 0
        const count = (result: BaseClustering) => {
          done++
          onResult(result)
        }
        if (workerCount() > 1 && isLargeWork(job)) {
          try {
            return await runInWorkers(job, workerCount(), options, count)
          } catch (error) {
            if (!(error instanceof WorkerMissing) || done > 0) throw error
          }
        }
        return runHere(job, options, onResult)
      },
    }
  }

  /** Stops the current computation. */
  stop(): void {
    this.#controller.abort(new DOMException('stopped', 'AbortError'))
  }

  async #build(input: Input, settings: Settings, signal: AbortSignal, onEvent: OnEvent, watch: Watch) {
    const key = ensembleKey(settings)
    if (input.kind === 'labelings') {
      onEvent({
        kind: 'picture',
        picture: new LivePlaces(input.ensemble.sampleCount, null, input.ensemble.labelings).picture(),
      })
      this.#built = { key, ensemble: prepareConsensus(input.ensemble), notes: [], options: {} }
      return this.#built
    }
    watch.enter('ensemble')
    const { dataset } = input
    if (this.#plane !== null) onEvent({ kind: 'picture', picture: this.#plane })
    const { generator, seed, clusterCount, maxClusterCount, ensembleSize } = settings
    const isAuto = generator === 'auto'
    const live = new LivePlaces(dataset.sampleCount, this.#plane?.places ?? null)
    let next = 0
    const show = ({ labels }: { labels: Int32Array }) => {
      live.labelings.push(labels)
      const start = performance.now()
      if (start < next) return
      onEvent({ kind: 'picture', picture: live.picture() })
      onEvent({ kind: 'labels', labels: labels.slice(), number: live.labelings.length })
      // Pictures take at most a sixth of the time.
      next = performance.now() + Math.max(DRAWING_PAUSE, 5 * (performance.now() - start))
    }
    const ensemble = await buildEnsemble(dataset, {
      base: isAuto ? 'auto' : 'k-means',
      generator: isAuto ? undefined : generator,
      seed,
      signal,
      ensembleSize: ensembleSize ?? undefined,
      clusterCount: isAuto || generator === 'fixed-k' ? clusterCount : undefined,
      maxClusterCount: generator === 'fixed-k' ? undefined : (maxClusterCount ?? undefined),
      executor: this.#executor(show),
      onProgress: ({ phase, done, total }) => onEvent({ kind: 'progress', phase, done, total }),
    })
    this.#built = {
      key,
      ensemble: prepareConsensus(ensemble),
      notes: ensemble.notes,
      options: {
        ensembleSize: ensemble.labelings.length,
        base: ensemble.bases.join(','),
        generator: ensemble.generator ?? undefined,
        maxClusterCount: maxClusterCount ?? undefined,
        impute: settings.impute ?? undefined,
        scale: dataset.scaling.scale,
      },
    }
    return this.#built
  }

  async #consensus(ensemble: Ensemble, settings: Settings, signal: AbortSignal, onEvent: OnEvent, watch: Watch) {
    watch.enter('similarity')
    return consensus(ensemble, {
      ...definedOf(methodSettings(settings, this.#needInput().kind)),
      seed: settings.seed,
      signal,
      onProgress({ phase, done, total }) {
        watch.enter(phase)
        onEvent({ kind: 'progress', phase, done, total })
      },
      onStep: ({ objective, iteration }) => onEvent({ kind: 'objective', objective, iteration }),
    })
  }

  /** The plot of the method's embedding; for a method without one, of the default method's embedding. */
  async #picture(result: ConsensusResult, ensemble: Ensemble, { seed }: Settings, signal: AbortSignal) {
    if (result.embedding !== null) return this.#aligned(embeddingPicture(result, result.labels, true))
    const clusterCount = Math.max(3, Math.min(result.clusterCount, ensemble.sampleCount))
    if (ensemble.sampleCount < clusterCount) return null
    const stand = await consensus(ensemble, { clusterCount, seed, restarts: 1, signal })
    return this.#aligned(embeddingPicture(stand, result.labels, false))
  }

  /** Turns a plot of a consensus towards the last one. */
  #aligned(picture: Picture | null): Picture | null {
    const before = this.#consensusPicture
    if (picture === null || before === null || before.places.length !== picture.places.length) return picture
    return { ...picture, places: alignedTo(picture.places, before.places) }
  }

  /** The co-association matrix of the last result. */
  heatmap(): HeatmapView {
    const { result, built } = this.#needFinished()
    const similarity =
      result.foundClusterCount <= MOST_CLUSTERS_IN_PAIRS ? clusterSimilarity(built.ensemble, result.labels) : null
    const view = heatmapView(built.ensemble, result.labels, similarity)
    this.#order = view.order.slice()
    return Comlink.transfer(view, [view.shares.buffer, view.order.buffer])
  }

  /** A part of the matrix in finer cells. */
  heatmapDetail(window: HeatmapWindow): HeatmapDetail | null {
    if (this.#order === null) return null
    const detail = heatmapDetail(this.#needFinished().built.ensemble, this.#order, window)
    return Comlink.transfer(detail, [detail.shares.buffer])
  }

  /** The values of one feature, in the units of the file. */
  feature(index: number): FeatureValues {
    const { sampleCount: n, featureCount: d, values: scaled, scaling } = this.#needDataset()
    const values = new Float64Array(n)
    for (let i = 0; i < n; i++) {
      values[i] = inFileUnits(scaled[i * d + index], scaling.centre[index], scaling.spread[index])
    }
    return Comlink.transfer({ values, range: middleRange(values) }, [values.buffer])
  }

  /** The samples with the lowest confidence, in increasing order. */
  leastConfident(count: number): Int32Array {
    const { confidence } = this.#needFinished().result
    const limit = confidence.slice().sort()[count - 1]
    let ties = count
    for (let i = 0; i < confidence.length; i++) if (confidence[i] < limit) ties--
    const isLeast = (i: number) => confidence[i] < limit || (confidence[i] === limit && ties-- > 0)
    const samples = samplesWhere(confidence.length, isLeast)
    return Comlink.transfer(samples, [samples.buffer])
  }

  /** All features of some samples, in the units of the file. */
  features(samples: readonly number[]): number[][] {
    const { featureCount: d, values, scaling } = this.#needDataset()
    return samples.map(i =>
      Array.from({ length: d }, (_, j) => inFileUnits(values[i * d + j], scaling.centre[j], scaling.spread[j])),
    )
  }

  /** All values of a sample, as they are in the file. */
  sampleValues(sample: number): SampleValue[] {
    return sampleValues(this.#needTable(), this.#needInput(), sample)
  }

  /** The labels as CSV, the same file as the command line writes. Names of clusters are one more column. */
  labelsFile(names: ClusterNames): Blob {
    const { result, input } = this.#needFinished()
    return new Blob([...namedLabelsCsv(result, sampleNamesOf(input), names)], { type: 'text/csv' })
  }

  /** The file of the user with a cluster and a confidence column. */
  appendedFile(names: ClusterNames): Blob {
    const { result, input } = this.#needFinished()
    const { droppedRows } = sampleNamesOf(input)
    return new Blob([...namedAppendedCsv(this.#needTable(), result, droppedRows, names)], { type: 'text/csv' })
  }

  /** Some samples with all their values. */
  selectionFile(samples: Int32Array, names: ClusterNames): Blob {
    const { result, input } = this.#needFinished()
    return new Blob([...selectionCsv(this.#needTable(), result, samples, sampleNamesOf(input), names)], {
      type: 'text/csv',
    })
  }

  /** The report as one HTML page. */
  async reportFile(command: readonly string[], date: string, clusterNames: ClusterNames): Promise<Blob> {
    const { renderReport } = await import('chorale-report/internal')
    const input = reportInputOf(this.#needFinished(), { command, date, clusterNames })
    return new Blob([await renderReport(input)], { type: 'text/html' })
  }

  /** The charts of the report, as SVG. */
  async chartFiles(): Promise<{ name: string; title: string; content: string }[]> {
    const { chartFiles } = await import('chorale-report/internal')
    return chartFiles(buildReport(reportInputOf(this.#needFinished(), {})))
  }

  /** Runs another method or other settings on the same base clusterings and compares the results. */
  async compare(settings: Settings, onEvent: OnEvent): Promise<ComparisonView> {
    this.stop()
    this.#controller = new AbortController()
    const { signal } = this.#controller
    const { result, built, input } = this.#needFinished()
    const found = await this.#consensus(built.ensemble, settings, signal, onEvent, new Watch())
    const other = { ...found, labels: matchClusters(found.labels, result.labels).labels }
    const picture = await this.#picture(other, built.ensemble, settings, signal)
    return comparisonView({ result, built, input }, other, picture)
  }

  #needTable(): Table {
    if (this.#table === null) throw new InputError('Open a file first.')
    return this.#table
  }

  #needInput(): Input {
    if (this.#input === null) throw new InputError('Open a file first.')
    return this.#input
  }

  #needDataset(): Dataset {
    const input = this.#needInput()
    if (input.kind === 'labelings') throw new Error('labelings have no features')
    return input.dataset
  }

  #needFinished(): Finished {
    if (this.#finished === null) throw new Error('there is no result yet')
    return this.#finished
  }
}

export type { Computation }

/** Sends copies of the large arrays: the worker keeps its own. */
function sent(view: ResultView): ResultView {
  return Comlink.transfer(view, [view.labels.buffer, view.confidence.buffer])
}

/** A key of all settings that the base clusterings depend on. */
function ensembleKey({ generator, seed, ensembleSize, maxClusterCount, clusterCount }: Settings): string {
  const dependsOnCount = generator === 'fixed-k' || generator === 'auto'
  return JSON.stringify([generator, seed, ensembleSize, maxClusterCount, dependsOnCount && clusterCount])
}

/** A scaled value in the units of the file. What differs from 0 only by rounding is 0. */
function inFileUnits(value: number, centre: number, spread: number): number {
  const found = centre + spread * value
  return Math.abs(found) < 1e-12 * (Math.abs(centre) + Math.abs(spread)) ? 0 : found
}

/** The range of a colour scale: from the 1st to the 99th percentile, so that outliers do not flatten the rest. */
function middleRange(values: Float64Array): [number, number] {
  const sorted = values.slice().sort()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]
  return at(0.01) < at(0.99) ? [at(0.01), at(0.99)] : [sorted[0], sorted[sorted.length - 1]]
}

function definedOf(settings: ReturnType<typeof methodSettings>) {
  const { clusterCount, method, alpha, lambda, weights, solver, restarts } = settings
  return {
    clusterCount,
    method,
    alpha: alpha ?? undefined,
    lambda: lambda ?? undefined,
    weights: weights ?? undefined,
    solver: solver ?? undefined,
    restarts: restarts ?? undefined,
  }
}

/** The number of workers for base clusterings: one per core, if the browser allows nested workers. */
function workerCount(): number {
  return typeof Worker === 'undefined' ? 1 : Math.min(16, Math.max(1, navigator.hardwareConcurrency ?? 1))
}

Comlink.expose(new Computation())
