import type { AnnotationTest, ClusterMarkers, ConsensusStudy, StudyRun } from 'chorale/internal'
import { csvCell, csvLines } from './csv-lines.js'
import { type SampleNames, sampleNamer } from './labels-csv.js'

/** A text file of a study: its path in the folder, and its content in pieces. */
export interface StudyTable {
  readonly path: string
  pieces(): Iterable<string>
}

/** The folder of the files about one number of clusters. */
export function runFolder({ clusterCount }: Pick<StudyRun, 'clusterCount'>): string {
  return `k${clusterCount}`
}

/** Six digits; empty where there is no number. */
export function numberCell(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(6))) : ''
}

/** All tables of a study as CSV, and a script that loads them into R. */
export function studyTables(study: ConsensusStudy, names: SampleNames, tests: readonly RunTests[]): StudyTable[] {
  const { runs, sampleCount: n } = study
  const nameOf = sampleNamer(names)
  const ids = Array.from({ length: n }, (_, i) => csvCell(nameOf(i)))
  const shared: StudyTable[] = [
    {
      path: 'classes.csv',
      pieces: () =>
        csvLines(
          ['id', ...runs.map(runFolder)].join(','),
          n,
          i => `${ids[i]},${runs.map(({ labels }) => labels[i]).join(',')}`,
        ),
    },
    {
      path: 'areas.csv',
      pieces: () =>
        csvLines('k,area,delta_area,pac', runs.length, at => {
          const { clusterCount, area, deltaArea, pac } = runs[at]
          return [clusterCount, ...[area, deltaArea, pac].map(numberCell)].join(',')
        }),
    },
    {
      path: 'cdf.csv',
      pieces: () =>
        csvLines(['consensus', ...runs.map(runFolder)].join(','), 100, bin =>
          [(bin + 1) / 100, ...runs.map(({ cdf }) => numberCell(cdf[bin]))].join(','),
        ),
    },
    { path: 'cluster-consensus.csv', pieces: () => clusterConsensusLines(runs) },
    ...(tests.some(each => each.tests.length > 0)
      ? [{ path: 'annotation-tests.csv', pieces: () => testLines(tests) }]
      : []),
    { path: 'load.R', pieces: () => [loadScript(runs)] },
  ]
  return [...shared, ...runs.flatMap(run => runTables(run, ids))]
}

/** The tests of annotations against the clusters of one run. */
export interface RunTests {
  readonly clusterCount: number
  readonly tests: readonly AnnotationTest[]
}

function* clusterConsensusLines(runs: readonly StudyRun[]): Generator<string> {
  yield 'k,cluster,samples,consensus\n'
  for (const { clusterCount, labels, clusterConsensus } of runs) {
    const sizes = new Int32Array(clusterCount)
    for (const label of labels) sizes[label]++
    for (let c = 0; c < clusterCount; c++) yield `${clusterCount},${c},${sizes[c]},${numberCell(clusterConsensus[c])}\n`
  }
}

function* testLines(tests: readonly RunTests[]): Generator<string> {
  yield 'k,annotation,test,samples,statistic,degrees_of_freedom,p,p_adjusted,simulated_tables\n'
  for (const { clusterCount, tests: found } of tests) {
    for (const { annotation, test, sampleCount, statistic, degreesOfFreedom, p, adjustedP, simulated } of found) {
      const numbers = [statistic === null ? '' : numberCell(statistic), degreesOfFreedom ?? '']
      yield `${[clusterCount, csvCell(annotation), test, sampleCount, ...numbers, numberCell(p), numberCell(adjustedP), simulated].join(',')}\n`
    }
  }
}

