import { fixedText } from '../src/internal.js'
import type { DatasetEntry } from './catalogue.js'
import type { PageSection } from './page-blocks.js'
import type { RunLine } from './results.js'
import type { MethodRow } from './summarize.js'

export interface TimesInput {
  readonly rows: readonly MethodRow[]
  readonly datasets: readonly DatasetEntry[]
  /** All lines of GPEC, every threshold, by dataset. */
  readonly gpecLines: ReadonlyMap<string, readonly RunLine[]>
}

/** Counted apart: dear, and with fewer repeats on large datasets. */
const APART = ['eccms', 'eccms-alpha-0.9', 'ceam']

export function timesSection({ rows, datasets, gpecLines }: TimesInput): PageSection {
  const plain = rows.filter(({ name }) => !name.startsWith('gpec'))
  const seconds = (name: string, dataset: string) => {
    if (name === 'gpec') return cpuOf(gpecLines.get(dataset) ?? [])
    return cpuOf(plain.find(row => row.name === name)?.cells.get(dataset)?.lines ?? [])
  }
  const names = ['gpec', ...plain.map(({ name }) => name)]
  const totalOf = (name: string) => datasets.reduce((sum, dataset) => sum + seconds(name, dataset.name), 0)
  const published = names.filter(name => name === 'gpec' || plain.find(row => row.name === name)!.published !== null)
  const isComplete = plain.every(row => datasets.every(({ name }) => (row.cells.get(name) ?? null) !== null))
  const sumOf = (which: readonly string[]) => which.reduce((sum, name) => sum + totalOf(name), 0)
  const gpec = datasets.map(({ name }) => seconds('gpec', name) / repeatsOf(gpecLines.get(name) ?? []))
  const sorted = [...gpec].sort((a, b) => a - b)
  const median = (sorted[4] + sorted[5]) / 2
  const titleOf = (name: string) =>
    name === 'gpec' ? 'GPEC, all ten thresholds' : plain.find(row => row.name === name)!.title
  return {
    id: 'times',
    title: 'Times',
    blocks: [
      {
        words: `CPU seconds of the consensus, one thread, from the result files; the machine was busy, so wall times would say less. On two cores the wall time is half of it. The comparison of the paper (GPEC with its thresholds and the nine methods, MKKM and SMKKM in several readings, 20 repeats, ten datasets) without ECCMS and CEAM takes ${minutes(sumOf(published.filter(name => !APART.includes(name))) / 2)} on two cores, all methods shown without these two ${minutes(sumOf(names.filter(name => !APART.includes(name))) / 2)}, ECCMS and CEAM with their fewer repeats ${minutes(sumOf(APART) / 2)}, GPEC alone with its thresholds ${minutes(totalOf('gpec') / 2)}.${isComplete ? '' : ' Some runs are missing, see below: these sums are of what there is.'}`,
      },
      {
        words: `The authors’ own rerun needed a median of 26 s and a mean of 217 s per dataset for GPEC. Ours needs a median of ${fixedText(median, 2)} s and a mean of ${fixedText(gpec.reduce((a, b) => a + b, 0) / gpec.length, 2)} s of CPU time for one repeat with all ten thresholds, on another machine.`,
      },
      {
        table: {
          caption: 'CPU seconds of all repeats',
          columns: ['method', ...datasets.map(({ code }) => code), 'sum'],
          rows: names.map(name => [
            titleOf(name),
            ...datasets.map(dataset => secondsText(seconds(name, dataset.name))),
            fixedText(totalOf(name), 0),
          ]),
        },
      },
    ],
  }
}

/** CPU seconds of some consensuses. */
function cpuOf(lines: readonly RunLine[]): number {
  return lines.reduce((sum, { cpu }) => sum + cpu, 0)
}

function repeatsOf(lines: readonly RunLine[]): number {
  return Math.max(1, new Set(lines.map(({ repeat }) => repeat)).size)
}

/** A method that was not run took no time at all. */
function secondsText(seconds: number): string {
  return seconds === 0 ? '–' : fixedText(seconds, 1)
}

function minutes(seconds: number): string {
  return seconds < 90 ? `${fixedText(seconds, 0)} s` : `${fixedText(seconds / 60, 1)} minutes`
}
