import {
  type Advice,
  type AllRows,
  type BaseClustering,
  type ConsensusResult,
  collapseRows,
  consensus,
  type Dataset,
  type Ensemble,
  type Executor,
  InputError,
  type Labels,
  loadHotLoops,
  prepareConsensus,
  readTable,
  sampleConfidence,
  samplesForDistance,
  type Table,
  thisThread,
} from 'chorale/internal'
import { appendedCsv, buildReport, clusterSimilarity } from 'chorale-report/data'
import * as Comlink from 'comlink'
import { consensusOptions, type ReadSettings, type RunSettings, type Settings } from '../settings.js'
import { samplesWhere } from '../some-of.js'
import { adviceView } from './advice-view.js'
import { distributionOf, featureCharts, splitsOf } from './drawn-charts.js'
import type { Found, KnownBase, RunWork } from './find-clusters.js'
import { comparisonView, type Finished, inAppVerdict, reportInputOf, resultView, sampleNamesOf } from './finished.js'
import { type HeatmapWindow, heatmapDetail, heatmapView } from './heatmap.js'
import { cellProblems, columnViews, type Input, inputOf, sampleValues, tableView, transposedTable } from './inputs.js'
import { type ClusterNames, namedAppendedCsv, namedLabelsCsv, rowsOf, selectionCsv } from './label-files.js'
import { LivePlaces } from './live-places.js'
import type { Mapped } from './map/sample-map.js'
import { matchClusters, restoreClusters } from './match-clusters.js'
import type {
  AdvisedView,
  CellProblems,
  ColumnDistribution,
  ColumnsView,
  ColumnValues,
  ComparisonView,
  DrawnChart,
  FeatureCharts,
  HeatmapDetail,
  HeatmapView,
  Picture,
  RankedColumns,
  ResultView,
  RunEvent,
  SampleValue,
  TableView,
  Understood,
} from './messages.js'
import { middleRange } from './middle-range.js'
import { alignedTo, amongAll, embeddingPicture, featurePlane, mapPicture } from './pictures.js'
import { sendFacts } from './thrown.js'

/** What finds clusters. It is loaded when a file is opened, before it is needed. */
const findParts = () => import('./find-clusters.js')

type OnEvent = (event: RunEvent) => void

/** The map is the same for every seed of the settings, so that samples keep their positions. */
const MAP_SEED = 1

/** Milliseconds of the map between two pauses, in which other requests are answered. */
const MAP_PAUSE = 40

/** Minimum milliseconds between two pictures. */
const DRAWING_PAUSE = 200

const MOST_CLUSTERS_IN_PAIRS = 300

