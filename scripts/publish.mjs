// Publishes every package that is not private to npm, each after those that it needs, with provenance.
//
//   node scripts/publish.mjs --check-tag v1.0.0           fails unless all packages have this version
//   node scripts/publish.mjs --repository owner/name      publishes; provenance needs the repository in every manifest
//   node scripts/publish.mjs --dry-run                    packs, and publishes nothing
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    'check-tag': { type: 'string' },
    repository: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
  },
})

const manifests = readdirSync('packages')
  .map(folder => ({ path: `packages/${folder}/package.json`, folder: `packages/${folder}` }))
  .map(place => ({ ...place, manifest: JSON.parse(readFileSync(place.path, 'utf8')) }))
  .filter(({ manifest }) => !manifest.private)
const packages = inOrder(manifests)

if (values['check-tag'] !== undefined) {
  const others = packages.filter(({ manifest }) => `v${manifest.version}` !== values['check-tag'])
  for (const { manifest } of others) console.error(`${manifest.name} has version ${manifest.version}`)
  if (others.length > 0) fail(`the release is ${values['check-tag']}`)
} else if (values['dry-run'] || /^[\w.-]+\/[\w.-]+$/.test(values.repository ?? '')) {
  for (const { path, folder, manifest } of packages) {
    if (values['dry-run']) {
      run('npm', 'pack', '--dry-run', `./${folder}`)
      continue
    }
    const url = `git+https://github.com/${values.repository}.git`
    writeFileSync(
      path,
      `${JSON.stringify({ ...manifest, repository: { type: 'git', url, directory: folder } }, null, 2)}\n`,
    )
    run('npm', 'publish', `./${folder}`, '--provenance', '--access', 'public')
  }
} else fail('--repository must be owner/name')

/** Packages in an order in which each comes after those that it depends on; optional peers come later. */
function inOrder(all) {
  const names = new Set(all.map(({ manifest }) => manifest.name))
  const done = new Set()
  const order = []
  while (order.length < all.length) {
    const ready = all.filter(
      ({ manifest }) =>
        !done.has(manifest.name) &&
        Object.keys(manifest.dependencies ?? {}).every(name => !names.has(name) || done.has(name)),
    )
    if (ready.length === 0) fail('the packages depend on each other in a circle')
    for (const each of ready) {
      done.add(each.manifest.name)
      order.push(each)
    }
  }
  return order
}

function run(...command) {
  console.log(command.join(' '))
  const { status } = spawnSync(command[0], command.slice(1), { stdio: 'inherit' })
  if (status !== 0) fail(`${command.join(' ')} failed`)
}

function fail(reason) {
  console.error(`publish: ${reason}`)
  process.exit(1)
}
