import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { type Advice, adoptLabelings, advise, judgeAdvice, sampleShape } from '../../chorale/src/internal.js'
import { plantedEnsemble, unstructuredEnsemble } from '../../chorale/test/ensembles.js'
import { writeAdvice } from '../src/advice.js'
import { renderReport } from '../src/write-report.js'
import { HOSTILE } from './hostile.js'
import { wholeInput } from './inputs.js'

function faults(page: string): string[] {
  const { results } = new HtmlValidate({ extends: ['html-validate:recommended'] }).validateStringSync(page)
  return results.flatMap(({ messages }) => messages.map(({ line, ruleId, message }) => `${line} ${ruleId}: ${message}`))
}

const quick = { clusterCounts: [2, 3, 4], resamples: 2 }

const samples = sampleShape('blobs', { sampleCount: 60 })

async function pageOf(advice: Advice): Promise<string> {
  let text = ''
  const sink = async (piece: string) => {
    text += piece
  }
  await writeAdvice(sink, {
    version: '1.2.3',
    advice,
    verdict: judgeAdvice(advice, null).verdict,
    source: HOSTILE[0],
    command: ['chorale', 'advise', HOSTILE[1]],
    notes: [HOSTILE[2]],
    warnings: [HOSTILE[3]],
  })
  return text
}

describe('the page of an advice', () => {
  it('is valid HTML with hostile texts, with clusters and without', async () => {
    const { labelings } = plantedEnsemble(1, { sampleCount: 60, ensembleSize: 16, clusterCount: 3 })
    const found = await advise(adoptLabelings(labelings), quick)
    expect(found.clusterCount).toBe(3)
    const none = await advise(adoptLabelings(unstructuredEnsemble(1, { sampleCount: 60, ensembleSize: 5 })), quick)
    expect(none).toMatchObject({ clusterCount: null, convergence: null })
    const ofSamples = await advise(samples, { ...quick, convergence: false })
    expect(await pageOf(ofSamples)).toContain('The samples in 3 clusters')
    for (const advice of [found, none, ofSamples]) {
      const page = await pageOf(advice)
      // A tab title holds the name of the file, however long it is.
      expect(faults(page).filter(fault => !fault.includes('long-title'))).toEqual([])
      expect(page).not.toContain('<script')
    }
    expect(await pageOf(found)).toContain('Agreement by ensemble size')
    expect(await pageOf(none)).toContain('<h1>No evidence of separated clusters</h1>')
  })

  it('is a section of the report of a run with -k auto, and of no other', async () => {
    const input = await wholeInput()
    const { labelings } = plantedEnsemble(1, { sampleCount: 60, ensembleSize: 16, clusterCount: 3 })
    const advice = await advise(adoptLabelings(labelings), { ...quick, convergence: false })
    expect(await renderReport(input)).not.toContain('How the number of clusters was chosen')
    const page = await renderReport({ ...input, advice })
    expect(page).toContain('How the number of clusters was chosen')
    expect(faults(page)).toEqual([])
  })
})
