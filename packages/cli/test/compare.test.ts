import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HtmlValidate } from 'html-validate'
import { beforeAll, describe, expect, it } from 'vitest'
import { consensus, evaluate, METHOD_NAMES } from '../../chorale/src/internal.js'
import { sampleShape } from '../../chorale/src/sample-shape.js'
import { chorale, folderWith, PLANTED } from './run.js'

// The runs are made by the built file.
beforeAll(() => {
  if (!existsSync('packages/cli/dist/compare-child.js'))
    throw new Error('packages/cli/packages/cli/dist/compare-child.js is missing: npm run build')
})

/** A table of samples in three loose groups. */
function features(seed: number, sampleCount = 60): string {
  const options = { sampleCount, clusterCount: 3, featureCount: 3, spread: 2, seed }
  const { values, truth: labels } = sampleShape('blobs', options)
  const rows = Array.from(labels, (label, i) =>
    [...values.subarray(i * 3, i * 3 + 3), 'abc'[label]].map(String).join(','),
  )
  return `x,z,w,class\n${rows.join('\n')}\n`
}

/** The same labels with some mistakes, in twelve columns. */
function labelings(): string {
  const rows = Array.from({ length: 45 }, (_, i) => {
    const labels = Array.from({ length: 12 }, (_, t) => ((i * 7 + t * 13) % 6 === 0 ? (i + t) % 3 : i % 3))
    return [...labels, 'uvw'[i % 3]].join(',')
  })
  return `${Array.from({ length: 12 }, (_, t) => `l${t}`).join(',')},gt\n${rows.join('\n')}\n`
}

interface Printed {
  methods: string[]
  datasets: {
    input: string
    notes: string[]
    ensembleSize: number
    clusterCount: number
    methods: {
      name: string
      runCount: number
      metrics: Record<string, { mean: number; sd: number | null }> | null
      baseAgreement: { mean: number; sd: number | null } | null
      failures: { kind: string; reason: string; repeat: number }[]
    }[]
    agreement: (number | null)[][]
  }[]
  ranks: Record<string, { methods: string[]; meanRanks: number[]; criticalDifference: number }> | null
  warnings: string[]
}

/** What is printed with --json, without what a clock or a scale has measured. */
async function compare(args: string[], cwd: string): Promise<Printed> {
  const { code, stdout, stderr } = await chorale(['compare', ...args, '--json'], { cwd })
  expect(stderr).not.toContain('a bug in chorale')
  expect(code).toBe(0)
  return JSON.parse(stdout, (key, value) => (['seconds', 'peakMemoryMb', 'timings'].includes(key) ? undefined : value))
}

const FAST = ['--methods', 'eac,lwgp,sec']

