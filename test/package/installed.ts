import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach } from 'vitest'

const execute = promisify(execFile)

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** Runs a program to its end. */
export async function run(command: string, args: string[], cwd: string): Promise<Outcome> {
  const env = { ...process.env, NO_COLOR: '1', npm_config_update_notifier: 'false' }
  try {
    return { code: 0, ...(await execute(command, args, { cwd, env, maxBuffer: 2 ** 28 })) }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout: stdout ?? '', stderr: stderr || String(error) }
  }
}

interface InstalledPackages {
  /** An empty project in which the packages are installed as a user would. */
  readonly project: string
  /** The files in each package, by its name. */
  readonly files: ReadonlyMap<string, readonly string[]>
  /** Why it could not be installed: no way to a registry. */
  readonly unreachable: string | null
}

/**
 * Built packages, installed for the tests of a file. Without a registry nothing can be installed: the tests are then
 * skipped by name, and fail where CI is set.
 */
export function installedPackages(names: readonly string[]): () => InstalledPackages {
  let installed: InstalledPackages
  beforeAll(async () => {
    installed = await installPackages(names)
  }, 300_000)
  afterAll(() => {
    if (installed !== undefined) rmSync(dirname(installed.project), { recursive: true })
  })
  beforeEach(context => {
    if (installed.unreachable === null) return
    if (process.env.CI) throw new Error(`the packages could not be installed: ${installed.unreachable}`)
    context.skip('the packages could not be installed: no registry can be reached')
  })
  return () => installed
}

/** Packs built packages and installs them into a project of its own. */
async function installPackages(names: readonly string[]): Promise<InstalledPackages> {
  const home = mkdtempSync(join(tmpdir(), 'chorale-package-'))
  const workspaces = names.flatMap(name => ['--workspace', name])
  const packed = await run('npm', ['pack', '--json', '--pack-destination', home, ...workspaces], resolve('.'))
  if (packed.code !== 0) throw new Error(packed.stderr)
  const json = packed.stdout.slice(packed.stdout.indexOf('['))
  const tarballs = JSON.parse(json) as { name: string; filename: string; files: { path: string }[] }[]

  const project = join(home, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true, "type": "module" }')
  const args = [
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    ...tarballs.map(({ filename }) => join(home, filename)),
  ]
  const { code, stderr } = await run('npm', args, project)
  const isUnreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(stderr)
  if (code !== 0 && !isUnreachable) throw new Error(stderr)
  const files = new Map(tarballs.map(each => [each.name, each.files.map(({ path }) => path)]))
  return { project, files, unreachable: code === 0 ? null : stderr }
}

/** Bytes of all files below a folder. */
export function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
