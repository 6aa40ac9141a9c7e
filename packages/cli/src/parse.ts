import { InputError } from 'chorale/internal'

/** Parses an option value that must be an integer. */
export function wholeNumber(option: string, least: number, most = Infinity): (text: string) => number {
  return text => {
    const value = Number(text)
    if (text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most) return value
    const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`
    throw new InputError(`${option} must be an integer ${range}; got ${text}`)
  }
}

/** The same for a number of at least `least`, or the word all. */
export function wholeNumberOrAll(option: string, least: number): (text: string) => number | 'all' {
  return text => {
    const value = Number(text)
    if (text === 'all') return text
    if (text.trim() !== '' && Number.isInteger(value) && value >= least) return value
    throw new InputError(`${option} must be an integer of at least ${least}, or all; got ${text}`)
  }
}

/** Parses --seed, the same for every command. */
export const seedValue = wholeNumber('--seed', 0, 2 ** 32 - 1)

export function positiveNumber(option: string): (text: string) => number {
  return text => {
    const value = Number(text)
    if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value
    throw new InputError(`${option} must be a number above 0; got ${text}`)
  }
}

/** A share above 0 and at most 1. */
export function shareValue(option: string): (text: string) => number {
  return text => {
    const value = Number(text)
    if (text.trim() !== '' && value > 0 && value <= 1) return value
    throw new InputError(`${option} must be a number above 0 and at most 1; got ${text}`)
  }
}

/** A threshold above 0 and at most 1, or the word auto. */
export function alphaValue(text: string): number | 'auto' {
  if (text === 'auto') return text
  const value = Number(text)
  if (text.trim() !== '' && value > 0 && value <= 1) return value
  throw new InputError(`--alpha must be a number above 0 and at most 1, or auto; got ${text}`)
}

export function oneOf<T extends string>(option: string, allowed: readonly T[]): (text: string) => T {
  return text => {
    if ((allowed as readonly string[]).includes(text)) return text as T
    throw new InputError(`${option} must be one of ${allowed.join(', ')}; got ${text}`)
  }
}

/** Parses names separated by commas. `\\,` is a comma within a name. */
export function nameList(option: string): (text: string) => string[] {
  return text => {
    const names = text.split(/(?<!\\),/).map(name => name.trim().replaceAll('\\,', ','))
    if (names.every(name => name !== '')) return names
    throw new InputError(`${option} must be names separated by commas; got ${text}`)
  }
}

/** Columns separated by commas, or the word all. */
export function categoryList(text: string): 'all' | string[] {
  return text === 'all' ? text : nameList('--categorical')(text)
}

/** Parses numbers of clusters: a range as in 2-10, a list as in 2,3,5, or both. */
export function clusterRange(option: string): (text: string) => number[] {
  return text => {
    const counts = text.split(',').flatMap(part => {
      const [, from, to = from] = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(part) ?? []
      const least = Number(from)
      const most = Number(to)
      return most - least < 1000 ? Array.from({ length: most - least + 1 }, (_, at) => least + at) : []
    })
    if (counts.length > 0 && counts.every(count => count >= 2)) return counts
    throw new InputError(`${option} must be integers of at least 2, for example 2-10 or 2,3,5; got ${text}`)
  }
}

/** A number of clusters, the word auto, or several numbers as in 2-6 or 2,4,8. */
export function clusterCountValue(text: string): number | 'auto' | number[] {
  if (text === 'auto') return text
  if (!/[-,]/.test(text) || text.startsWith('-')) return wholeNumber('-k', 1)(text)
  const counts = [...new Set(clusterRange('-k')(text))].sort((a, b) => a - b)
  return counts.length === 1 ? counts[0] : counts
}
