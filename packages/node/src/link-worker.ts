import { coAssociation, type LinkPart, linkPart, Pauser, runToEnd } from 'chorale/internal'
import { CONTROL, type LinkCalls, type LinkStart } from './link-threads.js'
import { type SendAnswer, serveCalls } from './thread-team.js'

type LinkHandlers = {
  [Name in keyof LinkCalls]: (
    order: LinkCalls[Name]['order'],
    answer: SendAnswer<LinkCalls[Name]['answer']>,
  ) => Promise<void>
}

/** Holds the confident links of a range of rows. */
export function serveLinks({ table, weighting, range, least, width, loops, input, output, control }: LinkStart): void {
  const pauser = new Pauser()
  const opened = linkPart(coAssociation(table, weighting), range, { width, least, loops, pauser })
  // A call reports the error.
  opened.catch(() => {})
  const ownOutput = output.subarray(range.from * width, range.to * width)

  const handlers: LinkHandlers = {
    async count({ alpha }, answer) {
      const part = await opened
      answer(await part.count(alpha, pauser))
    },
    async fill({ alpha, form }, answer) {
      const part = await opened
      const turn = Atomics.load(control, CONTROL.turn)
      answer(await part.fill(alpha, form, pauser))
      multiplyOnDemand(part, turn)
    },
  }
  serveCalls<LinkCalls>((name, order, answer) => handlers[name](order, answer))

  /** Computes one product per turn, after the given turn, until told to stop. */
  function multiplyOnDemand(part: LinkPart, lastTurn: number): void {
    for (let turn = lastTurn; ; ) {
      Atomics.wait(control, CONTROL.turn, turn)
      turn = Atomics.load(control, CONTROL.turn)
      if (Atomics.load(control, CONTROL.over) === 1) return
      try {
        runToEnd(part.multiplySteps(ownOutput, input))
      } catch {
        Atomics.add(control, CONTROL.failed, 1)
      }
      Atomics.add(control, CONTROL.done, 1)
      Atomics.notify(control, CONTROL.done)
    }
  }
}
