import { log2 } from '../numeric/exp-log.js'
import type { Description } from '../tables/features/to-dataset.js'
import type { Labels } from '../types.js'

/** A word that is typical of the texts of a cluster. */
export interface Keyword {
  readonly word: string
  /** Class-based tf-idf. */
  readonly score: number
  /** The share of the texts of the cluster that have the word, and the share of all other texts. */
  readonly inside: number
  readonly outside: number
}

/** A keyword is in at least so many texts of its cluster, or in all of them. */
const LEAST_TEXTS = 2
/** A keyword is at least this much more frequent in its cluster than elsewhere. */
const LEAST_CONTRAST = 2
/**
 * Stop words by document frequency, so that no list for any language is needed: words of which half of the clusters, and at least
 * three, have this part of their largest share.
 */
const STOP = { part: 0.1, clusters: 0.5, fewest: 3 }

/**
 * The keywords of every cluster by class-based tf-idf (M. Grootendorst: BERTopic, 2022), where a text counts a word once:
 *
 *   score(w, C) = (texts of C with w / pairs of a text of C and a word) · ln(1 + A / texts with w)
 *
 * A is the mean number of such pairs of a cluster. Returns one list for each cluster number. Linear in the length of the texts.
 */
export function keywordsOf({ values, codes }: Description, labels: Labels, count: number): Keyword[][] {
  const clusterCount = labels.reduce((most, label) => Math.max(most, label), -1) + 1
  const wordsOf = values.map(() => null as readonly number[] | null)
  const numberOf = new Map<string, number>()
  const numbers = (code: number) => {
    wordsOf[code] ??= distinctWords(values[code]).map(word => {
      const number = numberOf.get(word) ?? numberOf.size
      numberOf.set(word, number)
      return number
    })
    return wordsOf[code]
  }
  const counts = Array.from({ length: clusterCount }, () => new Map<number, number>())
  const sizes = new Float64Array(clusterCount)
  const pairs = new Float64Array(clusterCount)
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] < 0 || codes[i] < 0) continue
    const own = counts[labels[i]]
    const words = numbers(codes[i])
    sizes[labels[i]]++
    pairs[labels[i]] += words.length
    for (const word of words) own.set(word, (own.get(word) ?? 0) + 1)
  }
  const totals = new Float64Array(numberOf.size)
  for (const own of counts) for (const [word, texts] of own) totals[word] += texts
  const isStop = Uint8Array.from(totals, (_, word) =>
    Number(isStopWord(counts.map((own, c) => (own.get(word) ?? 0) / sizes[c]))),
  )
  const textCount = sizes.reduce((sum, size) => sum + size, 0)
  const mean = pairs.reduce((sum, each) => sum + each, 0) / clusterCount
  const names = [...numberOf.keys()]
  return counts.map((own, cluster) => {
    const found: Keyword[] = []
    for (const [word, texts] of own) {
      if (isStop[word] === 1 || texts < Math.min(LEAST_TEXTS, sizes[cluster])) continue
      const inside = texts / sizes[cluster]
      const others = textCount - sizes[cluster]
      const outside = others > 0 ? (totals[word] - texts) / others : 0
      if (inside < LEAST_CONTRAST * outside) continue
      const score = (texts / pairs[cluster]) * Math.LN2 * log2(1 + mean / totals[word])
      found.push({ word: names[word], score, inside, outside })
    }
    found.sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1))
    return found.slice(0, count)
  })
}

/** Whether a word with these shares in the texts of the clusters is everywhere. */
function isStopWord(shares: readonly number[]): boolean {
  const most = shares.reduce((best, share) => (share > best ? share : best), 0)
  const having = shares.filter(share => share >= STOP.part * most).length
  return having >= Math.max(STOP.fewest, STOP.clusters * shares.length)
}

/** Letters and digits of any script, joined by hyphens and apostrophes. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const IS_UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * The different words of a text in lower case. Numbers and single letters are no words. Where a script has no spaces between
 * words, every two neighbouring characters count as one.
 */
export function distinctWords(text: string): string[] {
  const found = new Set<string>()
  for (const [run] of text.normalize('NFC').toLowerCase().matchAll(WORD)) {
    for (const [part] of run.matchAll(UNSPACED)) {
      const letters = [...part]
      if (!IS_UNSPACED.test(part)) {
        if (letters.length > 1 && !/^[\p{N}'’-]+$/u.test(part)) found.add(part.replaceAll('’', "'"))
      } else if (letters.length === 1) found.add(part)
      else for (let at = 1; at < letters.length; at++) found.add(letters[at - 1] + letters[at])
    }
  }
  return [...found]
}
