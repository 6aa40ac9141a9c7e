import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readCatalogue } from '../src/catalogue.js'
import type { PageSection } from '../src/page/blocks.js'
import { findings } from '../src/page/findings.js'
import { paperSections, withMarkdown } from '../src/page/page.js'
import { listText, medianOf, rangeText, signedText } from '../src/page/phrases.js'
import { studyOf } from '../src/page/study.js'
import { filesIn, Results, type RunLine, readRecords, readResults } from '../src/results.js'

const FOLDER = 'packages/paper/results'
const catalogue = readCatalogue()
const results = readResults(FOLDER)
const sections = paperSections(catalogue, results)

/** Every sentence of the sections, without the tables. */
const proseOf = (all: readonly PageSection[]) =>
  all.flatMap(({ blocks }) =>
    blocks.flatMap(block => ('words' in block ? [block.words] : 'list' in block ? block.list : [])),
  )

describe('the reproduction page', () => {
  it('is what the result files give', () => {
    const page = readFileSync('docs/reproduction.md', 'utf8')
    expect(withMarkdown(page, sections)).toBe(page)
  })

  it('has the same sentences and tables in HTML', () => {
    const plain = (text: string) => text.replace(/<[^>]*>/g, ' ').replace(/[\s`]+/g, '')
    const unescaped = (text: string) =>
      text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'")
    const html = unescaped(plain(readFileSync('docs/public/paper.html', 'utf8'))).replaceAll('&amp;', '&')
    for (const text of proseOf(sections)) expect(html.includes(plain(text)), text).toBe(true)
    for (const { blocks } of sections) {
      for (const block of blocks) {
        if (!('table' in block)) continue
        const cells = block.table.rows.flat().map(cell => (typeof cell === 'string' ? cell : cell.text))
        expect(html.includes(plain(block.table.caption)), block.table.caption).toBe(true)
        expect(cells.filter(cell => !html.includes(plain(cell)))).toEqual([])
      }
    }
  })

  it('says that nothing was run where there are no results', () => {
    const empty = paperSections(catalogue, new Results([]))
    const prose = proseOf(empty).join('\n')
    expect(prose).toContain('The results are not complete enough for findings.')
    expect(prose).toContain('These planned runs have no results')
    expect(prose).not.toMatch(/NaN|Infinity|undefined/)
  })
})

describe('findings', () => {
  it('are complete for the result files, without gaps in their numbers', () => {
    const found = findings(studyOf(catalogue, results))
    expect(found.length).toBe(11)
    for (const finding of found) expect(finding).not.toMatch(/NaN|Infinity|undefined|null| –/)
  })

  it('follow the results: other scores give other sentences', () => {
    const before = findings(studyOf(catalogue, results))
    const records = filesIn(FOLDER, '.jsonl')
      .flatMap(readRecords)
      .map(record => ({ ...record, results: record.results.map(result => worse(result as RunLine)) }))
    const after = findings(studyOf(catalogue, new Results(records)))
    // All but the last two, on Table 2 and Figure 3, whose results have no such scores.
    expect(after.length).toBe(before.length)
    for (const [at, finding] of after.slice(0, -2).entries()) expect(finding).not.toBe(before[at])
    expect(after.join()).toContain('GPEC meets 0 of its 7 targets')
  })
})

/** Scores that get worse from repeat to repeat, so that methods with few repeats lose least. */
function worse(result: RunLine): RunLine {
  if (result.nmi === undefined) return result
  const factor = 0.8 - 0.01 * (result.repeat % 20) - 0.1 * (result.alpha ?? 0)
  return { ...result, nmi: factor * result.nmi, ari: factor * result.ari, purity: factor * result.purity }
}

describe('phrases', () => {
  it('list, range, sign and median match hand-worked examples', () => {
    expect(listText([])).toBe('')
    expect(listText(['a'])).toBe('a')
    expect(listText(['a', 'b', 'c'])).toBe('a, b and c')
    expect(rangeText([2, 0.25, 1])).toBe('0.3 to 2.0')
    expect([0.04, -1.26].map(value => signedText(value))).toEqual(['+0.0', '−1.3'])
    expect([medianOf([3, 1, 2]), medianOf([4, 1, 2, 3])]).toEqual([2, 2.5])
  })
})
