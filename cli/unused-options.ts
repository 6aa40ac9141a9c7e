import {
  idleOption,
  METHODS,
  type MethodFacts,
  methodNamed,
  methodOptionNames,
  type OptionName,
  optionUsers,
} from '../src/internal.js'
import type { SharedFlags } from './shared-options.js'

/** The flags of a command that are options of methods, and the method. */
type MethodFlags = Partial<Record<OptionName, unknown>> & { readonly method?: string }

/** A sentence for every option that was given and changes nothing. */
export function unusedOptions(flags: SharedFlags): string[] {
  return unusedAmong(METHODS, flags)
}

/** The same for other methods, the default first. */
export function unusedAmong(methods: readonly MethodFacts[], flags: MethodFlags): string[] {
  const method = methodNamed(flags.method, methods)
  const sentences: string[] = []
  for (const option of methodOptionNames(methods)) {
    if (flags[option] === undefined) continue
    if (method.options[option] === undefined) {
      const users = optionUsers(option, methods).join(', ')
      sentences.push(`--${option} has no effect with the method ${method.name}; it is for ${users}`)
      continue
    }
    const idle = idleOption(method, option, flags)
    if (idle === null) continue
    const { other, value, needed } = idle
    const when = value === undefined ? `without ${other}` : `with ${value} ${other}`
    sentences.push(`--${option} has no effect ${when}; add --${other} ${needed}`)
  }
  return sentences
}
