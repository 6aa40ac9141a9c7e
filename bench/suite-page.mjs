// Writes docs/accuracy.md and its chart from the records of bench/suite.mjs and the scores of the peers.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mean, standardError } from './mean.mjs'

const PAGE = fileURLToPath(new URL('../docs/accuracy.md', import.meta.url))
const CHART = fileURLToPath(new URL('../docs/public/accuracy.svg', import.meta.url))
const OURS = 'Chorale, default'
/** The consensus method that the default uses; its own row would repeat the default. */
const DEFAULT_METHOD = 'lwgp'
/** Peers that the tables show one by one. */
const SHOWN = ['Genie_G0.3', 'ITM', 'sklearn_gm', 'sklearn_kmeans']
const BATTERIES = ['fcps', 'graves', 'other', 'sipu', 'uci', 'wut']

export async function writeAccuracyPage(records, folder) {
  const suite = records.filter(record => BATTERIES.includes(record.battery))
  const peers = readPeers(join(folder, 'suite', 'peers.csv'))
  const realPeers = readPeers(join(folder, 'suite', 'real-peers.csv'))
  const programs = programsOf(suite, peers)
  writeFileSync(CHART, await chartOf(programs))
  writeFileSync(
    PAGE,
    [
      introduction(suite, programs),
      ranking(programs),
      byDataset(suite, peers),
      losses(suite, peers),
      realTables(records, realPeers),
      methods(records, suite),
      LIMITS,
    ]
      .filter(Boolean)
      .join('\n\n'),
  )
  console.log(`wrote ${PAGE}\nwrote ${CHART}`)
}

