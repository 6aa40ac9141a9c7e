// Run with: bun bun.ts
import { cluster, readTable } from 'chorale'

const table = await readTable(await Bun.file('iris.csv').text(), { name: 'iris.csv' })
const { labels, review } = await cluster(table, { truth: 'species' })
console.log(new Set(labels).size, 'clusters, stability', review?.halfAgreement?.toFixed(2))
