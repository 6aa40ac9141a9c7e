// Runs the unit tests and the tests of the packed package on other versions of Node.js. After npm run build:
// node scripts/run-on-node.mjs 22 24
// The npm packages node-<system>-<processor>, from which the package `node` takes its program, bring the binaries; they
// are kept in .cache/node. A version that cannot be downloaded is named, and with CI set that is a failure.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const versions = process.argv.slice(2)
if (versions.length === 0) fail('name at least one version: node scripts/run-on-node.mjs 22 24')

let failed = false
for (const version of versions) {
  const program = programOf(version)
  if (program === null) {
    console.error(`Not run: the tests on Node.js ${version}, which could not be downloaded`)
    if (process.env.CI) failed = true
    continue
  }
  const exact = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()
  console.error(`\nUnit tests and the packed package on Node.js ${exact}`)
  // First in the path, so that npm and the installed command run on it, too.
  const env = { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` }
  for (const tests of [
    ['--project', 'unit'],
    ['--project', 'integration', 'test/package/pack.test.ts'],
  ]) {
    const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...tests]
    if (spawnSync(program, args, { cwd: root, env, stdio: 'inherit' }).status !== 0) {
      console.error(`Failed on Node.js ${exact}: vitest run ${tests.join(' ')}`)
      failed = true
    }
  }
}
process.exit(failed ? 1 : 0)

/** The program of a version, downloaded when it is not there yet; null when that fails. */
function programOf(version) {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${system}-${process.arch}`
  const folder = join(root, '.cache', 'node', version)
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error']
  const args = ['install', ...quiet, '--prefix', folder, `${name}@${version}`]
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' })
  return status === 0 && existsSync(program) ? program : null
}

function fail(message) {
  console.error(`run-on-node: ${message}`)
  process.exit(2)
}
