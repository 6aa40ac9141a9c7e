// Tables whose clusters come from an artefact, and tables without one, for bench/explanations.mjs and a unit test.

/** Uniform numbers from a seed: mulberry32. */
export function uniformFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Draws for one table. */
function drawsOf(seed) {
  const uniform = uniformFrom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  return {
    uniform,
    normal,
    below: count => Math.floor(uniform() * count),
    poisson(mean) {
      if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
      let product = uniform()
      let count = 0
      for (const limit = Math.exp(-mean); product > limit; count++) product *= uniform()
      return count
    },
  }
}

/** Columns of features without clusters: normal, correlated, heavy-tailed or uniform. */
function cloud(n, d, { normal, uniform }, kind) {
  const common = Array.from({ length: n }, normal)
  return Array.from({ length: d }, () =>
    Array.from({ length: n }, (_, i) => {
      if (kind === 'uniform') return uniform()
      if (kind === 'correlated') return 0.6 * common[i] + 0.8 * normal()
      if (kind === 'heavy') return Math.exp(0.5 * normal())
      return normal()
    }),
  )
}

/** Groups of samples that several features separate. */
function blobs(n, d, k, draws, distance = 6) {
  const groups = Array.from({ length: n }, (_, i) => i % k)
  const centres = Array.from({ length: k }, () => Array.from({ length: d }, draws.normal))
  // Scaled so that the two closest centres are `distance` standard deviations apart.
  let least = Number.POSITIVE_INFINITY
  for (let a = 0; a < k; a++)
    for (let b = 0; b < a; b++)
      least = Math.min(least, Math.sqrt(centres[a].reduce((sum, x, f) => sum + (x - centres[b][f]) ** 2, 0)))
  const columns = Array.from({ length: d }, (_, f) =>
    groups.map(group => (centres[group][f] * distance) / least + draws.normal()),
  )
  return { groups, columns }
}

function tableOf(columns, others = {}) {
  const names = ['height', 'weight', 'age', 'score', 'pulse', 'speed', 'depth', 'width', 'mass', 'flow', 'heat', 'load']
  const all = {}
  for (const [f, column] of columns.entries()) all[names[f] ?? `x${f + 1}`] = column
  return { ...all, ...others }
}

const KINDS = ['normal', 'correlated', 'heavy', 'uniform']

