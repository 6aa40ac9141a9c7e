import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly license: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const MANIFESTS = readdirSync('packages').map(
  name => JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8')) as Manifest,
)
const VERSION = MANIFESTS[0].version

describe('a release', () => {
  it('has one version, in all packages and in what names it', () => {
    const names = new Set(MANIFESTS.map(({ name }) => name))
    for (const { name, version, dependencies, peerDependencies, license } of MANIFESTS) {
      expect([name, version, license]).toEqual([name, VERSION, 'MIT'])
      for (const [other, range] of Object.entries({ ...dependencies, ...peerDependencies })) {
        if (names.has(other)) expect([name, other, range]).toEqual([name, other, VERSION])
      }
    }
    expect(readFileSync('CITATION.cff', 'utf8')).toContain(`\nversion: ${VERSION}\n`)
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    for (const folder of readdirSync('packages')) {
      expect([folder, lock.packages[`packages/${folder}`].version]).toEqual([folder, VERSION])
    }
    for (const page of ['README.md', 'docs/quick-start.md', 'docs/scaling.md', 'docs/recipes.md']) {
      const tarballs = readFileSync(page, 'utf8').match(/chorale[a-z-]*-\d+\.\d+\.\d+\.tgz/g) ?? []
      expect([page, ...tarballs.filter(name => !name.endsWith(`-${VERSION}.tgz`))]).toEqual([page])
    }
  })

  it('has a heading in the changelog and a page about what changes for users', () => {
    expect(readFileSync('CHANGELOG.md', 'utf8')).toMatch(new RegExp(`^# Changelog\\n\\n## ${VERSION}\\n`))
    expect(readFileSync('docs/upgrading.md', 'utf8')).toContain('# Upgrading from 0.1')
  })

  it('is published with provenance', () => {
    const workflow = readFileSync('.github/workflows/publish.yml', 'utf8')
    expect(workflow).toContain('id-token: write')
    expect(workflow).toContain('node scripts/publish.mjs --repository')
    expect(readFileSync('scripts/publish.mjs', 'utf8')).toContain("'--provenance'")
  })
})
