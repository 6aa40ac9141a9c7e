/** Whether an input or a storage is named by an address, not by a path. */
export function isAddress(path: string): boolean {
  return /^(https?|s3):\/\//i.test(path)
}

/** An address as it may be shown: without whatever follows a question mark, which may be a signature. */
export function shownAddress(address: string): string {
  return address.replace(/[?#].*$/, '')
}
