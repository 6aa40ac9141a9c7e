import type { GeneratorName, MethodName } from '../src/internal.js'

/** The methods in one sentence each. */
export const METHOD_WORDS: Record<MethodName, string> = {
  balanced: 'Chorale’s own: the confident links and the base clusterings themselves, on one scale.',
  gpec: 'The published method: confident links, and weights that balance the base clusterings.',
  eac: 'How often two samples share a cluster, cut by average linkage. The classic.',
  lwea: 'As eac, but a cluster counts less the more the others break it up.',
  lwgp: 'The graph of samples and weighted clusters, cut spectrally. Good for large data.',
  nwca: 'As lwea, with entropies normalised by the number of clusters.',
  eccms: 'Spreads the confident links, then average linkage. Dear in time.',
  mkkm: 'Multiple kernel k-means, min-min. For comparison only.',
  mkkc: 'Multiple kernel k-means, min-max. Fast and stable.',
  smkkm: 'Weights that minimise the best fit of an embedding.',
  sec: 'Weighted k-means on the base clusters. The cheapest; give it ten starts or more.',
  ces2l: 'Clusters the clear samples first, then lets the others join (linear form).',
  ces2q: 'Clusters the clear samples first, then lets the others join (squared form).',
  ceam: 'Diffusion over a graph with one layer per base clustering. The slowest.',
}

/** The methods, the default first. Their names alone: all of their code is in the worker. */
export const METHODS = Object.keys(METHOD_WORDS) as MethodName[]

/** The generators in one sentence each. */
export const GENERATOR_WORDS: Record<GeneratorName, string> = {
  'random-k': 'Every base clustering has its own number of clusters.',
  'fixed-k': 'All have k clusters and differ by their starts.',
  subsample: 'Each sees 80 % of the samples.',
  subspace: 'Each sees half of the features.',
  projection: 'Each sees a random projection of the features.',
  mixed: 'The other ways in turn.',
}

/** What is being done, in words. */
export function progressWords(running: { phase: string; done: number; total: number } | null): string {
  if (running === null) return ''
  const { phase, done, total } = running
  switch (phase) {
    case 'ensemble':
      return `Base clusterings: ${done} of ${total}`
    case 'similarity':
      return 'Comparing the samples'
    case 'embedding':
      return total > 1
        ? `Placing the samples: ${Math.min(done + 1, total)} of ${total} thresholds`
        : 'Placing the samples'
    case 'labels':
      return 'Naming the clusters'
    case 'resamples':
      return `Trying numbers of clusters on parts of the data: ${Math.min(done + 1, total)} of ${total}`
    case 'starting':
      return 'Starting'
    default:
      return 'Asking whether there are clusters at all'
  }
}

/** A message of the library without its advice on parameters: the page has controls for them. */
export function withoutParameters(message: string): string {
  return message.replace(/; [^;]*`\w+[^;]*$/, '').replaceAll('`', '')
}
