import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** The folders and files of the library in the order in which data flow: no line imports from a later one. */
const ORDER = [
  ['errors', 'types'],
  ['pause', 'stopwatch', 'count-text'],
  ['numeric'],
  ['metrics'],
  ['tables'],
  ['sample-shape'],
  ['labelings'],
  ['base'],
  ['executor', 'consensus', 'predict'],
  ['advise', 'describe'],
  ['cluster'],
  ['study'],
  ['index'],
  ['internal'],
]

/** The packages that the library needs at run time, and the folders that import them. */
const LIBRARY_PACKAGES: Record<string, readonly string[]> = {
  'pure-rand': ['numeric'],
  fflate: ['tables'],
  fzstd: ['tables'],
  hyparquet: ['tables'],
  'hyparquet-compressors': ['tables'],
}

/** The packages of this repository, each with those that it may import. */
const PACKAGES: Record<string, readonly string[]> = {
  chorale: [],
  report: ['chorale'],
  node: ['chorale'],
  engine: ['chorale', 'node'],
  cli: ['chorale', 'report', 'node', 'engine', 'paper'],
  paper: ['chorale', 'report', 'node', 'engine', 'cli'],
  app: ['chorale', 'report'],
}

/** Only + - * / and the square root are exact on every engine; these may differ in the last digit. */
const INEXACT = /^(exp|expm1|log|log2|log10|log1p|pow|cbrt|hypot|a?(sin|cos|tan)h?|atan2)$/

interface Source {
  path: string
  /** What it imports, as written. */
  imports: string[]
  tree: ts.SourceFile
}

function read(path: string): Source {
  const tree = ts.createSourceFile(path, codeOf(path), ts.ScriptTarget.Latest, true)
  const imports: string[] = []
  visit(tree, node => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      imports.push((node.moduleSpecifier as ts.StringLiteral).text)
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments
      imports.push(ts.isStringLiteral(specifier) ? specifier.text : specifier.getText())
    }
    if (ts.isImportTypeNode(node))
      imports.push(((node.argument as ts.LiteralTypeNode).literal as ts.StringLiteral).text)
  })
  return { path, imports, tree }
}

/** The text of a file; of a component, its scripts. */
function codeOf(path: string): string {
  const text = readFileSync(path, 'utf8')
  if (!path.endsWith('.svelte')) return text
  return [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script]) => script).join('\n')
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node)
  node.forEachChild(child => visit(child, look))
}

