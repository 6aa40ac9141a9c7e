import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { zipSync } from 'fflate'

/** A file for a reader: its name and its bytes. */
export interface FuzzedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

const CELLS = [
  '0',
  '1',
  '-1',
  '007',
  '1.5',
  '1,5',
  '1e309',
  'inf',
  'NaN',
  '',
  'NA',
  'None',
  '"a"',
  '"a,b"',
  '"a""b"',
  '"',
  'é',
  '\0',
  '\ufeff',
  '=1+1',
  '9007199254740993',
]

const cell = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...CELLS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
)

const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 0, maxLength: 12 })

/** Text that looks like a table: headers, comments, any separator and line break, byte-order marks, gzip. */
const csv = fc
  .record({
    rows,
    separator: fc.constantFrom(',', ';', '\t', '|', ' '),
    lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
    prefix: fc.constantFrom('', '\ufeff', '# a comment\n', 'sep=;\n', 'id,a,b\n', 'a;a;a\n'),
    isPacked: fc.boolean(),
  })
  .map(({ rows, separator, lineBreak, prefix, isPacked }) => {
    const bytes = bytesOf(prefix + rows.map(row => row.join(separator)).join(lineBreak))
    return { name: isPacked ? 't.csv.gz' : 't.csv', bytes: isPacked ? new Uint8Array(gzipSync(bytes)) : bytes }
  })

const TYPES = ['numeric', 'REAL', 'string', 'date', '{a,b}', '{\'a b\', "c"}', '{', 'relational', '']

const arff = fc
  .record({
    attributes: fc.array(fc.tuple(fc.constantFrom('a', "'b c'", '"d"', '', 'a'), fc.constantFrom(...TYPES)), {
      maxLength: 5,
    }),
    rows,
    isSparse: fc.boolean(),
  })
  .map(({ attributes, rows, isSparse }) => {
    const head = attributes.map(([name, type]) => `@attribute ${name} ${type}`).join('\n')
    const body = rows
      .map(row => (isSparse ? `{${row.map((each, j) => `${j} ${each}`).join(',')}}` : row.join()))
      .join('\n')
    return { name: 't.arff', bytes: bytesOf(`@relation r\n${head}\n@data\n${body}`) }
  })

/** .npy with any header over any bytes. */
const npy = fc
  .record({
    descr: fc.constantFrom(
      "'<f8'",
      "'>i4'",
      "'|b1'",
      "'<U3'",
      "'|S0'",
      "'<U0'",
      "'|O'",
      "'<c8'",
      "[('a', '<f8'), ('b', '<i2')]",
      "[('a', '|V0')]",
      "'<i8'",
      'x',
    ),
    order: fc.constantFrom('True', 'False', 'x'),
    shape: fc.constantFrom(
      '3,',
      '2, 3',
      '1, 3',
      '0, 3',
      '268435456, 4',
      '-1,',
      '1 1 1 1 1 1 x',
      '',
      '9007199254740993,',
      '2,2,2',
    ),
    values: fc.uint8Array({ maxLength: 96 }),
  })
  .map(({ descr, order, shape, values }) => {
    const header = bytesOf(`{'descr': ${descr}, 'fortran_order': ${order}, 'shape': (${shape}), }\n`)
    const start = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]
    return { name: 't.npy', bytes: Uint8Array.from([...start, ...header, ...values]) }
  })

const FOLDER = 'packages/chorale/test/tables/fixtures'
const FIXTURES = readdirSync(FOLDER).filter(name => /\.(npy|npz|mat|parquet|arrows?)$/.test(name))

