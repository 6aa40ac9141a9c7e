// Compiles assembly/ to WebAssembly SIMD and writes it, as base64, into packages/chorale/src/numeric/loops/simd-module.ts,
// so that Node, bundlers and browsers load it without any file or network access.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'chorale-wasm-'))
const outFile = join(folder, 'kernels.wasm')
const { error, stderr } = await asc.main([
  join(root, 'packages/chorale/assembly/index.ts'),
  '--outFile',
  outFile,
  '--runtime',
  'stub',
  '--noAssert',
  '--use',
  'abort=',
  '--enable',
  'simd',
  '-O3',
  '--shrinkLevel',
  '0',
  '--converge',
  '--exportStart',
  'init',
])
if (error) {
  console.error(stderr.toString())
  process.exit(1)
}
const bytes = await readFile(outFile)
await rm(folder, { recursive: true })
await writeFile(
  join(root, 'packages/chorale/src/numeric/loops/simd-module.ts'),
  `// Generated from packages/chorale/assembly/ by scripts/build-wasm.mjs; ${bytes.length} bytes of WebAssembly.\n` +
    `export const SIMD_MODULE =\n  '${bytes.toString('base64')}'\n`,
)
console.error(`packages/chorale/src/numeric/loops/simd-module.ts: ${bytes.length} bytes of WebAssembly`)
