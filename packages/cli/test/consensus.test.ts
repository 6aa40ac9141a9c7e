import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { consensus } from '../../chorale/src/internal.js'
import packageJson from '../package.json' with { type: 'json' }
import { chorale, folderWith, listens, PLANTED } from './run.js'

const EXPECTED = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]

describe('chorale consensus', () => {
  it('prints one JSON object with the promised keys', async () => {
    const cwd = folderWith({ 'planted.csv': PLANTED })
    const { code, stdout } = await chorale(['consensus', 'planted.csv', '-k', '3', '--truth', 'gt', '--json'], { cwd })
    expect(code).toBe(0)
    const result = JSON.parse(stdout)
    expect(result).toMatchObject({
      chorale: packageJson.version,
      command: 'consensus',
      method: 'balanced',
      clusterCount: 3,
      labels: EXPECTED,
      converged: true,
      warnings: [expect.stringContaining('3 clusters')],
      verdict: { level: 'weak' },
      explanation: expect.any(Array),
      metrics: { nmi: 1, ari: 1, purity: 1, fscore: 1, accuracy: 1 },
    })
    expect(result.input).toMatchObject({
      path: 'planted.csv',
      sampleCount: 12,
      featureCount: null,
      ensembleSize: 5,
      missingCount: 0,
      distinctRows: 8,
    })
    expect(Object.keys(result)).toEqual(
      expect.arrayContaining(['options', 'objective', 'objectiveTrace', 'iterations', 'eigengap', 'peakMemoryMb']),
    )
    expect(Object.keys(result.timings)).toEqual(['load', 'similarity', 'embedding', 'labels', 'review', 'total'])
    expect(result.weights).toHaveLength(5)
    expect(result.confidence).toHaveLength(12)
  })

  it('gives the labels of the library', async () => {
    const cwd = folderWith({ 'planted.csv': PLANTED })
    const { stdout } = await chorale(
      ['consensus', 'planted.csv', '-k', '3', '--method', 'gpec', '--seed', '7', '--json'],
      { cwd },
    )
    const columns = PLANTED.trim()
      .split('\n')
      .slice(1)
      .map(line => line.split(',').slice(1, 6))
    const labelings = [0, 1, 2, 3, 4].map(t => columns.map(cells => cells[t]))
    const own = await consensus(labelings, { clusterCount: 3, method: 'gpec', seed: 7 })
    const printed = JSON.parse(stdout)
    expect(printed.labels).toEqual([...own.labels])
    expect(printed.weights).toEqual([...own.weights])
    expect(printed.alpha).toBe(own.alpha)
  })

  it('reads gzip and standard input', async () => {
    const cwd = folderWith({ 'planted.csv.gz': gzipSync(PLANTED) })
    const packed = await chorale(['consensus', 'planted.csv.gz', '-k', '3', '--json'], { cwd })
    const piped = await chorale(['consensus', '-', '-k', '3', '--json'], { input: PLANTED })
    expect(JSON.parse(packed.stdout).labels).toEqual(EXPECTED)
    expect(JSON.parse(piped.stdout).labels).toEqual(EXPECTED)
  })

  it('shows a summary on standard output and what it assumed on standard error', async () => {
    const cwd = folderWith({ 'planted.csv': PLANTED })
    const { stdout, stderr } = await chorale(['consensus', 'planted.csv', '--truth', 'gt'], { cwd })
    expect(stdout).toContain('3 clusters of 12 samples from 5 base clusterings')
    expect(stdout).toMatch(/Against "gt" +NMI .*\nconsensus +1\.000/)
    expect(stderr).toContain('using -k 3, the number of classes in "gt"')
  })

  it('says nothing on standard error with --quiet', async () => {
    const cwd = folderWith({ 'planted.csv': PLANTED })
    const { stdout, stderr } = await chorale(['consensus', 'planted.csv', '-k', '3', '--quiet'], { cwd })
    expect(stderr).toBe('')
    expect(stdout).toContain('3 clusters')
  })

  it('writes id, cluster and confidence', async () => {
    const cwd = folderWith({ 'planted.csv': PLANTED.replace('s1,', '"s,""1""",') })
    const { code } = await chorale(['consensus', 'planted.csv', '-k', '3', '-o', 'labels.csv'], { cwd })
    expect(code).toBe(0)
    const lines = readFileSync(join(cwd, 'labels.csv'), 'utf8').trim().split('\n')
    expect(lines[0]).toBe('id,cluster,confidence')
    expect(lines).toHaveLength(13)
    expect(lines[1]).toMatch(/^"s,""1""",0,0\.\d+$/)
    expect(lines[12]).toMatch(/^s12,2,/)
    expect(readdirSync(cwd).sort()).toEqual(['labels.csv', 'planted.csv'])
  })

  it('writes labels alone to standard output with -o -', async () => {
    const { stdout, stderr } = await chorale(['consensus', '-', '-k', '3', '-o', '-'], { input: PLANTED })
    expect(stdout.startsWith('id,cluster,confidence\ns1,0,')).toBe(true)
    expect(stdout).not.toContain('clusters of')
    expect(stderr).toContain('3 clusters of 12 samples')
  })

  it('exports the co-association in cluster order, the order, and the embedding', async () => {
    const cwd = folderWith({ 'planted.csv': PLANTED })
    const args = ['consensus', 'planted.csv', '-k', '3', '--matrix', 'm.npy', '--embedding', 'z.csv']
    expect((await chorale(args, { cwd })).code).toBe(0)
    const bytes = readFileSync(join(cwd, 'm.npy'))
    const headerEnd = 10 + bytes.readUInt16LE(8)
    expect(bytes.subarray(1, 6).toString()).toBe('NUMPY')
    expect(bytes.subarray(10, headerEnd).toString()).toContain("'shape': (12, 12)")
    expect(headerEnd % 64).toBe(0)
    expect(bytes).toHaveLength(headerEnd + 12 * 12 * 8)
    const entry = (i: number, j: number) => bytes.readDoubleLE(headerEnd + 8 * (12 * i + j))
    for (let i = 0; i < 12; i++) {
      expect(entry(i, i)).toBe(1)
      for (let j = 0; j < 12; j++) expect(entry(i, j)).toBe(entry(j, i))
    }
    const order = readFileSync(join(cwd, 'm.order.csv'), 'utf8').trim().split('\n').slice(1)
    expect(order.map(line => line.split(',')[2])).toEqual(['0', '0', '0', '0', '1', '1', '1', '1', '2', '2', '2', '2'])
    // Rows s1 and s2 are equal in every labeling.
    const at = (id: string) => order.findIndex(line => line.split(',')[1] === id)
    expect(entry(at('s1'), at('s2'))).toBe(1)
    expect(entry(at('s1'), at('s3'))).toBe(0.8)
    const embedding = readFileSync(join(cwd, 'z.csv'), 'utf8').trim().split('\n')
    expect(embedding[0]).toBe('id,z1,z2,z3')
    expect(embedding).toHaveLength(13)
  })

  it('sets a column aside that looks like the truth, and warns', async () => {
    const cwd = folderWith({ 'planted.csv': PLANTED })
    const { code, stdout, stderr } = await chorale(['consensus', 'planted.csv', '-k', '3', '--json'], { cwd })
    expect(code).toBe(0)
    expect(stderr).toMatch(/warning: .*"gt"/)
    expect(JSON.parse(stdout).input.ensembleSize).toBe(5)
    expect(JSON.parse(stdout).warnings.join()).toContain('"gt"')
  })

  it('merges several files by their id column; absent samples have no label', async () => {
    const lines = PLANTED.trim()
      .split('\n')
      .map(line => line.split(','))
    const pick = (columns: number[], rows = lines) =>
      `${rows.map(cells => columns.map(c => cells[c]).join(',')).join('\n')}\n`
    const cwd = folderWith({
      'one.csv': pick([0, 1, 2, 3]),
      'two.csv': pick([0, 4, 5], [lines[0], ...lines.slice(2).reverse()]),
    })
    const { code, stdout } = await chorale(['consensus', 'one.csv', 'two.csv', '-k', '3', '--json'], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).labels).toEqual(EXPECTED)
    expect(JSON.parse(stdout).input).toMatchObject({ ensembleSize: 5, missingCount: 2 })
  })

  it('says with --dry-run what it would do, and writes nothing', async () => {
    const cwd = folderWith({ 'planted.csv': PLANTED })
    const args = ['consensus', 'planted.csv', '--truth', 'gt', '--dry-run', '-o', 'labels.csv']
    const { code, stdout } = await chorale(args, { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Would combine 5 labelings of 12 samples into 3 clusters:\n {2}consensus \(balanced\):/)
    expect(readdirSync(cwd)).toEqual(['planted.csv'])
  })

  it('says how many clusters it found, not how many were wanted', async () => {
    const input = 'a,b\n0,x\n0,x\n1,x\n1,x\n1,y\n1,y\n'
    const args = ['consensus', '-', '-k', '5', '--method', 'lwgp']
    const { stdout, stderr } = await chorale(args, { input })
    expect(stdout).toContain('3 clusters of 6 samples from 2 base clusterings')
    expect(stderr).toContain('Found 3 clusters instead of the 5 requested')
    const printed = JSON.parse((await chorale([...args, '--json'], { input })).stdout)
    expect(printed).toMatchObject({ clusterCount: 5, foundClusterCount: 3 })
  })

  it('plans with --dry-run the way that the consensus goes', async () => {
    const cwd = folderWith({ 'planted.csv': PLANTED })
    const plan = async (rows: string) => {
      const args = ['consensus', 'planted.csv', '--truth', 'gt', '--fit-rows', rows]
      const { stdout } = await chorale([...args, '--dry-run'], { cwd })
      const { fit } = JSON.parse((await chorale([...args, '--json', '--quiet'], { cwd })).stdout)
      return { stdout, fit }
    }
    const few = await plan('8')
    expect(few.stdout).toContain('consensus (balanced, fitted on 8 rows: --fit-rows is set)')
    expect(few.fit).toEqual({ rows: 8, of: 12, reason: 'asked for' })
    const all = await plan('all')
    expect(all.stdout).toContain('consensus (balanced):')
    expect(all.fit).toEqual({ rows: 12, of: 12, reason: 'asked for' })
  })

  it('says how many rows it fitted, and refuses what such a fit does not have', async () => {
    const cwd = folderWith({ 'planted.csv': PLANTED })
    const args = ['consensus', 'planted.csv', '--truth', 'gt', '--fit-rows', '8']
    const { stdout } = await chorale(args, { cwd })
    expect(stdout).toContain('Fit: a random sample of 8 rows; it labels all 12 rows.')
    const embedded = await chorale([...args, '--embedding', 'z.csv'], { cwd })
    expect(embedded.code).toBe(2)
    expect(embedded.stderr).toContain('--embedding needs a fit on all rows, not on 8 of 12; use --fit-rows all')
    const both = await chorale([...args, '--exact'], { cwd })
    expect(both.stderr).toContain('--exact and --fit-rows with a number exclude each other; leave out one of them')
    const wrong = await chorale(['consensus', 'planted.csv', '-k', '3', '--fit-rows', 'most'], { cwd })
    expect(wrong.stderr).toContain('--fit-rows must be an integer of at least 2, or all; got most')
  })

  it('gives the same labels for any --threads', async () => {
    const run = (...more: string[]) => chorale(['consensus', '-', '-k', '3', '-o', '-', ...more], { input: PLANTED })
    const { code, stdout } = await run('--threads', '2')
    expect(code).toBe(0)
    expect(stdout).toBe((await run()).stdout)
  })

  it('gives the same output for the same seed', async () => {
    const run = () => chorale(['consensus', '-', '-k', '3', '-o', '-', '--seed', '5'], { input: PLANTED })
    expect((await run()).stdout).toBe((await run()).stdout)
  })
})

