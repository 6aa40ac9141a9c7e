/** Whether an input or a storage is named by an address, not by a path. */
export function isAddress(path: string): boolean {
  return /^(https?|s3):\/\//i.test(path)
}

/** A path or an address as it may be shown: an address without what follows a question mark, which may be a signature. */
export function shownAddress(path: string): string {
  return isAddress(path) ? path.replace(/[?#].*$/, '') : path
}
