import { describe, expect, it } from 'vitest'
import { inAppWords } from '../../app/words.js'
import { InputError, invalid, readTable, toDataset } from '../../chorale/src/internal.js'
import { errorInFlagWords, inFlagWords } from '../src/flag-words.js'

describe('messages of the library', () => {
  it.each([
    ['x.csv: exclude it with `columns`', 'x.csv: exclude it with --columns'],
    ["x.csv: use `impute: 'median'`", 'x.csv: use --impute median'],
    ['x.csv: column "`a`" is empty', 'x.csv: column "`a`" is empty'],
  ])('name options on the command line: %s', (message, expected) => {
    expect(inFlagWords(message)).toBe(expected)
  })

  it.each([
    [
      invalid('buildEnsemble', 'ensembleSize', 'be an integer from 2 to 9', 1),
      '-m must be an integer from 2 to 9; got 1',
    ],
    [invalid('evaluate', 'truth', 'be an array', 1), 'evaluate: truth must be an array; got 1'],
    [new InputError('x.csv: use `force: true`'), 'x.csv: use --force'],
  ])('name the option of an error on the command line: %s', (error, expected) => {
    expect(errorInFlagWords(error)).toBe(expected)
  })

  it('name parameters in the library, options on the command line and neither in the app', async () => {
    const table = await readTable(new TextEncoder().encode('a,b\n1,\n2,3\n3,5\n'), { name: 'x.csv' })
    let message = ''
    try {
      toDataset(table)
    } catch (error) {
      message = (error as Error).message
    }
    const problem = 'x.csv: 1 missing value in 1 row, the first in row 1 column "b"'
    expect(message).toBe(
      `${problem}; fill in all values, or use \`impute: 'median'\`, \`impute: 'knn'\` or \`impute: 'drop-rows'\``,
    )
    expect(inFlagWords(message)).toBe(
      `${problem}; fill in all values, or use --impute median, --impute knn or --impute drop-rows`,
    )
    expect(inAppWords(message)).toBe(problem)
  })
})
