import {
  idleOption,
  METHODS,
  type MethodFacts,
  methodNamed,
  methodOptionNames,
  type OptionName,
  optionUsers,
} from 'chorale/internal'
import type { SharedFlags } from './shared-options.js'

/** The method, and the flags that are options of methods. */
type MethodFlags = Partial<Record<OptionName, unknown>> & { readonly method?: string }

/** One sentence for every option that is set and has no effect. */
export function unusedOptions(flags: SharedFlags): string[] {
  return [...unusedAmong(METHODS, flags), ...unusedBeside(flags)]
}

/** The same for options that belong to another option. */
function unusedBeside({ work, engine, chartFormat, charts }: SharedFlags): string[] {
  const sentences: string[] = []
  if (work !== undefined && engine === undefined) sentences.push('--work has no effect without --engine')
  if (chartFormat !== undefined && charts === undefined) sentences.push('--chart-format has no effect without --charts')
  return sentences
}

/** The same for any list of methods; the first is the default. */
export function unusedAmong(methods: readonly MethodFacts[], flags: MethodFlags): string[] {
  const method = methodNamed(flags.method, methods)
  const sentences: string[] = []
  for (const option of methodOptionNames(methods)) {
    if (flags[option] === undefined) continue
    if (method.options[option] === undefined) {
      const users = optionUsers(option, methods).join(', ')
      sentences.push(`--${option} has no effect with method ${method.name}; it applies to ${users}`)
      continue
    }
    const idle = idleOption(method, option, flags)
    if (idle === null) continue
    const { other, value, needed } = idle
    const when = value === undefined ? `without --${other}` : `with --${other} ${value}`
    sentences.push(`--${option} has no effect ${when}; use --${other} ${needed}`)
  }
  return sentences
}
