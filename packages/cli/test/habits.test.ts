import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { itNeeds } from '../../../test/it-needs.js'
import packageJson from '../package.json' with { type: 'json' }
import { progressText } from '../src/progress.js'
import { withCommand } from '../src/with-command.js'
import { chorale, folderWith } from './run.js'

const COMMANDS = [
  'cluster',
  'consensus',
  'compare',
  'advise',
  'paper',
  'predict',
  'sample',
  'ui',
  'worker',
  'completion',
]

function folderWithExamples(...names: string[]): string {
  const folder = folderWith({})
  for (const name of names) copyFileSync(resolve('examples', name), join(folder, name))
  return folder
}

describe('a command that is left out', () => {
  it.each([
    [
      ['data.csv', '-k', '3'],
      ['cluster', 'data.csv', '-k', '3'],
    ],
    [
      ['-k', '3', 'data.csv'],
      ['cluster', '-k', '3', 'data.csv'],
    ],
    [['-'], ['cluster', '-']],
    [['s3://bucket/data.parquet'], ['cluster', 's3://bucket/data.parquet']],
    [['examples'], ['cluster', 'examples']],
    [
      ['advise', 'data.csv'],
      ['advise', 'data.csv'],
    ],
    [
      ['clutser', 'data.csv'],
      ['clutser', 'data.csv'],
    ],
    [['--help'], ['--help']],
    [['-V'], ['-V']],
    [[], []],
  ])('%j means %j', (given, meant) => {
    expect(withCommand(given, COMMANDS)).toEqual(meant)
  })

  it('is cluster, with the same output', async () => {
    const cwd = folderWithExamples('iris.csv')
    const { code, stdout } = await chorale(['iris.csv', '--truth', 'species', '--json'], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ command: 'cluster', clusterCount: 3 })
  })
})

describe('help and version', () => {
  it('answer to -h, --help, -V and --version with exit code 0', async () => {
    for (const flag of ['-V', '--version']) {
      expect(await chorale([flag])).toMatchObject({ code: 0, stdout: `${packageJson.version}\n` })
    }
    const [short, long] = [await chorale(['-h']), await chorale(['--help'])]
    expect(short).toEqual(long)
    expect(short.code).toBe(0)
    for (const command of COMMANDS) expect(short.stdout).toMatch(new RegExp(`^  ${command} `, 'm'))
  })

  it('has three examples for every command, whose options exist, and the page of the command', async () => {
    const pages = readFileSync('docs/command-line.md', 'utf8')
    for (const command of COMMANDS) {
      const { stdout } = await chorale([command, '-h'])
      const [, examples] = stdout.split('Examples:\n')
      const lines = examples.split('\n').filter(line => line.startsWith('  chorale '))
      expect([command, lines.length]).toEqual([command, 3])
      for (const [flag] of lines.join('\n').matchAll(/(?<= )--?[a-z][a-z-]*/g)) {
        expect([command, stdout.split('Examples:')[0]]).toEqual([command, expect.stringContaining(flag)])
      }
      expect(stdout).toContain(`docs/command-line.md#chorale-${command}`)
      expect(pages).toContain(`## \`chorale ${command}\``)
    }
  })

  it('suggests the command that was meant, with exit code 2', async () => {
    const { code, stderr } = await chorale(['clutser', 'data.csv'])
    expect(code).toBe(2)
    expect(stderr).toContain('Did you mean cluster?')
  })
})

describe('several numbers of clusters', () => {
  it('are shown side by side, each with the labels of a run of its own', async () => {
    const cwd = folderWithExamples('iris.csv')
    const args = ['cluster', 'iris.csv', '--truth', 'species', '-m', '10']
    const several = await chorale([...args, '-k', '2-4', '--json'], { cwd })
    const { byClusterCount, clusterCount, labels } = JSON.parse(several.stdout)
    expect(byClusterCount.map((run: { clusterCount: number }) => run.clusterCount)).toEqual([2, 3, 4])
    const alone = JSON.parse((await chorale([...args, '-k', '3', '--json'], { cwd })).stdout)
    expect(byClusterCount[1].labels).toEqual(alone.labels)
    expect(byClusterCount[clusterCount - 2].labels).toEqual(labels)
    const shown = await chorale([...args, '-k', '2,3', '-o', 'labels.csv'], { cwd })
    expect(shown.stdout).toMatch(/k +confidence +stability.*\n.* 2 .*\n.* 3 /)
    expect(readFileSync(join(cwd, 'labels.csv'), 'utf8')).toMatch(
      /^id,cluster_2,confidence_2,cluster_3,confidence_3\n1,0,/,
    )
  })

  it('must be at least 2 and fit the data', async () => {
    const cwd = folderWith({ 'four.csv': 'x,y\n1,2\n2,1\n8,9\n9,8\n' })
    expect(await chorale(['four.csv', '-k', '1-3'], { cwd })).toMatchObject({
      code: 2,
      stderr: 'chorale: -k must be integers of at least 2, for example 2-10 or 2,3,5; got 1-3\n',
    })
    const { code, stderr } = await chorale(['four.csv', '-k', '2-6'], { cwd })
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('-k must be an integer from 1 to the number of samples (4)'),
    ])
  })
})

