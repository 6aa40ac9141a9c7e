import {
  type BaseClustering,
  createTaskRunner,
  type EnsembleJob,
  type RunTasksOptions,
  taskCountOf,
} from 'chorale/internal'

/** Computes base clusterings in this worker, with pauses in which it can receive a request to stop. */
export async function runHere(
  job: EnsembleJob,
  { signal, onDone }: RunTasksOptions,
  onResult: (result: BaseClustering) => void,
): Promise<BaseClustering[][]> {
  const runTask = await createTaskRunner(job)
  const results: BaseClustering[][] = []
  let last = performance.now()
  for (let t = 0; t < taskCountOf(job.plan); t++) {
    const steps = runTask(t)
    let step = steps.next()
    for (; !step.done; step = steps.next()) {
      if (performance.now() - last < 30) continue
      await new Promise<void>(resolve => setTimeout(resolve, 0))
      last = performance.now()
      signal?.throwIfAborted()
    }
    results.push(step.value)
    for (const result of step.value) onResult(result)
    onDone()
  }
  return results
}
