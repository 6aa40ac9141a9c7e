import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chorale, folderWith } from './run.js'

describe('chorale paper', () => {
  it('lists the tables and figures of the paper', async () => {
    const { code, stdout } = await chorale(['paper', 'list'])
    expect(code).toBe(0)
    for (const name of ['comparison', 'ablation', 'weights', 'links', 'risk', 'alpha', 'size', 'pools']) {
      expect(stdout).toMatch(new RegExp(`^${name}\t`, 'm'))
    }
  })

  it('says which files are missing and where to get them, and tells another file by its checksum', async () => {
    const folder = folderWith({})
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data/seeds.csv'), 'a,class\n1,x\n')
    const { code, stdout, stderr } = await chorale(['paper', 'data', '--data', folder])
    expect(code).toBe(2)
    expect(stdout).toContain('rice.csv\tmissing; get it from https://archive.ics.uci.edu/dataset/545/')
    expect(stdout).toMatch(/^seeds\.csv\tanother file/m)
    expect(stderr).toContain('19 of the files are not')
  })

  it.each([
    ['an unknown action', ['paper', 'draw'], 'action must be one of list, data, run, show; got draw'],
    ['an unknown table', ['paper', 'run', 'x', '--data', '.'], 'the name must be one of'],
    ['an unknown method', ['paper', 'run', 'alpha', '--data', '.', '--methods', 'x'], '--methods must be one of'],
    ['no results', ['paper', 'show', '--results', 'nowhere'], '--results must be a folder with results of runs'],
    ['no data', ['paper', 'run', 'alpha', '--data', 'nowhere'], 'no such file; get it from'],
  ])('%s: exit code 2 and one clear line', async (_, words, message) => {
    const { code, stderr, stdout } = await chorale(words, { cwd: folderWith({}), env: { CHORALE_DATA: '' } })
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('defect')
    expect([code, stdout]).toEqual([2, ''])
  })
})
