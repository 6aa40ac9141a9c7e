import { setTimeout as wait } from 'node:timers/promises'
import { InputError } from 'chorale/internal'

/** Retries network errors with increasing pauses, from half a second. An `InputError` is permanent and not retried. */
export async function retrying<T>(what: string, action: () => Promise<T>): Promise<T> {
  for (let pause = 500; ; pause *= 2) {
    try {
      return await action()
    } catch (error) {
      if (error instanceof InputError) throw error
      if (pause > 2000) throw new InputError(`${what}: the server cannot be reached (${reasonOf(error)})`)
      await wait(pause)
    }
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const { code } = (cause ?? {}) as NodeJS.ErrnoException
  return code ?? message
}
