import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderWith } from '../../cli/test/run.js'
import { readCatalogue } from '../src/catalogue.js'
import { planRuns, wholeRun } from '../src/plan.js'
import { ResultWriter } from '../src/result-writer.js'
import { mergeRecords, Results, readRecords, readResults } from '../src/results.js'
import { provenanceOf, recordOf } from './record.js'

const seeds = provenanceOf('seeds')
const lwea = { dataset: { name: 'seeds' }, name: 'lwea-m20' }
const repeats = (...of: number[]) => of.map(repeat => ({ repeat }))
const lineOf = (...repeat: number[]) => `${JSON.stringify(recordOf('seeds', 'lwea-m20', repeats(...repeat)))}\n`

/** The name of a part whose process has ended. */
async function partOfDeadProcess(): Promise<string> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'close')
  return `${hostname()}-${child.pid}-1.part`
}

describe('mergeRecords', () => {
  it('makes one record per run and provenance, with results ordered by repeat and threshold', () => {
    const other = { commit: 'def' }
    const merged = mergeRecords([
      recordOf('seeds', 'lwea-m20', repeats(2)),
      recordOf('seeds', 'gpec-m20', [{ repeat: 0, alpha: 0.3 }]),
      recordOf('seeds', 'lwea-m20', repeats(1), other),
      recordOf('seeds', 'lwea-m20', repeats(0)),
      recordOf('seeds', 'gpec-m20', [{ repeat: 0, alpha: 0.1 }]),
    ])
    expect(merged).toEqual([
      recordOf('seeds', 'gpec-m20', [
        { repeat: 0, alpha: 0.1 },
        { repeat: 0, alpha: 0.3 },
      ]),
      recordOf('seeds', 'lwea-m20', repeats(0, 2)),
      recordOf('seeds', 'lwea-m20', repeats(1), other),
    ])
  })

  it('keeps the first of several results with the same repeat and threshold, whatever their provenance', () => {
    const first = recordOf('seeds', 'lwea-m20', [{ repeat: 0, n: 1 }, { repeat: 1 }])
    const again = recordOf('seeds', 'lwea-m20', repeats(1), { commit: 'def' })
    expect(mergeRecords([first, again])).toEqual([first])
  })
})

describe('Results', () => {
  it('has the results of all provenances of a run together, in order', () => {
    const results = new Results([
      recordOf('seeds', 'lwea-m20', repeats(1, 3)),
      recordOf('seeds', 'lwea-m20', repeats(0, 2), { commit: 'def' }),
      recordOf('rice', 'lwea-m20', repeats(7)),
    ])
    expect(results.of(lwea)).toEqual(repeats(0, 1, 2, 3))
    expect(results.of({ ...lwea, name: 'nwca-m20' })).toEqual([])
  })
})

describe('readResults', () => {
  it('reads nothing from a folder that does not exist', () => {
    expect(readResults('nowhere').of(lwea)).toEqual([])
  })

  it('reads parts that are not merged yet, up to their last whole line', () => {
    const folder = folderWith({ 'seeds.jsonl': lineOf(0, 1), 'a-1-1.part': `${lineOf(1)}${lineOf(2)}{"run":"lw` })
    expect(readResults(folder).of(lwea)).toEqual(repeats(0, 1, 2))
  })

  it.each(['{"run":"lw\n', 'null\n', '{"run":"lwea-m20","dataset":"seeds"}\n'])('rejects the line %j', line => {
    const folder = folderWith({ 'seeds.jsonl': `${lineOf(0)}${line}` })
    expect(() => readResults(folder)).toThrow('seeds.jsonl: line 2 must be a record with results of a run; got ')
  })
})

