import type { ClusterDescription } from 'chorale/internal'
import { type ClusterProfile, differenceText, LEAST_DIFFERENCE, tellingDifferences } from '../data/cluster-profiles.js'
import type { ClusterRow } from '../data/cluster-rows.js'
import { countText, fixedText, percentText, wholeText } from '../data/number-text.js'
import type { Report, ReportInput } from '../data/report.js'
import { shortText } from '../data/short-text.js'
import { html, type Markup } from '../markup.js'
import { clusterName, dataName, dataTable, folded, measure, scrolling, sidedBar } from '../tables.js'
import { PAGE_THEME } from '../theme.js'
import { foldedWhenLong, type Section } from './section.js'

export function clustersSection({ clusters, input }: Report): Section {
  const mostShare = clusters.reduce((most, row) => Math.max(most, row.share), 0)
  const mostConfidence = clusters.reduce((most, row) => Math.max(most, row.meanConfidence), 0)
  const rows = clusters.map((row: ClusterRow) => [
    clusterName(row.cluster, input),
    wholeText(row.size),
    measure(percentText(row.share), row.share / mostShare, PAGE_THEME.cluster(row.cluster)),
    measure(
      fixedText(row.meanConfidence, 2),
      mostConfidence > 0 ? row.meanConfidence / mostConfidence : 0,
      PAGE_THEME.muted,
    ),
  ])
  const columns = [
    { title: 'cluster', kind: 'text' },
    { title: 'samples' },
    { title: 'share of all', kind: 'graph' },
    { title: 'mean confidence', kind: 'graph' },
  ] as const
  const title = 'Sizes of the clusters and confidence of their samples'
  const table = scrolling(title, dataTable(null, columns, rows))
  return {
    id: 'clusters',
    entry: 'Clusters',
    title: 'The clusters',
    content: foldedWhenLong(title, rows.length, table),
  }
}

/** More clusters than this are collapsed. */
const MOST_OPEN_CARDS = 12

export function profilesSection(report: Report): Section | null {
  const { profiles, about, input } = report
  if (profiles === null) return about === null || about.length < 2 ? null : aboutSection(report, about)
  const most = profiles.reduce(
    (largest, { differences }) => Math.max(largest, Math.abs(differences[0]?.standardised ?? 0)),
    LEAST_DIFFERENCE,
  )
  const keywordsOf = (cluster: number) => about?.find(each => each.cluster === cluster)?.keywords ?? []
  const cards = profiles.map(profile => profileCard(profile, most, input, keywordsOf(profile.cluster)))
  const units = input.dataset?.scaling.scale === 'none' ? '' : ', in the original units'
  return {
    id: 'profiles',
    entry: 'Profiles',
    title: 'Each cluster in short',
    content: html`<p>The features that differ most: the mean inside the cluster against the mean of all other samples${units}. Differences are
also given in standard deviations (sd) of the feature over all samples. They describe the clusters but do not explain them.</p>${cardList(cards)}`,
  }
}

/** Cards; many are collapsed. */
function cardList(cards: readonly Markup[]): Markup {
  const rest =
    cards.length > MOST_OPEN_CARDS &&
    folded(
      `${wholeText(cards.length - MOST_OPEN_CARDS)} more clusters`,
      html`<ul class="cards">${cards.slice(MOST_OPEN_CARDS)}</ul>`,
    )
  return html`<ul class="cards">${cards.slice(0, MOST_OPEN_CARDS)}</ul>${rest}`
}

/** Samples shown on a card. */
const CENTRAL = 3

/** What the clusters are about, where single features have no meaning: keywords and the most central samples. */
function aboutSection(report: Report, about: readonly ClusterDescription[]): Section {
  const { input } = report
  const text = input.dataset?.descriptions.find(({ column }) => column === input.dataset?.textName)
  const hasKeywords = about.some(({ keywords }) => keywords.length > 0)
  const sampleText = (row: number) => {
    const code = text?.codes[row] ?? -1
    return code < 0 ? shortText(report.sampleName(row)) : shortText(text!.values[code], 120)
  }
  const cards = about.map(({ cluster, size, keywords, central }) => {
    const samples = Array.from(central.subarray(0, CENTRAL), row => html`<li><bdi>${sampleText(row)}</bdi></li>\n`)
    return html`<li><h3>${clusterName(cluster, input, 'Cluster ')} <span>· ${countText(size, 'sample')}</span></h3>
${keywordLine(keywords)}<ul>${samples}</ul></li>\n`
  })
  const words = hasKeywords ? `The keywords of “${shortText(text!.column, 40)}”, and the ` : 'The '
  return {
    id: 'profiles',
    entry: 'Profiles',
    title: 'Each cluster in short',
    content: html`<p>${words}most central samples, which are nearest to the mean of the cluster.</p>${cardList(cards)}`,
  }
}

function keywordLine(keywords: ClusterDescription['keywords']): Markup | false {
  if (keywords.length === 0) return false
  const words = keywords.map(({ word }, at) => html`${at > 0 && ', '}${dataName(shortText(word, 30))}`)
  return html`<p>${words}</p>\n`
}

function profileCard(
  { cluster, size, differences }: ClusterProfile,
  most: number,
  input: ReportInput,
  keywords: ClusterDescription['keywords'],
): Markup {
  const told = tellingDifferences(differences)
  const items = told.map(difference => {
    const { name, standardised, between } = difference
    if (between !== null)
      return html`<li><span class="difference">${dataName(name)}</span> ${differenceText(difference)}</li>\n`
    const side = standardised > 0 ? 'higher' : 'lower'
    return html`<li><span class="difference">${dataName(name)}</span> ${differenceText(difference)}
<span class="aside">(${fixedText(Math.abs(standardised), 1)} sd ${side})</span>${sidedBar(standardised / most, PAGE_THEME.cluster(cluster))}</li>\n`
  })
  return html`<li><h3>${clusterName(cluster, input, 'Cluster ')} <span>· ${countText(size, 'sample')}</span></h3>
${keywordLine(keywords)}${items.length > 0 ? html`<ul>${items}</ul>` : html`<p>No feature differs by ${LEAST_DIFFERENCE} sd or more.</p>`}</li>\n`
}
