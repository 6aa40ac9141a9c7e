import { CLUSTER_COLOURS, type ColourScheme, clusterMark, heatColour } from 'chorale-report/data'
import { remember, remembered } from './remembered.js'

const KEY = 'chorale-colours'

/** The light or dark theme: the system setting until the user chooses one. */
class Colours {
  scheme = $state<ColourScheme>('light')

  constructor() {
    const system = matchMedia('(prefers-color-scheme: dark)')
    const chosen = chosenScheme()
    this.#use(chosen ?? (system.matches ? 'dark' : 'light'))
    system.addEventListener('change', () => {
      if (chosenScheme() === null) this.#use(system.matches ? 'dark' : 'light')
    })
  }

  toggle(): void {
    this.#use(this.scheme === 'dark' ? 'light' : 'dark')
    remember(KEY, this.scheme)
  }

  #use(scheme: ColourScheme): void {
    this.scheme = scheme
    document.documentElement.dataset.scheme = scheme
  }
}

function chosenScheme(): ColourScheme | null {
  const value = remembered(KEY)
  return value === 'light' || value === 'dark' ? value : null
}

export const colours = new Colours()

export type Rgb = readonly [red: number, green: number, blue: number]

/** The colour of a cluster as red, green and blue. */
export function clusterRgb(cluster: number, scheme: ColourScheme): Rgb {
  const hex = CLUSTER_COLOURS[scheme][clusterMark(cluster).colour]
  return [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
}

/** The colour of selected samples, which no cluster has. */
export function selectionRgb(scheme: ColourScheme): Rgb {
  return scheme === 'dark' ? [255, 92, 196] : [189, 0, 121]
}

/** The colour of a share in [0, 1]. Even 0 is visible on the page. */
export function shareRgb(share: number, scheme: ColourScheme): Rgb {
  return heatColour(0.25 + 0.75 * share, scheme)
}

/** The background of a table cell by its share of the row, and a readable text colour. */
export function cellColours(share: number, scheme: ColourScheme): { background: string; color: string } {
  const rgb = heatColour(0.02 + 0.68 * share, scheme)
  const [red, green, blue] = rgb.map(value => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  // At a luminance of 0.179, black and white text have the same WCAG contrast.
  const isLight = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179
  return { background: `rgb(${rgb.join(' ')})`, color: isLight ? '#000000' : '#ffffff' }
}
