// How often the check of what made the clusters names an artefact, and how often it is silent without one.
//
//   npm run build && node bench/explanations.mjs [tables per generator]
import { cluster } from '../packages/chorale/dist/index.js'
import { ARTEFACTS, CLEAN, rowsOf } from './explanation-tables.mjs'

const count = Number(process.argv[2] ?? 8)
let named = 0
let total = 0
for (const [kind, make] of Object.entries(ARTEFACTS)) {
  let hits = 0
  for (let seed = 0; seed < count; seed++) {
    const { table, options, kind: wanted, name } = make(seed + 1)
    const { explanation, verdict } = await cluster(rowsOf(table), options)
    const isNamed = explanation.some(each => each.kind === wanted && (name === null || each.name === name))
    hits += isNamed ? 1 : 0
    if (!isNamed || process.env.VERBOSE)
      console.log(`  ${isNamed ? 'named' : 'missed'} ${kind} ${seed + 1}: ${told(explanation)} ${verdict?.level}`)
  }
  console.log(`${kind}: named in ${hits} of ${count}`)
  named += hits
  total += count
}
console.log(`artefacts: named in ${named} of ${total}`)
let silent = 0
total = 0
for (const [kind, make] of Object.entries(CLEAN)) {
  let hits = 0
  for (let seed = 0; seed < count; seed++) {
    const { table, options } = make(seed + 1)
    const { explanation, verdict } = await cluster(rowsOf(table), options)
    hits += explanation.length === 0 ? 1 : 0
    if (explanation.length > 0 || process.env.VERBOSE)
      console.log(
        `  ${explanation.length > 0 ? 'accused' : 'silent'} ${kind} ${seed + 1}: ${told(explanation)} ${verdict?.level}`,
      )
  }
  console.log(`${kind}: silent in ${hits} of ${count}`)
  silent += hits
  total += count
}
console.log(`clean: silent in ${silent} of ${total}`)

function told(explanation) {
  return (
    explanation
      .map(({ kind, name, agreement, isCause }) => `${kind} ${name} ${agreement.toFixed(2)}${isCause ? ' !' : ''}`)
      .join('; ') || '-'
  )
}
