import { SHAPES, type Shape, sampleShape } from 'chorale/internal'
import { checkWritable, standardOutput, writeWhole } from 'chorale-node/internal'
import type { Command } from 'commander'
import { oneOf, positiveNumber, seedValue, wholeNumber } from './parse.js'
import { writeSample } from './result-files.js'

interface SampleFlags {
  samples: number
  clusters?: number
  features?: number
  spread?: number
  seed: number
  output?: string
}

export function addSampleCommand(command: Command): void {
  command
    .argument('<shape>', SHAPES.join(', '), oneOf('shape', SHAPES))
    .option('-n, --samples <n>', 'number of samples', wholeNumber('-n', 1), 300)
    .option('-k, --clusters <n>', 'number of clusters (default: 3; moons: 2, noise: 1)', wholeNumber('-k', 1))
    .option(
      '--features <n>',
      'number of features (default: 2), for blobs, anisotropic and noise',
      wholeNumber('--features', 1),
    )
    .option(
      '--spread <s>',
      'standard deviation around the shape (default: depends on the shape)',
      positiveNumber('--spread'),
    )
    .option('--seed <s>', 'random seed; the same seed gives the same data', seedValue, 1)
    .option('-o, --output <file>', 'file to write (default: standard output)')
    .action(printSample)
}

async function printSample(shape: Shape, flags: SampleFlags): Promise<void> {
  const { samples: sampleCount, clusters: clusterCount, features: featureCount, spread, seed, output } = flags
  const sample = sampleShape(shape, { sampleCount, clusterCount, featureCount, spread, seed })
  if (output === undefined || output === '-') return writeSample(standardOutput, sample)
  await checkWritable(output)
  await writeWhole(output, sink => writeSample(sink, sample))
}
