import { buildReport, heatColour, weightWords } from 'chorale-report/data'
import { describe, expect, it } from 'vitest'
import { adoptLabelings, consensus, METHODS, type MethodName, methodNamed } from '../../chorale/src/internal.js'
import {
  CLUSTER_COLOURS,
  CLUSTER_SHAPES,
  type ColourScheme,
  clusterMark,
  PAGE_COLOURS,
  shapePath,
} from '../src/data/cluster-marks.js'
import { shellWord } from '../src/data/run-words.js'
import { wholeInput, withResult } from './inputs.js'

describe('buildReport', () => {
  it('joins warnings and notes of all sources, each once', async () => {
    const input = withResult(await wholeInput({ warnings: ['odd', 'rare'], notes: ['first'] }), { warnings: ['rare'] })
    const { warnings, notes } = buildReport(input)
    expect(warnings).toEqual(['odd', 'rare'])
    expect(notes).toEqual(['first', 'features are taken as they are'])
  })

  it('leaves out what the result has nothing for', async () => {
    const whole = await wholeInput({ dataset: null })
    const report = buildReport(withResult(whole, { embedding: null, eigenvalues: null, eigengap: null }))
    expect(report).toMatchObject({ profiles: null, embedding: null, spectrum: null, truth: null })
    expect(report.sampleName(4)).toBe('5')
  })

  it('says what was done in the order of the steps', async () => {
    const steps = buildReport(await wholeInput({ ensembleOrigin: 'by hand' })).steps
    expect(steps[0]).toBe('Read 24 samples with 2 features from leaves.csv, in the original units.')
    expect(steps[1]).toMatch(
      /^Clustered the samples 6 times in different ways \(by hand\)\. The base clusterings have 3 to /,
    )
    expect(steps.at(-1)).toBe('The result is one clustering with 3 clusters.')
    expect(buildReport(await wholeInput({ dataset: null })).steps[0]).toMatch(
      /^Read 6 base clusterings of the same 24 samples from leaves\.csv\./,
    )
  })

  it('says how many clusters were found, not how many were wanted', async () => {
    const labelings = [
      [0, 0, 1, 1, 1],
      [0, 0, 0, 0, 1],
    ]
    const result = await consensus(labelings, { clusterCount: 5, method: 'lwgp' })
    const { steps } = buildReport({ result, ensemble: adoptLabelings(labelings), version: '1' })
    expect(steps.at(-1)).toBe('The result is one clustering with 3 clusters.')
  })

  it('says how many rows were fitted, if not all', async () => {
    const whole = await wholeInput()
    const stepsFor = (fit: { rows: number; of: number }) =>
      buildReport(withResult(whole, { fit: { ...fit, reason: 'too slow' } })).steps.join()
    expect(stepsFor({ rows: 20_000, of: 1_000_000 })).toContain(
      'Fitted on a random sample of 20,000 of the 1,000,000 rows',
    )
    expect(stepsFor({ rows: 500, of: 500 })).not.toContain('Fitted on')
  })

  it('prefers the ids and the truth that are given to those of the dataset', async () => {
    const ids = Array.from({ length: 24 }, (_, i) => `id ${i}`)
    const truth = ids.map((_, i) => String(i % 2))
    const report = buildReport(await wholeInput({ ids, truth, truthName: 'parity' }))
    expect(report.sampleName(3)).toBe('id 3')
    expect(report.truth).toMatchObject({ name: 'parity' })
  })

  it('makes no table of more classes than one can read, but still compares', async () => {
    const labelings = [0, 1, 2].map(t => Array.from({ length: 80 }, (_, i) => (i + t > 40 ? 1 : 0)))
    const result = await consensus(labelings, { clusterCount: 2 })
    const truth = Array.from({ length: 80 }, (_, i) => `class ${i}`)
    const report = buildReport({ result, ensemble: adoptLabelings(labelings), truth, version: '1' })
    expect(report.truth).toMatchObject({ name: 'truth', table: null })
    expect(report.truth!.metrics.purity).toBe(2 / 80)
  })
})

