/** Cells that say "no value" when they are not quoted, in text and number columns alike. */
const MISSING = new Set(['', 'NA', 'N/A', '#N/A', 'n/a', 'na', 'NaN', 'nan', 'NAN', 'null', 'NULL', 'Null', '?'])

export function isMissingText(text: string): boolean {
  return MISSING.has(text)
}

/** Among numbers also Python's None; among texts that may be a category. */
export function isMissingNumber(text: string): boolean {
  return MISSING.has(text) || text === 'None'
}
