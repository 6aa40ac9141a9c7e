// What bench/consensus-cluster-plus.mjs times: an ensemble of subsamples and its consensus for k = 2..6, one thread.
import { readFileSync } from 'node:fs'
import { buildEnsemble, consensus, prepareConsensus, readTable, toDataset } from '../packages/chorale/dist/index.js'

const [path, repeats] = process.argv.slice(2)
const start = performance.now()
const dataset = toDataset(await readTable(readFileSync(path)), { scale: 'none', id: null, truth: null })
const options = { generator: 'subsample', ensembleSize: Number(repeats), maxClusterCount: 6, seed: 1 }
const ensemble = prepareConsensus(await buildEnsemble(dataset, options))
let labels = []
for (let k = 2; k <= 6; k++) {
  const result = await consensus(ensemble, { clusterCount: k })
  if (k === 4) labels = [...result.labels]
}
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
const seconds = (performance.now() - start) / 1000
console.log(JSON.stringify({ seconds, cpu: (userCPUTime + systemCPUTime) / 1e6, peakMb: maxRSS / 1024, labels }))
