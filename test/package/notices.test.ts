import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The packages that a file of notices names, each with a licence text. */
function packagesIn(path: string): string[] {
  const [, ...parts] = readFileSync(path, 'utf8').split(`\n${'-'.repeat(78)}\n`)
  return parts.map(part => {
    const [name, license] = part.trim().split('\n')
    expect(license).toMatch(/^License: \S/)
    expect(part.length).toBeGreaterThan(200)
    return name.replace(/ \S+$/, '')
  })
}

describe('the notices of the code of others', () => {
  it('are in the one file for pages', () => {
    const packages = packagesIn('packages/browser/dist/THIRD-PARTY.txt')
    expect(packages).toEqual(expect.arrayContaining(['assemblyscript', 'fflate', 'fzstd', 'hyparquet', 'pure-rand']))
  })

  it('are in the app, with those of its workers', () => {
    const packages = packagesIn('packages/cli/dist/app/THIRD-PARTY.txt')
    expect(packages).toEqual(
      expect.arrayContaining(['svelte', 'comlink', '@observablehq/plot', 'd3-scale', 'hyparquet']),
    )
  })

  it('are in the library, for what is compiled into its WebAssembly', () => {
    expect(packagesIn('packages/chorale/dist/THIRD-PARTY.txt')).toEqual(['assemblyscript'])
  })
})
