import { describe, expect, it, vi } from 'vitest'
import { type ConsensusOptions, consensus } from '../../src/consensus/consensus.js'
import { consensusOfBlocks } from '../../src/consensus/consensus-of-blocks.js'
import { METHOD_NAMES } from '../../src/consensus/methods/index.js'
import { InputError } from '../../src/errors.js'
import type { Labeling } from '../../src/labelings/adopt.js'

const LABELINGS = [
  [0, 0, 1, 1],
  [0, 1, 1, 1],
]

/** An option of a type that TypeScript would refuse. */
const wrong = (options: Record<string, unknown>) => ({ clusterCount: 2, ...options }) as unknown as ConsensusOptions

describe('consensus: bad options', () => {
  const clusterCount = 'consensus: clusterCount must be an integer from 1 to the number of samples (4); got'
  const alpha = "consensus: alpha must be a number above 0 and at most 1, or 'auto'; got"
  const restarts = 'consensus: restarts must be an integer from 1 to 10000; got'
  const seed = 'consensus: seed must be an integer from 0 to 4294967295; got'
  it.each<[Record<string, unknown>, string]>([
    [{ clusterCount: 0 }, `${clusterCount} 0`],
    [{ clusterCount: 5 }, `${clusterCount} 5`],
    [{ clusterCount: 1.5 }, `${clusterCount} 1.5`],
    [{ clusterCount: Number.NaN }, `${clusterCount} NaN`],
    [{ clusterCount: undefined }, `${clusterCount} undefined`],
    [{ clusterCount: '2' }, `${clusterCount} '2'`],
    [{ method: 'kmeans' }, `consensus: method must be one of ${METHOD_NAMES.join(', ')}; got kmeans`],
    [{ method: 'toString' }, `consensus: method must be one of ${METHOD_NAMES.join(', ')}; got toString`],
    [{ alpha: 0 }, `${alpha} 0`],
    [{ alpha: -0.1 }, `${alpha} -0.1`],
    [{ alpha: 1.01 }, `${alpha} 1.01`],
    [{ alpha: Number.NaN }, `${alpha} NaN`],
    [{ alpha: 'best' }, `${alpha} best`],
    [{ alpha: '0.5' }, `${alpha} '0.5'`],
    [{ lambda: 0 }, 'consensus: lambda must be a number above 0; got 0'],
    [{ lambda: Number.POSITIVE_INFINITY }, 'consensus: lambda must be a number above 0; got Infinity'],
    [{ theta: -1 }, 'consensus: theta must be a number above 0; got -1'],
    [{ solver: 'newton' }, 'consensus: solver must be one of fixed-point, reduced-gradient; got newton'],
    [{ weights: 'equal' }, 'consensus: weights must be one of uniform, learned; got equal'],
    [{ centred: 'yes' }, 'consensus: centred must be true or false; got yes'],
    [{ unitDiagonal: 1 }, 'consensus: unitDiagonal must be true or false; got 1'],
    [{ unitRows: 'yes' }, 'consensus: unitRows must be true or false; got yes'],
    [{ diversity: 'no' }, 'consensus: diversity must be true or false; got no'],
    [{ collapse: 'never' }, 'consensus: collapse must be one of rule, reference; got never'],
    [{ emptyCentres: 'keep' }, 'consensus: emptyCentres must be one of refill, reference; got keep'],
    [{ epochs: 0 }, 'consensus: epochs must be an integer from 1 to 1000; got 0'],
    [{ neighbours: 0 }, 'consensus: neighbours must be an integer from 1 to 10000; got 0'],
    [{ memoryLimit: 0 }, 'consensus: memoryLimit must be a number above 0; got 0'],
    [{ restarts: 0 }, `${restarts} 0`],
    [{ restarts: 10_001 }, `${restarts} 10001`],
    [{ restarts: 2.5 }, `${restarts} 2.5`],
    [{ seed: -1 }, `${seed} -1`],
    [{ seed: 2 ** 32 }, `${seed} 4294967296`],
    [{ seed: 0.5 }, `${seed} 0.5`],
    [{ loops: 'gpu' }, 'consensus: loops must be one of auto, simd, plain; got gpu'],
  ])('rejects %o', async (options, message) => {
    await expect(consensus(LABELINGS, wrong(options))).rejects.toThrow(new InputError(message))
  })

  it('rejects a lambda so small that all weights of a sample vanish', async () => {
    // Every cluster is broken up by the other labeling.
    const crossing = [
      [0, 0, 1, 1],
      [0, 1, 0, 1],
    ]
    for (const method of ['gpec', 'balanced'] as const) {
      await expect(consensus(crossing, { clusterCount: 2, method, lambda: 1e-5 })).rejects.toThrow(
        new InputError(
          'consensus: lambda must be large enough that every sample has a cluster with a weight above 0; got 0.00001',
        ),
      )
    }
  })

  it('rejects unknown options, with a suggestion where a name is near', async () => {
    await expect(consensus(LABELINGS, wrong({ aplha: 0.3 }))).rejects.toThrow(
      new InputError("consensus: unknown option 'aplha'; did you mean 'alpha'?"),
    )
    await expect(consensus(LABELINGS, wrong({ k: 3 }))).rejects.toThrow(
      new InputError("consensus: unknown option 'k'; did you mean 'clusterCount'?"),
    )
    await expect(consensusOfBlocks([LABELINGS], wrong({ clustercount: 3 }))).rejects.toThrow(
      new InputError("consensus: unknown option 'clustercount'; did you mean 'clusterCount'?"),
    )
  })

  it.each([undefined, null, 3])('rejects options that are no object: %s', async options => {
    const message = `consensus: options must be an object with clusterCount; got ${options}`
    const none = options as unknown as ConsensusOptions
    await expect(consensus(LABELINGS, none)).rejects.toThrow(new InputError(message))
    await expect(consensusOfBlocks([LABELINGS], none)).rejects.toThrow(new InputError(message))
  })

  it('accepts options that the method does not take', async () => {
    const plain = await consensus(LABELINGS, { clusterCount: 2, method: 'eac' })
    expect(await consensus(LABELINGS, { clusterCount: 2, method: 'eac', alpha: 0.3, epochs: 2 })).toEqual(plain)
  })

  it('rejects before any work is reported', async () => {
    const onProgress = vi.fn()
    await expect(consensus(LABELINGS, { clusterCount: 9, onProgress })).rejects.toThrow(InputError)
    expect(onProgress).not.toHaveBeenCalled()
  })
})

