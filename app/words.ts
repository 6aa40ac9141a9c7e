import type { GeneratorName } from '../src/internal.js'

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
