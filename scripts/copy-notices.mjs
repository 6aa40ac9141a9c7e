// Copies the licence, the changelog and the citation into the package that npm packs, before it packs it.
import { copyFileSync } from 'node:fs'

for (const name of ['LICENSE', 'CHANGELOG.md', 'CITATION.cff']) {
  copyFileSync(new URL(`../${name}`, import.meta.url), name)
}