/** One generator per artefact: columns by name, options, and what must be named. */
export const ARTEFACTS = {
  filled(seed) {
    const draws = drawsOf(seed)
    const [n, d] = [150 + draws.below(400), 4 + draws.below(5)]
    const columns = cloud(n, d, draws, KINDS[seed % 4])
    const isMissing = Array.from({ length: n }, () => draws.uniform() < 0.3)
    const gone = 2 + (seed % 2)
    // Several features of one source are missing together, and zero elsewhere means far from the median.
    for (let f = 0; f < gone; f++)
      columns[f] = columns[f].map((_, i) =>
        isMissing[i] ? null : (draws.uniform() < 0.5 ? -1 : 1) * (3 + 0.3 * draws.normal()),
      )
    return {
      table: tableOf(columns),
      options: { impute: 'median', clusterCount: 2 + (seed % 2 === 0 ? 1 : 3) },
      kind: 'filled',
      name: null,
    }
  },
  column(seed) {
    const draws = drawsOf(seed)
    const [n, d] = [100 + draws.below(500), 3 + draws.below(6)]
    const k = 2 + (seed % 3)
    const columns = cloud(n, d, draws, KINDS[seed % 4])
    const values = Array.from({ length: n }, () => draws.below(k))
    // The value of a code in the file: 0/1, 1/2/3 or doses.
    const shown = [v => v, v => v + 1, v => 0.5 * 2 ** v][seed % 3]
    const table = tableOf(columns, { treatment: values.map(shown) })
    return { table, options: { clusterCount: k }, kind: 'column', name: 'treatment' }
  },
  scale(seed) {
    const draws = drawsOf(seed)
    const [n, d] = [100 + draws.below(500), 3 + draws.below(6)]
    const columns = cloud(n, d, draws, 'normal')
    const income = Array.from({ length: n }, () => 30000 * Math.exp(0.4 * draws.normal()))
    return {
      table: tableOf(columns, { income }),
      options: { clusterCount: 3, scale: 'none', base: 'k-means' },
      kind: 'column',
      name: 'income',
    }
  },
  order(seed) {
    const draws = drawsOf(seed)
    const [n, d] = [120 + draws.below(400), 4 + draws.below(5)]
    const k = 2 + (seed % 3)
    const columns = cloud(n, d, draws, 'normal').map(column => {
      const steps = Array.from({ length: k }, () => 4 * draws.normal())
      return column.map((value, i) => value + steps[Math.floor((i * k) / n)])
    })
    return { table: tableOf(columns), options: { clusterCount: k }, kind: 'order', name: null }
  },
  id(seed) {
    const draws = drawsOf(seed)
    const [n, d] = [120 + draws.below(400), 4 + draws.below(5)]
    const k = 2 + (seed % 2)
    const ids = Array.from({ length: n }, (_, i) => i + 1)
    for (let i = n - 1; i > 0; i--) {
      const j = draws.below(i + 1)
      ;[ids[i], ids[j]] = [ids[j], ids[i]]
    }
    const columns = cloud(n, d, draws, 'normal').map(column => {
      const steps = Array.from({ length: k }, () => 4 * draws.normal())
      return column.map((value, i) => value + steps[Math.floor(((ids[i] - 1) * k) / n)])
    })
    const shown = [i => i, i => `P${String(i).padStart(4, '0')}`, i => 1000 + 7 * i][seed % 3]
    return {
      table: { PatientID: ids.map(shown), ...tableOf(columns) },
      options: { clusterCount: k },
      kind: 'id',
      name: 'PatientID',
    }
  },
  batch(seed) {
    const draws = drawsOf(seed)
    const [n, d] = [120 + draws.below(400), 6 + draws.below(6)]
    const k = 2 + (seed % 3)
    const batches = Array.from({ length: n }, () => draws.below(k))
    const columns = cloud(n, d, draws, KINDS[seed % 2]).map(column => {
      const steps = Array.from({ length: k }, () => 3 * draws.normal())
      return column.map((value, i) => value + steps[batches[i]])
    })
    const names = ['batch', 'plate', 'site', 'run']
    const name = names[seed % 4]
    return {
      table: { [name]: batches.map(b => `${name}-${'ABCD'[b]}`), ...tableOf(columns) },
      options: { clusterCount: k },
      kind: 'column',
      name,
    }
  },
  size(seed) {
    const draws = drawsOf(seed)
    const [n, d] = [150 + draws.below(300), 20 + draws.below(30)]
    const rates = Array.from({ length: d }, () => Math.exp(draws.normal()))
    const total = rates.reduce((a, b) => a + b, 0)
    const sizes = Array.from(
      { length: n },
      () =>
        1000 *
        Math.exp((seed % 2 === 0 ? 0.8 : 0.2) * draws.normal()) *
        (seed % 2 === 1 && draws.uniform() < 0.5 ? 4 : 1),
    )
    const table = Object.fromEntries(
      rates.map((rate, f) => [`gene${f + 1}`, sizes.map(size => draws.poisson((size * rate) / total))]),
    )
    return { table, options: { clusterCount: 2 + (seed % 2 === 0 ? 1 : 0) }, kind: 'size', name: null }
  },
  duplicates(seed) {
    const draws = drawsOf(seed)
    const [n, d] = [150 + draws.below(200), 4 + draws.below(4)]
    const columns = cloud(n, d, draws, KINDS[seed % 4])
    const copies = 40 + draws.below(60)
    const rows = 1 + (seed % 3)
    for (let r = 0; r < rows; r++) for (const column of columns) for (let c = 0; c < copies; c++) column.push(column[r])
    return { table: tableOf(columns), options: { clusterCount: rows + 1 }, kind: 'duplicates', name: null }
  },
}

