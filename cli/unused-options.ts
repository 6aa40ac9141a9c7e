import { METHOD_NAMES, type MethodName } from '../src/index.js'
import type { SharedFlags } from './shared-options.js'

/** The methods that an option means something to. */
const USERS = {
  alpha: ['balanced', 'gpec', 'eccms', 'ceam'],
  lambda: ['balanced', 'gpec', 'nwca', 'eccms'],
  weights: ['balanced'],
  anchors: ['balanced', 'gpec'],
  solver: ['balanced', 'gpec'],
  restarts: ['balanced', 'gpec', 'lwgp', 'mkkm', 'mkkc', 'smkkm', 'sec', 'ceam'],
} satisfies Partial<Record<keyof SharedFlags, MethodName[]>>

/** A sentence for every option that was given and changes nothing. */
export function unusedOptions(flags: SharedFlags): string[] {
  const method = flags.method ?? METHOD_NAMES[0]
  const sentences: string[] = []
  for (const [option, users] of Object.entries(USERS) as [keyof typeof USERS, MethodName[]][]) {
    if (flags[option] === undefined || users.includes(method)) continue
    sentences.push(`--${option} has no effect with the method ${method}; it is for ${users.join(', ')}`)
  }
  if (flags.solver !== undefined && method === 'balanced' && flags.weights !== 'learned') {
    sentences.push('--solver has no effect with uniform weights; add --weights learned')
  }
  return sentences
}
