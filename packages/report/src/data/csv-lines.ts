/** A cell of a CSV file, quoted if necessary. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const LINES_PER_PIECE = 4096

/** A text of many lines, in pieces, so that it is never one large string. */
export function* csvLines(header: string, count: number, line: (i: number) => string): Generator<string> {
  yield `${header}\n`
  for (let from = 0; from < count; from += LINES_PER_PIECE) {
    let piece = ''
    for (let i = from; i < Math.min(from + LINES_PER_PIECE, count); i++) piece += `${line(i)}\n`
    yield piece
  }
}
