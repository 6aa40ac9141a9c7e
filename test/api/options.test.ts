import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as cli from 'chorale-cli'
import * as engine from 'chorale-engine'
import * as node from 'chorale-node'
import * as report from 'chorale-report'
import * as reportCharts from 'chorale-report/node'
import { afterAll, describe, expect, it } from 'vitest'
import type { ConsensusResult, Ensemble, Model, Table } from '../../packages/chorale/src/index.js'
import * as chorale from '../../packages/chorale/src/index.js'

const { InputError } = chorale
const LABELINGS = [
  [0, 0, 1, 1],
  [0, 1, 1, 1],
]
const ROWS = [[1], [1.1], [5], [5.1]]
const TABLE: Table = chorale.toTable([{ a: 1 }, { a: 2 }])
const RESULT = {} as ConsensusResult
const MODEL = {} as Model
const PLAN = {} as chorale.ClusterPlan

const folder = mkdtempSync(join(tmpdir(), 'chorale-options-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Call = (options?: never) => unknown

/** Every public function that takes options: how it is called, and an option that it knows, misspelt in the test. */
const WITH_OPTIONS: Record<string, { call: Call; known: string; isRequired?: boolean }> = {
  cluster: { call: options => chorale.cluster(ROWS, options), known: 'ensembleSize', isRequired: true },
  planCluster: { call: options => chorale.planCluster(ROWS, options), known: 'ensembleSize', isRequired: true },
  runCluster: { call: options => chorale.runCluster(ROWS, PLAN, options), known: 'executor' },
  buildEnsemble: { call: options => chorale.buildEnsemble(ROWS, options), known: 'generator' },
  consensus: { call: options => chorale.consensus(LABELINGS, options!), known: 'clusterCount', isRequired: true },
  reviewResult: {
    call: options => chorale.reviewResult(chorale.adoptLabelings(LABELINGS), RESULT, options),
    known: 'samples',
  },
  adoptLabelings: { call: options => chorale.adoptLabelings(LABELINGS, options), known: 'names' },
  packLabelings: { call: options => chorale.packLabelings([LABELINGS], options), known: 'clusterNames' },
  advise: { call: options => chorale.advise(ROWS, options), known: 'resamples' },
  ensembleConvergence: {
    call: options => chorale.ensembleConvergence(LABELINGS, options!),
    known: 'clusterCount',
    isRequired: true,
  },
  consensusDistribution: { call: options => chorale.consensusDistribution(LABELINGS, options), known: 'sampledRows' },
  generalizationBound: { call: options => chorale.generalizationBound(options!), known: 'eigengap', isRequired: true },
  excessRiskBound: { call: options => chorale.excessRiskBound(options!), known: 'embeddingBound', isRequired: true },
  ensembleSizeForBound: { call: options => chorale.ensembleSizeForBound(options!), known: 'limit', isRequired: true },
  biasDiversity: {
    call: options => chorale.biasDiversity(LABELINGS, options!),
    known: 'expectation',
    isRequired: true,
  },
  empiricalExcessRisk: {
    call: options => chorale.empiricalExcessRisk(LABELINGS, LABELINGS[0], options),
    known: 'weights',
  },
  consensusStudy: { call: options => chorale.consensusStudy(ROWS, options), known: 'resamples' },
  clusterMarkers: {
    call: options => chorale.clusterMarkers(ROWS, Int32Array.of(0, 0, 1, 1), options),
    known: 'signal',
  },
  predict: { call: options => chorale.predict(MODEL, ROWS, options), known: 'truth' },
  predictLabels: {
    call: options => chorale.predictLabels({} as ConsensusResult['model'], LABELINGS, options),
    known: 'onProgress',
  },
  createModel: { call: options => chorale.createModel(RESULT, options), known: 'dataset' },
  saveModel: { call: options => chorale.saveModel(MODEL, options), known: 'writer' },
  loadModel: { call: options => chorale.loadModel('{}', options), known: 'name' },
  readTable: { call: options => chorale.readTable('a,b\n1,2\n', options), known: 'variable' },
  toTable: { call: options => chorale.toTable(ROWS, options), known: 'name' },
  toDataset: { call: options => chorale.toDataset(ROWS, options), known: 'impute' },
  columnRoles: { call: options => chorale.columnRoles(ROWS, options), known: 'categorical' },
  toLabelings: { call: options => chorale.toLabelings(TABLE, options), known: 'columns' },
  mergeLabelings: { call: options => chorale.mergeLabelings([TABLE], options), known: 'truth' },
  sampleShape: { call: options => chorale.sampleShape('blobs', options), known: 'spread' },
  buildReport: { call: options => report.buildReport(options!), known: 'result', isRequired: true },
  renderReport: { call: options => report.renderReport(options!), known: 'ensemble', isRequired: true },
  chartSvgs: { call: options => report.chartSvgs(options!), known: 'dataset', isRequired: true },
  clusterProfiles: {
    call: options => report.clusterProfiles(chorale.toDataset(ROWS), Int32Array.of(0, 0, 1, 1), options),
    known: 'count',
  },
  embeddingPoints: {
    call: options =>
      report.embeddingPoints(
        { rowCount: 2, columnCount: 2, values: Float64Array.of(1, 0, 0, 1) },
        Int32Array.of(0, 1),
        options,
      ),
    known: 'limit',
  },
  heatmapCells: {
    call: options => report.heatmapCells({} as Ensemble, Int32Array.of(0, 1), options),
    known: 'size',
  },
  renderCharts: { call: options => reportCharts.renderCharts(options!), known: 'source', isRequired: true },
  readTableFile: { call: options => node.readTableFile(join(folder, 'none.csv'), options), known: 'header' },
  serveApp: { call: options => cli.serveApp(options), known: 'port' },
  threads: { call: options => node.threads(options), known: 'count' },
  redisEngine: { call: options => engine.redisEngine(options!), known: 'work', isRequired: true },
}

/** Functions whose options are those of another one, which speaks for them. */
const SPOKEN_FOR = ['consensusOfBlocks']

/** What a call throws, now or later. */
async function faultOf(call: () => unknown): Promise<unknown> {
  try {
    await call()
  } catch (error) {
    return error
  }
  return undefined
}

/** The name with two letters swapped, as typed in haste. */
const misspelt = (name: string) => `${name[0]}${name[2]}${name[1]}${name.slice(3)}`

describe.each(Object.entries(WITH_OPTIONS))('%s', (name, { call, known }) => {
  it('refuses an option that it does not know, and names the one that was meant', async () => {
    const wrong = misspelt(known)
    const fault = await faultOf(() => call({ [wrong]: undefined } as never))
    expect(fault).toEqual(new InputError(`${name}: unknown option '${wrong}'; did you mean '${known}'?`))
  })

  it('refuses options that are no object', async () => {
    for (const options of [null, 7, 'fast', []]) {
      const fault = await faultOf(() => call(options as never))
      expect(fault).toBeInstanceOf(InputError)
      expect((fault as Error).message).toMatch(new RegExp(`^${name}: options must be an object`))
    }
  })
})

const required = Object.entries(WITH_OPTIONS).filter(([, { isRequired }]) => isRequired)

describe('a function that cannot do without options', () => {
  it.each(required)('%s says which ones are missing', async (name, { call }) => {
    const fault = await faultOf(() => call())
    expect(fault).toBeInstanceOf(InputError)
    expect((fault as Error).message).toMatch(new RegExp(`^${name}: (options|clusterCount) must be `))
  })
})

describe('the table above', () => {
  it('holds every public function that takes options', () => {
    const withoutOptions = [
      'categoryShares',
      'prepareConsensus',
      'consensusMatrix',
      'consensusSupport',
      'explainClusters',
      'recommendEnsembleSize',
      'consistencyCheck',
      'evaluate',
      'accuracy',
      'adjustedRandIndex',
      'normalizedMutualInformation',
      'pairwiseFScore',
      'purity',
      'labelsCsv',
      'pngRenderer',
      'truthTable',
      'InputError',
      'cutClusterTree',
      'newickTree',
    ]
    const functions = Object.entries({ ...chorale, ...report, ...reportCharts, ...node, ...engine, ...cli })
      .filter(([, value]) => typeof value === 'function')
      .map(([name]) => name)
    const expected = [...Object.keys(WITH_OPTIONS), ...SPOKEN_FOR, ...withoutOptions]
    expect(functions.sort()).toEqual(expected.sort())
  })

  it('leaves consensusOfBlocks to consensus', async () => {
    const fault = await faultOf(() => chorale.consensusOfBlocks([LABELINGS], { cluterCount: 2 } as never))
    expect(fault).toEqual(new InputError("consensus: unknown option 'cluterCount'; did you mean 'clusterCount'?"))
  })
})

describe('a function that takes data', () => {
  it.each([
    ['cluster', (data: never) => chorale.cluster(data, { clusterCount: 2 })],
    ['buildEnsemble', (data: never) => chorale.buildEnsemble(data)],
    ['advise', (data: never) => chorale.advise(data)],
    ['toDataset', (data: never) => chorale.toDataset(data)],
    ['columnRoles', (data: never) => chorale.columnRoles(data)],
    ['toTable', (data: never) => chorale.toTable(data)],
  ] as const)('%s says which forms it takes', async (name, call) => {
    for (const data of [undefined, null, 7, 'a.csv', [1, 2]]) {
      const fault = await faultOf(() => call(data as never))
      expect(fault).toBeInstanceOf(InputError)
      expect((fault as Error).message).toMatch(
        new RegExp(`^${name}: data must be rows of numbers, objects, values with a shape, a tensor, or a table; `),
      )
    }
  })

  it.each([
    ['an empty array', [], 'toTable: data must have at least one row; got an empty array'],
    ['rows of two lengths', [[1, 2], [3]], 'toTable: rows must have one length; row 1 has 2 numbers, row 2 has 1'],
    [
      'strings in rows of numbers',
      [[1], ['x']],
      'toTable: rows must hold numbers; row 2, column 1 is "x". Write rows with strings as objects',
    ],
    ['objects without keys', [{}], 'toTable: objects must have at least one key; got none'],
    [
      'a date in an object',
      [{ when: new Date(0) }],
      'toTable: row 1, column "when" must be a number, a string, a boolean or null; got an object of another kind',
    ],
    [
      'a shape that does not fit',
      { sampleCount: 2, featureCount: 2, values: [1, 2, 3] },
      'toTable: values must hold sampleCount x featureCount numbers (2 x 2); got 3',
    ],
    [
      'a matrix that does not fit',
      { rowCount: 2, columnCount: 2, values: [1, 2, 3] },
      'toTable: values must hold rowCount x columnCount numbers (2 x 2); got 3',
    ],
  ])('refuses %s', (_what, data, message) => {
    expect(() => chorale.toTable(data as never)).toThrow(new InputError(message))
  })
})
