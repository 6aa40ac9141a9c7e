import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chorale, folderWith } from './run.js'

/** A folder with three blobs, and a cube without clusters. */
async function folder(): Promise<string> {
  const blobs = await chorale(['sample', 'blobs', '-n', '90', '-k', '3'])
  const noise = await chorale(['sample', 'noise', '-n', '90', '--features', '3'])
  return folderWith({ 'blobs.csv': blobs.stdout, 'noise.csv': noise.stdout })
}

describe('chorale advise', () => {
  it('says which k and why, and what the classes are without having looked', async () => {
    const cwd = await folder()
    const { code, stdout } = await chorale(['advise', 'blobs.csv', '--truth', 'class', '-k', '2-5'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^3 clusters, clearly separated\.\nWhy:\n {2}Only /)
    expect(stdout).toMatch(/\n\* +3 +0\.0/)
    expect(stdout).toMatch(/The runner-up is [245] clusters\./)
    expect(stdout).toContain('"class" has 3 classes. The advice does not use them.')
    expect(stdout).toMatch(/chorale cluster blobs\.csv .*-k 3/)
  })

  it('prints everything as JSON, the same for one thread and two', async () => {
    const cwd = await folder()
    const run = async (threads: string) => {
      const args = ['advise', 'blobs.csv', '-k', '2,3', '--resamples', '3', '--json', '--threads', threads]
      const { timings, ...rest } = JSON.parse((await chorale(args, { cwd })).stdout)
      expect(timings.total).toBeGreaterThan(0)
      return rest
    }
    const [one, two] = [await run('1'), await run('2')]
    expect(one).toEqual(two)
    expect(one).toMatchObject({
      command: 'advise',
      verdict: 'strong',
      clusterCount: 3,
      runnerUp: 2,
      classCount: 3,
      input: { sampleCount: 90 },
    })
    expect(one.criteria[0].cdf).toHaveLength(100)
    expect(one.stability.samples).toHaveLength(90)
    expect(JSON.stringify(one)).not.toContain('bound')
  })

  it('writes a page with its charts', async () => {
    const cwd = await folder()
    const { code } = await chorale(['advise', 'blobs.csv', '-k', '2-4', '--resamples', '3', '--report', 'a.html'], {
      cwd,
    })
    expect(code).toBe(0)
    const page = readFileSync(join(cwd, 'a.html'), 'utf8')
    for (const title of [
      'Separation by number of clusters',
      'Reproducibility by number of clusters',
      'The samples in 3 clusters',
      'How clusters split as their number grows',
      'Consensus CDF',
      'Agreement by ensemble size',
      'Stability of the clusters',
    ]) {
      expect(page).toContain(`<figcaption>${title}</figcaption>`)
    }
  })

  it('plans without a table', async () => {
    const { code, stdout } = await chorale(['advise', '--samples', '5000'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^The paper recommends 71 base clusterings for 5,000 samples \(√n\)\./)
    const { stdout: json } = await chorale(['advise', '--samples', '5000', '--json'])
    expect(JSON.parse(json)).toMatchObject({ size: { recommended: 71 }, consistency: { standing: 'above' } })
    expect(stdout + json).not.toContain('bound')
  })

  it('explains what cannot be done', async () => {
    const wrong = async (...args: string[]) => {
      const { code, stderr } = await chorale(['advise', ...args])
      expect(code).toBe(2)
      return stderr
    }
    expect(await wrong()).toContain('no input; name a table, or use --samples')
    expect(await wrong('--samples', '9', 'x.csv')).toContain('leave out one of them')
    expect(await wrong('x.csv', '-k', '1-3')).toContain(
      '-k must be integers of at least 2, for example 2-10 or 2,3,5; got 1-3',
    )
    expect(await wrong('x.csv', '-k', 'some')).toContain('got some')
    expect(await wrong('x.csv', '-m', '30')).toContain('-m needs --samples')
  })
})

describe('-k auto', () => {
  it('clusters into as many as are advised, and records the advice', async () => {
    const cwd = await folder()
    const { code, stdout } = await chorale(['cluster', 'blobs.csv', '-k', 'auto', '--json'], { cwd })
    expect(code).toBe(0)
    const result = JSON.parse(stdout)
    expect(result).toMatchObject({ clusterCount: 3, advice: { clusterCount: 3 }, metrics: { ari: expect.any(Number) } })
    expect(new Set(result.labels).size).toBe(3)
  })

  it('stops with the reason where there is no evidence of clusters, unless it is forced', async () => {
    const cwd = await folder()
    const args = ['cluster', 'noise.csv', '--columns', 'x1,x2,x3', '-k', 'auto', '-o', 'labels.csv']
    const stopped = await chorale(args, { cwd })
    expect(stopped.code).toBe(2)
    expect(stopped.stderr).toContain('-k must be a number if there is no evidence of clusters')
    expect(stopped.stderr).toMatch(/To cluster into k = \d+ anyway, use --force\./)
    expect(existsSync(join(cwd, 'labels.csv'))).toBe(false)

    const forced = await chorale([...args, '--force', '--report', 'r.html', '--json'], { cwd })
    expect(forced.code).toBe(0)
    expect(forced.stderr).toContain('No evidence that these')
    const { clusterCount, advice, verdict } = JSON.parse(forced.stdout)
    expect(verdict.level).toBe('none')
    expect(advice).toMatchObject({ clusterCount: null, runnerUp: null, leading: clusterCount })
    expect(readFileSync(join(cwd, 'r.html'), 'utf8')).toContain('How the number of clusters was chosen')
  })

  it('takes labelings, and refuses base clusterings of one size', async () => {
    const cwd = await folder()
    const lines = Array.from({ length: 60 }, (_, i) =>
      Array.from({ length: 12 }, (_, t) => (i % 3) * 2 + ((i * (t + 3)) % 7 > 3 ? 1 : 0)).join(','),
    )
    const header = Array.from({ length: 12 }, (_, t) => `c${t}`).join(',')
    const labelings = folderWith({ 'l.csv': [header, ...lines, ''].join('\n') })
    const { code, stdout } = await chorale(['consensus', 'l.csv', '-k', 'auto', '--json'], { cwd: labelings })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).clusterCount).toBe(3)
    const fixed = await chorale(['cluster', 'blobs.csv', '-k', 'auto', '--generator', 'fixed-k'], { cwd })
    expect(fixed.code).toBe(2)
    expect(fixed.stderr).toContain('leave out --generator fixed-k')
  })

  it('is part of a dry run', async () => {
    const cwd = await folder()
    const { code, stdout } = await chorale(['cluster', 'blobs.csv', '-k', 'auto', '--dry-run'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain('the number of clusters that chorale advise recommends')
    expect(existsSync(join(cwd, 'labels.csv'))).toBe(false)
  })
})
