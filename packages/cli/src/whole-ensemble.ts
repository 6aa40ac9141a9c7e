import { type Ensemble, type PackedLabelings, unpackLabelings } from 'chorale/internal'

/** The labelings, unpacked if they are packed. */
export function wholeEnsemble(ensemble: Ensemble | PackedLabelings): Ensemble {
  return 'store' in ensemble ? unpackLabelings(ensemble) : ensemble
}
