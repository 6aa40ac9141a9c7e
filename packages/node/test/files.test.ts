import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { folderStorage } from '../../engine/src/storage.js'
import { checkWritable, writeFolder, writeWhole } from '../src/files.js'

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chorale-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The names of temporary files that another process with the same id, as in another container, takes. */
const NAMES_BY_ID = Array.from({ length: 500 }, (_, n) => `.chorale-${process.pid}-${n}.part`)

describe('writeWhole', () => {
  it('does not depend on the process id: what another container with the same id leaves is no obstacle', async () => {
    const folder = emptyFolder()
    for (const name of NAMES_BY_ID) writeFileSync(join(folder, name), 'of another')
    const path = join(folder, 'a.csv')
    await checkWritable(path)
    await writeWhole(path, sink => sink('mine'))
    expect(readFileSync(path, 'utf8')).toBe('mine')
    for (const name of NAMES_BY_ID) expect(readFileSync(join(folder, name), 'utf8')).toBe('of another')
  })

  it('follows no link that was planted under the name of a temporary file', async () => {
    const folder = emptyFolder()
    const victim = join(folder, 'victim')
    writeFileSync(victim, 'precious')
    for (const name of NAMES_BY_ID) symlinkSync(victim, join(folder, name))
    await writeWhole(join(folder, 'a.csv'), sink => sink('mine'))
    expect(readFileSync(victim, 'utf8')).toBe('precious')
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('mine')
  })

  it('never mixes files that are written to one folder at the same time', async () => {
    const folder = emptyFolder()
    const names = Array.from({ length: 20 }, (_, i) => `${i}.csv`)
    const write = (name: string) =>
      writeWhole(join(folder, name), async sink => {
        for (let line = 0; line < 50; line++) await sink(`${name}\n`)
      })
    await Promise.all(names.map(write))
    for (const name of names) expect(readFileSync(join(folder, name), 'utf8')).toBe(`${name}\n`.repeat(50))
    expect(readdirSync(folder).sort()).toEqual([...names].sort())
  })
})

describe('checkWritable', () => {
  it('removes temporary files of killed processes after a day, and no others', async () => {
    const folder = emptyFolder()
    const longAgo = new Date(Date.now() - 25 * 3600 * 1000)
    for (const name of ['.chorale-17-3.part', '.chorale-0123456789abcdef0123.part', 'mine.part', '.chorale-.csv']) {
      writeFileSync(join(folder, name), 'old')
      utimesSync(join(folder, name), longAgo, longAgo)
    }
    writeFileSync(join(folder, '.chorale-17-4.part'), 'being written')
    await checkWritable(join(folder, 'a.csv'))
    expect(readdirSync(folder).sort()).toEqual(['.chorale-.csv', '.chorale-17-4.part', 'mine.part'])
  })
})

describe('folderStorage', () => {
  it('writes parts under names that no other machine can take, and leaves nothing else', async () => {
    const folder = emptyFolder()
    const storage = folderStorage(folder)
    const write = (name: string) => storage.write(`parts/${name}`, [new TextEncoder().encode(name)])
    await Promise.all(['a', 'b', 'a', 'b'].map(write))
    expect(readdirSync(join(folder, 'parts')).sort()).toEqual(['a', 'b'])
    expect(statSync(join(folder, 'parts', 'a')).size).toBe(1)
  })
})

describe('writeFolder', () => {
  it('writes files in folders, all of them or none', async () => {
    const parent = emptyFolder()
    const path = join(parent, 'new', 'study')
    await writeFolder(path, false, async sink => {
      await sink('a.txt', ['one ', 'two'])
      await sink('deep/er/b.txt', [Uint8Array.of(51)])
      expect(existsSync(path)).toBe(false)
    })
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('one two')
    expect(readFileSync(join(path, 'deep', 'er', 'b.txt'), 'utf8')).toBe('3')
    const failing = writeFolder(join(parent, 'other'), false, async sink => {
      await sink('a.txt', ['one'])
      throw new Error('interrupted')
    })
    await expect(failing).rejects.toThrow('interrupted')
    expect(readdirSync(parent)).toEqual(['new'])
  })

  it('replaces a folder only where it may, and keeps it if writing fails', async () => {
    const parent = emptyFolder()
    const path = join(parent, 'study')
    const write = (text: string, replaces: boolean) => writeFolder(path, replaces, sink => sink(`${text}.txt`, [text]))
    await write('first', false)
    await expect(write('second', false)).rejects.toThrow(`${path}: the folder is not empty`)
    const failing = writeFolder(path, true, async () => {
      throw new Error('interrupted')
    })
    await expect(failing).rejects.toThrow('interrupted')
    expect(readdirSync(path)).toEqual(['first.txt'])
    await write('third', true)
    expect(readdirSync(path)).toEqual(['third.txt'])
    expect(readdirSync(parent)).toEqual(['study'])
  })
})
