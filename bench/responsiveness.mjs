// How soon work stops when it is told to, and how soon hostile files are refused. After npm run build:
// node bench/responsiveness.mjs
// Every line has the median and the largest of five times in milliseconds, and the bound that is meant.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants, deflateRawSync } from 'node:zlib'
import { buildEnsemble, readTable, sampleShape } from '../packages/chorale/dist/index.js'

const ROUNDS = 5
const COMMAND = fileURLToPath(new URL('../packages/cli/dist/cli.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'chorale-bench-'))
console.log(`${cpus()[0].model}, ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}, ${process.version}`)

await measure('buildEnsemble, 20,000 x 20, signal', 1500, stopLibrary)
await exitTime(['sample', 'noise', '-n', '30000', '--features', '24', '-o', 'large.csv'])
await measure('chorale cluster, Ctrl-C among the base clusterings', 1000, () =>
  stopCommand(['cluster', 'large.csv', '-k', '9', '-m', '100', '-o', 'o.csv'], note => note.includes('scaled'), 500),
)
writeFileSync(join(folder, 'labelings.csv'), labelings(12_000, 12))
await measure('chorale consensus, Ctrl-C after 1.2 s', 1000, () =>
  stopCommand(['consensus', 'labelings.csv', '-k', '10', '-o', 'o.csv'], null, 1200),
)
await measure('chorale compare, Ctrl-C after the third run', 1000, stopComparison)

await measure('readTable, 300 MB of one digit in a gzip file', 3000, () => refusalTime(gzipBomb(300)))
await measure('readTable, an .npy file that claims 1e12 numbers', 3000, () =>
  refusalTime(npyHeader('(1000000000, 1000)')),
)
rmSync(folder, { recursive: true })

async function measure(name, bound, timeOnce) {
  const times = []
  for (let round = 0; round < ROUNDS; round++) times.push(await timeOnce())
  times.sort((a, b) => a - b)
  const [median, most] = [times[ROUNDS >> 1], times[ROUNDS - 1]].map(time => time.toFixed(0))
  console.log(`${name}: ${median} ms (${most} at most; below ${bound})`)
}

async function stopLibrary() {
  const samples = sampleShape('noise', { sampleCount: 20_000, featureCount: 20 })
  const controller = new AbortController()
  const work = buildEnsemble(samples, { signal: controller.signal })
  let stopped = 0
  setTimeout(() => {
    stopped = performance.now()
    controller.abort()
  }, 60)
  await work.then(
    () => Promise.reject(new Error('the work was not stopped')),
    () => undefined,
  )
  return performance.now() - stopped
}

/** Milliseconds from Ctrl-C, some time after the start or after a note, until the command has ended. */
async function stopCommand(args, isAwaited, delay) {
  let stopped = 0
  const { code } = await run(args, (child, note) => {
    if (stopped > 0 || (isAwaited !== null && !isAwaited(note))) return
    stopped = Number.POSITIVE_INFINITY
    setTimeout(() => {
      stopped = performance.now()
      child.kill('SIGINT')
    }, delay)
  })
  if (code !== 130) throw new Error(`${args[0]} ended with exit code ${code} instead of 130`)
  return performance.now() - stopped
}

async function stopComparison() {
  await exitTime(['sample', 'blobs', '-n', '300', '-o', 'blobs.csv'])
  const results = join(folder, 'runs.jsonl')
  rmSync(results, { force: true })
  let stopped = 0
  let watch
  const args = ['compare', 'blobs.csv', '--methods', 'eac,lwea,lwgp,sec', '--repeats', '20', '--results', results]
  await run(args, child => {
    watch ??= setInterval(() => {
      if (stopped > 0 || !existsSync(results) || readFileSync(results, 'utf8').split('\n').length < 4) return
      stopped = performance.now()
      child.kill('SIGINT')
    }, 5)
  })
  clearInterval(watch)
  return performance.now() - stopped
}

async function exitTime(args) {
  const start = performance.now()
  await run(args, () => {})
  return performance.now() - start
}

/** Runs the command; `onNote` is called at the start, with an empty note, and for every piece of standard error. */
function run(args, onNote) {
  return new Promise(done => {
    const child = spawn(process.execPath, [COMMAND, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    onNote(child, '')
    child.stderr.on('data', piece => onNote(child, String(piece)))
    child.on('close', code => done({ code }))
  })
}

/** Milliseconds of processor time until bytes are refused as a table. */
async function refusalTime(bytes) {
  const before = process.cpuUsage()
  await readTable(bytes, { name: 'table' }).then(
    () => Promise.reject(new Error('the file was read')),
    () => undefined,
  )
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** A table of labelings without structure, so that the consensus takes seconds. */
function labelings(n, m) {
  const header = Array.from({ length: m }, (_, t) => `c${t + 1}`).join(',')
  const rows = Array.from({ length: n }, (_, i) =>
    Array.from({ length: m }, (_, t) => (Math.imul(i + 1, 2654435761 + 40503 * t) >>> 8) % (20 + t)).join(','),
  )
  return `${[header, ...rows].join('\n')}\n`
}

/** A gzip file of so many megabytes of the digit 1, without compressing them all. */
function gzipBomb(megabytes) {
  const header = Uint8Array.of(31, 139, 8, 0, 0, 0, 0, 0, 0, 3)
  const block = deflateRawSync(new Uint8Array(2 ** 20).fill(49), { finishFlush: constants.Z_SYNC_FLUSH })
  return Buffer.concat([
    header,
    ...Array.from({ length: megabytes }, () => block),
    Uint8Array.of(3, 0),
    Buffer.alloc(8),
  ])
}

function npyHeader(shape) {
  const header = `{'descr': '<f8', 'fortran_order': False, 'shape': ${shape}, }`.padEnd(117)
  return Buffer.concat([Buffer.from('\x93NUMPY\x01\x00\x76\x00', 'latin1'), Buffer.from(`${header}\n`)])
}
