import { fixedText } from '../src/internal.js'
import type { Catalogue, DatasetEntry, Experiment } from './catalogue.js'
import type { PageCell, PageSection } from './page-blocks.js'
import { distanceOf } from './page-tables.js'
import { isOwnPool, planRuns } from './plan.js'
import type { Published } from './published.js'
import { cellOf, meanOf } from './summarize.js'

export interface KernelsInput {
  readonly catalogue: Catalogue
  readonly folder: string
  readonly datasets: readonly DatasetEntry[]
  readonly published: Published
  /** The kernel methods with their kernels treated in several ways, under several scalings of the features. */
  readonly kernels: Experiment
}

/** What is done to the kernels and to the rows of the embedding; the end of a method's name. */
const READINGS: readonly (readonly [kernels: string, rows: string, suffix: string])[] = [
  ['plain', 'as they are', ''],
  ['plain', 'scaled', '-rows'],
  ['of diagonal 1', 'as they are', '-unit'],
  ['of diagonal 1', 'scaled', '-unit-rows'],
  ['centred', 'as they are', '-centred'],
  ['centred', 'scaled', '-centred-rows'],
  ['centred, then of diagonal 1', 'as they are', '-centred-unit'],
  ['centred, then of diagonal 1', 'scaled', '-centred-unit-rows'],
]

/** How far SMKKM, MKKM and MKKC are from their published rows when kernels are treated as their authors do, or not. */
export function kernelsSection({ catalogue, folder, datasets, published, kernels }: KernelsInput): PageSection {
  const runs = planRuns(catalogue, kernels).filter(run => isOwnPool(run.dataset, run.pool))
  const distanceCell = (name: string): PageCell => {
    const own = runs.filter(run => run.method.name === name)
    if (own.length === 0) return '–'
    const distances = datasets.map(dataset => {
      const run = own.find(each => each.dataset === dataset)
      const cell = run === undefined ? null : cellOf(run, folder, null)
      return cell === null || cell.lines.length < cell.planned
        ? Number.NaN
        : distanceOf(cell, published, run!.method.published!, dataset.name)
    })
    const mean = meanOf(distances)
    return Number.isNaN(mean) ? 'not run' : fixedText(mean, 1)
  }
  return {
    id: 'kernels',
    title: 'How the kernel methods are run',
    blocks: [
      {
        words:
          'The paper does not say what it does to the kernels before SMKKM and MKKM. The demonstration of SMKKM’s author, with which MKKM comes, centres every kernel, scales it to a diagonal of 1, and scales the rows of the embedding; the package of MKKC recommends to centre and scale. All of it was tried on all datasets and under all three scalings of the features; 20 repeats.',
      },
      {
        table: {
          caption:
            'Mean distance from the published rows, in points, over the ten datasets and NMI, ARI and purity; features scaled as below. MKKC always scales the rows',
          columns: ['kernels', 'rows of Z', 'SMKKM', 'MKKM (min-min)', 'MKKC (min-max)'],
          rows: READINGS.map(([what, rows, suffix]): PageCell[] => [
            ...[what, rows, distanceCell(`smkkm${suffix}`), distanceCell(`mkkm${suffix}`)],
            suffix.endsWith('-rows') ? distanceCell(`mkkc${suffix.replace('-rows', '')}`) : '–',
          ]),
          wordColumns: [1],
        },
      },
    ],
  }
}
