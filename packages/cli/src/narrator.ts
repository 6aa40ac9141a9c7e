import { styleText } from 'node:util'
import { type OutputStream, printable, standardOutput, terminal } from 'chorale-node/internal'

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

function isColoured(stream: OutputStream): boolean {
  return stream.isTTY === true && !process.env.NO_COLOR
}

/** Colours text only if the stream is a terminal and NO_COLOR is not set. */
export function painter(stream: OutputStream): (style: Style, text: string) => string {
  const coloured = isColoured(stream)
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
    tell: text => line(printable(text)),
    note: text => line(paint('dim', printable(text))),
    warn: text => line(`${paint('yellow', 'warning:')} ${printable(text)}`),
    status(text) {
      if (!stream.isTTY) return
      clear()
      stream.write(printable(text))
      passing = text !== ''
    },
  }
}

/** Prints a text that was made for people, with its styles and without the control characters of others. */
export async function printWords(text: string): Promise<void> {
  await standardOutput(printable(text, { styles: isColoured(terminal().stdout) }))
}
