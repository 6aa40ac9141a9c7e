import fc from 'fast-check'

/** Values that do not belong where they are put. */
const WRONG: readonly unknown[] = [
  null,
  -1,
  0,
  1,
  1e308,
  2 ** 53,
  0.5,
  '',
  'x',
  '=',
  [],
  {},
  [[]],
  [0, 2, 'x'],
  true,
  Number.NaN,
  4e8,
  'AAAA',
  'chorale-model',
  '../../etc/passwd',
]

/** A change of one value of a tree. */
export interface Change {
  /** The keys on the way, each by its place among the keys of its level. */
  readonly path: readonly number[]
  readonly wrong: unknown
  readonly isLeftOut: boolean
}

export const CHANGE: fc.Arbitrary<Change> = fc.record({
  path: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
  wrong: fc.constantFrom(...WRONG),
  isLeftOut: fc.boolean(),
})

/** Replaces or removes one value of a tree. */
export function alter(root: Record<string, unknown>, { path, wrong, isLeftOut }: Change): void {
  let place: Record<string, unknown> = root
  for (const [level, step] of path.entries()) {
    const keys = Object.keys(place)
    if (keys.length === 0) return
    const key = keys[step % keys.length]
    const below = place[key]
    if (level < path.length - 1 && typeof below === 'object' && below !== null) {
      place = below as Record<string, unknown>
      continue
    }
    if (isLeftOut && Array.isArray(place)) place.splice(Number(key), 1)
    else if (isLeftOut && !ArrayBuffer.isView(place)) delete place[key]
    // A copy: a change inside of it must not reach the next case.
    else place[key] = structuredClone(wrong)
    return
  }
}
