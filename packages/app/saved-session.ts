/** What the app needs to show the same result again. */
export interface SavedState {
  readonly fileName: string
  /** The name of the example; null for a file of the user. */
  readonly example: string | null
  /** The settings as the hash of a URL. */
  readonly settings: string
  /** The settings of the result; null if there is none. */
  readonly resultSettings: string | null
  /** The names that the user gave to clusters. */
  readonly clusterNames: readonly (readonly [number, string])[]
  /** The clusters of the result, with the numbers and merges that the user saw. */
  readonly labels: Int32Array | null
}

/** A saved state with its file. */
export interface SavedSession extends SavedState {
  readonly file: Blob
}

const DATABASE = 'chorale'
const STORE = 'session'
const FILE = 'file'
const STATE = 'state'

/** Keeps a copy of the file in this browser. Without storage, nothing is kept. */
export function saveFileCopy(file: Blob): Promise<void> {
  return change(store => {
    store.clear()
    store.put(file, FILE)
  })
}

export function saveState(state: SavedState): Promise<void> {
  return change(store => store.put(state, STATE))
}

export function forgetSaved(): Promise<void> {
  return change(store => store.clear())
}

/** The last session; null if there is none. */
export async function readSaved(): Promise<SavedSession | null> {
  try {
    const database = await openDatabase()
    try {
      const store = database.transaction(STORE).objectStore(STORE)
      const [file, state] = await Promise.all([answer(store.get(FILE)), answer(store.get(STATE))])
      return file instanceof Blob && isState(state) ? { ...state, file } : null
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

function isState(value: unknown): value is SavedState {
  return typeof value === 'object' && value !== null && 'fileName' in value && 'settings' in value
}

async function change(act: (store: IDBObjectStore) => void): Promise<void> {
  try {
    const database = await openDatabase()
    try {
      const transaction = database.transaction(STORE, 'readwrite')
      act(transaction.objectStore(STORE))
      await new Promise<void>((done, failed) => {
        transaction.oncomplete = () => done()
        transaction.onabort = () => failed(transaction.error)
      })
    } finally {
      database.close()
    }
  } catch {
    // A private window or a full disk: the app works without a copy.
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return answer(request)
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((found, failed) => {
    request.onsuccess = () => found(request.result)
    request.onerror = () => failed(request.error)
  })
}
