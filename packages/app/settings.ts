import {
  GENERATORS,
  type GeneratorName,
  IMPUTATIONS,
  type Imputation,
  type InputKind,
  idleOption,
  type MethodFacts,
  type MethodName,
  methodNamed,
  type OptionName,
  SCALES,
  type Scale,
  SOLVERS,
  type SolverName,
} from 'chorale/internal'
import { shellWord } from 'chorale-report/data'
import { METHOD_FACTS } from './methods.js'

/** How to read the columns of a table; null means auto-detected, or the default. */
export interface ReadSettings {
  input: InputKind | null
  /** Whether rows and columns are exchanged before anything else. */
  transposed: boolean
  id: string | null
  truth: string | null
  /** Names or patterns, as the command line takes them. */
  columns: string[] | null
  exclude: string[] | null
  /** Text columns to use as features. */
  categorical: string[] | null
  impute: Imputation | null
  scale: Scale | null
  variable: string | null
  /** Whether the first row contains the column names. */
  header: 'yes' | 'no' | null
}

/** How to build the base clusterings; null is the default of the library. */
interface EnsembleSettings {
  ensembleSize: number | null
  /** How runs of k-means differ; 'auto' lets the library choose the base clusterers. */
  generator: GeneratorName | 'auto'
  maxClusterCount: number | null
}

/** How to find the consensus; null is the default of the method. */
export interface MethodSettings {
  /** null until the user sets or accepts a number. */
  clusterCount: number | null
  /** 'auto' is the default for the base clusterings. */
  method: MethodName | 'auto'
  alpha: number | 'auto' | null
  lambda: number | null
  weights: 'learned' | null
  solver: SolverName | null
  restarts: number | null
}

/** All settings that the labels depend on. */
export interface Settings extends ReadSettings, EnsembleSettings, MethodSettings {
  seed: number
}

/** The settings of a run: k is known. */
export interface RunSettings extends Settings {
  clusterCount: number
}

/** Whether settings are enough for a run. */
export function hasCount(settings: Settings): settings is RunSettings {
  return settings.clusterCount !== null
}

export const DEFAULT_SETTINGS: Settings = {
  input: null,
  transposed: false,
  id: null,
  truth: null,
  columns: null,
  exclude: null,
  categorical: null,
  impute: null,
  scale: null,
  variable: null,
  header: null,
  ensembleSize: null,
  generator: 'auto',
  maxClusterCount: null,
  clusterCount: null,
  method: 'auto',
  alpha: null,
  lambda: null,
  weights: null,
  solver: null,
  restarts: null,
  seed: 1,
}

/** The method options that the app can set. */
type SettableOption = OptionName & keyof MethodSettings

/** The generators of the app; the first is the default. */
export const GENERATOR_CHOICES = ['auto', ...GENERATORS] as const

/** The method of the settings; null if the plan of the run chooses it. */
export function methodOf(settings: Pick<Settings, 'method' | 'generator'>, kind: InputKind): MethodName | null {
  if (settings.method !== 'auto') return settings.method
  return kind === 'features' && settings.generator === 'auto' ? null : METHOD_FACTS[0].name
}

/** Whether the method uses an option with these settings. */
export function isUsed(option: SettableOption, settings: Settings, kind: InputKind): boolean {
  const method = methodOf(settings, kind)
  return method !== null && isUsedAmong(METHOD_FACTS, option, { ...settings, method })
}

/** The same for a given list of methods. */
export function isUsedAmong(
  methods: readonly MethodFacts[],
  option: SettableOption,
  settings: Omit<MethodSettings, 'method'> & { method: string },
): boolean {
  const method = methodNamed(settings.method, methods)
  return method.options[option] !== undefined && idleOption(method, option, settings) === null
}

/** The options of the method that the settings set and that it uses, by their names in the library. */
export function consensusOptions(settings: Settings, kind: InputKind) {
  const used = <Name extends SettableOption>(name: Name) =>
    isUsed(name, settings, kind) ? (settings[name] ?? undefined) : undefined
  return {
    method: settings.method === 'auto' ? undefined : settings.method,
    alpha: used('alpha'),
    lambda: used('lambda'),
    weights: used('weights'),
    solver: used('solver'),
    restarts: used('restarts'),
    seed: settings.seed,
  }
}

/** The options of the plan of a table, by their names in the library. What is not set is decided by the plan. */
export function planOptions(settings: Settings) {
  const { generator, ensembleSize, maxClusterCount } = settings
  return {
    ...consensusOptions(settings, 'features'),
    ensembleSize: ensembleSize ?? undefined,
    generator: generator === 'auto' ? undefined : generator,
    maxClusterCount: generator === 'fixed-k' ? undefined : (maxClusterCount ?? undefined),
  }
}

