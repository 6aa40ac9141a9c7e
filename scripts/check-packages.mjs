// Checks every package as npm would publish it, after npm run build: its manifest, its files and its types.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

let failed = false
for (const name of readdirSync('packages')) {
  const { private: isPrivate, types } = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'))
  if (isPrivate) continue
  run('publint', '--strict', `packages/${name}`)
  // Entries called internal are for the packages of this repository and have no types.
  if (types) run('attw', '--pack', `packages/${name}`, '--profile', 'esm-only', '--exclude-entrypoints', 'internal')
}
process.exit(failed ? 1 : 0)

function run(program, ...args) {
  console.log(`${program} ${args.join(' ')}`)
  if (spawnSync(`node_modules/.bin/${program}`, args, { stdio: 'inherit' }).status !== 0) failed = true
}
