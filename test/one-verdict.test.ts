import { buildReport } from 'chorale-report'
import { expect, it } from 'vitest'
import { blobRows, cloudRows } from '../bench/explanation-tables.mjs'
import { cluster } from '../packages/chorale/src/index.js'
import { findingOf } from '../packages/cli/src/finding.js'
import { summaryText } from '../packages/cli/src/summary.js'

/** What each level sounds like. No text may contain the words of two. */
const WORDS = {
  clear: /clearly separated|\bstrong\b|is stable/,
  weak: /weak evidence|evidence is weak/,
  none: /No evidence that these|no evidence of|no better separated|not stable/,
}

const TABLES = 200

it(`says one verdict about each of ${TABLES} small tables, in summary, report and warnings`, async () => {
  const levels = new Set<string>()
  for (let seed = 1; seed <= TABLES; seed++) {
    const plain = seed % 2 === 0 ? cloudRows(seed, 36) : blobRows(seed, 48, 3 + (seed % 5))
    // Some have a column whose values may become the clusters, and some are sorted.
    const rows = seed % 5 === 0 ? plain.map((row, i) => ({ ...row, sex: (i * 7) % 2 })) : plain
    const result = await cluster(rows, { clusterCount: 2 + (seed % 3), base: 'k-means', ensembleSize: 8 })
    const { verdict, explanation, byClusterCount, dataset, warnings, notes } = result
    levels.add(verdict.level)
    const findings = byClusterCount.map(findingOf)
    const summary = summaryText({
      finding: findings[0],
      findings,
      verdict,
      dataset,
      about: null,
      names: { ids: null, droppedRows: [] },
      truth: null,
      truthName: null,
      timings: { total: 1 },
      next: [],
    })
    const { conclusion, warnings: reported } = buildReport(result)
    expect(conclusion[0]).toContain(verdict.sentence)
    expect(summary.startsWith(verdict.sentence)).toBe(true)
    const isArtefact = explanation.some(({ isCause }) => isCause)
    expect(verdict.level === 'artefact').toBe(isArtefact)
    const text = [summary, ...conclusion, ...reported, ...warnings, ...notes].join('\n')
    for (const [level, words] of Object.entries(WORDS)) expect(words.test(text), text).toBe(level === verdict.level)
  }
  expect([...levels].sort()).toEqual(['artefact', 'clear', 'none', 'weak'])
})
