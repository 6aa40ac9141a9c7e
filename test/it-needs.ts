import { spawnSync } from 'node:child_process'
import { delimiter, resolve } from 'node:path'
import { it } from 'vitest'

/** Where scripts/set-up-tests.sh installs programs from npm. */
const PROGRAM_FOLDERS = ['deno', 'bun'].map(name => resolve('.cache/programs', name, 'node_modules/.bin'))

/** The path, with these programs at its end. */
export const PATH = [process.env.PATH, ...PROGRAM_FOLDERS].join(delimiter)

/** Whether a program ends well. */
export function works(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { env: { ...process.env, PATH } }).status === 0
}

/**
 * A test that needs a program. Without it the test is listed as not run, and fails where CI is set.
 * scripts/set-up-tests.sh installs the programs.
 */
export function itNeeds(
  program: string | undefined,
  where: string,
  title: string,
  test: (program: string) => void | Promise<void>,
): void {
  if (program !== undefined && works(program, '--version')) it(title, () => test(program))
  else if (!process.env.CI) it.skip(`${title}: needs ${where}`)
  else {
    it(title, () => {
      throw new Error(`needs ${where}, and CI must not pass without it; see scripts/set-up-tests.sh`)
    })
  }
}
