import { type Dataset, roleNotes, type SetAside, setAside, someNames } from 'chorale/internal'
import { shellWord } from 'chorale-report/data'
import { inFlagWords } from './flag-words.js'
import type { Narrator } from './narrator.js'

/** Prints what the columns are used for, then the other notes about the data, and the warnings. */
export function printColumns(dataset: Pick<Dataset, 'roles' | 'notes' | 'warnings'>, narrator: Narrator): void {
  for (const line of columnLines(dataset)) narrator.tell(line)
  const inBlock = new Set(roleNotes(dataset.roles))
  for (const note of dataset.notes) if (!inBlock.has(note)) narrator.note(inFlagWords(note))
  for (const warning of dataset.warnings) narrator.warn(inFlagWords(warning))
}

/** The features that are used, and the other columns with the reasons. */
function columnLines({ roles }: Pick<Dataset, 'roles'>): string[] {
  const used = roles.filter(({ role }) => role === 'feature' || role === 'category')
  const names = used.map(({ name, role, type, reason }) => {
    if (type === 'vector') return `${name} (${reason})`
    return role === 'category' ? `${name} (${categoryText(reason)})` : name
  })
  const groups = setAside(roles)
  return [
    `Features (${used.length}): ${someNames(names)}`,
    ...(groups.length > 0 ? ['Set aside:'] : []),
    ...groups.map(group => `  ${someNames(group.names)}: ${inFlagWords(group.why)}${hintText(group)}`),
  ]
}

function categoryText(reason: string): string {
  return reason === 'as requested' ? 'category' : `category: ${reason}`
}

/** The option that makes features of the columns. */
function hintText({ names, option }: SetAside): string {
  if (option === 'dates') return ' (to use them: --dates)'
  if (option === null) return ''
  const list = names.length > 3 ? 'all' : names.map(name => name.replaceAll(',', '\\,')).join(',')
  return ` (to use it: --categorical ${shellWord(list)})`
}
