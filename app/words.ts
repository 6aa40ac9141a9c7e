import type { GeneratorName, MethodName } from '../src/index.js'

/** The methods in one sentence each. */
export const METHOD_WORDS: Record<MethodName, string> = {
  balanced: 'Chorale’s own: confident links and the base clusterings themselves, on one scale.',
  gpec: 'The published method: confident links, and weights that keep any one clustering from dominating.',
  eac: 'Average linkage on how often samples share a cluster. Memory grows with n².',
  lwea: 'Average linkage; clusters that others break up count less. Memory grows with n².',
  lwgp: 'Cuts the network of samples and base clusters.',
  nwca: 'Average linkage with the cluster weights of gpec. Memory grows with n².',
  eccms: 'Strengthens sure links, then average linkage. Memory grows with n², time with n³.',
  mkkm: 'Multiple kernel k-means, one kernel per base clustering.',
  mkkc: 'Multiple kernel clustering, the min-max form.',
  smkkm: 'Simple multiple kernel k-means.',
  sec: 'Weighted k-means on the base clusters.',
  ces2l: 'Self-paced similarity, linear form. Memory grows with n².',
  ces2q: 'Self-paced similarity, quadratic form. Memory grows with n².',
  ceam: 'Diffusion over several layers of similarity.',
}

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
    default:
      return 'Starting'
  }
}
