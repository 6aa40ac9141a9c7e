import { readdir, readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { checkOptionNames, invalid } from 'chorale/internal'

/** Options of {@link serveApp}. */
export interface ServeAppOptions {
  /** Port to listen on; a free port by default. */
  port?: number
}

/** A server of the browser app. */
export interface AppServer {
  /** URL of the app. */
  readonly address: string
  /** Ends the server and every connection to it. */
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Allows only the app's own files to load and run, no requests to other servers, and no framing. `wasm-unsafe-eval`
 * allows WebAssembly to compile; it does not allow strings to run as code.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'Content-Security-Policy': CONTENT_POLICY,
  // Both are required for shared memory between threads.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Cache-Control': 'no-cache',
}

interface ServedFile {
  readonly type: string
  readonly plain: Buffer
  readonly packed: Buffer
}

/**
 * Serves the browser app on this computer only. The files are read once and served from memory, so no URL can reach
 * files outside their folder.
 *
 * @example
 * ```ts
 * import { serveApp } from 'chorale-cli'
 *
 * const server = await serveApp()
 * const page = await fetch(server.address)
 * console.log(page.status, page.headers.get('x-content-type-options')) // 200 nosniff
 * await server.close()
 * ```
 */
export async function serveApp(options: ServeAppOptions = {}): Promise<AppServer> {
  checkOptionNames('serveApp', options, ['port'] satisfies (keyof ServeAppOptions)[])
  const { port = 0 } = options
  const files = await readApp(appFolder())
  const server = createServer((request, response) => answer(request, response, files))
  await new Promise<void>((listening, reject) => {
    server.once('error', error => reject(listenError(error, port)))
    server.listen(port, LOOPBACK, listening)
  })
  return {
    address: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise(closed => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function answer(request: IncomingMessage, response: ServerResponse, files: ReadonlyMap<string, ServedFile>): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  const path = request.url?.replace(/[?#].*$/, '')
  const file = files.get(path === '/' ? '/index.html' : (path ?? ''))
  const refusal = refusalOf(request) ?? (file === undefined ? 404 : null)
  if (file === undefined || refusal !== null) {
    response.statusCode = refusal ?? 404
    response.setHeader('Content-Type', 'text/plain; charset=utf-8')
    response.end(`${response.statusCode}\n`)
    return
  }
  const isPacked = /\bgzip\b/.test(String(request.headers['accept-encoding']))
  const content = isPacked ? file.packed : file.plain
  response.setHeader('Content-Type', file.type)
  response.setHeader('Content-Length', content.length)
  response.setHeader('Vary', 'Accept-Encoding')
  if (isPacked) response.setHeader('Content-Encoding', 'gzip')
  response.end(request.method === 'HEAD' ? undefined : content)
}

/** The status code for a request that is refused whatever its path; null for others. */
function refusalOf({ method, headers }: IncomingMessage): number | null {
  // Against DNS rebinding: another site whose name resolves to this host sends its own host name.
  const host = headers.host?.replace(/:\d+$/, '')
  if (host !== LOOPBACK && host !== 'localhost') return 403
  return method === 'GET' || method === 'HEAD' ? null : 405
}

async function readApp(folder: string): Promise<Map<string, ServedFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = new Map<string, ServedFile>()
  for (const entry of entries.filter(each => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const plain = await readFile(path)
    const type = TYPES[extname(path)] ?? 'application/octet-stream'
    files.set(`/${path.slice(folder.length).split(sep).join('/')}`, { type, plain, packed: gzipSync(plain) })
  }
  if (files.has('/index.html')) return files
  throw new Error(`the browser app is not built: ${folder} has no index.html; run npm run build`)
}

function listenError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') return invalid('serveApp', 'port', 'be a free port', `${port}, which is in use`)
  if (error.code === 'EACCES')
    return invalid('serveApp', 'port', 'be a port that you may use', `${port} (access denied)`)
  return error
}

/** The folder of the built app, beside the built library. Code that runs from source uses it, too. */
function appFolder(): string {
  const fromSource = import.meta.url.endsWith('.ts')
  return fileURLToPath(new URL(fromSource ? '../dist/app/' : './app/', import.meta.url))
}
