import { existsSync } from 'node:fs'

/** Options of `chorale` itself; all others belong to a command. */
const OWN_OPTIONS = ['-h', '--help', '-V', '--version']

/**
 * The arguments with `cluster` in front if they name no command: `chorale data.csv -k 3` means `chorale cluster data.csv
 * -k 3`. A word that is neither a command nor a file is left alone, so that a typing error in a command is reported.
 */
export function withCommand(args: readonly string[], commands: readonly string[]): string[] {
  const [first] = args
  if (first === undefined || OWN_OPTIONS.includes(first) || commands.includes(first)) return [...args]
  const isOption = first.startsWith('-') && first !== '-'
  return isOption || isFile(first) ? ['cluster', ...args] : [...args]
}

/** Whether a word looks like an input: a file that exists, standard input, a URL, or a name with a path or extension. */
function isFile(word: string): boolean {
  return word === '-' || /[./\\:]/.test(word) || existsSync(word)
}
