import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { cluster } from 'chorale'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chorale } from '../../packages/cli/test/run.js'

const page = readFileSync('docs/embeddings.md', 'utf8')
const source = resolve('examples/embeddings/sentences.mjs')
let home = ''

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'chorale-embeddings-'))
  symlinkSync(resolve('node_modules'), join(home, 'node_modules'))
})

afterAll(() => rmSync(home, { recursive: true }))

describe('the example of docs/embeddings.md', () => {
  it('is shown as it is, prints what the page says, and writes a table for the command', async () => {
    expect(page).toContain(`\`\`\`js\n${readFileSync(source, 'utf8').trimEnd()}\n\`\`\`\n`)
    const args = [source, resolve('examples/sentences.csv')]
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: home, encoding: 'utf8' })
    expect(status).toBe(0)
    expect(stdout).not.toBe('')
    expect(page).toContain(`\`\`\`text\n${stdout}\`\`\`\n`)

    const found = await chorale(['cluster', join(home, 'sentences.jsonl'), '-k', '6', '--truth', 'topic', '--json'])
    const { textColumn, metrics, clusters } = JSON.parse(found.stdout)
    expect([textColumn, clusters.length, metrics.ari > 0.95]).toEqual(['text', 6, true])
    expect(found.stderr).toContain('Features (1): embedding (vectors of 512 numbers)')
  })
})

describe('the recipe for sqlite-vec', () => {
  it('turns bytes into numbers, wherever they are in their memory', async () => {
    const vectors = Array.from({ length: 12 }, (_, i) => Float32Array.of(i % 2, 0.1 * i, 1))
    // A buffer that begins where no number of 32 bits can.
    const found = vectors.map((vector, id) => {
      const bytes = Buffer.alloc(13)
      Buffer.from(vector.buffer).copy(bytes, 1)
      return { id, embedding: bytes.subarray(1) }
    })
    const [line] = /^const rows = found\.map\(\(\{ id, embedding: b \}\).*$/m.exec(page)!
    const rows = new Function('found', `${line}; return rows`)(found)
    expect(rows.map((row: { embedding: Float32Array }) => row.embedding)).toEqual(vectors)
    const { labels } = await cluster(rows, { clusterCount: 2, id: 'id', review: false })
    expect(labels).toHaveLength(12)
  })
})
