import { fixedText } from 'chorale-report/data'
import { planRuns } from '../plan.js'
import type { RunLine } from '../results.js'
import { meanOf } from '../summarize.js'
import type { PageSection } from './blocks.js'
import { medianOf } from './phrases.js'
import { experimentOf, rowNamed, type Study } from './study.js'

/** Counted apart: slow, and with fewer repeats on large datasets. */
const SLOW = ['eccms', 'eccms-alpha-0.9', 'ceam']

/** GPEC in the rerun by its authors, in seconds per dataset, as they report it. */
const AUTHORS_RERUN = { median: 26, mean: 217 }

const CORES = 2

export function timesSection(study: Study): PageSection {
  const { catalogue, results, comparison, datasets } = study
  const others = comparison.filter(({ name }) => !name.startsWith('gpec'))
  const gpecRuns = planRuns(catalogue, { ...experimentOf(study, 'comparison'), methods: ['gpec'] })
  const thresholdCount = gpecRuns[0].alphas.length
  const gpecLines = new Map(gpecRuns.map(run => [run.dataset.name, results.of(run)]))
  const seconds = (name: string, dataset: string) => {
    if (name === 'gpec') return cpuOf(gpecLines.get(dataset) ?? [])
    return cpuOf(rowNamed(others, name)?.cells.get(dataset)?.lines ?? [])
  }
  const names = ['gpec', ...others.map(({ name }) => name)]
  const totalOf = (name: string) => datasets.reduce((sum, dataset) => sum + seconds(name, dataset.name), 0)
  const wallTime = (which: readonly string[]) =>
    durationText(which.reduce((sum, name) => sum + totalOf(name), 0) / CORES)
  const published = names.filter(name => name === 'gpec' || rowNamed(others, name)!.published !== null)
  const isFast = (name: string) => !SLOW.includes(name)
  const isComplete = others.every(row => datasets.every(({ name }) => (row.cells.get(name) ?? null) !== null))
  const gpec = datasets.map(({ name }) => seconds('gpec', name) / repeatsOf(gpecLines.get(name) ?? []))
  const titleOf = (name: string) =>
    name === 'gpec' ? `GPEC, all ${thresholdCount} thresholds` : rowNamed(others, name)!.title
  return {
    id: 'times',
    title: 'Times',
    blocks: [
      {
        words: `CPU seconds of the consensus step in one thread, from the result files. The machine was busy with other work, so wall times would be less reliable; with ${CORES} cores, expect half of the CPU time. On ${CORES} cores, the comparison of the paper without ECCMS and CEAM (GPEC at all thresholds and the other methods in all their variants, on ten datasets) takes ${wallTime(published.filter(isFast))}. All methods in the table without ECCMS and CEAM take ${wallTime(names.filter(isFast))}, ECCMS and CEAM with their fewer repeats take ${wallTime(SLOW)}, and GPEC alone at all thresholds takes ${wallTime(['gpec'])}.${isComplete ? '' : ' Some runs are missing (see below); these sums cover the runs that exist.'}`,
      },
      {
        words: `The authors report a rerun in which GPEC took a median of ${AUTHORS_RERUN.median} s and a mean of ${AUTHORS_RERUN.mean} s per dataset. Ours takes a median of ${fixedText(medianOf(gpec), 2)} s and a mean of ${fixedText(meanOf(gpec), 2)} s of CPU time for one repeat with all ${thresholdCount} thresholds, on a different machine.`,
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

/** The CPU seconds of some consensus runs. */
function cpuOf(lines: readonly RunLine[]): number {
  return lines.reduce((sum, { cpu }) => sum + cpu, 0)
}

function repeatsOf(lines: readonly RunLine[]): number {
  return Math.max(1, new Set(lines.map(({ repeat }) => repeat)).size)
}

/** A method without CPU time was not run. */
function secondsText(seconds: number): string {
  return seconds === 0 ? '–' : fixedText(seconds, 1)
}

function durationText(seconds: number): string {
  return seconds < 90 ? `${fixedText(seconds, 0)} s` : `${fixedText(seconds / 60, 1)} minutes`
}
