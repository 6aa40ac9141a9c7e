import * as Comlink from 'comlink'
import { chooseRoute } from '../src/internal.js'
import { ComputationClient, type Fault, faultOf, isStopped, type RemoteComputation } from './compute-client.js'
import type { Example } from './examples.js'
import { commandLine, commandOf, DEFAULT_SETTINGS, type LinkedData, type Settings, toHash } from './settings.js'
import type {
  AdviceView,
  CellProblems,
  Picture,
  ResultView,
  RunEvent,
  TableView,
  Understood,
} from './worker/messages.js'

/** The origin of the data. */
export interface Source {
  readonly name: string
  readonly file: Blob
  readonly example: Example | null
}

/** The selected samples and a description of them. */
export interface Selection {
  readonly samples: Int32Array
  readonly words: string
  /** The cluster, if a whole cluster is selected; otherwise null. */
  readonly cluster: number | null
}

/** The progress of the current run. */
export interface Running {
  readonly phase: string
  readonly done: number
  readonly total: number
  readonly since: number
  /** Estimated milliseconds left in this phase; null while unknown. */
  readonly left: number | null
  readonly objectives: readonly number[]
}

/** With more samples than this, the app sets anchors: an exact result would take minutes and gigabytes of memory. */
export const EXACT_SAMPLES = 20_000

/** Milliseconds until the app loads the parts that are not needed at the start. */
const REST_AFTER = 4000

/** Milliseconds that a worker has to stop before it is terminated. */
const PATIENCE = 1500

/** The state of the app. */
export class Session {
  source = $state.raw<Source | null>(null)
  table = $state.raw<TableView | null>(null)
  understood = $state.raw<Understood | null>(null)
  problems = $state.raw<CellProblems | null>(null)
  /** A problem with the file or with the way it is read. */
  dataFault = $state.raw<Fault | null>(null)
  isOpening = $state(false)

  settings = $state<Settings>({ ...DEFAULT_SETTINGS })
  /** The file that a link names. */
  expectedFile = $state<string | null>(null)

  /** The recommended number of clusters. */
  advice = $state.raw<AdviceView | null>(null)

  running = $state.raw<Running | null>(null)
  runFault = $state.raw<Fault | null>(null)
  isStopped = $state(false)
  livePicture = $state.raw<Picture | null>(null)
  liveLabels = $state.raw<{ labels: Int32Array; number: number } | null>(null)

  result = $state.raw<ResultView | null>(null)
  /** The settings that produced the result. */
  resultSettings = $state.raw<Settings | null>(null)
  selection = $state.raw<Selection | null>(null)

