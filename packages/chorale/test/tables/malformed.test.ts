import { constants, deflateRawSync, gzipSync } from 'node:zlib'
import { strToU8, zipSync, zlibSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { drawIndex, randomFor } from '../../src/numeric/random.js'
import { readTable } from '../../src/tables/read-table.js'
import { bytesOf, fixture } from './tables.js'

type Case = readonly [what: string, bytes: () => Uint8Array, message: string | RegExp]

/** Every case is an InputError with this message, and takes little memory. */
function refuses(cases: readonly Case[]): void {
  it.each(cases)('refuses %s', async (_, make, message) => {
    const bytes = make()
    const memory = process.memoryUsage()
    const error = await readTable(bytes, { name: 'x' }).then(
      () => new Error('was read'),
      (reason: unknown) => reason,
    )
    const now = process.memoryUsage()
    expect(error).toBeInstanceOf(InputError)
    expect((error as Error).message).toMatch(/^x: /)
    expect((error as Error).message).toMatch(message)
    expect((error as Error).message.length).toBeLessThan(500)
    expect(now.rss - memory.rss).toBeLessThan(700 * 2 ** 20)
  })
}

const gzip = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes))
const MEGABYTE = new Uint8Array(2 ** 20).fill(49)

/** Deflate data of so many megabytes, without packing them all. */
function deflateBomb(megabytes: number): Uint8Array {
  const block = deflateRawSync(MEGABYTE, { finishFlush: constants.Z_SYNC_FLUSH })
  return joined(...Array.from({ length: megabytes }, () => block), Uint8Array.of(3, 0))
}

const edited = (bytes: Uint8Array, edit: (view: DataView, bytes: Uint8Array) => void) => {
  const copy = bytes.slice()
  edit(new DataView(copy.buffer), copy)
  return copy
}

describe('malformed text', () => {
  refuses([
    ['an empty file', () => bytesOf(''), 'the file is empty'],
    ['a byte-order mark alone', () => bytesOf('\ufeff'), 'the file is empty'],
    ['empty lines alone', () => bytesOf('\n\r\n\n'), 'the file is empty'],
    ['blanks alone', () => bytesOf('   \n  \n'), /the file is empty|no rows/],
    ['a comment alone', () => bytesOf('# nothing here\n'), 'the file is empty'],
    ['a header alone', () => bytesOf('a,b\n'), 'the table has a header but no rows'],
    [
      'a short row',
      () => bytesOf('a,b,c\n1,2,3\n4,5\n6,7,8\n'),
      'row 2 (line 3) has 2 cells, but the table has 3 columns',
    ],
    ['a long row', () => bytesOf('a,b\n1,2\n3,4\n5,6,7\n'), 'row 3 (line 4) has 3 cells, but the table has 2 columns'],
    ['a short last row', () => bytesOf('a,b,c\n1,2,3\n4'), 'row 2 (line 3) has 1 cell, but the table has 3 columns'],
    ['an open quote', () => bytesOf('a,b\n1,"x\n2,y\n'), 'row 1 (line 2) opens a quote (") that is never closed'],
    ['an open quote in the header', () => bytesOf('a,"b\n1,2\n'), 'the first row has a quote (") that is never closed'],
    ['text after a quote', () => bytesOf('a,b\n1,"x"y\n'), 'row 1 (line 2) has text after a closing quote'],
    ['zeros', () => new Uint8Array(1000), 'not a table: byte 1 is 0x00, which is not text'],
    ['a zero inside text', () => bytesOf('a,b\n1,\u00002\n'), 'not a table: byte 7 is 0x00'],
    ['noise', () => noise(5000), /not a table/],
    [
      'half a UTF-16 sign',
      () => Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x2c),
      'the file is not utf-16 text; save it with UTF-8 encoding',
    ],
    ['a million columns', () => bytesOf(`${'1,'.repeat(1e6)}1\n`), '1000001 columns exceed the limit of 1000000'],
    [
      'a million columns under a header',
      () => bytesOf(`${'a,'.repeat(1e6)}a\n${'1,'.repeat(1e6)}1\n`),
      'exceed the limit of 1000000',
    ],
    [
      'a wide header over a million empty lines',
      () => bytesOf(`${'a,'.repeat(1e5)}a${'\n'.repeat(1e6)}1`),
      'has 1 cell, but the table has 100,001 columns',
    ],
    ['one endless cell', () => new Uint8Array(2e7).fill(97), 'the table has a header but no rows'],
    ['an endless number', () => bytesOf(`a\n${'9'.repeat(1e6)}x\n"`), /never closed/],
  ])
})

