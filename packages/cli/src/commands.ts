import type { Command } from 'commander'
import { addExamples } from './examples.js'
import { fromPackage, ifInstalled } from './optional-package.js'

/** A command as the list of `chorale --help` shows it. Its options and its code are loaded when it is used. */
interface CommandEntry {
  readonly name: string
  /** Its arguments in short, such as `<table>`. */
  readonly usage: string
  readonly summary: string
  /** Loads the function that adds arguments, options and action. */
  load(): Promise<(command: Command) => void>
}

/** The command that needs the options of all others. */
const COMPLETION = 'completion'

const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'cluster',
    usage: '<table>',
    summary: 'Cluster the rows of a table',
    load: async () => (await import('./cluster.js')).addClusterCommand,
  },
  {
    name: 'consensus',
    usage: '<labelings...>',
    summary: 'Combine existing clusterings of the same samples into one',
    load: async () => (await import('./consensus.js')).addConsensusCommand,
  },
  {
    name: 'compare',
    usage: '<inputs...>',
    summary: 'Compare consensus methods on the same ensembles',
    load: async () => (await import('./compare/command.js')).addCompareCommand,
  },
  {
    name: 'advise',
    usage: '[input]',
    summary: 'How many clusters are there, if any?',
    load: async () => (await import('./advise.js')).addAdviseCommand,
  },
  {
    name: 'study',
    usage: '<table>',
    summary: 'Consensus clustering of resamples for several numbers of clusters, with all tables and charts',
    load: async () => (await import('./study.js')).addStudyCommand,
  },
  {
    name: 'paper',
    usage: '<action> [names...]',
    summary: 'Reproduce the tables and figures of the paper',
    load: async () =>
      (await ifInstalled('chorale-paper', () => import('chorale-paper')))?.addPaperCommand ?? addMissingPaper,
  },
  {
    name: 'predict',
    usage: '<model> <table>',
    summary: 'Assign new samples to the clusters of a saved model',
    load: async () => (await import('./predict.js')).addPredictCommand,
  },
  {
    name: 'sample',
    usage: '<shape>',
    summary: 'Generate example data with known clusters, as CSV',
    load: async () => (await import('./sample.js')).addSampleCommand,
  },
  {
    name: 'ui',
    usage: '',
    summary: 'Open the browser app, served on this computer only',
    load: async () => (await import('./ui.js')).addUiCommand,
  },
  {
    name: 'worker',
    usage: '',
    summary: 'Run jobs for commands started with --engine',
    load: async () => (await import('./worker.js')).addWorkerCommand,
  },
  {
    name: COMPLETION,
    usage: '<shell>',
    summary: 'Print a script that completes commands and options in your shell',
    load: async () => (await import('./completion.js')).addCompletionCommand,
  },
]

/** Says how to get the command: its package is not installed. */
function addMissingPaper(command: Command): void {
  command
    .argument('[arguments...]')
    .allowUnknownOption()
    .action(async () => void (await fromPackage('chorale-paper', () => import('chorale-paper'))))
}

/** The words that can come first. */
export const COMMAND_NAMES: readonly string[] = ['help', ...COMMANDS.map(({ name }) => name)]

/**
 * Adds all commands. Only those that the arguments name are loaded, because loading all of them takes longer than
 * printing a help page.
 */
export async function addCommands(program: Command, args: readonly string[]): Promise<void> {
  for (const { name, usage, summary, load } of COMMANDS) {
    const command = program.command(name).description(summary)
    if (args.includes(name) || args[0] === COMPLETION) (await load())(command)
    else command.usage(['[options]', usage].join(' ').trim())
    addExamples(command)
  }
}
