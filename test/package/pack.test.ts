import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import packageJson from '../../packages/chorale/package.json' with { type: 'json' }
import { installedPackages, run, sizeOf } from './installed.js'

const PACKAGES = [
  'chorale',
  'chorale-browser',
  'chorale-report',
  'chorale-node',
  'chorale-engine',
  'chorale-cli',
  'chorale-paper',
]

/** What the library alone may bring into a project: packages, itself included, and megabytes. */
const MOST_OF_LIBRARY = { packages: 8, megabytes: 2.5 }

/** Megabytes that everything may take with what it needs at run time. */
const MOST_MEGABYTES = 40

const library = installedPackages(['chorale'])
const installed = installedPackages(PACKAGES)

describe('the library alone', () => {
  it(`brings at most ${MOST_OF_LIBRARY.packages} packages and ${MOST_OF_LIBRARY.megabytes} MB`, () => {
    const modules = join(library().project, 'node_modules')
    const packages = readdirSync(modules).filter(name => !name.startsWith('.'))
    const megabytes = packages.reduce((sum, name) => sum + sizeOf(join(modules, name)), 0) / 1e6
    // biome-ignore lint/suspicious/noConsole: the measure is worth seeing in every log.
    console.info(`the library installed: ${megabytes.toFixed(2)} MB in ${packages.length} packages`)
    expect(packages.length).toBeLessThanOrEqual(MOST_OF_LIBRARY.packages)
    expect(megabytes).toBeLessThanOrEqual(MOST_OF_LIBRARY.megabytes)
  })
})

describe('the packages', () => {
  it('hold the built code, its types, the app, the papers and the descriptions of the experiments, and nothing else', () => {
    const built =
      /^dist\/([\w-]+(\.d|\.browser)?\.(js|ts)|app\/(index\.html|icon\.svg|service-worker\.js|assets\/[\w.-]+\.(js|css|csv))|(app\/)?THIRD-PARTY\.txt)$/
    const described = /^experiments\/((datasets|tables|figures)\/[\w-]+\.json|methods\.json|paper\/[\w-]+\.csv)$/
    for (const name of PACKAGES) {
      const others = installed()
        .files.get(name)!
        .filter(path => !built.test(path) && !described.test(path))
      expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json'])
    }
  })

  it.each([
    ['chorale', ['index.js', 'index.d.ts']],
    ['chorale-browser', ['chorale.browser.js']],
    ['chorale-report', ['index.js', 'index.d.ts', 'data.js', 'data.d.ts', 'node.js', 'node.d.ts']],
    ['chorale-node', ['index.js', 'index.d.ts', 'thread-worker.js']],
    ['chorale-engine', ['index.js', 'index.d.ts', 'engine-thread.js']],
    ['chorale-cli', ['cli.js', 'compare-child.js', 'app/index.html']],
    ['chorale-paper', ['internal.js', 'paper-child.js']],
  ])('%s has its entries and workers', (name, paths) => {
    expect(installed().files.get(name)).toEqual(expect.arrayContaining(paths.map(path => `dist/${path}`)))
  })

  it(`take at most ${MOST_MEGABYTES} MB with everything they need at run time`, () => {
    const modules = join(installed().project, 'node_modules')
    const megabytes = sizeOf(modules) / 1e6
    const count = readdirSync(modules).length
    // biome-ignore lint/suspicious/noConsole: the measure is worth seeing in every log.
    console.info(`the packages installed: ${megabytes.toFixed(1)} MB in about ${count} packages`)
    expect(megabytes).toBeLessThanOrEqual(MOST_MEGABYTES)
  })

  it('are a library in Node, with one InputError', async () => {
    writeFileSync(
      join(installed().project, 'library.js'),
      `import { consensus, InputError } from 'chorale'
       import { readTableFile, threads } from 'chorale-node'
       const { labels } = await consensus([[0, 0, 1, 1], ['b', 'b', 'a', 'a']], { clusterCount: 2 })
       const fault = await readTableFile('nowhere.csv').catch(error => error)
       console.log(labels.join(), fault instanceof InputError, typeof threads())`,
    )
    const { stdout, stderr } = await run(process.execPath, ['library.js'], installed().project)
    expect(stderr).toBe('')
    expect(stdout.trim()).toBe('0,0,1,1 true object')
  })

  it('run base clusterings in threads when they are installed', async () => {
    writeFileSync(
      join(installed().project, 'threads.js'),
      `import { buildEnsemble, sampleShape } from 'chorale'
       import { threads } from 'chorale-node'
       const samples = sampleShape('blobs', { sampleCount: 400 })
       const alone = await buildEnsemble(samples)
       const executor = threads({ count: 3, smallWork: 0 })
       const together = await buildEnsemble(samples, { executor })
       console.log(alone.labelings.every((labels, t) => labels.join() === together.labelings[t].join()))`,
    )
    const { stdout, stderr } = await run(process.execPath, ['threads.js'], installed().project)
    expect(stderr).toBe('')
    expect(stdout.trim()).toBe('true')
  })

  it.each([
    ['nodenext', ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
    ['bundler', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
  ])('have types that compile strictly, library checks included: %s', (name, module, moduleResolution) => {
    const file = join(installed().project, `${name}.ts`)
    writeFileSync(
      file,
      `import { type ConsensusResult, consensus, type Dataset, type MethodName, toDataset } from 'chorale'
       import { readTableFile, threads } from 'chorale-node'
       export const method: MethodName = 'balanced'
       export async function find(path: string): Promise<ConsensusResult> {
         const dataset: Dataset = toDataset(await readTableFile(path))
         threads({ count: 2 })
         // @ts-expect-error: a typo in an option does not compile
         await consensus([[0, 1]], { clusterCount: 2, restart: 3 })
         return consensus([Array.from(dataset.values)], { clusterCount: 2, method })
       }`,
    )
    const program = ts.createProgram([file], {
      module,
      moduleResolution,
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      types: [],
    })
    const faults = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
      return `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
    })
    expect(faults).toEqual([])
  })

  it('bring a command', async () => {
    const { project } = installed()
    const version = await run('npx', ['--no', 'chorale', '--', '--version'], project)
    expect(version.stdout.trim()).toBe(packageJson.version)
    copyFileSync(resolve('examples/rings.csv'), join(project, 'rings.csv'))
    const { code, stdout } = await run('npx', ['--no', 'chorale', '--', 'cluster', 'rings.csv', '--json'], project)
    expect(code).toBe(0)
    expect(JSON.parse(stdout).metrics.nmi).toBe(1)
  })
})
