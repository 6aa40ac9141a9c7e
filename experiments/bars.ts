/** What was to be reached, in points. */
export const BARS: readonly (readonly [row: string, dataset: string, limit: number])[] = [
  ['gpec 0.1', 'seeds', 2.5],
  ['gpec best', 'tox171', 2.5],
  ['gpec best', 'warpar10p', 2.5],
  ['gpec best', 'wfrn', 2.5],
  ['gpec 0.1', 'rice', 2.5],
  ['gpec best', 'rice', 2.5],
  ['gpec best', 'allaml', 3],
]
