/**
 * How time and memory grow with the number of samples: `chorale consensus` from a file of labelings to a file of labels.
 *
 *   npm run build && node bench/scaling.mjs [--full] [--threads 2] [--chart docs/public/scaling.svg]
 *
 * 20 labelings with 10 to 100 clusters each, k = 10, .npy files of one byte per label. Every run is a
 * program of its own; time is that of the whole program, memory its peak. --full adds ten million samples, a million as CSV,
 * and a million samples of 16 features. The exponents are least-squares slopes between 50,000 and 2,000,000.
 */

import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mulberry } from './random.mjs'

const HERE = dirname(fileURLToPath(import.meta.url))
const CLI = join(HERE, '..', 'packages', 'cli', 'dist', 'cli.js')
const LABELINGS = 20
const CLUSTERS = 10
const SIZES = [50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000]

const flag = name => process.argv.includes(name)
const optionOf = (name, standard) => (flag(name) ? process.argv[process.argv.indexOf(name) + 1] : standard)
const threads = optionOf('--threads', String(cpus().length))

if (!existsSync(CLI)) {
  console.error(`${CLI} is not there: run npm run build first`)
  process.exit(1)
}
const scratch = mkdtempSync(join(tmpdir(), 'chorale-scaling-'))
try {
  await main()
} finally {
  rmSync(scratch, { recursive: true })
}

async function main() {
  console.log(`Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${threads} threads\n`)
  console.log('| samples | input | method | wall s | CPU s | peak MB |')
  console.log('|--:|---|---|--:|--:|--:|')
  const rows = []
  for (const method of ['balanced', 'gpec']) {
    for (const sampleCount of SIZES) {
      const path = await writeNpy(sampleCount)
      const found = await consensusOf(path, method)
      rows.push({ sampleCount, method, ...found })
      show(sampleCount, '.npy', method, found)
    }
  }
  for (const method of ['balanced', 'gpec']) {
    const own = rows.filter(row => row.method === method)
    const time = slope(own.map(row => [Math.log(row.sampleCount), Math.log(row.wall)]))
    const memory = slope(own.map(row => [Math.log(row.sampleCount), Math.log(row.memory)]))
    console.log(`\n${method}: time grows as n^${time.toFixed(2)}, memory as n^${memory.toFixed(2)}`)
  }
  if (flag('--chart')) writeFileSync(optionOf('--chart'), await chart(rows))
  if (!flag('--full')) return

  console.log('\n| samples | input | method | wall s | CPU s | peak MB |')
  console.log('|--:|---|---|--:|--:|--:|')
  show(1_000_000, '.csv', 'balanced', await consensusOf(await writeCsv(1_000_000), 'balanced'))
  show(10_000_000, '.npy', 'balanced', await consensusOf(await writeNpy(10_000_000), 'balanced'))
  const table = join(scratch, 'features.npy')
  await writeFeatures(table, 1_000_000, 16)
  const cluster = ['cluster', table, '-k', String(CLUSTERS), '-m', String(LABELINGS)]
  show(1_000_000, '16 features', 'balanced', await run(cluster))
}

function show(sampleCount, input, method, { wall, cpu, memory }) {
  console.log(
    `| ${sampleCount.toLocaleString('en')} | ${input} | ${method} | ${wall.toFixed(1)} | ${cpu.toFixed(1)} | ${memory.toFixed(0)} |`,
  )
}

function consensusOf(path, method) {
  const alpha = ['--alpha', '0.1']
  return run(['consensus', path, '-k', String(CLUSTERS), '--method', method, ...alpha])
}

/** Runs the command and measures it. */
function run(args) {
  const report = 'process.on("exit", () => require("fs").writeSync(3, JSON.stringify(process.resourceUsage())))'
  const output = ['--threads', threads, '-o', join(scratch, 'labels.csv'), '--quiet']
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        '--import',
        `data:text/javascript,import { createRequire } from "node:module"; const require = createRequire("file:///"); ${report}`,
        CLI,
        ...args,
        ...output,
      ],
      {
        stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      },
    )
    let usage = ''
    child.stdio[3].on('data', piece => {
      usage += piece
    })
    child.on('close', code => {
      if (code !== 0) return reject(new Error(`chorale ${args.join(' ')} ended with ${code}`))
      const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(usage)
      resolve({
        wall: (performance.now() - start) / 1000,
        cpu: (userCPUTime + systemCPUTime) / 1e6,
        memory: maxRSS / 1024,
      })
    })
  })
}

/**
 * Rows of labels: samples lie in ten groups, each a square; every labeling cuts the squares into cells of its own, and one
 * label in fifty is drawn at random.
 */
