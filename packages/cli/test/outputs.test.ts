import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chorale, folderWith, listens, PLANTED, type RunOptions } from './run.js'

const consensus = (folder: string, ...more: string[]) =>
  chorale(['consensus', join(folder, 'l.csv'), '-k', '3', '--threads', '1', ...more])

const consensusOf = (folder: string, options: RunOptions) =>
  chorale(['consensus', join(folder, 'l.csv'), '-k', '3', '--threads', '1'], options)

/** Runs a line of bash with the command as "$@". */
async function inBash(line: string, args: readonly string[]) {
  const child = spawn('bash', ['-c', line, 'bash', process.execPath, resolve('packages/cli/dist/cli.js'), ...args])
  let stderr = ''
  child.stderr.on('data', piece => {
    stderr += piece
  })
  const [code] = await once(child, 'close')
  return { code, stderr }
}

describe('-o', () => {
  it('refuses the name of a format that it does not write', async () => {
    const folder = folderWith({ 'l.csv': PLANTED })
    for (const name of ['labels.xlsx', 'labels.tsv', 'labels.parquet', 'labels.csv.gz']) {
      const { code, stderr } = await consensus(folder, '-o', join(folder, name))
      expect(code).toBe(2)
      expect(stderr).toContain('-o writes labels as CSV or .npy, not as .')
    }
    const { stderr } = await consensus(folder, '-o', join(folder, 'labels.json'))
    expect(stderr).toContain('--json prints the result as JSON')
    expect(readdirSync(folder)).toEqual(['l.csv'])
  })

  it('writes through to a named pipe and to a process substitution', async () => {
    const folder = folderWith({ 'l.csv': PLANTED })
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const reader = spawn('cat', [pipe])
    let read = ''
    reader.stdout.on('data', piece => {
      read += piece
    })
    const closed = once(reader, 'close')
    expect((await consensus(folder, '-o', pipe)).code).toBe(0)
    await closed
    expect(read.split('\n')).toHaveLength(14)
    expect(lstatSync(pipe).isFIFO()).toBe(true)

    const copy = join(folder, 'copy.csv')
    const args = ['consensus', join(folder, 'l.csv'), '-k', '3', '--quiet']
    const { code } = await inBash(`"$@" -o >(cat > ${copy}); status=$?; sleep 0.3; exit $status`, args)
    expect(code).toBe(0)
    expect(readFileSync(copy, 'utf8')).toBe(read)
  })

  it('writes to a device and leaves it a device', async () => {
    const folder = folderWith({ 'l.csv': PLANTED })
    // A link, so that a device of the machine is in no danger if this fails.
    symlinkSync('/dev/null', join(folder, 'null'))
    expect((await consensus(folder, '-o', join(folder, 'null'))).code).toBe(0)
    expect(readlinkSync(join(folder, 'null'))).toBe('/dev/null')
    const full = await consensus(folder, '-o', '/dev/full')
    expect([full.code, full.stderr.match(/chorale: .*/)?.[0]]).toEqual([
      2,
      'chorale: /dev/full: no space left on the disk',
    ])
  })

  it('follows symbolic links, also to a file that is to come, and keeps the permissions of a file', async () => {
    const folder = folderWith({ 'l.csv': PLANTED, 'real.csv': 'old' })
    chmodSync(join(folder, 'real.csv'), 0o600)
    symlinkSync('real.csv', join(folder, 'link.csv'))
    symlinkSync('new.csv', join(folder, 'dangling.csv'))
    symlinkSync('circle.csv', join(folder, 'circle.csv'))
    expect((await consensus(folder, '-o', join(folder, 'link.csv'))).code).toBe(0)
    expect((await consensus(folder, '-o', join(folder, 'dangling.csv'))).code).toBe(0)
    expect((await consensus(folder, '-o', join(folder, 'circle.csv'))).code).toBe(2)
    expect(lstatSync(join(folder, 'link.csv')).isSymbolicLink()).toBe(true)
    expect(lstatSync(join(folder, 'dangling.csv')).isSymbolicLink()).toBe(true)
    expect(statSync(join(folder, 'real.csv')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, 'new.csv'), 'utf8')).toBe(readFileSync(join(folder, 'real.csv'), 'utf8'))
    expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([])
  })

  it('takes a name that is as long as a name can be, and refuses a longer one before the work', async () => {
    const folder = folderWith({ 'l.csv': PLANTED })
    const longest = join(folder, `${'n'.repeat(251)}.csv`)
    expect((await consensus(folder, '-o', longest)).code).toBe(0)
    expect(existsSync(longest)).toBe(true)
    const { code, stderr } = await consensus(folder, '-o', join(folder, `${'n'.repeat(252)}.csv`))
    expect([code, stderr.split('\n').length]).toEqual([2, 2])
    expect(stderr).toContain('the name is too long')
  })
})

