// Run with: deno run --allow-read --allow-env deno.ts
import { cluster, readTable } from 'npm:chorale'

const table = await readTable(await Deno.readFile('iris.csv'), { name: 'iris.csv' })
const { labels, review } = await cluster(table, { truth: 'species' })
console.log(new Set(labels).size, 'clusters, stability', review?.halfAgreement?.toFixed(2))
