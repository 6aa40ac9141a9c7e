import { labelHere, type SampleCalls, type SampleStart } from './sample-threads.js'
import { serveCalls } from './thread-team.js'

/** Labels blocks of rows until none is left. */
export function serveSamples({ job }: SampleStart): void {
  serveCalls<SampleCalls>((_name, order, answer) => labelHere(job, order, undefined, answer))
}
