import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SHAPES, sampleShape } from '../../chorale/src/internal.js'
import { chorale, folderWith } from './run.js'

describe('chorale sample', () => {
  it.each(SHAPES)('prints what the library draws, to nine digits: %s', async shape => {
    const { code, stdout, stderr } = await chorale(['sample', shape, '-n', '40', '--seed', '5'])
    expect(code).toBe(0)
    expect(stderr).toBe('')
    const [header, ...lines] = stdout.trim().split('\n')
    const { values, truth } = sampleShape(shape, { sampleCount: 40, seed: 5 })
    expect(header).toBe('x1,x2,class')
    expect(lines).toHaveLength(40)
    lines.forEach((line, i) => {
      const [x, y, label] = line.split(',').map(Number)
      expect(x).toBe(Number(values[2 * i].toPrecision(9)))
      expect(y).toBe(Number(values[2 * i + 1].toPrecision(9)))
      expect(label).toBe(truth[i])
    })
  })

  it('has 300 samples where nothing is said, and as many clusters and features as asked for', async () => {
    expect((await chorale(['sample', 'moons'])).stdout.trim().split('\n')).toHaveLength(301)
    const args = ['sample', 'blobs', '-n', '50', '-k', '7', '--features', '4', '--spread', '0.1']
    const { stdout } = await chorale(args)
    const lines = stdout.trim().split('\n')
    expect(lines[0]).toBe('x1,x2,x3,x4,class')
    expect(new Set(lines.slice(1).map(line => line.split(',')[4])).size).toBe(7)
  })

  it('gives the same data for the same seed, and others for another', async () => {
    const draw = async (seed: string) => (await chorale(['sample', 'rings', '-n', '60', '--seed', seed])).stdout
    expect(await draw('3')).toBe(await draw('3'))
    expect(await draw('3')).not.toBe(await draw('4'))
  })

  it('is read by chorale cluster, which finds the clusters again', async () => {
    const cwd = folderWith({})
    const sample = ['sample', 'rings', '-n', '400', '-k', '2', '-o', 'rings.csv']
    expect((await chorale(sample, { cwd })).stdout).toBe('')
    const fromFile = await chorale(['cluster', 'rings.csv', '--json'], { cwd })
    const found = JSON.parse(fromFile.stdout)
    expect(found.input).toMatchObject({ sampleCount: 400, features: ['x1', 'x2'], truthColumn: 'class' })
    expect(found.metrics).toEqual({ nmi: 1, ari: 1, purity: 1, fscore: 1, accuracy: 1 })
    const input = readFileSync(join(cwd, 'rings.csv'), 'utf8')
    const piped = await chorale(['cluster', '-', '--json'], { input })
    expect(JSON.parse(piped.stdout).labels).toEqual(found.labels)
  })

  it('ends quietly when the reader has had enough', async () => {
    const { code, stderr } = await chorale(['sample', 'noise', '-n', '200000'], { closeOutput: true })
    expect(code).toBe(0)
    expect(stderr).toBe('')
  })

  it('tells every option in its help', async () => {
    const { code, stdout } = await chorale(['sample', '--help'])
    expect(code).toBe(0)
    for (const word of [...SHAPES, '-n', '-k', '--features', '--spread', '--seed', '-o']) expect(stdout).toContain(word)
  })
})

describe('bad input to chorale sample', () => {
  const cases: [what: string, args: string[], message: RegExp][] = [
    ['no shape', [], /missing required argument 'shape'/],
    ['an unknown shape', ['spiral'], /shape must be one of blobs, rings, moons, anisotropic, noise; got spiral/],
    ['no samples', ['blobs', '-n', '0'], /-n must be an integer of at least 1; got 0/],
    ['samples without end', ['blobs', '-n', '1e9'], /-n must be an integer from 1 to 10000000; got 1000000000/],
    ['more clusters than samples', ['blobs', '-n', '5', '-k', '6'], /-k must be an integer from 1 to 5; got 6/],
    ['clusters of a shape that has its own', ['moons', '-k', '3'], /-k must be 2 for moons; got 3/],
    ['features of a shape in the plane', ['rings', '--features', '3'], /--features must be 2 for rings; got 3/],
    ['a spread of nothing', ['blobs', '--spread', '-1'], /--spread must be a number above 0; got -1/],
    ['a fractional seed', ['blobs', '--seed', '1.5'], /--seed must be an integer from 0 to 4294967295; got 1\.5/],
    ['an unknown option', ['blobs', '--sede', '1'], /unknown option '--sede'/],
    ['an output in a folder that is not there', ['blobs', '-o', 'no/where.csv'], /no such file or folder/],
  ]
  it.each(cases)('%s: exit code 2, one clear line, nothing left behind', async (_, args, message) => {
    const cwd = folderWith({})
    const output = args.includes('-o') ? [] : ['-o', 'out.csv']
    const { code, stdout, stderr } = await chorale(['sample', ...args, ...output], { cwd })
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/\n\s+at |sampleShape:/)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(readdirSync(cwd)).toEqual([])
  })
})
