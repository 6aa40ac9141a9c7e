import type { ColourScheme } from '../src/index.js'

const KEY = 'chorale-colours'

/** Light or dark: as the system says, until someone chooses. */
class Colours {
  scheme = $state<ColourScheme>('light')

  constructor() {
    const system = matchMedia('(prefers-color-scheme: dark)')
    const chosen = remembered()
    this.#use(chosen ?? (system.matches ? 'dark' : 'light'))
    system.addEventListener('change', () => {
      if (remembered() === null) this.#use(system.matches ? 'dark' : 'light')
    })
  }

  toggle(): void {
    this.#use(this.scheme === 'dark' ? 'light' : 'dark')
    try {
      localStorage.setItem(KEY, this.scheme)
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }

  #use(scheme: ColourScheme): void {
    this.scheme = scheme
    document.documentElement.dataset.scheme = scheme
  }
}

function remembered(): ColourScheme | null {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'light' || value === 'dark' ? value : null
  } catch {
    return null
  }
}

export const colours = new Colours()
