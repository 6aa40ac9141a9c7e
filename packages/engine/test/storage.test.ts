import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderWith } from '../../cli/test/run.js'
import { folderStorage } from '../src/storage.js'

it('a folder is cleared while a late worker still writes into it', async () => {
  const address = join(folderWith({}), 'run')
  const storage = folderStorage(address)
  const piece = new Uint8Array(10)
  for (let part = 0; part < 20; part++) await storage.write(`${part}/first`, [piece])
  let isOver = false
  const late = async () => {
    for (let n = 0; !isOver && n < 300; n++) await storage.write(`${n % 20}/late-${n}`, [piece]).catch(() => {})
  }
  const writing = late()
  await storage.clear()
  isOver = true
  await writing
  await storage.clear()
  expect(existsSync(address)).toBe(false)
})

it('a folder gives and takes nothing outside of it', async () => {
  const folder = folderWith({ secret: 'secret' })
  const address = join(folder, 'run')
  const storage = folderStorage(address)
  const piece = new Uint8Array(10)
  for (const name of ['../secret', 'parts/../../secret', '/etc/passwd', 'secret', 'a/b/c', 'parts/..', '']) {
    await expect(storage.read(name)).rejects.toThrow('job refused: the name of a part is')
    await expect(storage.write(name, [piece])).rejects.toThrow('job refused: the name of a part is')
  }
  // Whoever can write to the folder may place links there.
  mkdirSync(join(address, 'parts'), { recursive: true })
  mkdirSync(join(folder, 'outside'))
  symlinkSync(join(folder, 'outside'), join(address, 'order'))
  symlinkSync(join(folder, 'secret'), join(address, 'parts', 'link'))
  await expect(storage.write('order/0', [piece])).rejects.toThrow('a symbolic link leads out of the folder')
  await expect(storage.read('parts/link')).rejects.toThrow('a symbolic link leads out of the folder')
  expect(readdirSync(join(folder, 'outside'))).toEqual([])
})