describe('--charts', () => {
  it('is refused before the work if it is a file or a folder that cannot be made', async () => {
    const folder = folderWith({ 'l.csv': PLANTED })
    const file = await consensus(folder, '--charts', join(folder, 'l.csv'))
    expect([file.code, file.stderr]).toEqual([2, `chorale: ${join(folder, 'l.csv')}: this is a file; name a folder\n`])
    const nowhere = await consensus(folder, '--charts', '/proc/charts')
    expect([nowhere.code, nowhere.stderr]).toEqual([2, 'chorale: /proc/charts: no such file or folder\n'])
    await consensus(folder, '--charts', join(folder, 'l.csv', 'below'))
    expect(readdirSync(folder)).toEqual(['l.csv'])
  })
})

describe('standard output', () => {
  it('that is closed, as by head, ends nothing: files are written, and the exit code is 0', async () => {
    const many = `a,b\n${'1,1\n2,2\n'.repeat(20_000)}`
    const folder = folderWith({ 'l.csv': many })
    const report = join(folder, 'r.html')
    const args = ['consensus', join(folder, 'l.csv'), '-k', '2', '-o', '-', '--report', report]
    const { code, stderr } = await chorale(args, { closeOutput: true })
    expect(code).toBe(0)
    expect(stderr).not.toContain('chorale:')
    expect(statSync(report).size).toBeGreaterThan(10_000)
  })

  it('that is full is one line and exit code 2, after the files are written', async () => {
    const folder = folderWith({ 'l.csv': PLANTED })
    const args = ['consensus', join(folder, 'l.csv'), '-k', '3', '--quiet', '-o', join(folder, 'o.csv')]
    const { code, stderr } = await inBash('"$@" > /dev/full', args)
    expect([code, stderr]).toEqual([2, 'chorale: standard output: no space left on the disk\n'])
    expect(readFileSync(join(folder, 'o.csv'), 'utf8').split('\n')).toHaveLength(14)
  })
})

describe('a signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends the reading of a table within a second, with exit code %i', async (name, expected) => {
    const child = spawn(process.execPath, [resolve('packages/cli/dist/cli.js'), 'consensus', '-', '-k', '3'])
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    let stderr = ''
    child.stderr.on('data', piece => {
      stderr += piece
    })
    // The table never ends.
    child.stdin.on('error', () => {})
    child.stdin.write(PLANTED)
    await listens(child.pid!)
    await wait(300)
    const start = performance.now()
    child.kill(name)
    const [code] = await once(child, 'close')
    expect([code, stderr]).toEqual([expected, '\nchorale: interrupted\n'])
    expect(performance.now() - start).toBeLessThan(1000)
  })

  it('ends a consensus of thousands of labelings within a second', async () => {
    const names = Array.from({ length: 6000 }, (_, t) => `c${t}`).join()
    const rows = Array.from({ length: 60 }, (_, i) => Array.from({ length: 6000 }, (_, t) => (i * (t + 7)) % 3).join())
    const folder = folderWith({ 'l.csv': `${names}\n${rows.join('\n')}\n` })
    let at = 0
    const { code } = await consensusOf(folder, {
      onNote(_note, pid) {
        // The warning about so many labelings comes when the table has been read.
        if (at > 0) return
        at = Number.POSITIVE_INFINITY
        setTimeout(() => {
          at = performance.now()
          process.kill(pid, 'SIGINT')
        }, 1500)
      },
    })
    expect(code).toBe(130)
    expect(performance.now() - at).toBeLessThan(1000)
  })

  it('leaves no temporary file where it interrupts the writing', async () => {
    const folder = folderWith({})
    mkdirSync(join(folder, 'out'))
    const output = join(folder, 'out', 'sample.csv')
    for (const name of ['SIGHUP', 'SIGTERM'] as const) {
      const child = spawn(process.execPath, [
        ...[resolve('packages/cli/dist/cli.js'), 'sample', 'blobs', '-n', '150000', '--features', '4', '-o', output],
      ])
      while (!readdirSync(join(folder, 'out')).some(each => each.endsWith('.part'))) {
        await wait(5)
      }
      child.kill(name)
      const [code] = await once(child, 'close')
      expect([129, 143]).toContain(code)
      expect(readdirSync(join(folder, 'out'))).toEqual([])
    }
    writeFileSync(output, '')
  })
})

