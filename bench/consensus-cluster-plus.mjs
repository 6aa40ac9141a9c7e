// Against R's ConsensusClusterPlus (Debian: r-bioc-consensusclusterplus): k = 2..6 by k-means on 80 % of the samples,
// ours with the generator `subsample` and a consensus for each k; one thread, run in turns. After npm run build:
// node bench/consensus-cluster-plus.mjs
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adjustedRandIndex, sampleShape } from '../packages/chorale/dist/index.js'

const here = name => fileURLToPath(new URL(name, import.meta.url))
if (spawnSync('Rscript', ['-e', 'library(ConsensusClusterPlus)'], { stdio: 'ignore' }).status !== 0) {
  console.log('skipped: ConsensusClusterPlus (R with the package r-bioc-consensusclusterplus not found)')
  process.exit()
}

const folder = mkdtempSync(join(tmpdir(), 'chorale-bench-'))
console.log(
  '| samples x features | resamples | rounds | ours s (CPU) | theirs s (CPU) | CPU ratio | ours MB | theirs MB | ARI to truth at k = 4, ours / theirs |',
)
console.log('|---|--:|--:|--:|--:|--:|--:|--:|---|')
for (const [sampleCount, repeats, rounds] of [
  [1000, 100, 3],
  [4000, 20, 1],
]) {
  const blobs = sampleShape('blobs', { sampleCount, clusterCount: 4, featureCount: 20, seed: 1 })
  const { featureCount: d, values, truth } = blobs
  const path = join(folder, 'samples.csv')
  const lines = Array.from({ length: sampleCount }, (_, i) => Array.from(values.subarray(i * d, i * d + d)).join(','))
  writeFileSync(path, [Array.from({ length: d }, (_, j) => `x${j + 1}`).join(','), ...lines, ''].join('\n'))
  const [ours, theirs] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const run = (command, args) =>
      JSON.parse(execFileSync(command, [...args, path, String(repeats)], { encoding: 'utf8' }))
    ours.push(run(process.execPath, [here('subsample-worker.mjs')]))
    theirs.push(run('Rscript', [here('consensus_cluster_plus.R')]))
  }
  const median = (runs, key) => runs.map(each => each[key]).sort((a, b) => a - b)[Math.floor(runs.length / 2)]
  const time = runs => `${median(runs, 'seconds').toFixed(2)} (${median(runs, 'cpu').toFixed(2)})`
  const agreement = runs => adjustedRandIndex(runs[0].labels, truth).toFixed(3)
  console.log(
    `| ${sampleCount} x ${d} | ${repeats} | ${rounds} | ${time(ours)} | ${time(theirs)} | ` +
      `${(median(theirs, 'cpu') / median(ours, 'cpu')).toFixed(1)} | ${median(ours, 'peakMb').toFixed(0)} | ` +
      `${median(theirs, 'peakMb').toFixed(0)} | ${agreement(ours)} / ${agreement(theirs)} |`,
  )
}
rmSync(folder, { recursive: true })
console.log(
  `\nNode ${process.version}; load ${loadavg()
    .map(load => load.toFixed(1))
    .join(' ')}`,
)
