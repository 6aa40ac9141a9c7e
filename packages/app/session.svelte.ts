import * as Comlink from 'comlink'
import { ComputationClient, type RemoteComputation } from './compute-client.js'
import { startDrawWorker } from './draw/worker-scatter.js'
import { EXAMPLES, type Example } from './examples.js'
import { type Fault, faultOf, isStopped, ownFault } from './fault.js'
import { loadViews } from './load-views.js'
import { PROJECT_ENDING, projectFile, readProject } from './project-file.js'
import { remember, remembered } from './remembered.js'
import { forgetSaved, readSaved, type SavedSession, type SavedState, saveFileCopy, saveState } from './saved-session.js'
import {
  commandLine,
  commandOf,
  DEFAULT_SETTINGS,
  fromHash,
  hasCount,
  type LinkedData,
  type RunSettings,
  type Settings,
  toHash,
} from './settings.js'
import { samplesWhere } from './some-of.js'
import type {
  AdviceView,
  CellProblems,
  ColumnsView,
  ColumnValues,
  Picture,
  PictureKind,
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
}

/** The key of the picture that the user chose last. */
const PICTURE_KEY = 'chorale-picture'

const PICTURE_KINDS: readonly PictureKind[] = ['map', 'features', 'consensus']

/** A map of fewer samples shows nothing. */
const LEAST_MAPPED = 8

/** A column of texts names samples if it has at least this many different texts per row. */
const MOST_SHARED = 0.5