/** A real file in which lengths, counts and offsets are changed: whole numbers of one, two, four or eight bytes. */
const changed = fc
  .record({
    name: fc.constantFrom(...FIXTURES),
    changes: fc.array(
      fc.record({
        at: fc.nat(),
        // Most of what describes a file is at its beginning or at its end.
        from: fc.constantFrom('start', 'end', 'anywhere'),
        value: fc.constantFrom(
          0n,
          1n,
          255n,
          2n ** 15n,
          2n ** 16n - 1n,
          2n ** 31n - 1n,
          2n ** 32n - 1n,
          2n ** 63n,
          128n,
        ),
        width: fc.constantFrom(1, 2, 4, 8),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    cut: fc.option(fc.nat(), { freq: 5 }),
  })
  .map(({ name, changes, cut }) => {
    const bytes = new Uint8Array(readFileSync(`${FOLDER}/${name}`))
    for (const { at, from, value, width } of changes) {
      const span = from === 'anywhere' ? bytes.length : Math.min(200, bytes.length)
      const place = from === 'end' ? bytes.length - 1 - (at % span) : at % span
      for (let byte = 0; byte < width && place + byte < bytes.length; byte++) {
        bytes[place + byte] = Number((value >> BigInt(8 * byte)) & 255n)
      }
    }
    return { name, bytes: cut === null ? bytes : bytes.slice(0, cut % bytes.length) }
  })

/** JSON of every form that is a table, and of some that are none. */
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...CELLS, 0, 1.5, -3, null, true, 1e308) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)
const key = fc.constantFrom('a', 'b', 'id', '', '__proto__', 'toString', 'columns', 'data')
const json = fc
  .record({
    content: fc.oneof(
      fc.array(fc.dictionary(key, value, { maxKeys: 4 }), { maxLength: 6 }),
      fc.array(fc.array(value, { maxLength: 4 }), { maxLength: 6 }),
      fc.dictionary(key, fc.array(value, { maxLength: 4 }), { maxKeys: 4 }),
      fc.jsonValue({ maxDepth: 4 }),
    ),
    isByLine: fc.boolean(),
    cut: fc.option(fc.nat(), { freq: 8 }),
  })
  .map(({ content, isByLine, cut }) => {
    const lines = isByLine && Array.isArray(content) ? (content as unknown[]).map(line => JSON.stringify(line)) : null
    const text = lines === null ? JSON.stringify(content) : lines.join('\n')
    return { name: 't.json', bytes: bytesOf(cut === null ? text : text.slice(0, cut % (text.length + 1))) }
  })

/** Pieces of the XML of a sheet, in any order. */
const PIECES = [
  '<row>',
  '<row r="1">',
  '</row>',
  '<row/>',
  '<c>',
  '<c r="A1" t="s">',
  '<c r="XFD9">',
  '<c r="ZZZZZZ1">',
  '<c r="1">',
  '<c t="inlineStr">',
  '<c t="b">',
  '<c s="1">',
  '<c s="-1" t="e">',
  '</c>',
  '<v>1</v>',
  '<v>45322.5</v>',
  '<v>1e999</v>',
  '<v>99999999999</v>',
  '<v>-1</v>',
  '<v></v>',
  '<v>',
  '<is><t>a</t></is>',
  '<is><rPh><t>x</t></rPh><t>&#x110000;&amp;&#0;</t></is>',
  '<t>&#;</t>',
  '<',
  '>',
  '"',
  '<x:row><x:c><x:v>2</x:v></x:c></x:row>',
]
const xml = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map(pieces => pieces.join(''))
const xlsx = fc
  .record({
    sheet: xml,
    strings: xml,
    target: fc.constantFrom('worksheets/sheet1.xml', '/xl/worksheets/sheet1.xml', '../x.xml', ''),
    hasStyles: fc.boolean(),
  })
  .map(({ sheet, strings, target, hasStyles }) => {
    const parts: Record<string, string> = {
      'xl/workbook.xml': '<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Target="${target}"/></Relationships>`,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
      'xl/sharedStrings.xml': `<sst><si><t>a</t></si><si>${strings}</si></sst>`,
    }
    if (hasStyles) parts['xl/styles.xml'] = '<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>'
    const files = Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, bytesOf(text)]))
    return { name: 't.xlsx', bytes: zipSync(files, { level: 1 }) }
  })

/** The kinds of files that are fuzzed. */
export const FILES: Readonly<Record<string, fc.Arbitrary<FuzzedFile>>> = {
  'CSV and gzip': csv,
  ARFF: arff,
  '.npy': npy,
  'JSON and NDJSON': json,
  'Excel workbooks': xlsx,
  'changed .npy, .npz, .mat, Parquet, Arrow': changed,
}
