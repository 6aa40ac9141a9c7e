import { VERSION } from '../src/orders.js'

const part = { name: 'parts/x', digest: 'f'.repeat(64) }

export const label = {
  kind: 'label',
  version: VERSION,
  extent: { sampleCount: 100, ensembleSize: 2, clusterStarts: Int32Array.of(0, 4, 10), hasMissing: false },
  labeling: { model: {}, columns: [1], clusters: [Int32Array.of(0, 1, -1, 2, 3, 4)] },
  spans: [{ from: 0, to: 1 }],
  blocks: [part],
}
export const rows = {
  kind: 'rows',
  version: VERSION,
  address: '/data/t.npy',
  byteLength: 128 + 100 * 3 * 4,
  fingerprint: new Uint8Array(32),
  rows: { rowCount: 100, columnCount: 3, dataStart: 128, isFortran: false, isLittle: true, format: 'f4', itemSize: 4 },
  reading: {
    columnCount: 3,
    columns: Int32Array.of(0, 2),
    scaling: { scale: 'standard', centre: new Float64Array(2), spread: new Float64Array(2) },
  },
  models: part,
  modelCount: 2,
  spans: [
    { from: 0, to: 60 },
    { from: 60, to: 100 },
  ],
  wantsLines: true,
}
export const read = {
  kind: 'read',
  version: VERSION,
  address: '/data/l.npy',
  byteLength: 500,
  fingerprint: new Uint8Array(32),
  sampleCount: 100,
  columns: ['a', 'b'],
  pieces: [{ from: 0, to: 1 }],
}
const labels = Int32Array.of(0, 0, 1)
export const request = {
  ensemble: { sampleCount: 3, labelings: [labels, labels], clusterCounts: [2, 2], names: ['a', 'b'] },
  truth: null,
  options: { method: 'eac', clusterCount: 2, seed: 1 },
}
export const apart = { kind: 'apart', version: VERSION, work: 'method', request }
