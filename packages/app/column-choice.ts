import type { Settings } from './settings.js'
import type { ColumnView } from './worker/messages.js'

/** The roles that the user can choose from. */
export type ChosenRole = 'feature' | 'id' | 'truth' | 'unused'

type ColumnSettings = Pick<Settings, 'id' | 'truth' | 'columns' | 'exclude' | 'categorical'>

/** Whether a name matches a search: a part of it, or a pattern with * and ?. */
export function nameMatcher(search: string): (name: string) => boolean {
  const words = search.trim().toLowerCase()
  if (words === '') return () => true
  if (!/[*?]/.test(words)) return name => name.toLowerCase().includes(words)
  const pattern = patternOf(words)
  return name => pattern.test(name.toLowerCase())
}

function patternOf(text: string): RegExp {
  const escaped = text
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${escaped}$`)
}

/** The settings that give a role to some columns. What the settings say about other columns stays. */
export function withRoles(
  settings: ColumnSettings,
  all: readonly ColumnView[],
  chosen: readonly ColumnView[],
  role: ChosenRole,
): ColumnSettings {
  const names = new Set(chosen.map(({ name }) => name))
  const isOther = (name: string) => !names.has(name)
  let columns = settings.columns?.filter(isOther) ?? null
  let exclude = expanded(settings.exclude, all, names)?.filter(isOther) ?? null
  let categorical = settings.categorical?.filter(isOther) ?? null
  let id = settings.id !== null && names.has(settings.id) ? null : settings.id
  let truth = settings.truth !== null && names.has(settings.truth) ? null : settings.truth
  if (role === 'id') id = chosen[0].name
  else if (role === 'truth') truth = chosen[0].name
  else if (role === 'unused') exclude = [...(exclude ?? []), ...names]
  else {
    const texts = chosen.filter(({ type }) => type === 'text').map(({ name }) => name)
    const numbers = chosen.filter(({ type }) => type !== 'text').map(({ name }) => name)
    if (texts.length > 0) categorical = [...(categorical ?? []), ...texts]
    // The pattern * stands for the columns that are features by default.
    const missing = numbers.filter(name => columns !== null || !isFeatureByDefault(all, name))
    if (missing.length > 0) columns = [...(columns ?? ['*']), ...missing]
  }
  return {
    id,
    truth,
    columns: columns?.length === 0 || columns?.join() === '*' ? null : columns,
    exclude: exclude?.length === 0 ? null : exclude,
    categorical: categorical?.length === 0 ? null : categorical,
  }
}

/** A column that was left out by hand is a feature again without being listed, if it is one of numbers. */
function isFeatureByDefault(all: readonly ColumnView[], name: string): boolean {
  const column = all.find(each => each.name === name)
  return column?.role === 'feature' || (column?.role === 'unused' && column.reason === 'excluded')
}

/** Replaces patterns that match one of the names by the names that they match. */
function expanded(
  selectors: readonly string[] | null,
  all: readonly ColumnView[],
  names: ReadonlySet<string>,
): string[] | null {
  if (selectors === null) return null
  const known = new Set(all.map(({ name }) => name))
  return selectors.flatMap(selector => {
    if (known.has(selector) || !/[*?]/.test(selector)) return [selector]
    const pattern = patternOf(selector)
    const matching = all.filter(({ name }) => pattern.test(name)).map(({ name }) => name)
    return matching.some(name => names.has(name)) ? matching : [selector]
  })
}

/** The settings that use only the columns that match a search. */
export function onlyMatching(search: string, matching: readonly ColumnView[]): Pick<Settings, 'columns' | 'exclude'> {
  const words = search.trim()
  const isPattern = /[*?]/.test(words) && matching.every(({ name }) => patternOf(words).test(name))
  return { columns: isPattern ? [words] : matching.map(({ name }) => name), exclude: null }
}
