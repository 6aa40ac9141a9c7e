import type { MethodName } from './consensus.js'

/** The methods that an option means something to, for the options that not all methods take. */
export const OPTION_USERS: Readonly<
  Record<'alpha' | 'lambda' | 'weights' | 'anchors' | 'solver' | 'restarts', readonly MethodName[]>
> = {
  alpha: ['balanced', 'gpec', 'eccms', 'ceam'],
  lambda: ['balanced', 'gpec', 'nwca', 'eccms'],
  weights: ['balanced'],
  anchors: ['balanced', 'gpec'],
  solver: ['balanced', 'gpec'],
  restarts: ['balanced', 'gpec', 'lwgp', 'mkkm', 'mkkc', 'smkkm', 'sec', 'ceam'],
}