describe('chorale compare', () => {
  it('prints one JSON object with means and standard deviations of every method', async () => {
    const cwd = folderWith({ 'f.csv': features(1) })
    const { stdout } = await chorale(['compare', 'f.csv', ...FAST, '--repeats', '3', '-m', '6', '--json'], { cwd })
    const printed = JSON.parse(stdout)
    expect(printed).toMatchObject({
      command: 'compare',
      inputs: ['f.csv'],
      methods: ['eac', 'lwgp', 'sec'],
      repeats: 3,
    })
    expect(Object.keys(printed)).toEqual(
      expect.arrayContaining(['chorale', 'options', 'datasets', 'ranks', 'warnings', 'timings']),
    )
    expect(printed.ranks).toBeNull()
    const [dataset] = printed.datasets
    expect(dataset).toMatchObject({
      input: 'features',
      sampleCount: 60,
      featureCount: 3,
      ensembleSize: 6,
      clusterCount: 3,
    })
    for (const method of dataset.methods) {
      expect(Object.keys(method.metrics)).toEqual(['nmi', 'ari', 'purity', 'fscore', 'accuracy'])
      expect(method.metrics.nmi.mean).toBeGreaterThan(0.2)
      expect(method.metrics.nmi.sd).toBeGreaterThanOrEqual(0)
      expect(method.seconds.mean).toBeGreaterThan(0)
      expect(method.peakMemoryMb.mean).toBeGreaterThan(20)
      expect(method.failures).toEqual([])
    }
    expect(dataset.agreement.map((row: number[], at: number) => row[at])).toEqual([1, 1, 1])
    expect(dataset.agreement[0][1]).toBe(dataset.agreement[1][0])
  })

  it('builds the base clusterings of chorale cluster, and others with --base', async () => {
    const cwd = folderWith({ 'f.csv': features(1) })
    const of = async (...more: string[]) =>
      (await compare(['f.csv', '--methods', 'lwgp', '--repeats', '1', ...more], cwd)).datasets[0]
    const [standard, kMeans] = [await of(), await of('--base', 'k-means')]
    const { stdout } = await chorale(['cluster', 'f.csv', '-k', '3', '--json'], { cwd })
    const { input, options } = JSON.parse(stdout)
    expect(standard.ensembleSize).toBe(input.ensembleSize)
    expect(standard.notes.join()).toContain(options.base.replace(',', ', '))
    expect(kMeans.ensembleSize).toBe(20)
    expect(kMeans.notes.join()).toContain('every repeat builds 20 base clusterings (k-means, 2 to 7 clusters each)')
  })

  it('gives the values of the library', async () => {
    const cwd = folderWith({ 'planted.csv': PLANTED })
    const printed = await compare(['planted.csv', '--methods', 'eac,lwea', '--repeats', '1'], cwd)
    const rows = PLANTED.trim()
      .split('\n')
      .slice(1)
      .map(line => line.split(','))
    const given = [1, 2, 3, 4, 5].map(t => rows.map(cells => cells[t]))
    for (const { name, metrics } of printed.datasets[0].methods) {
      const { labels } = await consensus(given, { clusterCount: 3, method: name as 'eac' })
      const own = evaluate(
        labels,
        rows.map(cells => cells[6]),
      )
      for (const [key, { mean, sd }] of Object.entries(metrics!)) {
        expect(mean).toBe(own[key as 'nmi'])
        expect(sd).toBeNull()
      }
    }
  })

  it('runs every method there is when none is named, all on the same ensembles', async () => {
    const cwd = folderWith({ 'planted.csv': PLANTED })
    const { datasets } = await compare(['planted.csv', '--repeats', '1'], cwd)
    expect(datasets[0].methods.map(({ name }) => name)).toEqual(METHOD_NAMES)
    expect(datasets[0].methods.every(({ runCount, failures }) => runCount + failures.length === 1)).toBe(true)
  })

  it('gives the same results for any number of threads, and others for another seed', async () => {
    const cwd = folderWith({ 'f.csv': features(2), 'l.csv': labelings() })
    const args = ['f.csv', 'l.csv', ...FAST, '--repeats', '3', '-m', '5']
    const alone = await compare([...args, '--threads', '1'], cwd)
    expect(await compare([...args, '--threads', '4'], cwd)).toEqual(alone)
    expect((await compare([...args, '--seed', '2'], cwd)).datasets).not.toEqual(alone.datasets)
  })

  it('draws other labelings in every repeat with -m, and uses all of them without', async () => {
    const cwd = folderWith({ 'l.csv': labelings() })
    const drawn = await compare(['l.csv', '--methods', 'eac', '--repeats', '4', '-m', '3'], cwd)
    expect(drawn.datasets[0]).toMatchObject({ input: 'labelings', ensembleSize: 3, labelingCount: 12 })
    expect(drawn.datasets[0].methods[0].baseAgreement!.sd).toBeGreaterThan(0)
    const whole = await compare(['l.csv', '--methods', 'eac', '--repeats', '4'], cwd)
    expect(whole.datasets[0].methods[0].baseAgreement!.sd).toBe(0)
  })

  it('says what it takes a table for, and obeys --input', async () => {
    const cwd = folderWith({ 'f.csv': features(1), 'l.csv': labelings() })
    const said = await chorale(['compare', 'f.csv', 'l.csv', '--methods', 'eac', '--repeats', '1', '-m', '4'], { cwd })
    expect(said.stderr).toMatch(
      /f\.csv: the columns are read as features because "x" has a different value in every row/,
    )
    expect(said.stderr).toMatch(/l\.csv: the columns are read as labelings because every column/)
    const forced = await compare(['l.csv', '--input', 'features', '--methods', 'eac', '--repeats', '1', '-m', '4'], cwd)
    expect(forced.datasets[0]).toMatchObject({ input: 'features', featureCount: 5 })
  })

  it('goes without truth: no metrics, but the agreement with the base clusterings', async () => {
    const cwd = folderWith({ 'l.csv': labelings().replaceAll(/,(gt|u|v|w)$/gm, '') })
    const { datasets } = await compare(['l.csv', '-k', '3', ...FAST, '--repeats', '2'], cwd)
    for (const { metrics, baseAgreement } of datasets[0].methods) {
      expect(metrics).toBeNull()
      expect(baseAgreement!.mean).toBeGreaterThan(0)
    }
    const { stdout } = await chorale(['compare', 'l.csv', '-k', '3', ...FAST, '--repeats', '1'], { cwd })
    expect(stdout).toContain('There is no truth to compare with')
  })

  it('lists a method that refuses with its reason, and goes on with the others', async () => {
    const cwd = folderWith({ 'f.csv': features(3) })
    const args = ['f.csv', '--methods', 'eccms,lwgp', '--repeats', '2', '-m', '5', '--memory-limit', '1e-6']
    const { datasets } = await compare(args, cwd)
    const [eccms, lwgp] = datasets[0].methods
    expect(eccms).toMatchObject({ runCount: 0, metrics: null })
    expect(eccms.failures).toHaveLength(2)
    expect(eccms.failures[0]).toMatchObject({
      kind: 'refused',
      repeat: 0,
      reason: expect.stringContaining('memoryLimit'),
    })
    expect(lwgp).toMatchObject({ runCount: 2, failures: [] })
    expect(datasets[0].agreement).toEqual([
      [null, null],
      [null, 1],
    ])
    const { stdout, stderr } = await chorale(['compare', ...args], { cwd })
    expect(stdout).toMatch(/^eccms refused: --memory-limit must be at least .* \(2 of 2 runs\)$/m)
    expect(stderr).toMatch(
      /f\.csv: memory for 60 samples, at most: eccms below 1 MiB \(n² memory, n³ time, above the memory limit/,
    )
  })

  it('ranks methods over several datasets', async () => {
    const cwd = folderWith({ 'a.csv': features(4), 'b.csv': features(5), 'l.csv': labelings() })
    const args = ['a.csv', 'b.csv', 'l.csv', '--methods', 'eac,lwea,lwgp,sec', '--repeats', '2', '-m', '6']
    const { ranks } = await compare(args, cwd)
    expect(Object.keys(ranks!)).toEqual(['nmi', 'ari', 'purity', 'fscore', 'accuracy', 'baseAgreement'])
    const { methods, meanRanks, criticalDifference } = ranks!.nmi
    expect(methods).toEqual(['eac', 'lwea', 'lwgp', 'sec'])
    expect(meanRanks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(10, 9)
    expect(criticalDifference).toBeCloseTo(2.569 * Math.sqrt((4 * 5) / 18), 2)
    const { stdout } = await chorale(['compare', ...args], { cwd })
    expect(stdout).toContain('Mean ranks over 3 datasets')
    expect(stdout).toMatch(/Nemenyi test: methods whose mean ranks differ by more than 2\.71/)
  })
})

describe('chorale compare --results', () => {
  const args = ['f.csv', '--methods', 'eac,lwea,lwgp,sec', '--repeats', '4', '-m', '6']
  const lineCount = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0)

  it('goes on after an interruption and ends where an uninterrupted run ends', async () => {
    const cwd = folderWith({ 'f.csv': features(6) })
    const runs = join(cwd, 'runs.jsonl')
    const whole = await compare(args, cwd)
    const { code, stdout } = await chorale(['compare', ...args, '--results', 'runs.jsonl', '--report', 'r.html'], {
      cwd,
      onStart(pid) {
        const watch = setInterval(() => {
          if (lineCount(runs) < 3) return
          clearInterval(watch)
          process.kill(pid, 'SIGINT')
        }, 5)
      },
    })
    expect(code).toBe(130)
    expect(stdout).toBe('')
    expect(readdirSync(cwd).sort()).toEqual(['f.csv', 'runs.jsonl'])
    const before = readFileSync(runs, 'utf8')
    expect(before.endsWith('\n')).toBe(true)
    expect(lineCount(runs)).toBeLessThan(16)

    expect(await compare([...args, '--results', 'runs.jsonl'], cwd)).toEqual(whole)
    const after = readFileSync(runs, 'utf8')
    expect(after.startsWith(before)).toBe(true)
    expect(lineCount(runs)).toBe(16)
    for (const line of after.trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ checksum: expect.any(String) })

    // All runs are known now: the output is the same to the last digit, times and memory included.
    const again = async () => {
      const { stdout: text } = await chorale(['compare', ...args, '--results', 'runs.jsonl', '--json'], { cwd })
      return JSON.parse(text, (key, value) => (key === 'timings' ? undefined : value))
    }
    expect(await again()).toEqual(await again())
    expect(readFileSync(runs, 'utf8')).toBe(after)
  })

  it('makes runs again that differ in anything: data, seed, method, options', async () => {
    const cwd = folderWith({ 'f.csv': features(6) })
    const small = ['f.csv', '--methods', 'eac', '--repeats', '1', '-m', '4', '--results', 'runs.jsonl']
    const counts: number[] = []
    const run = async (more: string[]) => {
      await compare([...small, ...more], cwd)
      counts.push(lineCount(join(cwd, 'runs.jsonl')))
    }
    await run([])
    await run([])
    await run(['--seed', '2'])
    await run(['-k', '2'])
    await run(['--scale', 'none'])
    await run(['--repeats', '2'])
    // alpha says nothing to eac.
    await run(['--alpha', '0.3'])
    writeFileSync(join(cwd, 'f.csv'), features(7))
    await run([])
    expect(counts).toEqual([1, 1, 2, 3, 4, 5, 5, 6])
  })

  it('cuts a torn last line away and makes that run again', async () => {
    const cwd = folderWith({ 'f.csv': features(6) })
    const runs = join(cwd, 'runs.jsonl')
    const small = ['f.csv', '--methods', 'eac,sec', '--repeats', '1', '-m', '4', '--results', 'runs.jsonl']
    const whole = await compare(small, cwd)
    const [first, second] = readFileSync(runs, 'utf8').split('\n')
    writeFileSync(runs, `${first}\n${second.slice(0, 50)}`)
    expect(await compare(small, cwd)).toEqual(whole)
    expect(lineCount(runs)).toBe(2)
    for (const line of readFileSync(runs, 'utf8').trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
  })

  it('tries a refused run again with another memory limit', async () => {
    const cwd = folderWith({ 'f.csv': features(6) })
    const small = ['f.csv', '--methods', 'eac', '--repeats', '1', '-m', '4', '--results', 'runs.jsonl']
    const refused = await compare([...small, '--memory-limit', '1e-9'], cwd)
    expect(refused.datasets[0].methods[0].failures).toHaveLength(1)
    expect(await compare([...small, '--memory-limit', '1e-9'], cwd)).toEqual(refused)
    expect(lineCount(join(cwd, 'runs.jsonl'))).toBe(1)
    expect((await compare(small, cwd)).datasets[0].methods[0]).toMatchObject({ runCount: 1, failures: [] })
  })

  it('never appends to a file of something else', async () => {
    for (const content of ['my diary\n', 'my diary', '{"a":1}\n']) {
      const cwd = folderWith({ 'f.csv': features(6), 'diary.txt': content })
      const { code, stderr } = await chorale(['compare', ...args, '--results', 'diary.txt'], { cwd })
      expect(code).toBe(2)
      expect(stderr).toContain('--results must be a new file or a file of runs')
      expect(readFileSync(join(cwd, 'diary.txt'), 'utf8')).toBe(content)
    }
  })
})

describe('chorale compare --report', () => {
  it('writes one valid page in which names from outside stay text', async () => {
    const name = '<img src=x onerror=alert(1)>.csv'
    const cwd = folderWith({
      [name]: labelings().replace(',gt', ',"<script>alert(2)</script>"'),
      'f.csv': features(8).replace(',class', ',"<script>alert(2)</script>"'),
    })
    const truth = ['--truth', '<script>alert(2)</script>']
    const args = ['compare', name, 'f.csv', ...FAST, ...truth, '--repeats', '5', '-m', '6', '--report', 'r.html']
    const { code, stderr } = await chorale(args, { cwd })
    expect(code).toBe(0)
    expect(stderr).toContain('wrote r.html')
    const page = readFileSync(join(cwd, 'r.html'), 'utf8')
    expect(page).not.toMatch(/<script|<img/)
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;.csv')
    expect(page).toContain('&lt;script&gt;alert(2)&lt;/script&gt;')
    expect(page).not.toMatch(/(src|href)="(?!#|data:)/)
    const { results } = new HtmlValidate({ extends: ['html-validate:recommended'] }).validateStringSync(page)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
    expect(readdirSync(cwd).sort()).toEqual([name, 'f.csv', 'r.html'].sort())
  })
})

describe('bad input to chorale compare', () => {
  const one = 'a,b\n0,1\n1,1\n0,0\n'
  const cases: [what: string, files: Record<string, string>, args: string[], message: RegExp][] = [
    ['a file that is not there', {}, ['nowhere.csv', '-k', '2'], /nowhere\.csv: no such file/],
    [
      'an unknown method',
      { 'f.csv': one },
      ['f.csv', '--methods', 'eac,magic'],
      /--methods must be all, or some of balanced, gpec, .*ceam; got magic/,
    ],
    ['a method named twice', { 'f.csv': one }, ['f.csv', '--methods', 'eac,eac'], /got eac twice/],
    ['k left out without truth', { 'f.csv': one }, ['f.csv'], /f\.csv: -k is missing/],
    ['k above n', { 'f.csv': one }, ['f.csv', '-k', '4'], /f\.csv: -k must be .* \(3\); got 4/],
    [
      'more labelings than there are',
      { 'f.csv': one },
      ['f.csv', '-k', '2', '-m', '3'],
      /f\.csv: -m must be .* \(2\); got 3/,
    ],
    [
      'no repeats',
      { 'f.csv': one },
      ['f.csv', '-k', '2', '--repeats', '0'],
      /--repeats must be an integer of at least 1; got 0/,
    ],
    [
      'a truth column that one input lacks',
      { 'f.csv': 'a,b,t\n0,1,x\n1,1,y\n0,0,x\n', 'g.csv': one },
      ['f.csv', 'g.csv', '--truth', 't'],
      /g\.csv: .*"t".* "a", "b"/,
    ],
    ['the same file twice', { 'f.csv': one }, ['f.csv', 'f.csv', '-k', '2'], /different files; got f\.csv twice/],
    [
      'scaling of labelings',
      { 'f.csv': one },
      ['f.csv', '-k', '2', '--scale', 'minmax'],
      /--scale applies to features only, and f\.csv/,
    ],
    [
      'one labeling',
      { 'f.csv': 'a\n0\n1\n0\n' },
      ['f.csv', '-k', '2', '--input', 'labelings'],
      /at least 2 labelings; got 1/,
    ],
    [
      'an unknown kind of input',
      { 'f.csv': one },
      ['f.csv', '--input', 'graphs'],
      /--input must be one of features, labelings; got graphs/,
    ],
    [
      'a report in a folder that is not there',
      { 'f.csv': one },
      ['f.csv', '-k', '2', '--report', 'no/where.html'],
      /no such file or folder/,
    ],
    ['no file at all', {}, [], /missing required argument 'inputs'/],
  ]
  it.each(cases)('%s: exit code 2, one clear line, nothing written', async (_, files, args, message) => {
    const cwd = folderWith(files)
    const { code, stdout, stderr } = await chorale(['compare', ...args], { cwd })
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(readdirSync(cwd).sort()).toEqual(Object.keys(files).sort())
  })
})
