// Builds files of at most 10 MB that are as expensive to read as we can think of, gives each to both commands, and prints
// the CPU time and the memory until it is read or refused. After npm run build:
// node bench/hostile-files.mjs [part of a name]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { parquetWriteBuffer } from 'hyparquet-writer'

const MOST_BYTES = 10_000_000
const MOST_SECONDS = 5
const MOST_MEGABYTES = 1024
/** Ends a command that takes far too much CPU time. */
const LIMITED = ['bash', '-c', 'ulimit -t 12; exec "$@"', 'bash']

const range = (count, value) => Array.from({ length: count }, (_, at) => value(at))
const line = (count, value, separator = ',') => range(count, value).join(separator)
const utf8 = text => new TextEncoder().encode(text)
const digit = at => (at * 7919) % 10
const number = at => ((at * 7919) % 10_007) / 100

/** A .npy file with a header of our choice. */
function npy(descr, shape, data = new Uint8Array(0)) {
  const header = `{'descr': ${descr}, 'fortran_order': False, 'shape': (${shape}), }\n`
  const head = Buffer.from([0x93, ...utf8('NUMPY'), 1, 0, header.length & 255, header.length >> 8])
  return Buffer.concat([head, utf8(header), data])
}

/** A workbook with one sheet. */
function xlsx(sheet, strings = '') {
  const part = (path, text) => [path, utf8(text)]
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return zipSync(
    Object.fromEntries([
      part('[Content_Types].xml', '<Types/>'),
      part(
        'xl/workbook.xml',
        `<workbook xmlns="${main}" xmlns:r="${rel}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
      part(
        'xl/_rels/workbook.xml.rels',
        `<Relationships><Relationship Id="r1" Type="${rel}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${rel}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
      ),
      part('xl/worksheets/sheet1.xml', `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`),
      part('xl/sharedStrings.xml', `<sst xmlns="${main}">${strings}</sst>`),
    ]),
    { level: 6 },
  )
}

/** A .mat file of version 5 with one element of our choice. */
function mat(type, length, data) {
  const head = Buffer.alloc(136)
  head.write('MATLAB 5.0 MAT-file')
  head.writeUInt16LE(0x0100, 124)
  head.write('IM', 126)
  head.writeUInt32LE(type, 128)
  head.writeUInt32LE(length, 132)
  return Buffer.concat([head, data])
}

const parquet = columnData => Buffer.from(parquetWriteBuffer({ columnData }))
const deep = (open, depth, inner, close) => open.repeat(depth) + inner + close.repeat(depth)
const zeros = length => Buffer.alloc(length)

