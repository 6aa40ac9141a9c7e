/** Unquoted cells that mean "no value", in text and number columns. */
const MISSING = new Set(['', 'NA', 'N/A', '#N/A', 'n/a', 'na', 'NaN', 'nan', 'NAN', 'null', 'NULL', 'Null', '?'])

export function isMissingText(text: string): boolean {
  return MISSING.has(text)
}

/** In number columns Python's None is missing too; in text columns it may be a category. */
export function isMissingNumber(text: string): boolean {
  return MISSING.has(text) || text === 'None'
}
