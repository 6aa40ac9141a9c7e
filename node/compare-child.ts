import { readFileSync } from 'node:fs'
import { agreementWithLabelings, consensus, evaluate, InputError } from '../src/internal.js'
import type { RunReply, RunRequest } from './compare-run.js'

// A process of its own for one run of one method: its time and its peak of memory belong to nobody else.

process.once('message', (request: RunRequest) => {
  runOnce(request).then(reply => process.send!(reply, () => process.exit(0)))
})

// Ctrl-C reaches the whole group of processes; the parent decides what to do about it. Without a parent there is no work.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit(0))

async function runOnce({ ensemble, truth, options }: RunRequest): Promise<RunReply> {
  try {
    const start = performance.now()
    const { labels, warnings } = await consensus(ensemble, options)
    const seconds = (performance.now() - start) / 1000
    const peakMemoryMb = Math.round(peakMemoryBytes() / 102.4 / 1024) / 10
    return {
      labels,
      metrics: truth === null ? null : evaluate(labels, truth),
      baseAgreement: agreementWithLabelings(labels, ensemble.labelings),
      seconds,
      peakMemoryMb,
      warnings,
    }
  } catch (error) {
    if (error instanceof InputError) return { kind: 'refused', reason: error.message.replace(/^consensus: /, '') }
    return { kind: 'failed', reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}

/** Linux counts what the parent held when it started this process into maxRSS, so the process's own mark is read there. */
function peakMemoryBytes(): number {
  try {
    const mark = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))
    if (mark !== null) return Number(mark[1]) * 1024
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024
}
