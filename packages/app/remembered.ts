/** Choices that the browser keeps between visits. Without storage, they last until the page is closed. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The choice lasts until the page is closed.
  }
}
