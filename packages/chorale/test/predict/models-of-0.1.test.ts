import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadModel, predict, readTable, saveModel } from '../../src/internal.js'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))

/** Models that versions 0.1 wrote, and the labels that they gave to the rows of table.csv. */
const WRITTEN = [
  // Model format 1: k-means, method balanced, a text column as a feature.
  ['0.1-k-means.json', 1, '012010012012002010012012012012012012'],
  // Model format 2: base clusterings of cells, method lwgp; mixtures, method balanced.
  ['0.1-cells.json', 2, '012'.repeat(12)],
  ['0.1-mixtures.json', 2, '012'.repeat(12)],
] as const

describe('a model of version 0.1', () => {
  it.each(WRITTEN)('%s is loaded and labels rows as it did', async (name, version, labels) => {
    const text = fixture(name).toString()
    expect(JSON.parse(text)).toMatchObject({ version, writer: 'chorale 0.1.0' })
    const model = loadModel(text)
    const found = await predict(model, await readTable(fixture('table.csv')))
    expect(found.labels.join('')).toBe(labels)
    // Saved again, it is a model of this version.
    const again = await predict(loadModel(saveModel(model)), await readTable(fixture('table.csv')))
    expect(again.labels).toEqual(found.labels)
  })
})
