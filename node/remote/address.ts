/** Whether the name of an input or a storage is a URL rather than a path. */
export function isAddress(path: string): boolean {
  return /^(https?|s3):\/\//i.test(path)
}

/** A path or URL as it may be printed: without the query string, which may contain a signature. */
export function shownAddress(path: string): string {
  return isAddress(path) ? path.replace(/[?#].*$/, '') : path
}
