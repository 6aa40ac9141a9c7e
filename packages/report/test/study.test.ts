import { type Annotation, clusterMarkers, consensusStudy, testAnnotations, toDataset } from 'chorale/internal'
import { describe, expect, it } from 'vitest'
import { markersCsv, markersGmt, studyColours, studyTables } from '../src/data/index.js'
import { pngRenderer } from '../src/node/index.js'
import { markerCharts, studyCharts } from '../src/study/study-files.js'

/** Two groups of four samples. */
const ROWS = [
  [1, 5, 2],
  [2, 5.5, 1],
  [1.5, 5.2, 3],
  [1.2, 4.8, 2],
  [9, 1, 2],
  [8, 1.5, 1],
  [8.5, 1.2, 3],
  [9.2, 0.8, 2],
]
const dataset = toDataset(
  ROWS.map(([a, b, c], i) => ({ id: `s,${i}`, '<a>': a, b, c })),
  { scale: 'none', id: 'id' },
)
const options = { clusterCounts: [2, 3], distance: 'euclidean', resamples: 30, seed: 2 } as const
const ANNOTATIONS: Annotation[] = [
  {
    kind: 'category',
    name: 'a "<b>" name that is long',
    values: ['x', 'y & z'],
    codes: Int32Array.of(0, 0, 0, -1, 1, 1, 1, 0),
  },
  { kind: 'number', name: 'age', numbers: Float64Array.of(1, 2, 3, Number.NaN, 5, 6, 7, 8) },
]
const textOf = (pieces: Iterable<string>) => [...pieces].join('')

describe('studyTables', () => {
  it('have a line for each sample, in the order of the input', async () => {
    const study = await consensusStudy(dataset, options)
    const tests = study.runs.map(({ clusterCount, labels }) => ({
      clusterCount,
      tests: testAnnotations(labels, ANNOTATIONS, null, 1),
    }))
    const files = new Map(studyTables(study, dataset, tests).map(({ path, pieces }) => [path, textOf(pieces())]))
    expect([...files.keys()]).toEqual([
      'classes.csv',
      'areas.csv',
      'cdf.csv',
      'cluster-consensus.csv',
      'annotation-tests.csv',
      'load.R',
      ...['k2', 'k3'].flatMap(k =>
        ['consensus-matrix', 'consensus-class', 'item-consensus'].map(name => `${k}/${name}.csv`),
      ),
    ])
    expect(files.get('classes.csv')?.split('\n').slice(0, 3)).toEqual([
      'id,k2,k3',
      '"s,0",0,0',
      expect.stringMatching(/^"s,1",0,\d$/),
    ])
    expect(files.get('k2/consensus-matrix.csv')?.split('\n')[1]).toBe('"s,0",1,1,1,1,0,0,0,0')
    expect(files.get('k2/consensus-class.csv')?.split('\n')[5]).toMatch(/^"s,4",1,1,\d$/)
    expect(files.get('cluster-consensus.csv')?.split('\n').slice(1, 3)).toEqual(['2,0,4,1', '2,1,4,1'])
    expect(files.get('areas.csv')?.split('\n')[1]).toBe('2,0.575714,0.575714,0')
    expect(files.get('cdf.csv')?.split('\n')).toHaveLength(102)
    // Fisher: 3 and 0 of x, 1 and 3 of y: as improbable are 4 of 35 tables and the opposite one.
    expect(files.get('annotation-tests.csv')?.split('\n')[1]).toMatch(
      /^2,"a ""<b>"" name that is long",Fisher,7,,,0\.142857,/,
    )
  })
})

describe('markersCsv and markersGmt', () => {
  it('list genes by p value, then by effect, and as sets', async () => {
    const wide = Array.from({ length: 20 }, (_, i) => ({
      up: i < 10 ? 5 + i / 10 : i / 10,
      down: i < 10 ? -i : 5 + i,
      none: i % 5,
    }))
    const labels = Int32Array.from({ length: 20 }, (_, i) => (i < 10 ? 0 : 1))
    const data = toDataset(wide, { scale: 'none', columns: ['up', 'down', 'none'] })
    const markers = await clusterMarkers(data, labels)
    const lines = textOf(markersCsv(markers, data.featureNames)).split('\n')
    expect(lines[0]).toBe('cluster,gene,mean,mean_others,effect,auc,p,p_adjusted,share_above_median')
    expect(lines.slice(1, 4).map(line => line.split(',').slice(0, 2).join())).toEqual(['0,up', '0,down', '0,none'])
    expect(lines[1]).toMatch(/^0,up,5\.45,1\.45,13\.2\d*,1,0\.000\d+,/)
    expect(textOf(markersGmt(markers, data.featureNames)).split('\n')).toEqual([
      'cluster_0_higher\thigher in cluster 0 than in the others, adjusted p at most 0.05\tup',
      'cluster_0_lower\tlower in cluster 0 than in the others, adjusted p at most 0.05\tdown',
      'cluster_1_higher\thigher in cluster 1 than in the others, adjusted p at most 0.05\tdown',
      'cluster_1_lower\tlower in cluster 1 than in the others, adjusted p at most 0.05\tup',
      '',
    ])
  })
})

describe('studyColours', () => {
  it('keep the colour of the cluster with most of the samples, and give each colour once', () => {
    const run = (...labels: number[]) => ({ labels: Int32Array.from(labels), clusterCount: Math.max(...labels) + 1 })
    const runs = [run(0, 0, 0, 1, 1, 1), run(0, 1, 1, 2, 2, 2), run(0, 1, 1, 2, 3, 3)] as never
    expect(studyColours({ runs }).map(colours => [...colours])).toEqual([
      [0, 1],
      [2, 0, 1],
      [2, 0, 3, 1],
    ])
  })
})

describe('studyCharts', () => {
  it('draws every chart as SVG without broken markup, and as PNG', async () => {
    const study = await consensusStudy(dataset, options)
    const byRun = await Promise.all(study.runs.map(({ labels }) => clusterMarkers(dataset, labels)))
    const charts = studyCharts({ study, annotations: ANNOTATIONS, markers: { dataset, byRun } })
    const perRun = ['consensus-matrix', 'item-consensus', 'marker-dots', 'marker-heatmap']
    expect(charts.map(({ path }) => path)).toEqual([
      'cdf',
      'delta-area',
      'pac',
      'tracking',
      'cluster-consensus',
      ...['k2', 'k3'].flatMap(k => perRun.map(name => `${k}/${name}`)),
    ])
    const toPng = await pngRenderer()
    for (const { svg } of charts) {
      const text = svg()
      expect(text).toMatch(/^<svg [^>]*role="img"/)
      expect(text).toMatch(/<title>.+<\/title>\n<desc>.+<\/desc>/)
      expect(text).not.toMatch(/NaN|undefined|Infinity|<b>/)
      expect(Array.from(toPng(text).subarray(1, 4))).toEqual([80, 78, 71])
    }
  })

  it('draws the markers of a clustering that has none', async () => {
    const equal = toDataset([{ a: 1 }, { a: 2 }, { a: 1 }, { a: 2 }], { scale: 'none' })
    const labels = Int32Array.of(0, 0, 1, 1)
    const charts = markerCharts(await clusterMarkers(equal, labels), equal, labels)
    for (const { svg } of charts) expect(svg()).not.toMatch(/NaN|undefined/)
  })
})
