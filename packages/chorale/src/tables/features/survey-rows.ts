import type { ColumnContent } from '../columns/column-content.js'
import { areDates } from '../columns/dates.js'
import { idRank, plainName, truthRank } from '../columns/role-names.js'
import { joinMoments, type Moments, momentsOf } from './scale.js'

/*
 * What has to be known of all rows of a large table of numbers before it is read for good: what its columns contain, and
 * how to scale them. The rows are looked through block by block, in any order and anywhere.
 */

/** What some rows of a column of numbers contain. */
export interface ColumnSurvey extends Moments {
  readonly missingCount: number
  readonly isDiscrete: boolean
  /** The different values of a discrete column, as long as they are few; else null. */
  readonly few: readonly number[] | null
}

/** A column with more integers does not look like classes. */
const FEW = 10

/** Looks through `rowCount` rows of numbers, row after row. */
export function surveyRows(values: Float64Array, rowCount: number, columnCount: number): ColumnSurvey[] {
  return Array.from({ length: columnCount }, (_, j) => surveyColumn(values, j, columnCount, rowCount))
}

function surveyColumn(values: Float64Array, first: number, stride: number, count: number): ColumnSurvey {
  let missingCount = 0
  let isDiscrete = true
  const end = first + count * stride
  for (let at = first; at < end; at += stride) {
    const value = values[at]
    if (Number.isNaN(value)) missingCount++
    else if (isDiscrete && Math.floor(value) !== value) isDiscrete = false
  }
  const few = new Set<number>()
  if (isDiscrete) for (let at = first; at < end && few.size <= FEW; at += stride) few.add(values[at])
  return {
    ...momentsOf(values, first, stride, count),
    missingCount,
    isDiscrete,
    few: isDiscrete && few.size <= FEW ? [...few] : null,
  }
}

/** The survey of all rows from those of their blocks, in order. */
export function joinSurveys(blocks: readonly (readonly ColumnSurvey[])[]): ColumnSurvey[] {
  return blocks[0].map((_, j) => {
    const parts = blocks.map(columns => columns[j])
    const isDiscrete = parts.every(part => part.isDiscrete)
    const few = parts.every(part => part.few !== null) ? new Set(parts.flatMap(part => part.few!)) : null
    return {
      ...joinMoments(parts),
      missingCount: parts.reduce((sum, part) => sum + part.missingCount, 0),
      isDiscrete,
      few: isDiscrete && few !== null && few.size <= FEW ? [...few] : null,
    }
  })
}

/**
 * The contents of columns of numbers of which none could be anything else than a feature: no value is missing or infinite,
 * and integers are neither ids, classes nor dates. Null for other columns: those have to be looked at as a whole.
 */
export function plainContents(
  names: readonly string[],
  rowCount: number,
  columns: readonly ColumnSurvey[],
): ColumnContent[] | null {
  const contents: ColumnContent[] = []
  for (const [j, { least, most, mean, square, missingCount, isDiscrete, few }] of columns.entries()) {
    const isConstant = least === most
    if (missingCount > 0 || !Number.isFinite(least) || !Number.isFinite(most)) return null
    if (isDiscrete && !isConstant) {
      const isNamed = idRank(names[j]) > 0 || truthRank(names[j], names) > 0
      const mayBeSteps = most - least === rowCount - 1
      if (isNamed || mayBeSteps || few !== null || areDates(plainName(names[j]), least, most)) return null
    }
    contents.push({
      type: 'number',
      codes: null,
      words: null,
      missingCount,
      isEmpty: false,
      isConstant,
      isDiscrete,
      steps: null,
      distinctCount: null,
      fingerprint: `${least} ${most} ${mean} ${square}`,
    })
  }
  return contents
}
