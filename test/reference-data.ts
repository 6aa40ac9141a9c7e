import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, inject, it } from 'vitest'

const folder = inject('dataFolder')

/**
 * A suite that needs the reference data. Without the folder its name is listed as not run; where CI is set that is a
 * failure, unless CHORALE_WITHOUT_DATA says that the data are left out on purpose.
 */
export function describeWithData(name: string, suite: () => void): void {
  if (folder !== null) {
    describe(name, suite)
    return
  }
  const missing = `${name}: needs a folder with data/, golden/ and paper/, named by CHORALE_DATA`
  if (process.env.CI && !process.env.CHORALE_WITHOUT_DATA) {
    it(missing, () => {
      throw new Error('the reference data are missing, and CI must not pass without them')
    })
  } else it.skip(missing)
}

/** A JSON file of the reference data, such as golden/gpec.json. */
export function referenceJson<T>(path: string): T {
  return JSON.parse(readFileSync(`${folder}/${path}`, 'utf8')) as T
}

export function referencePath(path: string): string {
  return `${folder}/${path}`
}

/** Columns of a published pool of labelings (c1..c100, gt) as numbers, one array per column. */
export function poolColumns(pool: string, names: readonly string[]): number[][] {
  const [header, ...rows] = gunzipSync(readFileSync(`${folder}/data/pools/${pool}.csv.gz`))
    .toString()
    .trim()
    .split('\n')
  const columns = header!.split(',')
  const cells = rows.map(row => row.split(','))
  return names.map(name => {
    const at = columns.indexOf(name)
    if (at < 0) throw new Error(`${pool} has no column ${name}`)
    return cells.map(row => Number(row[at]))
  })
}

/** The names c1..cN. */
export function firstColumns(count: number): string[] {
  return Array.from({ length: count }, (_, t) => `c${t + 1}`)
}