/** Generators of tables without artefacts: real groups, or no groups at all, in any order of rows. */
export const CLEAN = {
  blobs(seed) {
    const draws = drawsOf(seed)
    const k = 2 + (seed % 5)
    const { columns } = blobs(120 + draws.below(400), 3 + draws.below(6), k, draws)
    return shuffled({ table: tableOf(columns), options: { clusterCount: k } }, draws)
  },
  cloud(seed) {
    const draws = drawsOf(seed)
    const columns = cloud(120 + draws.below(400), 2 + draws.below(8), draws, KINDS[seed % 4])
    return { table: tableOf(columns), options: { clusterCount: 2 + (seed % 4) } }
  },
  missing(seed) {
    const draws = drawsOf(seed)
    const k = 2 + (seed % 3)
    const { columns } = blobs(150 + draws.below(300), 4 + draws.below(5), k, draws)
    const gaps = columns.map(column => column.map(value => (draws.uniform() < 0.05 ? null : value)))
    return shuffled({ table: tableOf(gaps), options: { clusterCount: k, impute: 'median' } }, draws)
  },
  categories(seed) {
    const draws = drawsOf(seed)
    const k = 2 + (seed % 3)
    const { columns, groups } = blobs(150 + draws.below(300), 4 + draws.below(4), k, draws)
    const sex = groups.map(() => 'fm'[draws.below(2)])
    const region = groups.map(() => ['north', 'south', 'east', 'west'][draws.below(4)])
    const class_ = groups.map(group => 'abcd'[group])
    return shuffled({ table: { ...tableOf(columns), sex, region, class: class_ }, options: { clusterCount: k } }, draws)
  },
  binary(seed) {
    const draws = drawsOf(seed)
    const k = 2 + (seed % 2)
    const n = 200 + draws.below(200)
    const groups = Array.from({ length: n }, (_, i) => i % k)
    const table = {}
    for (let f = 0; f < 14; f++) {
      const rates = Array.from({ length: k }, () => (draws.uniform() < 0.5 ? 0.1 : 0.9))
      table[`answer${f + 1}`] = groups.map(group => (draws.uniform() < rates[group] ? 1 : 0))
    }
    return shuffled({ table, options: { clusterCount: k } }, draws)
  },
  counts(seed) {
    const draws = drawsOf(seed)
    const k = 2 + (seed % 3)
    const n = 150 + draws.below(200)
    const d = 25
    const groups = Array.from({ length: n }, (_, i) => i % k)
    const rates = Array.from({ length: k }, () => Array.from({ length: d }, () => Math.exp(1.2 * draws.normal())))
    const sizes = groups.map(() => 20 * Math.exp(0.15 * draws.normal()))
    const table = Object.fromEntries(
      Array.from({ length: d }, (_, f) => [
        `gene${f + 1}`,
        groups.map((group, i) => draws.poisson(sizes[i] * rates[group][f])),
      ]),
    )
    return shuffled({ table, options: { clusterCount: k } }, draws)
  },
}

function shuffled({ table, options }, draws) {
  const names = Object.keys(table)
  const n = table[names[0]].length
  const order = Array.from({ length: n }, (_, i) => i)
  for (let i = n - 1; i > 0; i--) {
    const j = draws.below(i + 1)
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return { table: Object.fromEntries(names.map(name => [name, order.map(row => table[name][row])])), options }
}

/** The rows of a table of columns. */
export function rowsOf(table) {
  const names = Object.keys(table)
  return table[names[0]].map((_, i) => Object.fromEntries(names.map(name => [name, table[name][i]])))
}

/** Rows without clusters. */
export function cloudRows(seed, n) {
  const draws = drawsOf(seed + 1000)
  return rowsOf(tableOf(cloud(n, 2 + (seed % 7), draws, KINDS[seed % 4])))
}

/** Rows of two to four groups with a distance between the closest two. */
export function blobRows(seed, n, distance) {
  const draws = drawsOf(seed + 2000)
  const { table } = shuffled(
    { table: tableOf(blobs(n, 2 + (seed % 6), 2 + (seed % 3), draws, distance).columns) },
    draws,
  )
  return rowsOf(table)
}