/** The arguments of the command that gives the same labels from the same file. */
export function commandOf(settings: RunSettings, kind: InputKind, fileName: string): string[] {
  const { alpha, lambda, weights, solver, restarts } = consensusOptions(settings, kind)
  const { clusterCount, id, truth, impute, scale, variable, ensembleSize, generator, maxClusterCount, seed } = settings
  const words = ['chorale', kind === 'features' ? 'cluster' : 'consensus', commandFile(settings, fileName)]
  const add = (flag: string, value: string | number | null | undefined) => {
    if (value != null) words.push(flag, String(value))
  }
  add('-k', clusterCount)
  if (settings.method !== 'auto') add('--method', settings.method)
  add('--alpha', alpha)
  add('--lambda', lambda)
  add('--weights', weights)
  add('--solver', solver)
  add('--restarts', restarts)
  if (kind === 'features') {
    add('-m', ensembleSize)
    if (generator !== 'auto') add('--generator', generator)
    if (generator !== 'fixed-k') add('--max-clusters', maxClusterCount)
    add('--scale', scale)
    add('--impute', impute)
  }
  add('--id', id)
  add('--truth', truth)
  add('--columns', listOf(settings.columns))
  add('--exclude', listOf(settings.exclude))
  if (kind === 'features') add('--categorical', listOf(settings.categorical))
  add('--variable', variable)
  add('--header', settings.header)
  if (seed !== DEFAULT_SETTINGS.seed) add('--seed', seed)
  return [...words, '-o', 'labels.csv']
}

/** Names of columns as the command line takes them. */
function listOf(names: readonly string[] | null): string | null {
  return names === null ? null : names.map(name => name.replaceAll(',', '\\,')).join(',')
}

/** The name of the file that the command reads: a transposed table must be saved first. */
export function commandFile(settings: ReadSettings, fileName: string): string {
  return settings.transposed ? `${fileName.replace(/(\.[a-z0-9]+)+$/i, '')}-transposed.csv` : fileName
}

/** The arguments as one line for a shell. */
export function commandLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ')
}

/** The origin of the data, for a link. */
export interface LinkedData {
  readonly example: string | null
  readonly file: string | null
}

/** The settings that differ from the defaults, as the hash of a URL. */
export function toHash(settings: Settings, data: LinkedData): string {
  const parameters = new URLSearchParams()
  if (data.example !== null) parameters.set('example', data.example)
  else if (data.file !== null) parameters.set('file', data.file)
  for (const [name, value] of Object.entries(settings)) {
    if (name === 'clusterCount') {
      if (value !== null) parameters.set('k', String(value))
    } else if (value !== DEFAULT_SETTINGS[name as keyof Settings]) {
      parameters.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value))
    }
  }
  return `#${parameters}`
}

/** Reads the output of {@link toHash}. Invalid values are replaced by the defaults. */
export function fromHash(hash: string): { settings: Settings; data: LinkedData; isGiven: boolean } {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  const text = (name: string) => parameters.get(name)
  const one = <T extends string>(name: string, allowed: readonly T[]): T | null =>
    allowed.find(each => each === text(name)) ?? null
  const whole = (name: string, least: number, most: number): number | null => {
    const value = Number(text(name) ?? Number.NaN)
    return Number.isInteger(value) && value >= least && value <= most ? value : null
  }
  const positive = (name: string, most: number): number | null => {
    const value = Number(text(name) ?? Number.NaN)
    return value > 0 && value <= most ? value : null
  }
  const methodNames = METHOD_FACTS.map(({ name }) => name)
  const settings: Settings = {
    input: one('input', ['features', 'labelings'] as const),
    id: text('id'),
    truth: text('truth'),
    transposed: text('transposed') === 'true',
    columns: namesOf(text('columns')),
    exclude: namesOf(text('exclude')),
    categorical: namesOf(text('categorical')),
    variable: text('variable'),
    header: one('header', ['yes', 'no'] as const),
    impute: one('impute', IMPUTATIONS),
    scale: one('scale', SCALES),
    ensembleSize: whole('ensembleSize', 2, 10_000),
    generator: one('generator', GENERATOR_CHOICES) ?? DEFAULT_SETTINGS.generator,
    maxClusterCount: whole('maxClusterCount', 2, 1e6),
    clusterCount: whole('k', 1, 1e6),
    method: one('method', methodNames) ?? DEFAULT_SETTINGS.method,
    alpha: text('alpha') === 'auto' ? 'auto' : positive('alpha', 1),
    lambda: positive('lambda', 1e6),
    weights: one('weights', ['learned'] as const),
    solver: one('solver', SOLVERS),
    restarts: whole('restarts', 1, 10_000),
    seed: whole('seed', 0, 2 ** 32 - 1) ?? DEFAULT_SETTINGS.seed,
  }
  return { settings, data: { example: text('example'), file: text('file') }, isGiven: [...parameters].length > 0 }
}

function namesOf(text: string | null): string[] | null {
  try {
    const names: unknown = JSON.parse(text ?? 'null')
    return Array.isArray(names) && names.every(name => typeof name === 'string') ? names : null
  } catch {
    return null
  }
}
