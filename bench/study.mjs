// `chorale study` against R's ConsensusClusterPlus (Debian: r-bioc-consensusclusterplus) on simulated expression: k = 2..10,
// resamples of 80 % of the samples, CPU seconds. The command reads the table and writes all files; R has the table in memory
// and writes none. After npm run build: node bench/study.mjs [samples] [genes] [resamples] [algorithm]
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { randomFor } from '../packages/chorale/dist/internal.js'

const [sampleCount = 500, geneCount = 20_000, resamples = 200] = process.argv.slice(2, 5).map(Number)
const algorithm = process.argv[5] ?? 'hc'
const folder = mkdtempSync(join(tmpdir(), 'chorale-bench-'))
const table = join(folder, 'expression.tsv')
writeExpression()

/** Four groups; 300 genes are higher in each. */
function writeExpression() {
  const random = randomFor(1, 0)
  const noise = () => random() + random() + random() + random() - 2
  const file = openSync(table, 'w')
  writeSync(file, `gene\t${Array.from({ length: sampleCount }, (_, i) => `sample${i + 1}`).join('\t')}\n`)
  for (let g = 0; g < geneCount; g++) {
    const values = Array.from({ length: sampleCount }, (_, i) => {
      return (7 + 1.7 * noise() + (g < 1200 && g % 4 === i % 4 ? 1.2 : 0)).toFixed(3)
    })
    writeSync(file, `GENE${g + 1}\t${values.join('\t')}\n`)
  }
  closeSync(file)
}

/** Runs a program, and says what CPU time it has used. */
function cpuOf(program, args) {
  const start = childCpu()
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
  return { cpu: childCpu() - start, stdout }
}

/** CPU seconds of the children that have ended: fields 16 and 17 of /proc/self/stat, in hundredths. */
function childCpu() {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

const command = fileURLToPath(new URL('../packages/cli/dist/cli.js', import.meta.url))
const shared = ['-k', '2-10', '--resamples', String(resamples), '--algorithm', algorithm, '--quiet']
const runs = [
  ['chorale study, all genes', ['--top-genes', 'all', '-o', 'all']],
  ['chorale study, the genes that vary most', ['-o', 'top']],
]
console.log(`${sampleCount} x ${geneCount}, ${resamples} resamples, ${algorithm}\n`)
console.log('| program | CPU s | PAC of k = 4 |')
console.log('|---|--:|--:|')
for (const [name, options] of runs) {
  const { cpu } = cpuOf(process.execPath, [command, 'study', table, ...shared, ...options])
  const { pac } = JSON.parse(readFileSync(join(folder, options.at(-1), 'study.json'), 'utf8')).runs.find(
    ({ clusterCount }) => clusterCount === 4,
  )
  console.log(`| ${name}, files included | ${cpu.toFixed(1)} | ${pac.toFixed(3)} |`)
}
if (spawnSync('Rscript', ['-e', 'library(ConsensusClusterPlus)'], { stdio: 'ignore' }).status !== 0) {
  console.log('\nskipped: ConsensusClusterPlus (R with the package r-bioc-consensusclusterplus not found)')
} else {
  const script = `
    suppressPackageStartupMessages(library(ConsensusClusterPlus))
    d <- as.matrix(read.delim("${table}", row.names = 1))
    pdf(NULL)
    time <- system.time(suppressMessages(r <- ConsensusClusterPlus(d, maxK = 10, reps = ${resamples}, pItem = 0.8, pFeature = 1,
      clusterAlg = "${algorithm}", distance = "${algorithm === 'km' ? 'euclidean' : 'pearson'}", seed = 1, plot = NULL)))
    m <- r[[4]]$consensusMatrix[lower.tri(r[[4]]$consensusMatrix)]
    cat(time[["user.self"]] + time[["sys.self"]], mean(m > 0.1 & m <= 0.9))`
  const { stdout } = cpuOf('Rscript', ['-e', script])
  const [cpu, pac] = stdout.trim().split(/\s+/).map(Number)
  console.log(`| ConsensusClusterPlus alone | ${cpu.toFixed(1)} | ${pac.toFixed(3)} |`)
}
rmSync(folder, { recursive: true })
console.log(`\nNode ${process.version}; load ${loadavg()[0].toFixed(1)}`)
