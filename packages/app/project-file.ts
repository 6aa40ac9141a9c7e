import { InputError } from 'chorale/internal'
import type { SavedSession } from './saved-session.js'

/** The end of the name of a project file. */
export const PROJECT_ENDING = '.chorale'

const FORMAT = 'chorale project'
const VERSION = 1

/** The longest first line of a project file in bytes. */
const LONGEST_HEAD = 4_000_000

/**
 * A project as one file: a line of JSON with the settings and names, then the clusters as 32-bit integers, then the data
 * file as it is.
 */
export function projectFile({ file, labels, ...state }: SavedSession): Blob {
  const head = JSON.stringify({ format: FORMAT, version: VERSION, labelCount: labels?.length ?? null, ...state })
  return new Blob([`${head}\n`, ...(labels === null ? [] : [labels.slice()]), file])
}

/** Reads the output of {@link projectFile}. */
export async function readProject(project: File): Promise<SavedSession> {
  const fault = () => new InputError(`${project.name}: this is not a project that this version of Chorale can open.`)
  const bytes = new Uint8Array(await project.slice(0, LONGEST_HEAD).arrayBuffer())
  const end = bytes.indexOf(10)
  if (end < 0) throw fault()
  const head = parsed(new TextDecoder().decode(bytes.subarray(0, end)))
  if (head === null || head.format !== FORMAT || head.version !== VERSION) throw fault()
  const { fileName, settings, resultSettings, labelCount, clusterNames, example } = head
  if (typeof fileName !== 'string' || typeof settings !== 'string') throw fault()
  const count = typeof labelCount === 'number' ? labelCount : 0
  const labelsEnd = end + 1 + 4 * count
  if (!Number.isInteger(count) || count < 0 || labelsEnd > project.size) throw fault()
  const labels = count === 0 ? null : new Int32Array(await project.slice(end + 1, labelsEnd).arrayBuffer())
  return {
    fileName,
    settings,
    labels,
    example: typeof example === 'string' ? example : null,
    resultSettings: typeof resultSettings === 'string' ? resultSettings : null,
    clusterNames: Array.isArray(clusterNames) ? clusterNames.filter(isClusterName) : [],
    file: project.slice(labelsEnd),
  }
}

function isClusterName(value: unknown): value is [number, string] {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'string'
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
