import { sampleNamer } from 'chorale-report/data'
import type { Session } from './session.svelte.js'
import type { Understood } from './worker/messages.js'

const namers = new WeakMap<Understood, (sample: number) => string>()

/** The name of a sample: its id, or its row number in the file. */
export function sampleName({ understood }: Session, sample: number): string {
  if (understood === null) return String(sample + 1)
  const known = namers.get(understood) ?? sampleNamer(understood)
  namers.set(understood, known)
  return known(sample)
}