describe('bad input to chorale consensus', () => {
  const one = 'id,a\ns1,0\ns2,1\n'
  const table = (rows: string[]) => `${['a,b,c', ...rows].join('\n')}\n`
  const small = table(['0,0,1', '0,1,1', '1,1,0', '1,1,0'])
  const cases: [what: string, files: Record<string, string | Uint8Array>, args: string[], message: RegExp][] = [
    ['a file that is not there', {}, ['nowhere.csv', '-k', '2'], /nowhere\.csv: no such file/],
    ['an empty file', { 'f.csv': '' }, ['f.csv', '-k', '2'], /f\.csv: .*empty/],
    ['a header without rows', { 'f.csv': 'a,b,c\n' }, ['f.csv', '-k', '2'], /f\.csv/],
    [
      'ragged rows',
      { 'f.csv': table(['0,0,1', '0,1', '1,1,0']) },
      ['f.csv', '-k', '2'],
      /f\.csv: .*(row|line) 3.*2.*3/,
    ],
    ['one labeling', { 'f.csv': one }, ['f.csv', '-k', '2'], /at least two labelings.*"a"/],
    ['k = 0', { 'f.csv': small }, ['f.csv', '-k', '0'], /-k must be an integer of at least 1; got 0/],
    ['k above n', { 'f.csv': small }, ['f.csv', '-k', '5'], /-k must be .* the number of samples \(4\); got 5/],
    ['a fractional k', { 'f.csv': small }, ['f.csv', '-k', '2.5'], /-k must be an integer of at least 1; got 2\.5/],
    ['k that is no number', { 'f.csv': small }, ['f.csv', '-k', 'three'], /-k must be an integer.*got three/],
    ['k left out', { 'f.csv': small }, ['f.csv'], /-k is missing/],
    [
      'alpha 0',
      { 'f.csv': small },
      ['f.csv', '-k', '2', '--alpha', '0'],
      /--alpha must be a number above 0 and at most 1/,
    ],
    ['alpha above 1', { 'f.csv': small }, ['f.csv', '-k', '2', '--alpha', '1.01'], /--alpha must be .*; got 1\.01/],
    ['an unknown labeling column', { 'f.csv': small }, ['f.csv', '-k', '2', '--columns', 'a,zz'], /zz/],
    ['an unknown truth column', { 'f.csv': small }, ['f.csv', '-k', '2', '--truth', 'zz'], /zz/],
    ['an unknown option', { 'f.csv': small }, ['f.csv', '-k', '2', '--clustres', '3'], /unknown option '--clustres'/],
    [
      'an unknown method',
      { 'f.csv': small },
      ['f.csv', '-k', '2', '--method', 'magic'],
      /--method must be one of balanced, gpec/,
    ],
    [
      'an unknown solver',
      { 'f.csv': small },
      ['f.csv', '-k', '2', '--solver', 'newton'],
      /--solver must be one of fixed-point/,
    ],
    [
      'a sample that no labeling covers',
      { 'f.csv': table(['0,0,1', '-1,,NA', '1,1,0']) },
      ['f.csv', '-k', '2'],
      /sample 2/,
    ],
    ['labelings of one cluster only', { 'f.csv': table(['0,1,1', '0,1,1']) }, ['f.csv', '-k', '2'], /one cluster/],
    ['a labeling without labels', { 'f.csv': table(['0,,1', '1,,0']) }, ['f.csv', '-k', '2'], /"b"/],
    ['an empty truth cell', { 'f.csv': table(['0,1,A', '1,0,']) }, ['f.csv', '-k', '2', '--truth', 'c'], /"c"/],
    ['a folder', {}, ['.', '-k', '2'], /\.: this is a folder/],
    [
      'a binary file',
      { 'f.csv': new Uint8Array(4096).map((_, i) => (i * 7919) % 256) },
      ['f.csv', '-k', '2'],
      /f\.csv/,
    ],
    [
      'an output in a folder that is not there',
      { 'f.csv': small },
      ['f.csv', '-k', '2', '-o', 'no/where.csv'],
      /no such file or folder/,
    ],
    [
      'a matrix above the memory limit',
      { 'f.csv': small },
      ['f.csv', '-k', '2', '--matrix', 'm.npy', '--memory-limit', '1e-9'],
      /--matrix: 4 x 4/,
    ],
    ['no file at all', {}, [], /missing required argument 'labelings'/],
  ]
  it.each(cases)('%s: exit code 2, one clear line, nothing written', async (_, files, args, message) => {
    const cwd = folderWith(files)
    const { code, stdout, stderr } = await chorale(
      ['consensus', ...args, ...(args.includes('-o') ? [] : ['-o', 'out.csv'])],
      { cwd },
    )
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(readdirSync(cwd).sort()).toEqual(Object.keys(files).sort())
  })
})

