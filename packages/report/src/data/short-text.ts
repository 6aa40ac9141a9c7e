/** A name from the data on one line, shortened if it is too long for a page. */
export function shortText(text: string, length = 60): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = Array.from(line.slice(0, 2 * length + 2))
  return characters.length <= length ? line : `${characters.slice(0, length - 1).join('')}…`
}
