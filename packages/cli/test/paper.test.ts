import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeWithData, referencePath } from '../../../test/reference-data.js'
import { readResults } from '../../paper/src/results.js'
import { chorale, folderWith, type RunOptions } from './run.js'

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
    expect(stdout).toContain('rice.csv\tmissing; download it from https://archive.ics.uci.edu/dataset/545/')
    expect(stdout).toMatch(/^seeds\.csv\twrong file/m)
    expect(stderr).toContain('19 of the data files are missing')
  })

  it.each([
    ['an unknown action', ['paper', 'draw'], 'action must be one of list, data, run, show; got draw'],
    ['an unknown table', ['paper', 'run', 'x', '--data', '.'], 'the name must be one of'],
    ['an unknown method', ['paper', 'run', 'alpha', '--data', '.', '--methods', 'x'], '--methods must be one of'],
    ['no results', ['paper', 'show', '--results', 'nowhere'], '--results must be a folder with results; got nowhere'],
    ['no data', ['paper', 'run', 'alpha', '--data', 'nowhere'], 'no such file; download it from'],
  ])('%s: exit code 2 and one clear line', async (_, words, message) => {
    const { code, stderr, stdout } = await chorale(words, { cwd: folderWith({}), env: { CHORALE_DATA: '' } })
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('a bug in chorale')
    expect([code, stdout]).toEqual([2, ''])
  })
})

describeWithData('chorale paper run', () => {
  const runInto = (folder: string, repeats: number, methods: string, options: RunOptions = {}) => {
    const words = ['paper', 'run', 'twenty-pools', '--datasets', 'seeds', '--repeats', String(repeats)]
    const places = ['--data', referencePath(''), '--results', folder]
    return chorale([...words, '--methods', methods, '--threads', '1', ...places], options)
  }
  const resultsIn = (folder: string, method: string) =>
    readResults(folder).of({ dataset: { name: 'seeds' }, name: `${method}-m20-twenty-pools` })

  it('loses no result when two processes write to the same folder', async () => {
    const folder = folderWith({})
    const ends = await Promise.all([runInto(folder, 30, 'lwea'), runInto(folder, 30, 'nwca,lwea')])
    expect(ends.map(({ code }) => code)).toEqual([0, 0])
    expect(readdirSync(folder)).toEqual(['seeds.jsonl'])
    const all = Array.from({ length: 30 }, (_, repeat) => repeat)
    for (const method of ['lwea', 'nwca']) {
      expect(
        resultsIn(folder, method).map(({ repeat }) => repeat),
        method,
      ).toEqual(all)
    }
  }, 180_000)

  it.each(['SIGKILL', 'SIGINT'] as const)(
    'keeps what was finished before %s, and continues there',
    async signal => {
      const folder = folderWith({})
      const { code } = await runInto(folder, 6, 'gpec', {
        onStart(pid) {
          const watch = setInterval(() => {
            if (resultsIn(folder, 'gpec').length < 5) return
            clearInterval(watch)
            process.kill(pid, signal)
          }, 10)
        },
      })
      expect(code).not.toBe(0)
      const kept = resultsIn(folder, 'gpec')
      expect(kept.length).toBeGreaterThanOrEqual(5)
      expect(kept.length).toBeLessThan(54)
      if (signal === 'SIGINT') expect(readdirSync(folder)).toEqual(['seeds.jsonl'])
      const { stderr } = await runInto(folder, 6, 'gpec')
      expect(stderr).toContain(`${kept.length} of 54 results are already in`)
      expect(readdirSync(folder)).toEqual(['seeds.jsonl'])
      // Six repeats at nine thresholds; finished results are kept as they are, with their times.
      expect(resultsIn(folder, 'gpec').length).toBe(54)
      expect(resultsIn(folder, 'gpec')).toEqual(expect.arrayContaining([...kept]))
      const text = readFileSync(join(folder, 'seeds.jsonl'), 'utf8')
      await runInto(folder, 6, 'gpec')
      expect(readFileSync(join(folder, 'seeds.jsonl'), 'utf8')).toBe(text)
    },
    180_000,
  )
})
