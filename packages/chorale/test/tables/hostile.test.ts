import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { InputError, labelBlocks, readTable, sourceOfBytes, tableBlocks, toLabelings } from '../../src/internal.js'
import { csvBlocks } from '../../src/tables/csv/csv-blocks.js'

const bytesOf = (text: string) => new TextEncoder().encode(text)

function npy(descr: string, shape: string): Uint8Array {
  const header = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape}), }\n`
  const bytes = new Uint8Array(10 + header.length)
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8])
  bytes.set(bytesOf(header), 10)
  return bytes
}

/** The message of a refusal, and the seconds of CPU time that it took. */
async function refusal(read: () => Promise<unknown>): Promise<{ message: string; seconds: number }> {
  const start = process.cpuUsage()
  const error = (await read().catch(problem => problem)) as Error
  const { user } = process.cpuUsage(start)
  expect(error).toBeInstanceOf(InputError)
  return { message: error.message, seconds: user / 1e6 }
}

describe('a hostile file is refused quickly', () => {
  // Once, the expression for the shape took exponential time.
  it('.npy with a shape of many spaces', async () => {
    for (const shape of [`${'1 '.repeat(40)}x`, `${' '.repeat(4000)}x`, `${'1,'.repeat(5000)}x`]) {
      const { message, seconds } = await refusal(() => readTable(npy('<f8', shape)))
      expect(message).toContain('every size in the shape must be at least 0')
      expect(seconds).toBeLessThan(1)
    }
  })

  it('.npy whose elements have no bytes', async () => {
    for (const descr of ['<U0', '|S0', '|V0']) {
      const { message } = await refusal(() => readTable(npy(descr, '268435456,')))
      expect(message).toContain('the elements of the array have no bytes')
    }
  })

  it('ARFF with far more cells than bytes', async () => {
    const attributes = Array.from({ length: 300 }, (_, j) => `@attribute a${j} numeric\n`).join('')
    const text = `@relation x\n${attributes}@data\n${'{}\n'.repeat(800_000)}`
    const { message, seconds } = await refusal(() => readTable(bytesOf(text), { name: 'x.arff' }))
    expect(message).toContain('are too many cells for a file of')
    expect(seconds).toBeLessThan(2)
  })

  it('CSV with one endless line', async () => {
    const { message } = await refusal(() => readTable(new Uint8Array(2 ** 26 + 100).fill(97), { name: 'x.csv' }))
    expect(message).toContain('row 1 is longer than 64 MiB')
  })

  // Once, all earlier pieces were searched again for every further one.
  it('CSV in pieces with a quote that is never closed', async () => {
    async function* pieces() {
      yield bytesOf(`a,b\n${'1,2\n'.repeat(300_000)}"`)
      for (let piece = 0; piece < 3000; piece++) yield new Uint8Array(16_384).fill(120)
    }
    const read = async () => {
      for await (const _ of csvBlocks(pieces(), { name: 'x.csv' }));
    }
    const { message, seconds } = await refusal(read)
    expect(message).toContain('opens a quote (") that is never closed')
    expect(seconds).toBeLessThan(5)
  })

  it('JSON with far more cells than bytes', async () => {
    const others = Array.from({ length: 50_000 }, (_, at) => `{"k${at}":1}`)
    const wide = `{${Array.from({ length: 1000 }, (_, at) => `"k${at}":1`).join()}}`
    const sparse = `${wide}\n${'{"k1":1}\n'.repeat(60_000)}`
    for (const text of [`[${others.join()}]`, others.join('\n'), sparse]) {
      const { message, seconds } = await refusal(() => readTable(bytesOf(text), { name: 'x.json' }))
      expect(message).toMatch(/too many cells for a file of|exceed the limit of/)
      expect(seconds).toBeLessThan(2)
    }
  })

  it('gzip and gzip in pieces with far more cells than bytes', async () => {
    const bytes = new Uint8Array(gzipSync(`a,b\n${'1,2\n'.repeat(13_000_000)}`))
    const words = 'too many cells for a file of'
    await expect(readTable(bytes, { name: 'x.csv.gz' })).rejects.toThrow(words)
    const read = async () => {
      for await (const _ of tableBlocks(sourceOfBytes(bytes, 'x.csv.gz')));
    }
    await expect(read()).rejects.toThrow(words)
  })

  // Once, two million rows of two strings in 9 MB took 27 s.
  it('gzip with far more strings than bytes', async () => {
    const rows = Array.from({ length: 160_000 }, (_, row) => Array.from({ length: 10 }, (_, j) => `${row}${j}a`).join())
    const bytes = new Uint8Array(gzipSync(rows.join('\n')))
    const { message, seconds } = await refusal(() => readTable(bytes, { name: 'x.csv.gz' }))
    expect(message).toContain('too many different strings for a compressed file of')
    expect(seconds).toBeLessThan(5)
  })

  it('a name of an array for a file that has none', async () => {
    const csv = bytesOf('a,b\n1,2\n3,4\n')
    const words = '`variable` must not be set for this file'
    await expect(readTable(csv, { variable: 'x' })).rejects.toThrow(words)
    const blocks = labelBlocks(tableBlocks(sourceOfBytes(csv, 'x.csv'), { variable: 'x' }), 'x.csv')
    await expect(blocks).rejects.toThrow(words)
  })
})

describe('a table with very many columns is read quickly', () => {
  const names = Array.from({ length: 50_000 }, (_, j) => `x${j}`)
  const csv = bytesOf(`${names.join()}\n${names.map((_, j) => j % 3).join()}\n${names.map((_, j) => j % 2).join()}\n`)

  async function seconds(run: () => Promise<unknown>): Promise<number> {
    const start = process.cpuUsage()
    await run()
    return process.cpuUsage(start).user / 1e6
  }

  // Once, 19 samples in 200,000 labelings took a gigabyte, most of it for the buffers of tiny arrays.
  it('as labelings in blocks whose labels share their memory', async () => {
    const { blocks } = await labelBlocks(tableBlocks(sourceOfBytes(csv, 'x.csv')), 'x.csv')
    for await (const block of blocks) expect(new Set(block.map(({ buffer }) => buffer)).size).toBe(1)
    const { labelings } = toLabelings(await readTable(csv))
    expect(new Set(labelings.map(({ buffer }) => buffer)).size).toBe(1)
  })

  // Once, every name was looked for among all others.
  it('as labelings in blocks, whether the columns are listed or not', async () => {
    for (const columns of [undefined, names, ['x*']]) {
      const read = async () => {
        const { blocks } = await labelBlocks(tableBlocks(sourceOfBytes(csv, 'x.csv')), 'x.csv', { columns })
        for await (const block of blocks) expect(block).toHaveLength(names.length)
      }
      expect(await seconds(read)).toBeLessThan(5)
    }
  })

  // Once, the decoder went through all columns for each of them.
  it('in Parquet', async () => {
    const columnData = names.slice(0, 1000).map(name => ({ name, data: [1.5, 2.5], type: 'DOUBLE' as const }))
    const bytes = new Uint8Array(parquetWriteBuffer({ columnData }))
    expect(await seconds(() => readTable(bytes, { name: 'x.parquet' }))).toBeLessThan(1)
  })
})
