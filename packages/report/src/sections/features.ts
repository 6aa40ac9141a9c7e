import { fixedText, percentText } from '../data/number-text.js'
import type { Report } from '../data/report.js'
import { featuresChart } from '../embedding-chart.js'
import { categoryChart, distributionChart, effectsChart, silhouetteChart, splitsChart } from '../feature-charts.js'
import { html } from '../markup.js'
import { figure } from '../tables.js'
import { PAGE_THEME } from '../theme.js'
import { clusterLegend } from './picture.js'
import { paragraphs, type Section } from './section.js'

/** The map of the samples by their features. */
export function mapSection(report: Report): Section | null {
  const chart = featuresChart(report, PAGE_THEME)
  if (chart === null || report.features === null) return null
  const { shares, axes } = report.features
  const isProjected = axes[0].startsWith('component')
  const words = [
    'Every mark is a sample, in the colour and shape of its cluster. Larger marks are several samples at the same position; ' +
      'fainter marks are samples with lower confidence.',
    isProjected
      ? `The map shows the two directions in which the features vary most (principal components), ${percentText(shares[0] + shares[1])} of the variance. Clusters that overlap here can be separate in other directions.`
      : `The map shows the features ${axes[0]} (across) and ${axes[1]} (up).`,
  ]
  return {
    id: 'map',
    entry: 'Map',
    title: 'Map of the samples',
    content: html`<div class="pair">${figure(chart, clusterLegend(report))}<div>${paragraphs(words)}</div></div>`,
  }
}

/** Features by cluster, with effect sizes, and the distributions of the most telling ones. */
export function effectsSection(report: Report): Section | null {
  const chart = effectsChart(report, PAGE_THEME)
  if (chart === null) return null
  const { effects, distributions } = report
  const shown = effects!.features.length
  const words = [
    'Each cell compares a cluster with all other samples: the difference of the means in standard deviations (sd) of the ' +
      'feature. About 0.2 is a small effect, 0.5 a medium one and 0.8 a large one. ' +
      'The features that separate the clusters best come first' +
      (shown < effects!.featureCount ? `; ${shown} of ${effects!.featureCount} are shown.` : '.'),
    'Differences describe the clusters. They do not explain them, and they are no test: the clusters were chosen to differ.',
  ]
  return {
    id: 'effects',
    entry: 'Features',
    title: 'What tells the clusters apart',
    content: html`<div class="pair">${figure(chart)}<div>${paragraphs(words)}</div></div>
${
  distributions.length > 0 &&
  html`<h3>Distribution of the most telling features</h3>
<p>In the original units. The box has the middle half of the samples of a cluster, the thick line is the median, and the thin line covers nine tenths.</p>
<div class="pair even">${distributions.map(each => figure(distributionChart(each, PAGE_THEME)))}</div>`
}`,
  }
}

/** Text columns by cluster. */
export function categoriesSection({ categories }: Report): Section | null {
  if (categories.length === 0) return null
  return {
    id: 'categories',
    entry: 'Categories',
    title: 'Text columns by cluster',
    content: html`<p>Each bar is a cluster; its parts are the shares of the values. Columns that depend most on the cluster come first.</p>
<div class="pair even">${categories.map(each => figure(categoryChart(each, PAGE_THEME)))}</div>`,
  }
}

export function silhouettesSection(report: Report): Section | null {
  const chart = silhouetteChart(report, PAGE_THEME)
  if (chart === null) return null
  const { mean, sampleCount } = report.silhouettes!
  const words = [
    `A silhouette compares the mean distance of a sample to its own cluster with that to the next cluster, from −1 to 1. ` +
      `The mean is ${fixedText(mean, 2)}${sampleCount < report.sampleCount ? `, over ${sampleCount} samples` : ''}. ` +
      'Values near 1 are compact, separate clusters. Negative values are samples that are closer to another cluster.',
    'Silhouettes measure round shapes. Clusters that are long, nested or of different density can be clear and still have ' +
      'low silhouettes.',
  ]
  return {
    id: 'silhouettes',
    entry: 'Silhouettes',
    title: 'How compact the clusters are',
    content: html`<div class="pair">${figure(chart)}<div>${paragraphs(words)}</div></div>`,
  }
}

export function splitsSection(report: Report): Section | null {
  const chart = splitsChart(report, PAGE_THEME)
  if (chart === null) return null
  const words = [
    'Each column is a run with that number of clusters; a bar is a cluster, and a band the samples that two clusters share.',
    'If a cluster splits cleanly into parts, both numbers of clusters describe the same structure in more or less detail. ' +
      'Bands that cross mean that the clusters were formed anew.',
  ]
  return {
    id: 'splits',
    entry: 'Splits',
    title: 'More and fewer clusters',
    content: html`<div class="pair">${figure(chart)}<div>${paragraphs(words)}</div></div>`,
  }
}
