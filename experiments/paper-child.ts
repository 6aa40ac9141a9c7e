import type { ChildMessage, ChildRequest } from './child.js'
import { measureRuns } from './measure-runs.js'

// A process of its own for one result file: its CPU time belongs to nobody else.

process.once('message', (request: ChildRequest) => {
  const tell = (message: ChildMessage) =>
    new Promise<void>((resolve, reject) =>
      process.send!(message, (error: Error | null) => (error ? reject(error) : resolve())),
    )
  measureRuns(request, line => tell({ line }))
    .then(() => tell({ done: true }))
    .then(() => process.exit(0))
})

// Ctrl-C reaches the whole group of processes; the parent decides what to do about it. Without a parent there is no work.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit(0))
