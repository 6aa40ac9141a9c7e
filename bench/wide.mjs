/**
 * Tables with many features: the default of `cluster` with the true k, against k-means on unit rows and other peers.
 *
 *   npm run build && CHORALE_DATA=... node bench/wide.mjs [--seeds 3] [--only text_,array_] [--peers k-means,leiden]
 *
 * CHORALE_DATA/vectors has the sets, <name>.npz with x and y. Every run is the whole command in one thread; its CPU
 * seconds include reading the table, the review and the output, those of peers only the clustering (bench/wide_peers.py,
 * with Debian's python3-sklearn and python3-leidenalg). `--peers` may be empty. Losses of more than 0.03 to a peer are
 * listed below the table.
 */

import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { adjustedRandIndex, readTable } from '../packages/chorale/dist/index.js'
import { mean } from './mean.mjs'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const CLI = join(HERE, '../packages/cli/dist/cli.js')
const PEERS = ['k-means', 'ward', 'mixture', 'spectral', 'leiden']

const folder = process.env.CHORALE_DATA
if (!folder) throw new Error('CHORALE_DATA must name the folder with vectors/')
const { values: flags } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    peers: { type: 'string', default: PEERS.join() },
  },
})
const seeds = Array.from({ length: Number(flags.seeds) }, (_, at) => at + 1)
const peers = flags.peers.split(',').filter(Boolean)
const scratch = mkdtempSync(join(tmpdir(), 'chorale-wide-'))
const run = promisify(execFile)

const names = readdirSync(join(folder, 'vectors'))
  .filter(name => name.endsWith('.npz') && flags.only.split(',').some(part => name.startsWith(part)))
  .map(name => name.slice(0, -'.npz'.length))
console.log(`| set | Chorale | s.d. of seeds | CPU s | ${peers.map(peer => `${peer} | CPU s`).join(' | ')} |`)
console.log(`|---|--:|--:|--:|${'--:|--:|'.repeat(peers.length)}`)
const results = new Map()
for (const name of names) {
  const path = join(folder, 'vectors', `${name}.npz`)
  const truth = await classesOf(path)
  const found = []
  for (const seed of seeds) found.push(await chorale(path, truth, seed))
  const others = []
  for (const peer of peers) others.push(await peerOf(path, peer, new Set(truth).size))
  results.set(name, { ari: mean(found.map(each => each.ari)), others: others.map(each => each?.ari ?? Number.NaN) })
  const cells = others.map(each => (each === null ? 'not run |' : `${each.ari.toFixed(3)} | ${each.cpu.toFixed(1)}`))
  console.log(
    `| ${name} | ${mean(found.map(each => each.ari)).toFixed(3)} | ${deviation(found.map(each => each.ari)).toFixed(3)} | ${mean(found.map(each => each.cpu)).toFixed(1)} | ${cells.join(' | ')} |`,
  )
}
rmSync(scratch, { recursive: true })

const groups = [...results.keys()].filter(name => !name.startsWith('array_')).map(name => [name])
const arrays = [...results.keys()].filter(name => name.startsWith('array_'))
if (arrays.length > 0) groups.push(arrays)
const overall = pick => mean(groups.map(group => mean(group.map(name => pick(results.get(name))))))
const means = peers.map((_, at) => `${overall(({ others }) => others[at]).toFixed(3)} |`)
console.log(`| mean, arrays as one | ${overall(({ ari }) => ari).toFixed(3)} | | | ${means.join(' | ')} |\n`)
for (const [name, { ari, others }] of results) {
  others.forEach((other, at) => {
    if (other - ari > 0.03) console.log(`${name}: ${peers[at]} is ahead by ${(other - ari).toFixed(3)}`)
  })
}

async function chorale(path, truth, seed) {
  const out = join(scratch, 'labels.csv')
  const args = ['cluster', path, '--truth', 'y', '--threads', '1', '--seed', seed, '--quiet', '-o', out].map(String)
  const { stderr } = await run('bash', [
    '-c',
    'TIMEFORMAT="%U %S"; time "$@" > /dev/null',
    'bash',
    process.execPath,
    CLI,
    ...args,
  ])
  const cpu = stderr
    .trim()
    .split('\n')
    .at(-1)
    .split(' ')
    .reduce((sum, part) => sum + Number(part), 0)
  const table = await readTable(readFileSync(out))
  const column = table.columns.find(each => each.name === 'cluster')
  return { cpu, ari: adjustedRandIndex(Array.from(column.numbers), truth) }
}

async function classesOf(path) {
  const table = await readTable(readFileSync(path), { name: 'x' })
  return Array.from(table.columns.find(each => each.name === 'y').numbers)
}

/** The first seed only: peers are shown for orientation. Null if it fails. */
async function peerOf(path, peer, k) {
  try {
    const { stdout } = await run('/usr/bin/python3', [join(HERE, 'wide_peers.py'), path, peer, String(k), '1'])
    const [ari, cpu] = stdout.trim().split(' ').map(Number)
    return { ari, cpu }
  } catch {
    return null
  }
}

function deviation(values) {
  const centre = mean(values)
  return Math.sqrt(mean(values.map(value => (value - centre) ** 2)))
}
