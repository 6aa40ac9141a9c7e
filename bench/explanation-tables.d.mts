export interface ArtefactTable {
  readonly table: Record<string, (number | string | null)[]>
  readonly options: { readonly clusterCount: number; readonly impute?: 'median'; readonly scale?: 'none' }
}

export const ARTEFACTS: Record<
  string,
  (seed: number) => ArtefactTable & { readonly kind: string; readonly name: string | null }
>
export const CLEAN: Record<string, (seed: number) => ArtefactTable>
export function uniformFrom(seed: number): () => number
export function rowsOf(table: ArtefactTable['table']): Record<string, number | string | null>[]
export function cloudRows(seed: number, n: number): Record<string, number | string | null>[]
export function blobRows(seed: number, n: number, distance: number): Record<string, number | string | null>[]
