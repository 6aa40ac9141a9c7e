import { checkInteger, checkSeed } from '../errors.js'
import { hash32 } from '../numeric/random.js'

/** The two seeds of one repeat of an experiment: the ensemble and the methods draw from different streams. */
export interface RepeatSeeds {
  readonly ensembleSeed: number
  readonly methodSeed: number
}

/** The seeds of repeat 0, 1, ... of an experiment. They do not depend on the number of repeats. */
export function repeatSeeds(seed: number, repeat: number): RepeatSeeds {
  checkSeed('repeatSeeds', seed)
  checkInteger('repeatSeeds', 'repeat', repeat, 0, 0xffffffff)
  const own = hash32(seed, repeat)
  return { ensembleSeed: hash32(own, 0), methodSeed: hash32(own, 1) }
}
