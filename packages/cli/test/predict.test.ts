import { readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chorale, folderWith, PLANTED } from './run.js'

const FEATURES = (await chorale(['sample', 'blobs', '-n', '120', '-k', '3'])).stdout
const LABEL_COLUMNS = /^([^,]*,[^,]*),.*$/gm

describe('chorale predict', () => {
  it('gives the samples of cluster --save their clusters back, from a file and from standard input', async () => {
    const folder = folderWith({ 'data.csv': FEATURES })
    const args = ['cluster', 'data.csv', '--save', 'model.json', '-o', 'labels.csv']
    expect((await chorale(args, { cwd: folder })).code).toBe(0)
    const { code, stdout, stderr } = await chorale(['predict', 'model.json', 'data.csv'], { cwd: folder })
    expect(code).toBe(0)
    expect(stderr).toBe('ignored columns that the model does not use: "class"\n')
    const labels = readFileSync(join(folder, 'labels.csv'), 'utf8')
    expect(stdout.match(LABEL_COLUMNS)?.map(line => line.split(',').slice(0, 2))).toEqual(
      labels.match(LABEL_COLUMNS)?.map(line => line.split(',').slice(0, 2)),
    )
    const piped = await chorale(['predict', 'model.json', '-', '-o', 'out.csv'], { cwd: folder, input: FEATURES })
    expect([piped.code, piped.stdout]).toEqual([0, ''])
    expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toBe(stdout)
    expect(readdirSync(folder).sort()).toEqual(['data.csv', 'labels.csv', 'model.json', 'out.csv'])
  })

  it('gives the samples of consensus --save their clusters back, named by their ids', async () => {
    const folder = folderWith({ 'labelings.csv': PLANTED })
    const saved = await chorale(['consensus', 'labelings.csv', '--save', 'model.json', '--json'], { cwd: folder })
    const found = await chorale(['predict', 'model.json', 'labelings.csv', '--truth', 'gt', '--json'], { cwd: folder })
    expect([saved.code, found.code]).toEqual([0, 0])
    const [before, after] = [JSON.parse(saved.stdout), JSON.parse(found.stdout)]
    expect(after.labels).toEqual(before.labels)
    expect(after.ids.slice(0, 2)).toEqual(['s1', 's2'])
    expect(after.metrics).toEqual(before.metrics)
    expect(after).toMatchObject({
      command: 'predict',
      method: 'balanced',
      clusterCount: 3,
      warnings: [],
      model: { path: 'model.json', kind: 'spectral', ensembleSize: 5, columns: ['a', 'b', 'c', 'd', 'e'] },
      input: { path: 'labelings.csv', sampleCount: 12, idColumn: 'id', truthColumn: 'gt' },
    })
  })

  it('leaves the cells of a sample without a known label empty, with a warning and exit code 0', async () => {
    const folder = folderWith({ 'labelings.csv': PLANTED, 'new.csv': 'id,a,b,c,d,e\nn1,0,1,x,0,1\nn2,7,7,q,7,7\n' })
    await chorale(['consensus', 'labelings.csv', '--save', 'model.json'], { cwd: folder })
    const { code, stdout, stderr } = await chorale(['predict', 'model.json', 'new.csv'], { cwd: folder })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^id,cluster,confidence\nn1,0,0\.\d+\nn2,,\n$/)
    expect(stderr).toContain('warning: no cluster for 1 sample without a known label\n')
    expect((await chorale(['predict', 'model.json', 'new.csv', '--quiet'], { cwd: folder })).stderr).toBe('')
  })

  it('does not depend on the number of threads that made the model', async () => {
    const folder = folderWith({ 'data.csv': FEATURES })
    for (const threads of ['1', '2']) {
      const args = ['cluster', 'data.csv', '--threads', threads, '--save', `model-${threads}.json`]
      expect((await chorale(args, { cwd: folder })).code).toBe(0)
    }
    const [one, two] = ['1', '2'].map(threads => readFileSync(join(folder, `model-${threads}.json`), 'utf8'))
    expect(two).toBe(one)
  })

  it.each([
    [['predict', 'none.json', 'data.csv'], 'chorale: none.json: no such file or folder\n'],
    [['predict', 'data.csv', 'data.csv'], 'chorale: data.csv: not a Chorale model\n'],
    [['predict', 'cut.json', 'data.csv'], 'chorale: cut.json: the model is damaged: it is cut short or changed\n'],
    [['predict', 'deep.json', 'data.csv'], 'chorale: deep.json: the model is damaged: it is cut short or changed\n'],
    // Once, it was read first, and then exceeded the longest string.
    [['predict', 'huge.json', 'data.csv'], 'chorale: huge.json: a model has at most 256 MiB; this file is larger\n'],
    [
      ['predict', '-', 'data.csv'],
      'chorale: the model must be a file; only the table can come from standard input (-)\n',
    ],
    [
      ['predict', 'cut.json', 'data.csv', '-o', 'data.csv'],
      'chorale: -o must be another file; data.csv is already an input\n',
    ],
    [['cluster', 'data.csv', '--save', '-'], 'chorale: only -o can write to standard output (-); name a file\n'],
    [
      ['cluster', 'data.csv', '--save', 'data.csv'],
      'chorale: --save must be another file; data.csv is already an input\n',
    ],
  ])('refuses %j with one line and exit code 2', async (args, message) => {
    const folder = folderWith({
      'data.csv': FEATURES,
      'cut.json': '{"format":"chorale-model","version":1,"che',
      'deep.json': `{"format":"chorale-model","version":1,"x":${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
      'huge.json': '{"format":"chorale-model","version":1,',
    })
    truncateSync(join(folder, 'huge.json'), 600 * 2 ** 20)
    const { code, stdout, stderr } = await chorale(args, { cwd: folder })
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: message })
  })
})
