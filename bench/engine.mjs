/**
 * What other machines cost and bring: `chorale consensus` on plain threads, and on workers of one thread at a Redis server,
 * all on this machine.
 *
 *   npm run build && node bench/engine.mjs [--samples 10000000] [--labelings 20] [--only threads-1,threads-2,one,two] [--redis-server path]
 *
 * Labelings with 10 to 100 clusters, k = 10, an .npy file of one byte per label. Needs two free cores and
 * redis-server. Time is that of the whole command; memory the largest peak of a process of the run, and the sum of all.
 * The labels of all runs are compared byte for byte.
 */

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus as processors, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mulberry } from './random.mjs'

const CLI = join(dirname(fileURLToPath(import.meta.url)), '..', 'packages', 'cli', 'dist', 'cli.js')
const CLUSTERS = 10
const PORT = 16_479

const optionOf = (name, standard) =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : standard
const sampleCount = Number(optionOf('--samples', '10000000'))
const labelingCount = Number(optionOf('--labelings', '20'))
const wanted = optionOf('--only', 'threads-2,one,two').split(',')

if (!existsSync(CLI)) {
  console.error(`${CLI} is not there: run npm run build first`)
  process.exit(1)
}
const scratch = mkdtempSync(join(tmpdir(), 'chorale-engine-'))
const input = join(scratch, 'labels.npy')
const redis = spawn(
  optionOf('--redis-server', 'redis-server'),
  ['--port', String(PORT), '--bind', '127.0.0.1', '--appendonly', 'yes', '--save', '', '--dir', scratch],
  { stdio: 'ignore' },
)
try {
  await main()
} finally {
  redis.kill()
  await once(redis, 'exit')
  rmSync(scratch, { recursive: true })
}

async function main() {
  console.log(`Node ${process.version}, ${processors()[0]?.model ?? 'unknown processor'}, ${processors().length} cores`)
  console.log(`${sampleCount.toLocaleString('en')} samples, ${labelingCount} labelings\n`)
  await writeLabels()
  console.log('| run | wall s | CPU s | of it the command s | largest peak MB | sum of peaks MB |')
  console.log('|---|--:|--:|--:|--:|--:|')
  const found = {}
  for (const name of wanted) found[name] = await measure(name)
  const digests = new Set(Object.values(found).map(({ digest }) => digest))
  console.log(`\nlabels: ${digests.size === 1 ? 'the same in all runs' : 'NOT THE SAME'}`)
  const { one, two, 'threads-1': plain, 'threads-2': both } = found
  if (one && two) console.log(`two workers against one: ${(one.wall / two.wall).toFixed(2)} times as fast`)
  const against = (engine, threads) =>
    `${(100 * (engine.wall / threads.wall - 1)).toFixed(1)} % of time, ${(engine.largest - threads.largest).toFixed(0)} MB in the largest process, ${(engine.sum - threads.sum).toFixed(0)} MB in all`
  if (one && plain) console.log(`one worker over one plain thread: ${against(one, plain)}`)
  if (two && both) console.log(`two workers over two plain threads: ${against(two, both)}`)
}

/** One run: its time, and the peaks of its processes. */
async function measure(name) {
  const output = join(scratch, 'labels.csv')
  const args = ['consensus', input, '-k', String(CLUSTERS), '--alpha', '0.1', '-o', output, '--quiet']
  const workerCount = { one: 1, two: 2 }[name] ?? 0
  const workers = []
  for (let w = 0; w < workerCount; w++) workers.push(await startWorker())
  const start = performance.now()
  const engine = ['--engine', `redis://127.0.0.1:${PORT}`, '--work', join(scratch, 'work')]
  const driver = watched([...args, ...(workerCount > 0 ? engine : ['--threads', name.split('-')[1]])])
  const usages = [await driver.usage]
  const wall = (performance.now() - start) / 1000
  for (const worker of workers) {
    worker.child.kill('SIGTERM')
    usages.push(await worker.usage)
  }
  const peaks = usages.map(({ maxRSS }) => maxRSS / 1024)
  const cpus = usages.map(({ userCPUTime, systemCPUTime }) => (userCPUTime + systemCPUTime) / 1e6)
  const cpu = cpus.reduce((sum, each) => sum + each, 0)
  const outcome = { wall, largest: Math.max(...peaks), sum: peaks.reduce((sum, peak) => sum + peak, 0) }
  const digest = await digestOf(output)
  console.log(
    `| ${name} | ${wall.toFixed(1)} | ${cpu.toFixed(1)} | ${cpus[0].toFixed(1)} | ${outcome.largest.toFixed(0)} | ${outcome.sum.toFixed(0)} |`,
  )
  return { ...outcome, digest }
}

async function startWorker() {
  const worker = watched(['worker', '--redis', `redis://127.0.0.1:${PORT}`, '--threads', '1', '--root', scratch])
  for await (const piece of worker.child.stderr) if (String(piece).includes('is connected to')) break
  return worker
}

/** A command whose use of time and memory is known in the end. */
function watched(args) {
  const report = 'process.on("exit", () => require("fs").writeSync(3, JSON.stringify(process.resourceUsage())))'
  const preload = `data:text/javascript,import { createRequire } from "node:module"; const require = createRequire("file:///"); ${report}`
  const child = spawn(process.execPath, ['--import', preload, CLI, ...args], {
    stdio: ['ignore', 'ignore', args[0] === 'worker' ? 'pipe' : 'inherit', 'pipe'],
  })
  let text = ''
  child.stdio[3].on('data', piece => {
    text += piece
  })
  const usage = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`chorale ${args.join(' ')} ended with ${code}`)
    return JSON.parse(text)
  })
  return { child, usage }
}

async function digestOf(path) {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}

/**
 * Labels of samples in ten groups, each a square that every labeling cuts into cells of its own; one in fifty is drawn at
 * random.
 */
async function writeLabels() {
  const random = mulberry(1)
  const cuts = Array.from({ length: labelingCount }, () => {
    const cells = Math.max(1, Math.round((10 + random() * 90) / CLUSTERS))
    const wide = Math.max(1, Math.round(Math.sqrt(cells * (0.5 + random()))))
    return { wide, high: Math.max(1, Math.round(cells / wide)), a: random(), b: random(), c: random() }
  })
  const header = Buffer.alloc(128, ' ')
  header.write('\x93NUMPY\x01\x00', 'latin1')
  header.writeUInt16LE(118, 8)
  header.write(`{'descr': '|u1', 'fortran_order': False, 'shape': (${sampleCount}, ${labelingCount}), }`, 10, 'latin1')
  header.write('\n', 127, 'latin1')
  const stream = createWriteStream(input)
  stream.write(header)
  const step = 65_536
  for (let from = 0; from < sampleCount; from += step) {
    const rows = Math.min(step, sampleCount - from)
    const piece = Buffer.alloc(rows * labelingCount)
    for (let at = 0; at < piece.length; ) {
      const group = Math.floor(random() * CLUSTERS)
      const [u, v] = [random(), random()]
      for (const { wide, high, a, b, c } of cuts) {
        const [x, y] = [(u + a + c * v) % 1, (v + b) % 1]
        piece[at++] =
          random() < 0.02
            ? Math.floor(random() * CLUSTERS * wide * high)
            : (group * wide + Math.floor(x * wide)) * high + Math.floor(y * high)
      }
    }
    if (!stream.write(piece)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'close')
}
