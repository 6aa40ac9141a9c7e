import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HtmlValidate } from 'html-validate'
import { expect, it } from 'vitest'
import { describeWithData, referencePath } from '../../../test/reference-data.js'
import { consensus, drawLabelings, evaluate, repeatSeeds } from '../../chorale/src/internal.js'
import { folderWith } from '../../cli/test/run.js'
import { type Experiment, readCatalogue } from '../src/catalogue.js'
import { loadPools } from '../src/load-dataset.js'
import { paperHtml, paperSections, withMarkdown } from '../src/page/page.js'
import { planRuns } from '../src/plan.js'
import { type ResultRecord, type RunLine, readRecords, readResults } from '../src/results.js'
import { runExperiment } from '../src/run-experiment.js'
import { METRICS, methodRows } from '../src/summarize.js'

const catalogue = readCatalogue()
const comparison = catalogue.experiments.find(({ name }) => name === 'comparison')!
const tiny: Experiment = { ...comparison, datasets: ['seeds', 'allaml'], repeats: 3 }

const run = (experiment: Experiment, resultsFolder: string, concurrency: number) =>
  runExperiment(catalogue, experiment, {
    version: '0.0.0',
    dataFolder: referencePath(''),
    resultsFolder,
    concurrency,
    signal: new AbortController().signal,
  })

/** What does not depend on the clock. */
const outcome = ({ seconds, cpu, ...rest }: RunLine) => rest
const outcomes = (folder: string, name: string) =>
  readResults(folder)
    .of({ dataset: { name: 'seeds' }, name })
    .map(outcome)

describeWithData('a tiny reproduction', () => {
  it('runs all methods, goes on where it stopped, and is written as a page', async () => {
    const folder = folderWith({})
    await run(tiny, folder, 2)
    const rows = methodRows(catalogue, tiny, readResults(folder))
    expect(rows.length).toBe(tiny.methods.length + 2)
    for (const { title, cells } of rows) {
      for (const dataset of tiny.datasets) {
        const cell = cells.get(dataset)!
        expect(cell.lines.length, `${title} on ${dataset}`).toBe(3)
        for (const metric of METRICS) expect(cell.metrics[metric].mean, `${title} on ${dataset}`).toBeGreaterThan(0)
      }
    }
    const gpec = rows.find(({ name }) => name === 'gpec 0.1')!.cells.get('seeds')!
    expect(gpec.metrics.nmi.mean).toBeGreaterThan(60)

    // Results that are missing are made again, by one process this time, and nothing else is.
    expect(readdirSync(folder).sort()).toEqual(['allaml.jsonl', 'seeds.jsonl'])
    const file = join(folder, 'seeds.jsonl')
    const whole = readRecords(file)
    const before = outcomes(folder, 'lwea-m20')
    const cut = whole.map(record =>
      record.run === 'lwea-m20' ? { ...record, results: record.results.slice(1) } : record,
    )
    writeFileSync(file, cut.map(record => `${JSON.stringify(record)}\n`).join(''))
    await run(tiny, folder, 1)
    expect(outcomes(folder, 'lwea-m20')).toEqual(before)
    const others = (records: readonly ResultRecord[]) => records.filter(record => record.run !== 'lwea-m20')
    expect(others(readRecords(file))).toEqual(others(whole))
    const other = folderWith({})
    await run({ ...tiny, methods: ['lwea', 'smkkm'], datasets: ['seeds'] }, other, 1)
    for (const name of ['lwea-m20', 'smkkm-m20']) {
      expect(outcomes(other, name).length, name).toBe(3)
      expect(outcomes(other, name), name).toEqual(outcomes(folder, name))
    }
    const known = readFileSync(file, 'utf8')
    await run(tiny, folder, 1)
    expect(readFileSync(file, 'utf8')).toBe(known)

    const sections = paperSections(catalogue, readResults(folder))
    const page = [...paperHtml(sections, '0.0.0')].join('')
    expect(page).toContain('What has not been run')
    const { results } = new HtmlValidate({ extends: ['html-validate:recommended'] }).validateStringSync(page)
    const complaints = results.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`))
    expect(complaints).toEqual([])
    const markdown = withMarkdown(null, sections)
    expect(withMarkdown(markdown, sections)).toBe(markdown)
  }, 180_000)

  it('chooses the threshold as alpha auto does', async () => {
    const folder = folderWith({})
    const experiment = { ...tiny, datasets: ['allaml'], methods: ['gpec'] }
    await run(experiment, folder, 1)
    const [planned] = planRuns(catalogue, experiment)
    const { pools, truth } = await loadPools(referencePath(''), planned.dataset, planned.pool, 3, { concurrency: 1 })
    const auto = methodRows(catalogue, experiment, readResults(folder)).find(({ name }) => name === 'gpec auto')!
    for (const line of auto.cells.get('allaml')!.lines) {
      const { ensembleSeed, methodSeed } = repeatSeeds(1, line.repeat)
      const ensemble = drawLabelings(pools[line.repeat], 20, ensembleSeed)
      const result = await consensus(ensemble, { method: 'gpec', clusterCount: 2, seed: methodSeed })
      expect(evaluate(result.labels, truth).nmi).toBeCloseTo(line.nmi, 5)
    }
  })
})
