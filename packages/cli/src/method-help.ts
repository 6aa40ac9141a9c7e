import type { MethodFacts } from 'chorale/internal'

/** The list of methods with their summaries, for the end of a help page. */
export function methodHelp(methods: readonly MethodFacts[]): string {
  const width = Math.max(...methods.map(({ name }) => name.length))
  const lines = methods.map(({ name, summary }, at) => {
    const isDefault = at === 0 ? ' (default)' : ''
    return `  ${name.padEnd(width)}  ${summary}${isDefault}`
  })
  return ['', 'Methods:', ...lines].join('\n')
}

/** The methods that an option applies to: `balanced only`, or `balanced and gpec`. */
export function usersText(names: readonly string[]): string {
  if (names.length === 1) return `${names[0]} only`
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`
}
