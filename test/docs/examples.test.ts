import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chorale } from '../../packages/cli/test/run.js'
import { type CodeBlock, codeBlocks } from './code-blocks.js'

/**
 * Every example in the pages and in the comments of the library is run as it stands, in a folder with the example files:
 *
 * - `ts`: a module that imports the built package. What `console.log(..) // text` prints must be the text.
 * - `sh`: lines that begin with `chorale`, or pipe into it, must end with exit code 0.
 * - `console`: lines that begin with `$ ` likewise; the lines below must come in this order in the output, but for
 *   times and memory. `...` stands for anything. `# exit code 2` behind a command expects that code.
 * - `text`: not run.
 */
const blocks = codeBlocks()
const RECIPE_PAGES = ['docs/recipes.md', 'docs/embeddings.md']
const titleOf = ({ file, line }: CodeBlock) => `${file}:${line}`
const named = (...languages: string[]) =>
  blocks.filter(block => languages.includes(block.language)).map(block => [titleOf(block), block] as const)

let home = ''

/** A folder in which `chorale` is an installed package and a command. */
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'chorale-docs-'))
  mkdirSync(join(home, 'node_modules', '.bin'), { recursive: true })
  for (const name of readdirSync('node_modules').filter(each => /^chorale/.test(each))) {
    symlinkSync(resolve('node_modules', name), join(home, 'node_modules', name))
  }
  symlinkSync(resolve('node_modules/@types'), join(home, 'node_modules', '@types'))
  const command = join(home, 'node_modules', '.bin', 'chorale')
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${resolve('packages/cli/dist/cli.js')}" "$@"\n`)
  chmodSync(command, 0o755)
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }')
})

afterAll(() => rmSync(home, { recursive: true }))

/** A folder of its own for a block, with the example files. */
function folderFor(title: string): string {
  const folder = join(home, title.replace(/\W+/g, '-'))
  mkdirSync(folder)
  for (const name of readdirSync('examples')) {
    if (name.endsWith('.csv')) copyFileSync(join('examples', name), join(folder, name))
  }
  return folder
}

function run(command: string, args: string[], cwd: string) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>(done => {
    const path = `${join(home, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`
    const child = spawn(command, args, { cwd, env: { ...process.env, NO_COLOR: '1', PATH: path } })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', piece => {
      stdout += piece
    })
    child.stderr.on('data', piece => {
      stderr += piece
    })
    child.on('close', code => done({ code, stdout, stderr }))
    child.stdin.end()
  })
}

describe('examples', () => {
  it('say what they are, so that none is passed over', () => {
    // Recipes are run as files, by recipes.test.ts and embeddings.test.ts.
    const unknown = blocks.filter(
      ({ language, file }) => !RECIPE_PAGES.includes(file) && !['ts', 'sh', 'console', 'text'].includes(language),
    )
    expect(unknown.map(block => `${titleOf(block)} ${block.language}`)).toEqual([])
  })
})

describe('examples in TypeScript', () => {
  /** What each example printed. One process runs all of them. */
  let printed: Record<string, { stdout: string; stderr: string; failure: string | null }> = {}
  beforeAll(async () => {
    const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext }
    const files = named('ts').map(([title, { code }]) => {
      const file = join(folderFor(title), 'example.mjs')
      writeFileSync(file, ts.transpileModule(code, { compilerOptions: options }).outputText)
      return [title, file]
    })
    const { code, stdout, stderr } = await run(
      process.execPath,
      [resolve('test/docs/run-modules.mjs'), JSON.stringify(files)],
      home,
    )
    expect(code, stderr).toBe(0)
    printed = JSON.parse(stdout)
  })

  it.each(named('ts'))('%s prints what it says', (title, { code }) => {
    const { stdout, stderr, failure } = printed[title]
    expect(failure).toBe(null)
    expect(stderr).toBe('')
    const expected = [...code.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(match => match[1])
    expect(stdout.trimEnd().split('\n')).toEqual(expected.length > 0 ? expected : [''])
  })

  it('compile strictly against the types of the package', () => {
    const folder = folderFor('types')
    const files = named('ts').map(([title, { code }]) => {
      const file = join(folder, `${title.replace(/\W+/g, '-')}.ts`)
      writeFileSync(file, `${code}\nexport {}\n`)
      return file
    })
    const program = ts.createProgram(files, {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2023,
      types: ['node'],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      typeRoots: [resolve('node_modules/@types')],
    })
    const faults = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
      return `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
    })
    expect(faults).toEqual([])
  })
})

describe('examples on the command line', () => {
  const runnable = named('sh').filter(([, { code }]) => /^(.*\| )?chorale /m.test(code))
  it.each(runnable)('%s runs', async (title, { code }) => {
    const folder = folderFor(title)
    const lines = code.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#'))
    const calls = lines.map(plainCall)
    if (calls.some(call => call === null)) {
      const { code: exitCode, stderr } = await run('bash', ['-euo', 'pipefail', '-c', code], folder)
      expect(exitCode, stderr).toBe(0)
      return
    }
    for (const call of calls) {
      const { code: exitCode, stderr } = await chorale(call!, { cwd: folder })
      expect(exitCode, stderr).toBe(0)
    }
  })

  it.each(named('console'))('%s prints what it says', async (title, { code }) => {
    const folder = folderFor(title)
    for (const part of code.split(/^\$ /m).slice(1)) {
      const [command, ...expected] = part.trimEnd().split('\n')
      const call = plainCall(command)
      const running = call === null ? run('bash', ['-c', command], folder) : chorale(call, { cwd: folder })
      const { code: exitCode, stdout, stderr } = await running
      expect(exitCode, stderr).toBe(Number(/# exit code (\d+)$/.exec(command)?.[1] ?? 0))
      expectLines(exitCode === 0 ? stdout : stderr, expected)
    }
  })
})

/** The arguments of a line that calls `chorale` and nothing else; null for a line that needs a shell. */
function plainCall(line: string): string[] | null {
  const [, words] = /^chorale ((?:'[^']*'|"[^"$`\\]*"|[^'"|<>$`&;*?()~\\#])*)(?:# .*)?$/.exec(line) ?? []
  if (words === undefined) return null
  return [...words.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  )
}

/** Times and memory differ from run to run. */
function withoutMeasures(line: string): string {
  return line.replace(/\d+(\.\d+)? (s|ms|MB|MiB|GiB)\b/g, '# $2').trimEnd()
}

/** The expected lines in this order; from one `...` to the next without gaps. */
function expectLines(output: string, expected: readonly string[]): void {
  const text = `\n${output.split('\n').map(withoutMeasures).join('\n')}\n`
  const parts = expected
    .map(withoutMeasures)
    .join('\n')
    .split(/^\.\.\.$/m)
  let from = 0
  for (const part of parts.map(each => each.replace(/^\n|\n$/g, '')).filter(each => each !== '')) {
    const at = text.indexOf(`\n${part}\n`, from)
    expect(text.slice(from), `expected in the output:\n${part}`).toContain(`\n${part}\n`)
    from = at + part.length
  }
}
