import { countText } from '../../count-text.js'
import { nearestName } from '../../errors.js'
import { quoted, shortList } from '../table.js'
import { plainName } from './role-names.js'

/** The columns that selectors name. */
export interface Selection {
  /** Indices of the columns, in the order of the selectors, each once. */
  readonly columns: readonly number[]
  /** The columns that were named one by one: by name or number, not by a range or a pattern. */
  readonly named: ReadonlySet<number>
  /** What is wrong with the selectors, one phrase each, such as `got "Age"; did you mean "age"?`. */
  readonly faults: readonly string[]
}

/**
 * The columns that a list of selectors names. A selector is a name, a number counted from 1, a range of numbers (2-5) or
 * of names (x1:x9), or a pattern with * and ?. An exact name comes first, whatever it looks like.
 */
export function selectColumns(names: readonly string[], selectors: readonly string[]): Selection {
  const columns: number[] = []
  const named = new Set<number>()
  const faults: string[] = []
  const all = new ColumnNames(names)
  for (const selector of selectors) {
    const found = select(all, selector)
    if (typeof found === 'string') {
      faults.push(found)
      continue
    }
    for (const column of found.columns) {
      if (found.isNamed) named.add(column)
      columns.push(column)
    }
  }
  return { columns: [...new Set(columns)], named, faults }
}

/** The first element that occurs a second time. */
export function firstRepeated(selectors: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return selectors.find(selector => seen.size === seen.add(selector).size)
}

/** The names of the columns, and where each of them is. */
class ColumnNames {
  #places: Map<string, number> | null = null

  constructor(readonly names: readonly string[]) {}

  /** The column with this name or number; null if there is none. */
  at(selector: string): number | null {
    this.#places ??= firstPlaces(this.names)
    const place = this.#places.get(selector)
    if (place !== undefined) return place
    const number = /^\d+$/.test(selector) ? Number(selector) : 0
    return number >= 1 && number <= this.names.length ? number - 1 : null
  }
}

function firstPlaces(names: readonly string[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [column, name] of names.entries()) if (!places.has(name)) places.set(name, column)
  return places
}

function select(all: ColumnNames, selector: string): { columns: number[]; isNamed: boolean } | string {
  const { names } = all
  const single = all.at(selector)
  if (single !== null) return { columns: [single], isNamed: true }
  const range = rangeOf(all, selector)
  if (range !== null) return { columns: range, isNamed: false }
  if (/[*?]/.test(selector)) {
    const pattern = Array.from(selector)
    const columns = [...names.keys()].filter(column => matches(pattern, Array.from(names[column])))
    if (columns.length > 0) return { columns, isNamed: false }
    return `got ${quoted(selector)}, which matches none of ${shortList(names)}`
  }
  return notFound(names, selector)
}

function rangeOf(all: ColumnNames, selector: string): number[] | null {
  const numbers = /^(\d+)-(\d+)$/.exec(selector)
  if (numbers !== null) return between(all.at(numbers[1]), all.at(numbers[2]))
  for (let at = selector.indexOf(':'); at >= 0; at = selector.indexOf(':', at + 1)) {
    const range = between(all.at(selector.slice(0, at)), all.at(selector.slice(at + 1)))
    if (range !== null) return range
  }
  return null
}

function between(from: number | null, to: number | null): number[] | null {
  if (from === null || to === null || from > to) return null
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/**
 * Whether a name matches a pattern with * and ?. After a mismatch only the last * takes one more letter, so that the time
 * is at most the product of the lengths.
 */
function matches(pattern: readonly string[], name: readonly string[]): boolean {
  let at = 0
  let star = -1
  let afterStar = 0
  for (let i = 0; i < name.length; ) {
    if (pattern[at] === '*') {
      star = at++
      afterStar = i
    } else if (pattern[at] === name[i] || pattern[at] === '?') {
      at++
      i++
    } else if (star >= 0) {
      at = star + 1
      i = ++afterStar
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}

function notFound(names: readonly string[], selector: string): string {
  if (/^\d+(-\d+)?$/.test(selector)) return `got ${selector}, but the table has ${countText(names.length, 'column')}`
  const meant = nearestColumn(names, selector)
  if (meant !== null) return `got ${quoted(selector)}; did you mean ${quoted(meant)}?`
  return `got ${quoted(selector)}, but the table has ${shortList(names)}`
}

/** The name that a wrong name most likely means: the same up to case and punctuation, a similar one, or the only one that contains it. */
function nearestColumn(names: readonly string[], wrong: string): string | null {
  const plain = plainName(wrong)
  const same = names.find(name => plainName(name) === plain || name.toLowerCase() === wrong.toLowerCase())
  if (same !== undefined) return same
  const nearest = nearestName(wrong, names)
  if (nearest !== null) return nearest
  const containing = names.filter(name => plain !== '' && plainName(name).includes(plain))
  return containing.length === 1 ? containing[0] : null
}
