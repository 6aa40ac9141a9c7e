import { type LabelCalls, type LabelStart, labelHere } from './label-threads.js'
import { serveCalls } from './thread-team.js'

/** Labels blocks of rows until none is left. */
export function serveLabels({ job }: LabelStart): void {
  serveCalls<LabelCalls>((_name, order, answer) => labelHere(job, order, undefined, answer))
}