  readonly #client = new ComputationClient(message => {
    this.#generation++
    this.running = null
    this.understood = null
    this.#forgetResult()
    this.isOpening = false
    this.dataFault = { message: `${message}. Open the file again.`, isOurs: true }
  })
  #generation = 0

  get computation(): RemoteComputation {
    return this.#client.computation()
  }

  /** Whether the settings differ from those of the result. */
  readonly isOutdated = $derived.by(
    () => this.resultSettings !== null && JSON.stringify(this.resultSettings) !== JSON.stringify(this.settings),
  )

  /** The command that reproduces the labels of the result. */
  readonly command = $derived.by(() =>
    this.resultSettings === null || this.understood === null || this.source === null
      ? null
      : commandLine(this.commandWords(this.resultSettings)),
  )

  commandWords(settings: Settings): string[] {
    return commandOf(settings, this.understood!.kind, this.source!.name)
  }

  link(): string {
    const data: LinkedData = { example: this.source?.example?.name ?? null, file: this.source?.name ?? null }
    return `${location.href.replace(/#.*$/, '')}${toHash($state.snapshot(this.settings) as Settings, data)}`
  }

  /** Starts the worker before its first use, and loads the remaining parts when the page is idle. */
  warmUp(): void {
    this.#client.computation()
    setTimeout(() => void this.computation.loadRest().catch(() => {}), REST_AFTER)
  }

  /** Opens an example with the settings of a link, or with the example's own settings. */
  async openExample(example: Example, settings?: Settings): Promise<void> {
    this.isOpening = true
    try {
      const response = await fetch(example.address).catch(() => null)
      if (!response?.ok) {
        const message = `Cannot load the example ${example.file}. Examples need a network connection; your own files do not.`
        this.dataFault = { message, isOurs: false }
        this.isOpening = false
        return
      }
      const wanted = settings ?? { ...DEFAULT_SETTINGS, ...example.settings }
      await this.open({ name: example.file, file: await response.blob(), example }, wanted, { isKGiven: true })
    } catch (error) {
      this.dataFault = faultOf(error)
      this.isOpening = false
    }
  }

  /** Opens a file that the user dropped or chose. The settings of a link apply to the first file. */
  openFile(file: File): Promise<void> {
    const isExpected = this.expectedFile !== null && this.source === null
    const settings = isExpected ? ($state.snapshot(this.settings) as Settings) : { ...DEFAULT_SETTINGS }
    return this.open({ name: file.name, file, example: null }, settings, { isKGiven: isExpected })
  }

  async open(source: Source, settings: Settings, { isKGiven }: { isKGiven: boolean }): Promise<void> {
    this.#forget()
    const generation = ++this.#generation
    this.source = source
    this.settings = { ...settings }
    this.isOpening = true
    try {
      const table = await this.computation.open(source.file, source.name, settings.variable)
      if (generation !== this.#generation) return
      this.table = table
      this.isOpening = false
      await this.understand({ isFirst: true, isKGiven })
    } catch (error) {
      if (generation === this.#generation && !isStopped(error)) this.dataFault = faultOf(error)
    } finally {
      if (generation === this.#generation) this.isOpening = false
    }
  }

  /** Interprets the table with the current settings. */
  async understand({ isFirst = false, isKGiven = true } = {}): Promise<void> {
    if (this.running !== null) await this.stop()
    this.dataFault = null
    this.problems = null
    this.advice = null
    this.isStopped = false
    this.#forgetResult()
    const settings = $state.snapshot(this.settings) as Settings
    const generation = this.#generation
    try {
      const understood = await this.computation.understand(settings)
      if (generation !== this.#generation) return
      const before = this.understood
      this.understood = understood
      const classCount = understood.truth?.names.length
      const hasNewTruth = understood.truthName !== (before?.truthName ?? null)
      if (classCount !== undefined && classCount > 1 && (!isKGiven || (!isFirst && hasNewTruth))) {
        this.settings.clusterCount = classCount
      }
      if (isFirst && settings.anchors === null) this.settings.anchors = this.#anchorsFor(understood.sampleCount)
    } catch (error) {
      if (generation !== this.#generation) return
      this.understood = null
      this.dataFault = faultOf(error)
      if (settings.input !== 'labelings') this.problems = await this.computation.problems(settings).catch(() => null)
    }
  }

  /** The number of anchors for a number of samples whose labels are not known yet; null if the consensus is exact. */
  #anchorsFor(sampleCount: number): number | null {
    const route = chooseRoute({
      rowCount: sampleCount,
      ensembleSize: 0,
      clusterTotal: 0,
      clusterCount: this.settings.clusterCount,
      exactRows: EXACT_SAMPLES,
      exactBytes: () => 0,
    })
    return route.kind === 'anchors' ? route.anchorCount : null
  }

  /** Runs with the current settings. */
  async run(): Promise<void> {
    if (this.understood === null) return
    const settings = $state.snapshot(this.settings) as Settings
    await this.#work(async onEvent => {
      const result = await this.computation.run(settings, onEvent)
      return () => {
        this.result = result
        this.resultSettings = settings
        this.selection = null
      }
    })
  }

  /** Chooses the number of clusters from the data. Without evidence of clusters, the number does not change. */
  async advise(): Promise<void> {
    if (this.understood === null) return
    this.advice = null
    const settings = $state.snapshot(this.settings) as Settings
    await this.#work(async onEvent => {
      const advice = await this.computation.advise(settings, onEvent)
      return () => {
        this.advice = advice
        if (advice.clusterCount !== null) this.settings.clusterCount = advice.clusterCount
      }
    })
  }

  /** Runs a long task with progress. Its outcome is discarded if it was stopped or another task has started. */
  async #work(start: (onEvent: (event: RunEvent) => void) => Promise<() => void>): Promise<void> {
    const generation = ++this.#generation
    this.runFault = null
    this.isStopped = false
    this.liveLabels = null
    this.livePicture = null
    this.running = { phase: 'starting', done: 0, total: 0, since: performance.now(), left: null, objectives: [] }
    try {
      const hear = (event: RunEvent) => {
        if (generation === this.#generation) this.#hear(event)
      }
      const take = await start(Comlink.proxy(hear))
      if (generation === this.#generation) take()
    } catch (error) {
      if (generation === this.#generation && !isStopped(error)) this.runFault = faultOf(error)
    } finally {
      if (generation === this.#generation) this.running = null
    }
  }

  /** Stops immediately in the page. A worker that does not respond is terminated and started again. */
  async stop(): Promise<void> {
    if (this.running === null) return
    const generation = ++this.#generation
    this.running = null
    this.isStopped = true
    const heard = await Promise.race([
      this.computation.stop().then(() => true),
      new Promise<boolean>(resolve => setTimeout(() => resolve(false), PATIENCE)),
    ])
    if (heard || generation !== this.#generation || this.source === null) return
    this.#client.end()
    const settings = $state.snapshot(this.settings) as Settings
    await this.computation.open(this.source.file, this.source.name, settings.variable)
    await this.computation.understand(settings)
    // The new worker does not have the data that the views request.
    this.#forgetResult()
  }

  #hear(event: RunEvent): void {
    const running = this.running
    if (running === null) return
    if (event.kind === 'picture') this.livePicture = event.picture
    else if (event.kind === 'labels') this.liveLabels = event
    else if (event.kind === 'objective') {
      this.running = { ...running, objectives: [...running.objectives, event.objective] }
    } else {
      const { phase, done, total } = event
      const isNew = phase !== running.phase
      const since = isNew ? performance.now() : running.since
      const passed = performance.now() - since
      const left = total > 2 && done > 1 ? (passed / done) * (total - done) : null
      this.running = { ...running, phase, done, total, since, left, objectives: isNew ? [] : running.objectives }
    }
  }

  select(samples: Int32Array, words: string, cluster: number | null = null): void {
    this.selection = samples.length === 0 ? null : { samples, words, cluster }
  }

  /** Selects a whole cluster, or clears the selection if it is selected already. */
  selectCluster(cluster: number): void {
    if (this.result === null) return
    if (this.selection?.cluster === cluster) {
      this.selection = null
      return
    }
    const { labels } = this.result
    const samples = Int32Array.from(labels.keys()).filter(i => labels[i] === cluster)
    this.select(samples, `in cluster ${cluster}`, cluster)
  }

  /** Returns to the start page. */
  close(): void {
    this.#generation++
    this.#forget()
    this.source = null
    this.settings = { ...DEFAULT_SETTINGS }
    this.expectedFile = null
  }

  #forget(): void {
    if (this.running !== null) void this.computation.stop()
    this.running = null
    this.advice = null
    this.table = null
    this.understood = null
    this.problems = null
    this.dataFault = null
    this.runFault = null
    this.livePicture = null
    this.liveLabels = null
    this.isStopped = false
    this.#forgetResult()
  }

  #forgetResult(): void {
    this.result = null
    this.resultSettings = null
    this.selection = null
  }
}
