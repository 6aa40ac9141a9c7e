// How often the check of what made the clusters names an artefact, and how often it accuses nothing without one.
//
//   npm run build && node bench/explanations.mjs [tables per generator] [first seed] [folder of real tables]
//
// The limits were set on seeds up to 8. bench/real-tables.mjs says how the folder is filled.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cluster, readTable } from '../packages/chorale/dist/index.js'
import { ARTEFACTS, CLEAN, rowsOf } from './explanation-tables.mjs'
import { REAL_ARTEFACTS, REAL_CLEAN } from './real-tables.mjs'

const count = Number(process.argv[2] ?? 8)
const first = Number(process.argv[3] ?? 101)
const folder = process.argv[4]
const seeds = Array.from({ length: count }, (_, at) => first + at)

const isNamed = ({ kind, name }, { explanation }) =>
  explanation.some(each => each.kind === kind && (name === null || each.name === name))
await report('artefacts, generated: named', generated(ARTEFACTS), isNamed)
await report('without, generated: silent', generated(CLEAN), (_, { explanation }) => explanation.length === 0)
if (folder !== undefined) {
  const real = list => list.map(([file, k, kind, name]) => ({ title: `${file} ${k}`, file, k, kind, name }))
  await report('artefacts, real: named', real(REAL_ARTEFACTS), isNamed)
  await report('without, real: not accused', real(REAL_CLEAN), (_, { verdict }) => verdict.level !== 'artefact')
}

function generated(generators) {
  return Object.entries(generators).flatMap(([title, make]) =>
    seeds.map(seed => ({ title: `${title} ${seed}`, ...make(seed) })),
  )
}

async function report(title, cases, isRight) {
  let right = 0
  for (const each of cases) {
    const data =
      each.file === undefined
        ? rowsOf(each.table)
        : await readTable(readFileSync(join(folder, each.file)), { name: each.file })
    const options = each.file === undefined ? each.options : { clusterCount: each.k, impute: 'median' }
    const found = await cluster(data, options)
    if (isRight(each, found)) right++
    else console.log(`  ${each.title}: ${told(found)}`)
  }
  console.log(`${title} in ${right} of ${cases.length}`)
}

function told({ explanation, verdict }) {
  const causes = explanation.map(
    ({ kind, name, agreement, isCause }) => `${kind} ${name} ${agreement.toFixed(2)}${isCause ? ' !' : ''}`,
  )
  return `${verdict.level}: ${causes.join('; ') || '-'}`
}
