import { setTimeout as wait } from 'node:timers/promises'
import { InputError } from '../../src/internal.js'

/** Tries again, after half a second and more, what a network may have spoiled; what is wrong for good is said at once. */
export async function retrying<T>(what: string, action: () => Promise<T>): Promise<T> {
  for (let pause = 500; ; pause *= 2) {
    try {
      return await action()
    } catch (error) {
      if (error instanceof InputError) throw error
      if (pause > 2000) throw new InputError(`${what}: cannot be reached (${reasonOf(error)})`)
      await wait(pause)
    }
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const { code } = (cause ?? {}) as NodeJS.ErrnoException
  return code ?? message
}
