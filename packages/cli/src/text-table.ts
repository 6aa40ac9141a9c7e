/** Rows of cells as lines of text. Columns are aligned to the right, except those in `left`; the last is not padded. */
export function textTable(rows: readonly (readonly string[])[], left: readonly number[] = []): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map(row => row[column].length)))
  return rows.map(row =>
    row
      .map((cell, column) => (left.includes(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd(),
  )
}
