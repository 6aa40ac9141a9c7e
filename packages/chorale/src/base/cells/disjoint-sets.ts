import type { Labels } from '../../types.js'

/** Members that are all on their own: each is its own parent. */
export function selfParents(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, member) => member)
}

/** The root of a member, by which its set is known. Paths become shorter on the way. */
export function rootOf(parents: Int32Array, member: number): number {
  let root = member
  while (parents[root] !== root) {
    parents[root] = parents[parents[root]]
    root = parents[root]
  }
  return root
}

/** The set of every member, numbered by first appearance. */
export function setLabels(parents: Int32Array): Labels {
  const numbers = new Map<number, number>()
  return parents.map((_, member) => {
    const root = rootOf(parents, member)
    const number = numbers.get(root) ?? numbers.size
    numbers.set(root, number)
    return number
  })
}
