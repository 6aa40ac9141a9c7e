import { readFileSync } from 'node:fs'
import { EXPERIMENTS } from './catalogue.js'
import type { Metric } from './summarize.js'

/** A number of the paper or the survey, in percent. */
export interface PublishedNumber {
  readonly mean: number
  /** Standard deviation over the repeats; null when it is not published. */
  readonly sd: number | null
}

/** The published tables. */
export type PublishedTable = 'comparison' | 'ablation' | 'survey'

const METRIC_NAMES: Record<Metric, string> = { nmi: 'NMI', ari: 'ARI', purity: 'Purity' }

/** All published numbers, looked up by table, metric, method and dataset. */
export class Published {
  readonly #numbers = new Map<string, PublishedNumber>()

  constructor() {
    for (const [table, metric, method, dataset, mean, sd] of rowsOf('published.csv')) {
      this.#numbers.set(`${table}|${metric}|${method}|${dataset}`, { mean: Number(mean), sd: Number(sd) })
    }
    for (const [metric, method, dataset, mean] of rowsOf('survey.csv')) {
      this.#numbers.set(`survey|${metric}|${method}|${dataset}`, { mean: 100 * Number(mean), sd: null })
    }
  }

  find(table: PublishedTable, metric: Metric, method: string, dataset: string): PublishedNumber | null {
    return this.#numbers.get(`${table}|${METRIC_NAMES[metric]}|${method}|${dataset}`) ?? null
  }
}

function rowsOf(file: string): string[][] {
  const text = readFileSync(new URL(`paper/${file}`, EXPERIMENTS), 'utf8')
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map(line => line.split(','))
}
