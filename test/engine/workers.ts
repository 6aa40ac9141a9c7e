import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

/** Workers as a user starts them, each a process of its own with one thread. */
export class Workers {
  readonly #children: ChildProcess[] = []
  /** What they said. */
  said = ''

  constructor(
    readonly url: string,
    readonly roots: readonly string[],
    readonly env: Record<string, string> = {},
  ) {}

  /** Starts one more, and waits until it listens. */
  async add(args: readonly string[] = [], roots = this.roots): Promise<void> {
    const options = ['--redis', this.url, '--threads', '1', '--takeover', '1', ...args, '--root', ...roots]
    const child = spawn(process.execPath, [resolve('dist/cli.js'), 'worker', ...options], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', ...this.env },
    })
    this.#children.push(child)
    await new Promise<void>((done, fail) => {
      child.stderr!.on('data', piece => {
        this.said += piece
        if (String(piece).includes('listens')) done()
      })
      child.once('exit', code => fail(new Error(`a worker ended with ${code}: ${this.said}`)))
    })
  }

  /** Ends one in the middle of whatever it does. */
  kill(index: number): void {
    this.#children[index].kill('SIGKILL')
  }

  get count(): number {
    return this.#children.length
  }

  async stop(): Promise<void> {
    for (const child of this.#children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  }
}
