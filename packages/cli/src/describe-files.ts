import { type ClusterTree, InputError, type Memberships, nestedTree, newickTree } from 'chorale/internal'
import { writeWhole } from 'chorale-node/internal'
import { csvCell, csvLines, type SampleNames, sampleNamer } from 'chorale-report/data'

/** Formats of --tree by the ending of the file. */
const TREE_FORMATS = { nwk: newickText, newick: newickText, json: jsonText } as const

function newickText(tree: ClusterTree): string {
  return `${newickTree(tree)}\n`
}

function jsonText(tree: ClusterTree): string {
  return `${JSON.stringify(nestedTree(tree))}\n`
}

function formatOf(path: string): (tree: ClusterTree) => string {
  const ending = /\.(\w+)$/.exec(path)?.[1].toLowerCase() ?? ''
  if (Object.hasOwn(TREE_FORMATS, ending)) return TREE_FORMATS[ending as keyof typeof TREE_FORMATS]
  throw new InputError(`--tree writes Newick (.nwk) or JSON (.json); got ${path}`)
}

/** Refuses the name of a format that --tree does not write. */
export function checkTreeFormat(path: string | undefined): void {
  if (path !== undefined) formatOf(path)
}

/** Writes the tree of the clusters. */
export async function writeTree(path: string, tree: ClusterTree): Promise<void> {
  const text = formatOf(path)(tree)
  await writeWhole(path, sink => sink(text))
}

/** Writes id,cluster,membership: one line for each cluster that a sample belongs to. */
export async function writeMemberships(path: string, found: Memberships, names: SampleNames): Promise<void> {
  const { sampleCount, starts, clusters, shares } = found
  const nameOf = sampleNamer(names)
  await writeWhole(path, async sink => {
    const lines = csvLines('id,cluster,membership', sampleCount, i => {
      const name = csvCell(nameOf(i))
      const own = Array.from({ length: starts[i + 1] - starts[i] }, (_, at) => starts[i] + at)
      return own.map(at => `${name},${clusters[at]},${Number(shares[at].toFixed(6))}`).join('\n')
    })
    for (const piece of lines) await sink(piece)
  })
}