const gzipOf = (deflated: Uint8Array) =>
  joined(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3), deflated, new Uint8Array(8))

describe('malformed gzip', () => {
  refuses([
    ['two bytes', () => Uint8Array.of(0x1f, 0x8b), 'cut short (too short)'],
    ['a cut file', () => gzip(bytesOf('a,b\n1,2\n'.repeat(500))).subarray(0, 30), /cut short/],
    [
      'damaged data',
      () => edited(gzip(noise(5000)), (_, bytes) => bytes.fill(0xff, 10, 40)),
      /damaged|cut short|not a table/,
    ],
    ['gzip inside gzip', () => gzip(gzip(bytesOf('a,b\n1,2\n'))), 'gzip inside gzip'],
    ['gzip of nothing', () => gzip(bytesOf('')), 'the file is empty'],
    ['a bomb of one piece', () => gzipOf(deflateBomb(300)), 'decompress to more than 134217728'],
    [
      'a bomb of many pieces',
      () => joined(...Array.from({ length: 300 }, () => gzip(MEGABYTE))),
      'decompress to more than 134217728',
    ],
    [
      'a wrong checksum',
      () => edited(gzip(bytesOf('a,b\n1,2\n')), (view, bytes) => view.setUint32(bytes.length - 8, 5)),
      'wrong checksum',
    ],
  ])
})

describe('foreign files', () => {
  refuses([
    ['a PDF', () => bytesOf('%PDF-1.7 ...'), 'not a table but a PDF document; save the table as CSV'],
    ['a PNG', () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), 'not a table but a PNG image'],
    ['HDF5', () => Uint8Array.of(0x89, 0x48, 0x44, 0x46, 13, 10, 26, 10), 'damaged HDF5 file: '],
    ['a pickle', () => Uint8Array.of(0x80, 4, 0x95, 0), 'not a table but a Python pickle'],
    ['a web page', () => bytesOf('<!DOCTYPE html><html></html>'), 'not a table but a web page'],
    ['JSON', () => bytesOf('{"a": 1}'), 'the JSON must be an array of objects'],
    [
      'an Office document that is no workbook',
      () => zipSync({ '[Content_Types].xml': strToU8('<x/>') }),
      'not a table but another Office document; save the table as CSV',
    ],
    [
      'a zip of something else',
      () => zipSync({ 'a.csv': strToU8('a,b\n1,2\n') }),
      'contains no .npy file (found "a.csv")',
    ],
    ['an encrypted Parquet file', () => bytesOf('PARE\u0001\u0000..PARE'), 'the Parquet file is encrypted'],
  ])
})

/** An .npy file with a header of our choice. */
function npy(header: string, data: Uint8Array = new Uint8Array(0), version = 1): Uint8Array {
  const text = strToU8(header.padEnd(118 - 1).concat('\n'))
  const bytes = new Uint8Array(10 + text.length + data.length)
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0, text.length & 255, text.length >> 8])
  bytes.set(text, 10)
  bytes.set(data, 10 + text.length)
  return bytes
}

const dict = (shape: string, descr = "'<f8'") => `{'descr': ${descr}, 'fortran_order': False, 'shape': ${shape}, }`

