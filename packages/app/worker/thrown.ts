import { InputError } from 'chorale/internal'
import * as Comlink from 'comlink'

/** What of an error crosses to the page. The facts of an InputError are getters, which copies of errors lose. */
function factsOf(error: Error) {
  const { message, name, stack } = error
  if (!(error instanceof InputError)) return { message, name, stack }
  const { code, caller, parameter, suggestion } = error
  return { message, name, stack, code, caller, parameter, suggestion }
}

/** Sends errors with their facts, so that the page reads no message. */
export function sendFacts(): void {
  const plain = Comlink.transferHandlers.get('throw')!
  Comlink.transferHandlers.set('throw', {
    ...plain,
    serialize(thrown: unknown) {
      const { value } = thrown as { value: unknown }
      const isError = value instanceof Error
      return [{ isError, value: isError ? factsOf(value) : value }, []]
    },
  })
}