/** Two groups in the plane and one sample far from both. */
function groupsAndStray(): string {
  const near = Array.from({ length: 40 }, (_, i) => {
    const [x, y] = [Math.floor((i % 20) / 4), i % 4]
    return `${(i < 20 ? 0 : 30) + 0.1 * x},${0.1 * y + 0.013 * x}`
  })
  return `x,y\n${[...near, '15,60'].join('\n')}\n`
}

describe('--noise', () => {
  it('gives samples of no cluster the number -1 in every output', async () => {
    const folder = folderWith({ 't.csv': groupsAndStray() })
    const args = ['cluster', join(folder, 't.csv'), '-k', '2', '--threads', '1', '--noise', '--quiet']
    const csv = join(folder, 'labels.csv')
    const model = join(folder, 'model.json')
    const { stdout } = await chorale([...args, '-o', csv, '--save', model])
    expect(stdout).toMatch(/1 sample \(2\.4\s%\) belongs to no cluster: cluster -1, with an outlier score above 0\.5\./)
    const lines = readFileSync(csv, 'utf8').trimEnd().split('\n')
    expect(lines[0]).toBe('id,cluster,confidence,outlier')
    expect(lines.filter(line => /^\d+,-1,0,0\.[5-9]/.test(line))).toEqual([lines[41]])

    const { labels, outlier, noiseCount, clusters } = JSON.parse((await chorale([...args, '--json'])).stdout)
    expect([labels[40], noiseCount, outlier.length]).toEqual([-1, 1, 41])
    expect(clusters.map((each: { size: number }) => each.size)).toEqual([20, 20])

    const appended = (await chorale([...args, '--append', '-o', '-'])).stdout.split('\n')
    expect(appended[0]).toBe('x,y,cluster,confidence,outlier')
    expect(appended[41]).toMatch(/^15,60,-1,0,0\.[5-9]/)

    const predicted = await chorale(['predict', model, join(folder, 't.csv'), '--quiet'])
    // The confidence of a sample of the fit does not count the sample itself.
    const rest = (line: string) => line.split(',').toSpliced(2, 1)
    expect(predicted.stdout.trimEnd().split('\n').map(rest)).toEqual(lines.map(rest))
  })

  it('writes outlier scores into .npy, for several numbers of clusters', async () => {
    const folder = folderWith({ 't.csv': groupsAndStray() })
    const npy = join(folder, 'labels.npy')
    await chorale(['cluster', join(folder, 't.csv'), '-k', '2,3', '--threads', '1', '--noise', '--quiet', '-o', npy])
    const bytes = readFileSync(npy)
    expect(bytes.toString('latin1', 10, 400)).toContain(
      "('cluster_3', '<i4'), ('confidence_3', '<f8'), ('outlier_3', '<f8')",
    )
    expect(bytes.readInt32LE(bytes.length - 40)).toBe(-1)
  })
})

