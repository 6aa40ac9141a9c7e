import { S3mini } from 's3mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { S3Server } from './s3-server.js'
import { signatureOf } from './signature.js'

describe('signatureOf', () => {
  it("gives the signatures of Amazon's published examples", () => {
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': empty,
      'x-amz-date': '20130524T000000Z',
    }
    const get = { method: 'GET', url: '/test.txt', headers, signedHeaders: Object.keys(headers) }
    expect(signatureOf(get, secret, 'us-east-1')).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
    const signedHeaders = ['host', 'x-amz-content-sha256', 'x-amz-date']
    const list = { method: 'GET', url: '/?max-keys=2&prefix=J', headers, signedHeaders }
    expect(signatureOf(list, secret, 'us-east-1')).toBe(
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    )
  })
})

describe('the S3 server of the tests', () => {
  const rightKeys = { accessKeyId: 'reader', secretAccessKey: 'right' }
  let server: S3Server
  beforeAll(async () => {
    server = await S3Server.start({ ...rightKeys, buckets: ['lab'] })
  })
  afterAll(() => server?.stop())
  const client = (keys = rightKeys, bucket = 'lab') => new S3mini({ ...keys, endpoint: `${server.url}/${bucket}` })
  const statusOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { status?: number }) => error.status,
    )

  it('gives back what was put, whole and by ranges, until it is deleted', async () => {
    const lab = client()
    await lab.putObject('a/b c+d.txt', 'hello')
    expect(await lab.getObject('a/b c+d.txt')).toBe('hello')
    const part = await lab.getObjectRaw('a/b c+d.txt', false, 1, 3)
    expect(part.headers.get('content-range')).toBe('bytes 1-2/5')
    expect(await part.text()).toBe('el')
    await lab.deleteObject('a/b c+d.txt')
    expect(await lab.getObject('a/b c+d.txt')).toBeNull()
  })

  it('lists the keys below a prefix, page by page', async () => {
    const lab = client()
    const keys = Array.from({ length: 25 }, (_, i) => `many/${String(i).padStart(2, '0')} & co`)
    for (const key of [...keys, 'more']) await lab.putObject(key, 'x')
    const found = await lab.listObjects('/', 'many/')
    expect(found!.map(({ Key }) => Key)).toEqual(keys)
  })

  it('refuses a wrong secret key, an unknown access key and a request without a signature', async () => {
    await client().putObject('there', 'x')
    expect(await statusOf(client({ ...rightKeys, secretAccessKey: 'wrong' }).getObject('there'))).toBe(403)
    expect(await statusOf(client({ ...rightKeys, accessKeyId: 'nobody' }).getObject('there'))).toBe(403)
    expect((await fetch(`${server.url}/lab/there`)).status).toBe(403)
  })

  it('knows no other bucket', async () => {
    expect(await statusOf(client(rightKeys, 'other').putObject('a', 'x'))).toBe(404)
  })
})