function runTables(run: StudyRun, ids: readonly string[]): StudyTable[] {
  const { clusterCount: k, labels, consensus, itemConsensus, order } = run
  const n = labels.length
  const positions = new Int32Array(n)
  order.forEach((sample, at) => {
    positions[sample] = at + 1
  })
  const folder = runFolder(run)
  return [
    {
      path: `${folder}/consensus-matrix.csv`,
      pieces: () => csvLines(['id', ...ids].join(','), n, i => `${ids[i]},${matrixRow(consensus, n, i).join(',')}`),
    },
    {
      path: `${folder}/consensus-class.csv`,
      pieces: () =>
        csvLines('id,cluster,item_consensus,tree_position', n, i => {
          return [ids[i], labels[i], numberCell(itemConsensus[i * k + labels[i]]), positions[i]].join(',')
        }),
    },
    {
      path: `${folder}/item-consensus.csv`,
      pieces: () =>
        csvLines(['id', ...Array.from({ length: k }, (_, c) => `cluster_${c}`)].join(','), n, i =>
          [ids[i], ...Array.from(itemConsensus.subarray(i * k, i * k + k), numberCell)].join(','),
        ),
    },
  ]
}

function matrixRow(consensus: Float64Array, n: number, i: number): string[] {
  return Array.from({ length: n }, (_, j) => {
    if (i === j) return '1'
    const first = Math.min(i, j)
    return numberCell(consensus[(first * (2 * n - first - 1)) / 2 - first - 1 + Math.max(i, j)])
  })
}

/** Reads all tables of a study into R. */
function loadScript(runs: readonly StudyRun[]): string {
  const ks = runs.map(({ clusterCount }) => clusterCount).join(', ')
  return `# Loads the study: source("load.R", chdir = TRUE). Names of the lists are numbers of clusters.
table_of <- function(file) read.csv(file, row.names = 1, check.names = FALSE)
files_of <- function(file) sapply(as.character(c(${ks})), function(k) table_of(file.path(paste0("k", k), file)), simplify = FALSE)
classes <- table_of("classes.csv"); cdf <- table_of("cdf.csv"); areas <- table_of("areas.csv")
clusterConsensus <- read.csv("cluster-consensus.csv"); itemConsensus <- files_of("item-consensus.csv")
consensusMatrix <- lapply(files_of("consensus-matrix.csv"), as.matrix); consensusClass <- files_of("consensus-class.csv")
`
}

/** The markers of all clusters as CSV, each cluster with its features by increasing p value. */
export function* markersCsv(markers: readonly ClusterMarkers[], featureNames: readonly string[]): Generator<string> {
  yield 'cluster,gene,mean,mean_others,effect,auc,p,p_adjusted,share_above_median\n'
  const names = featureNames.map(csvCell)
  for (const { cluster, order, mean, otherMean, effect, auc, p, adjustedP, shareAbove } of markers) {
    let piece = ''
    for (const [at, f] of order.entries()) {
      const numbers = [mean[f], otherMean[f], effect[f], auc[f], p[f], adjustedP[f], shareAbove[f]]
      piece += `${cluster},${names[f]},${numbers.map(numberCell).join(',')}\n`
      if (at % 4096 === 4095) {
        yield piece
        piece = ''
      }
    }
    yield piece
  }
}

/** Genes in a set of the GMT file have at most this adjusted p value. */
export const GMT_P = 0.05
/** The most genes in a set. */
export const GMT_GENES = 200

/**
 * Gene sets for enrichment tools: for each cluster the genes that are higher in it, and those that are lower, by increasing
 * p value. One line for each set: its name, a description, the genes, separated by tabs. Empty sets are left out.
 */
export function* markersGmt(markers: readonly ClusterMarkers[], featureNames: readonly string[]): Generator<string> {
  for (const { cluster, order, auc, adjustedP } of markers) {
    for (const [side, isOf] of [
      ['higher', (f: number) => auc[f] > 0.5],
      ['lower', (f: number) => auc[f] < 0.5],
    ] as const) {
      const genes: string[] = []
      for (const f of order) {
        if (adjustedP[f] > GMT_P || genes.length === GMT_GENES) break
        if (isOf(f)) genes.push(featureNames[f].replace(/[\t\r\n]/g, ' '))
      }
      const about = `${side} in cluster ${cluster} than in the others, adjusted p at most ${GMT_P}`
      if (genes.length > 0) yield `cluster_${cluster}_${side}\t${about}\t${genes.join('\t')}\n`
    }
  }
}
