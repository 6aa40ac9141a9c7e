/** What can be done about missing values: fill in the median or the mean of the column, or leave the rows out. */
export const IMPUTATIONS = ['median', 'mean', 'drop-rows'] as const
/** What is done about missing values. */
export type Imputation = (typeof IMPUTATIONS)[number]
