import { type Bucket, openBucket, retrying, storeError } from 'chorale-node/internal'
import { checkPartName, type Storage } from './storage.js'

/** Stands for all names. */
const CLEAR = 'x'

/** A prefix in a bucket as storage. Writes of objects are atomic. */
export function bucketStorage(address: string): Storage {
  const ask = <T>(name: string, action: (bucket: Bucket) => Promise<T>) =>
    retrying(address, async () => {
      const bucket = await openBucket(`${address}/${name === CLEAR ? name : checkPartName(name)}`)
      try {
        return await action(bucket)
      } catch (error) {
        throw storeError(error, address) ?? error
      }
    })
  return {
    address,
    read: name =>
      ask(name, async ({ client, key }) => {
        const bytes = await client.getObjectArrayBuffer(key)
        return bytes === null ? null : new Uint8Array(bytes)
      }),
    write: (name, pieces) =>
      ask(name, async ({ client, key }) => {
        await client.putObject(key, Buffer.concat(pieces))
      }),
    remove: name =>
      ask(name, async ({ client, key }) => {
        await client.deleteObject(key)
      }),
    clear: () =>
      ask(CLEAR, async ({ client, key }) => {
        const found = (await client.listObjects('/', key.slice(0, -1))) ?? []
        for (const object of found) await client.deleteObject(object.Key)
      }),
  }
}
