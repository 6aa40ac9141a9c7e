import { checkDrawn } from '../base/projection.js'
import { checkOptionNames } from '../errors.js'
import { crc32 } from '../tables/compressed/checksum.js'
import type { BaseLabeling, Model } from './model.js'
import { packNumbers } from './packed-numbers.js'

/** The format and the version at the beginning of every model file. */
export const MODEL_FORMAT = 'chorale-model'
export const MODEL_VERSION = 2

/** Options of {@link saveModel}. */
export interface SaveModelOptions {
  /** What wrote the file, for people who look into it. */
  writer?: string
}

/**
 * Saves a model as JSON text. Long lists of numbers are base64 of little-endian numbers; a checksum detects damaged
 * files. `writer` names the program that wrote it, for information only.
 *
 * @example
 * ```ts
 * import { cluster, loadModel, predict, saveModel } from 'chorale'
 *
 * const { model } = await cluster([[1], [1.2], [0.9], [5], [5.1], [4.8]], { clusterCount: 2 })
 * const json = saveModel(model)
 * const { labels } = await predict(loadModel(json), [[1.1], [5.2]])
 * console.log(labels.join()) // 0,1
 * ```
 *
 * @group Predict
 */
export function saveModel(model: Model, options: SaveModelOptions = {}): string {
  checkOptionNames('saveModel', options, ['writer'] satisfies (keyof SaveModelOptions)[])
  const { writer = 'chorale' } = options
  if (model.base) checkDrawn(model.base.models.filter(each => 'projection' in each))
  const content = JSON.stringify(plainOf({ ...model, base: model.base && withReferences(model.base) }))
  const head = { format: MODEL_FORMAT, version: MODEL_VERSION, writer, checksum: checksumOf(content) }
  return `${JSON.stringify(head).slice(0, -1)},"content":${content}}\n`
}

/** The base models with what they share, feature maps and cells, in lists of their own. */
function withReferences({ reading, distance, models, known, noise }: BaseLabeling) {
  const mapped = [...models.flatMap(model => ('map' in model ? [model.map] : [])), noise?.map ?? null]
  const maps = [...new Set(mapped.filter(map => map !== null))]
  const cells = [...new Set(models.flatMap(model => (model.kind === 'cells' ? [model.cells] : [])))]
  const referring = models.map(model => {
    if (model.kind === 'mixture') return { ...model, map: maps.indexOf(model.map) }
    if (model.kind !== 'cells') return model
    return { ...model, map: model.map && maps.indexOf(model.map), cells: cells.indexOf(model.cells) }
  })
  const placed = noise === null ? {} : { noise: { ...noise, map: noise.map && maps.indexOf(noise.map) } }
  return { reading, distance, maps, cells, models: referring, known, ...placed }
}

/** CRC-32 of the content as written by `JSON.stringify`. */
export function checksumOf(content: string): string {
  return crc32(new TextEncoder().encode(content)).toString(16).padStart(8, '0')
}

/** The value with every typed array encoded; numbers that JSON cannot represent become strings. */
function plainOf(value: unknown): unknown {
  if (value instanceof Int32Array || value instanceof Float64Array) return packNumbers(value)
  if (Array.isArray(value)) return value.map(plainOf)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plainOf(part)]))
}
