import {
  DISTANCES,
  GENERATORS,
  IMPUTATIONS,
  INPUT_KINDS,
  METHOD_NAMES,
  PREPARATIONS,
  SCALES,
  SHAPES,
  SOLVERS,
} from 'chorale/internal'
import { terminal } from 'chorale-node/internal'
import type { Command, Option } from 'commander'
import { oneOf } from './parse.js'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

/** The values of options that take one of a few words. */
const VALUES: Record<string, readonly string[]> = {
  '--method': METHOD_NAMES,
  '--methods': ['all', ...METHOD_NAMES],
  '--generator': GENERATORS,
  '--prepare': PREPARATIONS,
  '--top-genes': ['auto', 'all'],
  '--scale': SCALES,
  '--distance': DISTANCES,
  '--impute': IMPUTATIONS,
  '--solver': SOLVERS,
  '--weights': ['uniform', 'learned'],
  '--input': INPUT_KINDS,
  '--chart-format': ['svg', 'png'],
  '--clusters': ['auto'],
  '--alpha': ['auto'],
}

export function addCompletionCommand(command: Command): void {
  command.argument('<shell>', SHELLS.join(', '), oneOf('shell', SHELLS)).action((shell: Shell) => {
    terminal().stdout.write(SCRIPTS[shell](commandWords(command.parent!)))
  })
}

/** What the scripts need to know of a command. */
interface CommandWords {
  readonly name: string
  readonly description: string
  readonly options: readonly OptionWords[]
  /** The words of its first argument; null if it is a file. */
  readonly words: readonly string[] | null
}

interface OptionWords {
  readonly flags: readonly string[]
  readonly description: string
  readonly takesValue: boolean
  /** The words that it takes; null if it takes others, or none. */
  readonly values: readonly string[] | null
}

const HELP: OptionWords = {
  flags: ['-h', '--help'],
  description: 'display help for command',
  takesValue: false,
  values: null,
}
const VERSION: OptionWords = {
  flags: ['-V', '--version'],
  description: 'output the version number',
  takesValue: false,
  values: null,
}

function commandWords(program: Command): CommandWords[] {
  return program.commands.map(command => ({
    name: command.name(),
    description: command.description(),
    options: [...command.options.map(optionWords), HELP],
    words: { sample: SHAPES, completion: SHELLS }[command.name()] ?? null,
  }))
}

function optionWords({ short, long, description, required }: Option): OptionWords {
  const flags = [short, long].filter(flag => flag !== null && flag !== undefined)
  const values = required ? (VALUES[long ?? ''] ?? null) : null
  return { flags, description, takesValue: required, values }
}

/** A file in the place of a command means `cluster`, the first command. */
const SCRIPTS: Record<Shell, (commands: readonly CommandWords[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

function bashScript(commands: readonly CommandWords[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const [cluster] = commands
  const options = commands.map(
    ({ name, options, words }) =>
      `    ${name}) options="${options.flatMap(({ flags }) => flags).join(' ')}"; words="${words?.join(' ') ?? ''}" ;;`,
  )
  const values = valuesOf(commands).map(([flags, words]) => `    ${flags.join('|')}) values="${words.join(' ')}" ;;`)
  return `# Completion of chorale for bash
_chorale() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} options words values=
  if [[ $COMP_CWORD -eq 1 && $current != -* ]]; then
    COMPREPLY=($(compgen -W "${names}" -- "$current") $(compgen -f -- "$current"))
    return
  fi
  case \${COMP_WORDS[1]} in
${options.join('\n')}
    *) options="${[...cluster.options, VERSION].flatMap(({ flags }) => flags).join(' ')}"; words= ;;
  esac
  case $previous in
${values.join('\n')}
  esac
  if [[ -n $values ]]; then COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [[ $current == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$current"))
  else COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _chorale chorale
`
}

function zshScript(commands: readonly CommandWords[]): string {
  const names = commands.map(({ name, description }) => `    ${zshQuoted(`${name}:${description}`)}`)
  const cases = commands.map(({ name, options, words }) => zshCase(name, options, words))
  const [cluster] = commands
  return `#compdef chorale
_chorale() {
  local -a commands
  commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then
    _describe command commands
    _files
    return
  fi
  local command=\${words[2]}
  if (( \${commands[(I)$command:*]} )); then
    shift words
    (( CURRENT-- ))
  fi
  case $command in
${cases.join('\n')}
${zshCase('*', [...cluster.options, VERSION], null)}
  esac
}
# In a folder of $fpath this file is the function; otherwise it defines it.
if [[ $funcstack[1] == _chorale ]]; then _chorale "$@"; else compdef _chorale chorale; fi
`
}

function zshCase(name: string, options: readonly OptionWords[], words: readonly string[] | null): string {
  const specs = options.flatMap(({ flags, description, takesValue, values }) => {
    const value = values === null ? ':value:_files' : `:value:(${values.join(' ')})`
    return flags.map(flag => zshQuoted(`${flag}[${zshPlain(description)}]${takesValue ? value : ''}`))
  })
  const file = words === null ? `'*:file:_files'` : `'1:word:(${words.join(' ')})'`
  const lines = [...specs, file].map(spec => `        ${spec}`)
  return `    ${name})\n      _arguments \\\n${lines.join(' \\\n')}\n      ;;`
}

function fishScript(commands: readonly CommandWords[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const [cluster] = commands
  const lines = commands.flatMap(({ name, description, options, words }) => {
    const isFirst = `not __fish_seen_subcommand_from ${names}`
    const isOwn = `__fish_seen_subcommand_from ${name}`
    const seen = `-n '${name === cluster.name ? `${isOwn}; or ${isFirst}` : isOwn}'`
    return [
      `complete -c chorale -n '${isFirst}' -a ${name} -d ${fishQuoted(description)}`,
      ...(words === null ? [] : [`complete -c chorale ${seen} -f -a '${words.join(' ')}'`]),
      ...options.map(({ flags, description, takesValue, values }) => {
        const forms = flags.map(flag => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
        const choice = values === null ? (takesValue ? ' -r' : '') : ` -x -a '${values.join(' ')}'`
        return `complete -c chorale ${seen} ${forms.join(' ')}${choice} -d ${fishQuoted(description)}`
      }),
    ]
  })
  return `# Completion of chorale for fish\n${lines.join('\n')}\n`
}

/** The flags of all commands that take one of a few words, each once. */
function valuesOf(commands: readonly CommandWords[]): [flags: readonly string[], words: readonly string[]][] {
  const found = new Map<string, [readonly string[], readonly string[]]>()
  for (const { flags, values } of commands.flatMap(({ options }) => options)) {
    if (values !== null) found.set(flags.join(), [flags, values])
  }
  return [...found.values()]
}

function zshPlain(text: string): string {
  return text.replace(/[[\]:]/g, ' ')
}

function zshQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
