import type { Method } from '../method.js'
import { balanced } from './balanced.js'
import { ceam } from './ceam.js'
import { ces2l } from './ces2l.js'
import { ces2q } from './ces2q.js'
import { eac } from './eac.js'
import { eccms } from './eccms.js'
import { gpec } from './gpec.js'
import { lwea } from './lwea.js'
import { lwgp } from './lwgp.js'
import { mkkc } from './mkkc.js'
import { mkkm } from './mkkm.js'
import { nwca } from './nwca.js'
import { sec } from './sec.js'
import { smkkm } from './smkkm.js'
import { vote } from './vote.js'

/** All methods; the first is the default. To add a method, write its file and list it here. */
const ALL = [balanced, gpec, eac, lwea, lwgp, nwca, eccms, mkkm, mkkc, smkkm, sec, ces2l, ces2q, vote, ceam]

/** The name of a consensus method; `balanced` is the default. */
export type MethodName = (typeof ALL)[number]['name']

/** The records of all consensus methods; the first is the default. */
export const METHODS: readonly Method<MethodName>[] = ALL

/**
 * The names of all consensus methods; the first is the default.
 *
 * @example
 * ```ts
 * import { METHOD_NAMES } from 'chorale'
 *
 * console.log(METHOD_NAMES[0], METHOD_NAMES.includes('gpec')) // balanced true
 * ```
 *
 * @group Consensus
 */
export const METHOD_NAMES: readonly MethodName[] = /* @__PURE__ */ METHODS.map(({ name }) => name)
