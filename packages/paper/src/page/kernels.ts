import { fixedText } from 'chorale-report/data'
import { isOwnPool, planRuns } from '../plan.js'
import { cellOf, meanOf } from '../summarize.js'
import type { PageSection } from './blocks.js'
import { experimentOf, type Study } from './study.js'
import { distanceOf } from './tables.js'

/** What is done to the kernels and to the rows of the embedding, and how the names of these variants end. */
const VARIANTS: readonly (readonly [kernels: string, rows: string, suffix: string])[] = [
  ['plain', 'not scaled', ''],
  ['plain', 'scaled', '-rows'],
  ['unit diagonal', 'not scaled', '-unit'],
  ['unit diagonal', 'scaled', '-unit-rows'],
  ['centred', 'not scaled', '-centred'],
  ['centred', 'scaled', '-centred-rows'],
  ['centred, then unit diagonal', 'not scaled', '-centred-unit'],
  ['centred, then unit diagonal', 'scaled', '-centred-unit-rows'],
]

/** How far SMKKM, MKKM and MKKC are from their published rows, with and without the settings of their authors. */
export function kernelsSection(study: Study): PageSection {
  const { methods, repeats } = experimentOf(study, 'kernels')
  const cell = (name: string) => {
    if (!methods.includes(name)) return '–'
    const distance = kernelDistance(study, name)
    return distance === null ? 'not run' : fixedText(distance, 1)
  }
  return {
    id: 'kernels',
    title: 'How we run the kernel methods',
    blocks: [
      {
        words: `The paper does not say how it prepares the kernels for SMKKM and MKKM. The demo by the author of SMKKM, which includes MKKM, centres every kernel, scales it to a unit diagonal, and scales the rows of the embedding to length 1; we call these “demo settings”. The MKKC package recommends centring and scaling the kernels; we call these “recommended settings”. We tried every combination on all datasets and under all three scalings of the features, with ${repeats} repeats.`,
      },
      {
        table: {
          caption:
            'Mean distance from the published row in points, over the ten datasets and NMI, ARI and purity, with the feature scaling of the next section. MKKC always scales the rows',
          columns: ['kernels', 'rows of Z', 'SMKKM', 'MKKM (min-min)', 'MKKC (min-max)'],
          rows: VARIANTS.map(([kernels, rows, suffix]) => [
            kernels,
            rows,
            cell(`smkkm${suffix}`),
            cell(`mkkm${suffix}`),
            suffix.endsWith('-rows') ? cell(`mkkc${suffix.replace('-rows', '')}`) : '–',
          ]),
          wordColumns: [1],
        },
      },
    ],
  }
}

/** The mean distance of a kernel method from its published row over the ten datasets; null unless it is complete. */
export function kernelDistance(study: Study, name: string): number | null {
  const { catalogue, results, datasets, published } = study
  const kernels = experimentOf(study, 'kernels')
  const runs = planRuns(catalogue, { ...kernels, methods: [name] }).filter(run => isOwnPool(run.dataset, run.pool))
  const distances = datasets.map(dataset => {
    const run = runs.find(each => each.dataset === dataset)
    const cell = run === undefined ? null : cellOf(run, results, null)
    if (cell === null || cell.lines.length < cell.planned) return Number.NaN
    return distanceOf(cell, published, run!.method.published!, dataset.name)
  })
  const mean = meanOf(distances)
  return Number.isNaN(mean) ? null : mean
}
