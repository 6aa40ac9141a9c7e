import type { PredictionRule } from '../consensus/rules/consensus-model.js'
import type { Fields } from './fields.js'

/** How each kind of rule is read. The rule itself checks whether its parts fit together. */
const READERS: { readonly [K in PredictionRule['kind']]: (fields: Fields) => Extract<PredictionRule, { kind: K }> } = {
  agreement: () => ({ kind: 'agreement' }),
  'cluster-vectors': fields => ({
    kind: 'cluster-vectors',
    vectors: fields.numbers('vectors'),
    centres: loadMatrix(fields.object('centres')),
  }),
  spectral: fields => ({
    kind: 'spectral',
    alpha: fields.number('alpha', Number.MIN_VALUE, 1),
    divisor: fields.number('divisor', Number.MIN_VALUE),
    largest: fields.number('largest', Number.MIN_VALUE),
    clusterWeights: fields.numbers('clusterWeights'),
    roots: fields.numbers('roots'),
    projection: fields.numbers('projection'),
    base: fields.numbers('base'),
    degreeSums: fields.numbers('degreeSums'),
    clusterDegrees: fields.numbers('clusterDegrees'),
    // Earlier models have no ridge.
    ridge: fields.has('ridge') ? fields.number('ridge', 0) : 0,
    unitRows: fields.truth('unitRows'),
    centres: loadMatrix(fields.object('centres')),
  }),
}

export function loadRule(fields: Fields): PredictionRule {
  const kind = fields.oneOf('kind', Object.keys(READERS) as PredictionRule['kind'][])
  return READERS[kind](fields)
}

export function loadMatrix(fields: Fields) {
  const rowCount = fields.whole('rowCount', 1, 2 ** 31)
  const columnCount = fields.whole('columnCount', 1, 2 ** 31)
  return { rowCount, columnCount, values: fields.numbers('values', rowCount * columnCount) }
}
