import type { Provenance, Result, ResultRecord } from '../src/results.js'

/** Provenance as in a result file; the facts that a test does not name are made up. */
export function provenanceOf(dataset: string, facts: Partial<Provenance> = {}): Provenance {
  return {
    chorale: '0.0.0',
    commit: 'abc',
    node: 'v20.0.0',
    dataset,
    sha256: '0',
    method: 'gpec',
    options: {},
    ensembleSize: 20,
    pool: { size: 100 },
    clusterCount: 3,
    seed: 1,
    ...facts,
  }
}

export function recordOf(
  dataset: string,
  run: string,
  results: readonly Result[],
  facts: Partial<Provenance> = {},
): ResultRecord {
  return { run, ...provenanceOf(dataset, facts), results }
}
