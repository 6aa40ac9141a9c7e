/**
 * The time of whole commands, start-up included, as a user waits for them.
 *
 *   npm run build && node bench/whole-command.mjs [--sizes 10000,50000,200000,1000000] [--rounds 3] [--chart file.svg]
 *
 * 1. `chorale cluster` from a file of n x 10 numbers in 8 groups, .npy of 32-bit numbers and CSV, to a file of labels, with
 *    default settings, against scikit-learn's k-means with ten starts. Both programs take turns.
 * 2. `chorale consensus`: 50,000 distinct label rows of 100 labelings; LS c1..c20 with `gpec`; a million samples of 20.
 * 3. Small jobs: `--help`, and iris.
 *
 * LS is in the folder that CHORALE_DATA names. A line says what was not run and why.
 */

import { spawn, spawnSync } from 'node:child_process'
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mulberry } from './random.mjs'
import { wholeCommandChart } from './whole-command-chart.mjs'

const HERE = dirname(fileURLToPath(import.meta.url))
const CLI = join(HERE, '..', 'packages', 'cli', 'dist', 'cli.js')
const FEATURES = 10
const GROUPS = 8
/** The longest time relative to scikit-learn, for a million rows. */
const BARS = { npy: 0.8, csv: 0.9 }

const optionOf = (name, standard) =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : standard
const sizes = optionOf('--sizes', '10000,50000,200000,1000000').split(',').filter(Boolean).map(Number)
const rounds = Number(optionOf('--rounds', '3'))
const chart = optionOf('--chart', null)

if (!existsSync(CLI)) {
  console.error(`${CLI} is not there: run npm run build first`)
  process.exit(1)
}
const hasSklearn = spawnSync('python3', ['-c', 'import sklearn']).status === 0
const scratch = mkdtempSync(join(tmpdir(), 'chorale-whole-'))
try {
  console.log(`Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores\n`)
  await tables()
  await labelings()
  await smallJobs()
} finally {
  rmSync(scratch, { recursive: true })
}

async function tables() {
  console.log(`## chorale cluster, n x ${FEATURES}, k = ${GROUPS}, from a file to labels\n`)
  if (!hasSklearn) console.log('scikit-learn: not run, python3 cannot import sklearn\n')
  console.log('| n | input | wall s | CPU s | peak MB | scikit-learn s | its CPU s | ratio | at most |')
  console.log('|--:|---|--:|--:|--:|--:|--:|--:|--:|')
  const shown = []
  for (const n of sizes) {
    for (const [format, write] of Object.entries({ npy: writeNpy, csv: writeTable })) {
      const path = join(scratch, `table.${format}`)
      await write(path, n)
      const own = []
      const peer = []
      for (let round = 0; round < rounds; round++) {
        own.push(await timed(process.execPath, [CLI, 'cluster', path, '-k', GROUPS, '-o', join(scratch, 'labels.csv')]))
        if (hasSklearn) {
          peer.push(await timed('python3', [join(HERE, 'whole_command.py'), path, GROUPS, join(scratch, 'peer.csv')]))
        }
      }
      const found = median(own)
      const other = peer.length > 0 ? median(peer) : null
      const ratio = other === null ? 'not run' : (found.wall / other.wall).toFixed(2)
      const bar = n === 1_000_000 ? BARS[format] : ''
      console.log(
        `| ${n.toLocaleString('en')} | ${format} | ${found.wall.toFixed(2)} | ${found.cpu.toFixed(2)} | ${found.memory} | ${other?.wall.toFixed(2) ?? 'not run'} | ${other?.cpu.toFixed(2) ?? ''} | ${ratio} | ${bar} |`,
      )
      if (format === 'csv') continue
      shown.push({ n, program: 'Chorale', seconds: found.wall })
      if (other !== null) shown.push({ n, program: 'scikit-learn', seconds: other.wall })
    }
  }
  if (chart !== null) writeFileSync(chart, await wholeCommandChart(shown))
}

async function labelings() {
  console.log('\n## chorale consensus\n')
  console.log('| job | wall s | at most | CPU s | peak MB |')
  console.log('|---|--:|--:|--:|--:|')
  const rows = join(scratch, 'rows.npy')
  await writeLabelings(rows, 50_000, 100)
  show('50,000 distinct label rows, m = 100', 12, await repeated(['consensus', rows, '-k', GROUPS]))
  const many = join(scratch, 'many.npy')
  await writeLabelings(many, 1_000_000, 20)
  show('1,000,000 samples, m = 20', 18, await repeated(['consensus', many, '-k', GROUPS]))
  const data = process.env.CHORALE_DATA
  const pool = data === undefined ? null : join(data, 'data', 'pools', 'LS.csv.gz')
  if (pool === null || !existsSync(pool)) {
    console.log(
      '| LS c1..c20, gpec, alpha 0.1, exact | not run: CHORALE_DATA does not name a folder with the pools | 0.6 | | |',
    )
    return
  }
  const columns = Array.from({ length: 20 }, (_, t) => `c${t + 1}`).join(',')
  const args = ['consensus', pool, '-k', 6, '--method', 'gpec', '--alpha', 0.1, '--exact', '--columns', columns]
  show('LS c1..c20, gpec, alpha 0.1, exact', 0.6, await repeated(args))
}

