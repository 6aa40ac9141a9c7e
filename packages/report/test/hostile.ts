import type { ReportInput } from 'chorale-report/data'
import { datasetOf, wholeInput, withResult } from './inputs.js'

/** Texts that would run, break out or break the file if they were taken as markup. */
export const HOSTILE = [
  '<script>document.title = "taken"</script>',
  '"><img src=x onerror="document.title = `taken`">',
  "' onmouseover='document.title = 1",
  '</style></title></svg><script>document.title = "taken"</script>',
  ']]><!-- &amp; &#0; {{x}} --',
  'null \u0000 bell \u0007 half \ud800 end',
  'a very long name '.repeat(400),
  '\u202eturned round\u202c',
]

const hostile = (at: number) => HOSTILE[at % HOSTILE.length]

/** A run in which every text that can come from outside is hostile. */
export async function hostileInput(): Promise<ReportInput> {
  const whole = await wholeInput()
  const n = whole.ensemble.sampleCount
  const values = Array.from({ length: n }, (_, i) => i % 3)
  return withResult(
    {
      ...whole,
      ensemble: { ...whole.ensemble, names: whole.ensemble.names.map((_, t) => hostile(t)) },
      dataset: datasetOf(
        {
          [hostile(0)]: values,
          [hostile(1)]: values.map(value => -value),
          [`${hostile(2)}=${hostile(3)}`]: values.map(v => v % 2),
        },
        {
          ids: values.map((_, i) => `${hostile(i)} ${i}`),
          truth: values.map(value => hostile(value)),
          truthName: hostile(4),
          notes: [...HOSTILE],
          descriptions: [
            { column: hostile(6), values: HOSTILE, codes: Int32Array.from(values, (_, i) => i % HOSTILE.length) },
          ],
          encodings: [{ column: hostile(2), values: [hostile(3)], features: [2] }],
        },
      ),
      runtime: hostile(5),
      source: hostile(3),
      ensembleOrigin: hostile(0),
      command: ['chorale', ...HOSTILE],
      options: { [hostile(1)]: hostile(0) },
      warnings: [...HOSTILE],
      timings: { [hostile(0)]: 1 },
      version: hostile(1),
      date: hostile(2),
    },
    { warnings: [hostile(3)] },
  )
}