/** Scores by data set and peer. */
function readPeers(path) {
  const [header, ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  const columns = header.split(',')
  const scores = new Map()
  for (const line of lines) {
    const cells = Object.fromEntries(line.split(',').map((cell, at) => [columns[at], cell]))
    if (!scores.has(cells.dataset)) scores.set(cells.dataset, new Map())
    scores.get(cells.dataset).set(cells.peer, Number(cells.ari))
  }
  return scores
}

/** All programs with a score for every set, best first. */
function programsOf(records, peers) {
  const datasets = datasetsOf(records)
  const names = [...peers.get(datasets[0]).keys()].filter(name =>
    datasets.every(dataset => Number.isFinite(peers.get(dataset)?.get(name))),
  )
  const ofPeers = names.map(name => ({ name, aris: datasets.map(dataset => peers.get(dataset).get(name)) }))
  const own = { name: OURS, aris: datasets.map(dataset => scoreOf(records, dataset)) }
  return [own, ...ofPeers]
    .map(program => ({
      ...program,
      mean: mean(program.aris),
      error: standardError(program.aris),
      batteries: BATTERIES.map(battery => mean(program.aris.filter((_, at) => datasets[at].startsWith(`${battery}_`)))),
    }))
    .sort((a, b) => b.mean - a.mean)
}

function datasetsOf(records) {
  return [...new Set(records.map(({ dataset }) => dataset))].sort()
}

function defaultsOf(records, dataset) {
  return records.filter(record => record.dataset === dataset && record.method === 'default')
}

function scoreOf(records, dataset) {
  return mean(defaultsOf(records, dataset).map(({ ari }) => ari))
}

function introduction(suite, programs) {
  const seeds = new Set(suite.filter(({ method }) => method === 'default').map(({ seed }) => seed)).size
  const own = programs.find(({ name }) => name === OURS)
  const place = programs.indexOf(own) + 1
  const next = programs.find(({ name }) => name !== OURS)
  return `# Accuracy

How close the clusters that Chorale finds by default are to known classes, compared with other programs. \`bench/suite.mjs\` writes this page; nothing is left out.

**Public benchmark sets.** On ${datasetsOf(suite).length} sets of the *Benchmark Suite for Clustering Algorithms* (M. Gagolewski, version 1), the mean ARI of \`chorale cluster\` is ${text(own.mean)} (place ${place} of the ${programs.length} programs with labels for every set); the best other program, ${next.name}, has ${text(next.mean)}.

Commands: \`npm run build\`, then \`CHORALE_DATA=folder node bench/suite.mjs --methods all\` and \`node bench/suite.mjs --page\`.

- The scores of other programs come from the labels that the suite publishes. All programs get the features as they are, and the number of clusters of the reference.
- A set may have several reference partitions. As in the suite, the best ARI over them counts. Samples that a reference marks as noise are clustered, but not scored.
- Chorale's scores are means over ${seeds} seeds. The standard errors of means over sets describe how much sets differ, not how much seeds do.
- Chorale's defaults were chosen on these sets, those of its peers were not. Other sets of the suite are not part of this page.`
}

function ranking(programs) {
  const shown = programs.filter(({ name }, at) => at < 12 || name === OURS || SHOWN.includes(name))
  const rows = shown.map(program => {
    const place = programs.indexOf(program) + 1
    const name = program.name === OURS ? `**${OURS}**` : program.name
    return [place, name, `${text(program.mean)} (${text(program.error)})`, ...program.batteries.map(text)]
  })
  return `## All programs

Mean ARI over the sets, with its standard error, and the mean for each battery of the suite. There are ${programs.length} programs with labels for every set; the table has the first twelve and some well-known ones.

${table(['place', 'program', 'mean ARI (s.e.)', ...BATTERIES], rows, ': - : : : : : : :')}

![Mean ARI of the programs on the benchmark sets, with standard errors](/accuracy.svg)`
}

function byDataset(suite, peers) {
  const rows = datasetsOf(suite).map(dataset => {
    const found = defaultsOf(suite, dataset)
    const aris = found.map(({ ari }) => ari)
    const scores = peers.get(dataset)
    const [best] = [...scores].sort((a, b) => b[1] - a[1])
    const { n, d, k } = found[0]
    const own = `${text(mean(aris))} (${text(standardError(aris))})`
    const seconds = mean(found.map(record => record.seconds)).toFixed(1)
    return [
      dataset,
      n,
      d,
      k.join('/'),
      own,
      ...SHOWN.map(name => text(scores.get(name))),
      `${text(best[1])} ${best[0]}`,
      seconds,
    ]
  })
  const wins = SHOWN.map(name => {
    const outcomes = datasetsOf(suite).map(dataset => scoreOf(suite, dataset) - peers.get(dataset).get(name))
    const better = outcomes.filter(difference => difference > EQUAL).length
    const worse = outcomes.filter(difference => difference < -EQUAL).length
    return `- ${name}: better on ${better}, equal on ${outcomes.length - better - worse}, worse on ${worse} sets; mean difference ${signed(mean(outcomes))} (s.e. ${text(standardError(outcomes))}).`
  })
  return `## Every set

ARI of Chorale (with the standard error over seeds), of four other programs, and of the best of all programs on that set. Seconds are CPU time of one run in one thread, without start-up.

${table(['set', 'n', 'd', 'k', 'Chorale (s.e.)', ...SHOWN, 'best program', 's'], rows, '- : : : : : : : : - :')}

Chorale compared with each of them; differences of at most ${EQUAL} count as equal:

${wins.join('\n')}`
}

const EQUAL = 0.01

/** The sets on which Chorale loses most to Genie, the best other program. */
function losses(suite, peers) {
  const rows = datasetsOf(suite)
    .map(dataset => ({
      dataset,
      ours: scoreOf(suite, dataset),
      theirs: Math.max(peers.get(dataset).get('Genie_G0.3'), peers.get(dataset).get('sklearn_gm')),
    }))
    .map(row => ({ ...row, loss: row.theirs - row.ours }))
    .filter(({ loss }) => loss > 0.05)
    .sort((a, b) => b.loss - a.loss)
    .map(({ dataset, ours, theirs }) => [dataset, text(ours), text(theirs)])
  return `## Losses

Sets on which Genie_G0.3 or Gaussian mixtures (sklearn_gm) are better by more than 0.05:

${table(['set', 'Chorale', 'better of the two'], rows, '- : :')}

${LOSSES}`
}

const LOSSES = `Why: where classes overlap and are normally distributed, mixtures know the right shape, and cells of neighbours only follow density. Where a thin or noisy structure must be followed for a long way, the single path of Genie is sometimes better than a consensus of many. Small sets with noise around the classes vary with the seed.`

function realTables(records, peers) {
  const real = records.filter(
    ({ battery, method }) => method === 'default' && (battery === 'real' || battery === 'paper'),
  )
  const rows = datasetsOf(real).map(dataset => {
    const found = defaultsOf(real, dataset)
    const aris = found.map(({ ari }) => ari)
    const { n, d, k } = found[0]
    const scores = peers.get(dataset)
    const others = ['sklearn_kmeans', 'sklearn_gm', 'sklearn_ward'].map(name =>
      scores?.has(name) ? text(scores.get(name)) : '',
    )
    const plain = text(mean(found.map(({ kMeans }) => kMeans)))
    return [dataset, n, d, k.join('/'), `${text(mean(aris))} (${text(standardError(aris))})`, plain, ...others]
  })
  const all = datasetsOf(real).map(dataset => scoreOf(real, dataset))
  const plain = datasetsOf(real).map(dataset => mean(defaultsOf(real, dataset).map(({ kMeans }) => kMeans)))
  const withPeers = datasetsOf(real).filter(dataset => peers.has(dataset))
  const own = mean(withPeers.map(dataset => scoreOf(real, dataset)))
  const mixtures = mean(withPeers.map(dataset => peers.get(dataset).get('sklearn_gm')))
  return `## Real tables

Tables with known classes, features scaled to mean 0 and standard deviation 1: seven public tables (real_*), and the tables of the paper (paper_*). The classes of real tables are often not clusters, so scores are low for all programs. "k-means" is Chorale's plain k-means with ten starts; the other columns are scikit-learn's, where they were measured.

${table(['table', 'n', 'd', 'k', 'Chorale (s.e.)', 'k-means', 'sklearn k-means', 'sklearn mixtures', 'sklearn Ward'], rows, '- : : : : : : : :')}

Mean over all ${all.length} tables: Chorale ${text(mean(all))}, plain k-means ${text(mean(plain))}. Mean over the ${withPeers.length} tables with scores of scikit-learn: Chorale ${text(own)}, Gaussian mixtures ${text(mixtures)}.

Weak: tables of categories written as small numbers (paper_website-phishing), where plain k-means is better, and tables whose classes are not clusters in any sense (haberman, german, tae).`
}

function methods(records, suite) {
  const names = [...new Set(suite.map(({ method }) => method))].filter(name => name !== 'default')
  if (names.length === 0) return ''
  const withMethods = list => datasetsOf(list.filter(({ method }) => method !== 'default'))
  const real = records.filter(({ battery }) => battery === 'real' || battery === 'paper')
  const rowOf = (name, recordOf) => {
    const covered = withMethods(suite)
      .map(recordOf(suite))
      .filter(record => record !== undefined)
    const coveredReal = withMethods(real)
      .map(recordOf(real))
      .filter(record => record !== undefined)
    const aris = covered.map(({ ari }) => ari)
    return { name, aris, real: coveredReal.map(({ ari }) => ari), count: covered.length + coveredReal.length }
  }
  const rows = [
    rowOf(
      `default (\`${DEFAULT_METHOD}\`, 10 starts)`,
      list => dataset =>
        list.find(record => record.dataset === dataset && record.method === 'default' && record.seed === 1),
    ),
    ...names.map(name =>
      rowOf(
        `\`${name}\``,
        list => dataset => list.find(record => record.dataset === dataset && record.method === name),
      ),
    ),
  ]
    .sort((a, b) => mean(b.aris) - mean(a.aris))
    .map(({ name, aris, real: realAris, count }) => [
      name,
      `${text(mean(aris))} (${text(standardError(aris))})`,
      realAris.length > 0 ? text(mean(realAris)) : '',
      count,
    ])
  return `## All consensus methods

Every consensus method on the same base clusterings, those of the default, with the defaults of the method, seed 1, for sets of at most 1,100 samples. \`ceam\`, which takes minutes for each set, was not run. The differences between methods are much smaller than those between base clusterings.

${table(['method', 'mean ARI on the suite (s.e.)', 'mean ARI on real tables', 'sets'], rows, '- : : :')}`
}

const LIMITS = `## Limits

ARI against published classes is one view of a clustering. The suite has mostly two-dimensional shapes; the real tables are few. The number of clusters is given to all programs; [Choosing k](choosing.md) measures how well it is found. Scores of other programs are those of their published labels; most of them have options with which a person who knows the data does better.
`

async function chartOf(programs) {
  const [Plot, { parseHTML }] = await Promise.all([import('@observablehq/plot'), import('linkedom')])
  const { document } = parseHTML('<!doctype html><html><body></body></html>')
  const shown = programs.filter(({ name }, at) => at < 20 || name === OURS || SHOWN.includes(name))
  const rows = shown.map(({ name, mean: value, error }) => ({ name, value, low: value - error, high: value + error }))
  const svg = Plot.plot({
    document,
    width: 720,
    height: 22 * rows.length + 60,
    marginLeft: 210,
    style: { background: 'white', fontSize: '12px' },
    x: { label: 'Mean ARI', domain: [0.4, 0.95], grid: true },
    y: { label: null, domain: rows.map(({ name }) => name) },
    marks: [
      Plot.ruleY(rows, { y: 'name', x1: 'low', x2: 'high', stroke: '#9a9a9a' }),
      Plot.dot(rows, { y: 'name', x: 'value', r: 4.5, fill: row => (row.name === OURS ? '#1f5fbf' : '#555555') }),
    ],
  })
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return `${svg.outerHTML}\n`
}

/** A table in Markdown; `alignment` has - for text and : for numbers, one per column. */
function table(header, rows, alignment) {
  const marks = alignment.split(' ')
  const rule = header.map((_, at) => (marks[at] === '-' ? '---' : '--:'))
  return [header, rule, ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

function text(value) {
  return value === undefined || Number.isNaN(value) ? '' : value.toFixed(3)
}

function signed(value) {
  return value < 0 ? text(value) : `+${text(value)}`
}
