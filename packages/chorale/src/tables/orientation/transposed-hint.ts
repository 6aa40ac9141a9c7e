import { type Column, cellText, quoted, type Table } from '../table.js'

const FEATURE_WORDS =
  /^(genes?|features?|feature[ _.]?(id|name)s?|symbols?|variables?|attributes?|markers?|proteins?|otus?|taxa|taxon|metabolites?|peptides?)$/i
const SAMPLE_WORD = /^(sample|subject|patient|cell|donor|individual|gsm|tcga|srr|err|s|p)[ _.-]?\d/i
const CLASS_WORD = /^(class|target|truth|label|labels|gt|ground[ _.]?truth)$/i

/**
 * A note if the rows of the table look like features other than genes and its columns like samples, otherwise null.
 * The table is not transposed, because the guess may be wrong.
 */
export function transposedHint(table: Table, features: readonly Column[]): string | null {
  const why = table.orientation !== undefined ? null : transposedReason(table, features)
  if (why === null) return null
  return `the table looks transposed (${why}), but is used as it is; samples must be rows and features columns. To transpose it, use \`genesIn: 'rows'\``
}

function transposedReason(table: Table, features: readonly Column[]): string | null {
  const [first] = table.columns
  if (!first) return null
  if (first.kind === 'text' && FEATURE_WORDS.test(first.name)) return `its first column is named ${quoted(first.name)}`
  if (first.kind === 'text') {
    for (let i = 0; i < table.rowCount; i++) {
      const text = cellText(first, i)
      if (text !== null && CLASS_WORD.test(text) && first.texts.length === table.rowCount)
        return `row ${i + 1} is named ${quoted(text)}`
    }
  }
  // A column of classes belongs to a table with samples in rows.
  if (table.columns.some(column => CLASS_WORD.test(column.name))) return null
  const sampleLike = features.filter(column => SAMPLE_WORD.test(column.name))
  if (features.length >= 4 && sampleLike.length > 0.8 * features.length) {
    return `its columns are named like samples, such as ${quoted(sampleLike[0].name)}`
  }
  return null
}
