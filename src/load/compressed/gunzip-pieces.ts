import { InputError } from '../../check.js'

/** Unpacks gzip piece by piece, by what the engine has for it. */
export async function* gunzipPieces(pieces: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const stream = new DecompressionStream('gzip')
  const writer = stream.writable.getWriter()
  let unread: unknown = null
  const feed = async () => {
    try {
      for await (const piece of pieces) await writer.write(piece as Uint8Array<ArrayBuffer>)
      await writer.close()
    } catch (error) {
      unread = error
      await writer.abort(error).catch(() => {})
    }
  }
  const fed = feed()
  const reader = stream.readable.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield value
    }
    await fed
  } catch (error) {
    // What could not be read, or was stopped, is not the packing's fault.
    if (error === unread && (error instanceof InputError || !isFaultOfPacking(error))) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new InputError(`${name}: the packed data (gzip) is damaged or cut short (${why})`)
  } finally {
    reader.releaseLock()
  }
}

/** Node's zlib errors carry a code; browsers throw a TypeError. */
function isFaultOfPacking(error: unknown): boolean {
  return error instanceof TypeError || /^(Z_|ERR_TRAILING)/.test(String((error as { code?: unknown })?.code))
}
