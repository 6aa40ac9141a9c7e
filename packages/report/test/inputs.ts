import type { ReportInput } from 'chorale-report/data'
import {
  adoptLabelings,
  type ConsensusResult,
  consensus,
  type Dataset,
  reviewResult,
} from '../../chorale/src/internal.js'

/** Six samples, two clusters of three; the second labeling splits off sample 5, the third moves sample 2. */
export const LABELINGS = [
  [0, 0, 0, 1, 1, 1],
  [0, 0, 0, 1, 1, 2],
  [0, 0, 1, 1, 1, 1],
]

/** A dataset of given columns, in the units of the file. */
export function datasetOf(columns: Record<string, number[]>, extra: Partial<Dataset> = {}): Dataset {
  const featureNames = Object.keys(columns)
  const sampleCount = columns[featureNames[0]].length
  const d = featureNames.length
  const scaling = { scale: 'none' as const, centre: new Float64Array(d), spread: new Float64Array(d).fill(1) }
  return {
    sampleCount,
    featureCount: d,
    values: Float64Array.from(
      { length: sampleCount * d },
      (_, at) => columns[featureNames[at % d]][Math.floor(at / d)],
    ),
    featureNames,
    scaling,
    choices: [],
    reading: { columns: [], featureCount: d, preparation: null, scaling, impute: null },
    ids: null,
    idName: null,
    truth: null,
    truthName: null,
    droppedRows: [],
    roles: [],
    descriptions: [],
    textName: null,
    aside: [],
    filled: [],
    encodings: [],
    notes: [],
    warnings: [],
    ...extra,
  }
}

/** A run of the library on 24 samples of two features, with everything a report can show. */
export async function wholeInput(change: Partial<ReportInput> = {}): Promise<ReportInput> {
  const n = 24
  const group = Array.from({ length: n }, (_, i) => i % 3)
  const labelings = Array.from({ length: 6 }, (_, t) =>
    group.map((c, i) => ((i * 7 + t * 5) % 11 === 0 ? (c + 1) % 3 : t % 2 === 1 && i % 6 === c ? 3 + c : c)),
  )
  const ensemble = adoptLabelings(labelings, { names: labelings.map((_, t) => `run ${t + 1}`) })
  const result = await consensus(ensemble, { clusterCount: 3, method: 'gpec', alpha: 'auto' })
  const fewer = await consensus(ensemble, { clusterCount: 2 })
  const dataset = datasetOf(
    { width: group.map((c, i) => c + (i % 5) / 10), height: group.map((c, i) => 10 - 3 * c + (i % 4) / 8) },
    {
      ids: group.map((_, i) => `sample ${i + 1}`),
      truth: group.map((c, i) => (i === 4 ? 'other' : `class ${c}`)),
      truthName: 'kind',
      descriptions: [
        {
          column: 'tree',
          values: ['oak', 'elm', 'ash'],
          codes: Int32Array.from(group, (c, i) => (i === 7 ? -1 : c)),
        },
      ],
      notes: ['features are taken as they are'],
    },
  )
  return {
    result,
    ensemble,
    dataset,
    review: await reviewResult(ensemble, result, { samples: dataset }),
    verdict: {
      level: 'clear',
      sentence: '3 clusters, clearly separated.',
      reasons: ['Plain k-means finds the same clusters (ARI 1.00).'],
      next: [],
    },
    byClusterCount: [
      { clusterCount: 2, labels: fewer.labels },
      { clusterCount: 3, labels: result.labels },
    ],
    runtime: 'Node 20.12',
    source: 'leaves.csv',
    version: '1.2.3',
    command: ['chorale', 'cluster', 'leaves.csv', '-k', '3', '--truth', 'the kind'],
    timings: { load: 12.3, embedding: 1234, total: 1300 },
    options: { seed: 1 },
    ...change,
  }
}

/** A result with some of its values replaced. */
export function withResult(input: ReportInput, change: Partial<ConsensusResult>): ReportInput {
  return { ...input, result: { ...input.result, ...change } }
}
