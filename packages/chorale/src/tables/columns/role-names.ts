/** Names that mean the truth, the most reliable first. A column with such a name is never a feature by default. */
const TRUTH_NAMES = [
  'truth',
  'ground_truth',
  'gt',
  'gnd',
  'true_label',
  'true_labels',
  'true_class',
  'class',
  'classes',
  'class_label',
  'target',
  'label',
  'labels',
  'y_true',
]

/** Names that often mean the truth, if the column contains classes. */
const CLASS_NAMES = [
  'y',
  'species',
  'variety',
  'diagnosis',
  'outcome',
  'survived',
  'group',
  'category',
  'type',
  'subtype',
  'quality',
  'cluster',
  'target_name',
  'target_names',
]

/** How reliable each name is, without underscores. */
const TRUTH_RANKS = new Map(
  [...TRUTH_NAMES, ...CLASS_NAMES].reverse().map((name, at) => [name.replaceAll('_', ''), at + 1]),
)

/** Names of identifiers. Such a column is never a feature by default, even if its values repeat. */
const ID_NAMES = [
  'id',
  'ids',
  'index',
  'idx',
  'rowid',
  'row_names',
  'row_name',
  'rownames',
  'rowname',
  'row_number',
  'index_level_0',
  'no',
  'nr',
  'record',
  'key',
  'pid',
  'seqno',
  'uuid',
  'guid',
  'code',
  'identifier',
  'userid',
  'customerid',
  'patientid',
  'sampleid',
  'studentid',
]

/** Endings of the names of identifiers: CustomerID and order_no. */
const ID_NAME = /(^|_)(id|uuid|guid|no|nr|key|code)$|^id_|^unnamed(_\d+)?$/

/** Names that mean sample ids if all values are different. */
const SAMPLE_NAMES = ['sample', 'samples', 'sample_name', 'name', 'names', 'barcode', 'accession', 'subject', 'patient']

/** The name in lower case, words joined by one underscore: "Sample ID", "sample-id" and "SampleId" are the same. */
export function plainName(name: string): string {
  // Most names are plain. A table can have very many.
  if (/^[a-z0-9]+$/.test(name)) return name
  return name
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
}

/** How strongly a name suggests the truth; 0 means not at all. `y` next to an `x` is a coordinate. */
export function truthRank(name: string, allNames: readonly string[]): number {
  const plain = plainName(name)
  if (plain === 'y' && allNames.some(other => plainName(other) === 'x')) return 0
  return plainTruthRank(plain)
}

function plainTruthRank(plain: string): number {
  return TRUTH_RANKS.get(plain.replaceAll('_', '')) ?? 0
}

/** Whether a name means the truth and hardly anything else. */
export function meansTruth(name: string): boolean {
  return plainMeansTruth(plainName(name))
}

/** The same for a plain name. */
export function plainMeansTruth(plain: string): boolean {
  return plainTruthRank(plain) > CLASS_NAMES.length
}

/** How strongly a name suggests sample ids: 2 for an identifier, 1 for a name of samples, 0 for anything else. */
export function idRank(name: string): 0 | 1 | 2 {
  const plain = plainName(name)
  if (ID_NAMES.includes(plain) || ID_NAME.test(plain)) return 2
  return SAMPLE_NAMES.includes(plain) ? 1 : 0
}

/** A word that is common in headers and rare in data. */
export function looksLikeHeaderWord(name: string): boolean {
  const plain = plainName(name)
  return name.length > 1 && (ID_NAMES.includes(plain) || SAMPLE_NAMES.includes(plain) || plainMeansTruth(plain))
}

const DATE_PART = /^(year|yr|month|day|week|weekday|day_of_(week|month|year)|hour|minute|quarter)$/
const SUBJECT =
  /^(subject|patient|participant|person|individual|animal|mouse|rat|chick|tree|plant|plot|seed|child|pupil|player|stratum|strata|pooled_stratum)$/
const FREQUENCY = /^(freq|frequency|count|counts|n|frequencies)$/

/** Whether a name means a part of a date or time. */
export function isDatePart(name: string): boolean {
  return DATE_PART.test(plainName(name))
}

/** Whether a name means somebody or something that may be measured repeatedly. */
export function meansSubject(name: string): boolean {
  return SUBJECT.test(plainName(name))
}

/** Whether a name means how often the row was seen. */
export function meansFrequency(name: string): boolean {
  return FREQUENCY.test(plainName(name))
}
