import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  adoptLabelings,
  buildEnsemble,
  type Ensemble,
  InputError,
  type Labels,
  readTable,
  toDataset,
  toLabelings,
} from 'chorale/internal'
import { threads } from 'chorale-node/internal'
import type { DatasetEntry, PoolEntry } from './catalogue.js'
import { randomStartPool } from './random-start-pool.js'

/** The pools of a dataset and the truth; repeat r draws from pool r modulo the number of pools. */
export interface LoadedPools {
  readonly pools: readonly Ensemble[]
  readonly truth: Labels
}

/** Base clusterings per pool. */
export const POOL_SIZE = 100

/**
 * Seeds of the pools. (Paper: does not describe its pools; its authors publish one of 100 per dataset. Here: ten,
 * because another pool moves a mean over 20 draws by several points.)
 */
export const POOL_SEEDS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

export type DataState = 'here' | 'missing' | 'other'

/** The path of a dataset: in the folder itself or in its subfolder `data`; null when it is missing. */
function dataPath(folder: string, { file }: DatasetEntry): string | null {
  return [join(folder, 'data', file), join(folder, file)].find(path => existsSync(path)) ?? null
}

/** Whether the file of a dataset is there and has the right checksum. */
export async function dataState(folder: string, dataset: DatasetEntry): Promise<DataState> {
  const path = dataPath(folder, dataset)
  if (path === null) return 'missing'
  return checksum(await readFile(path)) === dataset.sha256 ? 'here' : 'other'
}

function checksum(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The features of a dataset, scaled, or the labelings of a published pool; checked against the checksum. */
export async function readData(folder: string, dataset: DatasetEntry, scale = dataset.scale) {
  const path = dataPath(folder, dataset)
  if (path === null) {
    throw new InputError(`${join(folder, dataset.file)}: no such file; download it from ${dataset.source}`)
  }
  const bytes = await readFile(path)
  if (checksum(bytes) !== dataset.sha256) {
    throw new InputError(`${path}: wrong file; its SHA-256 checksum does not match`)
  }
  const table = await readTable(bytes, { name: dataset.file })
  if (dataset.kind === 'pool') {
    const { labelings, names, truth } = toLabelings(table, { truth: dataset.truth })
    return { samples: null, pool: adoptLabelings(labelings, { names }), truth: numbered(truth!) }
  }
  // The paper uses every column but the truth, whatever it contains.
  const truth = dataset.truth ?? 'class'
  const columns = table.columns.map(({ name }) => name).filter(name => name !== truth)
  const samples = toDataset(table, { truth, columns, id: null, scale: scale ?? 'standard' })
  return { samples, pool: null, truth: numbered(samples.truth!) }
}

/** The pools that this many repeats need: the published one, or pools built from the features. */
export async function loadPools(
  folder: string,
  dataset: DatasetEntry,
  { scale, start = 'plain', starts = 1, seeds = POOL_SEEDS }: PoolEntry,
  repeats: number,
  { concurrency, signal }: { concurrency: number; signal?: AbortSignal },
): Promise<LoadedPools> {
  const { samples, pool, truth } = await readData(folder, dataset, scale)
  if (pool !== null) return { pools: [pool], truth }
  const pools: Ensemble[] = []
  for (const seed of seeds.slice(0, repeats)) {
    const built =
      start === 'random'
        ? randomStartPool(samples, { ensembleSize: POOL_SIZE, seed, starts })
        : await buildEnsemble(samples, {
            ensembleSize: POOL_SIZE,
            seed,
            seeding: start,
            signal,
            executor: threads({ count: concurrency }),
          })
    const { sampleCount, labelings, clusterCounts, names } = built
    pools.push({ sampleCount, labelings, clusterCounts, names })
  }
  return { pools, truth }
}

function numbered(classes: readonly string[]): Labels {
  const names = [...new Set(classes)]
  return Int32Array.from(classes, name => names.indexOf(name))
}
