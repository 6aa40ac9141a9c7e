import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Entry {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly inBundle?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const text = readFileSync('package-lock.json', 'utf8')
const { packages } = JSON.parse(text) as { packages: Record<string, Entry> }
/** Everything but the packages of this repository. */
const installed = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link)

/** The package that a dependency of the one at `from` resolves to: the nearest of its name, going up. */
function resolve(from: string, name: string): Entry | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const found = packages[at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`]
    if (found !== undefined || at === '') return found
  }
}

describe('the lock file', () => {
  it('has an integrity hash for every package that is downloaded', () => {
    const downloaded = installed.filter(([, { inBundle }]) => !inBundle)
    expect(downloaded.length).toBeGreaterThan(100)
    const missing = downloaded.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))
    expect(missing.map(([place, { version }]) => `${place} ${version}`)).toEqual([])
  })

  it('names no registry', () => {
    expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place)).toEqual([])
    expect(text).not.toMatch(/https?:\/\/[^"]*\.tgz/)
  })

  it('has the optional packages of every platform, so that npm ci accepts it everywhere', () => {
    // A registry that lacks a version makes npm leave its entry out. Choose a version of the owner that is complete.
    const missing = installed.flatMap(([place, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        // Packages per platform are asked for in one exact version; ranges belong to others, such as fsevents.
        .filter(([name, version]) => /^\d+\.\d+\.\d+/.test(version) && resolve(place, name)?.version !== version)
        .map(([name, version]) => `${name} ${version} of ${place}`),
    )
    expect(missing).toEqual([])
  })
})
