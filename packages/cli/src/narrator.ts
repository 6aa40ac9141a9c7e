import { styleText } from 'node:util'
import { type OutputStream, terminal } from 'chorale-node/internal'

/** Prints notes, warnings and progress on standard error. */
export interface Narrator {
  /** Something that everybody should read. */
  tell(text: string): void
  /** An assumption, or something that was done. */
  note(text: string): void
  warn(text: string): void
  /** A progress line, on terminals only. The next line replaces it. */
  status(text: string): void
}

type Style = Parameters<typeof styleText>[0]

/** Colours text only if the stream is a terminal and NO_COLOR is not set. */
export function painter(stream: OutputStream): (style: Style, text: string) => string {
  const coloured = stream.isTTY && !process.env.NO_COLOR
  return (style, text) => (coloured ? styleText(style, text) : text)
}

export function createNarrator(quiet: boolean): Narrator {
  const stream = terminal().stderr
  const paint = painter(stream)
  let passing = false
  const clear = () => {
    if (passing) stream.write('\r\x1b[K')
    passing = false
  }
  const line = (text: string) => {
    clear()
    stream.write(`${text}\n`)
  }
  if (quiet) return { tell: () => {}, note: () => {}, warn: () => {}, status: () => {} }
  return {
    tell: line,
    note: text => line(paint('dim', text)),
    warn: text => line(`${paint('yellow', 'warning:')} ${text}`),
    status(text) {
      if (!stream.isTTY) return
      clear()
      stream.write(text)
      passing = text !== ''
    },
  }
}
