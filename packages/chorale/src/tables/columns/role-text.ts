import { quoted } from '../table.js'
import { type ColumnRole, NO_NUMBERS } from './column-roles.js'

/** Columns that are not features for the same reason. */
export interface SetAside {
  readonly names: readonly string[]
  /** What they are and why, such as `truth, detected by name`. */
  readonly why: string
  /** The option that makes features of them; null if there is none. */
  readonly option: 'categorical' | 'dates' | null
}

/** The columns that are not features, grouped by reason, in the order of the table. */
export function setAside(roles: readonly ColumnRole[]): SetAside[] {
  const groups = new Map<string, { names: string[]; why: string; option: SetAside['option'] }>()
  for (const column of roles) {
    if (column.role === 'feature' || column.role === 'category') continue
    const why = whyAside(column)
    const group = groups.get(why) ?? { names: [], why, option: optionFor(column) }
    group.names.push(column.name)
    groups.set(why, group)
  }
  return [...groups.values()]
}

function whyAside({ role, reason }: ColumnRole): string {
  if (role === 'truth') return `truth, ${reason}`
  return role === 'id' ? `sample ids, ${reason}` : reason
}

function optionFor({ role, type, reason }: ColumnRole): SetAside['option'] {
  if (role === 'description' && reason === 'text') return 'categorical'
  return role === 'unused' && type === 'date' && reason === 'dates' ? 'dates' : null
}

/** The roles as notes, one sentence each. */
export function roleNotes(roles: readonly ColumnRole[]): string[] {
  const list = (columns: readonly string[]) => someNames(columns.map(quoted))
  const notes = setAside(roles).map(({ names, why }) => `not used as features: ${list(names)} (${why})`)
  for (const { name, reason } of roles.filter(({ role, type }) => role === 'feature' && type === 'vector')) {
    notes.unshift(`used as features: ${quoted(name)} (${reason})`)
  }
  const fallback = roles.filter(({ role, reason }) => role === 'category' && reason === NO_NUMBERS)
  if (fallback.length > 0)
    notes.unshift(`used as categories: ${list(fallback.map(({ name }) => name))} (${NO_NUMBERS})`)
  return notes
}

/** Up to twelve names, and how many more there are. */
export function someNames(names: readonly string[], most = 12): string {
  const shown = names.slice(0, most).join(', ')
  return names.length > most ? `${shown} and ${names.length - most} more` : shown
}
