import { join } from 'node:path'
import {
  type Dataset,
  type Labels,
  MARKERS_NOTE,
  markersOfSeveral,
  readData,
  type Table,
  type ToDatasetOptions,
} from 'chorale/internal'
import { makeFolder, type Sink, writeTogether } from 'chorale-node/internal'
import { countText, markersCsv, markersGmt } from 'chorale-report/data'
import { loadPng } from './load-png.js'
import { progressBars } from './progress.js'
import type { CommandContext } from './run-consensus.js'

/** The samples with all genes of the table, also those that did not take part, in the same units. */
export function allFeatures(caller: string, table: Table, reading: ToDatasetOptions): Dataset {
  const whole = { ...reading, topGenes: 'all', scale: 'none' } as const
  return readData(caller, table, whole).dataset
}

/** Writes the markers of a clustering to a folder: tables, gene sets and charts. */
export async function writeMarkers(
  folder: string,
  dataset: Dataset,
  labels: Labels,
  { narrator, signal, watch }: Pick<CommandContext, 'narrator' | 'signal' | 'watch'>,
): Promise<void> {
  if (new Set(labels.filter(label => label >= 0)).size < 2) {
    narrator.warn('there are no markers, because there are not two clusters')
    return
  }
  watch.enter('markers')
  const show = progressBars(narrator)
  const onProgress = (progress: { done: number; total: number }) => show('finding markers', progress)
  const [markers] = await markersOfSeveral('cluster', dataset, [labels], { signal, onProgress })
  const { markerCharts } = await import('chorale-report/internal')
  const toPng = await loadPng(narrator)
  const inPieces = (pieces: Iterable<string>) => async (sink: Sink) => {
    for (const piece of pieces) await sink(piece)
  }
  const charts = markerCharts(markers, dataset, labels).flatMap(({ path, svg }) => {
    const content = svg()
    const drawn = { path: join(folder, `${path}.svg`), write: inPieces([content]) }
    return toPng === null
      ? [drawn]
      : [drawn, { path: join(folder, `${path}.png`), write: (sink: Sink) => sink(toPng(content)) }]
  })
  const files = [
    { path: join(folder, 'markers.csv'), write: inPieces(markersCsv(markers, dataset.featureNames)) },
    { path: join(folder, 'markers.gmt'), write: inPieces(markersGmt(markers, dataset.featureNames)) },
    ...charts,
  ]
  await makeFolder(folder)
  await writeTogether(files)
  watch.enter(null)
  narrator.status('')
  narrator.note(MARKERS_NOTE)
  narrator.note(`wrote ${countText(files.length, 'file')} about markers to ${folder}`)
}
