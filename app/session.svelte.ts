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

/** Where the data came from. */
export interface Source {
  readonly name: string
  readonly file: Blob
  readonly example: Example | null
}

/** The samples that are looked at, and what they are. */
export interface Selection {
  readonly samples: Int32Array
  readonly words: string
  /** The cluster that was chosen as a whole, or null. */
  readonly cluster: number | null
}

/** What is known of a run that goes on. */
export interface Running {
  readonly phase: string
  readonly done: number
  readonly total: number
  readonly since: number
  /** Milliseconds that are left for this phase; null while nobody knows. */
  readonly left: number | null
  readonly objectives: readonly number[]
}

/** Beyond so many samples the page asks for anchors by itself: the exact way would take minutes and gigabytes. */
const EXACT_SAMPLES = 20_000

/** Milliseconds until the parts of the page that are not needed at once are loaded. */
const REST_AFTER = 4000

/** How long a worker may take to hear that it shall stop before it is ended. */
const PATIENCE = 1500

/** Everything the page knows. */
export class Session {
  source = $state.raw<Source | null>(null)
  table = $state.raw<TableView | null>(null)
  understood = $state.raw<Understood | null>(null)
  problems = $state.raw<CellProblems | null>(null)
  /** A fault of the file, or of the way it is taken. */
  dataFault = $state.raw<Fault | null>(null)
  isOpening = $state(false)

  settings = $state<Settings>({ ...DEFAULT_SETTINGS })
  /** A file that a link speaks of. */
  expectedFile = $state<string | null>(null)

  /** Which number of clusters was advised. */
  advice = $state.raw<AdviceView | null>(null)

  running = $state.raw<Running | null>(null)
  runFault = $state.raw<Fault | null>(null)
  isStopped = $state(false)
  livePicture = $state.raw<Picture | null>(null)
  liveLabels = $state.raw<{ labels: Int32Array; number: number } | null>(null)

  result = $state.raw<ResultView | null>(null)
  /** The settings that the result came from. */
  resultSettings = $state.raw<Settings | null>(null)
  selection = $state.raw<Selection | null>(null)

  readonly #client = new ComputationClient(message => {
    this.#generation++
    this.running = this.result = this.resultSettings = this.selection = this.understood = null
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

  /** The command that gives the labels of the result again. */
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

  /** Starts the worker ahead of its first use, and lets it load the rest when the page is at rest. */
  warmUp(): void {
    this.#client.computation()
    setTimeout(() => void this.computation.loadRest().catch(() => {}), REST_AFTER)
  }

  /** Opens data that come with the page, with the settings of a link or its own. */
  async openExample(example: Example, settings?: Settings): Promise<void> {
    this.isOpening = true
    try {
      const response = await fetch(example.address).catch(() => null)
      if (!response?.ok) {
        const message = `${example.file} could not be loaded: examples come from the same place as this page. A file of your own needs no network.`
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

  /** Opens a file that was dropped or chosen; settings of a link hold for the file that it names. */
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

  /** Takes the table as the settings say. */
  async understand({ isFirst = false, isKGiven = true } = {}): Promise<void> {
    if (this.running !== null) await this.stop()
    this.dataFault = this.problems = this.advice = null
    this.isStopped = false
    this.result = this.resultSettings = this.selection = null
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

  /** Anchors for so many samples, whose labels are not known yet; null where the consensus is exact. */
  #anchorsFor(sampleCount: number): number | null {
    const route = chooseRoute({
      rowCount: sampleCount,
      clusterTotal: 0,
      clusterCount: this.settings.clusterCount,
      exactRows: EXACT_SAMPLES,
      exactBytes: () => 0,
    })
    return route.kind === 'anchors' ? route.anchorCount : null
  }

  /** Runs with the settings as they are. */
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

  /** Asks the data for the number of clusters; where there are none, the number stays as it is. */
  async advise(): Promise<void> {
    if (this.understood === null) return
    this.advice = null
    const settings = $state.snapshot(this.settings) as Settings
    await this.#work(async onEvent => {
      const advice = await this.computation.advise(settings, onEvent)
      return () => {
        this.advice = advice
        if (advice.clusterCount > 1) this.settings.clusterCount = advice.clusterCount
      }
    })
  }

  /** Long work with progress; what it finds is taken unless it was stopped or overtaken. */
  async #work(start: (onEvent: (event: RunEvent) => void) => Promise<() => void>): Promise<void> {
    const generation = ++this.#generation
    this.runFault = null
    this.isStopped = false
    this.liveLabels = this.livePicture = null
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

  /** Stops at once for the eye; a worker that does not hear it is ended and started again. */
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
    // What the views ask the worker about is gone with it.
    this.result = this.resultSettings = this.selection = null
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

  /** Selects a whole cluster, or lets go of it when it is selected already. */
  selectCluster(cluster: number): void {
    if (this.result === null) return
    if (this.selection?.cluster === cluster) {
      this.selection = null
      return
    }
    const { labels } = this.result
    const samples = Int32Array.from(labels.keys()).filter(i => labels[i] === cluster)
    this.select(samples, `cluster ${cluster}`, cluster)
  }

  /** Back to the start. */
  close(): void {
    this.#generation++
    this.#forget()
    this.source = null
    this.settings = { ...DEFAULT_SETTINGS }
    this.expectedFile = null
  }

  #forget(): void {
    if (this.running !== null) void this.computation.stop()
    this.running = this.result = this.resultSettings = this.selection = null
    this.advice = this.table = this.understood = this.problems = this.dataFault = this.runFault = null
    this.livePicture = this.liveLabels = null
    this.isStopped = false
  }
}
