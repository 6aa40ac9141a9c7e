import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomFor } from 'chorale/internal'
import { describe, expect, it } from 'vitest'
import { itNeeds } from '../../../test/it-needs.js'
import { chorale, folderWith } from './run.js'

/** Three groups of eight samples; genes in rows. The first ten genes of thirty differ by group. */
function expression(): { genes: string; samples: string } {
  const random = randomFor(5, 0)
  const names = Array.from({ length: 24 }, (_, i) => `TCGA-${i + 10}`)
  const genes = Array.from({ length: 30 }, (_, g) => {
    const values = names.map((_, i) => (random() + random() + (g < 12 && g % 3 === i % 3 ? 4 : 0)).toFixed(3))
    return [`GENE${g}`, ...values].join('\t')
  })
  const samples = names.map((name, i) => {
    return [name, `type${i % 3}`, 40 + i, i % 3 === 2 ? 2 + i : 50 + i, i % 2 === 0 ? 'dead' : 'alive'].join(',')
  })
  return {
    genes: [['gene', ...names].join('\t'), ...genes, ''].join('\n'),
    samples: ['sample,kind,age,months,status', ...samples.reverse(), ''].join('\n'),
  }
}

const { genes, samples } = expression()
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => /\./.test(name))
const FAST = ['-k', '2-4', '--resamples', '30']

