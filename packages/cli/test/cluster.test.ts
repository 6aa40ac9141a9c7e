import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import {
  type BuildEnsembleOptions,
  buildEnsemble,
  consensus,
  evaluate,
  GENERATORS,
  readTable,
  type ToDatasetOptions,
  toDataset,
} from '../../chorale/src/internal.js'
import packageJson from '../package.json' with { type: 'json' }
import { chorale, folderWith } from './run.js'

const EXAMPLES = ['iris.csv', 'penguins.csv', 'rings.csv']

/** A folder with copies of example files. */
function folderWithExamples(...names: string[]): string {
  const folder = folderWith({})
  for (const name of names) copyFileSync(resolve('examples', name), join(folder, name))
  return folder
}

/** Runs `chorale cluster .. --json` and reads what it prints. */
async function clusterJson(args: string[], options: Parameters<typeof chorale>[1] = {}) {
  const { code, stdout, stderr } = await chorale(['cluster', ...args, '--json'], options)
  expect(stderr).not.toContain('a bug in chorale')
  expect(code).toBe(0)
  return JSON.parse(stdout)
}

/** The same by hand, with the library. */
async function clusterByHand(file: string, options: ToDatasetOptions, given: BuildEnsembleOptions = {}) {
  const table = await readTable(readFileSync(resolve('examples', file)), { name: file })
  const dataset = toDataset(table, options)
  const clusterCount = new Set(dataset.truth).size
  const { seed, generator } = given
  const isKMeans = generator !== undefined
  const ensemble = await buildEnsemble(dataset, isKMeans ? given : { base: 'auto', clusterCount, seed })
  const method = isKMeans ? {} : { method: 'lwgp' as const, restarts: 10 }
  return { dataset, result: await consensus(ensemble, { ...method, clusterCount, seed }) }
}

const TRUTH: Record<string, string> = { 'iris.csv': 'species', 'penguins.csv': 'species', 'rings.csv': 'class' }

