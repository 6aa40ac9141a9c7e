import type { SampleLabels } from 'chorale/internal'

/** Whether labels are written as a NumPy array instead of CSV. */
export function isNpyPath(path: string): boolean {
  return path.toLowerCase().endsWith('.npy')
}

/** The columns of the labels, without the names of the samples: of several clusterings, each has its own two. */
function labelColumns(clusterCounts: readonly number[]): string[] {
  if (clusterCounts.length === 1) return ['cluster', 'confidence']
  return clusterCounts.flatMap(k => [`cluster_${k}`, `confidence_${k}`])
}

/** The first line of a CSV file of labels. */
export function labelHeader(clusterCounts: readonly number[]): string {
  return ['id', ...labelColumns(clusterCounts)].join(',')
}

/** The beginning of a .npy file with a record for each row: cluster and confidence of every clustering. */
export function npyHead(rowCount: number, clusterCounts: readonly number[]): Uint8Array {
  const fields = labelColumns(clusterCounts).map((name, at) => `('${name}', '${at % 2 === 0 ? '<i4' : '<f8'}')`)
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
  const bytes = new Uint8Array(12 * clusterings.length * length)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (let i = 0; i < length; i++) {
    for (const { labels, confidence } of clusterings) {
      view.setInt32(at, labels[i], true)
      view.setFloat64(at + 4, confidence[i], true)
      at += 12
    }
  }
  return bytes
}
