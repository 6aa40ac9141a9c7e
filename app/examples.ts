/** Data that come with the page. */
export interface Example {
  readonly name: string
  readonly file: string
  readonly address: URL
  readonly title: string
  readonly about: string
  readonly settings: { readonly truth?: string; readonly impute?: 'median'; readonly clusterCount?: number }
}

export const EXAMPLES: readonly Example[] = [
  {
    ...{ name: 'rings', file: 'rings.csv', title: 'Two rings' },
    address: new URL('../examples/rings.csv', import.meta.url),
    about: '400 points that k-means alone cannot tell apart',
    settings: { clusterCount: 2 },
  },
  {
    ...{ name: 'penguins', file: 'penguins.csv', title: 'Penguins' },
    address: new URL('../examples/penguins.csv', import.meta.url),
    about: '344 birds of three species, with gaps and texts',
    settings: { truth: 'species', impute: 'median', clusterCount: 3 },
  },
  {
    ...{ name: 'iris', file: 'iris.csv', title: 'Iris' },
    address: new URL('../examples/iris.csv', import.meta.url),
    about: '150 flowers, four measurements',
    settings: { truth: 'species', clusterCount: 3 },
  },
  {
    ...{ name: 'labelings', file: 'rings-labelings.csv', title: 'Ready-made clusterings' },
    address: new URL('../examples/rings-labelings.csv', import.meta.url),
    about: '20 clusterings of the same 400 points, to be made one',
    settings: { clusterCount: 2 },
  },
]
