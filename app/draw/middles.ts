import { someOf } from '../some-of.js'

/** Maximum number of samples per cluster to compute its centre from. */
const MOST_MEMBERS = 4000

/** Positions for the numbers of the clusters: at the sample nearest to the median, because the centre of a ring is empty. */
export function clusterMiddles(places: Float32Array, labels: Int32Array, clusters: readonly number[]) {
  const members = new Map<number, number[]>(clusters.map(cluster => [cluster, []]))
  for (let i = 0; i < labels.length; i++) members.get(labels[i])?.push(i)
  return [...members].flatMap(([cluster, all]) => {
    if (all.length === 0) return []
    const samples = Array.from(someOf(all.length, MOST_MEMBERS), at => all[at])
    const x = median(samples, i => places[2 * i])
    const y = median(samples, i => places[2 * i + 1])
    const distance = (i: number) => (places[2 * i] - x) ** 2 + (places[2 * i + 1] - y) ** 2
    const nearest = samples.reduce((best, i) => (distance(i) < distance(best) ? i : best))
    return [{ text: String(cluster), x: places[2 * nearest], y: places[2 * nearest + 1] }]
  })
}

function median(samples: readonly number[], value: (sample: number) => number): number {
  const sorted = Float32Array.from(samples, value).sort()
  return sorted[sorted.length >> 1]
}
