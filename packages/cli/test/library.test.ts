import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ClusterOptions, cluster, readTable, sampleShape, type Table } from '../../chorale/src/index.js'
import { cellText } from '../../chorale/src/tables/table.js'
import { threads } from '../../node/src/threads.js'
import { chorale } from './run.js'

const example = (name: string) => readTable(readFileSync(`examples/${name}`), { name })

/** The rows of a table as objects, as a program would have them. */
function recordsOf({ rowCount, columns }: Table): Record<string, number | string | null>[] {
  return Array.from({ length: rowCount }, (_, i) =>
    Object.fromEntries(
      columns.map(column => {
        if (column.kind === 'number') return [column.name, column.numbers[i]]
        return [column.name, cellText(column, i)]
      }),
    ),
  )
}

describe('cluster of the library', () => {
  it.each<[string, string[], ClusterOptions]>([
    ['iris.csv', ['-k', '3'], { clusterCount: 3 }],
    ['iris.csv', ['--truth', 'species', '--seed', '7'], { truth: 'species', seed: 7 }],
    ['penguins.csv', ['-k', '3', '--impute', 'median'], { clusterCount: 3, impute: 'median' }],
    [
      'penguins.csv',
      ['-k', '3', '--impute', 'drop-rows', '--scale', 'minmax', '--method', 'gpec', '-m', '30'],
      { clusterCount: 3, impute: 'drop-rows', scale: 'minmax', method: 'gpec', ensembleSize: 30 },
    ],
    ['rings.csv', ['-k', '2', '--generator', 'fixed-k'], { clusterCount: 2, generator: 'fixed-k' }],
    ['rings.csv', ['-k', 'auto'], { clusterCount: 'auto' }],
  ])('gives the labels of the command: %s %j', async (file, args, options) => {
    const { stdout } = await chorale(['cluster', resolve('examples', file), ...args, '--json'])
    const command = JSON.parse(stdout)
    const found = await cluster(recordsOf(await example(file)), options)
    expect([...found.labels]).toEqual(command.labels)
    expect([...found.confidence]).toEqual(command.confidence)
    expect(found.clusterCount).toBe(command.clusterCount)
  })

  it('gives the same labels in threads', async () => {
    const blobs = sampleShape('blobs', { sampleCount: 120, clusterCount: 3 })
    const options = { clusterCount: 3, ensembleSize: 20 }
    const alone = await cluster(blobs, options)
    const together = await cluster(blobs, { ...options, executor: threads({ count: 2, smallWork: 0 }) })
    expect(together.labels).toEqual(alone.labels)
  })
})
