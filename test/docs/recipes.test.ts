import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itNeeds, PATH, works } from '../it-needs.js'

/** Every recipe is run as it stands, in a folder where `chorale` is an installed package and a command. */

const RECIPES = resolve('examples/recipes')
let home = ''
let env: NodeJS.ProcessEnv = {}

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'chorale-recipes-'))
  const bin = join(home, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  for (const name of readdirSync('node_modules').filter(each => /^chorale/.test(each))) {
    symlinkSync(resolve('node_modules', name), join(home, 'node_modules', name))
  }
  const command = join(bin, 'chorale')
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${resolve('packages/cli/dist/cli.js')}" "$@"\n`)
  chmodSync(command, 0o755)
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }')
  copyFileSync(resolve('examples/iris.csv'), join(home, 'iris.csv'))
  for (const name of readdirSync(RECIPES)) copyFileSync(join(RECIPES, name), join(home, name))
  env = { ...process.env, PATH: `${bin}${delimiter}${PATH}` }
})

afterAll(() => rmSync(home, { recursive: true }))

function run(program: string, args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: home, env, encoding: 'utf8' })
  expect([status, stderr.replace(/^.*UserWarning.*$/gm, '').trim()]).toEqual([0, ''])
  return stdout
}

/** A Python with pandas: the first of the path, or Debian's. */
const pandas = ['python3', '/usr/bin/python3'].find(python => works(python, '-c', 'import pandas'))

/** A Python with the libraries of single cells. */
const cells = ['python3', '/usr/bin/python3'].find(python => works(python, '-c', 'import anndata, leidenalg'))

describe('docs/recipes.md', () => {
  it('shows every recipe as it is', () => {
    const page = readFileSync('docs/recipes.md', 'utf8')
    for (const name of readdirSync(RECIPES)) {
      const [, shown = ''] = page.split(`\`examples/recipes/${name}\`:`)
      if (name.endsWith('.ipynb')) expect(shown).not.toBe('')
      else expect(/^\n\n```\w+\n(.*?)\n```/s.exec(shown)?.[1]).toBe(readFileSync(join(RECIPES, name), 'utf8').trimEnd())
    }
  })
})

describe('recipes', () => {
  itNeeds('python3', 'python3', 'Python: the clusters as JSON', python => {
    const lines = run(python, ['cluster.py']).trim().split('\n')
    expect(lines[0]).toMatch(/^3 clusters, stability [\d.]+$/)
    expect(lines.filter(line => !line.startsWith('warning: '))).toHaveLength(4)
  })

  itNeeds(
    pandas,
    'pandas (Debian: python3-pandas)',
    'pandas: a frame through Parquet, or CSV without pyarrow',
    python => {
      expect(run(python, ['pandas_parquet.py'])).toMatch(/setosa +50/)
    },
  )

  itNeeds(
    cells,
    'anndata and leidenalg (Debian: python3-anndata, python3-leidenalg)',
    'scanpy: clusterings of single cells in one file',
    python => {
      expect(run(python, ['cells.py']).trim()).toMatch(/^(29\d|300) of 300 cells with their group$/)
    },
  )

  itNeeds('python3', 'python3', 'Jupyter: the cells, one after the other', python => {
    const { cells } = JSON.parse(readFileSync(join(home, 'notebook.ipynb'), 'utf8'))
    const code = (cells as { cell_type: string; source: string[] }[]).filter(cell => cell.cell_type === 'code')
    writeFileSync(join(home, 'notebook.py'), code.map(({ source }) => source.join('')).join('\n\n'))
    expect(run(python, ['notebook.py'])).toMatch(/^0 50 /)
    expect(readFileSync(join(home, 'report.html'), 'utf8')).toContain('3 clusters of 150 samples')
  })

  itNeeds('Rscript', 'R (Debian: r-base-core)', 'R: a data frame through CSV', rscript => {
    expect(run(rscript, ['cluster.R'])).toMatch(/setosa +50/)
  })

  it('shell: a pipeline', () => {
    expect(run('sh', ['pipeline.sh'])).toMatch(/^\d+ uncertain samples\n$/)
  })

  it('Node service: labels for a table, and a message for a bad one', async () => {
    const service = spawn(process.execPath, ['service.mjs'], { cwd: home, env: { ...env, PORT: '0' } })
    try {
      const port = await firstLine(service)
      const post = (body: string) => fetch(`http://127.0.0.1:${port}/?k=2`, { method: 'POST', body })
      const good = await post('x,y\n1,1\n1.1,0.9\n0.9,1.1\n5,5\n5.1,4.9\n4.9,5.1\n')
      expect([good.status, ((await good.json()) as { labels: number[] }).labels]).toEqual([200, [0, 0, 0, 1, 1, 1]])
      const bad = await post('x,y\n1,\n2,3\n4,5\n6,8\n')
      expect([bad.status, await bad.text()]).toEqual([400, expect.stringContaining('missing')])
    } finally {
      service.kill()
    }
  })

  it('Observable: the cells of a notebook', async () => {
    const { chorale, rows } = await import(pathToFileURL(join(home, 'observable.js')).href)
    const FileAttachment = (name: string) => ({
      url: async () => pathToFileURL(resolve('packages/browser/dist', name)).href,
      csv: async () => {
        const [head, ...lines] = readFileSync(join(home, name), 'utf8').trim().split('\n')
        const names = head.split(',')
        return lines.map(line =>
          Object.fromEntries(
            line.split(',').map((cell, at) => [names[at], Number.isNaN(Number(cell)) ? cell : Number(cell)]),
          ),
        )
      },
    })
    const found = await rows(await chorale(FileAttachment), FileAttachment)
    expect(found).toHaveLength(150)
    expect(found[0]).toMatchObject({ species: 'setosa', cluster: 0, confidence: expect.any(Number) })
  })

  itNeeds('deno', 'deno (npm)', 'Deno', deno => {
    const own = readFileSync(join(home, 'deno.ts'), 'utf8').replace('npm:chorale', 'chorale')
    writeFileSync(join(home, 'deno.ts'), own)
    expect(run(deno, ['run', '--no-lock', '--quiet', '--allow-all', 'deno.ts'])).toMatch(/^3 clusters, stability/)
  })

  itNeeds('bun', 'bun (npm)', 'Bun', bun => {
    expect(run(bun, ['bun.ts'])).toMatch(/^3 clusters, stability/)
  })

  it('GitHub Actions: the commands of the steps, without the installation', () => {
    const steps = readFileSync(join(RECIPES, 'github-actions.yml'), 'utf8').matchAll(/- run: (.*)/g)
    const commands = Array.from(steps, ([, command]) => command).filter(command => !command.startsWith('npm install'))
    expect(commands).toHaveLength(2)
    for (const command of commands) run('sh', ['-c', command.replace('npx ', '')])
  })
})

/** The first line that a program prints. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let text = ''
    child.stdout!.on('data', piece => {
      text += piece
      if (text.includes('\n')) found(text.split('\n')[0])
    })
    child.once('exit', code => failed(new Error(`ended with exit code ${code}`)))
  })
}
