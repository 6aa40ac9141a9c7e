import type { InputError } from 'chorale/internal'

/** Options of the library with their names on the command line. */
const FLAGS = new Map([
  ['clusterCount', '-k'],
  ['ensembleSize', '-m'],
  ['maxClusterCount', '--max-clusters'],
  ['sampleCount', '-n'],
  ['featureCount', '--features'],
  ['clusterCounts', '-k'],
  ['memoryLimit', '--memory-limit'],
  ['fitRows', '--fit-rows'],
  ['featureShare', '--gene-share'],
  ['sampleShare', '--sample-share'],
  ['genesIn', '--genes-in'],
  ['topGenes', '--top-genes'],
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
  'text',
  'dates',
  'missing',
  'sheet',
  'encoding',
  'variable',
  'impute',
  'prepare',
  'scale',
  'force',
  'genesIn',
]

/** Functions of the library with a command of the same name. */
const COMMANDS = ['cluster', 'consensus']

/** Functions of the library whose options the command takes. */
const CALLERS = ['advise', 'buildEnsemble', 'cluster', 'consensus', 'consensusStudy', 'sampleShape', 'serveApp']

/** The option of the command for a parameter of the library. */
export function flagOf(parameter: string): string {
  return FLAGS.get(parameter) ?? `--${parameter}`
}

/** An error of the library in the words of the command: `buildEnsemble: ensembleSize must ..` becomes `-m must ..`. */
export function errorInFlagWords({ message, caller, parameter }: InputError): string {
  const flag = FLAGS.get(parameter ?? '')
  if (flag === undefined || caller === undefined || !CALLERS.includes(caller)) return inFlagWords(message)
  return inFlagWords(`${flag}${message.slice(`${caller}: ${parameter}`.length)}`)
}

/** Replaces options in a sentence of the library, which quotes them as code: `impute: 'median'` becomes --impute median. */
export function inFlagWords(sentence: string): string {
  return sentence
    .replace('Run advise', 'Run chorale advise')
    .replace(/set `header: (true|false)`/, (_, value: string) => `use --header ${value === 'true' ? 'yes' : 'no'}`)
    .replace("`clusterCount: 'auto'`", '-k auto')
    .replace("`topGenes: 'all'`", '--top-genes all')
    .replace(/`(\w+): \[([^\]`]*)\]`/g, (_, name: string, list: string) => `--${name} ${listWord(list)}`)
    .replace(/`(\w+)(?:: (?:'([^']*)'|true))?`/g, (whole, name: string, value?: string) => {
      if (COMMANDS.includes(name)) return `chorale ${name}`
      if (!SAME_NAMES.includes(name)) return whole
      return value === undefined ? flagOf(name) : `${flagOf(name)} ${value}`
    })
}

/** A list of quoted names as one word of a command line: 'a', 'b c' becomes "a,b c". */
function listWord(list: string): string {
  const names = [...list.matchAll(/'([^']*)'/g)].map(([, name]) => name.replaceAll(',', '\\,')).join(',')
  return /^[\w,.-]+$/.test(names) ? names : JSON.stringify(names)
}
