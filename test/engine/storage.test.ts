import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderStorage } from '../../node/engine/storage.js'
import { folderWith } from '../cli/run.js'

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
