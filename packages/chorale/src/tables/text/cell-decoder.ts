const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const LATIN1 = new TextDecoder('windows-1252')

/** The note about strings that are not UTF-8. */
export const LATIN1_NOTE = 'some strings are not UTF-8 and are read as latin1 (Windows-1252)'

/**
 * Decodes the strings of cells. Strings that are not UTF-8 are read as Windows-1252, so that different strings stay
 * different.
 */
export class CellDecoder {
  /** Whether a string was not UTF-8. */
  usedLatin1 = false

  decode(bytes: Uint8Array): string {
    try {
      return UTF8.decode(bytes)
    } catch {
      this.usedLatin1 = true
      return LATIN1.decode(bytes)
    }
  }

  /** The note about the strings that were decoded; none if all were UTF-8. */
  get notes(): string[] {
    return this.usedLatin1 ? [LATIN1_NOTE] : []
  }
}
