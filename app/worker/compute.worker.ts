import * as Comlink from 'comlink'
import {
  advise,
  type BaseClustering,
  buildEnsemble,
  buildReport,
  type ConsensusResult,
  clusterSimilarity,
  consensus,
  type Dataset,
  type Ensemble,
  InputError,
  labelsCsv,
  prepareConsensus,
  readTable,
  reviewResult,
  type Table,
  type TaskExecutor,
} from '../../src/internal.js'
import { methodSettings, type ReadSettings, type Settings } from '../settings.js'
import {
  type BuiltEnsemble,
  comparisonView,
  type Finished,
  reportInputOf,
  resultView,
  sampleNamesOf,
} from './finished.js'
import { type HeatmapWindow, heatmapDetail, heatmapView } from './heatmap.js'
import { cellProblems, type Input, inputOf, tableView } from './inputs.js'
import { LivePlaces } from './live-places.js'
import type {
  AdviceView,
  CellProblems,
  ComparisonView,
  HeatmapDetail,
  HeatmapView,
  Picture,
  ResultView,
  RunEvent,
  TableView,
  Understood,
} from './messages.js'
import { embeddingPicture, featurePlane } from './pictures.js'
import { runHere } from './run-here.js'
import { isLargeWork, runInWorkers, WorkerMissing } from './run-in-workers.js'
import { Watch } from './watch.js'

type OnEvent = (event: RunEvent) => void

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
  #controller = new AbortController()

  /** Loads the parts that are rarely needed, so that the app works offline. */
  async loadRest(): Promise<void> {
    await Promise.all([
      import('../../pages/write-report.js'),
      import('../../pages/chart-files.js'),
      // Reading the first bytes of a file loads its reader.
      ...OPENINGS.map(opening => readTable(Uint8Array.from(opening, letter => letter.charCodeAt(0))).catch(() => {})),
    ])
  }

  /** Reads a file. */
  async open(file: Blob, name: string, variable: string | null): Promise<TableView> {
    this.#table = null
    this.#input = null
    this.#built = null
    this.#finished = null
    this.#plane = null
    this.#name = name
    const bytes = new Uint8Array(await file.arrayBuffer())
    this.#table = await readTable(bytes, { name, variable: variable ?? undefined })
    return tableView(this.#table)
  }

  /** Interprets the table with the settings. */
  understand(settings: ReadSettings): Understood {
    this.#input = null
    this.#built = null
    this.#plane = null
    const { input, understood } = inputOf(this.#needTable(), settings)
    this.#input = input
    return understood
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
    const result = await this.#consensus(built.ensemble, settings, signal, onEvent, watch)
    watch.enter('review')
    const review = await reviewResult(built.ensemble, result, {
      samples: input.kind === 'features' ? input.dataset : null,
      seed: settings.seed,
      signal,
      onProgress: ({ phase, done, total }) => onEvent({ kind: 'progress', phase, done, total }),
    })
    watch.enter('picture')
    const finished = { result, review, built, input, name: this.#name, timings: watch.timings }
    const picture = await this.#picture(result, built.ensemble, settings, signal)
    const view = resultView(finished, { picture, plane: this.#plane }, isReused)
    watch.enter(null)
    signal.throwIfAborted()
    this.#finished = finished
    this.#order = null
    return Comlink.transfer({ ...view, timings: watch.timings }, [
      view.labels.buffer,
      view.confidence.buffer,
      ...(view.picture ? [view.picture.places.buffer] : []),
    ])
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
    const { verdict, clusterCount, runnerUp, reason, criteria } = await advise(
      isOwn ? input.dataset : built!.ensemble,
      {
        seed: settings.seed,
        convergence: false,
        signal,
        executor: this.#executor(() => {}),
        onProgress: ({ phase, done, total }) => onEvent({ kind: 'progress', phase, done, total }),
      },
    )
    return {
      verdict,
      clusterCount,
      runnerUp,
      reason,
      criteria: criteria.map(({ clusterCount: k, overlap, stability, agreement, silhouette }) => {
        return { clusterCount: k, overlap, stability, agreement, silhouette }
      }),
    }
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
  async #picture(result: ConsensusResult, ensemble: Ensemble, { seed, anchors }: Settings, signal: AbortSignal) {
    if (result.embedding !== null) return embeddingPicture(result, result.labels, true)
    const clusterCount = Math.max(3, Math.min(result.clusterCount, ensemble.sampleCount))
    if (ensemble.sampleCount < clusterCount) return null
    const stand = await consensus(ensemble, { clusterCount, seed, anchors: anchors ?? undefined, restarts: 1, signal })
    return embeddingPicture(stand, result.labels, false)
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
  feature(index: number): Float64Array {
    const { sampleCount: n, featureCount: d, values, scaling } = this.#needDataset()
    const column = Float64Array.from(
      { length: n },
      (_, i) => scaling.centre[index] + scaling.spread[index] * values[i * d + index],
    )
    return Comlink.transfer(column, [column.buffer])
  }

  /** All features of some samples, in the units of the file. */
  features(samples: readonly number[]): number[][] {
    const { featureCount: d, values, scaling } = this.#needDataset()
    return samples.map(i =>
      Array.from({ length: d }, (_, j) => scaling.centre[j] + scaling.spread[j] * values[i * d + j]),
    )
  }

  /** The labels as CSV, the same file as the command line writes. */
  labelsFile(): Blob {
    const { result, input } = this.#needFinished()
    return new Blob([...labelsCsv(result, sampleNamesOf(input))], { type: 'text/csv' })
  }

  /** The report as one HTML page. */
  async reportFile(command: readonly string[], date: string): Promise<Blob> {
    const { renderReport } = await import('../../pages/write-report.js')
    return new Blob([await renderReport(reportInputOf(this.#needFinished(), command, date))], { type: 'text/html' })
  }

  /** The charts of the report, as SVG. */
  async chartFiles(): Promise<{ name: string; title: string; content: string }[]> {
    const { chartFiles } = await import('../../pages/chart-files.js')
    return chartFiles(buildReport(reportInputOf(this.#needFinished(), [], '')))
  }

  /** Runs another method or other settings on the same base clusterings and compares the results. */
  async compare(settings: Settings, onEvent: OnEvent): Promise<ComparisonView> {
    this.stop()
    this.#controller = new AbortController()
    const { signal } = this.#controller
    const { result, built, input } = this.#needFinished()
    const other = await this.#consensus(built.ensemble, settings, signal, onEvent, new Watch())
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

/** A key of all settings that the base clusterings depend on. */
function ensembleKey({ generator, seed, ensembleSize, maxClusterCount, clusterCount }: Settings): string {
  const dependsOnCount = generator === 'fixed-k' || generator === 'auto'
  return JSON.stringify([generator, seed, ensembleSize, maxClusterCount, dependsOnCount && clusterCount])
}

function definedOf(settings: ReturnType<typeof methodSettings>) {
  const { clusterCount, method, alpha, lambda, weights, solver, restarts, anchors } = settings
  return {
    clusterCount,
    method,
    alpha: alpha ?? undefined,
    lambda: lambda ?? undefined,
    weights: weights ?? undefined,
    solver: solver ?? undefined,
    restarts: restarts ?? undefined,
    anchors: anchors ?? undefined,
  }
}

/** The number of workers for base clusterings: one per core, if the browser allows nested workers. */
function workerCount(): number {
  return typeof Worker === 'undefined' ? 1 : Math.min(16, Math.max(1, navigator.hardwareConcurrency ?? 1))
}

Comlink.expose(new Computation())
