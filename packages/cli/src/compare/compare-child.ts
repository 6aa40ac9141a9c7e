import { readFileSync } from 'node:fs'
import { agreementWithLabelings, consensus, evaluate, InputError } from 'chorale/internal'
import type { RunReply, RunRequest } from './compare-run.js'

// A separate process for one run of one method, so that its time and peak memory are measured alone.

process.once('message', (request: RunRequest) => {
  runOnce(request).then(reply => process.send!(reply, () => process.exit(0)))
})

// Ctrl-C reaches the whole process group, but the parent handles it. Without a parent, this process ends.
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

/** On Linux, maxRSS includes memory of the parent at the time of the fork, so VmHWM is used there. */
function peakMemoryBytes(): number {
  try {
    const mark = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))
    if (mark !== null) return Number(mark[1]) * 1024
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024
}