describe('--append', () => {
  it('writes the input with cluster and confidence, dropped rows included', async () => {
    const table = 'name,x,cluster\nA,1,p\nB,,p\n"C, D",9,q\nE,8.5,q\nF,1.25,p\n'
    const cwd = folderWith({ 'table.csv': table })
    const args = ['cluster', 'table.csv', '-k', '2', '--columns', 'x', '--impute', 'drop-rows', '--append']
    const { code, stdout, stderr } = await chorale(args, { cwd })
    expect(code).toBe(0)
    const lines = stdout.trim().split('\n')
    expect(lines[0]).toBe('name,x,cluster,cluster_2,confidence')
    expect(lines[1]).toMatch(/^A,1,p,0,[\d.]+$/)
    expect(lines[2]).toBe('B,,p,,')
    expect(lines[3]).toMatch(/^"C, D",9,q,1,[\d.]+$/)
    expect(stderr).toContain('2 clusters of 4 samples')
  })
})

describe('progress', () => {
  it('has a bar, and an estimate if the stage takes longer than two seconds', () => {
    expect(progressText('building', { done: 0, total: 1, elapsed: 0 })).toBe('building')
    expect(progressText('building', { done: 5, total: 20, elapsed: 100 })).toBe(
      `building ${'█'.repeat(6)}${'░'.repeat(18)} 5 of 20`,
    )
    expect(progressText('building', { done: 5, total: 20, elapsed: 2000 })).toMatch(/ 5 of 20, about 6 s left$/)
    expect(progressText('building', { done: 1, total: 20, elapsed: 60_000 })).toMatch(/about 19 min left$/)
  })
})

/** Starts a new shell for every line, presses the tab key, and prints the line as it is then. */
const ZSH_ASK = `
zmodload zsh/zpty
for line in "\${@:2}"; do
  zpty shell zsh -f -i
  zpty -w shell "fpath=($1 \\$fpath); autoload -Uz compinit; compinit -u -D; show() { print -r -- \\"LINE\\$BUFFER END\\" }; zle -N show; bindkey '^X' show"
  zpty -w -n shell "$line"$'\\t\\x18'
  zpty -r shell answer '*LINE[^\\$]*END*'
  zpty -d shell
  print -r -- \${\${\${answer##*LINE}%% END*}% }
done
`

describe('completion', () => {
  const script = (shell: string) =>
    execFileSync(process.execPath, ['packages/cli/dist/cli.js', 'completion', shell], { encoding: 'utf8' })

  it('completes commands, options and their values in bash', () => {
    const complete = (...words: string[]) => {
      const line = words.map(word => `'${word}'`).join(' ')
      const ask = `COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _chorale; printf '%s\\n' "\${COMPREPLY[@]}"`
      const { stdout, stderr } = spawnSync('bash', ['-c', `${script('bash')}\n${ask}`], { encoding: 'utf8' })
      expect(stderr).toBe('')
      return stdout.trim().split('\n')
    }
    expect(complete('chorale', 'clu')).toContain('cluster')
    expect(complete('chorale', 'cluster', '--imp')).toEqual(['--impute'])
    expect(complete('chorale', 'cluster', 'x.csv', '--impute', 'dr')).toEqual(['drop-rows'])
    expect(complete('chorale', 'sample', 'ri')).toEqual(['rings'])
  })

  itNeeds('fish', 'fish (Debian: fish)', 'completes commands, options and their values in fish', fish => {
    const folder = folderWith({ 'c.fish': script('fish') })
    const complete = (line: string) => {
      const ask = `source c.fish; complete -C '${line}'`
      const { stdout, stderr } = spawnSync(fish, ['--no-config', '-c', ask], { cwd: folder, encoding: 'utf8' })
      expect(stderr).toBe('')
      return stdout.split('\n').flatMap(choice => choice.split('\t')[0] || [])
    }
    expect(complete('chorale ').filter(word => COMMANDS.includes(word))).toHaveLength(COMMANDS.length)
    expect(complete('chorale cluster --imp')).toEqual(['--impute'])
    expect(complete('chorale cluster x.csv --impute dr')).toEqual(['drop-rows'])
    expect(complete('chorale sample ri')).toEqual(['rings'])
    // A file in the place of a command means cluster.
    expect(complete('chorale x.csv --imp')).toEqual(['--impute'])
  })

  // Once, the first completion in a shell gave nothing.
  itNeeds('zsh', 'zsh (Debian: zsh)', 'completes commands, options and their values in zsh', zsh => {
    const folder = folderWith({ _chorale: script('zsh'), 'ask.zsh': ZSH_ASK })
    const lines = {
      'chorale clu': 'chorale cluster',
      'chorale cluster --imp': 'chorale cluster --impute',
      'chorale cluster x.csv --impute dr': 'chorale cluster x.csv --impute drop-rows',
      'chorale sample ri': 'chorale sample rings',
      'chorale x.csv --imp': 'chorale x.csv --impute',
    }
    const { stdout } = spawnSync(zsh, ['-f', 'ask.zsh', folder, ...Object.keys(lines)], {
      encoding: 'utf8',
      cwd: folder,
    })
    expect(stdout.trimEnd().split('\n')).toEqual(Object.values(lines))
  })

  it('names the shells it knows', async () => {
    const { code, stderr } = await chorale(['completion', 'tcsh'])
    expect([code, stderr]).toEqual([2, 'chorale: shell must be one of bash, zsh, fish; got tcsh\n'])
  })
})
