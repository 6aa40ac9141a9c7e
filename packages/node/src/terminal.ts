import type { Readable, Writable } from 'node:stream'

/** A stream that people may read. */
export type OutputStream = Writable & { readonly isTTY?: boolean }

/** What a command was called with, and its standard streams. */
export interface Terminal {
  /** The arguments after the name of the command. */
  readonly args: readonly string[]
  readonly stdin: Readable
  readonly stdout: OutputStream
  readonly stderr: OutputStream
}

let current: Terminal | null = null

/** Those of the process, unless {@link setTerminal} named others. */
export function terminal(): Terminal {
  current ??= { args: process.argv.slice(2), stdin: process.stdin, stdout: process.stdout, stderr: process.stderr }
  return current
}

/** Lets commands that start from now on use other arguments and streams, in a program that runs them itself. */
export function setTerminal(given: Terminal | null): void {
  current = given
}
