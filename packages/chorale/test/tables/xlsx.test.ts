import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readTable } from '../../src/tables/read-table.js'
import { contentOf } from './tables.js'

const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="0.00&quot; days&quot;"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="165"/></cellXfs></styleSheet>'
const STRINGS =
  '<sst><si><t>city</t></si><si><r><t>Z&#252;</t></r><r><t xml:space="preserve">rich &amp; Co</t></r><rPh><t>no</t></rPh></si><si><t>Bern, "west"</t></si></sst>'

/** A workbook of sheets, given as their XML. */
function workbook(sheets: Record<string, string>, { extra = '' } = {}): Uint8Array {
  const names = Object.keys(sheets)
  const files: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns:r="r">${extra}<sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml': STYLES,
    'xl/sharedStrings.xml': STRINGS,
  }
  names.forEach((name, i) => {
    files[`xl/worksheets/sheet${i + 1}.xml`] = `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`
  })
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))
}

const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const TABLE = [
  `<row r="1"><c r="A1" t="s"><v>0</v></c>${inline('day')}${inline('when')}${inline('span')}${inline('ok')}</row>`,
  '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"><v>45322</v></c><c r="C2" s="2"><v>45322.520833333336</v></c><c r="D2" s="3"><v>1.5</v></c><c r="E2" t="b"><v>1</v></c></row>',
  '<row r="3"/>',
  '<row r="4"><c r="A4" t="s"><v>2</v></c><c r="B4" s="1"><v>45351</v></c><c r="D4"><f>1+1</f><v>2</v></c><c r="E4" t="e"><v>#N/A</v></c></row>',
].join('')

describe('Excel workbooks', () => {
  it('are read: strings, dates, times, formulas, booleans, errors and gaps', async () => {
    const table = await readTable(workbook({ Data: TABLE }), { name: 'f.xlsx' })
    expect(contentOf(table)).toEqual({
      city: ['Zürich & Co', 'Bern, "west"'],
      day: ['2024-01-31', '2024-02-29'],
      when: ['2024-01-31 12:30:00', null],
      span: [1.5, 2],
      ok: ['true', null],
    })
  })

  it('count days from 1904 where the workbook says so', async () => {
    const bytes = workbook({ Data: TABLE }, { extra: '<workbookPr date1904="1"/>' })
    expect(contentOf(await readTable(bytes)).day).toEqual(['2028-02-01', '2028-03-01'])
  })

  const small = (name: string) => `<row>${inline(name)}${inline('b')}</row><row><c><v>1</v></c><c><v>2</v></c></row>`

  it('give the first sheet, or the one that is named or numbered', async () => {
    const bytes = workbook({ One: small('a'), Two: small('z') })
    const first = await readTable(bytes)
    expect(contentOf(first)).toEqual({ a: [1], b: [2] })
    expect(first.notes).toEqual(['the first sheet, "One", is used; the others are "Two"'])
    for (const sheet of ['Two', '2']) expect(contentOf(await readTable(bytes, { sheet }))).toEqual({ z: [1], b: [2] })
    await expect(readTable(bytes, { sheet: 'Three' })).rejects.toThrow(
      '`sheet` must name a sheet; got "Three", but the workbook has "One", "Two"',
    )
  })

  it('lose a title above the table and empty rows and columns around it', async () => {
    const rows = [
      `<row><c r="B1" t="inlineStr"><is><t>Sales 2024</t></is></c></row><row/>`,
      `<row><c r="B3" t="inlineStr"><is><t>a</t></is></c><c r="C3" t="inlineStr"><is><t>b</t></is></c><c r="D3" t="inlineStr"><is><t>c</t></is></c></row>`,
      `<row><c r="B4"><v>1</v></c><c r="C4"><v>2</v></c><c r="D4"><v>3</v></c></row>`,
    ]
    const table = await readTable(workbook({ Data: rows.join('') }))
    expect(contentOf(table)).toEqual({ a: [1], b: [2], c: [3] })
    expect(table.notes).toEqual(['skipped a title above the table'])
  })

  it('are refused where they are empty or damaged', async () => {
    await expect(readTable(workbook({ Data: '' }), { name: 'f.xlsx' })).rejects.toThrow('f.xlsx: the sheet is empty')
    await expect(readTable(workbook({}), { name: 'f.xlsx' })).rejects.toThrow('f.xlsx: the Excel workbook has no sheet')
  })

  it.each([
    ['a cell far beyond the last column', '<row r="1"><c r="ZZZZZZZ1"><v>1</v></c></row>', 'columns exceed the limit'],
    ['far more cells than bytes', '<row><c r="XFD1"><v>1</v></c></row>'.repeat(2000), 'too many cells for a file of'],
    ['tags that are never closed', '<row '.repeat(400_000), 'the sheet is empty'],
    ['elements that are never closed', '<row><c>'.repeat(400_000), 'the sheet is empty'],
    ['one endless attribute', `<row ${'a'.repeat(400_000)}></row>`, 'the sheet is empty'],
  ])('are refused quickly with %s', async (_, sheet, words) => {
    const bytes = workbook({ Data: sheet })
    const start = process.cpuUsage()
    await expect(readTable(bytes, { name: 'f.xlsx' })).rejects.toThrow(words)
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(3)
  })

  it('are refused before they are decompressed to too much', async () => {
    const bytes = workbook({ Data: TABLE })
    const directoryEntry = Buffer.from(bytes).lastIndexOf('xl/worksheets/sheet1.xml') - 46
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(directoryEntry + 24, 2 ** 28, true)
    await expect(readTable(bytes, { name: 'f.xlsx' })).rejects.toThrow('decompresses to more than 134,217,728 bytes')
  })

  it('keep entities that mean no character, and decode every other once', async () => {
    const cells = ['&#x110000;', '&amp;lt;', '&#38;lt;', '&#x41;&gt;'].map(inline).join('')
    const table = await readTable(
      workbook({ Data: `<row>${inline('a')}${inline('b')}${inline('c')}${inline('d')}</row><row>${cells}</row>` }),
    )
    expect(contentOf(table)).toEqual({ a: ['&#x110000;'], b: ['&lt;'], c: ['&lt;'], d: ['A>'] })
  })
})
