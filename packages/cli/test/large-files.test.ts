import { readdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { chorale, folderWith } from './run.js'

const SAMPLES = 140_000
const LABELINGS = 32

/** The label of sample i in labeling t: three groups, each cut in two or three at places of its own, with some noise. */
function labelOf(i: number, t: number): number {
  const group = i % 3
  const noise = (i * 2654435761 + t * 40503) >>> 0
  if (noise % 50 === 0) return (noise >>> 8) % 6
  return 2 * group + (((Math.imul(i, 2246822519) >>> (t % 16)) + t) & 1)
}

let csv: string
let npy: Uint8Array

beforeAll(() => {
  const lines = [Array.from({ length: LABELINGS }, (_, t) => `c${t + 1}`).join()]
  const shape = `{'descr': '|u1', 'fortran_order': False, 'shape': (${SAMPLES}, ${LABELINGS}), }`
  const header = Buffer.alloc(128, ' ')
  header.write('\x93NUMPY\x01\x00', 'latin1')
  header.writeUInt16LE(118, 8)
  header.write(`${shape}`, 10, 'latin1')
  header.write('\n', 127, 'latin1')
  const values = new Uint8Array(SAMPLES * LABELINGS)
  for (let i = 0; i < SAMPLES; i++) {
    for (let t = 0; t < LABELINGS; t++) values[i * LABELINGS + t] = labelOf(i, t)
    lines.push(values.subarray(i * LABELINGS, (i + 1) * LABELINGS).join())
  }
  csv = `${lines.join('\n')}\n`
  npy = Buffer.concat([header, values])
})

const ARGUMENTS = ['-k', '3', '--fit-rows', '2000', '-o', '-', '--quiet']

describe('files of more than 8 MiB', () => {
  it('give the labels of smaller files with the same content, for any number of threads', async () => {
    expect(csv.length).toBeGreaterThan(2 ** 23)
    const folder = folderWith({ 'large.csv': csv, 'small.npy': npy, 'small.csv.gz': gzipSync(csv) })
    const run = (file: string, ...more: string[]) => chorale(['consensus', join(folder, file), ...ARGUMENTS, ...more])
    const large = await run('large.csv', '--threads', '2')
    expect([large.code, large.stderr]).toEqual([0, ''])
    expect(large.stdout.split('\n')).toHaveLength(SAMPLES + 2)
    for (const [file, threads] of [
      ['large.csv', '1'],
      ['small.npy', '2'],
      ['small.csv.gz', '2'],
    ]) {
      const { stdout } = await run(file, '--threads', threads)
      expect(stdout === large.stdout, file).toBe(true)
    }
  }, 300_000)

  it('give the labels of the same bytes on standard input, wherever words stand among numbers', async () => {
    const long = 'x'.repeat(100)
    const label = (i: number) => (i < 60_000 ? ['0', '1', 'None'][i % 3] : ['0', '1', 'word'][i % 3])
    const lines = Array.from({ length: 90_000 }, (_, i) => `${label(i)},${i % 3}${long},${i % 2}`)
    const text = `a,b,c\n${lines.join('\n')}\n`
    expect(text.length).toBeGreaterThan(2 ** 23)
    const folder = folderWith({ 'mixed.csv': text })
    const args = ['-k', '3', '-o', '-']
    const file = await chorale(['consensus', join(folder, 'mixed.csv'), ...args])
    const piped = await chorale(['consensus', '-', ...args], { input: text })
    expect([file.code, piped.code]).toEqual([0, 0])
    expect(file.stderr).toContain('column "a" contains numbers up to row')
    expect(file.stdout === piped.stdout).toBe(true)
  })

  it('that are cut short are reported with the row, and leave no output', async () => {
    const folder = folderWith({})
    writeFileSync(join(folder, 'cut.csv'), csv.slice(0, -20))
    const output = join(folder, 'labels.csv')
    const { code, stderr } = await chorale(['consensus', join(folder, 'cut.csv'), '-k', '3', '-o', output])
    expect(code).toBe(2)
    expect(stderr).toContain(`cut.csv: row ${SAMPLES} (line ${SAMPLES + 1}) has`)
    expect(() => readFileSync(output)).toThrow('ENOENT')
  })

  it('can be stopped while they are read, and leave no output', async () => {
    const folder = folderWith({ 'large.csv': csv })
    const output = join(folder, 'labels.csv')
    const { code } = await chorale(
      ['consensus', join(folder, 'large.csv'), '-k', '3', '--fit-rows', '2000', '-o', output],
      {
        onStart: pid => setTimeout(() => process.kill(pid, 'SIGINT'), 700),
      },
    )
    expect(code).toBe(130)
    expect(() => readFileSync(output)).toThrow('ENOENT')
  })

  it('leave the old output or a complete new one when the run is killed at any time', async () => {
    const folder = folderWith({ 'small.npy': npy, 'labels.csv': 'what was there\n' })
    const output = join(folder, 'labels.csv')
    const args = ['consensus', join(folder, 'small.npy'), '-k', '3', '--fit-rows', '2000', '--quiet', '-o', output]
    // The last moment is that of writing: the file beside has just appeared.
    for (const moment of [200, 600, 1200, 'writing'] as const) {
      await chorale(args, {
        onStart(pid) {
          if (moment !== 'writing') setTimeout(() => killIfThere(pid), moment)
          else killWhenWriting(folder, pid)
        },
      })
      const found = readFileSync(output, 'utf8')
      if (found !== 'what was there\n') expect(found.split('\n')).toHaveLength(SAMPLES + 2)
    }
    expect(readdirSync(folder).some(name => name.endsWith('.part'))).toBe(true)
    expect((await chorale(args)).code).toBe(0)
    expect(readFileSync(output, 'utf8').split('\n')).toHaveLength(SAMPLES + 2)
  })
})

/** A run that is done has no process any more. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Kills the program when a temporary file has content; the empty one before the work only checks the folder. */
function killWhenWriting(folder: string, pid: number): void {
  const watcher = watch(folder, (_, name) => {
    const file = name?.endsWith('.part') ? statSync(join(folder, name), { throwIfNoEntry: false }) : undefined
    if (file === undefined || file.size === 0) return
    watcher.close()
    process.kill(pid, 'SIGKILL')
  })
}

describe('a table of numbers of more than 8 MiB', () => {
  const ROWS = 400_000
  const FEATURES = 6
  const ARGUMENTS = ['-k', '3', '-m', '4', '--fit-rows', '600', '--quiet']

  /** Three groups in six features, as 32-bit numbers. */
  function numbers(): Buffer {
    const values = new Float32Array(ROWS * FEATURES)
    for (let at = 0; at < values.length; at++) {
      const noise = (Math.imul(at + 1, 2654435761) >>> 8) / 2 ** 24
      values[at] = 4 * (Math.floor(at / FEATURES) % 3 === at % 3 ? 1 : 0) + noise
    }
    const header = Buffer.alloc(128, ' ')
    header.write('\x93NUMPY\x01\x00', 'latin1')
    header.writeUInt16LE(118, 8)
    header.write(`{'descr': '<f4', 'fortran_order': False, 'shape': (${ROWS}, ${FEATURES}), }`, 10, 'latin1')
    header.write('\n', 127, 'latin1')
    return Buffer.concat([header, Buffer.from(values.buffer)])
  }

  it('gives the labels of the same bytes in memory, as CSV and as an array, for any number of threads', async () => {
    const bytes = numbers()
    const folder = folderWith({ 'x.npy': bytes })
    const at = (name: string) => join(folder, name)
    const run = (...more: string[]) => chorale(['cluster', at('x.npy'), ...ARGUMENTS, ...more])
    const outcomes = [
      await run('-o', at('two.csv'), '--threads', '2'),
      await run('-o', at('one.csv'), '--threads', '1'),
      // Read as a whole, to append to it.
      await run('-o', at('whole.csv'), '--append'),
      await run('-o', at('labels.npy')),
    ]
    expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual(outcomes.map(() => [0, '']))
    const two = readFileSync(at('two.csv'), 'utf8')
    expect(readFileSync(at('one.csv'), 'utf8') === two).toBe(true)
    const whole = readFileSync(at('whole.csv'), 'utf8').trimEnd().split('\n').slice(1)
    const ownLines = two.trimEnd().split('\n').slice(1)
    expect(ownLines.length).toBe(ROWS)
    expect(ownLines.every((line, i) => whole[i].endsWith(line.slice(line.indexOf(','))))).toBe(true)

    const records = readFileSync(at('labels.npy'))
    const start = records.length - 12 * ROWS
    expect(records.subarray(0, start).toString('latin1')).toContain("[('cluster', '<i4'), ('confidence', '<f8')]")
    for (const i of [0, 1, 2, ROWS - 1]) {
      const [id, label, confidence] = ownLines[i].split(',')
      expect(id).toBe(String(i + 1))
      expect(records.readInt32LE(start + 12 * i)).toBe(Number(label))
      expect(records.readDoubleLE(start + 12 * i + 4)).toBeCloseTo(Number(confidence), 6)
    }
  }, 120_000)

  it('compares several numbers of clusters, and prints all labels as JSON', async () => {
    const folder = folderWith({ 'x.npy': numbers() })
    const { code, stdout } = await chorale([
      'cluster',
      join(folder, 'x.npy'),
      ...ARGUMENTS.slice(2),
      '-k',
      '2,3',
      '--json',
      '-o',
      join(folder, 'two.csv'),
    ])
    expect(code).toBe(0)
    const { labels, confidence, clusters, fit, byClusterCount } = JSON.parse(stdout)
    expect([labels.length, confidence.length, byClusterCount[0].labels.length]).toEqual([ROWS, ROWS, ROWS])
    expect(fit).toMatchObject({ rows: 600, of: ROWS })
    expect(clusters.map(({ size }: { size: number }) => size).reduce((a: number, b: number) => a + b)).toBe(ROWS)
    const [header, first] = readFileSync(join(folder, 'two.csv'), 'utf8').split('\n')
    expect(header).toBe('id,cluster_2,confidence_2,cluster_3,confidence_3')
    expect(first.startsWith(`1,${byClusterCount[0].labels[0]},`)).toBe(true)
  }, 120_000)

  it('leaves nothing behind when it is interrupted while it writes labels', async () => {
    const folder = folderWith({ 'x.npy': numbers() })
    const isWriting = () => readdirSync(folder).some(name => name.startsWith('.chorale-'))
    const { code } = await chorale(['cluster', join(folder, 'x.npy'), ...ARGUMENTS, '-o', join(folder, 'l.csv')], {
      onStart(pid) {
        const watcher = watch(folder, () => {
          if (!isWriting() || readdirSync(folder).includes('l.csv')) return
          const [name] = readdirSync(folder).filter(each => each.startsWith('.chorale-'))
          if (name === undefined || statSync(join(folder, name), { throwIfNoEntry: false })?.size === 0) return
          watcher.close()
          process.kill(pid, 'SIGINT')
        })
      },
    })
    expect(code).toBe(130)
    expect(readdirSync(folder)).toEqual(['x.npy'])
  }, 120_000)
})