async function smallJobs() {
  console.log('\n## Small jobs\n')
  console.log('| job | wall s | at most | CPU s | peak MB |')
  console.log('|---|--:|--:|--:|--:|')
  const empty = []
  for (let round = 0; round < rounds; round++) empty.push(await timed(process.execPath, ['-e', '0']))
  show('Node itself', '', median(empty))
  show('chorale --help', 0.1, await repeated(['--help']))
  const iris = join(HERE, '..', 'examples', 'iris.csv')
  show('chorale cluster iris.csv', 0.25, await repeated(['cluster', iris, '--truth', 'species']))
}

function show(job, bar, { wall, cpu, memory }) {
  console.log(`| ${job} | ${wall.toFixed(2)} | ${bar} | ${cpu.toFixed(2)} | ${memory} |`)
}

async function repeated(args) {
  const found = []
  for (let round = 0; round < rounds; round++) found.push(await timed(process.execPath, [CLI, ...args]))
  return median(found)
}

/** Wall and CPU seconds and peak memory of a program, as `time` measures them. */
function timed(program, args) {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const child = spawn(
      '/usr/bin/env',
      ['bash', '-c', 'TIMEFORMAT="%U %S"; time "$@"', 'bash', program, ...args.map(String)],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    let text = ''
    let memory = 0
    const watch = setInterval(() => {
      memory = Math.max(memory, peakOf(child.pid))
    }, 20)
    child.stderr.on('data', piece => {
      text += piece
    })
    child.on('error', reject)
    child.on('close', code => {
      clearInterval(watch)
      if (code !== 0) return reject(new Error(`${args.join(' ')}: exit code ${code}\n${text}`))
      const [user, system] = text.trim().split('\n').at(-1).split(' ').map(Number)
      resolve({ wall: (performance.now() - start) / 1000, cpu: user + system, memory: Math.round(memory) })
    })
  })
}

/** The peak memory of the child of a process, in MB; 0 where /proc does not tell. */
function peakOf(pid) {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    const status = readFileSync(`/proc/${child}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function median(found) {
  return [...found].sort((a, b) => a.wall - b.wall)[Math.floor(found.length / 2)]
}

function* points(n, random) {
  const centres = Array.from({ length: GROUPS * FEATURES }, () => 10 * random())
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  for (let i = 0; i < n; i++) {
    const group = Math.floor(GROUPS * random())
    yield Array.from({ length: FEATURES }, (_, j) => centres[group * FEATURES + j] + 1.2 * gauss())
  }
}

async function writeTable(path, n) {
  const out = createWriteStream(path)
  out.write(`${Array.from({ length: FEATURES }, (_, j) => `x${j + 1}`).join(',')}\n`)
  let text = ''
  for (const point of points(n, mulberry(1))) {
    text += `${point.map(value => value.toFixed(5)).join(',')}\n`
    if (text.length < 1e6) continue
    if (!out.write(text)) await new Promise(drained => out.once('drain', drained))
    text = ''
  }
  out.write(text)
  await new Promise(closed => out.end(closed))
}

/** The same table as a .npy file of 32-bit numbers. */
async function writeNpy(path, n) {
  const out = createWriteStream(path)
  out.write(npyHeader('<f4', n, FEATURES))
  const rows = new Float32Array(FEATURES * 4096)
  let at = 0
  for (const point of points(n, mulberry(1))) {
    rows.set(point, at)
    at += FEATURES
    if (at < rows.length) continue
    if (!out.write(Buffer.from(rows.slice().buffer))) await new Promise(drained => out.once('drain', drained))
    at = 0
  }
  out.write(Buffer.from(rows.slice(0, at).buffer))
  await new Promise(closed => out.end(closed))
}

function npyHeader(type, rowCount, columnCount) {
  const header = Buffer.alloc(128, ' ')
  header.write('\x93NUMPY\x01\x00', 'latin1')
  header.writeUInt16LE(118, 8)
  header.write(`{'descr': '${type}', 'fortran_order': False, 'shape': (${rowCount}, ${columnCount}), }`, 10, 'latin1')
  header.write('\n', 127, 'latin1')
  return header
}

/** m labelings as a .npy file of one byte per label: the nearest of 10 to 100 random points, for every labeling. */
async function writeLabelings(path, n, m) {
  const random = mulberry(2)
  const seeds = Array.from({ length: m }, () => {
    const count = 10 + Math.floor(91 * random())
    return Float64Array.from([...points(count, random)].flat())
  })
  const out = createWriteStream(path)
  out.write(npyHeader('|u1', n, m))
  for (const point of points(n, mulberry(1))) {
    const row = Buffer.alloc(m)
    for (let t = 0; t < m; t++) row[t] = nearest(point, seeds[t])
    if (!out.write(row)) await new Promise(drained => out.once('drain', drained))
  }
  await new Promise(closed => out.end(closed))
}

function nearest(point, centres) {
  let best = 0
  let least = Infinity
  for (let c = 0; c < centres.length / FEATURES; c++) {
    let distance = 0
    for (let j = 0; j < FEATURES && distance < least; j++) distance += (point[j] - centres[c * FEATURES + j]) ** 2
    if (distance < least) {
      least = distance
      best = c
    }
  }
  return best
}
