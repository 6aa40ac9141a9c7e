/** Options of the library under their names on the command line. */
const FLAGS = new Map([
  ['clusterCount', '-k'],
  ['ensembleSize', '-m'],
  ['maxClusterCount', '--max-clusters'],
  ['sampleCount', '-n'],
  ['featureCount', '--features'],
  ...['generator', 'seed', 'method', 'alpha', 'lambda', 'weights', 'solver', 'restarts', 'spread'].map(
    name => [name, `--${name}`] as const,
  ),
])

/** A message in the words of the command line: `buildEnsemble: ensembleSize must be ..` becomes `-m must be ..`. */
export function inFlagWords(message: string): string {
  return message.replace(/^(?:buildEnsemble|consensus|sampleShape): (\w+) must\b/, (whole, name: string) => {
    const flag = FLAGS.get(name)
    return flag === undefined ? whole : `${flag} must`
  })
}
