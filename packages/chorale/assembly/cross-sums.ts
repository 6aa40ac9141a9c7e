/**
 * table[a * columnCount + b] += mass[r] over the rows [from, to) in group firstLine + a of one layer and in group
 * firstColumn + b of another; lines and columns are the groups of every row in the two layers, -1 = none.
 */
export function crossSums(
  lines: usize, columns: usize, mass: usize, firstLine: i32, firstColumn: i32, columnCount: i32, from: i32, to: i32,
  table: usize,
): void {
  for (let r = <usize>from; r < <usize>to; r++) {
    const line = load<i32>(lines + (r << 2))
    const column = load<i32>(columns + (r << 2))
    if ((line | column) < 0) continue
    const at = table + (<usize>((line - firstLine) * columnCount + column - firstColumn) << 3)
    store<f64>(at, load<f64>(at) + load<f64>(mass + (r << 3)))
  }
}