describe('ResultWriter', () => {
  it('leaves one file per dataset, in which every record has its provenance', async () => {
    const folder = folderWith({})
    const writer = new ResultWriter(folder)
    for (const repeat of [1, 0]) writer.append('lwea-m20', seeds, [{ repeat }])
    writer.append('nwca-m20', provenanceOf('rice'), repeats(4))
    expect(readResults(folder).of(lwea)).toEqual(repeats(0, 1))
    await writer.close()
    expect(readdirSync(folder).sort()).toEqual(['rice.jsonl', 'seeds.jsonl'])
    expect(readFileSync(join(folder, 'seeds.jsonl'), 'utf8')).toBe(lineOf(0, 1))
    expect(readRecords(join(folder, 'rice.jsonl'))).toEqual([recordOf('rice', 'nwca-m20', repeats(4))])
  })

  it('writes nothing when it has nothing to add', async () => {
    const folder = folderWith({ 'seeds.jsonl': lineOf(0) })
    await new ResultWriter(folder).close()
    expect(readdirSync(folder)).toEqual(['seeds.jsonl'])
  })

  it('loses no record when several writers close at the same time', async () => {
    const folder = folderWith({ 'seeds.jsonl': lineOf(0) })
    const writers = Array.from({ length: 8 }, () => new ResultWriter(folder))
    writers.forEach((writer, at) => {
      writer.append('lwea-m20', seeds, repeats(2 * at, 2 * at + 1))
    })
    await Promise.all(writers.map(writer => writer.close()))
    expect(readdirSync(folder)).toEqual(['seeds.jsonl'])
    expect(readResults(folder).of(lwea)).toEqual(repeats(...Array(16).keys()))
  })

  it('leaves alone the part of a writer that is still at work', async () => {
    const folder = folderWith({})
    const [one, other] = [new ResultWriter(folder), new ResultWriter(folder)]
    one.append('lwea-m20', seeds, repeats(0))
    other.append('lwea-m20', seeds, repeats(1))
    await one.close()
    other.append('lwea-m20', seeds, repeats(2))
    await other.close()
    expect(readResults(folder).of(lwea)).toEqual(repeats(0, 1, 2))
  })

  it('merges what killed processes left behind, without the line that was cut off', async () => {
    const dead = await partOfDeadProcess()
    const folder = folderWith({ [dead]: lineOf(3), 'elsewhere-1-1.part': lineOf(5) })
    appendFileSync(join(folder, dead), lineOf(4).slice(0, -9))
    const writer = new ResultWriter(folder)
    writer.append('lwea-m20', seeds, repeats(0))
    await writer.close()
    // Whether a process of another machine has ended cannot be known: its part stays, and is read.
    expect(readdirSync(folder).sort()).toEqual(['elsewhere-1-1.part', 'seeds.jsonl'])
    expect(readFileSync(join(folder, 'seeds.jsonl'), 'utf8')).toBe(lineOf(0, 3))
    expect(readResults(folder).of(lwea)).toEqual(repeats(0, 3, 5))
  })

  it('waits for another process that is merging', async () => {
    const folder = folderWith({ 'merge.lock': '' })
    const writer = new ResultWriter(folder)
    writer.append('lwea-m20', seeds, repeats(0))
    let isClosed = false
    const closed = writer.close().then(() => {
      isClosed = true
    })
    await new Promise(resolve => setTimeout(resolve, 150))
    expect(isClosed).toBe(false)
    writeFileSync(join(folder, 'seeds.jsonl'), lineOf(9))
    rmSync(join(folder, 'merge.lock'))
    await closed
    expect(readResults(folder).of(lwea)).toEqual(repeats(0, 9))
  })
})

describe('the result files of the reproduction', () => {
  const folder = 'packages/paper/results'
  const catalogue = readCatalogue()

  it('are one per dataset, and complete in their provenance', () => {
    expect(readdirSync(folder).sort()).toEqual(catalogue.datasets.map(({ name }) => `${name}.jsonl`).sort())
    for (const { name, sha256 } of catalogue.datasets) {
      for (const record of readRecords(join(folder, `${name}.jsonl`))) {
        expect(record).toMatchObject({ dataset: name, sha256, chorale: expect.any(String), seed: 1 })
        for (const fact of ['commit', 'node', 'method'] as const) expect(record[fact], record.run).toMatch(/./)
        for (const fact of ['options', 'pool', 'ensembleSize', 'clusterCount'] as const) {
          expect(record, record.run).toHaveProperty(fact)
        }
        expect(record.results.length, record.run).toBeGreaterThan(0)
      }
    }
  })

  it('hold runs that an experiment needs, each result once', () => {
    const wanted = new Set(
      catalogue.experiments.flatMap(experiment => {
        const runs = planRuns(catalogue, experiment)
        return (runs.length > 0 ? runs : [wholeRun(experiment)]).map(({ dataset, name }) => `${dataset.name} ${name}`)
      }),
    )
    for (const { name: dataset } of catalogue.datasets) {
      const records = readRecords(join(folder, `${dataset}.jsonl`))
      for (const { run } of records) expect(wanted.has(`${dataset} ${run}`), `${dataset} ${run}`).toBe(true)
      expect(mergeRecords(records)).toEqual(records)
    }
  })
})
