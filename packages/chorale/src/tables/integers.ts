const INTEGER = /^[+-]?\d+$/

/** Whether a string is an integer with more digits than a double can hold: read as a number, it would become another one. */
export function isLongInteger(text: string): boolean {
  return text.length > 15 && INTEGER.test(text) && !Number.isSafeInteger(Number(text))
}

/** Whether a string is an integer, with or without a sign. */
export function isInteger(text: string): boolean {
  return INTEGER.test(text)
}