describe('consensus: bad labelings', () => {
  it.each<[string, Labeling[], string]>([
    ['a single labeling', [[0, 1]], 'consensus: labelings must be at least 2 labelings; got 1'],
    [
      'labelings of different lengths',
      [
        [0, 1],
        [0, 1, 1],
      ],
      "consensus: labelings must have the same length; got 2 in 'labeling 1' and 3 in 'labeling 2'",
    ],
    [
      'a labeling without members',
      [
        [0, 1],
        ['', null],
      ],
      "consensus: every labeling must cover at least one sample; 'labeling 2' has only missing labels",
    ],
    [
      'a sample without labels',
      [
        [0, 1, -1],
        [0, 0, -1],
      ],
      'consensus: every sample must be covered by at least one labeling; sample 3 has only missing labels',
    ],
    [
      'labelings that are all one cluster',
      [
        [0, 0, 0],
        ['a', 'a', null],
      ],
      'consensus: labelings must include one with at least two clusters; all of them have one cluster',
    ],
    [
      'a sample that only labelings of one cluster cover',
      [
        [0, 1, -1],
        [0, 0, 0],
        [1, -1, 1],
      ],
      "consensus: every sample must be covered by a labeling with at least two clusters; sample 3 is covered only by 'labeling 2', 'labeling 3'",
    ],
  ])('rejects %s', async (_, labelings, message) => {
    await expect(consensus(labelings, { clusterCount: 2 })).rejects.toThrow(new InputError(message))
  })
})
