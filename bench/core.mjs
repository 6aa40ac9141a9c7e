/**
 * GPEC against a dense NumPy/SciPy twin (bench/twin.py), from labelings in a gzipped CSV to labels:
 *
 *   npm run build && node bench/core.mjs
 *
 * Both are run as programs, in turns, so that a busy machine is busy for both; the twin in two forms, with the
 * second-order similarity as a matrix and as an operator. Wall and CPU time cover the whole program, start-up included;
 * work is what the program itself reports, from reading the file to the labels. CPU above wall tells of more than one
 * thread: the twin has one.
 *
 * CHORALE_DATA names a folder with data/pools/LS.csv.gz; without it only the generated ensemble is run.
 */

import { spawn, spawnSync } from 'node:child_process'
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { parkMiller } from './random.mjs'

const ROUNDS = 3
const HERE = dirname(fileURLToPath(import.meta.url))
const CLI = join(HERE, '..', 'packages', 'cli', 'dist', 'cli.js')
const COLUMNS = Array.from({ length: 20 }, (_, t) => `c${t + 1}`).join(',')
const ONE_THREAD = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' }

if (!existsSync(CLI)) fail(`${CLI} is not there: run npm run build first`)
const scratch = mkdtempSync(join(tmpdir(), 'chorale-bench-'))
try {
  await main()
} finally {
  rmSync(scratch, { recursive: true })
}

async function main() {
  const python = findPython()
  if (python === null) console.log('skipped: dense twin (python3 with SciPy not found)\n')
  const pools = [{ name: 'generated, n = 5500', path: generatedPool(5500, 6, 1), clusterCount: 6 }]
  const published = process.env.CHORALE_DATA && join(process.env.CHORALE_DATA, 'data', 'pools', 'LS.csv.gz')
  if (published && existsSync(published)) {
    pools.unshift({ name: 'LS, n = 6435', path: published, clusterCount: 6 })
  } else console.log('skipped: LS pool (CHORALE_DATA names no folder with data/pools/LS.csv.gz)\n')

  console.log(
    `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${ROUNDS} rounds in turns, medians\n`,
  )
  console.log(
    '| ensemble | program | wall s | CPU s | work s | peak MB | wall, twin / ours | memory, twin / ours | NMI | J |',
  )
  console.log('|---|---|--:|--:|--:|--:|--:|--:|--:|--:|')
  for (const pool of pools) await comparePrograms(pool, python)
}