describe('malformed .npy', () => {
  refuses([
    ['the magic alone', () => npy('').subarray(0, 6), 'the file is cut short'],
    ['an unknown version', () => npy(dict('(2, 2)'), new Uint8Array(32), 9), 'version must be 1, 2 or 3; got 9'],
    ['a header beyond the file', () => npy(dict('(2, 2)')).subarray(0, 60), 'the header should have 118 bytes'],
    ['a header without shape', () => npy("{'descr': '<f8'}"), 'no fortran_order or no shape'],
    ['negative sizes', () => npy(dict('(-1, 2)')), 'every size in the shape must be at least 0; got (-1, 2)'],
    ['sizes that are no numbers', () => npy(dict('(x, 2)')), 'every size in the shape must be at least 0; got (x, 2)'],
    ['huge sizes', () => npy(dict('(99999999, 99999999)')), 'columns exceed the limit of 1000000'],
    ['endless sizes', () => npy(dict(`(${'9'.repeat(40)},)`)), 'cells; split the file'],
    [
      'more rows than values',
      () => npy(dict('(1000000, 100)'), new Uint8Array(80)),
      'needs 800000000 bytes of values, but the file has 80',
    ],
    [
      'values that end early',
      () => npy(dict('(2, 2)'), new Uint8Array(31)),
      'needs 32 bytes of values, but the file has 31',
    ],
    ['endless empty texts', () => npy(dict('(99999999999,)', "'<U0'")), 'have no bytes; there are no values to read'],
    ['an unknown type', () => npy(dict('(2,)', "'<q8'"), new Uint8Array(16)), 'values of an unknown type (<q8)'],
    [
      'records inside records',
      () => npy(dict('(2,)', "[('a', [('b', '<f8')])]"), new Uint8Array(16)),
      'records inside records',
    ],
    ['a header of brackets', () => npy(`{'descr': ${'('.repeat(60)}`), /no fortran_order/],
  ])
})

const zipOf = (bytes: Uint8Array) => zipSync({ 'a.npy': bytes }, { level: 9 })
/** Where the one entry of the directory begins. */
const directory = (bytes: Uint8Array) => new DataView(bytes.buffer).getUint32(bytes.length - 22 + 16, true)

describe('malformed .npz', () => {
  const good = () => zipOf(npy(dict('(2, 2)'), new Uint8Array(32)))
  const withEntry = (field: number, value: number) =>
    edited(good(), (view, bytes) => view.setUint32(directory(bytes) + field, value, true))
  refuses([
    ['a cut archive', () => good().subarray(0, 60), 'the zip archive is damaged or cut short (it has no directory)'],
    [
      'an entry that says it is huge',
      () => withEntry(24, 0x7fffffff),
      'decompresses to 2147483647, more than 268435456',
    ],
    ['an entry that says it is larger than 4 GiB', () => withEntry(24, 0xffffffff), 'files larger than 4 GiB'],
    ['an entry that says it is small', () => withEntry(24, 8), 'decompress to more than 8'],
    [
      'an entry that says it is larger',
      () => withEntry(24, 999),
      '"a.npy" in the zip archive should have 999 bytes, but has 160',
    ],
    ['an entry beyond the archive', () => withEntry(20, 0x7fffffff), '"a.npy" in the zip archive is cut short'],
    [
      'an entry elsewhere',
      () => withEntry(42, 0x7fffffff),
      '"a.npy" in the zip archive is not at the position that the directory says',
    ],
    ['a wrong checksum', () => withEntry(16, 5), 'wrong checksum'],
    [
      'an unknown compression',
      () => edited(good(), (view, bytes) => view.setUint16(directory(bytes) + 10, 12, true)),
      'is compressed with method 12',
    ],
    ['damaged packed data', () => edited(good(), (_, bytes) => bytes.fill(0xff, 36, 50)), /damaged/],
    [
      'an array that is none',
      () => zipOf(bytesOf('hello, this is not an array')),
      'the file contains no table of numbers; it contains "a" (damaged .npy',
    ],
    [
      'a directory elsewhere',
      () => edited(good(), (view, bytes) => view.setUint32(bytes.length - 6, 0xfffffff0, true)),
      /damaged/,
    ],
    [
      'a directory of 65535 entries',
      () => edited(good(), (view, bytes) => view.setUint16(bytes.length - 12, 0xffff, true)),
      /damaged/,
    ],
  ])
})

const MAT_HEADER = strToU8('MATLAB 5.0 MAT-file'.padEnd(124)).slice()

/** A little-endian .mat file of the elements. */
function mat(...elements: Uint8Array[]): Uint8Array {
  return joined(MAT_HEADER, Uint8Array.of(0, 1, 0x49, 0x4d), ...elements)
}

function element(type: number, data: Uint8Array, size = data.length): Uint8Array {
  const bytes = new Uint8Array(8 + Math.ceil(data.length / 8) * 8)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, type, true)
  view.setUint32(4, size, true)
  bytes.set(data, 8)
  return bytes
}

