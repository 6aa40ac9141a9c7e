/**
 * Lower bounds of the distances from one row to the members of every group, group centres in fours. Returns the first
 * group with the smallest.
 */
function boundGroups(row: usize, d: i32, groupCount: i32, groupCentres: usize, radii: usize, bounds: usize): i32 {
  const end = row + (<usize>d << 3)
  let at = groupCentres
  for (let g = 0; g < groupCount; g += 4) {
    let left = f64x2.splat(0), right = left
    for (let x = row; x < end; x += 8, at += 32) {
      const value = v128.load64_splat(x)
      const a = f64x2.sub(value, v128.load(at))
      const b = f64x2.sub(value, v128.load(at, 16))
      left = f64x2.add(left, f64x2.mul(a, a))
      right = f64x2.add(right, f64x2.mul(b, b))
    }
    const place = <usize>g << 3
    v128.store(bounds + place, f64x2.sub(f64x2.sqrt(left), v128.load(radii + place)))
    v128.store(bounds + place, f64x2.sub(f64x2.sqrt(right), v128.load(radii + place, 16)), 16)
  }
  let nearest = 0
  let least = load<f64>(bounds)
  for (let g = 1; g < groupCount; g++) {
    const bound = load<f64>(bounds + (<usize>g << 3))
    if (bound < least) {
      least = bound
      nearest = g
    }
  }
  return nearest
}

// @ts-ignore: decorator
@inline
function isBeyond(bound: f64, farthest: usize): bool {
  return bound > 0 && bound * bound > load<f64>(farthest)
}

/** The groups apart from `nearest` that may have a nearer member than the farthest so far, by their bounds. */
function orderGroups(groupCount: i32, nearest: i32, bounds: usize, farthest: usize, order: usize): i32 {
  let count: usize = 0
  for (let g = 0; g < groupCount; g++) {
    const bound = load<f64>(bounds + (<usize>g << 3))
    if (g == nearest || isBeyond(bound, farthest)) continue
    let place = count++
    while (place > 0) {
      const before = load<i32>(order + ((place - 1) << 2))
      if (!(load<f64>(bounds + (<usize>before << 3)) > bound)) break
      store<i32>(order + (place << 2), before)
      place--
    }
    store<i32>(order + (place << 2), g)
  }
  return <i32>count
}

/** Takes a cell into those of a row, if it is nearer than the farthest. */
function offerCell(distance: f64, member: usize, cells: usize, distances: usize, last: usize): void {
  if (!(distance < load<f64>(distances + (last << 3)))) return
  let place = last
  while (place > 0 && load<f64>(distances + ((place - 1) << 3)) > distance) {
    store<f64>(distances + (place << 3), load<f64>(distances + ((place - 1) << 3)))
    store<i32>(cells + (place << 2), load<i32>(cells + ((place - 1) << 2)))
    place--
  }
  store<f64>(distances + (place << 3), distance)
  store<i32>(cells + (place << 2), load<i32>(member))
}

/** Offers the members of a group to a row. */
function searchGroup(
  row: usize, d: i32, g: i32, starts: usize, members: usize, values: usize, cells: usize, distances: usize, last: usize,
): void {
  const rowEnd = row + (<usize>d << 3)
  const end = load<i32>(starts + (<usize>g << 2), 4)
  let e = load<i32>(starts + (<usize>g << 2))
  let at = values + (<usize>(e * d) << 3)
  for (; e < end; e += 4) {
    let left = f64x2.splat(0), right = left
    for (let x = row; x < rowEnd; x += 8, at += 32) {
      const value = v128.load64_splat(x)
      const a = f64x2.sub(value, v128.load(at))
      const b = f64x2.sub(value, v128.load(at, 16))
      left = f64x2.add(left, f64x2.mul(a, a))
      right = f64x2.add(right, f64x2.mul(b, b))
    }
    const limit = v128.load64_splat(distances + (last << 3))
    if (!v128.any_true(v128.or(f64x2.lt(left, limit), f64x2.lt(right, limit)))) continue
    const member = members + (<usize>e << 2)
    offerCell(f64x2.extract_lane(left, 0), member, cells, distances, last)
    offerCell(f64x2.extract_lane(left, 1), member + 4, cells, distances, last)
    offerCell(f64x2.extract_lane(right, 0), member + 8, cells, distances, last)
    offerCell(f64x2.extract_lane(right, 1), member + 12, cells, distances, last)
  }
}

/**
 * The `count` nearest of grouped centres for every row. Centres lie in fours, the values of a feature side by side; a
 * group has a multiple of four places, of which the last may be filled with infinities.
 */
export function searchGroups(
  rows: usize, rowCount: i32, d: i32, groupCount: i32, groupCentres: usize, radii: usize, starts: usize,
  members: usize, values: usize, bounds: usize, order: usize, cells: usize, distances: usize, count: i32,
): void {
  const last = <usize>(count - 1)
  const line = <usize>d << 3
  for (let r = 0; r < rowCount; r++) {
    const row = rows + <usize>r * line
    const ownCells = cells + (<usize>(r * count) << 2)
    const ownDistances = distances + (<usize>(r * count) << 3)
    const farthest = ownDistances + (last << 3)
    for (let q = 0; q < count; q++) store<f64>(ownDistances + (<usize>q << 3), Infinity)
    const nearest = boundGroups(row, d, groupCount, groupCentres, radii, bounds)
    searchGroup(row, d, nearest, starts, members, values, ownCells, ownDistances, last)
    const others = orderGroups(groupCount, nearest, bounds, farthest, order)
    for (let o = 0; o < others; o++) {
      const g = load<i32>(order + (<usize>o << 2))
      if (isBeyond(load<f64>(bounds + (<usize>g << 3)), farthest)) break
      searchGroup(row, d, g, starts, members, values, ownCells, ownDistances, last)
    }
  }
}
