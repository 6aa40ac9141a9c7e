/** Whether the name of an input or a storage is a URL rather than a path. */
export function isUrl(path: string): boolean {
  return /^(https?|s3):\/\//i.test(path)
}

/** A path or URL as it may be printed: without the query string, which may contain a signature. */
export function shownUrl(path: string): string {
  return isUrl(path) ? path.replace(/[?#].*$/, '') : path
}
