import { areComponents } from './components.js'
import type { Feature } from './encode-column.js'
import type { ReadingChoice } from './prepare-features.js'
import type { Scale } from './scale.js'
import { hasOneUnit, isWide } from './wide.js'

/** How features are scaled, what to say about it, and the choice if it was one. */
export interface ScaleDecision {
  readonly scale: Scale
  readonly note: string | null
  readonly choice: readonly ReadingChoice[]
}

const STANDARD: Scale = 'standard'

const SCALE_NOTES = {
  standard: 'features are scaled to mean 0 and standard deviation 1',
  minmax: 'features are scaled to the range 0 to 1',
  none: null,
}

const WHY_NOT = {
  genes: 'they are genes, which have one unit',
  names: 'they are principal components by their names',
  numbers: 'they are principal components: uncorrelated, with decreasing variances',
  unit: 'there are many and they seem to have one unit',
}

/**
 * The scale that was asked for. Otherwise: none for genes, for principal components and for many features of one unit,
 * whose differences in spread are part of the distance; `standard` for all others.
 */
export function decideScale(
  wanted: Scale | null,
  features: {
    readonly names: readonly string[]
    readonly sampleCount: number
    readonly isExpression: boolean
    /** Whether any of them stands for a category. */
    readonly hasCategories: boolean
    readonly variances: () => ArrayLike<number>
    readonly rowsAt: (rows: Int32Array) => Float64Array
  },
): ScaleDecision {
  if (wanted !== null) return { scale: wanted, note: SCALE_NOTES[wanted], choice: [] }
  const why = features.hasCategories ? null : whyUnscaled(features)
  if (why === null) return { scale: STANDARD, note: SCALE_NOTES[STANDARD], choice: [] }
  const reason = `${WHY_NOT[why][0].toUpperCase()}${WHY_NOT[why].slice(1)}.`
  return {
    scale: 'none',
    note: `features are not scaled, because ${WHY_NOT[why]}`,
    choice: [{ option: 'scale', value: 'none', reason }],
  }
}

function whyUnscaled({
  names,
  sampleCount,
  isExpression,
  variances,
  rowsAt,
}: Parameters<typeof decideScale>[1]): keyof typeof WHY_NOT | null {
  if (isExpression) return 'genes'
  const spreads = variances()
  const components = areComponents(names, spreads, sampleCount, rowsAt)
  if (components !== null) return components
  return isWide({ sampleCount, featureCount: names.length }) && hasOneUnit(spreads) ? 'unit' : null
}

/** The same for features in memory. */
export function standardScaleOf(
  features: readonly Feature[],
  sampleCount: number,
  wanted: Scale | null,
  isExpression: boolean,
): ScaleDecision {
  return decideScale(wanted, {
    names: features.map(({ name }) => name),
    sampleCount,
    isExpression,
    hasCategories: features.some(({ category }) => category !== null),
    variances: () => features.map(feature => varianceOf(feature, sampleCount)),
    rowsAt(rows) {
      const d = features.length
      const values = new Float64Array(rows.length * d)
      features.forEach(({ values: from, first, stride }, f) => {
        rows.forEach((row, at) => {
          values[at * d + f] = from[first + row * stride]
        })
      })
      return values
    },
  })
}

/** Relative to the first value, so that a large mean does not swallow the variance. */
function varianceOf({ values, first, stride }: Feature, n: number): number {
  let sum = 0
  let squares = 0
  for (let i = 1, at = first + stride; i < n; i++, at += stride) {
    const off = values[at] - values[first]
    sum += off
    squares += off * off
  }
  return squares / n - (sum / n) ** 2
}
