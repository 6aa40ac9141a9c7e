import { InputError } from 'chorale/internal'
import { printable, setTerminal, type Terminal } from 'chorale-node/internal'
import { Command, CommanderError } from 'commander'
import { addCommands, COMMAND_NAMES } from './commands.js'
import { errorInFlagWords } from './flag-words.js'
import { interruptedBy } from './interrupt.js'
import { VERSION } from './version.js'
import { withCommand } from './with-command.js'

/** Exit codes: 0 success, 1 a bug in chorale or a server that failed, 2 invalid arguments or input data, 129, 130 or 143 ended by a signal. */
const FAILED = 1
const USERS_FAULT = 2

/**
 * Runs the command with arguments and standard streams, and gives its exit code. One at a time: the streams are those of
 * the whole program.
 */
export async function main(terminal: Terminal): Promise<number> {
  setTerminal(terminal)
  const { stdout, stderr } = terminal
  const program = new Command('chorale')
    .description('Ensemble clustering: combine many clusterings of the same data into one better clustering.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({ writeOut: text => stdout.write(text), writeErr: text => stderr.write(printable(text)) })
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: false, subcommandTerm: command => `${command.name()} ${command.usage()}` })
    .addHelpText(
      'after',
      `
Examples:
    chorale data.csv -k 3               cluster a table: the same as chorale cluster data.csv -k 3
    chorale data.csv -k 2-6             compare several numbers of clusters
    chorale consensus labels.csv -k 3   combine clusterings that you already have

Results go to standard output; notes, warnings and progress go to standard error.
Exit codes: 0 success, 1 an error in chorale, 2 invalid arguments or input data, 130 interrupted.
Colours are used on terminals only, and never if NO_COLOR is set.
Documentation: docs/command-line.md`,
    )
  const args = withCommand(terminal.args, COMMAND_NAMES)
  await addCommands(program, args)

  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    return report(error, stderr)
  }
}

function report(error: unknown, stderr: Terminal['stderr']): number {
  // Whatever fails after the interruption fails because of it.
  const interruption = interruptedBy()
  if (interruption !== null) {
    stderr.write('\nchorale: interrupted\n')
    return interruption.exitCode
  }
  // By its name: the package that defines it is loaded, and installed, only for runs on several machines.
  if (error instanceof Error && error.name === 'EngineError') {
    stderr.write(`chorale: ${printable(error.message)}\n`)
    return FAILED
  }
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USERS_FAULT
  if (error instanceof InputError) {
    stderr.write(`chorale: ${printable(errorInFlagWords(error))}\n`)
    return USERS_FAULT
  }
  stderr.write(`chorale: unexpected error; this is a bug in chorale ${VERSION}, please report it\n`)
  stderr.write(`${printable(String(error instanceof Error ? error.stack : error))}\n`)
  return FAILED
}