function* labelRows(sampleCount) {
  const random = mulberry(1)
  const cuts = Array.from({ length: LABELINGS }, () => {
    const cells = Math.max(1, Math.round((10 + random() * 90) / CLUSTERS))
    const wide = Math.max(1, Math.round(Math.sqrt(cells * (0.5 + random()))))
    return { wide, high: Math.max(1, Math.round(cells / wide)), a: random(), b: random(), c: random() }
  })
  const row = new Uint8Array(LABELINGS)
  for (let i = 0; i < sampleCount; i++) {
    const group = Math.floor(random() * CLUSTERS)
    const [u, v] = [random(), random()]
    for (let t = 0; t < LABELINGS; t++) {
      const { wide, high, a, b, c } = cuts[t]
      const x = (u + a + c * v) % 1
      const y = (v + b) % 1
      row[t] =
        random() < 0.02
          ? Math.floor(random() * CLUSTERS * wide * high)
          : (group * wide + Math.floor(x * wide)) * high + Math.floor(y * high)
    }
    yield row
  }
}

function pathOf(sampleCount, kind) {
  return join(scratch, `labels-${sampleCount}.${kind}`)
}

async function writeNpy(sampleCount) {
  const path = pathOf(sampleCount, 'npy')
  if (existsSync(path)) return path
  await writeFile(path, npyHeader('|u1', sampleCount, LABELINGS), labelRows(sampleCount), row => row)
  return path
}

async function writeCsv(sampleCount) {
  const path = pathOf(sampleCount, 'csv')
  const header = `${Array.from({ length: LABELINGS }, (_, t) => `c${t + 1}`).join()}\n`
  await writeFile(path, header, labelRows(sampleCount), row => Buffer.from(`${row.join()}\n`))
  return path
}

/** Ten round clusters in `featureCount` dimensions, as 32-bit numbers. */
async function writeFeatures(path, sampleCount, featureCount) {
  const random = mulberry(2)
  const normal = () => random() + random() + random() + random() - 2
  const centres = Array.from({ length: CLUSTERS * featureCount }, () => 6 * random())
  const row = new Float32Array(featureCount)
  function* rows() {
    for (let i = 0; i < sampleCount; i++) {
      const group = Math.floor(random() * CLUSTERS)
      for (let j = 0; j < featureCount; j++) row[j] = centres[group * featureCount + j] + normal()
      yield new Uint8Array(row.buffer)
    }
  }
  await writeFile(path, npyHeader('<f4', sampleCount, featureCount), rows(), bytes => bytes)
}

function npyHeader(type, rowCount, columnCount) {
  const header = Buffer.alloc(128, ' ')
  header.write('\x93NUMPY\x01\x00', 'latin1')
  header.writeUInt16LE(118, 8)
  header.write(`{'descr': '${type}', 'fortran_order': False, 'shape': (${rowCount}, ${columnCount}), }`, 10, 'latin1')
  header.write('\n', 127, 'latin1')
  return header
}

async function writeFile(path, header, rows, bytesOf) {
  const stream = createWriteStream(path)
  stream.write(header)
  let piece = []
  let size = 0
  for (const row of rows) {
    const bytes = bytesOf(row)
    piece.push(bytes.slice())
    size += bytes.length
    if (size < 2 ** 20) continue
    if (!stream.write(Buffer.concat(piece))) await new Promise(resolve => stream.once('drain', resolve))
    piece = []
    size = 0
  }
  await new Promise((resolve, reject) => stream.on('error', reject).end(Buffer.concat(piece), resolve))
}

/** The least-squares slope through points. */
function slope(points) {
  const mean = at => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  return (
    points.reduce((sum, p) => sum + (p[0] - x) * (p[1] - y), 0) / points.reduce((sum, p) => sum + (p[0] - x) ** 2, 0)
  )
}

async function chart(rows) {
  const [Plot, { parseHTML }] = await Promise.all([import('@observablehq/plot'), import('linkedom')])
  const { document } = parseHTML('<html><body></body></html>')
  const points = rows.flatMap(row => [
    { ...row, panel: 'seconds', value: row.wall },
    { ...row, panel: 'megabytes', value: row.memory },
  ])
  const at = { x: 'sampleCount', y: 'value', fx: 'panel' }
  const drawing = Plot.plot({
    document,
    width: 760,
    height: 300,
    marginLeft: 60,
    marginRight: 70,
    style: { background: 'white', color: 'black' },
    x: { type: 'log', label: 'samples', tickFormat: '~s', ticks: SIZES },
    y: { type: 'log', label: null, grid: true, tickFormat: '~s', ticks: 6 },
    fx: { label: null, domain: ['seconds', 'megabytes'] },
    color: { domain: ['balanced', 'gpec'], range: ['#0072b2', '#d55e00'] },
    marks: [
      Plot.line(points, { ...at, stroke: 'method' }),
      Plot.dot(points, { ...at, stroke: 'method', symbol: 'method' }),
      ...['balanced', 'gpec'].map((method, row) =>
        Plot.text(
          points.filter(point => point.method === method && point.sampleCount === SIZES.at(-1)),
          { ...at, text: 'method', fill: 'method', textAnchor: 'start', dx: 8, dy: 14 * row - 7 },
        ),
      ),
    ],
  })
  drawing.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return drawing.outerHTML
}