/** Every case builds its file when its turn comes. */
const CASES = {
  'csv-200000-columns.csv': () => `${line(200_000, at => `x${at}`)}\n${line(200_000, number)}\n`,
  'csv-200000-columns-19-rows.csv': () =>
    `${line(200_000, at => `c${at}`)}\n${range(19, row => line(200_000, at => (at * row) % 10)).join('\n')}\n`,
  'csv-200000-words.csv': () => `${line(200_000, at => `x${at}`)}\n${`${line(200_000, at => `w${at}`)}\n`.repeat(4)}`,
  'csv-200000-dates.csv': () =>
    `${line(200_000, at => `x${at}`)}\n${`${line(200_000, () => '2020-01-02')}\n`.repeat(3)}`,
  'csv-same-names.csv': () => `${line(400_000, () => 'x')}\n${`${line(400_000, digit)}\n`.repeat(8)}`,
  'csv-4900000-empty-columns.csv': () => `${','.repeat(4_900_000)}\n${','.repeat(4_900_000)}\n`,
  'csv-5000000-rows.csv': () => `x\n${'1\n'.repeat(4_900_000)}`,
  'csv-5000000-empty-rows.csv': () => `x,y\n${'\n'.repeat(9_900_000)}`,
  'csv-words.csv': () => `w\n${range(1_200_000, at => `k${at}`).join('\n')}\n`,
  'csv-distinct-words-wide.csv': () =>
    `${line(50, at => `x${at}`)}\n${range(24_000, row => line(50, at => `k${row * 50 + at}`)).join('\n')}\n`,
  'csv-quotes.csv': () => `a,b\n${'"",""\n'.repeat(1_600_000)}`,
  'csv-escaped-quotes.csv': () => `a,b\n"${'""'.repeat(4_900_000)}",1\n`,
  'csv-open-quote.csv': () => `a,b\n${'1,2\n'.repeat(2_000_000)}"${'x'.repeat(1_900_000)}`,
  'csv-many-open-quotes.csv': () => `a,b\n${'"x\n'.repeat(3_200_000)}`,
  'csv-one-line.csv': () => 'a'.repeat(9_900_000),
  'csv-ragged.csv': () => range(4000, row => line(row % 2 ? 1 : 2400, () => '1')).join('\n'),
  'csv-growing-rows.csv': () => range(3100, row => line(row + 1, () => '1')).join('\n'),
  'csv-bad-cells.csv': () => `a,b\n${'1,x\n2,3\n'.repeat(1_200_000)}`,
  'csv-written-numbers.csv': () => `a,b\n${range(480_000, at => `"$1,234.${at % 100}",(${at % 999})%`).join('\n')}\n`,
  'csv-units.csv': () => `u\n${range(1_200_000, at => `${at}a`).join('\n')}`,
  'csv-dates.csv': () => `a,b\n${range(420_000, at => `2020-01-${10 + (at % 18)} 10:00,${at % 10}`).join('\n')}\n`,
  'csv-long-numbers.csv': () => `a,b\n${`${'1'.repeat(100_000)},2\n`.repeat(98)}`,
  'csv-long-spaces.csv': () => `a,b\n${`${' '.repeat(100_000)}1,2\n`.repeat(98)}`,
  'csv-spaced-words.csv': () => `a\n${`1${' '.repeat(100_000)}x\n`.repeat(98)}`,
  'csv-thousands.csv': () => `a;b\n${`${'1,'.repeat(50_000)}1;2\n`.repeat(98)}`,
  'csv-comments.csv': () => `${'#\n'.repeat(4_900_000)}a,b\n1,2\n`,
  'csv-utf16.csv': () => Buffer.from(`\ufeffa,b\n${'1,2\n'.repeat(1_200_000)}`, 'utf16le'),
  'csv-latin1.csv': () => Buffer.from(`a,b\n${'1,é\n'.repeat(2_400_000)}`, 'latin1'),
  'csv-invalid-utf8.csv': () => Buffer.alloc(9_900_000, 0xff),
  'csv-zeros.csv': () => zeros(9_900_000),
  'bomb-spaces.csv.gz': () => gzipSync(Buffer.alloc(2 ** 31 - 1, 32)),
  'bomb-zeros.gz': () => gzipSync(zeros(2 ** 31 - 1)),
  'bomb-rows.csv.gz': () => gzipSync(Buffer.concat([utf8('a,b\n'), Buffer.alloc(2 ** 30, '1,2\n')])),
  'bomb-empty-rows.csv.gz': () => gzipSync(Buffer.concat([utf8('a,b\n1,2\n'), Buffer.alloc(2 ** 30, '\n')])),
  'bomb-open-quote.csv.gz': () => gzipSync(Buffer.concat([utf8('a,b\n1,"'), Buffer.alloc(2 ** 30, 'x')])),
  'bomb-columns.csv.gz': () =>
    gzipSync(Buffer.concat([Buffer.alloc(2 ** 28, ','), utf8('\n'), Buffer.alloc(2 ** 28, ',')])),
  'gz-in-gz.gz': () => gzipSync(gzipSync(gzipSync(zeros(2 ** 30)))),
  'gz-dense-rows.csv.gz': () => gzipSync(Buffer.concat([utf8('a,b\n'), Buffer.alloc(130_000_000, '1,2\n3,4\n2,7\n')])),
  'gz-dense-rows-24.csv.gz': () =>
    gzipSync(Buffer.concat([utf8('a,b\n'), Buffer.alloc(48_000_000, '1,2\n3,4\n2,7\n')])),
  'gz-dense-column.csv.gz': () => gzipSync(Buffer.concat([utf8('a\n'), Buffer.alloc(48_000_000, '1\n4\n')])),
  'gz-large-bomb.csv.gz': () =>
    gzipSync(Buffer.concat([utf8('a,b\n'), Buffer.alloc(2_000_000_000, '1,2\n')]), { level: 1 }),
  'gz-long-cells.csv.gz': () =>
    gzipSync(Buffer.concat([utf8('a,b\n'), Buffer.alloc(130_000_000, '1.123456789,2.123456789\n3.5,4.5\n')])),
  'gz-ids.csv.gz': () => gzipSync(`id,a,b\n${range(3_200_000, at => `s${at},${at % 3},${at % 2}`).join('\n')}`),
  'gz-words.csv.gz': () => gzipSync(`a,b\n${range(2_000_000, at => `${at}a,${at}b`).join('\n')}`),
  'npy-huge-shape.npy': () => npy("'<f8'", '4294967296, 4294967296'),
  'npy-zero-rows.npy': () => npy("'<f8'", '0, 268435456'),
  'npy-no-columns.npy': () => npy("'<f8'", '268435456, 0'),
  'npy-one-row.npy': () => npy("'<f8'", '1, 1200000', zeros(9_600_000)),
  'npy-one-row-bytes.npy': () => npy("'|i1'", '1, 9900000', zeros(9_900_000)),
  'npy-one-column.npy': () => npy("'|b1'", '9900000, 1', zeros(9_900_000)),
  'npy-many-fields.npy': () => npy(`[${line(1500, at => `('f${at}', '|i1')`)}]`, '6000', zeros(9_000_000)),
  'npy-unicode.npy': () => npy("'<U1'", '2400000', zeros(9_600_000)),
  'npz-bomb.npz': () => zipSync({ 'a.npy': npy("'<f8'", '131072, 2048', zeros(2 ** 31 - 2 ** 20)) }),
  'npz-bytes.npz': () => zipSync({ 'a.npy': npy("'|i1'", '268435456, 1', zeros(2 ** 28)) }),
  'npz-many.npz': () =>
    zipSync(Object.fromEntries(range(60_000, at => [`${at}.npy`, new Uint8Array(1)])), { level: 0 }),
  'arff-200000-attributes.arff': () =>
    `@relation x\n${range(330_000, at => `@attribute a${at} numeric\n`).join('')}@data\n${line(330_000, digit)}\n`,
  'arff-categories.arff': () =>
    `@relation x\n@attribute a {${line(700_000, at => `c${at}`)}}\n@data\n${'c1\n'.repeat(600_000)}`,
  'arff-sparse.arff': () =>
    `@relation x\n${range(300, at => `@attribute a${at} numeric\n`).join('')}@data\n${'{}\n'.repeat(3_000_000)}`,
  'arff-one-name.arff': () => `@relation x\n@attribute '${'a'.repeat(9_000_000)}' numeric\n@data\n1\n`,
  'arff-spaces.arff': () => `@relation x\n@attribute${' '.repeat(9_000_000)}\n@data\n1\n`,
  'arff-comments.arff': () => `${'%\n'.repeat(4_000_000)}@relation x\n@attribute a numeric\n@data\n1\n2\n`,
  'json-deep-arrays.json': () => deep('[', 4_900_000, '', ']'),
  'json-deep-objects.json': () => `[${deep('{"a":', 1_400_000, '1', '}')}]`,
  'json-deep-in-cell.json': () => `[{"x":${deep('[', 2_000_000, '', ']')},"y":1},{"x":1,"y":2}]`,
  'json-open.json': () => '['.repeat(9_900_000),
  'json-columns.json': () => `[{${line(600_000, at => `"k${at}":${digit(at)}`)}}]`,
  'json-other-names.json': () => `[${line(700_000, at => `{"k${at}":1}`)}]`,
  'json-rows.json': () => `[${line(1_100_000, () => '{"a":1}')}]`,
  'json-empty-rows.json': () => `[${line(3_200_000, () => '{}')}]`,
  'json-arrays.json': () => `[${line(2_400_000, () => '[1]')}]`,
  'json-wide-then-narrow.json': () => `[[${line(1_000_000, () => '1')}],${line(1_000_000, () => '[1]')}]`,
  'json-object-of-arrays.json': () => `{${line(500_000, at => `"k${at}":[1,2]`)}}`,
  'json-one-string.json': () => `["${'x'.repeat(9_900_000)}"]`,
  'ndjson-other-names.ndjson': () => range(700_000, at => `{"k${at}":1}`).join('\n'),
  'ndjson-rows.ndjson': () => `${'{"a":1}\n'.repeat(1_200_000)}`,
  'ndjson-sparse.ndjson': () => `{${line(1000, at => `"k${at}":1`)}}\n${'{"k1":1}\n'.repeat(260_000)}`,
  'ndjson-sparse-24.ndjson': () => `{${line(40, at => `"k${at}":1`)}}\n${'{"k1":1}\n'.repeat(600_000)}`,
  'ndjson-deep.ndjson': () => `{"a":1}\n${deep('[', 2_000_000, '', ']')}\n`,
  'ndjson-wide.ndjson': () => `{${line(600_000, at => `"k${at}":1`)}}\n{"a":1}\n{"b":1}\n`,
  'ndjson-wide-sparse.ndjson': () => `{${line(300_000, at => `"k${at}":1`)}}\n${'{"k1":1}\n'.repeat(600_000)}`,
  'xlsx-bomb.xlsx': () => xlsx(' '.repeat(500_000_000)),
  'xlsx-rows.xlsx': () =>
    xlsx(range(1_000_000, at => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`).join('')),
  'xlsx-far-cells.xlsx': () =>
    xlsx(range(20_000, at => `<row r="${50 * at + 1}"><c r="XFD${50 * at + 1}"><v>1</v></c></row>`).join('')),
  'xlsx-far-row.xlsx': () =>
    xlsx('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
  'xlsx-beyond.xlsx': () => xlsx('<row r="4294967295"><c r="ZZZZZZZ4294967295"><v>1</v></c></row>'),
  'xlsx-strings.xlsx': () =>
    xlsx('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', '<si><t>a</t></si>'.repeat(10_000_000)),
  'xlsx-tags.xlsx': () => xlsx('<row '.repeat(20_000_000)),
  'xlsx-open-cells.xlsx': () => xlsx('<row><c>'.repeat(10_000_000)),
  'xlsx-entities.xlsx': () => xlsx(`<row><c t="inlineStr"><is><t>${'&amp;'.repeat(20_000_000)}</t></is></c></row>`),
  'xlsx-numbered-entities.xlsx': () =>
    xlsx(`<row>${`<c t="inlineStr"><is><t>${'&#9;'.repeat(80_000)}</t></is></c>`.repeat(400)}</row>`),
  'xlsx-attributes.xlsx': () => xlsx(`<row ${'a'.repeat(100_000_000)}><c ${'a="'.repeat(5_000_000)}></c></row>`),
  'xlsx-hints.xlsx': () => xlsx(`<row><c t="inlineStr"><is>${'<rPh>'.repeat(20_000_000)}</is></c></row>`),
  'zip-empty.zip': () => zipSync({ a: new Uint8Array(0) }),
  'mat-huge-element.mat': () => mat(14, 0xffffffff, zeros(1000)),
  'mat-compressed-bomb.mat': () => {
    const packed = gzipSync(zeros(2 ** 31 - 1))
    return mat(15, packed.length, packed)
  },
  'mat-many-elements.mat': () => mat(14, 0, zeros(9_800_000)),
  'parquet-columns.parquet': () => parquet(range(5000, at => ({ name: `x${at}`, data: [1.5], type: 'DOUBLE' }))),
  'parquet-rows.parquet': () => parquet([{ name: 'x', data: new Array(12_000_000).fill(1), type: 'INT32' }]),
  'parquet-words.parquet': () => parquet([{ name: 'x', data: range(900_000, at => `k${at}`), type: 'STRING' }]),
  'parquet-24-million.parquet': () =>
    parquet([{ name: 'x', data: range(24_000_000, at => (at >> 12) & 3), type: 'INT32' }]),
  'parquet-cut.parquet': () =>
    Buffer.concat([utf8('PAR1'), zeros(9_000_000), Buffer.from([0xff, 0xff, 0x7f, 0]), utf8('PAR1')]),
  'arrow-cut.arrow': () => Buffer.concat([utf8('ARROW1\0\0'), Buffer.alloc(9_000_000, 0xff), utf8('ARROW1')]),
  'arrow-zeros.arrow': () => Buffer.concat([utf8('ARROW1\0\0'), zeros(9_000_000), utf8('ARROW1')]),
}

/** Models are given to `predict`. */
const MODELS = {
  'model-deep.json': () => `{"format":"chorale-model","version":1,"a":${deep('[', 4_000_000, '', ']')}}`,
  'model-deep-objects.json': () => deep('{"format":', 900_000, '1', '}'),
  'model-open.json': () => `{"format":"chorale-model","version":1,"labels":[${'1,'.repeat(4_000_000)}`,
  'model-zeros.json': () => zeros(9_900_000),
}

const folder = mkdtempSync(join(tmpdir(), 'chorale-hostile-'))
let misses = 0
try {
  console.log('case | MB | command | exit | CPU s | MB of memory | answer')
  writeFileSync(join(folder, 'new.csv'), 'x,y\n1,2\n3,4\n')
  const part = process.argv[2] ?? ''
  for (const [name, build] of Object.entries(CASES)) {
    if (name.includes(part)) measure(name, build(), [['cluster'], ['consensus']])
  }
  for (const [name, build] of Object.entries(MODELS)) {
    if (name.includes(part)) measure(name, build(), [['predict']])
  }
  const extra = process.env.HOSTILE_FILES
  for (const name of extra === undefined ? [] : readdirSync(extra)) {
    if (name.includes(part)) measureFile(name, join(extra, name), [['cluster'], ['consensus']])
  }
} finally {
  rmSync(folder, { recursive: true })
}
console.log(
  misses === 0 ? 'every file is within the limits' : `${misses} beyond ${MOST_SECONDS} s or ${MOST_MEGABYTES} MB`,
)
process.exit(misses === 0 ? 0 : 1)

function measure(name, content, commands) {
  const path = join(folder, name)
  writeFileSync(path, content)
  measureFile(name, path, commands)
  rmSync(path)
}

function measureFile(name, path, commands) {
  const bytes = statSync(path).size
  if (bytes > MOST_BYTES) throw new Error(`${name} has ${bytes} bytes`)
  for (const [command] of commands) {
    const args =
      command === 'predict' ? [command, path, join(folder, 'new.csv')] : [command, path, '-k', '2', '--dry-run']
    const { status, signal, stderr } = spawnSync(
      '/usr/bin/time',
      ['-q', '-f', '\n%U %S %M', ...LIMITED, process.execPath, 'packages/cli/dist/cli.js', ...args],
      {
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      },
    )
    const lines = stderr.trim().split('\n')
    const [user, system, kilobytes] = (lines.pop() ?? '').split(' ').map(Number)
    const seconds = user + system
    const megabytes = kilobytes / 1024
    const answer = (lines.findLast(text => text.trim() !== '') ?? '').slice(0, 150)
    const isMiss = !(seconds <= MOST_SECONDS && megabytes <= MOST_MEGABYTES) || ![0, 2].includes(status)
    if (isMiss) misses++
    const sizes = `${(bytes / 1e6).toFixed(1)} | ${command} | ${status ?? signal} | ${seconds.toFixed(2)} | ${Math.round(megabytes)}`
    console.log(`${isMiss ? '** ' : ''}${name} | ${sizes} | ${answer}`)
  }
}
