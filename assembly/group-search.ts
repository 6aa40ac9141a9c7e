/** The order of groups in which one row looks for its nearest centres: by a lower bound of the distance to any member. */
function orderGroups(
  row: usize, d: i32, groupCount: i32, groupCentres: usize, radii: usize, bounds: usize, order: usize,
): void {
  for (let g = 0; g < groupCount; g += 2) {
    let sums = f64x2.splat(0)
    let at = groupCentres + (<usize>(g * d) << 3)
    for (let f = 0; f < d; f++, at += 16) {
      const difference = f64x2.sub(v128.load64_splat(row + (<usize>f << 3)), v128.load(at))
      sums = f64x2.add(sums, f64x2.mul(difference, difference))
    }
    const found = f64x2.sub(f64x2.sqrt(sums), v128.load(radii + (<usize>g << 3)))
    insertGroup(g, f64x2.extract_lane(found, 0), bounds, order)
    if (g + 1 < groupCount) insertGroup(g + 1, f64x2.extract_lane(found, 1), bounds, order)
  }
}

// @ts-ignore: decorator
@inline
function insertGroup(g: i32, bound: f64, bounds: usize, order: usize): void {
  let place = <usize>g
  while (place > 0 && load<f64>(bounds + ((place - 1) << 3)) > bound) {
    store<f64>(bounds + (place << 3), load<f64>(bounds + ((place - 1) << 3)))
    store<i32>(order + (place << 2), load<i32>(order + ((place - 1) << 2)))
    place--
  }
  store<f64>(bounds + (place << 3), bound)
  store<i32>(order + (place << 2), g)
}

// @ts-ignore: decorator
@inline
function insertCell(distance: f64, member: usize, cells: usize, distances: usize, last: usize): void {
  let place = last
  while (place > 0 && load<f64>(distances + ((place - 1) << 3)) > distance) {
    store<f64>(distances + (place << 3), load<f64>(distances + ((place - 1) << 3)))
    store<i32>(cells + (place << 2), load<i32>(cells + ((place - 1) << 2)))
    place--
  }
  store<f64>(distances + (place << 3), distance)
  store<i32>(cells + (place << 2), load<i32>(member))
}

/**
 * The `count` nearest of grouped centres for every row. Centres lie in pairs, the values of a feature side by side; a
 * group has an even number of places, of which the last may be filled with infinities.
 */
export function searchGroups(
  rows: usize, rowCount: i32, d: i32, groupCount: i32, groupCentres: usize, radii: usize, starts: usize,
  members: usize, values: usize, bounds: usize, order: usize, cells: usize, distances: usize, count: i32,
): void {
  const last = <usize>(count - 1)
  for (let r = 0; r < rowCount; r++) {
    const row = rows + (<usize>(r * d) << 3)
    const ownCells = cells + (<usize>(r * count) << 2)
    const ownDistances = distances + (<usize>(r * count) << 3)
    const farthest = ownDistances + (last << 3)
    for (let q = 0; q < count; q++) store<f64>(ownDistances + (<usize>q << 3), Infinity)
    orderGroups(row, d, groupCount, groupCentres, radii, bounds, order)
    for (let o = 0; o < groupCount; o++) {
      const bound = load<f64>(bounds + (<usize>o << 3))
      if (bound > 0 && bound * bound > load<f64>(farthest)) break
      const g = <usize>load<i32>(order + (<usize>o << 2))
      const end = load<i32>(starts + (g << 2), 4)
      for (let e = load<i32>(starts + (g << 2)); e < end; e += 2) {
        let sums = f64x2.splat(0)
        let at = values + (<usize>(e * d) << 3)
        for (let f = 0; f < d; f++, at += 16) {
          const difference = f64x2.sub(v128.load64_splat(row + (<usize>f << 3)), v128.load(at))
          sums = f64x2.add(sums, f64x2.mul(difference, difference))
        }
        const member = members + (<usize>e << 2)
        const first = f64x2.extract_lane(sums, 0)
        if (first < load<f64>(farthest)) insertCell(first, member, ownCells, ownDistances, last)
        const second = f64x2.extract_lane(sums, 1)
        if (second < load<f64>(farthest)) insertCell(second, member + 4, ownCells, ownDistances, last)
      }
    }
  }
}