/** Sentences about the sea and the mountains, with vectors in two places. */
function sentences(): string {
  const sea = ['ships sail the sea', 'waves of the sea rise', 'the sea and its ships', 'a calm sea']
  const mountain = ['snow on the mountain', 'a steep mountain path', 'the mountain in snow', 'one mountain hut']
  const rows = [...sea, ...mountain].map((text, i) => ({
    id: `t${i + 1}`,
    text,
    tokens: 10 * i + (i % 3),
    embedding: [i < 4 ? 0 : 5, i % 4, 0.1 * i],
  }))
  return rows.map(row => JSON.stringify(row)).join('\n')
}

describe('what the clusters are about', () => {
  const clusterIn = (folder: string, ...more: string[]) =>
    chorale(['cluster', join(folder, 't.jsonl'), '-k', '2', '--threads', '1', ...more])

  it('is told by the words of sentences beside vectors, or by the most central samples', async () => {
    const folder = folderWith({ 't.jsonl': sentences() })
    const { stdout, stderr } = await clusterIn(folder)
    expect(stdout).toMatch(
      /cluster +samples +share +confidence +keywords\n +0 +4 .* sea, ships\n +1 +4 .* mountain, snow\n/,
    )
    expect(stderr).toContain('beside the vectors in "embedding"')
    const { stdout: bare } = await clusterIn(folder, '--text', 'none')
    expect(bare).toMatch(/most central samples\n +0 +4 .* t2, t3, t[14]\n/)
    const { stderr: wrong, code } = await clusterIn(folder, '--text', 'words')
    expect([code, wrong.includes('--text must name a column')]).toEqual([2, true])
  })

  it('is in the JSON output', async () => {
    const folder = folderWith({ 't.jsonl': sentences() })
    const { clusters, textColumn, tree } = JSON.parse((await clusterIn(folder, '--json')).stdout)
    expect(textColumn).toBe('text')
    expect(clusters[1].centralNames).toHaveLength(4)
    expect(clusters[1].keywords[0]).toMatchObject({ word: 'mountain', inside: 1, outside: 0 })
    expect(clusters.map((each: { differences?: unknown }) => each.differences)).toEqual([undefined, undefined])
    expect(tree.merges).toHaveLength(1)
  })

  it('is in the report', async () => {
    const folder = folderWith({ 't.jsonl': sentences() })
    const report = join(folder, 'r.html')
    await clusterIn(folder, '--report', report)
    const page = readFileSync(report, 'utf8')
    expect(page).toContain('The keywords of “text”, and the most central samples')
    expect(page).toContain('<bdi>mountain</bdi>, <bdi>snow</bdi>')
    expect(page).toContain('<bdi>waves of the sea rise</bdi>')
  })
})

describe('--memberships and --tree', () => {
  it('write shares that sum to 1 and a tree as Newick or JSON', async () => {
    const folder = folderWith({ 't.jsonl': sentences() })
    const [shares, newick, json] = ['m.csv', 't.nwk', 't.json'].map(name => join(folder, name))
    const args = ['cluster', join(folder, 't.jsonl'), '-k', '3', '--threads', '1', '--quiet']
    expect((await chorale([...args, '--memberships', shares, '--tree', newick])).code).toBe(0)
    await chorale([...args, '--tree', json])
    const [header, ...lines] = readFileSync(shares, 'utf8').trimEnd().split('\n')
    expect(header).toBe('id,cluster,membership')
    const sums = new Map<string, number>()
    for (const line of lines) {
      const [id, , share] = line.split(',')
      sums.set(id, (sums.get(id) ?? 0) + Number(share))
    }
    expect([...sums.keys()]).toEqual(['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8'])
    for (const sum of sums.values()) expect(sum).toBeCloseTo(1, 4)
    expect(readFileSync(newick, 'utf8')).toMatch(/^\(.*\);\n$/)
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ size: 8, children: [{}, {}] })
  })

  it('refuses other formats before any work', async () => {
    const folder = folderWith({ 't.jsonl': sentences() })
    const { code, stderr } = await chorale([
      'cluster',
      join(folder, 't.jsonl'),
      '-k',
      '2',
      '--tree',
      join(folder, 't.txt'),
    ])
    expect(code).toBe(2)
    expect(stderr).toContain('--tree writes Newick (.nwk) or JSON (.json); got ')
    expect(readdirSync(folder)).toEqual(['t.jsonl'])
  })
})
