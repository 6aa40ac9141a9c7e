// Counts the functions and files that a command passes, from the sources: a measure of what somebody has to read.
// node scripts/count-path.mjs [arguments of chorale]; by default, cluster examples/iris.csv -k 3
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'

const PACKAGES = ['chorale', 'report', 'node', 'cli']
const given = process.argv.slice(2)
const args = given.length > 0 ? given : ['cluster', resolve('examples/iris.csv'), '-k', '3']

// One JavaScript file per source file, so that the coverage of the engine tells them apart.
const home = mkdtempSync(join(tmpdir(), 'chorale-count-'))
try {
  mkdirSync(join(home, 'node_modules'))
  for (const name of readdirSync('node_modules')) {
    if (!/^(chorale|\.)/.test(name)) symlinkSync(resolve('node_modules', name), join(home, 'node_modules', name))
  }
  for (const name of PACKAGES) {
    const folder = resolve('packages', name)
    const own = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const target = join(home, 'node_modules', own.name)
    mkdirSync(target)
    writeFileSync(join(target, 'package.json'), JSON.stringify(own).replaceAll(/(\.\/src\/[^"]*)\.ts"/g, '$1.js"'))
    for (const path of readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })) {
      const place = join(target, 'src', path)
      mkdirSync(dirname(place), { recursive: true })
      if (path.endsWith('.json')) cpSync(join(folder, 'src', path), place)
      if (!path.endsWith('.ts')) continue
      const source = readFileSync(join(folder, 'src', path), 'utf8')
      writeFileSync(place.replace(/ts$/, 'js'), transformSync(source, { loader: 'ts', target: 'esnext' }).code)
    }
  }
  const main = join(home, 'node_modules', 'chorale-cli', 'src', 'cli.js')
  const coverage = join(home, 'coverage')
  execFileSync(process.execPath, ['--conditions=chorale-source', main, ...args, '--threads', '1'], {
    env: { ...process.env, NODE_V8_COVERAGE: coverage },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const files = new Set()
  let functions = 0
  for (const name of readdirSync(coverage)) {
    const { result } = JSON.parse(readFileSync(join(coverage, name), 'utf8'))
    for (const script of result.filter(({ url }) => url.startsWith('file:') && url.includes('/chorale'))) {
      const path = fileURLToPath(script.url)
      if (!path.startsWith(join(home, 'node_modules', 'chorale'))) continue
      // The first entry is the module itself. Functions without a name are parts of others.
      const passed = script.functions.slice(1).filter(({ functionName, ranges }) => functionName && ranges[0].count > 0)
      functions += passed.length
      if (passed.length > 0) files.add(path)
    }
  }
  console.log(`${functions} functions in ${files.size} files: chorale ${args.join(' ')}`)
} finally {
  rmSync(home, { recursive: true })
}