/** Code files of a folder; the built files of a package are not its source. */
function sourcesUnder(folder: string): Source[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(path => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter(path => /\.(ts|mts|mjs|js|svelte)$/.test(path) && !/\/(node_modules|dist)\//.test(path))
    .map(read)
}

const LIBRARY = 'packages/chorale/src/'
const library = sourcesUnder('packages/chorale/src')

/** The file that a relative import names. */
const target = ({ path }: Source, specifier: string) =>
  normalize(join(dirname(path), specifier))
    .replaceAll('\\', '/')
    .replace(/\.js$/, '.ts')

/** The folder of a file of the library, or the name of a file outside folders. */
const folderOf = (path: string) => path.slice(LIBRARY.length).split('/')[0].replace(/\.ts$/, '')
const placeOf = (folder: string) => ORDER.findIndex(folders => folders.includes(folder))

const isRelative = (specifier: string) => specifier.startsWith('.')
const relativeTargets = (source: Source) => source.imports.filter(isRelative).map(each => target(source, each))
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

describe('docs/architecture.md', () => {
  const page = readFileSync('docs/architecture.md', 'utf8')
  const foldersIn = (folder: string) =>
    readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isDirectory() && !/^(\.|node_modules$|dist$)/.test(entry.name))
      .map(({ name }) => name)

  it('names every folder of the library, and none that does not exist', () => {
    const table = page.slice(page.indexOf('## Folders of the library'), page.indexOf('Files beside the folders'))
    const named = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)
    const formats = [...table.matchAll(/one folder per format: (.*?) \|/g)].flatMap(([, list]) =>
      [...list.matchAll(/`(\w+)`/g)].map(([, name]) => `tables/${name}`),
    )
    const folders = foldersIn(LIBRARY).flatMap(name => [
      name,
      ...foldersIn(`${LIBRARY}${name}`).map(inner => `${name}/${inner}`),
    ])
    expect([...named, ...formats].sort()).toEqual(folders.sort())
  })

  it('names every package and every other folder', () => {
    const packages = foldersIn('packages').map(name => `packages/${name}`)
    const others = foldersIn('.').filter(name => name !== 'packages')
    expect([...packages, ...others].filter(name => !page.includes(`| \`${name}\` |`))).toEqual([])
  })

  it('names files that exist', () => {
    const paths = [...page.matchAll(/`(packages\/[^`<*]+|scripts\/[^`<*]+|docs\/[^`<*]+)`/g)].map(([, path]) => path)
    expect(paths.filter(path => !existsSync(path))).toEqual([])
  })
})

describe('the library', () => {
  it('has only folders that the order names, and all of them', () => {
    expect(library.length).toBeGreaterThan(50)
    expect([...new Set(library.map(({ path }) => folderOf(path)))].sort()).toEqual(ORDER.flat().sort())
  })

  it('imports only from folders that come before in the order', () => {
    const backward = library.flatMap(source =>
      relativeTargets(source)
        .filter(path => placeOf(folderOf(path)) > placeOf(folderOf(source.path)))
        .map(path => `${source.path} imports ${path}`),
    )
    expect(backward).toEqual([])
  })

  it('has no cycles of files', () => {
    expect(cycleIn(new Map(library.map(source => [source.path, relativeTargets(source)])))).toEqual([])
  })

  it('imports files that exist, of its own only, with their suffix', () => {
    const astray = library.flatMap(source =>
      source.imports
        .filter(isRelative)
        .filter(
          each =>
            !each.endsWith('.js') || !existsSync(target(source, each)) || !target(source, each).startsWith(LIBRARY),
        )
        .map(each => `${source.path} imports ${each}`),
    )
    expect(astray).toEqual([])
  })

  it('imports nothing of Node, and only the packages on the list, in their folders', () => {
    const outside = library.flatMap(({ path, imports }) =>
      imports
        .filter(each => !isRelative(each) && !LIBRARY_PACKAGES[packageOf(each)]?.includes(folderOf(path)))
        .map(each => `${path} imports ${each}`),
    )
    expect(outside).toEqual([])
    expect(Object.keys(manifestOf('chorale').dependencies ?? {}).sort()).toEqual(Object.keys(LIBRARY_PACKAGES).sort())
  })

  it('uses no Math.random, no Date, no console, no process and no page', () => {
    const globals = ['Date', 'console', 'process', 'Buffer', 'require', 'window', 'document', 'localStorage']
    expect(library.flatMap(source => usesOf(source, globals, name => name === 'random'))).toEqual([])
  })

  it('computes results without functions that differ between engines', () => {
    expect(library.flatMap(source => usesOf(source, [], name => INEXACT.test(name)))).toEqual([])
  })
})

describe.each(Object.entries(PACKAGES))('the package %s', (name, allowed) => {
  const folder = name === 'app' ? 'packages/app' : `packages/${name}/src`
  const sources = sourcesUnder(folder).filter(({ path }) => !/^packages\/app\/(test\/|vite\.config\.ts)/.test(path))

  it('imports other packages of this repository by their names, and only those that it may', () => {
    const names = new Map(Object.keys(PACKAGES).map(other => [manifestOf(other).name, other]))
    const wrong = sources.flatMap(source =>
      source.imports
        .filter(each =>
          isRelative(each)
            ? !target(source, each).startsWith(`packages/${name}/`)
            : names.has(packageOf(each)) && !allowed.includes(names.get(packageOf(each))!),
        )
        .map(each => `${source.path} imports ${each}`),
    )
    expect(wrong).toEqual([])
  })

  it('declares the packages that it imports', () => {
    const { dependencies, peerDependencies, optionalDependencies, devDependencies } = manifestOf(name)
    const declared = {
      ...dependencies,
      ...peerDependencies,
      ...optionalDependencies,
      ...(name === 'app' && devDependencies),
    }
    const isBuiltIn = (each: string) => each.startsWith('node:') || each.startsWith('svelte')
    const missing = sources
      .filter(({ path }) => !path.endsWith('.config.ts'))
      .flatMap(({ path, imports }) =>
        imports
          .filter(each => !isRelative(each) && !isBuiltIn(each) && !(packageOf(each) in declared))
          .map(each => `${path} imports ${each}`),
      )
    expect(missing).toEqual([])
  })
})

interface Manifest {
  readonly name: string
  readonly dependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8')) as Manifest
}

/** The first cycle found, as a path that ends where it began. */
function cycleIn(graph: Map<string, string[]>): string[] {
  const done = new Set<string>()
  const walk = (node: string, trail: string[]): string[] => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node]
    if (done.has(node)) return []
    for (const next of graph.get(node) ?? []) {
      const cycle = walk(next, [...trail, node])
      if (cycle.length > 0) return cycle
    }
    done.add(node)
    return []
  }
  for (const node of graph.keys()) {
    const cycle = walk(node, [])
    if (cycle.length > 0) return cycle
  }
  return []
}

/** Where a source uses one of the globals, or a function of Math that the test picks out. */
function usesOf({ path, tree }: Source, globals: readonly string[], ofMath: (name: string) => boolean): string[] {
  const uses: string[] = []
  visit(tree, node => {
    if (ts.isIdentifier(node) && globals.includes(node.text) && isReference(node)) uses.push(`${path}: ${node.text}`)
    if (!ts.isIdentifier(node) || node.text !== 'Math' || !isReference(node)) return
    const { parent } = node
    if (ts.isPropertyAccessExpression(parent) && !ofMath(parent.name.text)) return
    // Anything but Math.name hides what is used.
    uses.push(`${path}: ${parent.getText()}`)
  })
  return uses
}

/** Whether an identifier stands for the thing of that name, not for a property or a declaration of its own. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isQualifiedName(parent)) return parent.left === node
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) return parent.initializer === node
  const declares = [
    ts.isPropertySignature,
    ts.isPropertyDeclaration,
    ts.isMethodDeclaration,
    ts.isMethodSignature,
    ts.isParameter,
    ts.isVariableDeclaration,
    ts.isFunctionDeclaration,
    ts.isImportSpecifier,
  ]
  return !declares.some(is => is(parent) && (parent as ts.NamedDeclaration).name === node)
}
