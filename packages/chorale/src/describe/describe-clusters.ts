import { type Distance, samplesForDistance } from '../base/distance.js'
import { invalid } from '../errors.js'
import type { Dataset } from '../tables/features/to-dataset.js'
import type { Labels } from '../types.js'
import { type ClusterCentre, centralRows } from './central-rows.js'
import { type Keyword, keywordsOf } from './keywords.js'

/** What a cluster is about. */
export interface ClusterDescription extends ClusterCentre {
  /** The words that are typical of its texts, most typical first; empty without a column of texts. */
  readonly keywords: readonly Keyword[]
}

/** Central rows and keywords of every cluster. */
const SHOWN = { central: 5, keywords: 10 }

/** The medoid, the most central rows and the keywords of every cluster that has rows. */
export function describeClusters(dataset: Dataset, labels: Labels, distance: Distance): ClusterDescription[] {
  const { sampleCount, descriptions, textName } = dataset
  if (labels.length !== sampleCount) {
    throw invalid(
      'describeClusters',
      'labels',
      `have one entry per sample of the dataset (${sampleCount})`,
      labels.length,
    )
  }
  const text = descriptions.find(({ column }) => column === textName)
  const keywords = text === undefined ? [] : keywordsOf(text, labels, SHOWN.keywords)
  return centralRows(samplesForDistance(dataset, distance), labels, SHOWN.central).map(centre => ({
    ...centre,
    keywords: keywords[centre.cluster] ?? [],
  }))
}
