// Adds to package-lock.json the optional packages of other platforms that the registry at hand could not show, so that
// `npm ci` accepts the file everywhere. Run after every change of the dependencies: npm run lock
import { readFileSync, writeFileSync } from 'node:fs'

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))

/** Which machines a package is for, read off its name: @scope/tool-linux-arm64-musl. */
function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32'].find(word =>
    words.includes(word),
  )
  const cpus = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']
  const cpu = cpus.find(word => words.includes(word))
  if (cpu === undefined) throw new Error(`complete-lockfile: cannot read the platform off ${name}`)
  const libc = words.some(word => word.startsWith('musl')) ? 'musl' : os === 'linux' ? 'glibc' : undefined
  return { cpu: [cpu], ...(os ? { os: [os] } : {}), ...(libc ? { libc: [libc] } : {}) }
}

/** The package that a dependency of the one at `from` resolves to: the nearest of its name, going up. */
function resolve(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const found = lock.packages[at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`]
    if (found || at === '') return found
  }
}

const added = []
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    // Packages per platform are asked for in one exact version; ranges belong to others, such as fsevents.
    if (place === '' || !/^\d+\.\d+\.\d+/.test(version) || resolve(place, name)?.version === version) continue
    // Beside its owner, or below it where another version has that place.
    const beside = `${place.slice(0, place.lastIndexOf('node_modules/'))}node_modules/${name}`
    const { dev } = entry
    const own = { version, ...(dev ? { dev } : {}), optional: true, ...platformOf(name) }
    lock.packages[lock.packages[beside] ? `${place}/node_modules/${name}` : beside] = own
    added.push(name)
  }
}
const [[root, own], ...others] = Object.entries(lock.packages)
others.sort(([a], [b]) => a.localeCompare(b, 'en'))
lock.packages = Object.fromEntries([[root, own], ...others])
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.error(`package-lock.json: ${added.length} optional packages of other platforms added`)
