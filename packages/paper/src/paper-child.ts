import type { ChildMessage, ChildRequest } from './child.js'
import { measureRuns } from './measure-runs.js'

// A process of its own for one run, so that its CPU time can be measured.

process.once('message', (request: ChildRequest) => {
  const tell = (message: ChildMessage) =>
    new Promise<void>((resolve, reject) =>
      process.send!(message, (error: Error | null) => (error ? reject(error) : resolve())),
    )
  measureRuns(request, line => tell({ line }))
    .then(() => tell({ done: true }))
    .then(() => process.exit(0))
})

// Ctrl-C reaches all processes of the group, and the parent handles it. Without a parent, the child ends.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit(0))
