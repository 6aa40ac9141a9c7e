import type { GeneratorName, Imputation } from 'chorale/internal'
import type { Fault } from './fault.js'

/** The labels of the controls in step 2, by the name of the option that they set. */
export const CONTROL_NAMES = {
  clusterCount: 'Number of clusters (k)',
  alpha: 'Confidence threshold (alpha)',
  ensembleSize: 'Number of base clusterings (m)',
  generator: 'How the base clusterings differ',
  maxClusterCount: 'Maximum clusters per base clustering',
  weights: 'Weights of the base clusterings',
  solver: 'Solver for the weights',
  lambda: 'Lambda',
  restarts: 'Restarts of the final k-means',
  seed: 'Seed',
}

/** Choices of a plan that have no control. */
const CHOICE_NAMES: Record<string, string> = {
  base: 'Base clusterings',
  method: 'Method',
  distance: 'Distance',
  fitRows: 'Rows of the fit',
}

/** What a plan chose, by the name of the option. */
export function choiceName(option: string): string {
  return isControl(option) ? CONTROL_NAMES[option] : (CHOICE_NAMES[option] ?? option)
}

/** The ways to handle missing values, as on the buttons. */
export const IMPUTATION_NAMES: Record<Imputation, string> = {
  median: 'Fill with the median',
  mean: 'Fill with the mean',
  knn: 'Fill from the nearest rows',
  'drop-rows': 'Drop the rows',
}

/** One sentence about each generator. */
export const GENERATOR_WORDS: Record<GeneratorName | 'auto', string> = {
  auto: 'Chorale chooses the base clusterings from the data, and says which and why.',
  'random-k': 'k-means; each base clustering has a random number of clusters.',
  'fixed-k': 'Every base clustering has k clusters; only the starting points differ.',
  subsample: 'Each base clustering uses 80 % of the samples.',
  subspace: 'Each base clustering uses half of the features.',
  projection: 'Each base clustering uses a random projection of the features.',
  mixed: 'The base clusterings alternate between the other options.',
}

/** The current step of a run, in words. */
export function progressWords(running: { phase: string; done: number; total: number } | null): string {
  if (running === null) return ''
  const { phase, done, total } = running
  const current = Math.min(done + 1, total)
  switch (phase) {
    case 'ensemble':
      return `Base clusterings: ${done} of ${total}`
    case 'similarity':
      return 'Comparing the samples'
    case 'embedding':
      return total > 1 ? `Computing the embedding: threshold ${current} of ${total}` : 'Computing the embedding'
    case 'labels':
      return 'Assigning samples to clusters'
    case 'review':
      return 'Checking the result'
    case 'picture':
      return 'Preparing the plots'
    case 'label':
      return 'Labeling all rows'
    case 'resamples':
      return `Testing numbers of clusters: resample ${current} of ${total}`
    case 'starting':
      return 'Planning'
    default:
      return 'Testing whether there are clusters'
  }
}

/** An error in the words of the app: the parameter becomes the label of its control. */
export function faultWords({ message, caller, parameter = '', isOurs }: Fault): string {
  const isNamed = caller !== undefined && isControl(parameter)
  const words = isNamed ? `${CONTROL_NAMES[parameter]}${message.slice(`${caller}: ${parameter}`.length)}` : message
  return `${isOurs ? 'This is a bug in Chorale: ' : ''}${inAppWords(words)}`
}

/** A sentence of the library in the words of the app. Advice about parameters is left out: the app has buttons instead. */
export function inAppWords(message: string): string {
  return message
    .replace(/; [^;]*`\w+[^;]*$/, '')
    .replace(/ \(`clusterCount: 'auto'`\)/, '')
    .replace(/`exclude: [^`]*`/, 'the menu of the column')
    .replace(/`impute: '([\w-]+)'`/g, (_, name: Imputation) => `“${IMPUTATION_NAMES[name]}”`)
    .replaceAll('`', '')
    .replace('Run advise', 'Let Chorale choose the number of clusters')
}

function isControl(name: string): name is keyof typeof CONTROL_NAMES {
  return Object.hasOwn(CONTROL_NAMES, name)
}
