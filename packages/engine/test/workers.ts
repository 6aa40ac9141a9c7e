import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

export interface AddOptions {
  /** Further options of the command. */
  args?: readonly string[]
  roots?: readonly string[]
  cwd?: string
  /** The largest file that it may write, in KiB. */
  fileLimit?: number
}

/** Workers as a user starts them, each a process of its own with one thread. */
export class Workers {
  /** Those that listen. */
  readonly #children: ChildProcess[] = []
  readonly #starting = new Set<ChildProcess>()
  /** What they said. */
  said = ''

  constructor(
    readonly url: string,
    readonly roots: readonly string[],
    readonly env: Record<string, string> = {},
  ) {}

  /** Starts one more, and waits until it listens. */
  async add({ args = [], roots = this.roots, cwd, fileLimit }: AddOptions = {}): Promise<void> {
    const options = ['--redis', this.url, '--threads', '1', '--takeover', '1', ...args, '--root', ...roots]
    const command = [process.execPath, resolve('packages/cli/dist/cli.js'), 'worker', ...options]
    const limited = ['bash', '-c', `ulimit -f ${fileLimit}; exec "$@"`, 'bash', ...command]
    const [program, ...rest] = fileLimit === undefined ? command : limited
    const child = spawn(program, rest, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', ...this.env },
      cwd,
    })
    this.#starting.add(child)
    await new Promise<void>((done, fail) => {
      child.stderr!.on('data', piece => {
        this.said += piece
        if (String(piece).includes('is connected to')) done()
      })
      child.once('exit', code => fail(new Error(`a worker ended with ${code}: ${this.said}`)))
    })
    this.#starting.delete(child)
    this.#children.push(child)
  }

  /** Sends a signal to one of those that are left: SIGKILL ends it in the middle of whatever it does. */
  signal(index: number, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    this.#children[index].kill(name)
    if (name === 'SIGKILL') this.#children.splice(index, 1)
  }

  get count(): number {
    return this.#children.length
  }

  /** Waits until all of them have ended by themselves. */
  async ended(): Promise<void> {
    for (const child of this.#children.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
  }

  async stop(): Promise<void> {
    for (const child of [...this.#starting, ...this.#children.splice(0)]) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  }
}
