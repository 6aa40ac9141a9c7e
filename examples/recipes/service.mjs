// A service that clusters the CSV table in the body of a request: POST /?k=3. Work stops when the client goes away.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { cluster, InputError, readTable } from 'chorale'

const server = createServer(async (request, response) => {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    const { searchParams } = new URL(request.url, 'http://localhost')
    const table = await readTable(await text(request))
    const clusterCount = Number(searchParams.get('k'))
    const { labels, confidence, warnings } = await cluster(table, { clusterCount, signal: gone.signal })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ labels: [...labels], confidence: [...confidence], warnings }))
  } catch (error) {
    if (gone.signal.aborted) return
    // The caller can put an InputError right; anything else is a bug.
    response.statusCode = error instanceof InputError ? 400 : 500
    response.end(error.message)
  }
})
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => console.log(server.address().port))
