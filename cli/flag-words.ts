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

/** Options that have the same name in both, in messages that quote them as code. */
const SAME_NAMES = ['id', 'truth', 'columns', 'variable', 'impute', 'scale']

/**
 * A message in the words of the command line: `buildEnsemble: ensembleSize must be ..` becomes `-m must be ..`, and
 * `use \`impute: 'median'\`` becomes `use --impute median`.
 */
export function inFlagWords(message: string): string {
  const withFlag = message.replace(/^(?:buildEnsemble|consensus|sampleShape): (\w+) must\b/, (whole, name: string) => {
    const flag = FLAGS.get(name)
    return flag === undefined ? whole : `${flag} must`
  })
  return withFlag.replace(/`(\w+)(?:: '([^']*)')?`/g, (whole, name: string, value?: string) => {
    if (!SAME_NAMES.includes(name)) return whole
    return value === undefined ? `--${name}` : `--${name} ${value}`
  })
}
