import type { Settings } from './settings.js'

/** An example dataset that is served with the app. */
export interface Example {
  readonly name: string
  readonly file: string
  readonly address: URL
  readonly title: string
  readonly about: string
  readonly settings: Partial<Settings>
}

export const EXAMPLES: readonly Example[] = [
  {
    name: 'rings',
    file: 'rings.csv',
    title: 'Two rings',
    address: new URL('../../examples/rings.csv', import.meta.url),
    about: '400 points in two rings that k-means alone cannot separate',
    settings: { clusterCount: 2 },
  },
  {
    name: 'penguins',
    file: 'penguins.csv',
    title: 'Penguins',
    address: new URL('../../examples/penguins.csv', import.meta.url),
    about: '344 birds of three species, four features, some values missing',
    settings: {
      truth: 'species',
      impute: 'drop-rows',
      clusterCount: 3,
      columns: ['bill length mm', 'bill depth mm', 'flipper length mm', 'body mass g'],
    },
  },
  {
    name: 'iris',
    file: 'iris.csv',
    title: 'Iris',
    address: new URL('../../examples/iris.csv', import.meta.url),
    about: '150 flowers of three species, four features',
    settings: { truth: 'species', clusterCount: 3 },
  },
  {
    name: 'labelings',
    file: 'rings-labelings.csv',
    title: 'Base clusterings',
    address: new URL('../../examples/rings-labelings.csv', import.meta.url),
    about: '20 clusterings of the same 400 points, ready for a consensus',
    settings: { clusterCount: 2 },
  },
]