/** The longest name of a cluster. */
export const LONGEST_NAME = 40

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
  /** The role of every column. */
  columns = $state.raw<ColumnsView | null>(null)
  /** A problem with the file or with the way it is read. */
  dataFault = $state.raw<Fault | null>(null)
  isOpening = $state(false)
  /** A message for the whole page. */
  notice = $state<string | null>(null)

  settings = $state<Settings>({ ...DEFAULT_SETTINGS })
  /** The file that a link names. */
  expectedFile = $state<string | null>(null)

  /** The recommended number of clusters, with the evidence. */
  advice = $state.raw<AdviceView | null>(null)

  running = $state.raw<Running | null>(null)
  runFault = $state.raw<Fault | null>(null)
  isStopped = $state(false)
  livePicture = $state.raw<Picture | null>(null)
  liveLabels = $state.raw<{ labels: Int32Array; number: number } | null>(null)

  result = $state.raw<ResultView | null>(null)
  /** The settings that produced the result. */
  resultSettings = $state.raw<RunSettings | null>(null)
  selection = $state.raw<Selection | null>(null)
  /** The sample whose values are shown. */
  picked = $state.raw<number | null>(null)
  /** Names that the user gave to clusters. */
  clusterNames = $state.raw<ReadonlyMap<number, string>>(new Map())

  /** The picture that the user chose; null for the default of the data. */
  chosenPicture = $state.raw<PictureKind | null>(PICTURE_KINDS.find(kind => kind === remembered(PICTURE_KEY)) ?? null)
  map = $state.raw<Picture | null>(null)
  /** The share of the map that is done; null if no map is being computed. */
  mapProgress = $state<number | null>(null)
  mapFault = $state.raw<Fault | null>(null)

  readonly #client = new ComputationClient(message => {
    this.#generation++
    this.running = null
    this.understood = null
    this.#forgetResult()
    this.isOpening = false
    this.dataFault = ownFault(`${message}. Open the file again.`, true)
  })
  #generation = 0
  #savedFile: Blob | null = null
  #saving: Promise<void> = Promise.resolve()
  /** Whether this browser keeps a copy of the file. */
  isSaved = $state(false)

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

  commandWords(settings: RunSettings): string[] {
    return commandOf(settings, this.understood!.kind, this.source!.name)
  }

  /** The settings as the hash of a URL; empty on the start page. */
  readonly address = $derived.by(() => (this.source === null ? '' : this.#hashOf(this.settings)))

  #hashOf(settings: Settings): string {
    const data: LinkedData = { example: this.source?.example?.name ?? null, file: this.source?.name ?? null }
    return toHash(settings, data)
  }

  link(): string {
    return `${location.href.replace(/#.*$/, '')}${this.address}`
  }

  /** What is needed to show the same result again; null if no file is open. */
  readonly state = $derived.by((): SavedState | null => {
    const { source, table, result, resultSettings, clusterNames } = this
    if (source === null || table === null) return null
    return {
      fileName: source.name,
      example: source.example?.name ?? null,
      settings: this.#hashOf(this.settings),
      resultSettings: resultSettings === null ? null : this.#hashOf(resultSettings),
      clusterNames: [...clusterNames],
      labels: result?.labels ?? null,
    }
  })

  /** Keeps a copy of the file and the state in this browser, so that a reload restores them. */
  save(state: SavedState): void {
    const { source } = this
    if (source === null) return
    const isNewFile = this.#savedFile !== source.file
    this.#savedFile = source.file
    this.isSaved = true
    this.#saving = this.#saving
      .then(() => (isNewFile ? saveFileCopy(source.file) : undefined))
      .then(() => saveState(state))
  }

  /** Removes the copy of the file and closes it. */
  async forgetFile(): Promise<void> {
    this.close()
    this.#saving = this.#saving.then(forgetSaved)
    await this.#saving
  }

  /** The project as one file. */
  project(): Blob | null {
    return this.state === null || this.source === null ? null : projectFile({ ...this.state, file: this.source.file })
  }

  /** Opens the file of a saved session and finds the same result again. */
  async restore(saved: SavedSession): Promise<void> {
    const example = EXAMPLES.find(each => each.name === saved.example) ?? null
    const settings = fromHash(saved.settings).settings
    await this.open({ name: saved.fileName, file: saved.file, example }, settings)
    if (this.understood === null || saved.resultSettings === null) return
    this.settings = fromHash(saved.resultSettings).settings
    this.clusterNames = new Map(saved.clusterNames)
    if (saved.labels !== null) await this.computation.restoreLabels(saved.labels)
    await this.run()
    this.settings = settings
  }

  /** Applies the settings of a URL to the open file, for example after the user went back. */
  async applyAddress(hash: string): Promise<void> {
    const { settings, data } = fromHash(hash)
    const { source } = this
    const isSame =
      source !== null && (source.example === null ? data.file === source.name : data.example === source.example.name)
    if (!isSame) {
      await this.openAddress(hash)
      return
    }
    const before = $state.snapshot(this.settings) as Settings
    const hadResult = this.resultSettings !== null
    const differs = (names: readonly (keyof Settings)[]) =>
      names.some(name => JSON.stringify(before[name]) !== JSON.stringify(settings[name]))
    this.settings = settings
    if (differs(['transposed', 'variable', 'header'])) await this.open(source, settings)
    else if (differs(['input', 'id', 'truth', 'columns', 'exclude', 'categorical', 'impute', 'scale'])) {
      await this.understand()
    }
    if (hadResult && this.understood !== null) await this.run()
  }

  /** Opens what a URL names: an example, the file of the last session, or the start page with the settings of a link. */
  async openAddress(hash: string): Promise<void> {
    const { settings, data, isGiven } = fromHash(hash)
    const example = EXAMPLES.find(each => each.name === data.example)
    const saved = isGiven ? await readSaved() : null
    const isSaved =
      saved !== null &&
      (saved.example ?? null) === data.example &&
      (data.example !== null || saved.fileName === data.file)
    if (isSaved && saved.settings === hash) await this.restore(saved)
    else if (isSaved && data.example === null) {
      await this.open({ name: saved.fileName, file: saved.file, example: null }, settings)
      await this.run()
    } else if (example !== undefined) {
      await this.openExample(example, settings)
      await this.run()
    } else {
      this.close()
      if (isGiven) {
        this.settings = settings
        this.expectedFile = data.file
      }
    }
  }

  /** Starts the worker before its first use, and loads the remaining parts when the page is idle. */
  warmUp(): void {
    this.#client.computation()
    startDrawWorker()
    setTimeout(() => void this.#loadRest().catch(() => {}), REST_AFTER)
  }

  async #loadRest(): Promise<void> {
    await Promise.all([this.computation.loadRest(), loadViews()])
    // The service worker keeps all files, so that a reload works without a network.
    if (import.meta.env.PROD) await navigator.serviceWorker?.register('./service-worker.js')
  }

  /** Opens an example with the settings of a link, or with the example's own settings. */
  async openExample(example: Example, settings?: Settings): Promise<void> {
    this.isOpening = true
    try {
      const response = await fetch(example.address).catch(() => null)
      if (!response?.ok) {
        const message = `Cannot load the example ${example.file}. Examples need a network connection; your own files do not.`
        this.dataFault = ownFault(message)
        this.isOpening = false
        return
      }
      const wanted = settings ?? { ...DEFAULT_SETTINGS, ...example.settings }
      await this.open({ name: example.file, file: await response.blob(), example }, wanted)
    } catch (error) {
      this.dataFault = faultOf(error)
      this.isOpening = false
    }
  }

  /** Opens a file that the user dropped or chose. The settings of a link apply only to the file that it names. */
  async openFile(file: File): Promise<void> {
    if (file.name.toLowerCase().endsWith(PROJECT_ENDING)) {
      await this.#openProject(file)
      return
    }
    const expected = this.source === null ? this.expectedFile : null
    const isExpected = expected === file.name
    const settings = isExpected ? ($state.snapshot(this.settings) as Settings) : { ...DEFAULT_SETTINGS }
    const opened = this.open({ name: file.name, file, example: null }, settings)
    if (expected !== null && !isExpected) {
      this.notice = `The settings of the link belong to ${expected}. ${file.name} was opened with the default settings.`
    }
    await opened
  }

  async #openProject(file: File): Promise<void> {
    try {
      await this.restore(await readProject(file))
    } catch (error) {
      this.#forget()
      this.dataFault = faultOf(error)
    }
  }

  async open(source: Source, settings: Settings): Promise<void> {
    this.#forget()
    const generation = ++this.#generation
    this.notice = null
    this.source = source
    this.settings = { ...settings }
    this.isOpening = true
    try {
      const table = await this.computation.open(source.file, source.name, settings)
      if (generation !== this.#generation) return
      this.table = table
      this.isOpening = false
      await this.understand()
    } catch (error) {
      if (generation === this.#generation && !isStopped(error)) this.dataFault = faultOf(error)
    } finally {
      if (generation === this.#generation) this.isOpening = false
    }
  }

  /** Interprets the table with the current settings. */
  async understand(): Promise<void> {
    if (this.running !== null) await this.stop()
    this.dataFault = null
    this.problems = null
    this.advice = null
    this.isStopped = false
    this.#forgetResult()
    const settings = $state.snapshot(this.settings) as Settings
    const generation = this.#generation
    const columns = await this.computation.columns(settings).catch(() => null)
    if (generation !== this.#generation) return
    this.columns = columns ?? this.columns
    try {
      const understood = await this.computation.understand(settings)
      if (generation !== this.#generation) return
      this.understood = understood
      this.map = null
      this.mapProgress = null
      this.mapFault = null
      void this.nameBy(this.#usualName())
    } catch (error) {
      if (generation !== this.#generation) return
      this.understood = null
      this.dataFault = faultOf(error)
      if (settings.input !== 'labelings') this.problems = await this.computation.problems(settings).catch(() => null)
    }
  }

  /** Changes the roles of columns. */
  changeColumns(change: Partial<Settings>): void {
    Object.assign(this.settings, change)
    void this.understand()
  }

  /** Exchanges rows and columns of the file. Roles belong to the columns before, so they are detected again. */
  async transpose(): Promise<void> {
    if (this.source === null) return
    const { settings } = this
    const wanted = {
      ...DEFAULT_SETTINGS,
      clusterCount: settings.clusterCount,
      seed: settings.seed,
      transposed: !settings.transposed,
    }
    await this.open(this.source, wanted)
  }

  /** Whether the user acted last with the keyboard. */
  isKeyboard = false

  /** Runs with the current settings. */
  async run(): Promise<void> {
    const settings = $state.snapshot(this.settings) as Settings
    if (this.understood === null || !hasCount(settings)) return
    const isFirst = this.result === null
    const { isKeyboard } = this
    await this.#work(async onEvent => {
      const result = await this.computation.run(settings, onEvent)
      return () => {
        this.#show(result, settings)
        if (isKeyboard && isFirst) this.focusCount++
      }
    })
  }

  /** Counts the results that were found by a run that started with the keyboard: the focus moves to them. */
  focusCount = $state(0)

  #show(result: ResultView, settings: RunSettings): void {
    const kept = new Set(result.kept)
    this.clusterNames = new Map([...this.clusterNames].filter(([cluster]) => kept.has(cluster)))
    this.result = result
    this.resultSettings = settings
    this.selection = null
    this.picked = null
  }

  /** Renames a cluster; an empty name removes it. */
  rename(cluster: number, name: string): void {
    const names = new Map(this.clusterNames)
    const text = name.trim().slice(0, LONGEST_NAME)
    if (text === '') names.delete(cluster)
    else names.set(cluster, text)
    this.clusterNames = names
  }

  /** The name of a cluster that the user gave, or its number. */
  nameOf(cluster: number): string {
    return this.clusterNames.get(cluster) ?? String(cluster)
  }

  /** The name of a cluster for a sentence. */
  titleOf(cluster: number): string {
    return this.clusterNames.get(cluster) ?? `Cluster ${cluster}`
  }

  /** The name of a cluster within a sentence. */
  wordsOf(cluster: number): string {
    return this.clusterNames.get(cluster) ?? `cluster ${cluster}`
  }

  /** Merges clusters of the result. */
  async merge(clusters: readonly number[]): Promise<void> {
    if (this.resultSettings === null) return
    const generation = this.#generation
    const settings = this.resultSettings
    const result = await this.computation.merge(clusters)
    if (generation === this.#generation) this.#show(result, settings)
  }

  /** Runs again with the numbers of the command line, and without merges. */
  async useCommandNumbers(): Promise<void> {
    await this.computation.forgetNumbers()
    this.clusterNames = new Map()
    await this.run()
  }

  /** The picture that is shown: the chosen one, or the one that suits the data. */
  readonly pictureKind = $derived.by((): PictureKind => {
    const { understood, chosenPicture, result } = this
    const isPossible = (kind: PictureKind) =>
      kind === 'map'
        ? (understood?.sampleCount ?? 0) >= LEAST_MAPPED
        : kind === 'features'
          ? result?.plane != null
          : result?.picture != null
    const isPlane = understood?.kind === 'features' && understood.names.length <= 2
    const order: PictureKind[] = isPlane ? ['features', 'map', 'consensus'] : ['map', 'features', 'consensus']
    return [...(chosenPicture === null ? [] : [chosenPicture]), ...order].find(isPossible) ?? 'consensus'
  })

  /** The columns of the file that can colour and name samples, and the features that are not columns. */
  readonly shownColumns = $derived.by((): string[] => {
    const columns = this.table?.columns.filter(({ kind }) => kind !== 'vector').map(({ name }) => name) ?? []
    const known = new Set(columns)
    const features = this.understood?.kind === 'features' ? this.understood.names : []
    return [...columns, ...features.filter(name => !known.has(name))]
  })

  /** The column that names the samples; null for their ids or rows. */
  nameColumn = $state.raw<ColumnValues | null>(null)

  /** Names the samples by a column; null for their ids or rows. */
  async nameBy(column: string | null): Promise<void> {
    const { understood } = this
    const values = column === null ? null : await this.computation.column(column).catch(() => null)
    if (this.understood === understood) this.nameColumn = values
  }

  /** The first column of texts that are nearly all different, beside the ids. */
  #usualName(): string | null {
    const { understood, columns, table } = this
    if (understood === null || columns === null || table === null) return null
    const tells = columns.columns.find(
      ({ name, type, distinct }) =>
        type === 'text' && distinct > MOST_SHARED * table.rowCount && name !== understood.idName,
    )
    return tells?.name ?? null
  }

  choosePicture(kind: PictureKind): void {
    this.chosenPicture = kind
    remember(PICTURE_KEY, kind)
  }

  /** Computes the map if it is not known yet. */
  async findMap(): Promise<void> {
    if (this.map !== null || this.mapProgress !== null || this.understood === null) return
    const { understood } = this
    this.mapProgress = 0
    this.mapFault = null
    const hear = (share: number) => {
      // The last share may arrive after the map, by another way.
      if (this.understood === understood && this.mapProgress !== null) this.mapProgress = share
    }
    try {
      const map = await this.computation.map(Comlink.proxy(hear))
      if (this.understood === understood) this.map = map
    } catch (error) {
      if (this.understood === understood && !isStopped(error)) this.mapFault = faultOf(error)
    } finally {
      if (this.understood === understood) this.mapProgress = null
    }
  }

  /** Takes a number of clusters and finds them. */
  async findCount(clusterCount: number): Promise<void> {
    this.settings.clusterCount = clusterCount
    if (this.running === null) await this.run()
  }

  /** Computes the evidence for every number of clusters. It never changes the number that is set. */
  async advise(): Promise<void> {
    if (this.understood === null) return
    this.advice = null
    const settings = $state.snapshot(this.settings) as Settings
    await this.#work(async onEvent => {
      const { advice, verdict } = await this.computation.advise(settings, onEvent)
      return () => {
        this.advice = advice
        if (this.result !== null && verdict !== null) this.result = { ...this.result, verdict }
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
    this.running = { phase: 'starting', done: 0, total: 0 }
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
    const { result, resultSettings } = this
    const settings = $state.snapshot(this.settings) as Settings
    await this.computation.open(this.source.file, this.source.name, resultSettings ?? settings)
    await this.computation.understand(resultSettings ?? settings)
    if (result === null || resultSettings === null || generation !== this.#generation) return
    // The new worker finds the result again, because the views request parts of it. The page keeps showing it.
    await this.computation.restoreLabels(result.labels)
    await this.computation
      .run(
        resultSettings,
        Comlink.proxy(() => {}),
      )
      .catch(() => {})
  }

  #hear(event: RunEvent): void {
    if (this.running === null) return
    if (event.kind === 'picture') this.livePicture = event.picture
    else if (event.kind === 'labels') this.liveLabels = event
    else this.running = { phase: event.phase, done: event.done, total: event.total }
  }

  /** Selects the samples that have a text in a column, or in any text column. */
  async selectWith(text: string, column: string | null): Promise<number> {
    const { result } = this
    const samples = await this.computation.search(text, column)
    if (this.result === result) this.select(samples, `with “${text.trim()}”`)
    return samples.length
  }

  /** The share of the current step that is done; null if it is unknown. */
  readonly runningShare = $derived.by(() =>
    this.running === null || this.running.total === 0 ? null : this.running.done / this.running.total,
  )

  select(samples: Int32Array, words: string, cluster: number | null = null): void {
    this.selection = samples.length === 0 ? null : { samples, words, cluster }
    this.picked = null
  }

  /** Adds samples to the selection. */
  addToSelection(samples: Int32Array, words: string): void {
    const before = this.selection
    if (before === null) {
      this.select(samples, words)
      return
    }
    const isChosen = new Uint8Array(this.result?.labels.length ?? 0)
    for (const sample of before.samples) isChosen[sample] = 1
    for (const sample of samples) isChosen[sample] = 1
    this.select(
      samplesWhere(isChosen.length, i => isChosen[i] === 1),
      'selected in several steps',
    )
  }

  /** Selects one sample and shows its values, or adds it to the selection; null clears both. */
  pick(sample: number | null, isAdded: boolean): void {
    if (sample === null) {
      if (!isAdded) {
        this.selection = null
        this.picked = null
      }
      return
    }
    if (isAdded) this.addToSelection(Int32Array.of(sample), 'selected one by one')
    else this.select(Int32Array.of(sample), 'selected')
    this.picked = sample
  }

  /** Selects a whole cluster, or clears the selection if it is selected already. */
  selectCluster(cluster: number): void {
    if (this.result === null) return
    if (this.selection?.cluster === cluster) {
      this.selection = null
      return
    }
    const { labels } = this.result
    const samples = samplesWhere(labels.length, i => labels[i] === cluster)
    this.select(samples, `in ${this.wordsOf(cluster)}`, cluster)
  }

  /** Returns to the start page. */
  close(): void {
    this.#generation++
    this.#forget()
    this.source = null
    this.isOpening = false
    this.notice = null
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
    this.columns = null
    this.dataFault = null
    this.runFault = null
    this.livePicture = null
    this.liveLabels = null
    this.isStopped = false
    this.clusterNames = new Map()
    this.map = null
    this.mapProgress = null
    this.mapFault = null
    this.nameColumn = null
    this.#forgetResult()
  }

  #forgetResult(): void {
    this.result = null
    this.resultSettings = null
    this.selection = null
    this.picked = null
  }
}