describe('chorale', () => {
  it('prints its version and its help', async () => {
    expect((await chorale(['--version'])).stdout.trim()).toBe(packageJson.version)
    const { code, stdout } = await chorale(['consensus', '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain('--alpha')
  })

  it('rejects an unknown command with exit code 2', async () => {
    const { code, stderr } = await chorale(['concensus'])
    expect(code).toBe(2)
    expect(stderr).toContain('consensus')
  })

  it('stops on Ctrl-C with exit code 130 and leaves nothing behind', async () => {
    const rows = Array.from({ length: 12000 }, (_, i) =>
      Array.from({ length: 12 }, (_, t) => (Math.imul(i + 1, 2654435761 + 40503 * t) >>> 8) % (20 + t)).join(','),
    )
    const header = Array.from({ length: 12 }, (_, t) => `c${t + 1}`).join(',')
    const cwd = folderWith({ 'large.csv': `${[header, ...rows].join('\n')}\n` })
    const { code, stderr } = await chorale(['consensus', 'large.csv', '-k', '10', '-o', 'out.csv'], {
      cwd,
      async onStart(pid) {
        await listens(pid)
        setTimeout(() => process.kill(pid, 'SIGINT'), 1000)
      },
    })
    expect(code).toBe(130)
    expect(stderr).toContain('interrupted')
    expect(readdirSync(cwd)).toEqual(['large.csv'])
  })
})
