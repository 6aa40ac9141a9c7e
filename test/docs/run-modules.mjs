// Runs modules one after the other in this process and prints, as JSON, what each of them printed.
// node run-modules.mjs '[["name", "/path/to/module.mjs"], ...]'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

const printed = {}
for (const [name, file] of JSON.parse(process.argv[2])) {
  const { stdout, stderr } = process
  const own = { stdout: '', stderr: '', failure: null }
  const collect = stream => piece => {
    own[stream] += piece
    return true
  }
  const originals = [stdout.write, stderr.write]
  stdout.write = collect('stdout')
  stderr.write = collect('stderr')
  process.chdir(dirname(file))
  try {
    await import(pathToFileURL(file).href)
  } catch (error) {
    own.failure = error.stack
  } finally {
    ;[stdout.write, stderr.write] = originals
  }
  printed[name] = own
}
process.stdout.write(JSON.stringify(printed), () => process.exit(0))
