import { InputError } from '../check.js'

/** Unpacks gzip piece by piece, by what the engine has for it. */
export async function* gunzipPieces(pieces: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const stream = new DecompressionStream('gzip')
  const writer = stream.writable.getWriter()
  const feed = async () => {
    for await (const piece of pieces) await writer.write(piece as Uint8Array<ArrayBuffer>)
    await writer.close()
  }
  const fed = feed().catch(async error => {
    await writer.abort(error).catch(() => {})
    throw error
  })
  fed.catch(() => {})
  const reader = stream.readable.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield value
    }
    await fed
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new InputError(`${name}: the packed data (gzip) is damaged or cut short (${error.message})`)
  } finally {
    reader.releaseLock()
  }
}