/** With more clusters, the embedding of another method takes long and separates nothing. */
const MOST_CLUSTERS_OF_STAND = 60

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
  /** The rows of a table, from which a plan takes those of the fit. */
  #rows: AllRows | null = null
  /** The base clusterings of the last run, which another run may use. */
  #base: KnownBase | null = null
  /** Given labelings, prepared for a consensus. */
  #prepared: Ensemble | null = null
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
      findParts(),
      import('./columns-of-samples.js'),
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
    this.#forgetBase()
    this.#finished = null
    this.#forgetPictures()
    this.#shown = null
    this.#name = name
    void findParts().catch(() => {})
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
    this.#finished = null
    this.#forgetBase()
    this.#advice = null
    this.#forgetPictures()
    const { input, understood } = inputOf(this.#needTable(), settings)
    this.#input = input
    return understood
  }

  #forgetBase(): void {
    this.#rows = null
    this.#base = null
    this.#prepared = null
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

  /** Finds the clusters. Base clusterings are reused if the same ones are wanted. */
  async run(settings: RunSettings, onEvent: OnEvent): Promise<ResultView> {
    this.stop()
    this.#controller = new AbortController()
    const { signal } = this.#controller
    const input = this.#needInput()
    const found = await this.#find(input, settings, { signal, onEvent, advice: this.#advice })
    const start = performance.now()
    onEvent({ kind: 'progress', phase: 'picture', done: 0, total: 0 })
    const { labels, kept } = this.#matched(found.labels)
    const isRenumbered = labels.some((label, i) => label !== found.labels[i])
    const result = { ...found.result, labels: labelsOfFit(labels, found.places) }
    const { verdict, explanation } = isRenumbered ? await found.judged(result.labels, this.#advice) : found
    const picture = await this.#picture(result, found, settings, signal)
    signal.throwIfAborted()
    const finished = {
      ...found,
      labels,
      result,
      verdict,
      explanation,
      input,
      name: this.#name,
      timings: { ...found.timings, picture: performance.now() - start },
      isRenumbered,
      kept,
    }
    this.#finished = finished
    this.#shown = { labels, isRestored: false }
    this.#consensusPicture = picture
    this.#order = null
    return sent(resultView(finished, { picture, plane: this.#plane }))
  }

  async #find(input: Input, settings: RunSettings, given: Omit<RunWork, 'executor'>): Promise<Found> {
    const { onEvent } = given
    const { clusterTable, combineLabelings } = await findParts()
    if (input.kind === 'labelings') {
      const { ensemble } = input
      onEvent({ kind: 'picture', picture: new LivePlaces(ensemble.sampleCount, null, ensemble.labelings).picture() })
      this.#prepared ??= prepareConsensus(ensemble)
      return combineLabelings(this.#prepared, settings, { ...given, executor: thisThread })
    }
    this.#plane ??= featurePlane(input.dataset, await loadHotLoops())
    onEvent({ kind: 'picture', picture: this.#plane })
    const work = { ...given, executor: this.#executor(this.#liveView(onEvent)) }
    const { base, ...found } = await clusterTable(
      input.dataset,
      await this.#tableRows(input.dataset),
      settings,
      work,
      this.#base,
    )
    this.#base = base
    return found
  }

  async #tableRows(dataset: Dataset): Promise<AllRows> {
    const { rowsInMemory } = await findParts()
    this.#rows ??= rowsInMemory(dataset)
    return this.#rows
  }

  /** Shows the base clusterings while they are computed. */
  #liveView(onEvent: OnEvent): (result: BaseClustering) => void {
    let live: LivePlaces | null = null
    let next = 0
    return ({ labels }) => {
      if (live === null || live.sampleCount !== labels.length) {
        const isAll = this.#plane?.places.length === 2 * labels.length
        live = new LivePlaces(labels.length, isAll ? this.#plane!.places : null)
      }
      live.labelings.push(labels)
      const start = performance.now()
      if (start < next) return
      onEvent({ kind: 'picture', picture: live.picture() })
      onEvent({ kind: 'labels', labels: labels.slice(), number: live.labelings.length })
      // Pictures take at most a sixth of the time.
      next = performance.now() + Math.max(DRAWING_PAUSE, 5 * (performance.now() - start))
    }
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
  async merge(clusters: readonly number[]): Promise<ResultView> {
    const before = this.#needFinished()
    const into = Math.min(...clusters)
    const merged = new Set(clusters)
    const labels = before.labels.map(label => (merged.has(label) ? into : label))
    const ofFit = labelsOfFit(labels, before.places)
    const found = [...new Set(ofFit)].sort((a, b) => a - b)
    const dense = new Map(found.map((cluster, at) => [cluster, at]))
    // The tables of counts take labels without gaps.
    const ofMerged = sampleConfidence(
      collapseRows(before.ensemble),
      ofFit.map(label => dense.get(label)!),
    )
    // Rows beside the fit keep the confidence of their cluster before: that of the merged one is not lower.
    const confidence = before.confidence.slice()
    for (let at = 0; at < ofMerged.length; at++) confidence[before.places?.[at] ?? at] = ofMerged[at]
    const result = { ...before.result, labels: ofFit, confidence: ofMerged, foundClusterCount: found.length }
    const { verdict, explanation } = await before.judged(ofFit, null)
    const finished = { ...before, labels, confidence, result, verdict, explanation, isMerged: true, kept: found }
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
    const steps = sampleMap(this.#mapped(input), this.#plane?.places ?? null, {
      seed: MAP_SEED,
      loops: await loadHotLoops(),
    })
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

  /** What the map shows: the samples as they were clustered. */
  #mapped(input: Input): Mapped {
    if (input.kind === 'labelings') return { labelings: input.ensemble.labelings }
    const { plan = null } = this.#finished ?? {}
    return {
      samples: samplesForDistance(input.dataset, plan?.distance ?? 'euclidean'),
      ensemble: this.#base?.ensemble ?? null,
    }
  }

  /** Recommends a number of clusters, and judges the result again with this evidence. */
  async advise(settings: Settings, onEvent: OnEvent): Promise<AdvisedView> {
    this.stop()
    this.#controller = new AbortController()
    const { signal } = this.#controller
    const input = this.#needInput()
    if (settings.generator === 'fixed-k') {
      throw new InputError(
        'Chorale cannot choose k from fixed-k base clusterings, because all of them have k clusters. Under More settings, choose another way in which the base clusterings differ.',
      )
    }
    const { adviseLabelings, adviseTable } = await findParts()
    if (input.kind === 'features') {
      this.#plane ??= featurePlane(input.dataset, await loadHotLoops())
      onEvent({ kind: 'picture', picture: this.#plane })
      const work = { signal, onEvent, executor: this.#executor(() => {}) }
      this.#advice = await adviseTable(await this.#tableRows(input.dataset), settings, work)
    } else {
      this.#prepared ??= prepareConsensus(input.ensemble)
      this.#advice = await adviseLabelings(this.#prepared, settings, { signal, onEvent, executor: thisThread })
    }
    const finished = this.#finished
    if (finished !== null && !finished.isMerged) {
      this.#finished = { ...finished, ...(await finished.judged(finished.result.labels, this.#advice)) }
    }
    return {
      advice: adviceView(this.#advice),
      verdict: this.#finished === null ? null : inAppVerdict(this.#finished.verdict),
    }
  }

  /** How the features and the clusters of the last result belong together; null without features. */
  async featureCharts(names: ClusterNames): Promise<FeatureCharts | null> {
    const { labels, input } = this.#needFinished()
    return input.kind === 'features' ? featureCharts(input.dataset, labels, names) : null
  }

  /** The distribution of one feature in the clusters of the last result. */
  async distribution(feature: number, names: ClusterNames): Promise<DrawnChart | null> {
    const { labels, input } = this.#needFinished()
    return input.kind === 'features' ? distributionOf(input.dataset, labels, feature, names) : null
  }

  /** How the clusters split as their number grows, on the base clusterings of the last result. */
  async splits(
    settings: RunSettings,
    most: number,
    names: ClusterNames,
    onProgress: (share: number) => void,
  ): Promise<DrawnChart | null> {
    this.stop()
    this.#controller = new AbortController()
    const { signal } = this.#controller
    const { ensemble, result } = this.#needFinished()
    const runs: { clusterCount: number; labels: Labels }[] = []
    for (let clusterCount = 2; clusterCount <= most; clusterCount++) {
      onProgress((clusterCount - 2) / (most - 1))
      const isShown = clusterCount === result.clusterCount
      const found = isShown ? result : await this.#consensus(ensemble, { ...settings, clusterCount }, signal, () => {})
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
    return splitsOf(runs, names)
  }

  /** Computes base clusterings in several workers if the work is large and workers are available, otherwise here. */
  #executor(onResult: (result: BaseClustering) => void): Executor {
    return {
      ...thisThread,
      async runTasks(job, options) {
        const { isLargeWork, runHere, runInWorkers, WorkerMissing } = await findParts()
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

  /** Another consensus of base clusterings. */
  #consensus(ensemble: Ensemble, settings: RunSettings, signal: AbortSignal, onEvent: OnEvent) {
    return consensus(ensemble, {
      ...consensusOptions(settings, this.#needInput().kind),
      clusterCount: settings.clusterCount,
      signal,
      onProgress: progress => onEvent({ kind: 'progress', ...progress }),
    })
  }

  /**
   * The plot of the method's embedding; for a method without one, of the default method's embedding. Rows beside the fit
   * have no place in it.
   */
  async #picture(
    result: ConsensusResult,
    { ensemble, places, labels }: Pick<Found, 'ensemble' | 'places' | 'labels'>,
    { seed }: Settings,
    signal: AbortSignal,
  ): Promise<Picture | null> {
    const all = (picture: Picture | null) => this.#aligned(amongAll(picture, places, labels.length))
    if (result.embedding !== null) return all(embeddingPicture(result, result.labels, true))
    const clusterCount = Math.max(3, Math.min(result.clusterCount, ensemble.sampleCount))
    if (ensemble.sampleCount < clusterCount || clusterCount > MOST_CLUSTERS_OF_STAND) return null
    const stand = await consensus(ensemble, { clusterCount, seed, restarts: 1, signal })
    return all(embeddingPicture(stand, result.labels, false))
  }

  /** Turns a plot of a consensus towards the last one. */
  #aligned(picture: Picture | null): Picture | null {
    const before = this.#consensusPicture
    if (picture === null || before === null || before.places.length !== picture.places.length) return picture
    return { ...picture, places: alignedTo(picture.places, before.places) }
  }

  /** The co-association matrix of the rows that the clusters come from. */
  heatmap(): HeatmapView {
    const { result, ensemble, places } = this.#needFinished()
    const similarity =
      result.foundClusterCount <= MOST_CLUSTERS_IN_PAIRS ? clusterSimilarity(ensemble, result.labels) : null
    const view = heatmapView(ensemble, result.labels, similarity)
    this.#order = view.order.slice()
    const order = places === null ? view.order : view.order.map(row => places[row])
    return Comlink.transfer({ ...view, order }, [view.shares.buffer, order.buffer])
  }

  /** A part of the matrix in finer cells. */
  heatmapDetail(window: HeatmapWindow): HeatmapDetail | null {
    if (this.#order === null) return null
    const detail = heatmapDetail(this.#needFinished().ensemble, this.#order, window)
    return Comlink.transfer(detail, [detail.shares.buffer])
  }

  /** The values of a column of the file, or of a feature that is not one, in the units of the file. */
  async column(name: string): Promise<ColumnValues> {
    const { columnValues } = await import('./columns-of-samples.js')
    const table = this.#needTable()
    const column = table.columns.find(each => each.name === name && each.kind !== 'vector')
    const found = column === undefined ? this.#feature(name) : columnValues(column, this.#sampleRows())
    return Comlink.transfer(found, [found.kind === 'text' ? found.codes.buffer : found.values.buffer])
  }

  #feature(name: string): ColumnValues {
    const { sampleCount: n, featureCount: d, featureNames, values: scaled, scaling } = this.#needDataset()
    const index = featureNames.indexOf(name)
    const values = new Float64Array(n)
    for (let i = 0; i < n; i++) {
      values[i] = inFileUnits(scaled[i * d + index], scaling.centre[index], scaling.spread[index])
    }
    return { kind: 'number', name, values, range: middleRange(values) }
  }

  /** The row of each sample in the table. */
  #sampleRows(): Int32Array {
    return rowsOf(this.#needTable().rowCount, sampleNamesOf(this.#needInput()).droppedRows)
  }

  /** The samples that have a text in a column, or in any text column. */
  async search(text: string, column: string | null): Promise<Int32Array> {
    const { samplesWith } = await import('./columns-of-samples.js')
    const found = samplesWith(this.#needTable(), this.#sampleRows(), text, column)
    return Comlink.transfer(found, [found.buffer])
  }

  /** How the values of some columns of the file are distributed. */
  async distributions(names: readonly string[]): Promise<(ColumnDistribution | null)[]> {
    const { distributionOfColumn } = await import('./columns-of-samples.js')
    const columns = new Map(this.#needTable().columns.map(column => [column.name, column]))
    return names.map(name => {
      const column = columns.get(name)
      return column === undefined ? null : distributionOfColumn(column)
    })
  }

  /** What distinguishes some samples from all others. */
  async rankSelection(samples: Int32Array): Promise<RankedColumns | null> {
    const { rankSelection } = await import('./columns-of-samples.js')
    const input = this.#needInput()
    const dataset = input.kind === 'features' ? input.dataset : null
    return rankSelection(samples, { dataset, table: this.#needTable(), rows: this.#sampleRows() })
  }

  /** The samples with the lowest confidence, in increasing order. */
  leastConfident(count: number): Int32Array {
    const { confidence } = this.#needFinished()
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
    const { input, ...result } = this.#needFinished()
    return new Blob([...namedLabelsCsv(result, sampleNamesOf(input), names)], { type: 'text/csv' })
  }

  /** The file of the user with a cluster and a confidence column. */
  appendedFile(names: ClusterNames): Blob {
    const { input, ...result } = this.#needFinished()
    const { droppedRows } = sampleNamesOf(input)
    return new Blob([...namedAppendedCsv(this.#needTable(), result, droppedRows, names)], { type: 'text/csv' })
  }

  /** Some samples with all their values. */
  selectionFile(samples: Int32Array, names: ClusterNames): Blob {
    const { input, ...result } = this.#needFinished()
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
  async compare(settings: RunSettings, onEvent: OnEvent): Promise<ComparisonView> {
    this.stop()
    this.#controller = new AbortController()
    const { signal } = this.#controller
    const finished = this.#needFinished()
    const { result, ensemble } = finished
    const found = await this.#consensus(ensemble, settings, signal, onEvent)
    const other = { ...found, labels: matchClusters(found.labels, result.labels).labels }
    const picture = await this.#picture(other, finished, settings, signal)
    return comparisonView(finished, other, picture)
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

/** The labels of the rows that the clusters come from. */
function labelsOfFit(labels: Labels, places: Int32Array | null): Labels {
  return places === null ? labels : Int32Array.from(places, row => labels[row])
}

/** A scaled value in the units of the file. What differs from 0 only by rounding is 0. */
function inFileUnits(value: number, centre: number, spread: number): number {
  const found = centre + spread * value
  return Math.abs(found) < 1e-12 * (Math.abs(centre) + Math.abs(spread)) ? 0 : found
}

/** The number of workers for base clusterings: one per core, if the browser allows nested workers. */
function workerCount(): number {
  return typeof Worker === 'undefined' ? 1 : Math.min(16, Math.max(1, navigator.hardwareConcurrency ?? 1))
}

sendFacts()
Comlink.expose(new Computation())