async function comparePrograms({ name, path, clusterCount }, python) {
  const shared = [path, '--columns', COLUMNS, '--truth', 'gt', '-k', String(clusterCount), '--alpha', '0.1']
  const twin = ['-B', join(HERE, 'twin.py'), ...shared, '--form']
  const programs = [
    { title: 'Chorale', command: [process.execPath, CLI, 'consensus', ...shared, '--method', 'gpec', '--json'] },
    { title: 'dense twin, matrix', command: python && [python, ...twin, 'matrix'] },
    { title: 'dense twin, operator', command: python && [python, ...twin, 'operator'] },
  ].filter(program => program.command)

  const runs = programs.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [p, { command }] of programs.entries()) runs[p].push(await measure(command))
  }

  const rows = runs.map(measured => ({
    wall: median(measured.map(run => run.wall)),
    cpu: median(measured.map(run => run.cpu)),
    work: median(measured.map(run => workSeconds(run.result))),
    peak: median(measured.map(run => run.peak)),
    nmi: measured[0].result.nmi ?? measured[0].result.metrics?.nmi,
    objective: measured[0].result.objective,
  }))
  const ours = rows[0]
  for (const [p, row] of rows.entries()) {
    const ratio = key => (p === 0 ? '' : (row[key] / ours[key]).toFixed(1))
    const cells = [
      name,
      programs[p].title,
      row.wall.toFixed(2),
      Number.isNaN(row.cpu) ? 'unknown' : row.cpu.toFixed(2),
      row.work.toFixed(2),
      row.peak.toFixed(0),
      ratio('wall'),
      ratio('peak'),
      row.nmi.toFixed(4),
      row.objective.toFixed(6),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  // A comparison of two different computations would be worth nothing.
  for (const { objective } of rows) {
    if (Math.abs(objective - ours.objective) > 1e-8 * Math.abs(ours.objective)) fail('the objectives J do not agree')
  }
}

/** Seconds from reading the file to the labels, as the program itself reports them. */
function workSeconds(result) {
  return result.seconds ?? result.timings.total / 1000
}

/** Runs a program to its end: wall and CPU seconds, peak resident megabytes, and the JSON object it prints. */
async function measure([program, ...args]) {
  const resources = join(scratch, 'resources')
  const output = join(scratch, 'output.json')
  // GNU time asks the kernel; without it the high-water mark of memory is sampled, and CPU time stays unknown.
  const exact = gnuTime()
  const command = exact ? ['/usr/bin/time', '-f', '%M %U %S', '-o', resources, program, ...args] : [program, ...args]

  const began = performance.now()
  const child = spawn(command[0], command.slice(1), { env: { ...process.env, ...ONE_THREAD } })
  const errors = []
  child.stderr.on('data', chunk => errors.push(chunk))
  const written = new Promise(resolve => child.stdout.pipe(createWriteStream(output)).on('close', resolve))
  let sampled = 0
  const sampler = exact ? undefined : setInterval(() => (sampled = Math.max(sampled, highWaterMark(child.pid))), 10)
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve))
  const wall = (performance.now() - began) / 1000
  clearInterval(sampler)
  await written

  if (code !== 0) fail(`${[program, ...args].join(' ')} ended with code ${code}:\n${Buffer.concat(errors)}`)
  const [peak, user, system] = exact ? readFileSync(resources, 'utf8').trim().split(' ').map(Number) : [sampled]
  return { wall, cpu: user + system, peak: peak / 1024, result: JSON.parse(readFileSync(output, 'utf8')) }
}

function gnuTime() {
  return existsSync('/usr/bin/time') && spawnSync('/usr/bin/time', ['-f', '%M', 'true']).status === 0
}

/** VmHWM of a process in kilobytes, 0 where there is no /proc. */
function highWaterMark(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

function findPython() {
  const works = python => spawnSync(python, ['-c', 'import numpy, scipy.sparse.linalg']).status === 0
  return ['python3', '/usr/bin/python3'].find(works) ?? null
}

/**
 * Twenty labelings of points in the plane, six round groups: each labeling has 2 to √n clusters, the points nearest to
 * as many points drawn at random. The path of a gzipped CSV with columns c1..c20 and gt.
 */
function generatedPool(sampleCount, groupCount, seed) {
  const random = parkMiller(seed)
  // The sum of twelve uniform numbers is close enough to a normal one, and needs no logarithm.
  const normal = () => Array.from({ length: 12 }, random).reduce((a, b) => a + b) - 6
  const groups = Array.from({ length: groupCount }, () => [12 * random(), 12 * random()])
  const truth = Array.from({ length: sampleCount }, () => Math.floor(random() * groupCount))
  const points = truth.map(group => groups[group].map(centre => centre + normal()))

  const largest = Math.floor(Math.sqrt(sampleCount))
  const labelings = Array.from({ length: 20 }, () => {
    const clusterCount = 2 + Math.floor(random() * (largest - 1))
    const centres = Array.from({ length: clusterCount }, () => points[Math.floor(random() * sampleCount)])
    return points.map(point => nearest(point, centres))
  })
  const rows = truth.map((group, i) => [...labelings.map(labels => labels[i]), group].join(','))
  const path = join(scratch, 'generated.csv.gz')
  writeFileSync(path, gzipSync(`${COLUMNS},gt\n${rows.join('\n')}\n`))
  return path
}

function nearest([x, y], centres) {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [c, [cx, cy]] of centres.entries()) {
    const distance = (x - cx) ** 2 + (y - cy) ** 2
    if (distance < least) {
      least = distance
      best = c
    }
  }
  return best
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

function fail(message) {
  throw new Error(message)
}
