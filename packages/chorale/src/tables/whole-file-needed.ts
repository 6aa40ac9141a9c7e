/**
 * A later block of a file contradicts what its first blocks suggested: the kind of a column, or its role. The file has to
 * be read as a whole, so that the result does not depend on where the blocks end.
 */
export class WholeFileNeeded extends Error {
  override name = 'WholeFileNeeded'
}