describe('chorale cluster', () => {
  it('prints one JSON object with the promised keys', async () => {
    const cwd = folderWithExamples('iris.csv')
    const printed = await clusterJson(['iris.csv', '--truth', 'species', '--seed', '3'], { cwd })
    const promised = ['chorale', 'command', 'input', 'method', 'options', 'clusterCount', 'labels', 'weights']
    promised.push('confidence', 'objective', 'objectiveTrace', 'iterations', 'converged', 'eigengap', 'metrics')
    promised.push('timings', 'peakMemoryMb', 'warnings')
    expect(Object.keys(printed)).toEqual(expect.arrayContaining(promised))
    expect(printed).toMatchObject({
      chorale: packageJson.version,
      command: 'cluster',
      method: 'lwgp',
      clusterCount: 3,
      converged: true,
      verdict: { level: expect.stringMatching(/^(clear|weak|none|artefact)$/), sentence: expect.any(String) },
      // The flowers of the file are sorted by species.
      explanation: [{ kind: 'order', clusters: [0, 1, 2], isCause: false }],
      input: {
        path: 'iris.csv',
        sampleCount: 150,
        featureCount: 4,
        ensembleSize: 128,
        missingCount: 0,
        distinctRows: expect.any(Number),
        droppedRows: [],
        truthColumn: 'species',
        idColumn: null,
        features: ['sepal length', 'sepal width', 'petal length', 'petal width'],
      },
      options: { seed: 3, ensembleSize: 128, base: 'spectral-cells,genie-cells', scale: 'standard' },
    })
    expect(Object.keys(printed.timings)).toEqual([
      'load',
      'ensemble',
      'similarity',
      'embedding',
      'labels',
      'review',
      'total',
    ])
    expect(Object.keys(printed.metrics)).toEqual(['nmi', 'ari', 'purity', 'fscore', 'accuracy'])
    expect(printed.labels).toHaveLength(150)
    expect(printed.weights).toHaveLength(128)
    expect(printed.confidence).toHaveLength(150)
    // Numbered by first appearance.
    expect([...new Set(printed.labels)]).toEqual([0, 1, 2])
  })

  it('has null for what does not exist: the truth, an embedding', async () => {
    const cwd = folderWithExamples('iris.csv')
    const columns = 'sepal length,petal length,petal width'
    const args = ['iris.csv', '-k', '3', '--columns', columns, '--truth', 'none', '--method', 'lwea']
    const printed = await clusterJson(args, { cwd })
    expect(printed).toMatchObject({ metrics: null, eigengap: null, eigenvalues: null, alpha: null })
    expect(printed.input.featureCount).toBe(3)
  })

  it.each(EXAMPLES)('gives the labels, weights and metrics of the library: %s', async file => {
    const cwd = folderWithExamples(file)
    const args = [file, '--truth', TRUTH[file], '--seed', '7', '--impute', 'drop-rows']
    const printed = await clusterJson(args, { cwd })
    const { dataset, result } = await clusterByHand(file, { truth: TRUTH[file], impute: 'drop-rows' }, { seed: 7 })
    expect(printed.labels).toEqual([...result.labels])
    expect(printed.weights).toEqual([...result.weights])
    expect(printed.confidence).toEqual([...result.confidence])
    expect(printed.metrics).toEqual(evaluate(result.labels, dataset.truth!))
  })

  it.each(EXAMPLES)('gives the same labels in 1, 2 and 4 threads: %s', async file => {
    const cwd = folderWithExamples(file)
    const run = (threads: number) =>
      clusterJson([file, '--truth', TRUTH[file], '--impute', 'median', '--threads', String(threads)], { cwd })
    const [one, two, four] = [await run(1), await run(2), await run(4)]
    expect(two.labels).toEqual(one.labels)
    expect(four.labels).toEqual(one.labels)
    expect(four.confidence).toEqual(one.confidence)
  })

  it('gives the same labels in 1, 2 and 4 threads where the work is large enough to be shared out', async () => {
    // A module that every thread loads first, and that leaves a line in a file for each thread but the main one.
    const cwd = folderWith({
      'watch.mjs': `import { isMainThread } from 'node:worker_threads'
        import { appendFileSync } from 'node:fs'
        if (!isMainThread) appendFileSync(process.env.THREAD_LOG, 'thread\\n')`,
    })
    const sample = ['sample', 'anisotropic', '-n', '14000', '-k', '5', '--features', '16', '--spread', '1.2']
    expect((await chorale([...sample, '-o', 'large.csv'], { cwd })).code).toBe(0)
    const run = async (threads: number) => {
      const log = join(cwd, `threads-${threads}.txt`)
      const env = { THREAD_LOG: log, NODE_OPTIONS: `--import ${pathToFileURL(join(cwd, 'watch.mjs')).href}` }
      const printed = await clusterJson(['large.csv', '-m', '40', '--threads', String(threads)], { cwd, env })
      const started = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0
      return { printed, started }
    }
    const [one, two, four] = [await run(1), await run(2), await run(4)]
    expect([one.started, two.started, four.started]).toEqual([0, 1, 3])
    expect(two.printed.labels).toEqual(one.printed.labels)
    expect(four.printed.labels).toEqual(one.printed.labels)
    expect(four.printed.weights).toEqual(one.printed.weights)
    expect(four.printed.input.clusterCounts).toEqual(one.printed.input.clusterCounts)
  })

  it('shows a summary on standard output and what it assumed on standard error', async () => {
    const cwd = folderWithExamples('rings.csv')
    const { stdout, stderr } = await chorale(['cluster', 'rings.csv'], { cwd })
    expect(stdout).toContain('2 clusters of 400 samples from 128 base clusterings (method lwgp)')
    expect(stdout).toMatch(/Against "class" +NMI .*\nconsensus +1\.000 .*\nk-means +0\.0/)
    expect(stderr).toMatch(/^Features \(2\): x, y\nSet aside:\n {2}class: truth, detected by name\n/)
    expect(stderr).toContain('features are scaled to mean 0 and standard deviation 1')
    expect(stderr).toContain('using -k 2, the number of classes in "class"')
    expect(stderr).toContain(
      '128 base clusterings of small cells of samples with 2 to 20 clusters each (spectral-cells, genie-cells)',
    )
    const quiet = await chorale(['cluster', 'rings.csv', '--quiet'], { cwd })
    expect(quiet.stderr).toBe('')
  })

  it('writes the ids of the file, and numbers rows from 1 where there are none', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => `p${i + 1},${i % 2 === 0 ? i : 50 + i},${i % 3}`)
    const cwd = folderWith({ 'named.csv': `${['patient,a,b', ...rows].join('\n')}\n` })
    expect((await chorale(['cluster', 'named.csv', '-k', '2', '-o', 'labels.csv'], { cwd })).code).toBe(0)
    const named = readFileSync(join(cwd, 'labels.csv'), 'utf8').trim().split('\n')
    expect(named[0]).toBe('id,cluster,confidence')
    expect(named.slice(1).map(line => line.split(',')[0])).toEqual(rows.map(row => row.split(',')[0]))
    await chorale(['cluster', 'named.csv', '-k', '2', '--columns', 'a,b', '-o', 'labels.csv'], { cwd })
    const again = readFileSync(join(cwd, 'labels.csv'), 'utf8')
    expect(again.split('\n')[1]).toMatch(/^p1,0,/)
    const text = `a,b\n${rows.map(row => row.split(',').slice(1).join(',')).join('\n')}\n`
    const piped = await chorale(['cluster', '-', '-k', '2', '-o', '-'], { input: text })
    expect(piped.stdout).toMatch(/^id,cluster,confidence\n1,0,[\d.]+\n2,1,/)
  })

  it('lists the rows that were left out with --impute drop-rows, in the file and in JSON', async () => {
    const cwd = folderWithExamples('penguins.csv')
    const args = ['penguins.csv', '--categorical', 'sex', '--impute', 'drop-rows', '-o', 'labels.csv']
    const printed = await clusterJson(args, { cwd })
    const dropped = [4, 9, 10, 11, 12, 48, 247, 287, 325, 337, 340]
    expect(printed.input).toMatchObject({ sampleCount: 333, droppedRows: dropped })
    expect(printed.labels).toHaveLength(333)
    expect(printed.notes.join('\n')).toContain('dropped 11 rows with missing values: 4, 9, 10')
    const lines = readFileSync(join(cwd, 'labels.csv'), 'utf8').trim().split('\n').slice(1)
    expect(lines).toHaveLength(344)
    expect(lines.slice(333)).toEqual(dropped.map(row => `${row},,`))
    // The others keep the number of their row in the file.
    expect(lines.slice(0, 4).map(line => line.split(',')[0])).toEqual(['1', '2', '3', '5'])
    expect(lines.slice(0, 333).map(line => Number(line.split(',')[1]))).toEqual(printed.labels)
  })

  it.each(['median', 'mean'])('fills missing values in with --impute %s and keeps every row', async impute => {
    const cwd = folderWithExamples('penguins.csv')
    const printed = await clusterJson(['penguins.csv', '--truth', 'species', '--impute', impute], { cwd })
    expect(printed.input).toMatchObject({ sampleCount: 344, droppedRows: [] })
    expect(printed.options.impute).toBe(impute)
    expect(printed.notes.join('\n')).toContain(`replaced 8 missing values with the ${impute} of the column`)
  })

  it.each(['none', 'standard', 'minmax'] as const)('scales features as asked: %s', async scale => {
    const cwd = folderWithExamples('iris.csv')
    const printed = await clusterJson(['iris.csv', '--truth', 'species', '--scale', scale], { cwd })
    const { result } = await clusterByHand('iris.csv', { truth: 'species', scale })
    expect(printed.options.scale).toBe(scale)
    expect(printed.labels).toEqual([...result.labels])
    expect(printed.notes.filter((note: string) => note.includes('scaled'))).toHaveLength(scale === 'none' ? 0 : 1)
  })

  it('clusters the penguins without options: text and missing rows are set aside, and said', async () => {
    const cwd = folderWithExamples('penguins.csv')
    const printed = await clusterJson(['penguins.csv'], { cwd })
    expect(printed.metrics.ari).toBeGreaterThan(0.9)
    expect(printed.input.droppedRows).toEqual([4, 340])
    const roles = printed.input.columns.map(({ name, role, type, reason }: Record<string, string>) =>
      [name, role, type, reason].join(', '),
    )
    expect(roles).toEqual([
      'island, description, text, text',
      'bill length mm, feature, number, numbers',
      'bill depth mm, feature, number, numbers',
      'flipper length mm, feature, number, numbers',
      'body mass g, feature, number, numbers',
      'sex, description, text, text',
      'species, truth, text, detected by name',
    ])
  })

  it('takes names, numbers, ranges and patterns for columns, and suggests the nearest name', async () => {
    const cwd = folderWithExamples('iris.csv')
    const features = async (...args: string[]) => (await clusterJson(['iris.csv', ...args], { cwd })).input.features
    expect(await features('--columns', '3-4')).toEqual(['petal length', 'petal width'])
    expect(await features('--columns', 'sepal width:petal width', '--exclude', '3')).toEqual([
      'sepal width',
      'petal width',
    ])
    expect(await features('--exclude', '*length')).toEqual(['sepal width', 'petal width'])
    const wrong = await chorale(['cluster', 'iris.csv', '--columns', 'Petal.Length', '--truth', 'specie'], { cwd })
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toBe(
      [
        'chorale: iris.csv: 2 problems',
        '- --columns must name a column; got "Petal.Length"; did you mean "petal length"?',
        '- --truth must name a column; got "specie"; did you mean "species"?',
        '',
      ].join('\n'),
    )
  })

  it('uses the columns that are named, and no others', async () => {
    const cwd = folderWithExamples('iris.csv')
    const args = ['iris.csv', '-k', '3', '--truth', 'species', '--columns', 'petal width, petal length']
    const printed = await clusterJson(args, { cwd })
    expect(printed.input).toMatchObject({ featureCount: 2, features: ['petal width', 'petal length'] })
    const { result } = await clusterByHand('iris.csv', { truth: 'species', columns: ['petal width', 'petal length'] })
    expect(printed.labels).toEqual([...result.labels])
  })

  it.each(GENERATORS)('builds base clusterings with --generator %s', async generator => {
    const cwd = folderWithExamples('iris.csv')
    const args = ['iris.csv', '--truth', 'species', '--generator', generator, '-m', '12']
    const printed = await clusterJson(args, { cwd })
    expect(printed.options).toMatchObject({ generator, ensembleSize: 12 })
    expect(printed.input.missingCount > 0).toBe(['subsample', 'mixed'].includes(generator))
    expect(printed.input.clusterCounts.every((count: number) => count === 3)).toBe(generator === 'fixed-k')
    expect(printed.input.labelings[0]).toMatch(generator === 'mixed' ? /^random-k 1$/ : new RegExp(`^${generator} 1$`))
    const clusterCount = generator === 'fixed-k' ? 3 : undefined
    const options = { generator, clusterCount, ensembleSize: 12 }
    const { result } = await clusterByHand('iris.csv', { truth: 'species' }, options)
    expect(printed.labels).toEqual([...result.labels])
  })

  it('says which constant columns it left out', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `${i % 5},7,${(i * i) % 11}`)
    const cwd = folderWith({ 'f.csv': `${['a,b,c', ...rows].join('\n')}\n` })
    const printed = await clusterJson(['f.csv', '-k', '2'], { cwd })
    expect(printed.input.features).toEqual(['a', 'c'])
    expect(printed.notes).toContain('not used as features: "b" (constant)')
  })

  describe('a table with genes in rows', () => {
    const rows = Array.from({ length: 40 }, (_, i) => `g${i},${i},${(i * 2) % 7},${i % 3},${i % 5},${i % 4}`)
    const text = (header: string) => `${[`${header},sample1,sample2,sample3,sample4,sample5`, ...rows].join('\n')}\n`
    const cwd = () => {
      const classes = 'patient,class\nsample5,a\nsample4,a\nsample3,b\nsample2,b\nsample1,b\n'
      return folderWith({ 'genes.csv': text('gene'), 'proteins.csv': text('protein'), 'classes.csv': classes })
    }

    it('is transposed with a line that says so, and the labels name the samples', async () => {
      const { code, stderr, stdout } = await chorale(['cluster', 'genes.csv', '-k', '2', '-o', '-'], { cwd: cwd() })
      expect(code).toBe(0)
      expect(stderr).toContain(
        'genes are in rows (named "gene"): the table is transposed, so that its 5 columns are the samples and its 40 rows ' +
          'the features; to cluster the rows as they are, use --genes-in columns',
      )
      expect(stdout.split('\n').map(line => line.split(',')[0])).toEqual([
        'id',
        ...['sample1', 'sample2', 'sample3', 'sample4', 'sample5'],
        '',
      ])
    })

    it('is transposed on request, and joined with a sheet of its samples', async () => {
      const args = ['cluster', 'proteins.csv', '--transpose', '--annotations', 'classes.csv']
      const { input, clusterCount, metrics } = await clusterJson(args.slice(1), { cwd: cwd() })
      expect([input.sampleCount, clusterCount, input.truthColumn]).toEqual([5, 2, 'class'])
      expect(metrics).not.toBeNull()
    })

    it('stays as it is on request, and where its rows may be anything', async () => {
      const genes = await clusterJson(['genes.csv', '-k', '2', '--genes-in', 'columns'], { cwd: cwd() })
      expect(genes.input.sampleCount).toBe(40)
      const { stderr } = await chorale(['cluster', 'proteins.csv', '-k', '2'], { cwd: cwd() })
      expect(stderr).toContain('the table looks transposed (its first column is named "protein")')
      expect(stderr).toContain('To transpose it, use --genes-in rows')
    })

    it('refuses flags that contradict each other', async () => {
      const args = ['cluster', 'genes.csv', '-k', '2', '--transpose', '--genes-in', 'columns']
      const { code, stderr } = await chorale(args, { cwd: cwd() })
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining('--transpose and --genes-in columns contradict each other'),
      ])
    })
  })

  it('says which options have no effect with a method', async () => {
    const cwd = folderWithExamples('iris.csv')
    const args = ['cluster', 'iris.csv', '-k', '3', '--truth', 'species', '--method', 'eac', '--alpha', '0.3']
    const { stderr } = await chorale(args, { cwd })
    expect(stderr).toContain('warning: --alpha has no effect with method eac; it applies to balanced, gpec')
    const printed = await clusterJson(['iris.csv', '--truth', 'species', '--solver', 'reduced-gradient'], { cwd })
    expect(printed.warnings).toContain('--solver has no effect with --weights uniform; use --weights learned')
  })

  it('plans with --dry-run, and writes and computes nothing', async () => {
    const cwd = folderWithExamples('iris.csv')
    const outputs = ['-o', 'labels.csv', '--matrix', 'm.npy', '--embedding', 'z.csv']
    const args = ['cluster', 'iris.csv', '--truth', 'species', '--dry-run', '--threads', '2', ...outputs]
    const { code, stdout } = await chorale(args, { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain('Would cluster 150 samples with 4 features into 3 clusters')
    expect(stdout).toContain(
      'k = 3: 128 base clusterings (spectral-cells, genie-cells, 2 to 12 clusters each), combined by lwgp',
    )
    expect(stdout).toMatch(/memory: at most about \d+ MiB/)
    // Choices have the names of the command's options.
    expect(stdout).toContain('\n  -m 128: ')
    expect(stdout).toContain('\n  --method lwgp: ')
    expect(readdirSync(cwd)).toEqual(['iris.csv'])
  })

  it('exports matrix, order and embedding of all samples', async () => {
    const cwd = folderWithExamples('rings.csv')
    const args = ['cluster', 'rings.csv', '--matrix', 'm.npy', '--embedding', 'z.csv', '-o', 'labels.csv', '--quiet']
    expect((await chorale(args, { cwd })).code).toBe(0)
    expect(readdirSync(cwd).sort()).toEqual(['labels.csv', 'm.npy', 'm.order.csv', 'rings.csv', 'z.csv'])
    const embedding = readFileSync(join(cwd, 'z.csv'), 'utf8').trim().split('\n')
    expect(embedding[0]).toBe('id,z1,z2')
    expect(embedding).toHaveLength(401)
  })

  it('stops on Ctrl-C while base clusterings run, with exit code 130, and leaves nothing behind', async () => {
    const cwd = folderWith({})
    const sample = ['sample', 'noise', '-n', '30000', '--features', '24', '-o', 'large.csv']
    expect((await chorale(sample, { cwd })).code).toBe(0)
    let isRunning = false
    const { code, stderr } = await chorale(['cluster', 'large.csv', '-k', '9', '-m', '100', '-o', 'out.csv'], {
      cwd,
      onNote(note, pid) {
        // The last note before the base clusterings, which take several seconds; 0.5 s into them.
        if (isRunning || !/features are (not )?scaled/.test(note)) return
        isRunning = true
        setTimeout(() => process.kill(pid, 'SIGINT'), 500)
      },
    })
    expect(code).toBe(130)
    expect(stderr).toContain('interrupted')
    // The note that follows the base clusterings: they were not done.
    expect(stderr).not.toContain('base clusterings by k-means')
    expect(readdirSync(cwd)).toEqual(['large.csv'])
  })

  it('tells every option in its help', async () => {
    const { code, stdout, stderr } = await chorale(['cluster', '--help'])
    expect(code).toBe(0)
    expect(stderr).toBe('')
    const options = ['-k', '-m', '--method', '--alpha', '--seed', '--scale', '--truth', '--id', '--columns', '-o']
    options.push('--threads', '--json', '--solver', '--impute', '--dry-run', '--generator', '--quiet', '--matrix')
    for (const option of options) expect(stdout).toContain(`${option}`)
  })
})

