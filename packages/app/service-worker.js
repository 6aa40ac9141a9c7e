/* Keeps the files of the app, so that it opens without a network. The build replaces FILES and VERSION. */
const FILES = []
const VERSION = ''
const CACHE = `chorale-${VERSION}`

self.addEventListener('install', event => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then(cache => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', event => {
  const removeOld = async () => {
    const names = await caches.keys()
    await Promise.all(
      names.filter(name => name.startsWith('chorale-') && name !== CACHE).map(name => caches.delete(name)),
    )
    await self.clients.claim()
  }
  event.waitUntil(removeOld())
})

self.addEventListener('fetch', event => {
  const { request } = event
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return
  event.respondWith(request.mode === 'navigate' ? fromNetwork(request) : fromCache(request))
})

/** The page itself comes from the network if there is one, so that a new version appears with the next load. */
async function fromNetwork(request) {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match('./')) ?? Response.error()
  }
}

async function fromCache(request) {
  return (await caches.match(request)) ?? fetch(request)
}
