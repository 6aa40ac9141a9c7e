import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, resolve, sep } from 'node:path'
import { InputError } from 'chorale/internal'
import { isUrl, shownUrl } from 'chorale-node/internal'
import { bucketStorage } from './bucket-storage.js'
import { folderStorage, type Storage } from './storage.js'

/** The storage at a path or URL. */
export function openStorage(address: string): Storage {
  return address.startsWith('s3://') ? bucketStorage(address) : folderStorage(address)
}

/** Refuses a path or URL that is not below one of the roots. Symbolic links are resolved. */
export async function checkBelowRoots(place: string, roots: readonly string[]): Promise<void> {
  const isBelow = isUrl(place) ? isBelowUrls(place, roots) : await isBelowFolders(place, roots)
  if (isBelow) return
  throw new InputError(`${shownUrl(place)}: access denied; the path is outside the folders of this worker (--root)`)
}

/** URLs with credentials or dot segments are below no root. */
function isBelowUrls(address: string, roots: readonly string[]): boolean {
  if (/\\|@|(^|\/)(\.|%2e){1,2}(\/|$)/i.test(address)) return false
  return roots.filter(isUrl).some(root => address.startsWith(root.endsWith('/') ? root : `${root}/`))
}

async function isBelowFolders(path: string, roots: readonly string[]): Promise<boolean> {
  // The system resolves a link before the dots behind it; whoever joins paths does not.
  const hasDots = path.split(/[/\\]/).some(segment => segment === '..' || segment === '.')
  if (!isAbsolute(path)) throw new InputError(`${path}: the path in a job must be absolute`)
  if (hasDots) return false
  const place = await realPlace(resolve(path))
  for (const root of roots.filter(each => !isUrl(each))) {
    const real = await realpath(root).catch(() => resolve(root))
    if (place === real || place.startsWith(real.endsWith(sep) ? real : real + sep)) return true
  }
  return false
}

/** The real path, even if its last segments do not exist yet. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : resolve(await realPlace(parent), path.slice(parent.length).replace(/^[/\\]+/, ''))
  }
}
