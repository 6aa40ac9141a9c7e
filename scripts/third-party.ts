import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The part of a bundler's plugin that is used here; Vite and tsdown have the same. */
interface NoticePlugin {
  name: string
  generateBundle(
    this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): unknown },
    options: unknown,
    bundle: Readonly<Record<string, { readonly type: string; readonly moduleIds?: readonly string[] }>>,
  ): void
}

/** The name of the file with the licences of the code of others in a bundle. */
const NOTICES = 'THIRD-PARTY.txt'

/**
 * Collects the packages of others whose code is in a bundle, and writes their names, versions and licences beside it. The
 * plugins of one bundle and of its workers share one collection: pass `packages` to all of them, and `writes` to the one
 * that runs last. `compiled` names packages whose code is part of the WebAssembly.
 */
export function thirdParty({
  packages = new Map<string, string>(),
  writes = true,
  compiled = [] as readonly string[],
} = {}): NoticePlugin {
  return {
    name: 'third-party',
    generateBundle(_, bundle) {
      for (const { moduleIds = [] } of Object.values(bundle)) {
        for (const id of moduleIds) {
          const folder = packageFolder(id.replace(/^\0/, '').replace(/\?.*$/, ''))
          if (folder !== null) packages.set(folder.name, folder.path)
        }
      }
      if (!writes) return
      for (const name of compiled) packages.set(name, join('node_modules', name))
      if (packages.size > 0) this.emitFile({ type: 'asset', fileName: NOTICES, source: noticesOf(packages) })
    },
  }
}

/** The package of a module in node_modules; null for modules of our own. */
function packageFolder(id: string): { name: string; path: string } | null {
  const match = /^(.*node_modules[\\/])((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)
  return match === null ? null : { name: match[2].replaceAll('\\', '/'), path: match[1] + match[2] }
}

function noticesOf(packages: ReadonlyMap<string, string>): string {
  const parts = [...packages]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, path]) => {
      const { version, license, homepage } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
      const head = [`${name} ${version}`, `License: ${license}`, ...(homepage ? [homepage] : [])].join('\n')
      return `${head}\n\n${licenceIn(path)}`
    })
  const rule = `\n\n${'-'.repeat(78)}\n\n`
  return `This software contains code of the following packages.${rule}${parts.join(rule)}\n`
}

/** The texts of the licence and of the notice in a folder. */
function licenceIn(path: string): string {
  const files = existsSync(path) ? readdirSync(path).filter(name => /^(licen[cs]e|notice|copying)/i.test(name)) : []
  const texts = files.sort().map(name => readFileSync(join(path, name), 'utf8').trim())
  return texts.length > 0
    ? texts.join('\n\n')
    : '(The package has no licence file; its package.json names the licence above.)'
}
