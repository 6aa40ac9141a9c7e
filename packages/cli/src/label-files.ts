import type { SampleLabels } from 'chorale/internal'

/** Whether labels are written as a NumPy array instead of CSV. */
export function isNpyPath(path: string): boolean {
  return path.toLowerCase().endsWith('.npy')
}

/** The columns of the labels, without the names of the samples: of several clusterings, each has its own. */
function labelColumns(clusterCounts: readonly number[], hasOutliers: boolean): string[] {
  const names = hasOutliers ? ['cluster', 'confidence', 'outlier'] : ['cluster', 'confidence']
  if (clusterCounts.length === 1) return names
  return clusterCounts.flatMap(k => names.map(name => `${name}_${k}`))
}

/** The first line of a CSV file of labels. */
export function labelHeader(clusterCounts: readonly number[], hasOutliers: boolean): string {
  return ['id', ...labelColumns(clusterCounts, hasOutliers)].join(',')
}

/** The beginning of a .npy file with a record for each row: cluster, confidence and outlier score of every clustering. */
export function npyHead(rowCount: number, clusterCounts: readonly number[], hasOutliers: boolean): Uint8Array {
  const columns = labelColumns(clusterCounts, hasOutliers)
  const fields = columns.map(name => `('${name}', '${name.startsWith('cluster') ? '<i4' : '<f8'}')`)
  const text = `{'descr': [${fields.join(', ')}], 'fortran_order': False, 'shape': (${rowCount},), }`
  // Magic, version 1.0, header length: 10 bytes; the whole header is a multiple of 64 and ends with a line break.
  const length = 64 * Math.ceil((10 + text.length + 1) / 64) - 10
  const head = Buffer.alloc(10 + length, ' ')
  head.write('\x93NUMPY\x01\x00', 'latin1')
  head.writeUInt16LE(length, 8)
  head.write(text, 10, 'latin1')
  head.write('\n', 10 + length - 1, 'latin1')
  return head
}

/** The records of rows that follow each other. */
export function labelBytes(clusterings: readonly SampleLabels[]): Uint8Array {
  const { length } = clusterings[0].labels
  const width = clusterings.reduce((sum, { outlier }) => sum + (outlier ? 20 : 12), 0)
  const bytes = new Uint8Array(width * length)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (let i = 0; i < length; i++) {
    for (const { labels, confidence, outlier } of clusterings) {
      view.setInt32(at, labels[i], true)
      view.setFloat64(at + 4, confidence[i], true)
      if (outlier) view.setFloat64(at + 12, outlier[i], true)
      at += outlier ? 20 : 12
    }
  }
  return bytes
}
