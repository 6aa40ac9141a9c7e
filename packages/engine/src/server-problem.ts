/** A problem of a Redis server in words. */
export interface ServerProblem {
  readonly text: string
  /** Waiting does not help. */
  readonly isFinal: boolean
}

/** Error replies by their first word, and errors of the connection. */
const TEMPORARY: readonly (readonly [RegExp, string])[] = [
  [/\bOOM\b/, 'the server is out of memory (maxmemory)'],
  [/\bREADONLY\b/, 'the server is a read-only replica'],
  [/\bNOREPLICAS\b/, 'the server has too few replicas'],
  [/\bMISCONF\b/, 'the server cannot save its data to disk'],
  [/\bLOADING\b/, 'the server is loading its data'],
  [/\bBUSY\b/, 'the server is busy with a script'],
  [/\bMASTERDOWN\b|\bCLUSTERDOWN\b|\bTRYAGAIN\b/, 'the server is not available'],
  [/\bNOSCRIPT\b/, 'the server has lost the scripts of the queue'],
  [/\bEXECABORT\b/, 'the server discarded a transaction'],
  [/Connection is closed|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/, 'no connection'],
]

const FINAL: readonly (readonly [RegExp, string])[] = [
  [/\bNOAUTH\b/, 'the server now requires a password; set REDIS_PASSWORD'],
  [/\bWRONGPASS\b|invalid.*password/i, 'the user name or password is wrong'],
  [/\bNOPERM\b/, 'the user is not allowed to run this command'],
]

interface ReplyError extends Error {
  readonly code: string
  readonly previousErrors: readonly Error[]
}

/** The problem behind an error; null if the error is not one of the server. */
export function serverProblem(error: unknown): ServerProblem | null {
  const { name = '', message = '', code = '', previousErrors = [] } = (error ?? {}) as Partial<ReplyError>
  // A transaction names its reason only in the replies to its commands.
  const text = [code, message, ...previousErrors.map(each => each.message)].join(' ')
  for (const [pattern, words] of FINAL) if (pattern.test(text)) return { text: words, isFinal: true }
  for (const [pattern, words] of TEMPORARY) if (pattern.test(text)) return { text: words, isFinal: false }
  return name === 'ReplyError'
    ? { text: `the server refuses a command (${message.slice(0, 200)})`, isFinal: true }
    : null
}
