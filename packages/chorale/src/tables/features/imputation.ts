/**
 * What can be done about missing values: fill in the median or the mean of the column, or what the nearest rows have, or
 * leave the rows out.
 */
export const IMPUTATIONS = ['median', 'mean', 'knn', 'drop-rows'] as const
/** What is done about missing values. */
export type Imputation = (typeof IMPUTATIONS)[number]

/** Whether missing values are filled in. */
export function fillsIn(impute: Imputation | null | undefined): boolean {
  return impute !== undefined && impute !== null && impute !== 'drop-rows'
}