describe('weightWords', () => {
  const of = (name: MethodName) => methodNamed(name, METHODS)
  const row = (name: string, clusterCount: number, weight: number) => ({
    name,
    clusterCount,
    weight,
    agreement: 0.5,
    coverage: 1,
  })

  it('says that a weight is no score, and why it is large', () => {
    const words = weightWords([row('a', 2, 0.6), row('b', 9, 0.4)], of('gpec')).join(' ')
    expect(words).toContain('not a quality score')
    expect(words).toContain('proportional to 1 / s')
    expect(words).toContain('from 0.4 (b, 9 clusters) to 0.6 (a, 2 clusters)')
  })

  it('claims nothing of the kind for methods that weigh otherwise', () => {
    expect(weightWords([row('a', 2, 0.6), row('b', 9, 0.4)], of('sec')).join(' ')).not.toContain('1 / s')
  })

  it('says when weights are equal', () => {
    expect(weightWords([row('a', 2, 0.5), row('b', 9, 0.5)], of('balanced'))[0]).toMatch(
      /^All weights are equal \(0\.5 each\)/,
    )
  })
})

describe('shellWord', () => {
  it('quotes what a shell would take apart', () => {
    expect(['--k=3', 'a b', "it's", '', '$HOME', 'a;b'].map(shellWord)).toEqual([
      '--k=3',
      "'a b'",
      "'it'\\''s'",
      "''",
      "'$HOME'",
      "'a;b'",
    ])
  })
})

describe('clusterMark', () => {
  it('looks different for 56 clusters', () => {
    const looks = Array.from({ length: 57 }, (_, c) => JSON.stringify(clusterMark(c)))
    expect(new Set(looks).size).toBe(56)
    expect(looks[56]).toBe(looks[0])
  })

  it('has shapes of equal area', () => {
    for (const shape of CLUSTER_SHAPES) {
      if (shape === null) continue
      const twice = shape.reduce((sum, [x, y], at) => {
        const [nextX, nextY] = shape[(at + 1) % shape.length]
        return sum + x * nextY - y * nextX
      }, 0)
      expect(Math.abs(twice) / 2).toBeCloseTo(1, 12)
    }
    expect(shapePath(CLUSTER_SHAPES[1], 16)).toBe('M2,-2L2,2L-2,2L-2,-2Z')
    expect(shapePath(null, Math.PI)).toBe('M1,0A1,1,0,1,1,-1,0A1,1,0,1,1,1,0Z')
  })

  const schemes = ['light', 'dark'] as const

  it.each(schemes)('has a contrast of 3 to the %s page', scheme => {
    for (const colour of CLUSTER_COLOURS[scheme])
      expect(contrast(colour, PAGE_COLOURS[scheme])).toBeGreaterThanOrEqual(3)
  })

  it.each(schemes)('is told apart without red, green or blue cones on the %s page', scheme => {
    expect(leastDistance(scheme, PROTANOPIA)).toBeGreaterThan(0.1)
    expect(leastDistance(scheme, DEUTERANOPIA)).toBeGreaterThan(0.1)
    expect(leastDistance(scheme, TRITANOPIA)).toBeGreaterThan(0.085)
  })

  it('fades from the page to its opposite', () => {
    const light = (share: number) => heatColour(share, 'light').reduce((a, b) => a + b)
    const dark = (share: number) => heatColour(share, 'dark').reduce((a, b) => a + b)
    for (let share = 0; share < 1; share += 0.05) {
      expect(light(share + 0.05)).toBeLessThan(light(share))
      expect(dark(share + 0.05)).toBeGreaterThan(dark(share))
    }
  })
})

// How dichromats see linear RGB: Machado, Oliveira and Fernandes 2009, severity 1.
const PROTANOPIA = [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998]
const DEUTERANOPIA = [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881]
const TRITANOPIA = [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039]

function linear(hex: string): number[] {
  return [1, 3, 5].map(at => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
}

function contrast(a: string, b: string): number {
  const [low, high] = [a, b]
    .map(hex => linear(hex))
    .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
    .sort((x, y) => x - y)
  return high / low
}

/** Ottosson 2020. */
function oklab([red, green, blue]: number[]): number[] {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function leastDistance(scheme: ColourScheme, sight: number[]): number {
  const seen = CLUSTER_COLOURS[scheme].map(hex => {
    const rgb = linear(hex)
    return oklab(
      [0, 3, 6].map(at =>
        Math.min(
          1,
          Math.max(
            0,
            rgb.reduce((sum, value, j) => sum + sight[at + j] * value, 0),
          ),
        ),
      ),
    )
  })
  return Math.min(
    ...seen.flatMap((a, at) => seen.slice(at + 1).map(b => Math.hypot(...a.map((value, j) => value - b[j])))),
  )
}