describe('bad input to chorale cluster', () => {
  const rows = Array.from({ length: 20 }, (_, i) => `${i % 2 === 0 ? i : 40 + i},${(i * 7) % 5}`)
  const table = (lines: string[]) => `${['a,b', ...lines].join('\n')}\n`
  const small = table(rows)
  const file = { 'f.csv': small }
  const words = (count: number) =>
    `a,b,words\n${Array.from({ length: 60 }, (_, i) => `${i},${i % 7},word ${i % count}`).join('\n')}\n`
  const cases: [what: string, files: Record<string, string>, args: string[], message: RegExp][] = [
    ['no file at all', {}, [], /missing required argument 'table'/],
    ['two files', file, ['f.csv', 'g.csv', '-k', '2'], /too many arguments/],
    ['a file that is not there', {}, ['nowhere.csv', '-k', '2'], /nowhere\.csv: no such file/],
    ['an empty file', { 'f.csv': '' }, ['f.csv', '-k', '2'], /f\.csv: .*empty/],
    ['missing values', { 'f.csv': table([...rows, '1,']) }, ['f.csv', '-k', '2'], /1 missing value.*row 21 column "b"/],
    [
      'an infinite value',
      { 'f.csv': table([...rows, '1,inf']) },
      ['f.csv', '-k', '2'],
      /row 21, column "b" is Infinity/,
    ],
    ['a value beyond all numbers', { 'f.csv': table([...rows, '1,1e999']) }, ['f.csv', '-k', '2'], /is Infinity/],
    [
      'text with too many values',
      { 'f.csv': words(60) },
      ['f.csv', '-k', '2', '--categorical', 'words'],
      /"words" has 60 different values; a category can have at most 50\. Leave it out with --exclude/,
    ],
    [
      'constant columns only',
      { 'f.csv': table(['1,2', '1,2', '1,2']) },
      ['f.csv', '-k', '2'],
      /every feature is constant/,
    ],
    ['one sample', { 'f.csv': table(['1,2']) }, ['f.csv', '-k', '1'], /f\.csv/],
    ['k left out without a truth', file, ['f.csv'], /-k is missing/],
    ['k = 0', file, ['f.csv', '-k', '0'], /-k must be an integer of at least 1; got 0/],
    ['k above n', file, ['f.csv', '-k', '21'], /-k must be .* the number of samples \(20\); got 21/],
    ['m = 1', file, ['f.csv', '-k', '2', '-m', '1'], /-m must be an integer from 2 to 10000; got 1/],
    ['a negative m', file, ['f.csv', '-k', '2', '-m', '-3'], /-m must be an integer from 2 to 10000; got -3/],
    ['threads = 0', file, ['f.csv', '-k', '2', '--threads', '0'], /--threads must be an integer from 1 to 1024/],
    ['a negative seed', file, ['f.csv', '-k', '2', '--seed', '-1'], /--seed must be an integer from 0 to 4294967295/],
    ['a huge seed', file, ['f.csv', '-k', '2', '--seed', '4294967296'], /--seed must be .*; got 4294967296/],
    ['an unknown scale', file, ['f.csv', '-k', '2', '--scale', 'log'], /--scale must be one of standard, minmax, none/],
    ['an unknown generator', file, ['f.csv', '-k', '2', '--generator', 'x'], /--generator must be one of random-k/],
    ['an unknown imputation', file, ['f.csv', '-k', '2', '--impute', 'zero'], /--impute must be one of median, mean/],
    ['an unknown option', file, ['f.csv', '-k', '2', '--thread', '3'], /unknown option '--thread'.*--threads/s],
    ['an unknown column', file, ['f.csv', '-k', '2', '--columns', 'a,zz'], /columns must name a column; got "zz"/],
    ['a column named twice', file, ['f.csv', '-k', '2', '--columns', 'a,a'], /every column once; got "a" twice/],
    ['an empty column name', file, ['f.csv', '-k', '2', '--columns', 'a,,b'], /--columns must be names/],
    ['an unknown truth', file, ['f.csv', '--truth', 'zz'], /truth must name a column; got "zz"/],
    ['ids that repeat', file, ['f.csv', '-k', '2', '--id', 'b'], /ids must differ/],
    [
      'id and truth in one column',
      file,
      ['f.csv', '-k', '2', '--id', 'a', '--truth', 'a'],
      /--id and --truth must be different columns/,
    ],
    [
      'more clusters per base clustering than samples',
      file,
      ['f.csv', '-k', '2', '--max-clusters', '21'],
      /--max-clusters must be an integer from 2 to 20; got 21/,
    ],
    [
      'an option that the generator does not use',
      file,
      ['f.csv', '-k', '2', '--generator', 'fixed-k', '--max-clusters', '4'],
      /--max-clusters must be left out for generator fixed-k/,
    ],
    ['alpha above 1', file, ['f.csv', '-k', '2', '--alpha', '2'], /--alpha must be a number above 0 and at most 1/],
    [
      'an embedding of a method without one',
      file,
      ['f.csv', '-k', '2', '--method', 'eac', '--embedding', 'z.csv'],
      /--embedding: method eac has no embedding/,
    ],
    [
      'a matrix above the memory limit',
      file,
      ['f.csv', '-k', '2', '--matrix', 'm.npy', '--memory-limit', '1e-7'],
      /--matrix: 20 x 20/,
    ],
    ['a method above the memory limit', file, ['f.csv', '-k', '2', '--method', 'eac', '--memory-limit', '1e-9'], /eac/],
    [
      'an output over the input',
      file,
      ['f.csv', '-k', '2', '-o', './f.csv'],
      /-o must be another file; \.\/f\.csv is already an input/,
    ],
    [
      'two results in one file',
      file,
      ['f.csv', '-k', '2', '-o', 'x.csv', '--embedding', 'x.csv'],
      /is already the output of -o/,
    ],
    [
      'JSON and labels on standard output',
      file,
      ['f.csv', '-k', '2', '--json', '-o', '-'],
      /both write to standard output/,
    ],
    [
      'a matrix on standard output',
      file,
      ['f.csv', '-k', '2', '--matrix', '-'],
      /only -o can write to standard output/,
    ],
    ['a plan as JSON', file, ['f.csv', '-k', '2', '--json', '--dry-run'], /--dry-run cannot print JSON/],
    [
      'an output in a folder that is not there',
      file,
      ['f.csv', '-k', '2', '-o', 'no/where.csv'],
      /no such file or folder/,
    ],
  ]
  it.each(cases)('%s: exit code 2, one clear line, nothing left behind', async (_, files, args, message) => {
    const cwd = folderWith(files)
    const output = args.includes('-o') || args.includes('--embedding') ? [] : ['-o', 'out.csv']
    const { code, stdout, stderr } = await chorale(['cluster', ...args, ...output], { cwd })
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n\s+at |buildEnsemble:/)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(readdirSync(cwd).sort()).toEqual(Object.keys(files).sort())
    expect(files['f.csv'] ?? '').toBe('f.csv' in files ? readFileSync(join(cwd, 'f.csv'), 'utf8') : '')
  })
})
