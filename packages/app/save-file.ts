/** Downloads a file. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Pixels per SVG unit: sharp on screens and on paper. */
const PNG_SCALE = 3

/** Converts an SVG file to PNG. */
export async function svgToPng(svg: string): Promise<Blob> {
  const image = new Image()
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth * PNG_SCALE
    canvas.height = image.naturalHeight * PNG_SCALE
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await pngOf(canvas)
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** A canvas as a PNG file. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((found, failed) => {
    canvas.toBlob(blob => (blob === null ? failed(new Error('Cannot draw the figure.')) : found(blob)), 'image/png')
  })
}