const int32 = (...values: number[]) => new Uint8Array(Int32Array.from(values).buffer)
const double = (...values: number[]) => new Uint8Array(Float64Array.from(values).buffer)

function matrix(classNumber: number, sizes: readonly number[], ...parts: Uint8Array[]): Uint8Array {
  const flags = element(6, int32(classNumber, 0))
  return element(14, joined(flags, element(5, int32(...sizes)), element(1, strToU8('A')), ...parts))
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

describe('malformed .mat', () => {
  const packed = (bytes: Uint8Array) => joined(int32(15, bytes.length), bytes)
  refuses([
    ['a header alone', () => mat(), 'the file is cut short'],
    [
      'an element beyond the file',
      () => mat(element(14, new Uint8Array(16), 2 ** 31)),
      'the element at byte 129 should take 2147483648 bytes, but 16 are left',
    ],
    [
      'an array of another size',
      () => mat(matrix(6, [2, 3], element(9, double(1, 2)))),
      '"A" is 2 x 3, but has 2 values',
    ],
    ['huge sizes', () => mat(matrix(6, [2 ** 30, 2 ** 30], element(9, double(1)))), 'but has 1 values'],
    ['negative sizes', () => mat(matrix(6, [-2, 3], element(9, double(1)))), 'an array with the size -2'],
    ['an empty array', () => mat(matrix(6, [0, 3], element(9, double()))), '"A" (0 x 3) is empty'],
    [
      'an unknown storage type',
      () => mat(matrix(6, [1, 2], element(99, double(1, 2)))),
      'stored in the unknown type 99',
    ],
    [
      'a short element of five bytes',
      () => mat(edited(matrix(6, [1, 1]), view => view.setUint32(40, (5 << 16) | 1, true))),
      'a short element of 5 bytes',
    ],
    ['an array without sizes', () => mat(element(14, element(6, int32(6, 0)))), 'an element should begin at byte'],
    ['packed data that is none', () => mat(packed(noise(64))), /damaged or cut short/],
    [
      'packed data that is cut',
      () => mat(packed(zlibSync(matrix(6, [1, 2], element(9, double(1, 2)))).subarray(0, 20))),
      /cut short/,
    ],
    [
      'a packed bomb',
      () => mat(packed(joined(Uint8Array.of(0x78, 0x9c), deflateBomb(300), new Uint8Array(4)))),
      'decompress to more than 134217728',
    ],
    [
      'a wrong checksum',
      () =>
        mat(
          packed(
            edited(zlibSync(matrix(6, [1, 2], element(9, double(1, 2)))), (view, bytes) =>
              view.setUint32(bytes.length - 4, 5),
            ),
          ),
        ),
      'wrong checksum',
    ],
    [
      'a sparse matrix with a row outside',
      () => mat(matrix(5, [2, 2], element(5, int32(7)), element(5, int32(0, 1, 1)), element(9, double(1)))),
      'has an entry in row 8 of 2',
    ],
    [
      'a sparse matrix with too few entries',
      () => mat(matrix(5, [2, 2], element(5, int32(0)), element(5, int32(0, 1, 900)), element(9, double(1)))),
      'should have 900 entries, but has 1',
    ],
    [
      'a sparse matrix with falling starts',
      () => mat(matrix(5, [2, 2], element(5, int32(0)), element(5, int32(0, 1, 0)), element(9, double(1)))),
      'has an invalid start of column 3',
    ],
    [
      'a huge sparse matrix of nothing',
      () => mat(matrix(5, [2 ** 30, 100], element(5, int32()), element(5, int32(0)), element(9, double()))),
      'cells; split the file',
    ],
    ['a million cells of nothing', () => mat(matrix(1, [1e9, 1])), 'should have 1000000000 cells, but ends earlier'],
    [
      'characters of another number',
      () => mat(matrix(4, [1000, 1000], element(16, strToU8('abc')))),
      'is 1000 x 1000 characters, but has 3',
    ],
    [
      'a struct alone',
      () => mat(matrix(2, [1, 1])),
      'the file contains no table of numbers; it contains "A" (a struct)',
    ],
    ['no arrays', () => mat(element(9, double(1))), 'the file contains no table of numbers'],
  ])
})

const withBytes = (name: string, changes: Record<number, number>) =>
  edited(fixture(`${name}.parquet`), (_, bytes) => {
    for (const [at, byte] of Object.entries(changes)) bytes[Number(at)] = byte
  })

describe('malformed Parquet', () => {
  const good = fixture('arrow-snappy.parquet')
  const end = good.length
  refuses([
    ['the beginning alone', () => good.subarray(0, 40), 'the Parquet file is damaged'],
    ['a file without its end', () => good.subarray(0, end - 20), 'the Parquet file is damaged'],
    [
      'a footer beyond the file',
      () => edited(good, view => view.setUint32(end - 8, 0x7fffffff, true)),
      'exceeds available buffer',
    ],
    [
      'a footer of nothing',
      () => edited(good, view => view.setUint32(end - 8, 0, true)),
      'the Parquet file is damaged',
    ],
    [
      'a footer of noise',
      () => edited(good, (view, bytes) => bytes.set(noise(400), end - 8 - view.getUint32(end - 8, true))),
      'Parquet',
    ],
    ['pages of zeros', () => edited(good, (_, bytes) => bytes.fill(0, 4, 900)), 'Parquet'],
    ['pages of ones', () => edited(good, (_, bytes) => bytes.fill(0xff, 4, 900)), 'Parquet'],
    [
      'a schema that led round in circles',
      () => withBytes('arrow-nested', { 19: 128, 263: 1, 472: 1, 590: 1 }),
      'Parquet',
    ],
    [
      'a page header without its sizes, read for ever',
      () => withBytes('arrow-pages2', { 192: 43, 224: 58, 368: 226 }),
      'Parquet',
    ],
  ])
})

/** Bytes without any order, the same in every run. */
function noise(size: number): Uint8Array {
  const random = randomFor(1, size)
  return Uint8Array.from({ length: size }, () => drawIndex(256, random))
}

describe('damaged files of every kind', () => {
  const files = [
    'matrix.npy',
    'records.npy',
    'unicode.npy',
    'members.npz',
    'types-packed.npz',
    'octave-v6.mat',
    'octave-v7.mat',
    'scipy-packed.mat',
    'arrow-none.parquet',
    'arrow-snappy.parquet',
    'arrow-zstd.parquet',
    'arrow-gzip.parquet',
    'arrow-brotli.parquet',
    'arrow-lz4.parquet',
    'arrow-pages2.parquet',
    'arrow-delta.parquet',
    'arrow-nested.parquet',
    'duckdb-zstd.parquet',
  ]
  const texts = {
    csv: bytesOf('id,a,b\n"x, y",1.5,2\n"z ""w""",-3e2,NA\n'),
    arff: bytesOf("@relation r\n@attribute a real\n@attribute b {x,'y z'}\n@data\n1,x\n?,'y z'\n{0 3}\n"),
    gzip: gzip(bytesOf('a,b\n1,2\n3,4\n'.repeat(20))),
  }
  const originals = new Map([...files.map(name => [name, fixture(name)] as const), ...Object.entries(texts)])

  /** A table or an InputError; anything else is ours to repair. */
  async function isHandled(bytes: Uint8Array, what: string): Promise<void> {
    try {
      await readTable(bytes)
    } catch (error) {
      if (error instanceof InputError) return
      throw new Error(`${what}: ${(error as Error).stack}`)
    }
  }

  it.each([...originals.keys()])('%s: cut anywhere, it is refused or read, never a crash', async name => {
    const original = originals.get(name)!
    const step = Math.max(1, Math.floor(original.length / 80))
    for (let size = 0; size < original.length; size += step)
      await isHandled(original.subarray(0, size), `${size} bytes`)
  })

  it.each([...originals.keys()])('%s: with wrong bytes anywhere, it is refused or read, never a crash', async name => {
    const original = originals.get(name)!
    const random = randomFor(7, original.length)
    for (let run = 0; run < 100; run++) {
      const bytes = original.slice()
      const count = 1 + drawIndex(4, random)
      for (let i = 0; i < count; i++) bytes[drawIndex(bytes.length, random)] = drawIndex(256, random)
      await isHandled(bytes, `run ${run}`)
    }
  })
})
