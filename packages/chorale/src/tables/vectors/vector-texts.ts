import type { Column, Table, TextColumn, VectorColumn } from '../table.js'
import { commonLength } from './vector-column.js'

/** A number, or a word for a missing one. */
const MISSING = /^(nan|null|none|na)$/i

/** The table with its columns of texts such as `[0.1, 0.2]` as columns of vectors. */
export function withVectors(caller: string, table: Table): Table {
  const columns = table.columns.map((column): Column => {
    return column.kind === 'text' ? (vectorsOfTexts(caller, column) ?? column) : column
  })
  return columns.every((column, j) => column === table.columns[j]) ? table : { ...table, columns }
}

/** A column of vectors that are written as texts; null if a text is something else. */
export function vectorsOfTexts(caller: string, { name, texts, codes }: TextColumn): VectorColumn | null {
  if (texts.length === 0 || !texts.every(isWrittenVector)) return null
  const vectors: Float64Array[] = []
  for (const text of texts) {
    const vector = writtenVector(text)
    if (vector === null) return null
    vectors.push(vector)
  }
  const rows = Array.from(codes, code => (code < 0 ? null : vectors[code]))
  const size = commonLength(caller, name, rows)
  if (size === null || size === 0) return null
  const values = new Float64Array(rows.length * size)
  for (const [row, vector] of rows.entries()) {
    if (vector === null) values.fill(Number.NaN, row * size, (row + 1) * size)
    else values.set(vector, row * size)
  }
  return { name, kind: 'vector', size, values }
}

function isWrittenVector(text: string): boolean {
  return text.startsWith('[') && text.endsWith(']')
}

/** The numbers between the brackets, separated by commas or spaces; null if one of them is no number. */
function writtenVector(text: string): Float64Array | null {
  const inner = text.slice(1, -1).trim()
  const parts = inner.split(inner.includes(',') ? ',' : /\s+/)
  const vector = new Float64Array(parts.length)
  for (const [j, part] of parts.entries()) {
    const written = part.trim()
    const number = MISSING.test(written) ? Number.NaN : Number(written)
    if (written === '' || (Number.isNaN(number) && !MISSING.test(written))) return null
    vector[j] = number
  }
  return vector
}
