import { InputError } from 'chorale/internal'

/** What a package brings that is not installed with the command; without it, a message says how to install it. */
export async function fromPackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isMissing(error, name)) throw error
    throw new InputError(`this needs the package ${name}; install it with: npm install ${name}`)
  }
}

/** The same, or null without the package. */
export async function ifInstalled<T>(name: string, load: () => Promise<T>): Promise<T | null> {
  try {
    return await load()
  } catch (error) {
    if (!isMissing(error, name)) throw error
    return null
  }
}

function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes(`'${name}'`)
  )
}
