import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

/**
 * The plan of rooms, checked against the imports. When a better plan appears, change it here and in the house rules
 * in one step.
 */

/** The rooms of src/ in the order data flows, each with the rooms it leans on. Single files are rooms too. */
const FOUNDATION = ['types', 'check', 'pause', 'stopwatch', 'count-text']
const METHODS = [
  'hot-loops',
  'numeric',
  'cells',
  'mixture',
  'whitening',
  'base',
  'ensemble',
  'similarity',
  'embedding',
  'anchors',
  'executor',
  'predict',
  'consensus',
]
const ROOMS: Record<string, readonly string[]> = {
  types: [],
  check: [],
  pause: [],
  stopwatch: [],
  'count-text': [],
  ...Object.fromEntries(METHODS.map((room, i) => [room, [...FOUNDATION, ...METHODS.slice(0, i)]])),
  metrics: ['types', 'check', 'numeric'],
  load: [...FOUNDATION, 'numeric'],
  sample: ['types', 'check', 'numeric'],
}
ROOMS.ensemble = [...ROOMS.ensemble, 'load']
ROOMS.consensus = [...ROOMS.consensus, 'metrics']
ROOMS.theory = [...FOUNDATION, ...METHODS.slice(0, METHODS.indexOf('consensus'))]
ROOMS.advice = [...FOUNDATION, ...METHODS, 'metrics', 'theory', 'load']
ROOMS.model = [...FOUNDATION, ...METHODS, 'load']
ROOMS.review = [...FOUNDATION, ...METHODS, 'metrics', 'advice']
ROOMS.cluster = [...FOUNDATION, ...METHODS, 'load', 'advice', 'model', 'review']
ROOMS.report = [...FOUNDATION, ...METHODS, 'metrics', 'load', 'advice', 'review']
ROOMS.index = Object.keys(ROOMS)
ROOMS.internal = Object.keys(ROOMS)

/** Every package that is needed at run time, and the rooms that import it. */
const PACKAGES: Record<string, readonly string[]> = {
  'pure-rand': ['src/numeric'],
  munkres: ['src/metrics', 'bench', 'app'],
  fflate: ['src/load', 'node', 'pages', 'bench'],
  fzstd: ['src/load'],
  hyparquet: ['src/load'],
  'hyparquet-compressors': ['src/load'],
  commander: ['cli'],
  '@observablehq/plot': ['pages', 'app', 'experiments', 'bench'],
  linkedom: ['pages', 'bench'],
  '@resvg/resvg-js': ['node'],
  // Of those who compute on many machines, who install them themselves.
  bullmq: ['node'],
  ioredis: ['node'],
  s3mini: ['node'],
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

/** Code files of a folder; the built files of a door are not its source. */
function sourcesUnder(folder: string): Source[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(path => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter(path => /\.(ts|mts|mjs|js|svelte)$/.test(path) && !/\/(node_modules|dist)\//.test(path))
    .map(read)
}

const library = sourcesUnder('src')
const doors = ['node', 'pages', 'cli', 'app', 'bench', 'experiments'].flatMap(sourcesUnder)

/** The file that a relative import names. */
const target = ({ path }: Source, specifier: string) =>
  normalize(join(dirname(path), specifier))
    .replaceAll('\\', '/')
    .replace(/\.js$/, '.ts')

/** The room of a file of src/: its folder, or its own name. */
const roomOf = (path: string) => path.split('/')[1].replace(/\.ts$/, '')

const isRelative = (specifier: string) => specifier.startsWith('.')
const relativeTargets = (source: Source) => source.imports.filter(isRelative).map(each => target(source, each))
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

describe('the rooms of src/', () => {
  it('are all in the plan', () => {
    expect(library.length).toBeGreaterThan(50)
    expect(library.map(({ path }) => roomOf(path)).filter(room => !(room in ROOMS))).toEqual([])
  })

  it('lean only on rooms to their left', () => {
    const backward = library.flatMap(source =>
      relativeTargets(source)
        .filter(path => path.startsWith('src/'))
        .filter(path => roomOf(path) !== roomOf(source.path) && !ROOMS[roomOf(source.path)]?.includes(roomOf(path)))
        .map(path => `${source.path} imports ${path}`),
    )
    expect(backward).toEqual([])
  })

  it('have no cycles, of files or of rooms', () => {
    const files = new Map(library.map(source => [source.path, relativeTargets(source)]))
    expect(cycleIn(files)).toEqual([])
    const rooms = new Map<string, string[]>()
    for (const [path, targets] of files) {
      const others = targets.map(roomOf).filter(room => room !== roomOf(path))
      rooms.set(roomOf(path), [...(rooms.get(roomOf(path)) ?? []), ...others])
    }
    expect(cycleIn(rooms)).toEqual([])
  })

  it('import files that exist, of src/ only, with their suffix', () => {
    const astray = library.flatMap(source =>
      source.imports
        .filter(isRelative)
        .filter(
          each =>
            !each.endsWith('.js') || !existsSync(target(source, each)) || !target(source, each).startsWith('src/'),
        )
        .map(each => `${source.path} imports ${each}`),
    )
    expect(astray).toEqual([])
  })

  it('import nothing of Node, and only packages on the list', () => {
    const outside = library.flatMap(({ path, imports }) =>
      imports
        .filter(each => !isRelative(each) && !PACKAGES[packageOf(each)]?.includes(`src/${roomOf(path)}`))
        .map(each => `${path} imports ${each}`),
    )
    expect(outside).toEqual([])
  })

  it('use no Math.random, no Date, no console, no process and no page', () => {
    const globals = ['Date', 'console', 'process', 'Buffer', 'require', 'window', 'document', 'localStorage']
    expect(library.flatMap(source => usesOf(source, globals, name => name === 'random'))).toEqual([])
  })

  it('compute results without functions that differ between engines', () => {
    const deciding = library.filter(({ path }) => roomOf(path) !== 'report')
    expect(deciding.flatMap(source => usesOf(source, [], name => INEXACT.test(name)))).toEqual([])
  })
})

describe('the doors', () => {
  it('use the library through src/internal.ts, without exceptions', () => {
    const around = doors.flatMap(source =>
      relativeTargets(source)
        .filter(path => path.startsWith('src/') && path !== 'src/internal.ts')
        .map(path => `${source.path} imports ${path}`),
    )
    expect(around).toEqual([])
  })

  it('import only packages on the list that are theirs', () => {
    const known = new Set(Object.keys(PACKAGES))
    const outside = doors.flatMap(({ path, imports }) =>
      imports
        .filter(each => known.has(packageOf(each)) && !PACKAGES[packageOf(each)].includes(path.split('/')[0]))
        .map(each => `${path} imports ${each}`),
    )
    expect(outside).toEqual([])
  })
})

describe('the packages that are installed with it', () => {
  it('are the ones on the list, each with its room', () => {
    const { dependencies, optionalDependencies, peerDependencies } = manifest
    const installed = [dependencies, optionalDependencies, peerDependencies].flatMap(each => Object.keys(each))
    expect(installed.sort()).toEqual(Object.keys(PACKAGES).sort())
  })
})

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
