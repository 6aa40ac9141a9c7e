import { METHOD_NAMES, type MethodName, OPTION_USERS } from '../src/internal.js'
import type { SharedFlags } from './shared-options.js'

/** A sentence for every option that was given and changes nothing. */
export function unusedOptions(flags: SharedFlags): string[] {
  const method = flags.method ?? METHOD_NAMES[0]
  const sentences: string[] = []
  for (const [option, users] of Object.entries(OPTION_USERS) as [keyof typeof OPTION_USERS, readonly MethodName[]][]) {
    if (flags[option] === undefined || users.includes(method)) continue
    sentences.push(`--${option} has no effect with the method ${method}; it is for ${users.join(', ')}`)
  }
  if (flags.solver !== undefined && method === 'balanced' && flags.weights !== 'learned') {
    sentences.push('--solver has no effect with uniform weights; add --weights learned')
  }
  return sentences
}
