import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { InputError } from '../../chorale/src/internal.js'
import { serveApp } from '../src/serve-app.js'
import { chorale, folderWith } from './run.js'

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Asks without a client that tidies the path up. */
function ask(address: string, path: string, { method = 'GET', host = '' } = {}): Promise<Answer> {
  const { hostname, port } = new URL(address)
  return new Promise((answered, failed) => {
    const asked = request({ hostname, port, path, method, headers: host === '' ? {} : { host } }, response => {
      let body = ''
      response.on('data', piece => {
        body += piece
      })
      response.on('end', () => answered({ status: response.statusCode!, headers: response.headers, body }))
    })
    asked.on('error', failed)
    asked.end()
  })
}

async function server(port?: number) {
  const served = await serveApp({ port })
  onTestFinished(() => served.close())
  return served
}

describe('the server of the app', () => {
  it('answers on loopback alone', async () => {
    const { address } = await server()
    const { port } = new URL(address)
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    const others = Object.values(networkInterfaces()).flatMap(each => each ?? [])
    for (const { address: outer } of others.filter(each => !each.internal && each.family === 'IPv4')) {
      await expect(ask(`http://${outer}:${port}/`, '/')).rejects.toThrow('ECONNREFUSED')
    }
  })

  it('sends strict headers with every answer', async () => {
    const { address } = await server()
    for (const path of ['/', '/nowhere']) {
      const { headers } = await ask(address, path)
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['content-security-policy']).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:/)
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      expect(headers['cross-origin-embedder-policy']).toBe('require-corp')
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it.each([
    '/../package.json',
    '/assets/../../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets',
    '/assets/',
    '//etc/passwd',
    '/index.html/',
    '/cli.js',
  ])('has nothing at %s', async path => {
    const { address } = await server()
    const { status, body } = await ask(address, path)
    expect({ status, body }).toEqual({ status: 404, body: '404\n' })
  })

  it('refuses to be asked under another name, or to be written to', async () => {
    const { address } = await server()
    expect((await ask(address, '/', { host: 'evil.example' })).status).toBe(403)
    expect((await ask(address, '/', { method: 'POST' })).status).toBe(405)
  })

  it('says that a port is taken', async () => {
    const { address } = await server()
    const port = Number(new URL(address).port)
    await expect(serveApp({ port })).rejects.toThrow(
      new InputError(`serveApp: port must be a free port; got ${port}, which is in use`),
    )
  })
})

describe('chorale ui', () => {
  it('prints the address, serves the page, and ends with Ctrl-C and exit code 0', async () => {
    const child = spawn(process.execPath, [resolve('packages/cli/dist/cli.js'), 'ui', '--no-open'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const address = await new Promise<string>(found => child.stdout.once('data', piece => found(String(piece).trim())))
    expect((await ask(address, '/')).body).toContain('<title>Chorale</title>')
    const code = new Promise(ended => child.once('close', ended))
    child.kill('SIGINT')
    expect(await code).toBe(0)
  })

  it.skipIf(process.platform !== 'linux')('opens the browser at the address', async () => {
    // The program that the desktop calls for addresses; this one notes what it is asked for.
    const folder = folderWith({ 'xdg-open': '#!/bin/sh\necho "$1" > "$(dirname "$0")/asked"\n' })
    chmodSync(join(folder, 'xdg-open'), 0o755)
    const child = spawn(process.execPath, [resolve('packages/cli/dist/cli.js'), 'ui', '--quiet'], {
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(() => void child.kill())
    const address = await new Promise<string>(found => child.stdout.once('data', piece => found(String(piece).trim())))
    await expect.poll(() => existsSync(join(folder, 'asked')), { timeout: 10_000 }).toBe(true)
    await expect.poll(() => readFileSync(join(folder, 'asked'), 'utf8').trim()).toBe(address)
  })

  it('refuses a port that is none', async () => {
    expect(await chorale(['ui', '--port', '0'])).toMatchObject({
      code: 2,
      stderr: 'chorale: --port must be an integer from 1 to 65535; got 0\n',
    })
  })
})
