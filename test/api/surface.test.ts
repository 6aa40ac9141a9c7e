import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** The groups of the reference, in its order. */
const GROUPS = ['Cluster', 'Consensus', 'Advise', 'Predict', 'Metrics', 'Read', 'Sample', 'Errors']

/** The most values and types that a newcomer can be asked to look through. */
const MOST_VALUES = 51
const MOST_TYPES = 78

const LIBRARY = 'packages/chorale/src/index.ts'
const ENTRIES = [
  LIBRARY,
  'packages/report/src/index.ts',
  'packages/report/src/node/index.ts',
  'packages/node/src/index.ts',
  'packages/engine/src/index.ts',
  'packages/cli/src/index.ts',
]

const config = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, '.')
const program = ts.createProgram(ENTRIES, options)
const checker = program.getTypeChecker()

interface ExportedValue {
  readonly name: string
  readonly summary: string
  readonly group: string | undefined
  readonly example: string | undefined
}

/** The values that an entry exports, with what their doc comments say. */
function valuesOf(entry: string): ExportedValue[] {
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry)!)!
  return checker.getExportsOfModule(module).flatMap(exported => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    if (!(symbol.flags & ts.SymbolFlags.Value)) return []
    const tags = symbol.getJsDocTags(checker)
    const textOf = (tag: string) => ts.displayPartsToString(tags.find(({ name }) => name === tag)?.text) || undefined
    const summary = ts.displayPartsToString(symbol.getDocumentationComment(checker))
    return [{ name: exported.name, summary, group: textOf('group'), example: textOf('example') }]
  })
}

describe('chorale', () => {
  const values = valuesOf(LIBRARY)

  it(`exports at most ${MOST_VALUES} values`, () => {
    expect(values.length).toBeGreaterThan(30)
    expect(values.map(({ name }) => name).slice(MOST_VALUES)).toEqual([])
  })

  it(`exports at most ${MOST_TYPES} types`, () => {
    const types = checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(LIBRARY)!)!)
      .filter(
        each => each.flags & ts.SymbolFlags.Alias && !(checker.getAliasedSymbol(each).flags & ts.SymbolFlags.Value),
      )
    expect(types.length).toBeGreaterThan(40)
    expect(types.map(({ name }) => name).slice(MOST_TYPES)).toEqual([])
  })

  it('has every value in a group of the reference, and no group without values', () => {
    expect(values.filter(({ group }) => !GROUPS.includes(group ?? '')).map(({ name }) => name)).toEqual([])
    expect(GROUPS.filter(name => !values.some(({ group }) => group === name))).toEqual([])
  })
})

describe.each(ENTRIES)('%s', entry => {
  it('describes every value and shows it in an example that uses it', () => {
    const lacking = valuesOf(entry).filter(
      ({ name, summary, example }) =>
        // An engine needs a server, which examples do not have.
        name !== 'redisEngine' && (summary === '' || !new RegExp(`\\b${name}\\b`).test(example ?? '')),
    )
    expect(lacking.map(({ name }) => name)).toEqual([])
  })
})
