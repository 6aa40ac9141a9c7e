/** Options of the library with their names on the command line. */
const FLAGS = new Map([
  ['clusterCount', '-k'],
  ['ensembleSize', '-m'],
  ['maxClusterCount', '--max-clusters'],
  ['sampleCount', '-n'],
  ['featureCount', '--features'],
  ['clusterCounts', '-k'],
  ['memoryLimit', '--memory-limit'],
  ...[
    'base',
    'distance',
    'generator',
    'seed',
    'method',
    'alpha',
    'lambda',
    'weights',
    'solver',
    'restarts',
    'anchors',
    'exact',
    'resamples',
    'port',
    'spread',
  ].map(name => [name, `--${name}`] as const),
])

/** Options with the same name in both, which messages quote as code. */
const SAME_NAMES = [
  'id',
  'truth',
  'columns',
  'exclude',
  'categorical',
  'dates',
  'missing',
  'sheet',
  'encoding',
  'variable',
  'impute',
  'scale',
  'force',
]

/** Functions of the library with a command of the same name. */
const COMMANDS = ['cluster', 'consensus']

/**
 * Replaces the names of library options in a message by command-line options: `buildEnsemble: ensembleSize must be ..`
 * becomes `-m must be ..`, and `use \`impute: 'median'\`` becomes `use --impute median`.
 */
export function inFlagWords(message: string): string {
  const withFlag = message.replace(
    /^(?:advise|buildEnsemble|cluster|consensus|sampleShape|serveApp): (\w+) must\b/,
    (whole, name: string) => {
      const flag = FLAGS.get(name)
      return flag === undefined ? whole : `${flag} must`
    },
  )
  return withFlag
    .replace('Run advise', 'Run chorale advise')
    .replace(/`(\w+)(?:: (?:'([^']*)'|true))?`/g, (whole, name: string, value?: string) => {
      if (COMMANDS.includes(name)) return `chorale ${name}`
      if (!SAME_NAMES.includes(name)) return whole
      return value === undefined ? `--${name}` : `--${name} ${value}`
    })
}