describe('chorale study', () => {
  it('writes every table and chart into a folder, with tests of annotations and markers', async () => {
    const cwd = folderWith({ 'expr.tsv': genes, 'samples.csv': samples })
    const options = ['--annotations', 'samples.csv', '--time', 'months', '--event', 'status', '--markers']
    const { code, stdout, stderr } = await chorale(['study', 'expr.tsv', ...FAST, ...options], { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('to expr-study') })
    expect(stderr).toContain('The same data chose the clusters and tested the genes')
    expect(stdout).toContain('30 resamples of 19 of 24 samples: average linkage with Pearson distance')
    expect(stdout).toMatch(/^3 {2}0\.000 .* 8 8 8$/m)
    expect(stdout).toMatch(/^kind +Fisher/m)
    expect(stdout).toMatch(/^age +Kruskal-Wallis/m)
    expect(stdout).toMatch(/^months, status +log-rank/m)
    const shared = [
      'areas.csv',
      'cdf.csv',
      'classes.csv',
      'cluster-consensus.csv',
      'annotation-tests.csv',
      'load.R',
      'study.json',
    ]
    const charts = ['cdf', 'delta-area', 'pac', 'tracking', 'cluster-consensus']
    const tables = ['consensus-matrix.csv', 'consensus-class.csv', 'item-consensus.csv', 'markers.csv', 'markers.gmt']
    const perRun = ['consensus-matrix', 'item-consensus', 'marker-dots', 'marker-heatmap']
    const both = (names: string[]) => names.flatMap(name => [`${name}.svg`, `${name}.png`])
    const expected = [
      ...shared,
      ...both(charts),
      ...[2, 3, 4].flatMap(k => [...tables, ...both(perRun)].map(name => join(`k${k}`, name))),
    ]
    expect(filesIn(join(cwd, 'expr-study')).sort()).toEqual(expected.sort())
    // Sample i is of group i mod 3, and the sheet in another order.
    const classes = readFileSync(join(cwd, 'expr-study', 'classes.csv'), 'utf8').split('\n')
    expect(classes[0]).toBe('id,k2,k3,k4')
    expect(classes.slice(1, 5).map(line => line.split(',')[2])).toEqual(['0', '1', '2', '0'])
    const markers = readFileSync(join(cwd, 'expr-study', 'k3', 'markers.csv'), 'utf8').split('\n')
    expect(
      markers
        .slice(1, 5)
        .map(line => line.split(',')[1])
        .sort(),
    ).toEqual(['GENE0', 'GENE3', 'GENE6', 'GENE9'])
  })

  it('writes the same files for the same seed', async () => {
    const cwd = folderWith({ 'expr.tsv': genes })
    for (const folder of ['one', 'two', 'three']) {
      const seed = folder === 'three' ? '9' : '4'
      await chorale(['study', 'expr.tsv', ...FAST, '--algorithm', 'km', '--seed', seed, '-o', folder, '--quiet'], {
        cwd,
      })
    }
    const contentOf = (folder: string) =>
      filesIn(join(cwd, folder)).map(name => readFileSync(join(cwd, folder, name), 'base64'))
    expect(contentOf('one')).toEqual(contentOf('two'))
    expect(contentOf('one')).not.toEqual(contentOf('three'))
  })

  it('prints JSON', async () => {
    const cwd = folderWith({ 'expr.tsv': genes })
    const { stdout } = await chorale(['study', 'expr.tsv', ...FAST, '--json', '--quiet', '--distance', 'spearman'], {
      cwd,
    })
    const found = JSON.parse(stdout)
    expect(found).toMatchObject({ command: 'study', folder: 'expr-study', distance: 'spearman', drawnSamples: 19 })
    expect(found.runs.map((run: { clusterCount: number }) => run.clusterCount)).toEqual([2, 3, 4])
    expect(found.runs[1]).toMatchObject({ pac: 0, clusterConsensus: [1, 1, 1], tests: [] })
    expect(found.runs[1].labels).toHaveLength(24)
  })

  it('replaces nothing without being asked, and only an earlier study', async () => {
    const cwd = folderWith({ 'expr.tsv': genes })
    const study = (...more: string[]) => chorale(['study', 'expr.tsv', ...FAST, '-o', 'out', ...more], { cwd })
    expect((await study()).code).toBe(0)
    const again = await study()
    expect(again).toMatchObject({ code: 2, stdout: '' })
    expect(again.stderr).toBe(
      'chorale: out: the folder has an earlier study; replace it with --overwrite, or name another one with -o\n',
    )
    writeFileSync(join(cwd, 'out', 'mine.txt'), '')
    expect((await study('--overwrite', '--seed', '2')).code).toBe(0)
    expect(existsSync(join(cwd, 'out', 'mine.txt'))).toBe(false)
    expect(readdirSync(cwd).sort()).toEqual(['expr.tsv', 'out'])
    const other = await chorale(['study', 'expr.tsv', ...FAST, '-o', '.', '--overwrite'], { cwd })
    expect(other.code).toBe(2)
    expect(other.stderr).toContain('.: the folder has files that are not of a study')
  })

  it('writes nothing if something is wrong', async () => {
    const cwd = folderWith({
      'expr.tsv': genes,
      'samples.csv': samples,
      'flat.csv': 'a,b,c\n1,2,3\n2,2,2\n4,1,1\n3,1,5\n6,2,2\n1,4,4\n',
    })
    const faults = [
      { args: ['expr.tsv', '-k', '1-3'], says: '-k must be integers of at least 2' },
      {
        args: ['expr.tsv', '-k', '30'],
        says: '-k must be integers from 2 to 18, less than the 19 samples of a resample; got 30',
      },
      {
        args: ['expr.tsv', '--sample-share', '1.2'],
        says: '--sample-share must be a number above 0 and at most 1; got 1.2',
      },
      { args: ['expr.tsv', '--algorithm', 'ward'], says: '--algorithm must be one of hc, km, pam; got ward' },
      { args: ['expr.tsv', '--time', 'months'], says: '--time and --event belong together' },
      { args: ['expr.tsv', '--time', 'x', '--event', 'y'], says: 'time: there is no column "x"' },
      {
        args: ['expr.tsv', '--annotations', 'samples.csv', '--time', 'months', '--event', 'age'],
        says: 'event must be a column with 1 for an event and 0 for none',
      },
      { args: ['flat.csv', '-k', '2'], says: 'sample 2 has the same value in all genes' },
    ]
    for (const { args, says } of faults) {
      const { code, stderr, stdout } = await chorale(['study', ...args, '--resamples', '5', '-o', 'out'], { cwd })
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(says)
    }
    expect(readdirSync(cwd).sort()).toEqual(['expr.tsv', 'flat.csv', 'samples.csv'])
  })

  itNeeds('Rscript', 'R (Debian: r-base-core)', 'writes a script that loads all tables into R', async () => {
    const cwd = folderWith({ 'expr.tsv': genes })
    await chorale(['study', 'expr.tsv', ...FAST, '-o', 'out', '--quiet'], { cwd })
    const check = [
      'source("out/load.R", chdir = TRUE)',
      'stopifnot(identical(dim(consensusMatrix[["3"]]), c(24L, 24L)), isSymmetric(consensusMatrix[["3"]]))',
      'stopifnot(identical(rownames(classes), colnames(consensusMatrix[["2"]])), identical(rownames(classes)[1], "TCGA-10"))',
      'stopifnot(identical(classes$k4, consensusClass[["4"]]$cluster), nrow(areas) == 3, ncol(cdf) == 3)',
      'm <- consensusMatrix[["3"]]; own <- classes$k3 == 0; pairs <- m[own, own][upper.tri(m[own, own])]',
      'stopifnot(abs(mean(pairs) - clusterConsensus$consensus[3]) < 1e-5)',
      'stopifnot(abs(ecdf(m[upper.tri(m)])(0.5 + 1e-9) - cdf["0.5", "k3"]) < 1e-5)',
    ].join('\n')
    const { status, stderr } = spawnSync('Rscript', ['-e', check], { cwd, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

describe('chorale cluster --markers', () => {
  it('writes the genes that tell the clusters apart', async () => {
    const cwd = folderWith({ 'expr.tsv': genes })
    const { code, stderr } = await chorale(['cluster', 'expr.tsv', '-k', '3', '--markers', 'found/markers'], { cwd })
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('wrote 6 files about markers to found/markers'),
    })
    expect(stderr).toContain('The same data chose the clusters and tested the genes')
    const folder = join(cwd, 'found', 'markers')
    expect(filesIn(folder).sort()).toEqual([
      'marker-dots.png',
      'marker-dots.svg',
      'marker-heatmap.png',
      'marker-heatmap.svg',
      'markers.csv',
      'markers.gmt',
    ])
    const [, ...lines] = readFileSync(join(folder, 'markers.csv'), 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(3 * 30)
    // Group 0 is higher in every third of the first twelve genes, and all of these differ.
    const top = lines.slice(0, 4).map(line => line.split(',')[1])
    expect(top.every(gene => Number(gene.slice(4)) < 12)).toBe(true)
    const [first] = readFileSync(join(folder, 'markers.gmt'), 'utf8').split('\n')
    expect(first.split('\t').slice(2).sort()).toEqual(['GENE0', 'GENE3', 'GENE6', 'GENE9'])
  })

  it('says so where there is only one cluster', async () => {
    const cwd = folderWith({ 'expr.tsv': genes })
    const { code, stderr } = await chorale(['cluster', 'expr.tsv', '-k', '1', '--markers', 'found'], { cwd })
    expect(code).toBe(0)
    expect(stderr).toContain('warning: there are no markers, because there are not two clusters')
    expect(existsSync(join(cwd, 'found'))).toBe(false)
  })
})

describe('markers', () => {
  it('are sought among all genes of the table, not only those that took part', async () => {
    const cwd = folderWith({ 'expr.tsv': genes })
    const options = ['expr.tsv', '--top-genes', '9']
    await chorale(['study', ...options, '-k', '3', '--resamples', '10', '--markers', '-o', 'out', '--quiet'], { cwd })
    await chorale(['cluster', ...options, '-k', '3', '--markers', 'found', '--quiet'], { cwd })
    const { featureCount } = JSON.parse(readFileSync(join(cwd, 'out', 'study.json'), 'utf8'))
    expect(featureCount).toBe(9)
    const namesIn = (path: string) => {
      const [, ...lines] = readFileSync(join(cwd, path), 'utf8').trimEnd().split('\n')
      return lines.map(line => line.split(',').slice(0, 2).join())
    }
    expect(new Set(namesIn('out/k3/markers.csv')).size).toBe(3 * 30)
    expect(namesIn('found/markers.csv').sort()).toEqual(namesIn('out/k3/markers.csv').sort())
  })
})
