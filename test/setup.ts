import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder with data/, golden/ and paper/, or null when there is none. */
    dataFolder: string | null
  }
}

/**
 * Finds the folder of reference data: CHORALE_DATA, or ../shared beside the checkout. CHORALE_WITHOUT_DATA says that
 * there is none on purpose.
 */
export default function setup(project: TestProject): void {
  const folder = resolve(process.env.CHORALE_DATA ?? '../shared')
  const complete = ['data', 'golden', 'paper'].every(room => existsSync(`${folder}/${room}`))
  project.provide('dataFolder', complete && !process.env.CHORALE_WITHOUT_DATA ? folder : null)
}
