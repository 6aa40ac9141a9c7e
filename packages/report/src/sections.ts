import type { Report } from './data/report.js'
import { adviceSection } from './sections/advice.js'
import { baseClusteringsSection } from './sections/base-clusterings.js'
import { clustersSection, profilesSection } from './sections/clusters.js'
import { confidenceSection } from './sections/confidence.js'
import {
  categoriesSection,
  effectsSection,
  mapSection,
  silhouettesSection,
  splitsSection,
} from './sections/features.js'
import { searchSection, spectrumSection } from './sections/number-of-clusters.js'
import { heatmapSection, pictureSection } from './sections/picture.js'
import { detailsSection, whatWasDone } from './sections/run.js'
import type { Section } from './sections/section.js'
import { truthSection } from './sections/truth.js'

const SECTIONS: readonly ((report: Report) => Section | null)[] = [
  clustersSection,
  mapSection,
  effectsSection,
  profilesSection,
  categoriesSection,
  truthSection,
  silhouettesSection,
  pictureSection,
  heatmapSection,
  splitsSection,
  confidenceSection,
  baseClusteringsSection,
  adviceSection,
  spectrumSection,
  searchSection,
  whatWasDone,
  detailsSection,
]

/** The sections in reading order. Sections without content are omitted. */
export function reportSections(report: Report): Section[] {
  return SECTIONS.map(section => section(report)).filter(section => section !== null)
}
