/** Control characters, and marks that turn the direction of writing around. */
const HARMFUL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** The styles that the command itself uses: bold, dim, yellow, and their ends. */
const STYLE = /^\[(1|2|22|33|39)m/

/**
 * Text as a terminal may show it. Names and values of files can contain sequences that move the cursor, change the title
 * or the clipboard: their control characters are written out, such as \u001b. Line breaks and tabs stay, and with `styles`
 * the styles of this command.
 */
export function printable(text: string, { styles = false } = {}): string {
  return text.replace(HARMFUL, (sign, at: number) => {
    if (sign === '\n' || sign === '\t') return sign
    if (styles && sign === '\u001b' && STYLE.test(text.slice(at + 1, at + 5))) return sign
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
