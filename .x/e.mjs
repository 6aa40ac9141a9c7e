var __defProp = Object.defineProperty;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __esm = (fn, res, err2) => function __init() {
  if (err2) throw err2[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err2 = [e], e;
  }
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};

// src/check.ts
function checkClusterCount(caller, clusterCount, sampleCount) {
  if (Number.isInteger(clusterCount) && clusterCount >= 1 && clusterCount <= sampleCount) return;
  throw new InputError(
    `${caller}: clusterCount must be an integer from 1 to the number of samples (${sampleCount}); got ${clusterCount}`
  );
}
function checkInteger(caller, name, value, least, most) {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new InputError(`${caller}: ${name} must be an integer from ${least} to ${most}; got ${value}`);
}
function checkOneOf(caller, name, value, allowed) {
  if (allowed.includes(value)) return;
  throw new InputError(`${caller}: ${name} must be one of ${allowed.join(", ")}; got ${value}`);
}
function checkSeed(caller, seed) {
  checkInteger(caller, "seed", seed, 0, 4294967295);
}
function checkOptionNames(caller, options, known, required) {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    const rule = required === void 0 ? "an object" : `an object with ${required}`;
    throw new InputError(
      `${caller}: options must be ${rule}; got ${Array.isArray(options) ? "an array" : String(options)}`
    );
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const meant = nearestName(name, known);
    const question = meant === null ? "" : `; did you mean '${meant}'?`;
    throw new InputError(`${caller}: unknown option '${name}'${question}`);
  }
}
function nearestName(name, known) {
  let nearest = null;
  let fewest = MOST_EDITS + 1;
  for (const candidate of known) {
    const edits = editDistance(name.toLowerCase(), candidate.toLowerCase());
    const isNear = 2 * edits < Math.max(name.length, candidate.length);
    if (isNear && edits < fewest) {
      nearest = candidate;
      fewest = edits;
    }
  }
  return nearest;
}
function editDistance(from, to) {
  const distances = Array.from(
    { length: from.length + 1 },
    (_, i) => Array.from({ length: to.length + 1 }, (_2, j) => i === 0 ? j : i)
  );
  for (let i = 1; i <= from.length; i++) {
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      let least = Math.min(distances[i - 1][j] + 1, distances[i][j - 1] + 1, distances[i - 1][j - 1] + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwap) least = Math.min(least, distances[i - 2][j - 2] + 1);
      distances[i][j] = least;
    }
  }
  return distances[from.length][to.length];
}
var InputError, MOST_EDITS;
var init_check = __esm({
  "src/check.ts"() {
    "use strict";
    InputError = class extends Error {
      name = "InputError";
    };
    MOST_EDITS = 3;
  }
});

// src/numeric/exp-log.ts
function exp(x) {
  if (Number.isNaN(x)) return Number.NaN;
  if (x > 709.782712893384) return Number.POSITIVE_INFINITY;
  if (x < -745.1332191019412) return 0;
  const k = Math.floor(x / Math.LN2 + 0.5);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const lost = high - r - low;
  let tail = 1 / 6227020800;
  tail = tail * r + 1 / 479001600;
  tail = tail * r + 1 / 39916800;
  tail = tail * r + 1 / 3628800;
  tail = tail * r + 1 / 362880;
  tail = tail * r + 1 / 40320;
  tail = tail * r + 1 / 5040;
  tail = tail * r + 1 / 720;
  tail = tail * r + 1 / 120;
  tail = tail * r + 1 / 24;
  tail = tail * r + 1 / 6;
  tail = tail * r + 1 / 2;
  const value = 1 + (r + (lost + r * r * tail));
  if (k > 1023) return value * 2 * powerOfTwo(k - 1);
  if (k < -1022) return value * powerOfTwo(k + 54) / TWO_TO_54;
  return value * powerOfTwo(k);
}
function log2(x) {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  const subnormal = x < 22250738585072014e-324;
  bits.setFloat64(0, subnormal ? x * TWO_TO_54 : x);
  const top = bits.getUint32(0);
  let e = (top >>> 20) - (subnormal ? 1077 : 1023);
  bits.setUint32(0, top & 1048575 | 1072693248);
  let f = bits.getFloat64(0);
  if (f >= Math.SQRT2) {
    f /= 2;
    e += 1;
  }
  const numerator = f - 1;
  const denominator = f + 1;
  const s = numerator / denominator;
  const sHigh = upperHalf(s);
  const denominatorHigh = upperHalf(denominator);
  const denominatorLow = f - (denominatorHigh - 1);
  const sLow = (numerator - sHigh * denominatorHigh - sHigh * denominatorLow) / denominator;
  const z = s * s;
  let series = 1 / 23;
  series = series * z + 1 / 21;
  series = series * z + 1 / 19;
  series = series * z + 1 / 17;
  series = series * z + 1 / 15;
  series = series * z + 1 / 13;
  series = series * z + 1 / 11;
  series = series * z + 1 / 9;
  series = series * z + 1 / 7;
  series = series * z + 1 / 5;
  series = series * z + 1 / 3;
  const lead = sHigh * TWO_OVER_LN2_HIGH;
  const rest = sHigh * TWO_OVER_LN2_LOW + TWO_OVER_LN2 * (sLow + s * z * series);
  const sum2 = e + lead;
  return sum2 + (lead - (sum2 - e) + rest);
}
function upperHalf(x) {
  const scaled = x * SPLITTER;
  return scaled - (scaled - x);
}
function powerOfTwo(k) {
  bits.setUint32(0, k + 1023 << 20);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}
var LN2_HIGH, LN2_LOW, TWO_OVER_LN2, TWO_OVER_LN2_HIGH, TWO_OVER_LN2_LOW, SPLITTER, TWO_TO_54, bits;
var init_exp_log = __esm({
  "src/numeric/exp-log.ts"() {
    "use strict";
    LN2_HIGH = 0.6931471803691238;
    LN2_LOW = 19082149292705877e-26;
    TWO_OVER_LN2 = 2 / Math.LN2;
    TWO_OVER_LN2_HIGH = 2.8853901028633118;
    TWO_OVER_LN2_LOW = -21085384952858276e-24;
    SPLITTER = 134217729;
    TWO_TO_54 = 18014398509481984;
    bits = new DataView(new ArrayBuffer(8));
  }
});

// src/metrics/contingency.ts
function contingency(caller, labels, truth) {
  checkLabels(caller, "labels", labels);
  checkLabels(caller, "truth", truth);
  const n = labels.length;
  if (truth.length !== n) {
    throw new InputError(`${caller}: truth must be as long as labels (${n}); got ${truth.length}`);
  }
  const rows = numberByAppearance(caller, "labels", labels);
  const columns = numberByAppearance(caller, "truth", truth);
  return crossTable(rows, columns);
}
function isSamePartition({ rowSizes, columnSizes, counts }) {
  return counts.length === rowSizes.length && counts.length === columnSizes.length;
}
function checkLabels(caller, name, values) {
  if (typeof values?.length !== "number") {
    throw new InputError(`${caller}: ${name} must be an array of labels; got ${values}`);
  }
  if (values.length === 0) {
    throw new InputError(`${caller}: ${name} must be an array of at least one label; got an empty one`);
  }
}
function numberByAppearance(caller, name, values) {
  const n = values.length;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    const value = values[i];
    if (!Number.isInteger(value)) return numberByMap(caller, name, values);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (most - least > 4 * n + 1024) return numberByMap(caller, name, values);
  const codeOf = new Int32Array(most - least + 1).fill(-1);
  const codes = new Int32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    const at = values[i] - least;
    if (codeOf[at] < 0) codeOf[at] = count++;
    codes[i] = codeOf[at];
  }
  return { codes, sizes: tally(codes, count) };
}
function numberByMap(caller, name, values) {
  const codeOf = /* @__PURE__ */ new Map();
  const codes = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    let code = codeOf.get(value);
    if (code === void 0) {
      if (typeof value !== "string" && (typeof value !== "number" || Number.isNaN(value))) {
        throw new InputError(`${caller}: ${name}[${i}] must be a number or a string; got ${String(value)}`);
      }
      code = codeOf.size;
      codeOf.set(value, code);
    }
    codes[i] = code;
  }
  return { codes, sizes: tally(codes, codeOf.size) };
}
function tally(codes, count) {
  const sizes = new Int32Array(count);
  for (let i = 0; i < codes.length; i++) sizes[codes[i]]++;
  return sizes;
}
function crossTable(row, column) {
  const n = row.codes.length;
  const rowCount = row.sizes.length;
  const next = new Int32Array(rowCount);
  for (let r = 1; r < rowCount; r++) next[r] = next[r - 1] + row.sizes[r - 1];
  const sorted = new Int32Array(n);
  for (let i = 0; i < n; i++) sorted[next[row.codes[i]]++] = column.codes[i];
  const rowStarts = new Int32Array(rowCount + 1);
  const columns = new Int32Array(n);
  const counts = new Int32Array(n);
  const cellOf2 = new Int32Array(column.sizes.length).fill(-1);
  let cellCount = 0;
  for (let r = 0, at = 0; r < rowCount; r++) {
    const first = cellCount;
    rowStarts[r] = first;
    for (const end = at + row.sizes[r]; at < end; at++) {
      const c = sorted[at];
      if (cellOf2[c] < first) {
        columns[cellCount] = c;
        cellOf2[c] = cellCount++;
      }
      counts[cellOf2[c]]++;
    }
  }
  rowStarts[rowCount] = cellCount;
  return {
    sampleCount: n,
    rowSizes: row.sizes,
    columnSizes: column.sizes,
    rowStarts,
    columns: columns.slice(0, cellCount),
    counts: counts.slice(0, cellCount)
  };
}
var init_contingency = __esm({
  "src/metrics/contingency.ts"() {
    "use strict";
    init_check();
  }
});

// src/metrics/normalized-mutual-information.ts
function normalizedMutualInformation(labels, truth) {
  return nmiOf(contingency("normalizedMutualInformation", labels, truth));
}
function nmiOf(table) {
  if (isSamePartition(table)) return 1;
  const { sampleCount: n, rowSizes, columnSizes, rowStarts, columns, counts } = table;
  let information = 0;
  for (let r = 0; r < rowSizes.length; r++) {
    for (let at = rowStarts[r]; at < rowStarts[r + 1]; at++) {
      const count = counts[at];
      information += count / n * log2(n * count / (rowSizes[r] * columnSizes[columns[at]]));
    }
  }
  return 2 * Math.max(0, information) / (entropy(rowSizes, n) + entropy(columnSizes, n));
}
function entropy(sizes, n) {
  let sum2 = 0;
  for (const size of sizes) sum2 -= size / n * log2(size / n);
  return sum2;
}
var init_normalized_mutual_information = __esm({
  "src/metrics/normalized-mutual-information.ts"() {
    "use strict";
    init_exp_log();
    init_contingency();
  }
});

// src/consensus/choose-alpha.ts
function agreementWithLabelings(labels, labelings) {
  let sum2 = 0;
  for (const base of labelings) {
    const covered = (_, i) => base[i] >= 0;
    sum2 += base.includes(-1) ? normalizedMutualInformation(labels.filter(covered), base.filter(covered)) : normalizedMutualInformation(labels, base);
  }
  return sum2 / labelings.length;
}
async function chooseAlpha(labelings, run) {
  const search = [];
  let best = null;
  let previous = null;
  let bestAgreement = Number.NEGATIVE_INFINITY;
  for (const alpha of ALPHA_GRID) {
    const found = await run(alpha, previous);
    if (found === null) break;
    previous = found;
    const agreement2 = agreementWithLabelings(previous.labels, labelings);
    search.push({ alpha, agreement: agreement2 });
    if (agreement2 > bestAgreement) {
      bestAgreement = agreement2;
      best = previous;
    }
  }
  if (best === null) {
    throw new InputError(
      `consensus: anchors must be a larger number; even at alpha ${ALPHA_GRID[0]}, more than half of the samples are not linked to any anchor`
    );
  }
  return { best, search };
}
var ALPHA_GRID;
var init_choose_alpha = __esm({
  "src/consensus/choose-alpha.ts"() {
    "use strict";
    init_check();
    init_normalized_mutual_information();
    ALPHA_GRID = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
  }
});

// src/count-text.ts
function wholeText(value) {
  const digits = String(Math.abs(Math.round(value))).replace(/\B(?=(\d{3})+$)/g, ",");
  return value < 0 ? MINUS + digits : digits;
}
function countText(count, noun, plural = `${noun}s`) {
  return `${wholeText(count)} ${count === 1 ? noun : plural}`;
}
var MINUS;
var init_count_text = __esm({
  "src/count-text.ts"() {
    "use strict";
    MINUS = "\u2212";
  }
});

// src/load/table.ts
function checkTableSize(caller, rowCount, columnCount) {
  if (columnCount > MAX_COLUMNS) {
    throw new InputError(
      `${caller}: ${columnCount} columns exceed the limit of ${MAX_COLUMNS}; samples must be rows and features columns`
    );
  }
  if (rowCount * columnCount > MAX_CELLS) {
    throw new InputError(
      `${caller}: ${rowCount} rows x ${columnCount} columns exceed the limit of ${MAX_CELLS} cells; split the file, or remove columns`
    );
  }
}
function cellText(column, row) {
  if (column.kind === "text") {
    const code = column.codes[row];
    return code < 0 ? null : column.texts[code];
  }
  const value = column.numbers[row];
  return Number.isNaN(value) ? null : String(value);
}
function distinctValues(column) {
  return column.kind === "text" ? renumbered(column) : distinctNumbers(column.numbers);
}
function renumbered({ codes, texts }) {
  const numberOf = new Int32Array(texts.length).fill(-1);
  const seen = [];
  const result = codes.map((code) => {
    if (code < 0) return -1;
    if (numberOf[code] < 0) {
      numberOf[code] = seen.length;
      seen.push(texts[code]);
    }
    return numberOf[code];
  });
  return { codes: result, texts: seen };
}
function distinctNumbers(numbers) {
  const codeOfSmall = new Int32Array(SMALL).fill(-1);
  const codeOf = /* @__PURE__ */ new Map();
  const values = [];
  const codes = new Int32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i];
    const isSmall = value >= 0 && value < SMALL && (value | 0) === value;
    let code = -1;
    if (isSmall) {
      if (codeOfSmall[value] < 0) codeOfSmall[value] = values.length;
      code = codeOfSmall[value];
    } else if (!Number.isNaN(value)) code = codeOf.get(value) ?? values.length;
    if (code === values.length) {
      values.push(value);
      if (!isSmall) codeOf.set(value, code);
    }
    codes[i] = code;
  }
  return { codes, texts: values.map(String) };
}
function holdsFractions(column) {
  return column.kind === "number" && column.numbers.some((value) => Number.isFinite(value) && !Number.isInteger(value));
}
function quoted(text) {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 37)}...` : text);
}
function shortList(names, most = 8) {
  const shown = names.slice(0, most).map(quoted).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
function uniqueNames(names) {
  const taken = new Set(names);
  const seen = /* @__PURE__ */ new Set();
  const next = /* @__PURE__ */ new Map();
  const repeated = [];
  const unique = names.map((name) => {
    if (!seen.has(name)) {
      seen.add(name);
      return name;
    }
    repeated.push(name);
    let count = next.get(name) ?? 2;
    while (taken.has(`${name}_${count}`)) count++;
    next.set(name, count + 1);
    taken.add(`${name}_${count}`);
    return `${name}_${count}`;
  });
  return { names: unique, repeated: [...new Set(repeated)] };
}
var MAX_CELLS, MAX_COLUMNS, SMALL, TextCollector;
var init_table = __esm({
  "src/load/table.ts"() {
    "use strict";
    init_check();
    MAX_CELLS = 2 ** 28;
    MAX_COLUMNS = 2e5;
    SMALL = 4096;
    TextCollector = class {
      codes;
      texts = [];
      #codeOf = /* @__PURE__ */ new Map();
      constructor(rowCount) {
        this.codes = new Int32Array(rowCount).fill(-1);
      }
      set(row, text) {
        let code = this.#codeOf.get(text);
        if (code === void 0) {
          code = this.texts.length;
          this.#codeOf.set(text, code);
          this.texts.push(text);
        }
        this.codes[row] = code;
      }
    };
  }
});

// src/hot-loops/assign-tables.ts
function allocate(from, { pointCount, dimension, centreCount, trialCount }) {
  const blockCount = Math.ceil(pointCount / BLOCK);
  const padded2 = blockCount * BLOCK;
  const groupCount = Math.ceil(centreCount / GROUP);
  return {
    pointCount,
    blockCount,
    dimension,
    rows: from.float64(pointCount * dimension),
    weights: from.float64(padded2),
    exactCentres: from.float64(centreCount * dimension),
    sums: from.float64(centreCount * dimension),
    totals: from.float64(2),
    points: from.float32(padded2 * dimension),
    slack: from.float32(padded2),
    centres: from.float32(groupCount * GROUP * dimension),
    squares: from.float32(groupCount * GROUP),
    pairs: Array.from({ length: trialCount >> 1 }, () => from.float32(2 * dimension)),
    trials: Array.from({ length: trialCount }, () => from.float32(padded2)),
    labels: from.int32(padded2),
    next: from.int32(padded2),
    touched: from.int32(padded2)
  };
}
function byteCount({ pointCount, dimension, centreCount, trialCount }) {
  const padded2 = Math.ceil(pointCount / BLOCK) * BLOCK;
  const centres = Math.ceil(centreCount / GROUP) * GROUP;
  const perPoint = 12 * dimension + 4 * trialCount + 24;
  return padded2 * perPoint + centres * (20 * dimension + 4) + 4 * trialCount * dimension + 16;
}
var BLOCK, GROUP;
var init_assign_tables = __esm({
  "src/hot-loops/assign-tables.ts"() {
    "use strict";
    BLOCK = 8;
    GROUP = 4;
  }
});

// src/hot-loops/assign-plain.ts
function plainNearest(tables, groupCount, relative) {
  const { blockCount, dimension: d, points, slack, centres, squares, labels, next, touched } = tables;
  const factor = f32(relative);
  let count = 0;
  for (let p = 0; p < blockCount * BLOCK; p += 2) {
    const block = (p >> 3) * d * BLOCK + (p & 7);
    let best0 = f32(Infinity);
    let best1 = f32(Infinity);
    let second0 = f32(Infinity);
    let second1 = f32(Infinity);
    let label0 = 0;
    let label1 = 0;
    for (let g = 0; g < groupCount; g++) {
      const s = g * GROUP;
      let a00 = squares[s];
      let a10 = squares[s + 1];
      let a20 = squares[s + 2];
      let a30 = squares[s + 3];
      let a01 = a00;
      let a11 = a10;
      let a21 = a20;
      let a31 = a30;
      let x = block;
      const end = (g + 1) * GROUP * d;
      for (let c = s * d; c < end; c += GROUP) {
        const x0 = points[x];
        const x1 = points[x + 1];
        const c0 = centres[c];
        const c1 = centres[c + 1];
        const c2 = centres[c + 2];
        const c3 = centres[c + 3];
        a00 = f32(a00 + f32(x0 * c0));
        a01 = f32(a01 + f32(x1 * c0));
        a10 = f32(a10 + f32(x0 * c1));
        a11 = f32(a11 + f32(x1 * c1));
        a20 = f32(a20 + f32(x0 * c2));
        a21 = f32(a21 + f32(x1 * c2));
        a30 = f32(a30 + f32(x0 * c3));
        a31 = f32(a31 + f32(x1 * c3));
        x += BLOCK;
      }
      if (a00 < best0) {
        second0 = best0;
        best0 = a00;
        label0 = s;
      } else if (a00 < second0) second0 = a00;
      if (a10 < best0) {
        second0 = best0;
        best0 = a10;
        label0 = s + 1;
      } else if (a10 < second0) second0 = a10;
      if (a20 < best0) {
        second0 = best0;
        best0 = a20;
        label0 = s + 2;
      } else if (a20 < second0) second0 = a20;
      if (a30 < best0) {
        second0 = best0;
        best0 = a30;
        label0 = s + 3;
      } else if (a30 < second0) second0 = a30;
      if (a01 < best1) {
        second1 = best1;
        best1 = a01;
        label1 = s;
      } else if (a01 < second1) second1 = a01;
      if (a11 < best1) {
        second1 = best1;
        best1 = a11;
        label1 = s + 1;
      } else if (a11 < second1) second1 = a11;
      if (a21 < best1) {
        second1 = best1;
        best1 = a21;
        label1 = s + 2;
      } else if (a21 < second1) second1 = a21;
      if (a31 < best1) {
        second1 = best1;
        best1 = a31;
        label1 = s + 3;
      } else if (a31 < second1) second1 = a31;
    }
    if (f32(second0 - best0) <= f32(slack[p] + f32(factor * best0))) label0 = ~label0;
    if (f32(second1 - best1) <= f32(slack[p + 1] + f32(factor * best1))) label1 = ~label1;
    next[p] = label0;
    next[p + 1] = label1;
    if (label0 !== labels[p]) touched[count++] = p;
    if (label1 !== labels[p + 1]) touched[count++] = p + 1;
  }
  return count;
}
function plainTryPair(tables, pairIndex, from, to, closest, first, second) {
  const { dimension: d, points, weights, totals } = tables;
  const pair = tables.pairs[pairIndex];
  const near = tables.trials[closest];
  const out0 = tables.trials[first];
  const out1 = tables.trials[second];
  partial.fill(0);
  for (let p = from * BLOCK; p < to * BLOCK; p += 2) {
    let x = (p >> 3) * d * BLOCK + (p & 7);
    let a00 = f32(0);
    let a01 = f32(0);
    let a10 = f32(0);
    let a11 = f32(0);
    for (let c = 0; c < 2 * d; c += 2) {
      const x0 = points[x];
      const x1 = points[x + 1];
      const c0 = pair[c];
      const c1 = pair[c + 1];
      const e00 = f32(x0 - c0);
      const e01 = f32(x1 - c0);
      const e10 = f32(x0 - c1);
      const e11 = f32(x1 - c1);
      a00 = f32(a00 + f32(e00 * e00));
      a01 = f32(a01 + f32(e01 * e01));
      a10 = f32(a10 + f32(e10 * e10));
      a11 = f32(a11 + f32(e11 * e11));
      x += BLOCK;
    }
    const near0 = near[p];
    const near1 = near[p + 1];
    if (near0 <= a00) a00 = near0;
    if (near1 <= a01) a01 = near1;
    if (near0 <= a10) a10 = near0;
    if (near1 <= a11) a11 = near1;
    out0[p] = a00;
    out0[p + 1] = a01;
    out1[p] = a10;
    out1[p + 1] = a11;
    const lane = p & 7;
    partial[lane] += weights[p] * a00;
    partial[lane + 1] += weights[p + 1] * a01;
    partial[BLOCK + lane] += weights[p] * a10;
    partial[BLOCK + lane + 1] += weights[p + 1] * a11;
  }
  totals[0] = lanesTotal(0);
  totals[1] = lanesTotal(BLOCK);
}
function lanesTotal(at) {
  const even = partial[at] + partial[at + 2] + (partial[at + 4] + partial[at + 6]);
  const odd = partial[at + 1] + partial[at + 3] + (partial[at + 5] + partial[at + 7]);
  return even + odd;
}
function plainMove(tables, count, clusterCount) {
  const { dimension: d, rows, weights, touched, labels, next, sums } = tables;
  for (let t = 0; t < count; t++) {
    const i = touched[t];
    const from = labels[i];
    const to = next[i];
    labels[i] = to;
    const w = weights[i];
    const x = i * d;
    const q = to * d;
    const known = from >= 0 && from < clusterCount;
    const p = known ? from * d : q;
    for (let j = 0; j < d; j++) {
      const value = w * rows[x + j];
      if (known) sums[p + j] -= value;
      sums[q + j] += value;
    }
  }
}
function plainInertia(tables) {
  const { pointCount, dimension: d, rows, weights, labels, exactCentres: centres } = tables;
  const whole = d - d % 4;
  let total = 0;
  for (let i = 0; i < pointCount; i++) {
    const x = i * d;
    const c = labels[i] * d;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let j = 0; j < whole; j += 4) {
      const e0 = rows[x + j] - centres[c + j];
      const e1 = rows[x + j + 1] - centres[c + j + 1];
      const e2 = rows[x + j + 2] - centres[c + j + 2];
      const e3 = rows[x + j + 3] - centres[c + j + 3];
      s0 += e0 * e0;
      s1 += e1 * e1;
      s2 += e2 * e2;
      s3 += e3 * e3;
    }
    let rest = 0;
    for (let j = whole; j < d; j++) {
      const e = rows[x + j] - centres[c + j];
      rest += e * e;
    }
    total += weights[i] * (s0 + s2 + (s1 + s3) + rest);
  }
  return total;
}
var f32, partial;
var init_assign_plain = __esm({
  "src/hot-loops/assign-plain.ts"() {
    "use strict";
    init_assign_tables();
    f32 = Math.fround;
    partial = new Float64Array(2 * BLOCK);
  }
});

// src/hot-loops/workspace.ts
var Workspace, PAGE, MOST, SLACK;
var init_workspace = __esm({
  "src/hot-loops/workspace.ts"() {
    "use strict";
    init_check();
    Workspace = class {
      exports;
      #memory;
      #next;
      constructor(loops, byteCount2) {
        if (loops.module === void 0) throw new Error("Workspace: the TypeScript hot loops have no module");
        const instance = new WebAssembly.Instance(loops.module, {});
        this.exports = instance.exports;
        this.#memory = instance.exports.memory;
        this.#next = instance.exports.heapBase();
        if (byteCount2 + SLACK > MOST) {
          const gibibytes = (byteCount2 / 2 ** 30).toFixed(1);
          throw new InputError(
            `the computation needs ${gibibytes} GiB of contiguous memory, more than the 4 GiB limit of WebAssembly`
          );
        }
        const missing = this.#next + byteCount2 + SLACK - this.#memory.buffer.byteLength;
        if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
      }
      float64(length) {
        return new Float64Array(this.#memory.buffer, this.#take(length * 8), length);
      }
      float32(length) {
        return new Float32Array(this.#memory.buffer, this.#take(length * 4), length);
      }
      int32(length) {
        return new Int32Array(this.#memory.buffer, this.#take(length * 4), length);
      }
      #take(byteCount2) {
        const at = 16 * Math.ceil(this.#next / 16);
        if (at + byteCount2 > this.#memory.buffer.byteLength)
          throw new Error("Workspace: more memory was allocated than requested");
        this.#next = at + byteCount2;
        return at;
      }
    };
    PAGE = 65536;
    MOST = 2 ** 32 - 2 * PAGE;
    SLACK = 4096;
  }
});

// src/hot-loops/assign.ts
function createAssign(loops, size) {
  return loops.kind === "simd" ? simdAssign(loops, size) : plainAssign(size);
}
function simdAssign(loops, size) {
  const workspace = new Workspace(loops, byteCount(size));
  const tables = allocate(workspace, size);
  const { pointCount, blockCount, dimension } = tables;
  const { nearest, tryPair, move, inertia } = workspace.exports;
  const points = tables.points.byteOffset;
  const slack = tables.slack.byteOffset;
  const rows = tables.rows.byteOffset;
  const weights = tables.weights.byteOffset;
  const centres = tables.centres.byteOffset;
  const squares = tables.squares.byteOffset;
  const exactCentres = tables.exactCentres.byteOffset;
  const sums = tables.sums.byteOffset;
  const labels = tables.labels.byteOffset;
  const next = tables.next.byteOffset;
  const touched = tables.touched.byteOffset;
  const pairs2 = tables.pairs.map((table) => table.byteOffset);
  const totals = tables.totals.byteOffset;
  const trials = tables.trials.map((table) => table.byteOffset);
  const share = (productsPerItem) => Math.max(1, Math.floor(PRODUCTS_PER_CALL / productsPerItem));
  return {
    tables,
    nearest(groupCount, relative) {
      const step = share(BLOCK * GROUP * groupCount * dimension);
      let count = 0;
      for (let from = 0; from < blockCount; from += step) {
        const to = Math.min(from + step, blockCount);
        count = nearest(
          points,
          slack,
          from,
          to,
          dimension,
          centres,
          squares,
          groupCount,
          relative,
          labels,
          next,
          touched,
          count
        );
      }
      return count;
    },
    tryPair(pair, from, to, closest, first, second) {
      const near = trials[closest];
      tryPair(points, from, to, dimension, pairs2[pair], near, weights, trials[first], trials[second], totals);
    },
    move(count, clusterCount) {
      const step = share(4 * dimension);
      for (let from = 0; from < count; from += step) {
        const list = touched + 4 * from;
        move(rows, dimension, weights, list, Math.min(step, count - from), labels, next, clusterCount, sums);
      }
    },
    inertia() {
      const step = share(4 * dimension);
      let total = 0;
      for (let from = 0; from < pointCount; from += step) {
        const to = Math.min(from + step, pointCount);
        total = inertia(rows, dimension, weights, labels, from, to, exactCentres, total);
      }
      return total;
    }
  };
}
function plainAssign(size) {
  const tables = allocate(HEAP, size);
  return {
    tables,
    nearest: (groupCount, relative) => plainNearest(tables, groupCount, relative),
    tryPair: (pair, from, to, closest, first, second) => plainTryPair(tables, pair, from, to, closest, first, second),
    move: (count, clusterCount) => plainMove(tables, count, clusterCount),
    inertia: () => plainInertia(tables)
  };
}
var PRODUCTS_PER_CALL, HEAP;
var init_assign = __esm({
  "src/hot-loops/assign.ts"() {
    "use strict";
    init_assign_plain();
    init_assign_tables();
    init_workspace();
    PRODUCTS_PER_CALL = 8e6;
    HEAP = {
      float64: (length) => new Float64Array(length),
      float32: (length) => new Float32Array(length),
      int32: (length) => new Int32Array(length)
    };
  }
});

// src/numeric/point-set.ts
function createPointSet(size, loops) {
  const { pointCount, dimension, capacity } = size;
  const assign = createAssign(loops, tableSize(size));
  const shift = new Float64Array(dimension);
  return { pointCount, dimension, capacity, rounding: rounding(dimension), assign, totalWeight: 0, shift, scale: 1 };
}
function pointSetBytes(size) {
  return byteCount(tableSize(size));
}
function tableSize({ pointCount, dimension, capacity, seeding = true }) {
  const trialCount = seeding ? 1 + 2 * Math.ceil(trialsFor(capacity) / 2) : 0;
  return { pointCount, dimension, centreCount: capacity, trialCount };
}
function loadPoints(set, values, weights) {
  const tables = set.assign.tables;
  if (weights === void 0) tables.weights.fill(1, 0, set.pointCount);
  else tables.weights.set(weights);
  set.totalWeight = 0;
  for (let i = 0; i < set.pointCount; i++) set.totalWeight += tables.weights[i];
  set.scale = 1 / powerOfTwoAbove(Math.max(centreColumns(set, values), SMALLEST));
  pack(set, values);
}
function trialsFor(clusterCount) {
  let trials = 2;
  for (let power = Math.E; power <= clusterCount; power *= Math.E) trials++;
  return trials;
}
function packCentre(set, c) {
  const { dimension: d } = set;
  const { centres: packed, squares, exactCentres } = set.assign.tables;
  squares[c] = packInto(packed, (c - c % GROUP) * d + c % GROUP, exactCentres, c * d, d);
}
function packInto(out, at, centres, from, d) {
  let square = 0;
  for (let j = 0; j < d; j++) {
    const value = Math.fround(centres[from + j]);
    out[at + j * GROUP] = -2 * value;
    square += value * value;
  }
  return square;
}
function padCentres(set, clusterCount) {
  const { dimension: d } = set;
  const { centres: packed, squares } = set.assign.tables;
  const groupCount = Math.ceil(clusterCount / GROUP);
  for (let c = clusterCount; c < groupCount * GROUP; c++) {
    const at = (c - c % GROUP) * d + c % GROUP;
    for (let j = 0; j < d; j++) packed[at + j * GROUP] = 0;
    squares[c] = Infinity;
  }
  return groupCount;
}
function centreColumns({ pointCount: n, dimension: d, shift, totalWeight, assign }, values) {
  const { weights } = assign.tables;
  const least = values.slice(0, d);
  const most = values.slice(0, d);
  shift.fill(0);
  for (let i = 0; i < n; i++) {
    const w = weights[i];
    for (let j = 0; j < d; j++) {
      const value = values[i * d + j];
      shift[j] += w * value;
      if (value < least[j]) least[j] = value;
      if (value > most[j]) most[j] = value;
    }
  }
  let reach = 0;
  for (let j = 0; j < d; j++) {
    const grid = powerOfTwoAbove(most[j] - least[j]) / 1024;
    shift[j] = most[j] === least[j] ? least[j] : Math.round(shift[j] / totalWeight / grid) * grid;
    reach = Math.max(reach, most[j] - shift[j], shift[j] - least[j]);
  }
  return reach;
}
function powerOfTwoAbove(value) {
  let power = 1;
  while (power < value) power *= 2;
  while (power / 2 >= value && power > 2 ** -1e3) power /= 2;
  return power;
}
function rounding(d) {
  return Math.min(d + 6, 8 * Math.sqrt(d + 6)) * 2 ** -24;
}
function pack(set, values) {
  const { pointCount: n, dimension: d, shift, scale, totalWeight } = set;
  const { points, rows, slack } = set.assign.tables;
  const grid = Math.min(Math.max(powerOfTwoAbove(totalWeight), 16) * 2 ** -52, 2 ** -30);
  const rounder = 1.5 * 2 ** 52 * grid;
  for (let i = 0; i < n; i++) {
    let at = (i - i % BLOCK) * d + i % BLOCK;
    const row = i * d;
    let square = 0;
    for (let j = 0; j < d; j++) {
      const value = (values[row + j] - shift[j]) * scale + rounder - rounder;
      rows[row + j] = value;
      points[at] = value;
      square += value * value;
      at += BLOCK;
    }
    slack[i] = 10 * set.rounding * square;
  }
}
var SMALLEST;
var init_point_set = __esm({
  "src/numeric/point-set.ts"() {
    "use strict";
    init_assign();
    init_assign_tables();
    SMALLEST = 1e-290;
  }
});

// src/numeric/nearest-centres.ts
function* nearestCentres(source, centres, loops) {
  const { rowCount: n, columnCount: d } = source;
  const k = centres.rowCount;
  const labels = new Int32Array(n);
  const size = Math.min(n, Math.max(8, Math.floor(PIECE / d / 8) * 8));
  const set = createPointSet({ pointCount: size + k, dimension: d, capacity: k, seeding: false }, loops);
  const piece = new Float64Array((size + k) * d);
  piece.set(centres.values, size * d);
  const { rows, exactCentres, next, labels: before } = set.assign.tables;
  const groupCount = padCentres(set, k);
  for (let from = 0; from < n; from += size) {
    const to = Math.min(from + size, n);
    source.read(from, to, piece);
    loadPoints(set, piece);
    exactCentres.set(rows.subarray(size * d));
    for (let c = 0; c < k; c++) packCentre(set, c);
    before.fill(0);
    set.assign.nearest(groupCount, 2 * set.rounding);
    for (let i = 0; i < to - from; i++) {
      labels[from + i] = next[i] >= 0 ? next[i] : nearestCentre(piece, i, centres.values, k, d);
    }
    yield "piece";
  }
  return labels;
}
function nearestCentre(rows, i, centres, k, d) {
  let label2 = 0;
  let least = Infinity;
  for (let c = 0; c < k; c++) {
    const distance2 = squaredDistance(rows, i * d, centres, c * d, d, least);
    if (distance2 < least) {
      least = distance2;
      label2 = c;
    }
  }
  return label2;
}
function squaredDistance(x, a, y, b, d, limit) {
  let total = 0;
  for (let start = 0; start < d && total < limit; start += 16) {
    const end = Math.min(start + 16, d);
    for (let j = start; j < end; j++) {
      const e = x[a + j] - y[b + j];
      total += e * e;
    }
  }
  return total;
}
var PIECE;
var init_nearest_centres = __esm({
  "src/numeric/nearest-centres.ts"() {
    "use strict";
    init_point_set();
    PIECE = 2 ** 19;
  }
});

// node_modules/pure-rand/lib/esm/generator/mersenne.js
function addState(mt, idx, originalMt, originalIdx) {
  let i = 0;
  if (originalIdx >= idx) {
    for (; i < N - originalIdx; i++) mt[i + idx] ^= originalMt[i + originalIdx];
    for (; i < N - idx; i++) mt[i + idx] ^= originalMt[i + originalIdx - N];
    for (; i < N; i++) mt[i + idx - N] ^= originalMt[i + originalIdx - N];
  } else {
    for (; i < N - idx; i++) mt[i + idx] ^= originalMt[i + originalIdx];
    for (; i < N - originalIdx; i++) mt[i + idx - N] ^= originalMt[i + originalIdx];
    for (; i < N; i++) mt[i + idx - N] ^= originalMt[i + originalIdx - N];
  }
}
function twistedNext(mt, idx) {
  if (idx < N - M) {
    const y = mt[idx] & MASK_UPPER | mt[idx + 1] & MASK_LOWER;
    mt[idx] = mt[idx + M] ^ y >>> 1 ^ -(y & 1) & A;
    return idx + 1;
  } else if (idx < N - 1) {
    const y = mt[idx] & MASK_UPPER | mt[idx + 1] & MASK_LOWER;
    mt[idx] = mt[idx + M - N] ^ y >>> 1 ^ -(y & 1) & A;
    return idx + 1;
  } else {
    const y = mt[idx] & MASK_UPPER | mt[0] & MASK_LOWER;
    mt[idx] = mt[M - 1] ^ y >>> 1 ^ -(y & 1) & A;
    return 0;
  }
}
function twist(mt) {
  for (let idx = 0; idx !== N; ++idx) twistedNext(mt, idx);
}
function mersenne(seed) {
  const out = [seed | 0];
  for (let idx = 1; idx !== N; ++idx) {
    const xored = out[idx - 1] ^ out[idx - 1] >>> 30;
    out.push(Math.imul(F, xored) + idx | 0);
  }
  twist(out);
  return new MersenneTwister(out, 0);
}
var N, M, A, F, U, S, B, T, C, L, MASK_LOWER, MASK_UPPER, JUMP_COEFS, MersenneTwister;
var init_mersenne = __esm({
  "node_modules/pure-rand/lib/esm/generator/mersenne.js"() {
    N = 624;
    M = 397;
    A = 2567483615;
    F = 1812433253;
    U = 11;
    S = 7;
    B = 2636928640;
    T = 15;
    C = 4022730752;
    L = 18;
    MASK_LOWER = 2147483647;
    MASK_UPPER = 2147483648;
    JUMP_COEFS = "SUSgbA\\W`E[]KN2RUSo8XVU?HKBFRl11E\\KoWOg5B]XEWG;BE;1:oVK[`B^Z9Qd23^XTnhL>]Unda4f[X;_j9H5QD=cN<5H`3bW>9bk1mjoI2fK0obmAAINOV:>Mek_V9dd<hZ\\gC3?Fm7FEk07QH_3PLm^@?^i\\QMkgP<]oLHmFnlecg5F@7U^@4jhZ?WZS0k@GHehmM36:5^9;>Hmm`co>k:KOSkSbIINb1VFf>LXgP>GUAQTD>Ci>XMGkUflLlb?_FaFUk@?5N7i70@;1o68ah@I<HFH7R2^J:G][Gf962ITWID9GWK8ElD2G5=DcHcL]cA]P2n7A=[<bInM;IHDQnJMReRXDWbVldnGEIPij`E08Xdci3@0c:IBbD4:Nk]?lEN9j^;T`0blZX7eiWE8c`<ak7j05FZi>AjUDh?M1B?^??FAXKThf<aBOXZf7jXYGK>R<;NHk3S9YhM7STJ6`:MIE`S@7298X8W>PNK=@;lLX<i\\TXLL<W@X[X54H]in8M;;n?kkQbajgAMY=Tf9b;ZKf0QUB2FHYWfnfkDoU9YkcLd95T>lK6GM1YL\\lid:J>KYS=iJ]Y>QlF>?R5_[5QeYC=66;A32Ac>OHk_ne^0g>bK:g;KFPgbGUcPR_Z=TX3H9d03bKZ2IhEPKBo>LSGWd0iFdV8C<Y:<>T[O6lC\\blaZ>GoAYP4clf^j1IfnZJ]QeDe2X<HE[LJNWnaCg[P]Co^:IRbWPY?97UePBlZNNHY6LOBM8P>=h?Ye:_f_Sb9Ki5GDYBF4dWeMfdg^ccPllNWM7G1\\UMdoYeOOD5^e@foA22G?ADYo5:FVG[bWo96;>3kc_c1Ab30>30;1@4F8g2hY?DJ4[LOL;ZLLKo2]jo>[KMDUcR279N_kF=3WL@Dd620bMTdA\\U9k``ef2iD9JgJ8CZBHS>F^Uk;<laeaeHS<15OSeS`PcSSKBRBFY]aQ=EgUXGNg=?d56`KA@2BejY0^[_DCX`L=CGMT=BW^6S1i@2ATBVk>3_ocRA>2U:4GPQ6o>5jX2HIcV3S@On6KB<[SKB?FC_AAji9agbBFkAi\\;4I\\UJ]c36Ub@[;gQACVGY<V]SDJBUU]La\\_a@JdOO8gm2T0DJMa:8Hf7>E]noQ[1Kambn??QQ]S?1i0oMGOijb\\aGY6lQ^CJ?9bFle8<eH4UUjBINX;n8@VOA5ah^URV49B[A?ONHhHAC1J5;;h0SXYlG^0W=eJdHh^K4SGe=1HZLLam;D<Q3AOdbPcdX``82\\jo0En8jRVGC73WMCF9`d:0heS?80?C188cSn7H9<daZ]MgS4Pb^1HkA:1PU^5>^h_g[RQV@PnYBRI_]`B]Bh@Uk03eXGY`I16L76H28X`R>IROMeNVUdU[:lghLhPCQZ:4a<30YBZCYnXe[?;jc8gKI2QH2MjnWBm4nGCZW`aVU2a;P<AMI25mlW_Nm][2?b6o851X@lAm]YZ`bWRF1g<Ga:T]1NXH5Veja5P9S9>:aNg:Th1Y=5o78K>LQ8hW@5S?I83Lk5Xk;j5@I3o[d:4RjE^oS30:WP9gC\\i8aSI>QRE@4lP:7lDg8g2`Ql[2I8aBU\\BQ?B4_clL9Q]S;^e1Ob5[>3JER2`c7B=o]fPOWO<DGi;Niba1PoWPPE_Q3aX0OB0mZej\\f_M[J4Y6]1`h2MkF[GiW8Q^d3^_=<I1N2Q7]2<2j[iP7V3V821FaI]A`93bC^Z\\G=WJ;^Ih?B97_iIF@\\Dl<eK1je8SNTWo_=XFMZH<<JYLZ^YQMPgYOV45K_:]kSI8^XlO0]GY=VUfe_C_F6TOcoAlVUH:o=WhhT@K`2KFhe<3\\KXQ>W:M?S_4S5d@J^`[AGA7@3]DnGSCO`\\?E8HT75^d9\\:m\\m1egIfk8cd6bD9\\eU8\\n[Pb0Cgd^S0n9kGJHb]i5XodlKHc34Fhi9K>0U5WK`>7Ff2^KL=WC6:kc?e5C^a1T1:4:^S5flXlGNIj08AfO?Dh7T7dWO>E]NI9?ob7B7P_h[4TEP[EU;GllFTnSmg9:\\[N]<SAoKP_kPlG56A:I3T6EG8Hj=XnUE`KT5U@OQ?]7[N^MFN1_NU4KO_3::Le`8IL9[1Z1H1;V3SC\\N3]S@4U[F2mhT5dYM7[4Pg_Na0_8WTH0`bgceQS8]EG;XgD4Ib4iLTP@kE79Mn>AYRJA1U5^Blhgno:aHVYc03c3J0Vc9FjEV^M75Zfd8kVC9>iJDk`AJ[6f7DK2D^DL\\AX:6b5h31XH;RQB\\N<ZSM=J;6L[`UW^eOIFc1Y]6_dfedIe4ARh72mTXC0WND_IDHVCZRDE0eODARCEETQI5TPUQE=jEH5bS?LP[ai`F5ABRYDo2o\\@=]GT?_9;hc4Lm:\\SF9k1T<0E@fX9BG[]g0nY7k[Qmi@la8`PF0j6@Q?Ii7bLkXQ<lLHf]`:DCh@9JY5>hEVLTdhL\\b1EB0lLh<=WaO@F<;8g<d:@e:LA:cFIEdmQh7hNHfSRToW?8N4:Z1K;XEDRO;OIDh<UdVln?bjgL>?VE98[B\\K<BVjkG8LiSX;fb>jf?DUK00Aih<WY6QD6cEnHBZ8iN_fd<G8Ci`11RUW2QlW]IXV:m?;J0GXXHfGNQ>:D`=fLPbO?VOTEYLj^cNj5PM>jKB5HVjJ4U7lXaTQNL9<@\\1`m\\Ug@VQHd7>jW=ca0`miF7;N0F=GjoQ`RFchKMGTmn8cF@Oh4GGCm7m2`U9j93Tb>=kSERjE_J939F01I1;`<ijk_=_Vn=7RVAI6fnQI5KlF:C44bN<<8K=Z<2TP<1]5?<dB>^LA=ebloE2Y2:9lkh0\\<YKbHD97iE`<C5oj^1>X:??`H6BXF2hG1Q[dF0Q=>W=J?7C\\k1T?<;R44oW?1hY^G8Zm]ZKnfOf0eCFYo6?=D8?<`6HU5SXh1;=:23LmV_FSi;OJfV<^?GkIDPISeHg1LaGE:V3Y3K3H<QJfbY?=;ldZRhnhQT_mGXDLFXXhSONE6Do_0iNZagB:BPGOTH;VhHUTd6LhQm^[;dO]5Hlkg<R:F<Kn\\:I:EGojgWZ2X@SYO_dlH;G8S<>oEKabY`:oU;=JW7ig?S?EYb86b7n8ce\\]IRa]koiWY<RfO;5kUI;7lVeC?[@ZaXDiF04B8R]bg@>O<mQDoUcBLcf^f>m2kMBUloD>Ze@NN^Z11TM`inXYhE_I=kA`:ZF4d\\>`L@;ZP[`ENU5cL[BV6\\Z?Di76:jg3hE6oG6jFc8kP=[GS1;WSedYQW1:U4\\OF32GgmMC<AjO]872bdBb`bKAA?8j78b>T3VfcUB2m4J^CPRU;8dScI]LU]^bBYA5_3:Y0N5i^?200000";
    MersenneTwister = class MersenneTwister2 {
      constructor(states, index) {
        this.states = states;
        this.index = index;
      }
      clone() {
        return new MersenneTwister2(this.states.slice(), this.index);
      }
      next() {
        let y = this.states[this.index];
        y ^= y >>> U;
        y ^= y << S & B;
        y ^= y << T & C;
        y ^= y >>> L;
        this.index = twistedNext(this.states, this.index);
        return y;
      }
      getState() {
        return [this.index, ...this.states];
      }
      jump() {
        const originalStates = this.states.slice();
        const originalIndex = this.index;
        this.index = twistedNext(this.states, this.index);
        for (let i = 19932; i > 0; --i) {
          if (JUMP_COEFS.charCodeAt(i / 6 | 0) - 48 & 1 << i % 6) addState(this.states, this.index, originalStates, originalIndex);
          this.index = twistedNext(this.states, this.index);
        }
        addState(this.states, this.index, originalStates, originalIndex);
      }
    };
  }
});

// src/numeric/random.ts
function randomFor(seed, task) {
  const generator = mersenne(hash32(seed, task));
  return () => {
    const high = (generator.next() >>> 5) * 67108864;
    const low = generator.next() >>> 6;
    return (high + low) / 9007199254740992;
  };
}
function hash32(seed, task) {
  return finalise(finalise(seed >>> 0) ^ Math.imul((task >>> 0) + 2654435769, 2246822507));
}
function finalise(value) {
  let h = value;
  h = Math.imul(h ^ h >>> 16, 2246822507);
  h = Math.imul(h ^ h >>> 13, 3266489909);
  return (h ^ h >>> 16) >>> 0;
}
function drawIndex(count, random) {
  return Math.floor(random() * count);
}
var init_random = __esm({
  "src/numeric/random.ts"() {
    "use strict";
    init_mersenne();
  }
});

// src/numeric/seeding.ts
function* seedCentres(set, clusterCount, random, seeding = "greedy") {
  const { dimension: d } = set;
  const { trials, blockCount, totals: pairTotals, weights, rows, exactCentres } = set.assign.tables;
  const chunk = Math.min(LARGEST_CHUNK, Math.ceil(CHUNK_COORDINATES / (BLOCK * d)));
  const chunkCount = Math.ceil(blockCount / chunk);
  const trialCount = seeding === "plain" ? 1 : trialsFor(clusterCount);
  const chosen = new Int32Array(clusterCount);
  const candidates = new Int32Array(trialCount);
  let state = 0;
  const totals = trials.map(() => new Float64Array(chunkCount));
  trials[state].fill(Infinity);
  chosen[0] = drawByWeight(set, random);
  candidates[0] = chosen[0];
  state = tryCandidates(1);
  for (let c = 1; c < clusterCount; c++) {
    const total = sum(totals[state]);
    if (total <= 0) {
      chosen.fill(chosen[0], c);
      break;
    }
    for (let t = 0; t < trialCount; t++) candidates[t] = draw(random() * total);
    const previous = state;
    state = tryCandidates(trialCount);
    chosen[c] = candidates[winner(previous, state)];
    yield "centre";
  }
  for (let c = 0; c < clusterCount; c++) exactCentres.set(rows.subarray(chosen[c] * d, (chosen[c] + 1) * d), c * d);
  function draw(target) {
    let rest = target;
    let at = 0;
    while (at < chunkCount - 1 && rest >= totals[state][at]) rest -= totals[state][at++];
    let last = -1;
    const end = Math.min((at + 1) * chunk * BLOCK, set.pointCount);
    for (let i = at * chunk * BLOCK; i < end; i++) {
      const share = weights[i] * trials[state][i];
      if (share <= 0) continue;
      last = i;
      rest -= share;
      if (rest < 0) return i;
    }
    if (last < 0) for (last = end - 1; weights[last] * trials[state][last] <= 0; ) last--;
    return last;
  }
  function tryCandidates(count) {
    for (let t = 0; t < count; t += 2) loadPair(set, t >> 1, candidates[t], candidates[Math.min(t + 1, count - 1)]);
    for (let at = 0; at < chunkCount; at++) {
      const to = Math.min((at + 1) * chunk, blockCount);
      for (let t = 0; t < count; t += 2) {
        const first = tableOf2(state, t);
        const second = tableOf2(state, t + 1);
        set.assign.tryPair(t >> 1, at * chunk, to, state, first, second);
        totals[first][at] = pairTotals[0];
        totals[second][at] = pairTotals[1];
      }
    }
    let best = tableOf2(state, 0);
    let least = sum(totals[best]);
    for (let t = 1; t < count; t++) {
      const total = sum(totals[tableOf2(state, t)]);
      if (total < least) {
        least = total;
        best = tableOf2(state, t);
      }
    }
    return best;
  }
}
function tableOf2(state, t) {
  return t < state ? t : t + 1;
}
function winner(state, table) {
  return table < state ? table : table - 1;
}
function drawByWeight({ pointCount, totalWeight, assign }, random) {
  const { weights } = assign.tables;
  let rest = random() * totalWeight;
  for (let i = 0; i < pointCount; i++) {
    rest -= weights[i];
    if (rest < 0) return i;
  }
  return pointCount - 1;
}
function loadPair(set, index, first, second) {
  const { points, pairs: pairs2 } = set.assign.tables;
  const pair = pairs2[index];
  const { dimension: d } = set;
  let from0 = (first - first % BLOCK) * d + first % BLOCK;
  let from1 = (second - second % BLOCK) * d + second % BLOCK;
  for (let at = 0; at < 2 * d; at += 2) {
    pair[at] = points[from0];
    pair[at + 1] = points[from1];
    from0 += BLOCK;
    from1 += BLOCK;
  }
}
function sum(values) {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return total;
}
var SEEDINGS, CHUNK_COORDINATES, LARGEST_CHUNK;
var init_seeding = __esm({
  "src/numeric/seeding.ts"() {
    "use strict";
    init_assign_tables();
    init_point_set();
    SEEDINGS = ["greedy", "plain"];
    CHUNK_COORDINATES = 2 ** 16;
    LARGEST_CHUNK = 64;
  }
});

// src/numeric/k-means.ts
function kMeans(points, options) {
  const { clusterCount, seed, weights, loops, onIteration } = options;
  const { restarts = DEFAULTS2.restarts, maxIterations = DEFAULTS2.maxIterations } = options;
  checkPoints("kMeans", points);
  checkClusterCount("kMeans", clusterCount, points.rowCount);
  checkInteger("kMeans", "restarts", restarts, 1, 1e6);
  checkInteger("kMeans", "maxIterations", maxIterations, 1, 1e6);
  checkSeed("kMeans", seed);
  checkWeights("kMeans", weights, points.rowCount);
  const size = { pointCount: points.rowCount, dimension: points.columnCount, capacity: clusterCount };
  checkRoom("kMeans", pointSetBytes(size));
  const set = createPointSet(size, loops);
  loadPoints(set, points.values, weights);
  let best;
  for (let restart = 0; restart < restarts; restart++) {
    const steps = kMeansSteps(set, { clusterCount, maxIterations, random: randomFor(seed, restart) });
    let step = steps.next();
    for (; !step.done; step = steps.next()) if (step.value === "iteration") onIteration?.();
    if (best === void 0 || step.value.inertia < best.inertia) best = step.value;
  }
  return best;
}
function* kMeansSteps(set, { clusterCount: k, maxIterations, random, seeding }) {
  const { labels, sums } = set.assign.tables;
  const clusters = {
    clusterCount: k,
    groupCount: padCentres(set, k),
    mass: new Float64Array(k),
    members: new Int32Array(k),
    stale: new Uint8Array(k)
  };
  yield* seedCentres(set, k, random, seeding);
  for (let c = 0; c < k; c++) packCentre(set, c);
  labels.fill(UNLABELED);
  sums.fill(0);
  let iterations = 0;
  let converged = false;
  while (!converged && iterations < maxIterations) {
    iterations++;
    converged = reassign(set, clusters) === 0;
    if (!converged) moveCentres(set, clusters);
    yield "iteration";
  }
  if (!converged) reassign(set, clusters);
  return {
    labels: labels.slice(0, set.pointCount),
    centres: centresOf(set, k),
    inertia: set.assign.inertia() / set.scale / set.scale,
    iterations,
    converged,
    filledCount: clusters.members.reduce((count, members) => count + (members > 0 ? 1 : 0), 0)
  };
}
function centresOf({ dimension: d, shift, scale, assign }, k) {
  const { exactCentres } = assign.tables;
  const values = new Float64Array(k * d);
  for (let c = 0; c < k; c++) {
    for (let j = 0; j < d; j++) values[c * d + j] = shift[j] + exactCentres[c * d + j] / scale;
  }
  return { rowCount: k, columnCount: d, values };
}
function reassign(set, clusters) {
  const { clusterCount, groupCount, mass, members, stale } = clusters;
  const { labels, next, touched, weights, rows, exactCentres } = set.assign.tables;
  const touchedCount = set.assign.nearest(groupCount, 2 * set.rounding);
  let moved = 0;
  for (let t = 0; t < touchedCount; t++) {
    const i = touched[t];
    if (i >= set.pointCount) break;
    if (next[i] < 0) next[i] = nearestCentre(rows, i, exactCentres, clusterCount, set.dimension);
    const from = labels[i];
    const to = next[i];
    if (from === to) continue;
    touched[moved++] = i;
    if (from !== UNLABELED) {
      mass[from] -= weights[i];
      members[from] -= 1;
      stale[from] = 1;
    }
    mass[to] += weights[i];
    members[to] += 1;
    stale[to] = 1;
  }
  set.assign.move(moved, clusterCount);
  return moved;
}
function moveCentres(set, { clusterCount, mass, members, stale }) {
  const { dimension: d } = set;
  const { exactCentres, sums, rows } = set.assign.tables;
  const empty = [];
  for (let c = 0; c < clusterCount; c++) if (members[c] === 0) empty.push(c);
  const places = empty.length > 0 ? farthestPoints(set, empty.length) : [];
  for (const c of empty) {
    sums.fill(0, c * d, (c + 1) * d);
    mass[c] = 0;
    stale[c] = 0;
  }
  for (let c = 0; c < clusterCount; c++) {
    if (stale[c] === 0) continue;
    for (let j = c * d; j < (c + 1) * d; j++) exactCentres[j] = sums[j] / mass[c];
    packCentre(set, c);
    stale[c] = 0;
  }
  places.forEach((i, at) => {
    exactCentres.set(rows.subarray(i * d, (i + 1) * d), empty[at] * d);
    packCentre(set, empty[at]);
  });
}
function farthestPoints(set, count) {
  const { pointCount: n, dimension: d } = set;
  const { labels, rows, exactCentres } = set.assign.tables;
  const distances = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    distances[i] = squaredDistance(rows, i * d, exactCentres, labels[i] * d, d, Infinity);
  }
  const places = [];
  while (places.length < count) {
    let farthest = 0;
    for (let i = 1; i < n; i++) if (distances[i] > distances[farthest]) farthest = i;
    if (!(distances[farthest] > 0)) break;
    places.push(farthest);
    for (let i = 0; i < n; i++) {
      distances[i] = Math.min(distances[i], squaredDistance(rows, i * d, rows, farthest * d, d, distances[i]));
    }
  }
  return places;
}
function checkPoints(caller, { rowCount, columnCount, values }) {
  if (rowCount < 1 || columnCount < 1) {
    throw new InputError(
      `${caller}: points must have at least one row and one column; got ${rowCount} x ${columnCount}`
    );
  }
  if (values.length !== rowCount * columnCount) {
    throw new InputError(
      `${caller}: points must have rowCount x columnCount values (${rowCount * columnCount}); got ${values.length}`
    );
  }
  for (let at = 0; at < values.length; at++) {
    if (Math.abs(values[at]) <= LARGEST) continue;
    const place = `row ${Math.floor(at / columnCount)}, column ${at % columnCount}`;
    throw new InputError(
      `${caller}: points must be finite numbers of size at most ${LARGEST}; got ${values[at]} at ${place}`
    );
  }
}
function checkRoom(caller, byteCount2) {
  if (byteCount2 < 2 ** 31 - 2 ** 20) return;
  const gigabytes = (byteCount2 / 2 ** 30).toFixed(1);
  throw new InputError(
    `${caller}: points must fit into 2 GiB of working memory (12 bytes per value); they need ${gigabytes} GiB`
  );
}
function checkWeights(caller, weights, pointCount) {
  if (weights === void 0) return;
  if (weights.length !== pointCount) {
    throw new InputError(
      `${caller}: weights must have one value per point (${pointCount}); got ${weights.length} values`
    );
  }
  const bad = weights.findIndex((weight) => !(Number.isFinite(weight) && weight > 0));
  if (bad < 0) return;
  throw new InputError(`${caller}: weights must be finite numbers above 0; got ${weights[bad]} at ${bad}`);
}
var DEFAULTS2, UNLABELED, LARGEST;
var init_k_means = __esm({
  "src/numeric/k-means.ts"() {
    "use strict";
    init_check();
    init_nearest_centres();
    init_point_set();
    init_random();
    init_seeding();
    DEFAULTS2 = { restarts: 1, maxIterations: 100 };
    UNLABELED = 2147483647;
    LARGEST = 1e150;
  }
});

// src/ensemble/random-k.ts
function largestClusterCount(sampleCount) {
  return Math.min(100, Math.max(2, Math.floor(Math.sqrt(sampleCount))));
}
function drawClusterCount(largest2, random) {
  return 2 + Math.floor(random() * (largest2 - 1));
}
var init_random_k = __esm({
  "src/ensemble/random-k.ts"() {
    "use strict";
  }
});

// src/numeric/subset.ts
function drawSubset(count, size, random, always = () => false) {
  const subset = new Int32Array(size);
  let certain = 0;
  for (let i = 0; i < count; i++) if (always(i)) certain++;
  let open = count - certain;
  let wanted = size - certain;
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (always(i)) subset[at++] = i;
    else {
      if (random() * open < wanted) {
        subset[at++] = i;
        wanted--;
      }
      open--;
    }
  }
  return subset;
}
function drawSpread(count, size, random) {
  const spread = new Int32Array(size);
  for (let s = 0; s < size; s++) {
    const from = Math.floor(s * count / size);
    const to = Math.floor((s + 1) * count / size);
    spread[s] = from + Math.floor(random() * (to - from));
  }
  return spread;
}
var init_subset = __esm({
  "src/numeric/subset.ts"() {
    "use strict";
  }
});

// src/ensemble/subsample.ts
function drawSamples(n, size, t, m, random) {
  return drawSubset(n, size, random, (i) => i % m === t);
}
var init_subsample = __esm({
  "src/ensemble/subsample.ts"() {
    "use strict";
    init_subset();
  }
});

// src/ensemble/subspace.ts
function drawFeatures(varying, size, random) {
  return drawSubset(varying.length, size, random).map((at) => varying[at]);
}
function varyingFeatures({ sampleCount, featureCount, values }) {
  const varies = new Uint8Array(featureCount);
  for (let i = 1; i < sampleCount; i++) {
    for (let j = 0; j < featureCount; j++) if (values[i * featureCount + j] !== values[j]) varies[j] = 1;
  }
  return Int32Array.from(varies.keys()).filter((j) => varies[j] === 1);
}
var init_subspace = __esm({
  "src/ensemble/subspace.ts"() {
    "use strict";
    init_subset();
  }
});

// src/ensemble/plan.ts
function kindOf({ generator }, t) {
  return generator === "mixed" ? MIXED[t % MIXED.length] : generator;
}
function kindsOf(generator) {
  return generator === "mixed" ? MIXED : [generator];
}
function drawBasePlan(plan, t, random) {
  const kind = kindOf(plan, t);
  const clusterCount = kind === "fixed-k" ? plan.clusterCount : drawClusterCount(plan.maxClusterCount, random);
  const base = { kind, clusterCount, rows: null, view: { features: null, projection: null } };
  switch (kind) {
    case "subsample":
      return { ...base, rows: drawSamples(plan.sampleCount, plan.subsampleSize, t, plan.ensembleSize, random) };
    case "subspace": {
      const features = drawFeatures(plan.varying, plan.subspaceSize, random);
      return { ...base, view: { features, projection: null } };
    }
    case "projection": {
      const projection = { seed: Math.floor(random() * 2 ** 32), dimension: plan.projectionSize };
      return { ...base, view: { features: null, projection } };
    }
    default:
      return base;
  }
}
var GENERATOR_KINDS, MIXED;
var init_plan = __esm({
  "src/ensemble/plan.ts"() {
    "use strict";
    init_random_k();
    init_subsample();
    init_subspace();
    GENERATOR_KINDS = ["random-k", "fixed-k", "subsample", "subspace", "projection"];
    MIXED = ["random-k", "subsample", "subspace", "projection"];
  }
});

// src/hot-loops/simd-module.ts
var SIMD_MODULE;
var init_simd_module = __esm({
  "src/hot-loops/simd-module.ts"() {
    "use strict";
    SIMD_MODULE = "AGFzbQEAAAABdAtgCX9/f39/f39/fwBgCH9/f39/f39/AGAFf39/f38AYAZ/f39/f38AYAAAYAABf2ANf39/f39/f39/f3x/fwBgB39/f39/f38AYAp/f39/f39/f39/AGANf39/f39/f399f39/fwF/YAh/f39/f39/fAF8AxEQBAECAQMDAAAFBgIHCAkACgUDAQAAB9YBEQhoZWFwQmFzZQAIB25lYXJlc3QADQd0cnlQYWlyAAwEbW92ZQAOB2luZXJ0aWEADw9kZW5zZVRpbWVzQmxvY2sACwlhZGRTY2FsZWQACgtkaWZmdXNlUm93cwAJCnN1bUJ5R3JvdXAABg1hZGRGcm9tR3JvdXBzAAcJcGFuZWxHcmFtAAULcGFuZWxVcGRhdGUABBBzcGFyc2VUaW1lc0Jsb2NrAAMOdHJpZGlhZ29uYWxpc2UAAQtyZWZsZWN0QmFjawACBm1lbW9yeQIABGluaXQAAAqDPRACAAv7BwMHfwR8BnsgAkEDdCEMA0AgASALSgRAIAsgDGwiAiAAaiEJIAIgA2ohCCALQQN0IgIgBWogAiAJaisDADkDAEEAIQIDQCACIAxJBEAgAiAIakQAAAAAAAAAADkDACACQQhqIQIMAQsLRAAAAAAAAAAAIRFEAAAAAAAAAAAhECALQQJqIAFOBEAgC0EBaiICIAFIBHwgCSACQQN0aisDAAVEAAAAAAAAAAALIRAFRAAAAAAAAAAAIQ8gC0EBaiECA0AgASACSgRAIA8gCSACQQN0aisDAJmlIQ8gAkEBaiECDAELCyAPRAAAAAAAAAAAZARAIAtBAWohAgNAIAEgAkoEQCACQQN0IgogCWorAwAgD6MhECAIIApqIBA5AwAgESAQIBCioCERIAJBAWohAgwBCwtEAAAAAAAA8D8gESARnyIQmiAQIAtBAWoiCUEDdCICIAhqIgorAwAiEkQAAAAAAAAAAGQbIhAgEqKhoyERIAogEiAQoTkDACAQIA+iIRAgEf0UIRcgAkFAcSENA0AgDCANSwRA/QwAAAAAAAAAAAAAAAAAAAAAIRP9DAAAAAAAAAAAAAAAAAAAAAAhFP0MAAAAAAAAAAAAAAAAAAAAACEV/QwAAAAAAAAAAAAAAAAAAAAAIRYgACAJIAxsaiANaiEKIAkhAgNAIAEgAkoEQCATIAggAkEDdGr9CgMAIhggCv0ABAD98gH98AEhEyAUIBggCv0ABBD98gH98AEhFCAVIBggCv0ABCD98gH98AEhFSAWIBggCv0ABDD98gH98AEhFiAKIAxqIQogAkEBaiECDAELCyAHIA1qIgIgFyAT/fIB/QsEACACIBcgFP3yAf0LBBAgAiAXIBX98gH9CwQgIAIgFyAW/fIB/QsEMCANQUBrIQ0MAQsLIAghAkQAAAAAAAAAACEPIAtBAWoiCEEDdCEKA0AgCiABQQN0SQRAIA8gAiAKaisDACAHIApqKwMAoqAhDyAKQQhqIQoMAQsLIBEgD6JEAAAAAAAA4D+iIQ8gCEEDdCEKA0AgCiABQQN0SQRAIAcgCmoiCCAIKwMAIA8gAiAKaisDAKKhOQMAIApBCGohCgwBCwsgAiEIIAtBAWoiCkEDdEFwcSEJA0AgASAKSgRAIApBA3QiAiAIav0KAwAhEyACIAdq/QoDACEUIAAgCiAMbGohDiAJIQIDQCACIAxJBEAgAiAOaiINIA39AAQAIBMgAiAHav0ABAD98gEgFCACIAhq/QAEAP3yAf3wAf3xAf0LBAAgAkEQaiECDAELCyAKQQFqIQoMAQsLCwsgC0EDdCICIARqIBE5AwAgAiAGaiAQOQMAIAtBAWohCwwBCwsLwQMDBH8FewF8IANBA2shBgNAIAZBAE4EQCACIAZBA3RqKwMAIg5EAAAAAAAAAABiBEAgASAEIAZsQQN0aiEH/QwAAAAAAAAAAAAAAAAAAAAAIQn9DAAAAAAAAAAAAAAAAAAAAAAhCv0MAAAAAAAAAAAAAAAAAAAAACEL/QwAAAAAAAAAAAAAAAAAAAAAIQwgBkEBaiEFA0AgAyAFSgRAIAkgByAFQQN0av0KAwAiDSAAIAVBBnRqIgj9AAQA/fIB/fABIQkgCiANIAj9AAQQ/fIB/fABIQogCyANIAj9AAQg/fIB/fABIQsgDCANIAj9AAQw/fIB/fABIQwgBUEBaiEFDAELCyAOmv0UIg0gCf3yASEJIA0gCv3yASEKIA0gC/3yASELIA0gDP3yASEMIAZBAWohBQNAIAMgBUoEQCAAIAVBBnRqIgggCP0ABAAgByAFQQN0av0KAwAiDSAJ/fIB/fAB/QsEACAIIAj9AAQQIA0gCv3yAf3wAf0LBBAgCCAI/QAEICANIAv98gH98AH9CwQgIAggCP0ABDAgDSAM/fIB/fAB/QsEMCAFQQFqIQUMAQsLCyAGQQFrIQYMAQsLC5QGAgZ/CXsgBUEDdCEKA0AgBiAHSARAIAAgBkECdGoiBSgCACEIIAUoAgQhCyAEIAYgCmxqIQxBACEJA0AgCUGAAWogCk0EQP0MAAAAAAAAAAAAAAAAAAAAACEO/QwAAAAAAAAAAAAAAAAAAAAAIQ/9DAAAAAAAAAAAAAAAAAAAAAAhEP0MAAAAAAAAAAAAAAAAAAAAACER/QwAAAAAAAAAAAAAAAAAAAAAIRL9DAAAAAAAAAAAAAAAAAAAAAAhE/0MAAAAAAAAAAAAAAAAAAAAACEU/QwAAAAAAAAAAAAAAAAAAAAAIRUgCCEFA0AgBSALSARAIA4gAiAFQQN0av0KAwAiFiADIAEgBUECdGooAgAgCmxqIAlqIg39AAQA/fIB/fABIQ4gDyAWIA39AAQQ/fIB/fABIQ8gECAWIA39AAQg/fIB/fABIRAgESAWIA39AAQw/fIB/fABIREgEiAWIA39AARA/fIB/fABIRIgEyAWIA39AARQ/fIB/fABIRMgFCAWIA39AARg/fIB/fABIRQgFSAWIA39AARw/fIB/fABIRUgBUEBaiEFDAELCyAJIAxqIgUgDv0LBAAgBSAP/QsEECAFIBD9CwQgIAUgEf0LBDAgBSAS/QsEQCAFIBP9CwRQIAUgFP0LBGAgBSAV/QsEcCAJQYABaiEJDAELCwNAIAkgCkkEQP0MAAAAAAAAAAAAAAAAAAAAACEO/QwAAAAAAAAAAAAAAAAAAAAAIQ/9DAAAAAAAAAAAAAAAAAAAAAAhEP0MAAAAAAAAAAAAAAAAAAAAACERIAghBQNAIAUgC0gEQCAOIAIgBUEDdGr9CgMAIhIgAyABIAVBAnRqKAIAIApsaiAJaiIN/QAEAP3yAf3wASEOIA8gEiAN/QAEEP3yAf3wASEPIBAgEiAN/QAEIP3yAf3wASEQIBEgEiAN/QAEMP3yAf3wASERIAVBAWohBQwBCwsgCSAMaiIFIA79CwQAIAUgD/0LBBAgBSAQ/QsEICAFIBH9CwQwIAlBQGshCQwBCwsgBkEBaiEGDAELCwufBAIHfwt7IAJBA3QhBgNAIANBAWogBEgEQCAAIAMgBmxqIQxBACEJA0AgBiAJSwRAIAUgAyAGbGogCWoiByAGaiEIIAf9AAQAIQ0gB/0ABBAhDiAH/QAEICEPIAf9AAQwIRAgCP0ABAAhESAI/QAEECESIAj9AAQgIRMgCP0ABDAhFCABIAlqIQJBACEKA0AgBiAKSwRAIA0gCiAMav0KAwAiFiAC/QAEACIX/fIB/fABIQ0gESAGIAxqIApq/QoDACIVIBf98gH98AEhESAOIBYgAv0ABBAiF/3yAf3wASEOIBIgFSAX/fIB/fABIRIgDyAWIAL9AAQgIhf98gH98AEhDyATIBUgF/3yAf3wASETIBAgFiAC/QAEMCIW/fIB/fABIRAgFCAVIBb98gH98AEhFCACIAZqIQIgCkEIaiEKDAELCyAHIA39CwQAIAcgDv0LBBAgByAP/QsEICAHIBD9CwQwIAggEf0LBAAgCCAS/QsEECAIIBP9CwQgIAggFP0LBDAgCUFAayEJDAELCyADQQJqIQMMAQsLIAMgBEgEQCADIAZsIgIgAGohBCACIAVqIQIDQCAGIAtLBEAgAiALav0ABAAhDSABIAtqIQNBACEAA0AgACAGSQRAIA0gACAEav0KAwAgA/0ABAD98gH98AEhDSADIAZqIQMgAEEIaiEADAELCyACIAtqIA39CwQAIAtBEGohCwwBCwsLC9EEAgV/C3sgAkEDdCEGA0AgBiAJSwRAQQAhCANAIAYgCEsEQCADIAZsIgIgAGogCWohByABIAJqIAhqIQr9DAAAAAAAAAAAAAAAAAAAAAAhC/0MAAAAAAAAAAAAAAAAAAAAACEM/QwAAAAAAAAAAAAAAAAAAAAAIQ39DAAAAAAAAAAAAAAAAAAAAAAhDv0MAAAAAAAAAAAAAAAAAAAAACEP/QwAAAAAAAAAAAAAAAAAAAAAIRD9DAAAAAAAAAAAAAAAAAAAAAAhEf0MAAAAAAAAAAAAAAAAAAAAACESIAMhAgNAIAIgBEgEQCALIAf9CgMAIhQgCv0ABAAiE/3yAf3wASELIAwgFCAK/QAEECIU/fIB/fABIQwgDSAH/QoDCCIVIBP98gH98AEhDSAOIBUgFP3yAf3wASEOIA8gB/0KAxAiFSAT/fIB/fABIQ8gECAVIBT98gH98AEhECARIAf9CgMYIhUgE/3yAf3wASERIBIgFSAU/fIB/fABIRIgBiAHaiEHIAYgCmohCiACQQFqIQIMAQsLIAUgCUEDdiAGbGogCGoiAiAC/QAEACAL/fAB/QsEACACIAL9AAQQIAz98AH9CwQQIAIgBmoiAiAC/QAEACAN/fAB/QsEACACIAL9AAQQIA798AH9CwQQIAIgBmoiAiAC/QAEACAP/fAB/QsEACACIAL9AAQQIBD98AH9CwQQIAIgBmoiAiAC/QAEACAR/fAB/QsEACACIAL9AAQQIBL98AH9CwQQIAhBIGohCAwBCwsgCUEgaiEJDAELCwuKAgIHfwF7IAVBA3QhCiABQQJ0IQ0DQCAGIAdIBEAgBCAGQQN0av0KAwAhECADIAYgCmxqIQ4gACAGQQJ0aiEBQQAhCwNAIAIgC0oEQCABKAIAIgVBAE4EQCAIIAUgCmxqIQ9BACEFA0AgBSAKSQRAIAUgD2oiCSAJ/QAEACAQIAUgDmoiDP0ABAD98gH98AH9CwQAIAkgCf0ABBAgECAM/QAEEP3yAf3wAf0LBBAgCSAJ/QAEICAQIAz9AAQg/fIB/fAB/QsEICAJIAn9AAQwIBAgDP0ABDD98gH98AH9CwQwIAVBQGshBQwBCwsLIAtBAWohCyABIA1qIQEMAQsLIAZBAWohBgwBCwsL9gICBXsEfyAFQQN0IQ4gAUECdCEQA0AgBiAHSARAIAQgBkEDdGr9CgMAIQpBACEFA0AgBSAOSQRA/QwAAAAAAAAAAAAAAAAAAAAAIQv9DAAAAAAAAAAAAAAAAAAAAAAhCf0MAAAAAAAAAAAAAAAAAAAAACEM/QwAAAAAAAAAAAAAAAAAAAAAIQ0gACAGQQJ0aiEBQQAhDwNAIAIgD0oEQCABKAIAIhFBAE4EQCALIAMgDiARbGogBWoiEf0ABAD98AEhCyAMIBH9AAQg/fABIQwgDSAR/QAEMP3wASENIAkgEf0ABBD98AEhCQsgD0EBaiEPIAEgEGohAQwBCwsgCCAGIA5saiAFaiIBIAH9AAQAIAogC/3yAf3wAf0LBAAgASAB/QAEECAKIAn98gH98AH9CwQQIAEgAf0ABCAgCiAM/fIB/fAB/QsEICABIAH9AAQwIAogDf3yAf3wAf0LBDAgBUFAayEFDAELCyAGQQFqIQYMAQsLCwUAQYAIC9AGAgZ/BnsgCUEDdCEOIAr9FCEWIAEgACALQQJ0aigCACIPQQJ0aiENIAIgD0EDdGohAgNAIAsgDEgEQCABIAAgC0ECdGooAgRBAnRqIQ/9DAAAAAAAAAAAAAAAAAAAAAAhE/0MAAAAAAAAAAAAAAAAAAAAACEU/QwAAAAAAAAAAAAAAAAAAAAAIRX9DAAAAAAAAAAAAAAAAAAAAAAhFyAJQQhGBEADQCANIA9JBEAgEyAC/QoDACIYIAMgDSgCAEEGdGoiEP0ABAD98gH98AEhEyAUIBggEP0ABBD98gH98AEhFCAVIBggEP0ABCD98gH98AEhFSAXIBggEP0ABDD98gH98AEhFyANQQRqIQ0gAkEIaiECDAELCwUgCUEGRgRAA0AgDSAPSQRAIBMgAv0KAwAiGCADIA0oAgBBMGxqIhD9AAQA/fIB/fABIRMgFCAYIBD9AAQQ/fIB/fABIRQgFSAYIBD9AAQg/fIB/fABIRUgDUEEaiENIAJBCGohAgwBCwsFIAlBBEYEQANAIA0gD0kEQCATIAL9CgMAIhggAyANKAIAQQV0aiIQ/QAEAP3yAf3wASETIBQgGCAQ/QAEEP3yAf3wASEUIA1BBGohDSACQQhqIQIMAQsLBQNAIA0gD0kEQCATIAL9CgMAIAMgDSgCAEEEdGr9AAQA/fIB/fABIRMgDUEEaiENIAJBCGohAgwBCwsLCwsgCyAObCIPIAdqIhAgFiATIAUgC0EDdGr9CgMAIhMgBCAPaiIR/QAEACATIAMgD2oiEv0ABAD98gH98QH98gH98AH98gH9CwQAIAlBAkoEQCAQIBYgFCATIBH9AAQQIBMgEv0ABBD98gH98QH98gH98AH98gH9CwQQCyAJQQRKBEAgByAPaiAWIBUgEyAEIA9q/QAEICATIAMgD2r9AAQg/fIB/fEB/fIB/fAB/fIB/QsEIAsgCUEGSgRAIAcgD2ogFiAXIBMgBCAPav0ABDAgEyADIA9q/QAEMP3yAf3xAf3yAf3wAf3yAf0LBDALIAYgC0ECdGooAgAgCGsiECAJSCAQQQBOcQRAIAcgD2ogEEEDdGoiDyAPKwMARAAAAAAAAPA/IAqhoDkDAAsgC0EBaiELDAELCwtsAgR/AXsgAkEDdCEIA0AgAyAGSgRAIAEgBkEDdGr9CgMAIQkgBSAIaiECA0AgAiAFSwRAIAQgBWoiByAH/QAEACAJIAAgBWr9AAQA/fIB/fAB/QsEACAFQRBqIQUMAQsLIAZBAWohBgwBCwsLiAQCDXsFfyAEQQN0IRYgA0EDdCEYIAVBA3QhBQNAIAUgBkEDdEkEQEEAIRQDQCADIBRKBEAgACAUIBhsaiEVIAEgBWohBP0MAAAAAAAAAAAAAAAAAAAAACEH/QwAAAAAAAAAAAAAAAAAAAAAIQj9DAAAAAAAAAAAAAAAAAAAAAAhCf0MAAAAAAAAAAAAAAAAAAAAACEK/QwAAAAAAAAAAAAAAAAAAAAAIQv9DAAAAAAAAAAAAAAAAAAAAAAhDP0MAAAAAAAAAAAAAAAAAAAAACEN/QwAAAAAAAAAAAAAAAAAAAAAIQ5BACEXA0AgAyAXSgRAIAcgFf0KAwAiEiAE/QAEACIP/fIB/fABIQcgCCASIAT9AAQQIhD98gH98AEhCCAJIBIgBP0ABCAiEf3yAf3wASEJIAogEiAE/QAEMCIT/fIB/fABIQogCyAVIBhq/QoDACISIA/98gH98AEhCyAMIBIgEP3yAf3wASEMIA0gEiAR/fIB/fABIQ0gDiASIBP98gH98AEhDiAVQQhqIRUgBCAWaiEEIBdBAWohFwwBCwsgAiAUIBZsaiAFaiIEIAf9CwQAIAQgCP0LBBAgBCAJ/QsEICAEIAr9CwQwIAQgFmoiBCAL/QsEACAEIAz9CwQQIAQgDf0LBCAgBCAO/QsEMCAUQQJqIRQMAQsLIAVBQGshBQwBCwsLnQUCD3sDfyADQQV0IRoDQCABIAJIBEAgGiAAIAEgGmxqIhlqIRsgBCED/QwAAAAAAAAAAAAAAAAAAAAAIQv9DAAAAAAAAAAAAAAAAAAAAAAhCv0MAAAAAAAAAAAAAAAAAAAAACEM/QwAAAAAAAAAAAAAAAAAAAAAIQ0DQCAZIBtJBEAgCyAZ/QAEACIWIAP9CQIAIhf95QEiCyAL/eYB/eQBIQsgCiAZ/QAEECIYIBf95QEiCiAK/eYB/eQBIQogDCAWIAP9CQIEIhb95QEiDCAM/eYB/eQBIQwgDSAYIBb95QEiDSAN/eYB/eQBIQ0gA0EIaiEDIBlBIGohGQwBCwsgAUEFdCIDIAVqIhn9AAQAIRYgGf0ABBAiFyAK/eoBIQogAyAHaiIZIBYgC/3qASIL/QsEACAZIAr9CwQQIAMgCGoiAyAWIAz96gEiDP0LBAAgAyAXIA396gEiDf0LBBAgDiAGIAFBBnRqIgP9AAQAIhYgC/1f/fIB/fABIQ4gDyAD/QAEECIXIAsgC/0NCAkKCwwNDg8ICQoLDA0OD/1f/fIB/fABIQ8gECAD/QAEICILIAr9X/3yAf3wASEQIBEgA/0ABDAiGCAKIAr9DQgJCgsMDQ4PCAkKCwwNDg/9X/3yAf3wASERIBIgFiAM/V/98gH98AEhEiATIBcgDCAM/Q0ICQoLDA0ODwgJCgsMDQ4P/V/98gH98AEhEyAUIAsgDf1f/fIB/fABIRQgFSAYIA0gDf0NCAkKCwwNDg8ICQoLDA0OD/1f/fIB/fABIRUgAUEBaiEBDAELCyAJIA4gD/3wASAQIBH98AH98AEiCv0hACAK/SEBoDkDACAJIBIgE/3wASAUIBX98AH98AEiCv0hACAK/SEBoDkDCAuTBwIFfxl7IAj9EyEgIARBBXQhECAMIQ0DQCACIANIBEAgACACIBBsaiEO/QwAAIB/AACAfwAAgH8AAIB/IRT9DAAAgH8AAIB/AACAfwAAgH8hFf0MAACAfwAAgH8AAIB/AACAfyEc/QwAAIB/AACAfwAAgH8AAIB/IR39DAAAAAAAAAAAAAAAAAAAAAAhHv0MAAAAAAAAAAAAAAAAAAAAACEfIAUhBEEAIQ8DQCAHIA9KBEAgBiAPQQR0aiIM/QkCACIWIRcgDP0JAgQiGCEZIAz9CQIIIhohEiAM/QkCDCIbIRMgDiAQaiERIA4hDANAIAwgEUkEQCAWIAz9AAQAIiEgBP0JAgAiIv3mAf3kASEWIBcgDP0ABBAiIyAi/eYB/eQBIRcgGCAhIAT9CQIEIiL95gH95AEhGCAZICMgIv3mAf3kASEZIBogISAE/QkCCCIi/eYB/eQBIRogEiAjICL95gH95AEhEiAbICEgBP0JAgwiIf3mAf3kASEbIBMgIyAh/eYB/eQBIRMgBEEQaiEEIAxBIGohDAwBCwsgD0ECdCIM/REhKCAUIBb96gEiISAY/eoBIiIgGv3qASEpIBUgF/3qASIjIBn96gEiJCAS/eoBISogDEEDav0RIiUgDEECav0RIiYgDEEBav0RIicgKCAeIBYgFP1D/VIgGCAh/UP9UiAaICL9Q/1SIBsgKf1D/VIhHiAlICYgJyAoIB8gFyAV/UP9UiAZICP9Q/1SIBIgJP1D/VIgEyAq/UP9UiEfIBwgFCAW/esB/eoBICEgGP3rAf3qASAiIBr96wH96gEgKSAb/esB/eoBIRwgHSAVIBf96wH96gEgIyAZ/esB/eoBICQgEv3rAf3qASAqIBP96wH96gEhHSApIBv96gEhFCAqIBP96gEhFSAPQQFqIQ8MAQsLIB4gHCAU/eUBIAJBBXQiBCABaiIM/QAEACAgIBT95gH95AH9Rf1RIRIgHyAdIBX95QEgDP0ABBAgICAV/eYB/eQB/UX9USETIAQgCmoiDCAS/QsEACAMIBP9CwQQIBIgBCAJaiIE/QAEAP04IhIgEyAE/QAEEP04IhP9UP1TBEAgEv2kASAT/aQBQQR0ciEMQQAhBANAIARBCEgEQCAMQQEgBHRxBEAgCyANQQJ0aiACQQN0IARqNgIAIA1BAWohDQsgBEEBaiEEDAELCwsgAkEBaiECDAELCyANC/YCAwh/AXwCeyABQQN0IQsgAUF+cUEDdCEKA0AgBCAMSgRAIAMgDEECdGooAgAiCUECdCINIAVqIg4oAgAhDyAOIAYgDWooAgAiDTYCACACIAlBA3RqKwMAIhH9FCESIAAgCSALbGohDiAIIAsgDWxqIQ0gByAPSwRAIAggCyAPbGohD0EAIQkDQCAJIApJBEAgCSAPaiIQIBD9AAQAIBIgCSAOav0ABAD98gEiE/3xAf0LBAAgCSANaiIQIBD9AAQAIBP98AH9CwQAIAlBEGohCQwBCwsgAUEBcQRAIAogD2oiCSAJKwMAIBEgCiAOaisDAKIiEaE5AwAgCiANaiIJIAkrAwAgEaA5AwALBUEAIQkDQCAJIApJBEAgCSANaiIPIA/9AAQAIBIgCSAOav0ABAD98gH98AH9CwQAIAlBEGohCQwBCwsgAUEBcQRAIAogDWoiCSAJKwMAIBEgCiAOaisDAKKgOQMACwsgDEEBaiEMDAELCwu0AgMGfwJ7AXwgAUEDdCEJIAFBfHFBA3QhCANAIAQgBUgEQCAAIAQgCWxqIQogBiADIARBAnRqKAIAIAlsaiEL/QwAAAAAAAAAAAAAAAAAAAAAIQ79DAAAAAAAAAAAAAAAAAAAAAAhD0EAIQEDQCABIAhJBEAgDiABIApqIgz9AAQAIAEgC2oiDf0ABAD98QEiDiAO/fIB/fABIQ4gDyAM/QAEECAN/QAEEP3xASIPIA/98gH98AEhDyABQSBqIQEMAQsLRAAAAAAAAAAAIRAgCCEBA0AgASAJSQRAIBAgASAKaisDACABIAtqKwMAoSIQIBCioCEQIAFBCGohAQwBCwsgByACIARBA3RqKwMAIA4gD/3wASIO/SEAIA79IQGgIBCgoqAhByAEQQFqIQQMAQsLIAcL";
  }
});

// src/hot-loops/hot-loops.ts
async function loadHotLoops(choice = "auto") {
  if (choice === "plain" || typeof WebAssembly === "undefined") return PLAIN_KERNELS;
  if (choice === "auto") {
    runsHere ??= WebAssembly.validate(decodeBase64(SIMD_MODULE));
    if (!runsHere) return PLAIN_KERNELS;
  }
  compiled ??= WebAssembly.compile(decodeBase64(SIMD_MODULE));
  return { kind: "simd", module: await compiled };
}
function decodeBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
var PLAIN_KERNELS, runsHere, compiled;
var init_hot_loops = __esm({
  "src/hot-loops/hot-loops.ts"() {
    "use strict";
    init_simd_module();
    PLAIN_KERNELS = { kind: "plain" };
  }
});

// src/pause.ts
var Pauser;
var init_pause = __esm({
  "src/pause.ts"() {
    "use strict";
    Pauser = class {
      signal;
      #last = performance.now();
      constructor(signal) {
        this.signal = signal;
        signal?.throwIfAborted();
      }
      /** Throws if the signal is aborted, without a pause. */
      check() {
        this.signal?.throwIfAborted();
      }
      async pause() {
        this.check();
        const now = performance.now();
        if (now - this.#last < 50) return;
        await new Promise((resolve) => setTimeout(resolve, 0));
        this.#last = performance.now();
        this.check();
      }
    };
  }
});

// src/numeric/gaussian.ts
function drawGaussian(random) {
  for (; ; ) {
    const u = 2 * random() - 1;
    const v = 2 * random() - 1;
    const s = u * u + v * v;
    if (s > 0 && s < 1) return u * Math.sqrt(-2 * Math.LN2 * log2(s) / s);
  }
}
var init_gaussian = __esm({
  "src/numeric/gaussian.ts"() {
    "use strict";
    init_exp_log();
  }
});

// src/ensemble/projection.ts
function projectionMatrix({ seed, dimension: p }, d) {
  const random = randomFor(seed, 0);
  const length = Math.sqrt(p);
  const matrix = new Float64Array(p * d);
  for (let at = 0; at < p * d; at++) matrix[at] = drawGaussian(random) / length;
  return matrix;
}
function projectRow(matrix, p, d, x, from, y, to) {
  let q = 0;
  for (; q + 3 < p; q += 4) {
    let y0 = 0;
    let y1 = 0;
    let y2 = 0;
    let y3 = 0;
    let r = q * d;
    for (let j = 0; j < d; j++, r++) {
      const value = x[from + j];
      y0 += matrix[r] * value;
      y1 += matrix[r + d] * value;
      y2 += matrix[r + 2 * d] * value;
      y3 += matrix[r + 3 * d] * value;
    }
    y[to + q] = y0;
    y[to + q + 1] = y1;
    y[to + q + 2] = y2;
    y[to + q + 3] = y3;
  }
  for (; q < p; q++) {
    let sum2 = 0;
    for (let j = 0; j < d; j++) sum2 += matrix[q * d + j] * x[from + j];
    y[to + q] = sum2;
  }
}
var init_projection = __esm({
  "src/ensemble/projection.ts"() {
    "use strict";
    init_gaussian();
    init_random();
  }
});

// src/ensemble/view.ts
function columnCountOf({ features, projection }, d) {
  return projection?.dimension ?? features?.length ?? d;
}
function viewRows(samples, rows, view) {
  const { featureCount: d, values } = samples;
  const rowCount = rows?.length ?? samples.sampleCount;
  const rowAt = (i) => (rows === null ? i : rows[i]) * d;
  if (view.projection !== null) {
    const p = view.projection.dimension;
    const matrix = projectionMatrix(view.projection, d);
    const read2 = (from, to, out) => {
      for (let i = from; i < to; i++) projectRow(matrix, p, d, values, rowAt(i), out, (i - from) * p);
    };
    return { rowCount, columnCount: p, read: read2 };
  }
  if (view.features !== null) {
    const { features } = view;
    const p = features.length;
    const read2 = (from, to, out) => {
      for (let i = from; i < to; i++) {
        const row = rowAt(i);
        const at = (i - from) * p;
        for (let f = 0; f < p; f++) out[at + f] = values[row + features[f]];
      }
    };
    return { rowCount, columnCount: p, read: read2 };
  }
  const read = (from, to, out) => {
    if (rows === null) out.set(values.subarray(from * d, to * d));
    else for (let i = from; i < to; i++) out.set(values.subarray(rowAt(i), rowAt(i) + d), (i - from) * d);
  };
  return { rowCount, columnCount: d, read };
}
var init_view = __esm({
  "src/ensemble/view.ts"() {
    "use strict";
    init_projection();
  }
});

// src/ensemble/base-clustering.ts
function fitSize(sampleCount, featureCount) {
  if (sampleCount <= FIT_LIMIT && sampleCount * featureCount <= FIT_VALUES) return sampleCount;
  return Math.min(sampleCount, FIT_SIZE, Math.floor(FIT_VALUES / featureCount));
}
function createBaseClusterer(samples, plan, loops) {
  const capacity = plan.generator === "fixed-k" ? plan.clusterCount : plan.maxClusterCount;
  const sets = /* @__PURE__ */ new Map();
  let whole;
  return function* baseClustering(t) {
    const random = randomFor(plan.seed, t);
    for (let attempt = 1; ; attempt++) {
      const base = drawBasePlan(plan, t, random);
      const result = yield* cluster(base, random);
      if (result.model.centres.rowCount > 1 || attempt === ATTEMPTS) return result;
    }
  };
  function* cluster(base, random) {
    const covered = base.rows?.length ?? samples.sampleCount;
    const size = Math.max(base.clusterCount, fitSize(covered, columnCountOf(base.view, samples.featureCount)));
    const sampled = size < covered;
    const fitted = sampled ? rowsAt(base.rows, drawSpread(covered, size, random)) : base.rows;
    const set = load(base, fitted);
    const { clusterCount } = base;
    const run = yield* kMeansSteps(set, { clusterCount, maxIterations: MAX_ITERATIONS, random, seeding: plan.seeding });
    const nearest = sampled ? yield* nearestCentres(viewRows(samples, base.rows, base.view), run.centres, loops) : run.labels;
    return number(base, nearest, run, samples);
  }
  function load({ view }, rows) {
    const everything = rows === null && view.features === null && view.projection === null;
    if (everything && whole !== void 0) return whole;
    const source = viewRows(samples, rows, view);
    const { rowCount: pointCount, columnCount: dimension } = source;
    const shape = `${pointCount} x ${dimension}`;
    const set = sets.get(shape) ?? createPointSet({ pointCount, dimension, capacity }, loops);
    sets.set(shape, set);
    if (whole === set) whole = void 0;
    if (everything) {
      whole = set;
      loadPoints(set, samples.values);
    } else {
      const values = new Float64Array(pointCount * dimension);
      source.read(0, pointCount, values);
      loadPoints(set, values);
    }
    return set;
  }
}
function rowsAt(rows, places) {
  return rows === null ? places : places.map((at) => rows[at]);
}
function number(base, nearest, run, samples) {
  const { sampleCount, featureCount } = samples;
  const { kind, rows, view } = base;
  const labels = new Int32Array(sampleCount).fill(-1);
  const numbers = new Int32Array(run.centres.rowCount).fill(-1);
  const order = [];
  for (let i = 0; i < nearest.length; i++) {
    const c = nearest[i];
    if (numbers[c] < 0) {
      numbers[c] = order.length;
      order.push(c);
    }
    labels[rows === null ? i : rows[i]] = numbers[c];
  }
  const p = run.centres.columnCount;
  const values = new Float64Array(order.length * p);
  order.forEach((c, at) => {
    values.set(run.centres.values.subarray(c * p, (c + 1) * p), at * p);
  });
  const centres = { rowCount: order.length, columnCount: p, values };
  const { inertia, iterations, converged } = run;
  const fit = { centres, fittedCount: run.labels.length, inertia, iterations, converged };
  return { labels, model: { kind, featureCount, ...view, ...fit } };
}
var FIT_LIMIT, FIT_VALUES, FIT_SIZE, MAX_ITERATIONS, ATTEMPTS;
var init_base_clustering = __esm({
  "src/ensemble/base-clustering.ts"() {
    "use strict";
    init_k_means();
    init_nearest_centres();
    init_point_set();
    init_random();
    init_subset();
    init_plan();
    init_view();
    FIT_LIMIT = 2e5;
    FIT_VALUES = 1e8;
    FIT_SIZE = 5e4;
    MAX_ITERATIONS = 100;
    ATTEMPTS = 10;
  }
});

// src/ensemble/runner.ts
var runner_exports = {};
__export(runner_exports, {
  createTaskRunner: () => createTaskRunner,
  runInThisThread: () => runInThisThread
});
async function createTaskRunner({ samples, plan, loops }) {
  return createBaseClusterer(samples, plan, await loadHotLoops(loops));
}
async function runInThisThread(job, { signal, onDone }) {
  const pauser = new Pauser(signal);
  const clusterer = await createTaskRunner(job);
  const results = [];
  for (let t = 0; t < job.plan.ensembleSize; t++) {
    const steps = clusterer(t);
    let step = steps.next();
    for (; !step.done; step = steps.next()) await pauser.pause();
    results.push(step.value);
    onDone();
    await pauser.pause();
  }
  return results;
}
var init_runner = __esm({
  "src/ensemble/runner.ts"() {
    "use strict";
    init_hot_loops();
    init_pause();
    init_base_clustering();
  }
});

// src/metrics/pair-counts.ts
function pairCounts({ sampleCount, rowSizes, columnSizes, counts }) {
  return {
    all: pairs(sampleCount),
    inLabels: pairsWithin(rowSizes),
    inTruth: pairsWithin(columnSizes),
    inBoth: pairsWithin(counts)
  };
}
function pairsWithin(sizes) {
  let sum2 = 0;
  for (const size of sizes) sum2 += pairs(size);
  return sum2;
}
function pairs(size) {
  return size * (size - 1) / 2;
}
var init_pair_counts = __esm({
  "src/metrics/pair-counts.ts"() {
    "use strict";
  }
});

// src/metrics/adjusted-rand-index.ts
function adjustedRandIndex(labels, truth) {
  return ariOf(contingency("adjustedRandIndex", labels, truth));
}
function ariOf(table) {
  if (isSamePartition(table)) return 1;
  const { all, inLabels, inTruth, inBoth } = pairCounts(table);
  const expected = inLabels * inTruth / all;
  return (inBoth - expected) / ((inLabels + inTruth) / 2 - expected);
}
var init_adjusted_rand_index = __esm({
  "src/metrics/adjusted-rand-index.ts"() {
    "use strict";
    init_contingency();
    init_pair_counts();
  }
});

// src/ensemble/codes.ts
function noLabel(codes) {
  if (codes instanceof Uint8Array) return 255;
  return codes instanceof Uint16Array ? 65535 : -1;
}
function newCodes(length, most) {
  if (most < 255) return new Uint8Array(sharedBytes(length));
  if (most < 65535) return new Uint16Array(sharedBytes(2 * length));
  return new Int32Array(sharedBytes(4 * length));
}
function sharedBytes(byteLength) {
  if (typeof SharedArrayBuffer === "undefined") return new ArrayBuffer(byteLength);
  return new SharedArrayBuffer(byteLength);
}
var init_codes = __esm({
  "src/ensemble/codes.ts"() {
    "use strict";
  }
});

// src/ensemble/row-groups.ts
function hashRow(codes, from, m, none) {
  let hash = 0;
  for (let at = from; at < from + m; at++) {
    const label2 = codes[at] === none ? -1 : codes[at];
    hash = Math.imul(hash ^ label2, 2654435761);
    hash ^= hash >>> 15;
  }
  return hash;
}
function sameLabels(a, atA, b, atB, m) {
  if (a.BYTES_PER_ELEMENT === b.BYTES_PER_ELEMENT) {
    for (let t = 0; t < m; t++) if (a[atA + t] !== b[atB + t]) return false;
    return true;
  }
  const noneA = noLabel(a);
  const noneB = noLabel(b);
  for (let t = 0; t < m; t++) {
    const labelA = a[atA + t];
    const labelB = b[atB + t];
    const isMissing2 = labelA === noneA;
    if (isMissing2 !== (labelB === noneB)) return false;
    if (!isMissing2 && labelA !== labelB) return false;
  }
  return true;
}
var RowGroups;
var init_row_groups = __esm({
  "src/ensemble/row-groups.ts"() {
    "use strict";
    init_codes();
    RowGroups = class {
      #m;
      /** The group in each slot, plus 1; 0 = free. */
      #slots;
      #hashes;
      /** The first row of each group: the number of its block, and its number there. */
      #firstBlocks;
      #firstRows;
      #blocks = [];
      #groupCount = 0;
      /** `mostRows` is the largest number of rows that will be added. */
      constructor(ensembleSize, mostRows) {
        let slotCount = 16;
        while (slotCount < 2 * mostRows) slotCount *= 2;
        this.#m = ensembleSize;
        this.#slots = new Int32Array(slotCount);
        this.#hashes = new Int32Array(mostRows);
        this.#firstBlocks = new Uint16Array(mostRows);
        this.#firstRows = new Uint16Array(mostRows);
      }
      get groupCount() {
        return this.#groupCount;
      }
      /** The first row of a group, as its number in its block. */
      firstRow(group) {
        return this.#firstRows[group];
      }
      /**
       * Adds the rows of a block, at most 65,536. The labels of row r are at [r m, (r + 1) m). The block must not change
       * while the groups are in use. Writes the group of each row to `groupOf`.
       */
      add(codes, rowCount, groupOf) {
        const m = this.#m;
        const none = noLabel(codes);
        const slots = this.#slots;
        const hashes = this.#hashes;
        const mask = slots.length - 1;
        const block = this.#blocks.push(codes) - 1;
        for (let r = 0; r < rowCount; r++) {
          const at = r * m;
          const hash = hashRow(codes, at, m, none);
          let slot = hash & mask;
          let group = slots[slot] - 1;
          while (group >= 0 && (hashes[group] !== hash || !this.#isLike(group, codes, at))) {
            slot = slot + 1 & mask;
            group = slots[slot] - 1;
          }
          if (group < 0) {
            group = this.#groupCount++;
            slots[slot] = group + 1;
            hashes[group] = hash;
            this.#firstBlocks[group] = block;
            this.#firstRows[group] = r;
          }
          if (groupOf !== null) groupOf[r] = group;
        }
      }
      /** Removes all rows. */
      clear() {
        this.#slots.fill(0);
        this.#blocks.length = 0;
        this.#groupCount = 0;
      }
      #isLike(group, codes, at) {
        const first = this.#blocks[this.#firstBlocks[group]];
        return sameLabels(first, this.#firstRows[group] * this.#m, codes, at, this.#m);
      }
    };
  }
});

// src/ensemble/label-store.ts
function storeOf({
  sampleCount,
  labelings,
  clusterCounts
}) {
  const builder = new LabelStoreBuilder(labelings.length, sampleCount);
  builder.add(labelings, 0, sampleCount);
  return { ...builder.finish(), clusterStarts: startsOf(clusterCounts) };
}
function pickLabelings(store, kept) {
  if (kept.length === store.ensembleSize) return store;
  const builder = new LabelStoreBuilder(kept.length, store.sampleCount);
  for (const block of store.blocks) {
    const labelings = labelingsOfBlock(block, store);
    builder.add(kept.map((t) => labelings[t]));
  }
  const counts = clusterCountsOf(store);
  return { ...builder.finish(), clusterStarts: startsOf(kept.map((t) => counts[t])) };
}
function labelingsOf(store) {
  const { sampleCount, ensembleSize: m } = store;
  const labelings = Array.from({ length: m }, () => new Int32Array(sampleCount));
  let from = 0;
  for (const block of store.blocks) {
    labelingsOfBlock(block, store).forEach((labels, t) => {
      labelings[t].set(labels, from);
    });
    from += block.sampleCount;
  }
  return labelings;
}
function labelingsOfBlock({ sampleCount, codes, rowOf }, { ensembleSize: m }) {
  const none = noLabel(codes);
  const labelings = [];
  for (let t = 0; t < m; t++) {
    const labels = new Int32Array(sampleCount);
    for (let i = 0; i < sampleCount; i++) {
      const label2 = codes[rowOf[i] * m + t];
      labels[i] = label2 === none ? -1 : label2;
    }
    labelings.push(labels);
  }
  return labelings;
}
function clusterCountsOf({ ensembleSize: m, clusterStarts }) {
  return Array.from({ length: m }, (_, t) => clusterStarts[t + 1] - clusterStarts[t]);
}
function startsOf(clusterCounts) {
  const starts = new Int32Array(clusterCounts.length + 1);
  for (let t = 0; t < clusterCounts.length; t++) starts[t + 1] = starts[t] + clusterCounts[t];
  return starts;
}
function spansOf(sampleCount) {
  const blockCount = Math.ceil(sampleCount / BLOCK_SAMPLES);
  const length = Math.ceil(blockCount / MOST_SPANS);
  const spans = [];
  for (let from = 0; from < blockCount; from += length) spans.push({ from, to: Math.min(from + length, blockCount) });
  return spans;
}
function firstSample({ from }) {
  return from * BLOCK_SAMPLES;
}
function rowClustersInto(out, { codes }, { ensembleSize: m, clusterStarts }, from, to) {
  const none = noLabel(codes);
  for (let at = from * m, o = 0; at < to * m; ) {
    for (let t = 0; t < m; t++, at++, o++) {
      const label2 = codes[at];
      out[o] = label2 === none ? -1 : clusterStarts[t] + label2;
    }
  }
}
var BLOCK_SAMPLES, MOST_SPANS, LabelStoreBuilder;
var init_label_store = __esm({
  "src/ensemble/label-store.ts"() {
    "use strict";
    init_codes();
    init_row_groups();
    BLOCK_SAMPLES = 65536;
    MOST_SPANS = 64;
    LabelStoreBuilder = class {
      #m;
      /** Rows of the block that is being filled; -1 = no label. */
      #rows;
      #filled = 0;
      /** The largest label of that block. */
      #most = 0;
      #hasMissing = false;
      #clusterCounts;
      #blocks = [];
      #groups;
      /** `mostSamples` limits the buffers of a small ensemble. */
      constructor(ensembleSize, mostSamples = BLOCK_SAMPLES) {
        const capacity = Math.min(mostSamples, BLOCK_SAMPLES);
        this.#m = ensembleSize;
        this.#rows = new Int32Array(capacity * ensembleSize);
        this.#clusterCounts = new Int32Array(ensembleSize);
        this.#groups = new RowGroups(ensembleSize, capacity);
      }
      /** The number of samples added so far. */
      get sampleCount() {
        return this.#blocks.length * BLOCK_SAMPLES + this.#filled;
      }
      /** Adds samples [from, to) of labelings whose clusters are numbered 0, 1, ...; below 0 = no label. */
      add(labelings, from = 0, to = labelings[0].length) {
        for (let at = from; at < to; ) {
          const count = Math.min(to - at, BLOCK_SAMPLES - this.#filled);
          this.#copy(labelings, at, count);
          at += count;
          this.#filled += count;
          if (this.#filled === BLOCK_SAMPLES) this.#close();
        }
      }
      #copy(labelings, at, count) {
        const m = this.#m;
        const rows = this.#rows;
        for (let t = 0; t < m; t++) {
          const labels = labelings[t];
          let most = -1;
          let least = 0;
          for (let i = 0, to = this.#filled * m + t; i < count; i++, to += m) {
            const label2 = labels[at + i];
            rows[to] = label2 < 0 ? -1 : label2;
            if (label2 > most) most = label2;
            if (label2 < least) least = label2;
          }
          if (most > this.#most) this.#most = most;
          if (most >= this.#clusterCounts[t]) this.#clusterCounts[t] = most + 1;
          if (least < 0) this.#hasMissing = true;
        }
      }
      /** Collapses the rows of the current block and starts the next one. */
      #close() {
        const m = this.#m;
        const sampleCount = this.#filled;
        const rows = this.#rows;
        const groups = this.#groups;
        const rowOf = new Uint16Array(sharedBytes(2 * sampleCount));
        groups.add(rows, sampleCount, rowOf);
        const rowCount = groups.groupCount;
        const multiplicity = new Uint32Array(sharedBytes(4 * rowCount));
        for (let i = 0; i < sampleCount; i++) multiplicity[rowOf[i]]++;
        const codes = newCodes(rowCount * m, this.#most);
        const none = noLabel(codes);
        for (let r = 0, o = 0; r < rowCount; r++) {
          for (let t = 0, at = groups.firstRow(r) * m; t < m; t++, at++, o++) codes[o] = rows[at] < 0 ? none : rows[at];
        }
        groups.clear();
        this.#blocks.push({ sampleCount, rowCount, codes, multiplicity, rowOf });
        this.#filled = 0;
        this.#most = 0;
      }
      finish() {
        const { sampleCount } = this;
        if (this.#filled > 0) this.#close();
        return {
          sampleCount,
          ensembleSize: this.#m,
          clusterStarts: startsOf(this.#clusterCounts),
          hasMissing: this.#hasMissing,
          blocks: this.#blocks
        };
      }
    };
  }
});

// src/ensemble/coverage.ts
function coveredCounts({ sampleCount, ensembleSize: m, hasMissing: hasMissing2, blocks }) {
  const covered = new Array(m).fill(hasMissing2 ? 0 : sampleCount);
  if (!hasMissing2) return covered;
  for (const { codes, rowCount, multiplicity } of blocks) {
    const none = noLabel(codes);
    for (let r = 0; r < rowCount; r++) {
      for (let t = 0; t < m; t++) if (codes[r * m + t] !== none) covered[t] += multiplicity[r];
    }
  }
  return covered;
}
function checkCoverage2(caller, store, names) {
  if (!store.hasMissing) return;
  const empty = coveredCounts(store).indexOf(0);
  if (empty >= 0) {
    throw new InputError(
      `${caller}: every labeling must cover at least one sample; '${names[empty]}' has only missing labels`
    );
  }
  const uncovered = firstUncovered(store, Array.from(names.keys()));
  if (uncovered === null) return;
  throw new InputError(
    `${caller}: every sample must be covered by at least one labeling; sample ${uncovered.sample + 1} has only missing labels`
  );
}
function informativeLabelings(caller, store, names) {
  checkCoverage2(caller, store, names);
  const kept = clusterCountsOf(store).flatMap((count, t) => count > 1 ? [t] : []);
  if (kept.length === 0) {
    throw new InputError(
      `${caller}: labelings must include one with at least two clusters; all of them have one cluster`
    );
  }
  const uncovered = kept.length === names.length ? null : firstUncovered(store, kept);
  if (uncovered === null) return kept;
  const only = uncovered.coveredBy.map((t) => `'${names[t]}'`);
  throw new InputError(
    `${caller}: every sample must be covered by a labeling with at least two clusters; sample ${uncovered.sample + 1} is covered only by ${only.join(", ")}`
  );
}
function firstUncovered({ ensembleSize: m, hasMissing: hasMissing2, blocks }, labelings) {
  if (!hasMissing2) return null;
  let firstSample2 = 0;
  for (const { sampleCount, codes, rowCount, rowOf } of blocks) {
    const none = noLabel(codes);
    for (let r = 0; r < rowCount; r++) {
      if (labelings.some((t) => codes[r * m + t] !== none)) continue;
      const coveredBy2 = Array.from({ length: m }, (_, t) => t).filter((t) => codes[r * m + t] !== none);
      return { sample: firstSample2 + rowOf.indexOf(r), coveredBy: coveredBy2 };
    }
    firstSample2 += sampleCount;
  }
  return null;
}
var init_coverage = __esm({
  "src/ensemble/coverage.ts"() {
    "use strict";
    init_check();
    init_codes();
    init_label_store();
  }
});

// src/ensemble/adopt.ts
function numberLabelings(caller, labelings, options = {}) {
  const names = options.names ?? labelings.map((_, t) => `labeling ${t + 1}`);
  checkShapes(caller, labelings, names);
  const numbered = labelings.map(renumberLabels);
  return {
    sampleCount: labelings[0].length,
    labelings: numbered.map(({ labels }) => labels),
    clusterCounts: numbered.map(({ clusterCount }) => clusterCount),
    names: [...names],
    clusterNames: numbered.map(({ values }, t) => {
      const called = options.clusterNames?.[t];
      return called === void 0 ? values : values.map((value) => called[Number(value)] ?? value);
    })
  };
}
function renumberLabels(values) {
  const numbers = new LabelNumbers();
  const labels = numbers.number(values);
  return { labels, clusterCount: numbers.names.length, values: numbers.names };
}
function isMissingLabel(value) {
  return value === null || value === void 0 || value === -1 || value === "" || Number.isNaN(value);
}
function checkShapes(caller, labelings, names) {
  if (labelings.length < 2) {
    throw new InputError(`${caller}: labelings must be at least 2 labelings; got ${labelings.length}`);
  }
  if (names.length !== labelings.length) {
    throw new InputError(`${caller}: names must be one name per labeling (${labelings.length}); got ${names.length}`);
  }
  const sampleCount = labelings[0].length;
  if (sampleCount === 0) throw new InputError(`${caller}: labelings must have at least one sample; got 0`);
  labelings.forEach((labels, t) => {
    if (labels.length === sampleCount) return;
    throw new InputError(
      `${caller}: labelings must have the same length; got ${sampleCount} in '${names[0]}' and ${labels.length} in '${names[t]}'`
    );
  });
}
var SMALL2, FEW, LabelNumbers;
var init_adopt = __esm({
  "src/ensemble/adopt.ts"() {
    "use strict";
    init_check();
    SMALL2 = 4096;
    FEW = 64;
    LabelNumbers = class {
      /** The cluster of each small integer, plus 1; 0 = none yet. */
      #small = new Int32Array(FEW);
      #others = /* @__PURE__ */ new Map();
      /** The name of each cluster. */
      names = [];
      /** The clusters of a piece; -1 = no label. */
      number(values) {
        const labels = new Int32Array(values.length);
        let small = this.#small;
        for (let i = 0; i < values.length; i++) {
          const value = values[i];
          if (typeof value === "number" && value >= 0 && value < SMALL2 && (value | 0) === value) {
            if (value >= small.length) small = this.#grow();
            if (small[value] === 0) small[value] = this.names.push(value | 0);
            labels[i] = small[value] - 1;
          } else labels[i] = isMissingLabel(value) ? -1 : this.#other(value);
        }
        return labels;
      }
      #grow() {
        const small = new Int32Array(SMALL2);
        small.set(this.#small);
        this.#small = small;
        return small;
      }
      #other(value) {
        const known = this.#others.get(value);
        if (known !== void 0) return known;
        this.#others.set(value, this.names.length);
        this.names.push(value);
        return this.names.length - 1;
      }
    };
  }
});

// src/ensemble/distinct-rows.ts
function countDistinctRows({ ensembleSize, blocks }) {
  if (blocks.length === 1) return blocks[0].rowCount;
  const groups = new RowGroups(ensembleSize, rowTotal(blocks));
  for (const { codes, rowCount } of blocks) groups.add(codes, rowCount, null);
  return groups.groupCount;
}
function numberRows2({ ensembleSize, blocks }) {
  if (blocks.length === 1) return { rowCount: blocks[0].rowCount, numbers: [countUp(blocks[0].rowCount)] };
  const groups = new RowGroups(ensembleSize, rowTotal(blocks));
  const numbers = blocks.map(({ codes, rowCount }) => {
    const groupOf = new Int32Array(rowCount);
    groups.add(codes, rowCount, groupOf);
    return groupOf;
  });
  return { rowCount: groups.groupCount, numbers };
}
function rowTotal(blocks) {
  return blocks.reduce((sum2, { rowCount }) => sum2 + rowCount, 0);
}
function countUp(count) {
  const numbers = new Int32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}
var init_distinct_rows = __esm({
  "src/ensemble/distinct-rows.ts"() {
    "use strict";
    init_row_groups();
  }
});

// src/ensemble/label-table.ts
function collapseRows(ensemble) {
  return tableOf3(storeOf(ensemble));
}
function tableOf3(store) {
  const { sampleCount, ensembleSize: m, clusterStarts, blocks } = store;
  const { rowCount, numbers } = numberRows2(store);
  const rowOf = new Int32Array(sampleCount);
  const multiplicity = new Float64Array(rowCount);
  const clusters = new Int32Array(m * rowCount);
  let firstSample2 = 0;
  let nextRow = 0;
  blocks.forEach((block, b) => {
    const numberOf = numbers[b];
    for (let i = 0; i < block.sampleCount; i++) rowOf[firstSample2 + i] = numberOf[block.rowOf[i]];
    firstSample2 += block.sampleCount;
    const { codes } = block;
    const none = noLabel(codes);
    for (let r = 0; r < block.rowCount; r++) {
      const row = numberOf[r];
      multiplicity[row] += block.multiplicity[r];
      if (row < nextRow) continue;
      nextRow++;
      for (let t = 0; t < m; t++) {
        const label2 = codes[r * m + t];
        clusters[t * rowCount + row] = label2 === none ? -1 : clusterStarts[t] + label2;
      }
    }
  });
  return withClusters({ sampleCount, ensembleSize: m, rowCount, rowOf, multiplicity, clusters, clusterStarts });
}
function uncollapsedRows(table) {
  const { sampleCount: n, ensembleSize, rowCount, rowOf, clusterStarts } = table;
  const clusters = new Int32Array(ensembleSize * n);
  for (let t = 0; t < ensembleSize; t++) {
    for (let i = 0; i < n; i++) clusters[t * n + i] = table.clusters[t * rowCount + rowOf[i]];
  }
  return withClusters({
    sampleCount: n,
    ensembleSize,
    rowCount: n,
    rowOf: Int32Array.from(rowOf.keys()),
    multiplicity: new Float64Array(n).fill(1),
    clusters,
    clusterStarts
  });
}
function withClusters(rows) {
  const { ensembleSize: m, rowCount, multiplicity, clusters, clusterStarts } = rows;
  const P = clusterStarts[m];
  const clusterSizes = new Float64Array(P);
  const coverage = new Float64Array(m);
  const memberStarts = new Int32Array(P + 1);
  let hasMissing2 = false;
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r];
      if (c < 0) {
        hasMissing2 = true;
        continue;
      }
      clusterSizes[c] += multiplicity[r];
      coverage[t] += multiplicity[r];
      memberStarts[c + 1] += 1;
    }
  }
  for (let c = 0; c < P; c++) memberStarts[c + 1] += memberStarts[c];
  const memberRows = new Int32Array(memberStarts[P]);
  const next = memberStarts.slice(0, P);
  for (let at = 0; at < clusters.length; at++) {
    const c = clusters[at];
    if (c >= 0) memberRows[next[c]++] = at % rowCount;
  }
  return { ...rows, clusterSizes, coverage, memberStarts, memberRows, hasMissing: hasMissing2 };
}
var init_label_table = __esm({
  "src/ensemble/label-table.ts"() {
    "use strict";
    init_codes();
    init_distinct_rows();
    init_label_store();
  }
});

// src/similarity/cluster-weights.ts
function clusterWeights(table, weighting) {
  const { ensembleSize: m, clusterStarts } = table;
  if (weighting.kind === "ca") return new Float64Array(clusterStarts[m]).fill(1);
  return weightsFromEntropies(clusterEntropies(table), clusterStarts, weighting);
}
function weightsFromEntropies(entropies, clusterStarts, weighting) {
  const m = clusterStarts.length - 1;
  const weights = new Float64Array(entropies.length);
  for (let t = 0; t < m; t++) {
    const clusterCount = clusterStarts[t + 1] - clusterStarts[t];
    const norm = weighting.kind === "nwca" && clusterCount > 1 ? log2(clusterCount) : 1;
    const scale = weighting.kind === "nwca" ? weighting.lambda : weighting.theta;
    for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) weights[c] = exp(-entropies[c] / norm / (scale * m));
  }
  return weights;
}
function clusterEntropies(table) {
  const { ensembleSize: m, clusterStarts } = table;
  const entropies = new Float64Array(clusterStarts[m]);
  let largest2 = 0;
  for (let t = 0; t < m; t++) largest2 = Math.max(largest2, clusterStarts[t + 1] - clusterStarts[t]);
  const counts = new Float64Array(largest2 * largest2);
  for (let s = 1; s < m; s++) {
    const columnCount = clusterStarts[s + 1] - clusterStarts[s];
    for (let t = 0; t < s; t++) {
      const lineCount2 = clusterStarts[t + 1] - clusterStarts[t];
      counts.fill(0, 0, lineCount2 * columnCount);
      crossCounts(counts, table, t, s, columnCount);
      addEntropies(entropies, counts, lineCount2, columnCount, clusterStarts[t], clusterStarts[s]);
    }
  }
  return entropies;
}
function crossCounts(counts, table, t, s, columnCount) {
  const { rowCount, multiplicity, clusters, clusterStarts } = table;
  const lineAt2 = t * rowCount;
  const columnAt = s * rowCount;
  const firstLine = clusterStarts[t];
  const firstColumn = clusterStarts[s];
  for (let r = 0; r < rowCount; r++) {
    const line = clusters[lineAt2 + r];
    const column = clusters[columnAt + r];
    if (line >= 0 && column >= 0) counts[(line - firstLine) * columnCount + column - firstColumn] += multiplicity[r];
  }
}
function addEntropies(entropies, counts, lineCount2, columnCount, firstLine, firstColumn) {
  const lines = new Float64Array(lineCount2);
  const columns = new Float64Array(columnCount);
  for (let a = 0; a < lineCount2; a++) {
    for (let b = 0; b < columnCount; b++) {
      lines[a] += counts[a * columnCount + b];
      columns[b] += counts[a * columnCount + b];
    }
  }
  for (let a = 0; a < lineCount2; a++) {
    for (let b = 0; b < columnCount; b++) {
      const count = counts[a * columnCount + b];
      if (count === 0) continue;
      entropies[firstLine + a] += entropyTerm(count / lines[a]);
      entropies[firstColumn + b] += entropyTerm(count / columns[b]);
    }
  }
}
function entropyTerm(p) {
  return p < 1 ? -p * log2(p) : 0;
}
var LWCA_THETA, NWCA_LAMBDA;
var init_cluster_weights = __esm({
  "src/similarity/cluster-weights.ts"() {
    "use strict";
    init_exp_log();
    LWCA_THETA = 0.4;
    NWCA_LAMBDA = 0.09;
  }
});

// src/similarity/co-association.ts
function coAssociation(table, weighting) {
  const { ensembleSize: m, rowCount, clusters, memberStarts, memberRows, hasMissing: hasMissing2 } = table;
  const weights = clusterWeights(table, weighting);
  const covers = hasMissing2 ? coverageMasks(table) : null;
  const coveredBy2 = (r, q) => covers === null ? m : commonBits(covers, Math.ceil(m / 32), r, q);
  const sums = new Float64Array(rowCount);
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r];
      if (c >= 0) sums[r] += weights[c];
    }
  }
  if (weighting.kind === "nwca" && sums.includes(0)) {
    throw new InputError(
      `consensus: lambda must be large enough that every sample has a cluster with a weight above 0; got ${weighting.lambda}`
    );
  }
  const largest2 = weighting.kind === "nwca" ? sums.reduce((max, sum2, r) => Math.max(max, sum2 / coveredBy2(r, r)), 0) : 1;
  const divisor = weighting.kind === "nwca" ? sums.reduce((max, sum2) => Math.max(max, sum2), 0) : m;
  const similarity = (sum2, r, q) => {
    if (sum2 === 0) return 0;
    return covers === null ? sum2 / divisor : Math.min(1, sum2 / coveredBy2(r, q) / largest2);
  };
  return {
    table,
    weighting,
    clusterWeights: weights,
    divisor,
    largest: largest2,
    within: sums.map((sum2, r) => similarity(sum2, r, r)),
    rowInto(out, r) {
      out.fill(0);
      for (let t = 0; t < m; t++) {
        const c = clusters[t * rowCount + r];
        if (c < 0) continue;
        const weight = weights[c];
        for (let at = memberStarts[c]; at < memberStarts[c + 1]; at++) out[memberRows[at]] += weight;
      }
      if (covers === null) for (let q = 0; q < rowCount; q++) out[q] /= divisor;
      else divideByCoverage(out, covers, Math.ceil(m / 32), r, largest2);
    },
    entry(r, q) {
      let sum2 = 0;
      for (let t = 0; t < m; t++) {
        const c = clusters[t * rowCount + r];
        if (c >= 0 && c === clusters[t * rowCount + q]) sum2 += weights[c];
      }
      return similarity(sum2, r, q);
    }
  };
}
function divideByCoverage(sums, masks, words, r, largest2) {
  for (let q = 0; q < sums.length; q++) {
    const sum2 = sums[q];
    if (sum2 !== 0) sums[q] = Math.min(1, sum2 / commonBits(masks, words, r, q) / largest2);
  }
}
function coverageMasks({ ensembleSize: m, rowCount, clusters }) {
  const words = Math.ceil(m / 32);
  const masks = new Int32Array(rowCount * words);
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      if (clusters[t * rowCount + r] >= 0) masks[r * words + (t >> 5)] |= 1 << (t & 31);
    }
  }
  return masks;
}
function commonBits(masks, words, r, q) {
  let count = 0;
  for (let word = 0; word < words; word++) {
    let bits2 = masks[r * words + word] & masks[q * words + word];
    bits2 -= bits2 >>> 1 & 1431655765;
    bits2 = (bits2 & 858993459) + (bits2 >>> 2 & 858993459);
    count += Math.imul(bits2 + (bits2 >>> 4) & 252645135, 16843009) >>> 24;
  }
  return count;
}
var init_co_association = __esm({
  "src/similarity/co-association.ts"() {
    "use strict";
    init_check();
    init_cluster_weights();
  }
});

// src/hot-loops/panels.ts
function createPanelStore(loops, rowCount, width, panelCount) {
  const size = rowCount * width;
  const shape = { rowCount, width, panelCount };
  if (loops.kind === "plain") {
    const panels2 = Array.from({ length: panelCount }, () => new Float64Array(size));
    const add2 = (q, p, factors) => addScaled(panels2[p], factors, width, panels2[q]);
    return {
      ...shape,
      panel: (p) => panels2[p],
      gramInto(out, p, q, first = 0, last = rowCount) {
        out.fill(0);
        forRowBlocks(first, last, (from, to) => panelGram(panels2[p], panels2[q], width, from, to, out));
      },
      update(q, p, coefficients) {
        panelUpdate(panels2[p], coefficients, width, rowCount, panels2[q]);
      },
      scale(q, p, factors) {
        panels2[q].fill(0);
        add2(q, p, factors);
      },
      addScaled: add2
    };
  }
  const bytes = 8 * (size * panelCount + width * width + rowCount) + 16 * panelCount;
  const workspace = new Workspace(loops, bytes);
  const small = workspace.float64(width * width);
  const rowFactors = workspace.float64(rowCount);
  const panels = Array.from({ length: panelCount }, () => workspace.float64(size));
  const { panelGram: gram2, panelUpdate: update, addScaled: addRows2 } = workspace.exports;
  const add = (q, p, factors) => {
    rowFactors.set(factors);
    addRows2(panels[p].byteOffset, rowFactors.byteOffset, width, rowCount, panels[q].byteOffset);
  };
  return {
    ...shape,
    panel: (p) => panels[p],
    gramInto(out, p, q, first = 0, last = rowCount) {
      small.fill(0);
      forRowBlocks(first, last, (from, to) => {
        gram2(panels[p].byteOffset, panels[q].byteOffset, width, from, to, small.byteOffset);
      });
      out.set(small);
    },
    update(q, p, coefficients) {
      small.set(coefficients);
      forRowBlocks(0, rowCount, (from, to) => {
        update(panels[p].byteOffset, small.byteOffset, width, from, to, panels[q].byteOffset);
      });
    },
    scale(q, p, factors) {
      panels[q].fill(0);
      add(q, p, factors);
    },
    addScaled: add
  };
}
function forRowBlocks(first, last, work) {
  for (let from = first; from < last; from += 512) work(from, Math.min(from + 512, last));
}
function panelGram(x, y, width, from, to, c) {
  for (let a = 0; a < width; a += 2) {
    for (let b = 0; b < width; b += 4) {
      let c00 = 0;
      let c01 = 0;
      let c02 = 0;
      let c03 = 0;
      let c10 = 0;
      let c11 = 0;
      let c12 = 0;
      let c13 = 0;
      for (let at = from * width; at < to * width; at += width) {
        const x0 = x[at + a];
        const x1 = x[at + a + 1];
        const y0 = y[at + b];
        const y1 = y[at + b + 1];
        const y2 = y[at + b + 2];
        const y3 = y[at + b + 3];
        c00 += x0 * y0;
        c01 += x0 * y1;
        c02 += x0 * y2;
        c03 += x0 * y3;
        c10 += x1 * y0;
        c11 += x1 * y1;
        c12 += x1 * y2;
        c13 += x1 * y3;
      }
      const o = a * width + b;
      c[o] += c00;
      c[o + 1] += c01;
      c[o + 2] += c02;
      c[o + 3] += c03;
      c[o + width] += c10;
      c[o + width + 1] += c11;
      c[o + width + 2] += c12;
      c[o + width + 3] += c13;
    }
  }
}
function panelUpdate(x, c, width, rowCount, y) {
  for (let at = 0; at < rowCount * width; at += width) {
    for (let b = 0; b < width; b += 4) {
      let y0 = y[at + b];
      let y1 = y[at + b + 1];
      let y2 = y[at + b + 2];
      let y3 = y[at + b + 3];
      for (let a = 0, q = b; a < width; a++, q += width) {
        const s = x[at + a];
        y0 += s * c[q];
        y1 += s * c[q + 1];
        y2 += s * c[q + 2];
        y3 += s * c[q + 3];
      }
      y[at + b] = y0;
      y[at + b + 1] = y1;
      y[at + b + 2] = y2;
      y[at + b + 3] = y3;
    }
  }
}
function addScaled(x, factors, width, y) {
  for (let r = 0, at = 0; r < factors.length; r++) {
    for (let b = 0; b < width; b++, at++) y[at] += factors[r] * x[at];
  }
}
var init_panels = __esm({
  "src/hot-loops/panels.ts"() {
    "use strict";
    init_workspace();
  }
});

// src/numeric/vector.ts
function dot(x, xAt, y, yAt, length) {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    a += x[xAt + i] * y[yAt + i];
    b += x[xAt + i + 1] * y[yAt + i + 1];
    c += x[xAt + i + 2] * y[yAt + i + 2];
    d += x[xAt + i + 3] * y[yAt + i + 3];
  }
  for (; i < length; i++) a += x[xAt + i] * y[yAt + i];
  return a + b + (c + d);
}
function addScaled2(y, yAt, x, xAt, length, factor) {
  for (let i = 0; i < length; i++) y[yAt + i] += factor * x[xAt + i];
}
function subtractTwoScaled(y, yAt, x, a, z, b, at, length) {
  for (let i = 0; i < length; i++) y[yAt + i] -= a * x[at + i] + b * z[at + i];
}
var init_vector = __esm({
  "src/numeric/vector.ts"() {
    "use strict";
  }
});

// src/numeric/symmetric-eigen.ts
function symmetricEigen(matrix, size) {
  const diagonal = new Float64Array(size);
  const offDiagonal = new Float64Array(size);
  const vectors = tridiagonalise(matrix.slice(), size, diagonal, offDiagonal);
  diagonaliseByQL(diagonal, offDiagonal, vectors, size);
  return sortDescending(diagonal, vectors, size);
}
function tridiagonalise(A2, n, d, e) {
  const reflectors = new Float64Array(n * n);
  const betas = new Float64Array(n);
  const p = new Float64Array(n);
  for (let k = 0; k + 2 < n; k++) {
    const v = reflectors.subarray(k * n, k * n + n);
    let scale = 0;
    for (let i = k + 1; i < n; i++) scale = Math.max(scale, Math.abs(A2[i * n + k]));
    let beta = 0;
    let alpha = 0;
    if (scale > 0) {
      let square = 0;
      for (let i = k + 1; i < n; i++) {
        v[i] = A2[i * n + k] / scale;
        square += v[i] * v[i];
      }
      const norm = Math.sqrt(square);
      alpha = v[k + 1] > 0 ? -norm : norm;
      beta = 1 / (square - alpha * v[k + 1]);
      v[k + 1] -= alpha;
      alpha *= scale;
      subtractRankTwo(A2, n, k + 1, v, beta, p);
    }
    e[k] = alpha;
    betas[k] = beta;
  }
  if (n > 1) e[n - 2] = A2[(n - 1) * n + n - 2];
  for (let i = 0; i < n; i++) d[i] = A2[i * n + i];
  const transposed = new Float64Array(n * n);
  for (let i = 0; i < n; i++) transposed[i * n + i] = 1;
  for (let k = n - 3; k >= 0; k--) {
    if (betas[k] === 0) continue;
    const v = k * n + k + 1;
    const length = n - k - 1;
    for (let j = k + 1; j < n; j++) {
      const at = j * n + k + 1;
      addScaled2(transposed, at, reflectors, v, length, -betas[k] * dot(transposed, at, reflectors, v, length));
    }
  }
  return transposed;
}
function subtractRankTwo(A2, n, first, v, beta, p) {
  let vp = 0;
  for (let i = first; i < n; i++) {
    p[i] = beta * dot(A2, i * n + first, v, first, n - first);
    vp += v[i] * p[i];
  }
  const half = beta * vp / 2;
  for (let i = first; i < n; i++) p[i] -= half * v[i];
  for (let i = first; i < n; i++) {
    subtractTwoScaled(A2, i * n + first, p, v[i], v, p[i], first, n - first);
  }
}
function diagonaliseByQL(d, e, vectors, n) {
  let largest2 = 0;
  for (let i = 0; i < n; i++) largest2 = Math.max(largest2, Math.abs(d[i]) + Math.abs(e[i]));
  const rounding2 = Number.EPSILON / 4 * largest2;
  for (let l = 0; l < n; l++) {
    for (let round = 0; ; round++) {
      let m = l;
      while (m + 1 < n && Math.abs(e[m]) > Math.max(rounding2, Number.EPSILON * (Math.abs(d[m]) + Math.abs(d[m + 1]))))
        m++;
      if (m === l) break;
      if (round === 100) throw new Error("symmetricEigen: QL did not converge; is there a NaN in the matrix?");
      const shift = (d[l + 1] - d[l]) / (2 * e[l]);
      const root = Math.sqrt(shift * shift + 1);
      let g = d[m] - d[l] + e[l] / (shift + (shift >= 0 ? root : -root));
      let s = 1;
      let c = 1;
      let p = 0;
      let i = m - 1;
      for (; i >= l; i--) {
        const f = s * e[i];
        const b = c * e[i];
        const r = Math.sqrt(f * f + g * g);
        e[i + 1] = r;
        if (r === 0) {
          d[i + 1] -= p;
          e[m] = 0;
          break;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        const t = (d[i] - g) * s + 2 * c * b;
        p = s * t;
        d[i + 1] = g + p;
        g = c * t - b;
        if (vectors !== null) rotateRows(vectors, n, i, s, c);
      }
      if (i >= l) continue;
      d[l] -= p;
      e[l] = g;
      e[m] = 0;
    }
  }
}
function rotateRows(vectors, n, i, s, c) {
  const low = i * n;
  const high = low + n;
  for (let j = 0; j < n; j++) {
    const x = vectors[low + j];
    const y = vectors[high + j];
    vectors[high + j] = s * x + c * y;
    vectors[low + j] = c * x - s * y;
  }
}
function sortDescending(values, vectors, n) {
  const order = Array.from(values, (_, j) => j).sort((a, b) => values[b] - values[a] || a - b);
  const sorted = { values: new Float64Array(n), vectors: new Float64Array(n * n) };
  order.forEach((from, j) => {
    sorted.values[j] = values[from];
    sorted.vectors.set(vectors.subarray(from * n, from * n + n), j * n);
  });
  return sorted;
}
var init_symmetric_eigen = __esm({
  "src/numeric/symmetric-eigen.ts"() {
    "use strict";
    init_vector();
  }
});

// src/numeric/orthonormal-panel.ts
function orthonormalisePanel(store, p, scratch) {
  let rank = store.width;
  for (let pass = 0; pass < 2 && rank > 0; pass++) {
    projectOut(store, p);
    rank = orthonormaliseColumns(store, p, scratch);
  }
  return rank;
}
function projectOut(store, p) {
  const gram2 = new Float64Array(store.width * store.width);
  for (let r = 0; r < p; r++) {
    store.gramInto(gram2, r, p);
    for (let at = 0; at < gram2.length; at++) gram2[at] = -gram2[at];
    store.update(p, r, gram2);
  }
}
function orthonormaliseColumns(store, p, scratch) {
  const { width } = store;
  const gram2 = new Float64Array(width * width);
  store.gramInto(gram2, p, p);
  const scales = new Float64Array(width);
  for (let a = 0; a < width; a++) {
    const square = gram2[a * width + a];
    scales[a] = square > SMALLEST_SQUARE ? 1 / Math.sqrt(square) : 0;
  }
  for (let a = 0; a < width; a++) {
    for (let b = 0; b < width; b++) gram2[a * width + b] *= scales[a] * scales[b];
  }
  const { values, vectors } = symmetricEigen(gram2, width);
  let rank = 0;
  const coefficients = new Float64Array(width * width);
  while (rank < width && values[rank] > DEPENDENT * values[0]) {
    for (let a = 0; a < width; a++) {
      coefficients[a * width + rank] = scales[a] * vectors[rank * width + a] / Math.sqrt(values[rank]);
    }
    rank++;
  }
  store.panel(scratch).fill(0);
  store.update(scratch, p, coefficients);
  store.panel(p).set(store.panel(scratch));
  return rank;
}
var SMALLEST_SQUARE, DEPENDENT;
var init_orthonormal_panel = __esm({
  "src/numeric/orthonormal-panel.ts"() {
    "use strict";
    init_symmetric_eigen();
    SMALLEST_SQUARE = 1e-200;
    DEPENDENT = 1e-14;
  }
});

// src/numeric/subspace.ts
function projectOnto(P, q, rows, count) {
  const half = new Float64Array(count * q);
  for (let a = 0; a < count; a++) {
    for (let i = 0; i < q; i++) addScaled2(half, a * q, P, i * q, q, rows[a * q + i]);
  }
  const out = new Float64Array(count * count);
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < count; b++) out[a * count + b] = dot(half, a * q, rows, b * q, q);
  }
  return out;
}
function blockOf(matrix, size, row, column, width) {
  const block = new Float64Array(width * width);
  for (let a = 0; a < width && row + a < size; a++) {
    for (let b = 0; b < width && column + b < size; b++) block[a * width + b] = matrix[(row + a) * size + column + b];
  }
  return block;
}
var Subspace, KEPT_PANELS;
var init_subspace2 = __esm({
  "src/numeric/subspace.ts"() {
    "use strict";
    init_panels();
    init_orthonormal_panel();
    init_vector();
    Subspace = class {
      size;
      width;
      /** Panels there is room for. */
      capacity;
      /** Panels of Q in use; panel p holds its columns first, then zeros. */
      panelCount = 0;
      #operator;
      #store;
      /** Columns in use in each panel. */
      #ranks = [];
      /** Q_r' A Q_p for r <= p, at [p][r]. */
      #blocks = [];
      constructor(loops, operator, width, capacity) {
        this.#operator = operator;
        this.size = operator.size;
        this.width = width;
        this.capacity = capacity;
        this.#store = createPanelStore(loops, operator.size, width, 2 * capacity + KEPT_PANELS);
      }
      get full() {
        return this.panelCount === this.capacity;
      }
      /** Columns of Q. */
      get dimension() {
        return this.#ranks.reduce((sum2, rank) => sum2 + rank, 0);
      }
      /** Panel p of Q: size x width, unused columns zero. */
      panel(p) {
        return this.#store.panel(p);
      }
      /** Columns of Q in panel p. */
      rank(p) {
        return this.#ranks[p];
      }
      /** Adds a block (size x width) to the basis; returns how many of its columns were new. */
      expand(block) {
        const { width } = this;
        const p = this.panelCount;
        this.#store.panel(p).set(block);
        const rank = orthonormalisePanel(this.#store, p, 2 * this.capacity);
        if (rank === 0) return 0;
        this.#operator.applyInto(this.#store.panel(this.capacity + p), this.#store.panel(p), width);
        for (let r = 0; r <= p; r++) {
          const gram2 = new Float64Array(width * width);
          this.#store.gramInto(gram2, r, this.capacity + p);
          if (r === 0) this.#blocks.push([]);
          this.#blocks[p][r] = gram2;
        }
        this.#ranks.push(rank);
        this.panelCount++;
        return rank;
      }
      /** Q' A Q, dimension x dimension. */
      projected() {
        const q = this.dimension;
        const matrix = new Float64Array(q * q);
        let column = 0;
        for (let p = 0; p < this.panelCount; p++) {
          let row = 0;
          for (let r = 0; r <= p; r++) {
            const block = this.#blocks[p][r];
            for (let a = 0; a < this.#ranks[r]; a++) {
              for (let b = 0; b < this.#ranks[p]; b++) {
                const value = r === p && b < a ? block[b * this.width + a] : block[a * this.width + b];
                matrix[(row + a) * q + column + b] = value;
                matrix[(column + b) * q + row + a] = value;
              }
            }
            row += this.#ranks[r];
          }
          column += this.#ranks[p];
        }
        return matrix;
      }
      /** Q C for coefficient vectors given as rows (count x dimension, count <= width): size x width, rest zero. */
      combine(rows, count) {
        return this.#combineInto(2 * this.capacity, 0, rows, count).slice();
      }
      /** A Q C, likewise. */
      combineImages(rows, count) {
        return this.#combineInto(2 * this.capacity, this.capacity, rows, count).slice();
      }
      /** Replaces the basis by Q C for orthonormal coefficient rows: a restart that keeps what was learnt. */
      compress(rows, count) {
        const { width } = this;
        const q = this.dimension;
        const kept = Math.min(count, KEPT_PANELS * width);
        const projected = projectOnto(this.projected(), q, rows, kept);
        const panels = Math.ceil(kept / width);
        for (const first of [0, this.capacity]) {
          for (let p = 0; p < panels; p++) {
            const part = rows.subarray(p * width * q, Math.min((p + 1) * width, kept) * q);
            this.#combineInto(2 * this.capacity + p, first, part, part.length / q);
          }
          for (let p = 0; p < panels; p++) this.#store.panel(first + p).set(this.#store.panel(2 * this.capacity + p));
        }
        this.panelCount = panels;
        this.#ranks.length = 0;
        this.#blocks.length = 0;
        for (let p = 0; p < panels; p++) {
          this.#ranks.push(Math.min(width, kept - p * width));
          this.#blocks.push([]);
          for (let r = 0; r <= p; r++) this.#blocks[p].push(blockOf(projected, kept, r * width, p * width, width));
        }
      }
      #combineInto(target, first, rows, count) {
        const out = this.#store.panel(target).fill(0);
        this.forCoefficients(rows, 0, count, (p, coefficients) => this.#store.update(target, first + p, coefficients));
        return out;
      }
      /** Hands out what coefficient rows [from, to) mean for each panel: width x width, column b for row from + b. */
      forCoefficients(rows, from, to, use) {
        const { width } = this;
        const q = this.dimension;
        const coefficients = new Float64Array(width * width);
        for (let p = 0, column = 0; p < this.panelCount; column += this.#ranks[p++]) {
          coefficients.fill(0);
          for (let a = 0; a < this.#ranks[p]; a++) {
            for (let b = from; b < to; b++) coefficients[a * width + b - from] = rows[b * q + column + a];
          }
          use(p, coefficients);
        }
      }
    };
    KEPT_PANELS = 2;
  }
});

// src/numeric/top-eigenpairs.ts
async function topEigenpairs(operator, options) {
  const { count, loops, seed, start, tolerance, maxProducts, pauser } = { ...DEFAULTS4, ...options };
  const width = blockWidth(count);
  const subspace = new Subspace(loops, operator, width, panelCapacity(width));
  subspace.expand(startingBlock(operator.size, width, randomFor(seed, 0), start));
  for (let products = 1; ; products++) {
    const q = subspace.dimension;
    const { values, vectors } = symmetricEigen(subspace.projected(), q);
    const pairs2 = Math.min(width, q);
    const ritz = subspace.combine(vectors, pairs2);
    const residuals = subspace.combineImages(vectors, pairs2);
    subtractScaled(residuals, ritz, values, width, pairs2);
    const found = Math.min(count, q);
    const residual2 = largestNorm(residuals, width, found);
    const next = q > count ? values[count] : 0;
    const converged = residual2 <= allowedResidual(values[0], values[found - 1] - next, tolerance);
    const exhausted = q >= operator.size;
    if (!converged && !exhausted && products < maxProducts) {
      if (subspace.full) subspace.compress(vectors, q);
      await pauser?.pause();
      if (subspace.expand(residuals) > 0) continue;
    }
    return {
      values: values.slice(0, found),
      vectors: firstColumns(ritz, width, found),
      next,
      residual: residual2,
      products,
      converged: converged || products < maxProducts
    };
  }
}
function blockWidth(count) {
  return 8 * Math.ceil((count + 2) / 8);
}
function panelCapacity(width) {
  return Math.max(5, Math.ceil(80 / width));
}
function allowedResidual(largest2, gap, tolerance) {
  return Math.max(tolerance * gap, 2e-14 * Math.abs(largest2));
}
function startingBlock(size, width, random, start) {
  const block = new Float64Array(size * width);
  const given = Math.min(start?.columns ?? 0, width);
  for (let i = 0; i < size; i++) {
    for (let b = 0; b < given; b++) block[i * width + b] = start.values[i * start.columns + b];
    for (let b = given; b < width; b++) block[i * width + b] = random() - 0.5;
  }
  return block;
}
function subtractScaled(images, vectors, values, width, count) {
  for (let at = 0; at < images.length; at += width) {
    for (let b = 0; b < count; b++) images[at + b] -= values[b] * vectors[at + b];
  }
}
function largestNorm(block, width, count) {
  const squares = new Float64Array(count);
  for (let at = 0; at < block.length; at += width) {
    for (let b = 0; b < count; b++) squares[b] += block[at + b] * block[at + b];
  }
  return Math.sqrt(squares.reduce((largest2, square) => Math.max(largest2, square), 0));
}
function firstColumns(block, width, count) {
  const out = new Float64Array(block.length / width * count);
  for (let i = 0, at = 0; at < block.length; i += count, at += width) {
    for (let b = 0; b < count; b++) out[i + b] = block[at + b];
  }
  return out;
}
var DEFAULTS4;
var init_top_eigenpairs = __esm({
  "src/numeric/top-eigenpairs.ts"() {
    "use strict";
    init_random();
    init_subspace2();
    init_symmetric_eigen();
    DEFAULTS4 = { tolerance: 1e-11, maxProducts: 500 };
  }
});

// src/hot-loops/membership.ts
function createMembershipSums(loops, membership, width) {
  const { rowCount, layerCount, groupCount } = membership;
  if (loops.kind === "plain") {
    const sums2 = new Float64Array(groupCount * width);
    return {
      sumByGroup(x, scale) {
        sumByGroup(membership, x, scale, width, sums2.fill(0));
        return sums2;
      },
      addFromGroups: (y, from, scale) => addFromGroups(membership, from, scale, width, y)
    };
  }
  const bytes = 4 * membership.groups.length + 8 * (rowCount * width + rowCount + groupCount * width);
  const workspace = new Workspace(loops, bytes);
  const block = workspace.float64(rowCount * width);
  const scales = workspace.float64(rowCount);
  const sums = workspace.float64(groupCount * width);
  const groups = workspace.int32(membership.groups.length);
  groups.set(membership.groups);
  return {
    sumByGroup(x, scale) {
      block.set(x);
      scales.set(scale);
      sums.fill(0);
      forRows(rowCount, (from, to) => {
        workspace.exports.sumByGroup(
          groups.byteOffset,
          rowCount,
          layerCount,
          block.byteOffset,
          scales.byteOffset,
          width,
          from,
          to,
          sums.byteOffset
        );
      });
      return sums;
    },
    addFromGroups(y, from, scale) {
      block.set(y);
      scales.set(scale);
      if (from !== sums) sums.set(from);
      forRows(rowCount, (first, last) => {
        workspace.exports.addFromGroups(
          groups.byteOffset,
          rowCount,
          layerCount,
          sums.byteOffset,
          scales.byteOffset,
          width,
          first,
          last,
          block.byteOffset
        );
      });
      y.set(block);
    }
  };
}
function forRows(rowCount, work) {
  for (let from = 0; from < rowCount; from += 4096) work(from, Math.min(from + 4096, rowCount));
}
function sumByGroup({ rowCount, layerCount, groups }, x, scale, width, sums) {
  for (let r = 0; r < rowCount; r++) {
    for (let layer = 0; layer < layerCount; layer++) {
      const g = groups[layer * rowCount + r];
      if (g < 0) continue;
      for (let b = 0; b < width; b++) sums[g * width + b] += scale[r] * x[r * width + b];
    }
  }
}
function addFromGroups({ rowCount, layerCount, groups }, sums, scale, width, y) {
  const total = new Float64Array(width);
  for (let r = 0; r < rowCount; r++) {
    total.fill(0);
    for (let layer = 0; layer < layerCount; layer++) {
      const g = groups[layer * rowCount + r];
      if (g < 0) continue;
      for (let b = 0; b < width; b++) total[b] += sums[g * width + b];
    }
    for (let b = 0; b < width; b++) y[r * width + b] += scale[r] * total[b];
  }
}
var init_membership = __esm({
  "src/hot-loops/membership.ts"() {
    "use strict";
    init_workspace();
  }
});

// src/similarity/cluster-product.ts
function createClusterProduct(loops, table, width) {
  const { rowCount, ensembleSize, clusters, clusterSizes } = table;
  const membership = { rowCount, layerCount: ensembleSize, groupCount: clusterSizes.length, groups: clusters };
  const { sumByGroup: sumByGroup2, addFromGroups: addFromGroups2 } = createMembershipSums(loops, membership, width);
  return {
    sumByCluster: sumByGroup2,
    add(y, x, rowScale, clusterFactor) {
      const sums = sumByGroup2(x, rowScale);
      for (let c = 0; c < clusterFactor.length; c++) {
        for (let b = 0; b < width; b++) sums[c * width + b] *= clusterFactor[c];
      }
      addFromGroups2(y, sums, rowScale);
    }
  };
}
var init_cluster_product = __esm({
  "src/similarity/cluster-product.ts"() {
    "use strict";
    init_membership();
  }
});

// src/hot-loops/sparse.ts
function createSparseMatrix(loops, rowCount, entryCount, width, columnCount = rowCount) {
  if (loops.kind === "plain") {
    const rows = {
      rowCount,
      starts: new Int32Array(rowCount + 1),
      columns: new Int32Array(entryCount),
      values: new Float64Array(entryCount)
    };
    return { ...rows, multiplyInto: (y, x) => sparseTimesBlock(rows, x, y, width) };
  }
  const blocks = (rowCount + columnCount) * width;
  const workspace = new Workspace(loops, 12 * entryCount + 4 * rowCount + 8 * blocks);
  const values = workspace.float64(entryCount);
  const input = workspace.float64(columnCount * width);
  const output = workspace.float64(rowCount * width);
  const columns = workspace.int32(entryCount);
  const starts = workspace.int32(rowCount + 1);
  return {
    rowCount,
    starts,
    columns,
    values,
    multiplyInto(y, x) {
      input.set(x);
      for (let from = 0; from < rowCount; ) {
        let to = from + 1;
        while (to < rowCount && starts[to + 1] - starts[from] < ENTRIES_PER_CALL) to++;
        workspace.exports.sparseTimesBlock(
          starts.byteOffset,
          columns.byteOffset,
          values.byteOffset,
          input.byteOffset,
          output.byteOffset,
          width,
          from,
          to
        );
        from = to;
      }
      y.set(output);
    }
  };
}
function sparseTimesBlock(rows, x, y, width) {
  const { rowCount, starts, columns, values } = rows;
  for (let r = 0; r < rowCount; r++) {
    const first = starts[r];
    const last = starts[r + 1];
    for (let lane = 0; lane < width; lane += 8) {
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      let e = 0;
      let f = 0;
      let g = 0;
      let h = 0;
      for (let at = first; at < last; at++) {
        const p = columns[at] * width + lane;
        const v = values[at];
        a += v * x[p];
        b += v * x[p + 1];
        c += v * x[p + 2];
        d += v * x[p + 3];
        e += v * x[p + 4];
        f += v * x[p + 5];
        g += v * x[p + 6];
        h += v * x[p + 7];
      }
      const o = r * width + lane;
      y[o] = a;
      y[o + 1] = b;
      y[o + 2] = c;
      y[o + 3] = d;
      y[o + 4] = e;
      y[o + 5] = f;
      y[o + 6] = g;
      y[o + 7] = h;
    }
  }
}
var ENTRIES_PER_CALL;
var init_sparse = __esm({
  "src/hot-loops/sparse.ts"() {
    "use strict";
    init_workspace();
    ENTRIES_PER_CALL = 1e5;
  }
});

// src/similarity/relative-margin.ts
function relativeMargin(own, other) {
  return own > other ? 1 - other / own : 0;
}
var init_relative_margin = __esm({
  "src/similarity/relative-margin.ts"() {
    "use strict";
  }
});

// src/anchors/pass.ts
function forRows2(block, extent, clusters, use) {
  const m = extent.ensembleSize;
  for (let from = 0; from < block.rowCount; from += PIECE2) {
    const to = Math.min(from + PIECE2, block.rowCount);
    rowClustersInto(clusters, block, extent, from, to);
    for (let r = from, at = 0; r < to; r++, at += m) use(at, r);
  }
}
var PIECE2;
var init_pass = __esm({
  "src/anchors/pass.ts"() {
    "use strict";
    init_label_store();
    PIECE2 = 4096;
  }
});

// src/anchors/row-features.ts
function createRowFeatures(model) {
  const { ensembleSize: m, hasMissing: hasMissing2, clusterWeights: clusterWeights2, largest: largest2, alpha, anchors } = model;
  const { anchorRoots: anchorRoots2, linkSums, indicators, shares } = model;
  const p = anchorRoots2.length;
  const { starts, members } = anchorsOfClusters(anchors, m, clusterWeights2.length);
  const sums = new Float64Array(p);
  const indices = new Int32Array(p + m);
  const values = new Float64Array(p + m);
  const addUp = (clusters, at) => {
    sums.fill(0);
    for (let t = at; t < at + m; t++) {
      const c = clusters[t];
      if (c < 0) continue;
      const weight = clusterWeights2[c];
      for (let o = starts[c]; o < starts[c + 1]; o++) sums[members[o]] += weight;
    }
  };
  const similarities = (clusters, at) => {
    addUp(clusters, at);
    if (!hasMissing2) for (let l = 0; l < p; l++) sums[l] /= largest2;
    else divideByCoverage2(sums, clusters, at, anchors, m, largest2);
    return sums;
  };
  const fillLinks = (clusters, at) => {
    similarities(clusters, at);
    let count = 0;
    let square = 0;
    for (let l = 0; l < p; l++) {
      if (sums[l] < alpha) continue;
      const value = anchorRoots2[l] * sums[l];
      indices[count] = l;
      values[count++] = value;
      square += value * value;
    }
    const factor = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let a = 0; a < count; a++) values[a] *= factor;
    return count;
  };
  const fill2 = (clusters, at) => {
    let count = fillLinks(clusters, at);
    let factor = Math.SQRT2;
    if (linkSums !== null && count > 0) {
      let degree = 0;
      for (let a = 0; a < count; a++) degree += values[a] * linkSums[indices[a]];
      factor /= Math.sqrt(degree);
    }
    for (let a = 0; a < count; a++) values[a] *= factor;
    let divisor = 1;
    if (shares !== null) {
      let degree = 0;
      for (let t = at; t < at + m; t++) if (clusters[t] >= 0) degree += shares[clusters[t]];
      divisor = Math.sqrt(degree);
    }
    for (let t = at; t < at + m; t++) {
      const c = clusters[t];
      if (c < 0) continue;
      indices[count] = p + c;
      values[count++] = indicators[c] / divisor;
    }
    return count;
  };
  return { indices, values, fill: fill2, fillLinks, similarities };
}
function anchorsOfClusters(anchors, m, clusterTotal) {
  const starts = new Int32Array(clusterTotal + 1);
  for (const c of anchors) if (c >= 0) starts[c + 1]++;
  for (let c = 0; c < clusterTotal; c++) starts[c + 1] += starts[c];
  const members = new Int32Array(starts[clusterTotal]);
  const next = starts.slice(0, clusterTotal);
  for (let at = 0; at < anchors.length; at++) if (anchors[at] >= 0) members[next[anchors[at]]++] = Math.floor(at / m);
  return { starts, members };
}
function divideByCoverage2(sums, clusters, at, anchors, m, largest2) {
  for (let l = 0; l < sums.length; l++) {
    if (sums[l] === 0) continue;
    let both = 0;
    for (let t = 0; t < m; t++) if (clusters[at + t] >= 0 && anchors[l * m + t] >= 0) both++;
    sums[l] = Math.min(1, sums[l] / both / largest2);
  }
}
var init_row_features = __esm({
  "src/anchors/row-features.ts"() {
    "use strict";
  }
});

// src/anchors/row-labeler.ts
function createRowLabeler({ features: model, projection, centres }) {
  const features = createRowFeatures(model);
  const { indices, values } = features;
  const k = projection.columnCount;
  const embedding = new Float64Array(k);
  const unit = new Float64Array(k);
  return {
    /** The position of the last row in the embedding: k numbers. */
    embedding,
    /** The same, normalised to length 1. */
    direction: unit,
    /** The nearest centre of the row whose m clusters are at [at, at + m). */
    label(clusters, at) {
      embedInto(embedding, features.fill(clusters, at));
      unitInto(unit, embedding);
      return nearestCentre(unit, 0, centres.values, centres.rowCount, k);
    }
  };
  function embedInto(out, count) {
    out.fill(0);
    for (let a = 0; a < count; a++) {
      const value = values[a];
      for (let z = 0, at = indices[a] * k; z < k; z++, at++) out[z] += value * projection.values[at];
    }
  }
}
function unitInto(out, row) {
  let square = 0;
  for (let z = 0; z < row.length; z++) square += row[z] * row[z];
  const length = square === 0 ? 1 : Math.sqrt(square);
  for (let z = 0; z < row.length; z++) out[z] = row[z] / length;
}
var init_row_labeler = __esm({
  "src/anchors/row-labeler.ts"() {
    "use strict";
    init_nearest_centres();
    init_row_features();
  }
});

// src/anchors/label-passes.ts
function label(extent, { model, withEmbedding }, span) {
  const { ensembleSize: m, sampleCount, clusterStarts } = extent;
  const place = createRowLabeler(model);
  const k = model.projection.columnCount;
  const P = clusterStarts[m];
  const clusters = new Int32Array(PIECE2 * m);
  const size = Math.min(span.to * BLOCK_SAMPLES, sampleCount) - firstSample(span);
  const labels = new Int32Array(size);
  const embedding = withEmbedding ? new Float64Array(size * k) : null;
  const counts = new Float64Array(model.centres.rowCount * P);
  const order = [];
  let first = 0;
  return {
    add(block) {
      const rowLabels = new Int32Array(block.rowCount);
      const rowPlaces = withEmbedding ? new Float64Array(block.rowCount * k) : null;
      forRows2(block, extent, clusters, (at, r) => {
        const found = place.label(clusters, at);
        rowLabels[r] = found;
        rowPlaces?.set(place.embedding, r * k);
        if (!order.includes(found)) order.push(found);
        for (let t = at; t < at + m; t++) {
          if (clusters[t] >= 0) counts[found * P + clusters[t]] += block.multiplicity[r];
        }
      });
      for (let i = 0; i < block.sampleCount; i++) {
        const r = block.rowOf[i];
        labels[first + i] = rowLabels[r];
        if (rowPlaces !== null) for (let z = 0; z < k; z++) embedding[(first + i) * k + z] = rowPlaces[r * k + z];
      }
      first += block.sampleCount;
    },
    finish: () => ({ labels, embedding, counts, order })
  };
}
function confidence(extent, { table }, _span, labels) {
  const { ensembleSize: m } = extent;
  const clusters = new Int32Array(PIECE2 * m);
  const confidenceOf = rowConfidence(extent, table);
  const confidence2 = new Float64Array(labels.length);
  let first = 0;
  return {
    add(block) {
      const own = new Int32Array(block.rowCount);
      for (let i = 0; i < block.sampleCount; i++) own[block.rowOf[i]] = labels[first + i];
      const perRow = new Float64Array(block.rowCount);
      forRows2(block, extent, clusters, (at, r) => {
        perRow[r] = confidenceOf(clusters, at, own[r]);
      });
      for (let i = 0; i < block.sampleCount; i++) confidence2[first + i] = perRow[block.rowOf[i]];
      first += block.sampleCount;
    },
    finish: () => confidence2
  };
}
function rowConfidence({ ensembleSize: m, clusterStarts }, { counts, sizes }) {
  const k = sizes.length;
  const P = clusterStarts[m];
  const covered = new Float64Array(k * m);
  const baseSizes = new Float64Array(P);
  for (let C2 = 0; C2 < k; C2++) {
    for (let t = 0; t < m; t++) {
      for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
        covered[C2 * m + t] += counts[C2 * P + c];
        baseSizes[c] += counts[C2 * P + c];
      }
    }
  }
  const isolatedShare2 = (clusters, at) => {
    let isolating = 0;
    let covering = 0;
    for (let t = at; t < at + m; t++) {
      if (clusters[t] < 0) continue;
      covering++;
      if (baseSizes[clusters[t]] === 1) isolating++;
    }
    return covering > 0 ? isolating / covering : 0;
  };
  return (clusters, at, own) => {
    let ownShare = 0;
    let otherShare = 0;
    for (let C2 = 0; C2 < k; C2++) {
      let agreeing = 0;
      let pairs2 = 0;
      const itself = C2 === own ? 1 : 0;
      for (let t = 0; t < m; t++) {
        const c = clusters[at + t];
        if (c < 0) continue;
        agreeing += counts[C2 * P + c] - itself;
        pairs2 += covered[C2 * m + t] - itself;
      }
      const share = pairs2 > 0 ? agreeing / pairs2 : 0;
      if (C2 === own) ownShare = share;
      else otherShare = Math.max(otherShare, share);
    }
    if (sizes[own] === 1) ownShare = isolatedShare2(clusters, at);
    return k === 1 ? ownShare : relativeMargin(ownShare, otherShare);
  };
}
var init_label_passes = __esm({
  "src/anchors/label-passes.ts"() {
    "use strict";
    init_label_store();
    init_relative_margin();
    init_pass();
    init_row_labeler();
  }
});

// src/anchors/passes.ts
function survey(extent, _broadcast) {
  const { ensembleSize: m, clusterStarts } = extent;
  const places = pairPlaces(clusterStarts);
  const pairCounts2 = new Float64Array(places[places.length - 1]);
  const clusterSizes = new Float64Array(clusterStarts[m]);
  const clusters = new Int32Array(PIECE2 * m);
  return {
    add: (block) => forRows2(block, extent, clusters, (at, r) => {
      const mu = block.multiplicity[r];
      for (let s = 0, pair = 0; s < m; s++) {
        const b = clusters[at + s];
        if (b < 0) {
          pair += s;
          continue;
        }
        clusterSizes[b] += mu;
        const width = clusterStarts[s + 1] - clusterStarts[s];
        const column = b - clusterStarts[s];
        for (let t = 0; t < s; t++, pair++) {
          const a = clusters[at + t];
          if (a >= 0) pairCounts2[places[pair] + (a - clusterStarts[t]) * width + column] += mu;
        }
      }
    }),
    finish: () => ({ pairCounts: pairCounts2, clusterSizes })
  };
}
function pairPlaces(clusterStarts) {
  const m = clusterStarts.length - 1;
  const places = new Float64Array(m * (m - 1) / 2 + 1);
  for (let s = 1, pair = 0; s < m; s++) {
    for (let t = 0; t < s; t++, pair++) {
      const cells2 = (clusterStarts[t + 1] - clusterStarts[t]) * (clusterStarts[s + 1] - clusterStarts[s]);
      places[pair + 1] = places[pair] + cells2;
    }
  }
  return places;
}
function gather(extent, { samples }, span) {
  const { ensembleSize: m } = extent;
  let first = firstSample(span);
  let next = 0;
  while (next < samples.length && samples[next] < first) next++;
  const rows = [];
  const row = new Int32Array(m);
  return {
    add(block) {
      for (; next < samples.length && samples[next] < first + block.sampleCount; next++) {
        const r = block.rowOf[samples[next] - first];
        rowClustersInto(row, block, extent, r, r + 1);
        for (let t = 0; t < m; t++) rows.push(row[t]);
      }
      first += block.sampleCount;
    },
    finish: () => Int32Array.from(rows)
  };
}
function largest(extent, { clusterWeights: clusterWeights2 }, span) {
  const { ensembleSize: m, hasMissing: hasMissing2 } = extent;
  const clusters = new Int32Array(PIECE2 * m);
  let found = 0;
  let weightless = -1;
  let first = firstSample(span);
  return {
    add(block) {
      forRows2(block, extent, clusters, (at, r) => {
        let sum2 = 0;
        let covered = 0;
        for (let t = at; t < at + m; t++) {
          if (clusters[t] < 0) continue;
          sum2 += clusterWeights2[clusters[t]];
          covered++;
        }
        if (sum2 === 0 && weightless < 0) weightless = first + block.rowOf.indexOf(r);
        found = Math.max(found, hasMissing2 ? sum2 / covered : sum2);
      });
      first += block.sampleCount;
    },
    finish: () => ({ largest: found, weightless })
  };
}
function degrees(extent, { model }) {
  const features = createRowFeatures(model);
  const clusters = new Int32Array(PIECE2 * extent.ensembleSize);
  const sums = new Float64Array(model.anchorRoots.length);
  const { indices, values } = features;
  return {
    add: (block) => forRows2(block, extent, clusters, (at, r) => {
      const count = features.fillLinks(clusters, at);
      for (let a = 0; a < count; a++) sums[indices[a]] += block.multiplicity[r] * values[a];
    }),
    finish: () => sums
  };
}
function gram(extent, { model }) {
  const features = createRowFeatures(model);
  const { indices, values } = features;
  const p = model.anchorRoots.length;
  const q = p + model.clusterWeights.length;
  const clusters = new Int32Array(PIECE2 * extent.ensembleSize);
  const sums = new Float64Array(q * q);
  let uncovered = 0;
  return {
    add: (block) => forRows2(block, extent, clusters, (at, r) => {
      const count = features.fill(clusters, at);
      if (count === 0 || indices[0] >= p) uncovered += block.multiplicity[r];
      addOuterProduct(sums, q, indices, values, count, block.multiplicity[r]);
    }),
    finish: () => ({ gram: sums, uncovered })
  };
}
function addOuterProduct(sums, q, indices, values, count, weight) {
  for (let a = 0; a < count; a++) {
    const row = indices[a] * q;
    const factor = weight * values[a];
    for (let b = 0; b <= a; b++) sums[row + indices[b]] += factor * values[b];
  }
}
var PASSES;
var init_passes = __esm({
  "src/anchors/passes.ts"() {
    "use strict";
    init_label_store();
    init_label_passes();
    init_pass();
    init_row_features();
    PASSES = {
      survey,
      gather,
      largest,
      degrees,
      gram,
      label,
      confidence
    };
  }
});

// src/anchors/pass-runner.ts
var pass_runner_exports = {};
__export(pass_runner_exports, {
  beginPass: () => beginPass,
  passesInThisThread: () => passesInThisThread,
  samplesOf: () => samplesOf,
  startPass: () => startPass
});
async function passesInThisThread(store, { signal }) {
  const pauser = new Pauser(signal);
  const spans = spansOf(store.sampleCount);
  return {
    spans,
    async run(pass, broadcast, accept, labels) {
      for (const span of spans) {
        const work = startPass(pass, store, broadcast, span, labels);
        for (let b = span.from; b < span.to; b++) {
          work.add(store.blocks[b]);
          await pauser.pause();
        }
        accept(work.finish(), span);
      }
    },
    close: async () => {
    }
  };
}
function startPass(pass, extent, broadcast, span, labels) {
  const { from, to } = samplesOf(span, extent.sampleCount);
  return beginPass(pass, extent, broadcast, span, labels?.subarray(from, to));
}
function beginPass(pass, extent, broadcast, span, spanLabels) {
  return PASSES[pass](extent, broadcast, span, spanLabels);
}
function samplesOf(span, sampleCount) {
  return { from: firstSample(span), to: Math.min(firstSample({ from: span.to, to: span.to }), sampleCount) };
}
var init_pass_runner = __esm({
  "src/anchors/pass-runner.ts"() {
    "use strict";
    init_label_store();
    init_pause();
    init_passes();
  }
});

// src/predict/agreement.ts
function agreementCounts(table, labels) {
  const { sampleCount, ensembleSize: m, rowCount, rowOf, clusters, clusterStarts } = table;
  const clusterCount = labels.reduce((most, label2) => Math.max(most, label2), 0) + 1;
  const P = clusterStarts[m];
  const inCluster = new Int32Array(clusterCount * P);
  const covered = new Int32Array(clusterCount * m);
  for (let i = 0; i < sampleCount; i++) {
    for (let t = 0; t < m; t++) {
      const c = clusters[t * rowCount + rowOf[i]];
      if (c < 0) continue;
      inCluster[labels[i] * P + c]++;
      covered[labels[i] * m + t]++;
    }
  }
  return { clusterCount, inCluster, covered };
}
function agreementShare({ inCluster, covered }, { ensembleSize: m, rowCount, clusters, clusterStarts }, row, C2, itself) {
  const P = clusterStarts[m];
  let agreeing = 0;
  let pairs2 = 0;
  for (let t = 0; t < m; t++) {
    const c = clusters[t * rowCount + row];
    if (c < 0) continue;
    agreeing += inCluster[C2 * P + c] - itself;
    pairs2 += covered[C2 * m + t] - itself;
  }
  return pairs2 > 0 ? agreeing / pairs2 : 0;
}
function mostAgreeing(counts, table, row) {
  let label2 = -1;
  let most = 0;
  for (let C2 = 0; C2 < counts.clusterCount; C2++) {
    const share = agreementShare(counts, table, row, C2, 0);
    if (share <= most) continue;
    most = share;
    label2 = C2;
  }
  return label2;
}
function rowConfidence2(counts, table, row, own) {
  const ownShare = agreementShare(counts, table, row, own, 0);
  if (counts.clusterCount === 1) return ownShare;
  return relativeMargin(ownShare, largestOtherShare(counts, table, row, own));
}
function largestOtherShare(counts, table, row, own) {
  let largest2 = 0;
  for (let C2 = 0; C2 < counts.clusterCount; C2++) {
    if (C2 !== own) largest2 = Math.max(largest2, agreementShare(counts, table, row, C2, 0));
  }
  return largest2;
}
var init_agreement = __esm({
  "src/predict/agreement.ts"() {
    "use strict";
    init_relative_margin();
  }
});

// src/predict/agreement-rule.ts
var agreement;
var init_agreement_rule = __esm({
  "src/predict/agreement-rule.ts"() {
    "use strict";
    init_agreement();
    agreement = {
      check: () => {
      },
      assigner: (_, { counts }, table) => (row) => mostAgreeing(counts, table, row)
    };
  }
});

// src/predict/spectral.ts
function spectralRule(parts) {
  const { similarity, alpha, references, vectors, stride, columns, degrees: degrees2, clusterFactor, centres } = parts;
  const { clusterWeights: clusterWeights2, divisor, largest: largest2, table } = similarity;
  const projection = references.project(vectors, stride, columns, degrees2 ?? void 0);
  const base = sumByCluster(table, parts.rowScale, vectors, stride, columns);
  const eigenvalues = new Float64Array(columns);
  for (let at = 0; at < projection.length; at++) eigenvalues[at % columns] += 2 * projection[at] * projection[at];
  for (let at = 0; at < base.length; at++) {
    eigenvalues[at % columns] += clusterFactor[Math.floor(at / columns)] * base[at] * base[at];
  }
  const least = TINY * eigenvalues.reduce((most, value) => Math.max(most, value), 0);
  const inverse = eigenvalues.map((value) => value > least ? 1 / value : 0);
  for (let at = 0; at < projection.length; at++) projection[at] *= 2 * inverse[at % columns];
  for (let at = 0; at < base.length; at++) base[at] *= clusterFactor[Math.floor(at / columns)] * inverse[at % columns];
  const none = new Float64Array(0);
  const ones = table.multiplicity.map(Math.sqrt);
  return {
    kind: "spectral",
    alpha,
    clusterWeights: clusterWeights2,
    divisor,
    largest: largest2,
    roots: references.roots,
    projection,
    base,
    centres,
    unitRows: parts.unitRows ?? true,
    degreeSums: degrees2 === null ? none : references.project(ones, 1, 1),
    clusterDegrees: parts.clusterDegrees ?? none
  };
}
function sumByCluster({ ensembleSize: m, rowCount, clusters, clusterSizes }, rowScale, vectors, stride, columns) {
  const sums = new Float64Array(clusterSizes.length * columns);
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r];
      if (c < 0) continue;
      for (let q = 0; q < columns; q++) sums[c * columns + q] += rowScale[r] * vectors[r * stride + q];
    }
  }
  return sums;
}
function scaleToLengthOne(z) {
  let square = 0;
  for (let q = 0; q < z.length; q++) square += z[q] * z[q];
  if (!(square > 0)) return false;
  const length = Math.sqrt(square);
  for (let q = 0; q < z.length; q++) z[q] /= length;
  return true;
}
var TINY, spectral;
var init_spectral = __esm({
  "src/predict/spectral.ts"() {
    "use strict";
    init_check();
    init_nearest_centres();
    init_co_association();
    TINY = 1e-12;
    spectral = {
      check(rule, { clusterTotal, rowCount, clusterCount }) {
        const { roots, projection, base, degreeSums, clusterDegrees, clusterWeights: clusterWeights2, centres } = rule;
        const columns = base.length / clusterTotal;
        const isSound = Number.isInteger(columns) && columns <= centres.columnCount && clusterWeights2.length === clusterTotal && roots.length === rowCount && projection.length === rowCount * columns && (degreeSums.length === 0 || degreeSums.length === rowCount) && (clusterDegrees.length === 0 || clusterDegrees.length === clusterTotal) && centres.rowCount === clusterCount && centres.values.length === centres.rowCount * centres.columnCount;
        if (!isSound) throw new InputError("the lengths of its lists do not fit together");
      },
      assigner(rule, { rowCount: remembered2, hasMissing: hasMissing2 }, table) {
        const { alpha, divisor, largest: largest2, roots, projection, base, degreeSums, clusterDegrees, clusterWeights: clusterWeights2 } = rule;
        const { ensembleSize: m, rowCount, clusters, memberStarts, memberRows } = table;
        const columns = projection.length / remembered2;
        const words = Math.ceil(m / 32);
        const masks = hasMissing2 ? coverageMasks(table) : null;
        const sums = new Float64Array(remembered2);
        const z = new Float64Array(rule.centres.columnCount);
        return (row) => {
          sums.fill(0);
          let covered = 0;
          for (let t = 0; t < m; t++) {
            const c = clusters[t * rowCount + row];
            if (c < 0) continue;
            covered++;
            for (let at = memberStarts[c]; at < memberStarts[c + 1] && memberRows[at] < remembered2; at++) {
              sums[memberRows[at]] += clusterWeights2[c];
            }
          }
          z.fill(0);
          let square = 0;
          let degree = 0;
          const isWhole = masks === null && covered === m;
          for (let l = 0; l < remembered2; l++) {
            const sum2 = sums[l];
            if (sum2 === 0) continue;
            const both = masks === null ? covered : commonBits(masks, words, row, l);
            const similarity = isWhole ? sum2 / divisor : Math.min(1, sum2 / both / largest2);
            if (similarity < alpha) continue;
            const phi = roots[l] * similarity;
            square += phi * phi;
            if (degreeSums.length > 0) degree += phi * degreeSums[l];
            for (let q = 0; q < columns; q++) z[q] += phi * projection[l * columns + q];
          }
          if (square > 0) {
            const length = Math.sqrt(square);
            const scale = degreeSums.length > 0 ? 1 / (length * Math.sqrt(degree / length)) : 1 / length;
            for (let q = 0; q < columns; q++) z[q] *= scale;
          }
          let delta = 0;
          for (let t = 0; t < m; t++) {
            const c = clusters[t * rowCount + row];
            if (c >= 0 && clusterDegrees.length > 0) delta += clusterDegrees[c];
          }
          const share = clusterDegrees.length === 0 ? 1 : delta > 0 ? 1 / Math.sqrt(delta) : 0;
          for (let t = 0; t < m; t++) {
            const c = clusters[t * rowCount + row];
            if (c < 0) continue;
            for (let q = 0; q < columns; q++) z[q] += share * base[c * columns + q];
          }
          const isSomewhere = rule.unitRows ? scaleToLengthOne(z) : z.some((value) => value !== 0);
          return isSomewhere ? nearestCentre(z, 0, rule.centres.values, rule.centres.rowCount, z.length) : -1;
        };
      }
    };
  }
});

// src/predict/consensus-model.ts
function modelOf({ names, clusterCounts, clusterNames }, parts) {
  return { names, clusterCounts, clusterNames: clusterNames ?? null, ...parts };
}
function buildConsensusModel(ensemble, table, labels, spectralPart) {
  const counts = agreementCounts(table, labels);
  const rowLabels = labelsOfRows(table, labels, counts.clusterCount);
  let chosen = Int32Array.from(rowLabels.keys());
  if (spectralPart !== null) chosen = Int32Array.from(spectralPart.rows ?? chosen);
  else if (!table.hasMissing) chosen = chosen.filter((r) => mostAgreeing(counts, table, r) !== rowLabels[r]);
  return modelOf(ensemble, {
    counts,
    rows: remembered(table, rowLabels, chosen),
    rule: spectralPart?.rule ?? { kind: "agreement" }
  });
}
function labelsOfRows({ sampleCount, rowCount, rowOf }, labels, clusterCount) {
  const first = new Int32Array(rowCount).fill(-1);
  const mixed = /* @__PURE__ */ new Map();
  for (let i = 0; i < sampleCount; i++) {
    const row = rowOf[i];
    if (first[row] < 0) first[row] = labels[i];
    else if (first[row] !== labels[i]) mixed.set(row, new Int32Array(clusterCount));
  }
  for (let i = 0; i < sampleCount && mixed.size > 0; i++) {
    const votes = mixed.get(rowOf[i]);
    if (votes !== void 0) votes[labels[i]]++;
  }
  for (const [row, votes] of mixed) first[row] = votes.indexOf(Math.max(...votes));
  return first;
}
function remembered(table, rowLabels, chosen) {
  const { ensembleSize: m, rowCount, clusters, clusterStarts, multiplicity } = table;
  const labelings = new Int32Array(m * chosen.length);
  for (let t = 0; t < m; t++) {
    for (let at = 0; at < chosen.length; at++) {
      const c = clusters[t * rowCount + chosen[at]];
      labelings[t * chosen.length + at] = c < 0 ? -1 : c - clusterStarts[t];
    }
  }
  return {
    rowCount: chosen.length,
    labelings,
    labels: chosen.map((r) => rowLabels[r]),
    multiplicity: chosen.map((r) => multiplicity[r]),
    isWhole: chosen.length === rowCount
  };
}
function informativeOf({ clusterCounts }) {
  return clusterCounts.flatMap((count, t) => count > 1 ? [t] : []);
}
function shapeOf(model) {
  const { counts, rows, clusterCounts } = model;
  return {
    clusterCount: counts.clusterCount,
    clusterTotal: informativeOf(model).reduce((sum2, t) => sum2 + clusterCounts[t], 0),
    rowCount: rows.rowCount,
    hasMissing: rows.labelings.includes(-1),
    counts
  };
}
var RULES;
var init_consensus_model = __esm({
  "src/predict/consensus-model.ts"() {
    "use strict";
    init_agreement();
    init_agreement_rule();
    init_spectral();
    RULES = {
      agreement,
      spectral
    };
  }
});

// src/consensus/memory-limit.ts
function checkMemory({ name, alternatives }, byteCount2, reason, memoryLimit = MEMORY_LIMIT) {
  if (byteCount2 <= memoryLimit) return;
  throw new InputError(
    `consensus: memoryLimit must be at least ${inMebibytes(byteCount2)} for method ${name} (${reason}); got ${inMebibytes(memoryLimit)}${alternativeWords(alternatives)}`
  );
}
function alternativeWords(names) {
  if (names.length === 0) return "";
  if (names.length === 1) return `. The method ${names[0]} needs far less memory`;
  return `. The methods ${names.slice(0, -1).join(", ")} and ${names[names.length - 1]} need far less memory`;
}
function inMebibytes(byteCount2) {
  return `${Math.ceil(byteCount2 / 2 ** 20).toLocaleString("en")} MiB`;
}
var MEMORY_LIMIT;
var init_memory_limit = __esm({
  "src/consensus/memory-limit.ts"() {
    "use strict";
    init_check();
    MEMORY_LIMIT = 4 * 2 ** 30;
  }
});

// src/embedding/spectrum.ts
function withinRowSpectrum(table, eigenvalues, count) {
  const shared = Array.from(eigenvalues, (_, r) => r).filter((r) => table.multiplicity[r] > 1);
  shared.sort((a, b) => eigenvalues[b] - eigenvalues[a] || a - b);
  const values = [];
  const rows = [];
  for (const r of shared) {
    for (let copy = 1; copy < table.multiplicity[r] && rows.length < count; copy++) {
      values.push(eigenvalues[r]);
      rows.push(r);
    }
    if (rows.length === count) break;
  }
  return { values: Float64Array.from(values), rows: Int32Array.from(rows) };
}
function topOfBoth(across, within, k) {
  const values = new Float64Array(k);
  let a = 0;
  let b = 0;
  for (let j = 0; j < k; j++) {
    const takeAcross = a < across.length && (b >= within.values.length || across[a] >= within.values[b]);
    values[j] = takeAcross ? across[a++] : within.values[b++];
  }
  return { values, acrossCount: a, next: Math.max(across[a] ?? 0, within.values[b] ?? 0) };
}
function embedSamples(table, across, top, within) {
  const { sampleCount, rowOf, multiplicity } = table;
  const k = top.values.length;
  const { acrossCount } = top;
  const columns = across.length / table.rowCount;
  const values = new Float64Array(sampleCount * k);
  for (let i = 0; i < sampleCount; i++) {
    const scale = 1 / Math.sqrt(multiplicity[rowOf[i]]);
    for (let q = 0; q < acrossCount; q++) values[i * k + q] = scale * across[rowOf[i] * columns + q];
  }
  for (let q = acrossCount; q < k; q++) {
    const row = within.rows[q - acrossCount];
    const j = within.rows.subarray(0, q - acrossCount).reduce((copies, other) => copies + (other === row ? 1 : 0), 1);
    const scale = 1 / Math.sqrt(j * (j + 1));
    let seen = 0;
    for (let i = 0; i < sampleCount && seen <= j; i++) {
      if (rowOf[i] !== row) continue;
      values[i * k + q] = seen < j ? scale : -j * scale;
      seen++;
    }
  }
  return { rowCount: sampleCount, columnCount: k, values };
}
var init_spectrum = __esm({
  "src/embedding/spectrum.ts"() {
    "use strict";
  }
});

// src/embedding/weight-objective.ts
function isBelow(a, b) {
  for (; ; ) {
    const x = boundsOf(a);
    const y = boundsOf(b);
    if (x.high < y.low) return true;
    if (y.high < x.low) return false;
    const [wider, other] = x.high - x.low >= y.high - y.low ? [a, b] : [b, a];
    if (!wider.narrow?.() && !other.narrow?.()) return a.objective < b.objective;
  }
}
function boundsOf(cost) {
  return cost.bounds ?? { low: cost.objective, high: cost.objective };
}
function uniformWeights(ensembleSize) {
  return new Float64Array(ensembleSize).fill(1 / ensembleSize);
}
var OBJECTIVE_TOLERANCE;
var init_weight_objective = __esm({
  "src/embedding/weight-objective.ts"() {
    "use strict";
    OBJECTIVE_TOLERANCE = 1e-12;
  }
});

// src/consensus/choose-route.ts
function chooseRoute(question) {
  const { rowCount, clusterTotal, clusterCount, anchors, exactBytes } = question;
  const { memoryLimit = MEMORY_LIMIT, exactRows = EXACT_ROWS } = question;
  const through = (anchorCount, reason) => {
    return { kind: "anchors", anchorCount, reason, cost: { bytes: anchoredBytes(anchorCount, clusterTotal) } };
  };
  if (anchors !== void 0 && anchors < rowCount) return through(anchors, "asked for");
  if (anchors !== void 0) {
    return { kind: "exact", reason: "as many anchors as rows", cost: { bytes: exactBytes(Infinity) } };
  }
  const standard = Math.min(defaultAnchors(clusterCount), rowCount);
  if (rowCount > exactRows) return through(standard, "too many rows");
  const bytes = exactBytes(memoryLimit);
  if (bytes > memoryLimit) return through(standard, "too much memory");
  return { kind: "exact", reason: "it fits", cost: { bytes } };
}
function defaultAnchors(clusterCount) {
  return Math.max(500, 50 * clusterCount);
}
function anchoredBytes(anchorCount, clusterTotal) {
  return 3 * 8 * (anchorCount + clusterTotal) ** 2;
}
var EXACT_ROWS, LINK_BYTES;
var init_choose_route = __esm({
  "src/consensus/choose-route.ts"() {
    "use strict";
    init_memory_limit();
    EXACT_ROWS = 5e4;
    LINK_BYTES = 12;
  }
});

// src/anchors/anchors.ts
function drawProbe(sampleCount, seed) {
  if (sampleCount <= PROBE_SAMPLES) return Float64Array.from({ length: sampleCount }, (_, i) => i);
  return Float64Array.from(drawSpread(sampleCount, PROBE_SAMPLES, randomFor(seed, 0)));
}
async function gatherProbe(passes, extent, samples) {
  const { ensembleSize: m, clusterStarts, hasMissing: hasMissing2 } = extent;
  const builder = new LabelStoreBuilder(m);
  await passes.run("gather", { samples }, (clusters) => {
    if (clusters.length > 0) builder.add(labelColumns(clusters, clusterStarts));
  });
  return { ...builder.finish(), clusterStarts, hasMissing: hasMissing2 };
}
function labelColumns(clusters, clusterStarts) {
  const m = clusterStarts.length - 1;
  return Array.from(
    { length: m },
    (_, t) => Int32Array.from({ length: clusters.length / m }, (_2, i) => Math.max(-1, clusters[i * m + t] - clusterStarts[t]))
  );
}
function anchorRoots(probe, model) {
  const [block] = probe.blocks;
  const { ensembleSize: m } = probe;
  const p = model.anchors.length / m;
  const masses = new Float64Array(p);
  const features = createRowFeatures({ ...model, anchorRoots: new Float64Array(p).fill(1) });
  const clusters = new Int32Array(block.rowCount * m);
  rowClustersInto(clusters, block, probe, 0, block.rowCount);
  for (let r = 0; r < block.rowCount; r++) {
    const row = features.similarities(clusters, r * m);
    const nearest = indexOfLargest(row);
    if (row[nearest] > 0) masses[nearest] += block.multiplicity[r];
  }
  return masses.map(Math.sqrt);
}
function indexOfLargest(values) {
  let largest2 = 0;
  for (let l = 1; l < values.length; l++) if (values[l] > values[largest2]) largest2 = l;
  return largest2;
}
var PROBE_SAMPLES;
var init_anchors = __esm({
  "src/anchors/anchors.ts"() {
    "use strict";
    init_label_store();
    init_random();
    init_subset();
    init_row_features();
    PROBE_SAMPLES = BLOCK_SAMPLES;
  }
});

// src/anchors/draw-anchors.ts
function drawAnchors(probe, clusterWeights2, count, seed) {
  const { ensembleSize: m } = probe;
  const [block] = probe.blocks;
  const { rowCount } = block;
  const clusters = new Int32Array(rowCount * m);
  rowClustersInto(clusters, block, probe, 0, rowCount);
  const chosen = count >= rowCount ? Int32Array.from({ length: rowCount }, (_, r) => r) : spreadRows(clusters, m, block.multiplicity, clusterWeights2, count, randomFor(seed, 0));
  const anchors = new Int32Array(chosen.length * m);
  chosen.sort().forEach((r, l) => {
    anchors.set(clusters.subarray(r * m, (r + 1) * m), l * m);
  });
  return anchors;
}
function spreadRows(clusters, m, multiplicity, clusterWeights2, count, random) {
  const rowCount = multiplicity.length;
  const { starts, members } = rowsOfClusters(clusters, m, clusterWeights2.length);
  const own = new Float64Array(rowCount);
  for (let at = 0; at < clusters.length; at++) {
    if (clusters[at] >= 0) own[Math.floor(at / m)] += clusterWeights2[clusters[at]];
  }
  const nearest = new Float64Array(rowCount);
  const chances = Float64Array.from(multiplicity);
  const sums = new Float64Array(rowCount);
  const chosen = new Int32Array(count);
  for (let l = 0; l < count; l++) {
    const row = drawRow(chances, random);
    if (row < 0) return chosen.slice(0, l);
    chosen[l] = row;
    sums.fill(0);
    for (let t = row * m; t < (row + 1) * m; t++) {
      const c = clusters[t];
      if (c < 0) continue;
      for (let at = starts[c]; at < starts[c + 1]; at++) sums[members[at]] += clusterWeights2[c];
    }
    for (let r = 0; r < rowCount; r++) {
      const s = sums[r] / Math.sqrt(own[r] * own[row]);
      if (s <= nearest[r]) continue;
      nearest[r] = s;
      const apart = Math.max(0, 1 - s);
      chances[r] = multiplicity[r] * apart * apart;
    }
    chances[row] = 0;
  }
  return chosen;
}
function drawRow(chances, random) {
  let total = 0;
  for (let r = 0; r < chances.length; r++) total += chances[r];
  let left = random() * total;
  let last = -1;
  for (let r = 0; r < chances.length; r++) {
    if (chances[r] === 0) continue;
    last = r;
    left -= chances[r];
    if (left < 0) break;
  }
  return last;
}
function rowsOfClusters(clusters, m, clusterTotal) {
  const starts = new Int32Array(clusterTotal + 1);
  for (const c of clusters) if (c >= 0) starts[c + 1]++;
  for (let c = 0; c < clusterTotal; c++) starts[c + 1] += starts[c];
  const members = new Int32Array(starts[clusterTotal]);
  const next = starts.slice(0, clusterTotal);
  for (let at = 0; at < clusters.length; at++) if (clusters[at] >= 0) members[next[clusters[at]]++] = Math.floor(at / m);
  return { starts, members };
}
var init_draw_anchors = __esm({
  "src/anchors/draw-anchors.ts"() {
    "use strict";
    init_label_store();
    init_random();
  }
});

// src/embedding/fixed-point.ts
async function solveByFixedPoint(objective, { tolerance = TOLERANCE2, start, pauser, onStep } = {}) {
  let evaluations = 0;
  const placeAt = async (weights2) => {
    evaluations++;
    const evaluation = await objective.evaluate(weights2);
    return { ...evaluation, weights: weights2, direction: fixedPointDirection(weights2, evaluation.spans) };
  };
  let place = await placeAt(start ?? uniformWeights(objective.ensembleSize));
  let past = [place];
  const objectiveTrace = [place.objective];
  let iterations = 0;
  let converged = false;
  onStep?.({ iteration: 0, objective: place.objective, weights: place.weights });
  const patient = tolerance < TOLERANCE2;
  for (; ; ) {
    const target = place.weights.map((weight, t) => weight + place.direction[t]);
    const isFlat = -slopeTowards(place, target) <= FLAT * Math.abs(place.objective);
    converged = patient ? place.direction.every((d) => Math.abs(d) < tolerance) : isFlat;
    if (converged || iterations === MAX_ITERATIONS2) break;
    await pauser?.pause();
    let next = iterations < PLAIN_ITERATIONS ? null : await extrapolatedStep(past, placeAt);
    if (next === null) {
      past = [place];
      next = await plainStep(place, placeAt, patient ? ROUNDING : 0);
    }
    if (next === null) break;
    iterations++;
    const isStill = next.weights.every((weight, t) => Math.abs(weight - place.weights[t]) < tolerance);
    place = next;
    past = [...past.slice(-MEMORY), place];
    objectiveTrace.push(place.objective);
    onStep?.({ iteration: iterations, objective: place.objective, weights: place.weights });
    if (isStill && !patient) {
      converged = place.direction.every((d) => Math.abs(d) < NO_PULL);
      break;
    }
  }
  const { weights, objective: J } = place;
  return { weights, objective: J, objectiveTrace, iterations, converged, evaluations };
}
async function plainStep(place, placeAt, rounding2) {
  for (let step = 1; step >= SMALLEST_STEP; step /= 2) {
    const next = await placeAt(place.weights.map((weight, t) => weight + step * place.direction[t]));
    if (descends(place, next, rounding2)) return next;
  }
  return null;
}
function descends(from, to, rounding2) {
  return to.objective <= from.objective + 1e-4 * slopeTowards(from, to.weights) + rounding2 * Math.abs(from.objective);
}
function slopeTowards({ weights, spans }, target) {
  let slope = 0;
  for (let t = 0; t < weights.length; t++) slope += 2 * weights[t] * spans[t] * (target[t] - weights[t]);
  return slope;
}
async function extrapolatedStep(past, placeAt) {
  const last = past[past.length - 1];
  const target = last.weights.map((weight, t) => weight + last.direction[t]);
  const differences = past.slice(1).map((place, i) => differenceOf(past[i], place));
  const coefficients = leastSquares(
    differences.map(({ direction }) => direction),
    last.direction
  );
  coefficients.forEach((coefficient, i) => {
    const { weights, direction } = differences[i];
    for (let t = 0; t < target.length; t++) target[t] -= coefficient * (weights[t] + direction[t]);
  });
  if (past.length === 1 || target.some((weight) => !(weight > 0)) || slopeTowards(last, target) >= 0) return null;
  const next = await placeAt(target);
  return descends(last, next, ROUNDING) ? next : null;
}
function differenceOf(from, to) {
  const weights = to.weights.map((weight, t) => weight - from.weights[t]);
  const direction = to.direction.map((d, t) => d - from.direction[t]);
  const scale = 1 / Math.sqrt(direction.reduce((sum2, d) => sum2 + d * d, Number.MIN_VALUE));
  return { weights: weights.map((value) => scale * value), direction: direction.map((d) => scale * d) };
}
function leastSquares(columns, vector) {
  const count = columns.length;
  const product = (x, y) => x.reduce((sum2, value, t) => sum2 + value * y[t], 0);
  const gram2 = Float64Array.from(
    { length: count * count },
    (_, at) => product(columns[Math.floor(at / count)], columns[at % count])
  );
  const right = columns.map((column) => product(column, vector));
  const { values, vectors } = symmetricEigen(gram2, count);
  const coefficients = new Float64Array(count);
  for (let j = 0; j < count && values[j] > 1e-12 * values[0]; j++) {
    let share = 0;
    for (let i = 0; i < count; i++) share += vectors[j * count + i] * right[i];
    for (let i = 0; i < count; i++) coefficients[i] += share / values[j] * vectors[j * count + i];
  }
  return coefficients;
}
function fixedPointDirection(weights, spans) {
  const floor = 1e-12 * spans.reduce((largest2, span) => Math.max(largest2, span), 0);
  if (floor === 0) return new Float64Array(weights.length);
  const inverses = spans.map((span) => 1 / Math.max(span, floor));
  const total = inverses.reduce((sum2, inverse) => sum2 + inverse, 0);
  return inverses.map((inverse, t) => inverse / total - weights[t]);
}
var TOLERANCE2, MAX_ITERATIONS2, SMALLEST_STEP, NO_PULL, PLAIN_ITERATIONS, MEMORY, FLAT, ROUNDING;
var init_fixed_point = __esm({
  "src/embedding/fixed-point.ts"() {
    "use strict";
    init_symmetric_eigen();
    init_weight_objective();
    TOLERANCE2 = 1e-8;
    MAX_ITERATIONS2 = 100;
    SMALLEST_STEP = 1e-8;
    NO_PULL = 1e-6;
    PLAIN_ITERATIONS = 50;
    MEMORY = 5;
    FLAT = 1e-14;
    ROUNDING = 1e-13;
  }
});

// src/embedding/projected-objective.ts
function copyUpper(upper, size, block, width, row, column) {
  for (let a = 0; a < width && row + a < size; a++) {
    const i = row + a;
    const start = i * size - i * (i - 1) / 2 - i;
    for (let b = 0; b < width && column + b < size; b++) {
      if (column + b >= i) upper[start + column + b] = block[a * width + b];
    }
  }
}
function leadingSpace(subspace, indicators, coefficients) {
  const q = subspace.dimension;
  const fixed = subspace.projected();
  const matrix = fixed.slice();
  indicators.addKernels(matrix, subspace, coefficients);
  const dimension = Math.min(LEADING_PANELS * subspace.width, q);
  const rows = symmetricEigen(matrix, q).vectors.slice(0, dimension * q);
  const half = timesRows(rows, dimension, fixed, q);
  const inside = new Float64Array(dimension * dimension);
  for (let a = 0; a < dimension; a++) {
    for (let b = 0; b < dimension; b++) inside[a * dimension + b] = dot(half, a * q, rows, b * q, q);
  }
  return { dimension, rows, fixed: inside, kernels: indicators.kernelsOf(rows, dimension, subspace) };
}
function timesRows(coefficients, count, rows, inner) {
  const length = rows.length / inner;
  const out = new Float64Array(count * length);
  for (let a = 0; a < count; a++) {
    for (let i = 0; i < inner; i++) addScaled2(out, a * length, rows, i * length, length, coefficients[a * inner + i]);
  }
  return out;
}
function projectedObjective({ dimension: q, fixed, kernels }, factors, within, k) {
  const m = factors.length;
  return {
    ensembleSize: m,
    evaluate(weights) {
      const matrix = fixed.slice();
      for (let t = 0; t < m; t++) {
        const coefficient = weights[t] * weights[t] * factors[t];
        const kernel = kernels[t];
        for (let i = 0, at = 0; i < q; at += q - i++) addScaled2(matrix, i * q + i, kernel, at, q - i, coefficient);
      }
      for (let i = 0; i < q; i++) for (let j = 0; j < i; j++) matrix[i * q + j] = matrix[j * q + i];
      const eigen = symmetricEigen(matrix, q);
      const top = topOfBoth(eigen.values, within, k);
      const objective = top.values.reduce((sum2, value) => sum2 + value, 0);
      const spans = new Float64Array(m);
      for (let t = 0; t < m; t++) {
        for (let j = 0; j < top.acrossCount; j++) {
          spans[t] += factors[t] * quadraticForm(kernels[t], eigen.vectors.subarray(j * q, j * q + q));
        }
      }
      return { objective, spans, eigen, top };
    }
  };
}
function quadraticForm(upper, v) {
  let sum2 = 0;
  for (let i = 0, at = 0; i < v.length; i++) {
    sum2 += upper[at++] * v[i] * v[i];
    const rest = v.length - i - 1;
    sum2 += 2 * v[i] * dot(upper, at, v, i + 1, rest);
    at += rest;
  }
  return sum2;
}
var ProjectedIndicators, LEADING_PANELS;
var init_projected_objective = __esm({
  "src/embedding/projected-objective.ts"() {
    "use strict";
    init_panels();
    init_symmetric_eigen();
    init_vector();
    init_spectrum();
    ProjectedIndicators = class {
      #table;
      #product;
      #roots;
      #store;
      #panelCount = 0;
      constructor(loops, table, product, { width, capacity }) {
        this.#table = table;
        this.#product = product;
        this.#roots = table.multiplicity.map(Math.sqrt);
        this.#store = createPanelStore(loops, table.clusterSizes.length, width, capacity + LEADING_PANELS);
      }
      /** Removes all panels after a restart of the subspace. */
      reset() {
        this.#panelCount = 0;
      }
      /** matrix += Q' (Σₜ coefficientₜ K⁽ᵗ⁾) Q for the whole basis, dimension x dimension. */
      addKernels(matrix, subspace, coefficients) {
        this.#update(subspace);
        const { width } = subspace;
        const q = subspace.dimension;
        const { clusterStarts } = this.#table;
        const scratch = subspace.capacity;
        const gram2 = new Float64Array(width * width);
        for (let p = 0, row = 0; p < subspace.panelCount; row += subspace.rank(p++)) {
          const scaled = this.#store.panel(scratch);
          scaled.set(this.#store.panel(p));
          for (let t = 0; t < coefficients.length; t++) {
            for (let at = clusterStarts[t] * width; at < clusterStarts[t + 1] * width; at++) scaled[at] *= coefficients[t];
          }
          for (let r = 0, column = 0; r <= p; column += subspace.rank(r++)) {
            this.#store.gramInto(gram2, scratch, r);
            for (let a = 0; a < subspace.rank(p); a++) {
              for (let b = 0; b < subspace.rank(r) && column + b <= row + a; b++) {
                matrix[(row + a) * q + column + b] += gram2[a * width + b];
                if (column + b < row + a) matrix[(column + b) * q + row + a] += gram2[a * width + b];
              }
            }
          }
        }
      }
      /** (Y' U⁽ᵗ⁾)(Y' U⁽ᵗ⁾)' for every labeling, Y = Q C with coefficient rows C; upper triangles row by row. */
      kernelsOf(rows, count, subspace) {
        this.#update(subspace);
        const { width, capacity } = subspace;
        const { clusterStarts, ensembleSize } = this.#table;
        const panels = Math.ceil(count / width);
        for (let panel = 0; panel < panels; panel++) {
          this.#store.panel(capacity + panel).fill(0);
          subspace.forCoefficients(rows, panel * width, Math.min(count, (panel + 1) * width), (p, coefficients) => {
            this.#store.update(capacity + panel, p, coefficients);
          });
        }
        const gram2 = new Float64Array(width * width);
        return Array.from({ length: ensembleSize }, (_, t) => {
          const kernel = new Float64Array(count * (count + 1) / 2);
          for (let first = 0; first < panels; first++) {
            for (let second = first; second < panels; second++) {
              this.#store.gramInto(gram2, capacity + first, capacity + second, clusterStarts[t], clusterStarts[t + 1]);
              copyUpper(kernel, count, gram2, width, first * width, second * width);
            }
          }
          return kernel;
        });
      }
      #update(subspace) {
        const { clusterSizes } = this.#table;
        const { width } = subspace;
        for (; this.#panelCount < subspace.panelCount; this.#panelCount++) {
          const sums = this.#product.sumByCluster(subspace.panel(this.#panelCount), this.#roots);
          const panel = this.#store.panel(this.#panelCount);
          for (let c = 0; c < clusterSizes.length; c++) {
            const scale = 1 / Math.sqrt(clusterSizes[c]);
            for (let a = 0; a < width; a++) panel[c * width + a] = scale * sums[c * width + a];
          }
        }
      }
    };
    LEADING_PANELS = 2;
  }
});

// src/embedding/reduced-gradient.ts
var reduced_gradient_exports = {};
__export(reduced_gradient_exports, {
  REDUCED_GRADIENT_TOLERANCE: () => REDUCED_GRADIENT_TOLERANCE,
  solveByReducedGradient: () => solveByReducedGradient
});
async function solveByReducedGradient(objective, { tolerance = REDUCED_GRADIENT_TOLERANCE, start, pauser, onStep } = {}) {
  let weights = start ?? uniformWeights(objective.ensembleSize);
  let current = await objective.evaluate(weights);
  let best = current.objective;
  const objectiveTrace = [best];
  let precision = 1e-3;
  let evaluations = 1;
  let iterations = 0;
  let converged = false;
  onStep?.({ iteration: 0, objective: best, weights });
  while (!converged && iterations < MAX_ITERATIONS3) {
    await pauser?.pause();
    const search = await searchAlongReducedGradient(objective, weights, current, best, precision);
    evaluations += search.evaluations;
    iterations++;
    const change = weights.reduce((most, weight, t) => Math.max(most, Math.abs(search.weights[t] - weight)), 0);
    const finer = change < Math.max(ZERO2, tolerance) && precision > 1e-8;
    if (finer) precision /= 10;
    converged = change < tolerance && !(finer && tolerance < REDUCED_GRADIENT_TOLERANCE);
    weights = search.weights;
    current = search.evaluation;
    best = search.objective;
    objectiveTrace.push(best);
    onStep?.({ iteration: iterations, objective: best, weights });
  }
  return { weights, objective: best, objectiveTrace, iterations, converged, evaluations, lastTrial: current };
}
async function searchAlongReducedGradient(objective, start, previous, previousObjective, precision) {
  let weights = start;
  let evaluation = previous;
  let evaluations = 0;
  const base = indexOfLargest2(weights);
  const direction = reducedDirection(weights, previous.spans, base);
  let along = lineFrom(objective, weights, direction);
  const evaluateAt = async (step2) => {
    evaluations++;
    return along(step2);
  };
  let low = 0;
  const startCost = costAtStart(objective, weights, direction, previousObjective);
  let lowCost = startCost;
  let span = longestStep(weights, direction) ?? 0;
  if (span === 0) return { weights, evaluation, objective: previousObjective, evaluations };
  let high = Math.min(span, 0.1);
  let highCost;
  for (; ; ) {
    evaluation = await evaluateAt(high);
    highCost = evaluation;
    if (!isBelow(highCost, lowCost)) break;
    lowCost = highCost;
    weights = normalised(weights.map((weight, t) => weight + high * direction[t]));
    restrictDirection(direction, weights, base);
    along = lineFrom(objective, weights, direction);
    const longest = longestStep(weights, direction);
    span = longest ?? 0;
    high = span;
    if (longest === null) break;
  }
  let candidates = [
    [lowCost, low],
    [highCost, high]
  ];
  while (high - low > precision * Math.abs(span) && high > Number.EPSILON) {
    const right = low + (high - low) / GOLDEN_RATIO;
    const left = low + (right - low) / GOLDEN_RATIO;
    const atRight = await evaluateAt(right);
    const atLeft = await evaluateAt(left);
    candidates = [
      [lowCost, low],
      [atLeft, left],
      [atRight, right],
      [highCost, high]
    ];
    const winner2 = indexOfSmallest(candidates);
    if (winner2 <= 1) {
      evaluation = winner2 === 0 ? atLeft : atRight;
      high = winner2 === 0 ? left : right;
      highCost = evaluation;
    } else {
      evaluation = winner2 === 2 ? atLeft : atRight;
      low = winner2 === 2 ? left : right;
      lowCost = evaluation;
    }
  }
  const [cost, step] = candidates[indexOfSmallest(candidates)];
  const isBetter = cost !== startCost && isBelow(cost, startCost);
  if (isBetter) weights = weights.map((weight, t) => weight + step * direction[t]);
  return { weights, evaluation, objective: cost.objective, evaluations };
}
function costAtStart(objective, weights, direction, J) {
  const { along } = objective;
  if (along === void 0) return { objective: J };
  const slack = 16 * OBJECTIVE_TOLERANCE * J;
  const onLine = along(weights, direction.slice());
  let exact = null;
  return {
    get objective() {
      return exact?.objective ?? J;
    },
    get bounds() {
      return exact === null ? { low: J - slack, high: J + slack } : exact.bounds;
    },
    narrow() {
      if (exact !== null) return exact.narrow?.() ?? false;
      exact = onLine(0);
      return true;
    }
  };
}
function lineFrom(objective, weights, direction) {
  const fixed = direction.slice();
  const evaluate2 = objective.along?.(weights, fixed) ?? ((step) => objective.evaluate(weights.map((weight, t) => weight + step * fixed[t])));
  const known = [];
  return (step) => {
    const before = known.find((other) => Math.abs(other.step - step) <= 8 * Number.EPSILON * step);
    if (before !== void 0) return before.evaluation;
    const evaluation = evaluate2(step);
    known.push({ step, evaluation });
    return evaluation;
  };
}
function reducedDirection(weights, spans, base) {
  const gradient = weights.map((weight, t) => 2 * weight * spans[t]);
  const norm = Math.sqrt(gradient.reduce((sum2, value) => sum2 + value * value, 0));
  const direction = gradient.map((value, t) => {
    const reduced = value / norm - gradient[base] / norm;
    return weights[t] > 0 || reduced < 0 ? -reduced : 0;
  });
  balanceDirection(direction, base);
  return direction;
}
function restrictDirection(direction, weights, base) {
  for (let t = 0; t < direction.length; t++) if (weights[t] <= ZERO2 && direction[t] <= 0) direction[t] = 0;
  balanceDirection(direction, base);
}
function balanceDirection(direction, base) {
  direction[base] = 0;
  direction[base] = -direction.reduce((sum2, value) => sum2 + value, 0);
}
function longestStep(weights, direction) {
  let longest = null;
  for (let t = 0; t < weights.length; t++) {
    if (direction[t] >= 0) continue;
    const step = -weights[t] / direction[t];
    if (longest === null || step < longest) longest = step;
  }
  return longest;
}
function normalised(weights) {
  const positive = weights.map((weight) => weight < ZERO2 ? 0 : weight);
  const total = positive.reduce((sum2, weight) => sum2 + weight, 0);
  return positive.map((weight) => weight / total);
}
function indexOfLargest2(values) {
  return values.reduce((at, value, t) => value > values[at] ? t : at, 0);
}
function indexOfSmallest(candidates) {
  let smallest = 0;
  for (let i = 1; i < candidates.length; i++) if (isBelow(candidates[i][0], candidates[smallest][0])) smallest = i;
  return smallest;
}
var REDUCED_GRADIENT_TOLERANCE, ZERO2, GOLDEN_RATIO, MAX_ITERATIONS3;
var init_reduced_gradient = __esm({
  "src/embedding/reduced-gradient.ts"() {
    "use strict";
    init_weight_objective();
    REDUCED_GRADIENT_TOLERANCE = 1e-5;
    ZERO2 = 1e-16;
    GOLDEN_RATIO = (Math.sqrt(5) + 1) / 2;
    MAX_ITERATIONS3 = 2e3;
  }
});

// src/hot-loops/dense.ts
function createDenseMatrix(loops, rowCount, columnCount) {
  const size = rowCount + rowCount % 2;
  const width = 8 * Math.ceil(columnCount / 8);
  if (loops.kind === "plain") {
    const values2 = new Float64Array(size * size);
    const input2 = new Float64Array(size * width);
    const output2 = new Float64Array(size * width);
    return { size, values: values2, width, input: input2, output: output2, multiply: () => denseTimesBlock(values2, input2, output2, size, width) };
  }
  const workspace = new Workspace(loops, 8 * size * (size + 2 * width));
  const values = workspace.float64(size * size);
  const input = workspace.float64(size * width);
  const output = workspace.float64(size * width);
  return {
    size,
    values,
    width,
    input,
    output,
    multiply() {
      const columns = 8 * Math.max(1, Math.floor(25e4 / (size * size)));
      for (let from = 0; from < width; from += columns) {
        workspace.exports.denseTimesBlock(
          values.byteOffset,
          input.byteOffset,
          output.byteOffset,
          size,
          width,
          from,
          Math.min(from + columns, width)
        );
      }
    }
  };
}
function denseTimesBlock(a, x, y, size, width) {
  for (let lane = 0; lane < width; lane += 4) {
    for (let r = 0; r < size; r += 2) {
      let c00 = 0;
      let c01 = 0;
      let c02 = 0;
      let c03 = 0;
      let c10 = 0;
      let c11 = 0;
      let c12 = 0;
      let c13 = 0;
      for (let b = 0, p = lane, f = r * size; b < size; b++, p += width, f++) {
        const s0 = a[f];
        const s1 = a[f + size];
        c00 += s0 * x[p];
        c01 += s0 * x[p + 1];
        c02 += s0 * x[p + 2];
        c03 += s0 * x[p + 3];
        c10 += s1 * x[p];
        c11 += s1 * x[p + 1];
        c12 += s1 * x[p + 2];
        c13 += s1 * x[p + 3];
      }
      const o = r * width + lane;
      y[o] = c00;
      y[o + 1] = c01;
      y[o + 2] = c02;
      y[o + 3] = c03;
      y[o + width] = c10;
      y[o + width + 1] = c11;
      y[o + width + 2] = c12;
      y[o + width + 3] = c13;
    }
  }
}
var init_dense = __esm({
  "src/hot-loops/dense.ts"() {
    "use strict";
    init_workspace();
  }
});

// src/anchors/factor-space.ts
function leadingProjection(roots, { values, vectors }, q) {
  const kept = values.filter((value) => value > ZERO3 * values[0]).length;
  const out = new Float64Array(q * kept);
  for (let a = 0; a < q; a++) {
    for (let z = 0; z < kept; z++) {
      out[a * kept + z] = roots[a] * vectors[a * values.length + z] / Math.sqrt(values[z]);
    }
  }
  return { rowCount: q, columnCount: kept, values: out };
}
function upperTriangle(matrix, size) {
  const upper = new Float64Array(size * (size + 1) / 2);
  for (let i = 0, at = 0; i < size; i++) for (let j = i; j < size; j++) upper[at++] = matrix[i * size + j];
  return upper;
}
var LEADING, FactorSpace, ZERO3;
var init_factor_space = __esm({
  "src/anchors/factor-space.ts"() {
    "use strict";
    init_fixed_point();
    init_projected_objective();
    init_reduced_gradient();
    init_dense();
    init_top_eigenpairs();
    init_vector();
    LEADING = 3;
    FactorSpace = class {
      ensembleSize;
      #options;
      #size;
      #gram;
      #last = null;
      /** `gram` is the lower triangle of F'F. */
      constructor(gram2, options) {
        const { clusterCount, clusterStarts, loops } = options;
        this.#options = options;
        this.ensembleSize = clusterStarts.length - 1;
        const q = Math.sqrt(gram2.length);
        this.#size = q;
        this.#gram = createDenseMatrix(loops, q, blockWidth(Math.min(clusterCount, q)));
        const { size, values } = this.#gram;
        for (let a = 0; a < q; a++) {
          for (let b = 0; b <= a; b++) {
            values[a * size + b] = gram2[a * q + b];
            values[b * size + a] = gram2[a * q + b];
          }
        }
      }
      async evaluate(weights) {
        const last = this.#last;
        if (last?.weights.every((weight, t) => weight === weights[t])) return last.evaluation;
        const { clusterCount, loops, seed, pauser } = this.#options;
        const roots = this.#roots(weights);
        const found = await topEigenpairs(this.#operator(roots), {
          count: Math.min(clusterCount, this.#size),
          loops,
          seed,
          pauser,
          start: last === null ? void 0 : { values: last.found.vectors, columns: last.found.values.length }
        });
        const eigenvalues = new Float64Array(clusterCount);
        eigenvalues.set(found.values.map((value) => Math.max(0, value)));
        const projection = this.#projection(roots, found);
        const evaluation = {
          eigenvalues,
          projection,
          objective: eigenvalues.reduce((sum2, value) => sum2 + value, 0),
          spans: this.#spans(this.#images(projection)),
          next: Math.max(0, found.next),
          converged: found.converged
        };
        this.#last = { weights, evaluation, found };
        return evaluation;
      }
      /** The weights that minimise J. A solver that needs many evaluations works on a small space around the optimum. */
      async solve(solver, onStep) {
        const { pauser } = this.#options;
        const isQuick = solver === solveByFixedPoint;
        const quick = await solveByFixedPoint(this, { pauser, onStep: isQuick ? onStep : void 0 });
        if (isQuick) return quick;
        const tolerance = REDUCED_GRADIENT_TOLERANCE / 10;
        return solver(await this.#near(quick.weights), { tolerance, pauser, onStep });
      }
      /** √C: 1 for anchors, wₜ for clusters. */
      #roots(weights) {
        const { anchorCount: p, clusterStarts } = this.#options;
        const roots = new Float64Array(this.#size).fill(1);
        weights.forEach((weight, t) => {
          roots.fill(weight, p + clusterStarts[t], p + clusterStarts[t + 1]);
        });
        return roots;
      }
      #operator(roots) {
        const q = this.#size;
        const { input, output, width } = this.#gram;
        return {
          size: q,
          applyInto: (y, x, columns) => {
            for (let a = 0; a < q; a++) {
              for (let b = 0; b < columns; b++) input[a * width + b] = roots[a] * x[a * columns + b];
            }
            this.#gram.multiply();
            for (let a = 0; a < q; a++) {
              for (let b = 0; b < columns; b++) y[a * columns + b] = roots[a] * output[a * width + b];
            }
          }
        };
      }
      /** C^½ Y Λ^-½, with a column of zeros for a zero eigenvalue. */
      #projection(roots, { values, vectors }) {
        const q = this.#size;
        const k = this.#options.clusterCount;
        const projection = new Float64Array(q * k);
        for (let z = 0; z < values.length; z++) {
          const factor = values[z] > ZERO3 * values[0] ? 1 / Math.sqrt(values[z]) : 0;
          for (let a = 0; a < q; a++) projection[a * k + z] = factor * roots[a] * vectors[a * values.length + z];
        }
        return { rowCount: q, columnCount: k, values: projection };
      }
      /** G projection = F'Z, q x k. */
      #images({ columnCount: k, values }) {
        const q = this.#size;
        const { input, output, width } = this.#gram;
        const images = new Float64Array(q * k);
        for (let from = 0; from < k; from += width) {
          const columns = Math.min(width, k - from);
          input.fill(0);
          for (let a = 0; a < q; a++) {
            for (let b = 0; b < columns; b++) input[a * width + b] = values[a * k + from + b];
          }
          this.#gram.multiply();
          for (let a = 0; a < q; a++) {
            for (let b = 0; b < columns; b++) images[a * k + from + b] = output[a * width + b];
          }
        }
        return { rowCount: q, columnCount: k, values: images };
      }
      /** sₜ = |U⁽ᵗ⁾' Z|² */
      #spans({ columnCount: k, values }) {
        const { anchorCount: p, clusterStarts } = this.#options;
        const spans = new Float64Array(this.ensembleSize);
        for (let t = 0; t < spans.length; t++) {
          const from = (p + clusterStarts[t]) * k;
          spans[t] = dot(values, from, values, from, (p + clusterStarts[t + 1]) * k - from);
        }
        return spans;
      }
      /** J on the leading eigenvectors of M at these weights. Correct to second order near these weights. */
      async #near(weights) {
        const { clusterCount, anchorCount: p, clusterStarts, loops, seed, pauser } = this.#options;
        const count = Math.min(LEADING * clusterCount, this.#size);
        const roots = this.#roots(weights);
        const found = await topEigenpairs(this.#operator(roots), { count, loops, seed, pauser });
        const { values, columnCount: k } = this.#images(leadingProjection(roots, found, this.#size));
        const productOf = (from, to) => {
          const full = new Float64Array(k * k);
          for (let a = from; a < to; a++) {
            for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) full[i * k + j] += values[a * k + i] * values[a * k + j];
          }
          return full;
        };
        const kernelsOf = Array.from(
          { length: this.ensembleSize },
          (_, t) => upperTriangle(productOf(p + clusterStarts[t], p + clusterStarts[t + 1]), k)
        );
        const space = { dimension: k, rows: new Float64Array(0), fixed: productOf(0, p), kernels: kernelsOf };
        const ones = new Float64Array(this.ensembleSize).fill(1);
        const within = { values: new Float64Array(0), rows: new Int32Array(0) };
        return projectedObjective(space, ones, within, clusterCount);
      }
    };
    ZERO3 = 1e-13;
  }
});

// src/anchors/fit.ts
async function fitAnchored(passes, sampleCount, survey2, anchors, options) {
  const { isNormalised, clusterCount } = options;
  const { ensembleSize: m, clusterStarts } = survey2;
  const factor = survey2.sampleCount / sampleCount;
  const links = linkModel(survey2, anchors, options.alpha);
  const spaceOf = async (model2) => {
    const { gram: gram2, uncovered } = await sumGram(passes, model2, factor);
    const anchorCount = anchors.roots.length;
    const { loops, seed, pauser } = options;
    const space2 = new FactorSpace(gram2, { clusterCount, anchorCount, clusterStarts, loops, seed, pauser });
    return { space: space2, uncoveredShare: uncovered / sampleCount };
  };
  const found = (model2, uncoveredShare2, top2) => ({
    model: model2,
    uncoveredShare: uncoveredShare2,
    projection: top2.projection,
    eigenvalues: top2.eigenvalues,
    next: top2.next,
    objective: top2.objective
  });
  if (!isNormalised) {
    const model2 = { ...links, linkSums: null, indicators: indicatorsOf(survey2, 1), shares: null };
    const { space: space2, uncoveredShare: uncoveredShare2 } = await spaceOf(model2);
    const { weights: weights2, objectiveTrace, iterations, converged } = await space2.solve(options.solver, options.onStep);
    const top2 = await space2.evaluate(weights2);
    const isConverged = converged && top2.converged;
    return {
      ...found(model2, uncoveredShare2, top2),
      weights: weights2,
      objectiveTrace,
      iterations,
      converged: isConverged
    };
  }
  const linkSums = await sumLinks(passes, links, factor);
  const learned = options.weights === "uniform" ? null : await (await spaceOf({ ...links, linkSums, indicators: indicatorsOf(survey2, m), shares: null })).space.solve(
    options.solver,
    options.onStep
  );
  const weights = learned?.weights ?? uniformWeights(m);
  const model = { ...links, linkSums, ...baseTerm2(survey2, weights) };
  const { space, uncoveredShare } = await spaceOf(model);
  const top = await space.evaluate(new Float64Array(m).fill(1));
  return {
    ...found(model, uncoveredShare, top),
    weights,
    objectiveTrace: learned?.objectiveTrace ?? [top.objective],
    iterations: learned?.iterations ?? 0,
    converged: (learned?.converged ?? true) && top.converged
  };
}
function linkModel(survey2, anchors, alpha) {
  const { ensembleSize, hasMissing: hasMissing2, clusterWeights: clusterWeights2, largest: largest2 } = survey2;
  return {
    ensembleSize,
    hasMissing: hasMissing2,
    clusterWeights: clusterWeights2,
    largest: largest2,
    alpha,
    anchors: anchors.clusters,
    anchorRoots: anchors.roots
  };
}
function indicatorsOf({ sampleCount, clusterStarts, clusterSizes, coverage }, factor) {
  const indicators = new Float64Array(clusterSizes.length);
  coverage.forEach((covered, t) => {
    for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
      indicators[c] = Math.sqrt(factor * sampleCount / covered / clusterSizes[c]);
    }
  });
  return indicators;
}
function baseTerm2({ clusterStarts, clusterSizes, clusterWeights: clusterWeights2 }, weights) {
  const indicators = new Float64Array(clusterSizes.length);
  const shares = new Float64Array(clusterSizes.length);
  weights.forEach((weight, t) => {
    for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
      shares[c] = weight * clusterWeights2[c];
      indicators[c] = Math.sqrt(shares[c] / clusterSizes[c]);
    }
  });
  return { indicators, shares };
}
async function sumLinks(passes, links, factor) {
  const sums = new Float64Array(links.anchorRoots.length);
  const none = new Float64Array(0);
  await passes.run("degrees", { model: { ...links, linkSums: null, indicators: none, shares: null } }, (partial2) => {
    addInto(sums, partial2);
  });
  return sums.map((sum2) => factor * sum2);
}
async function sumGram(passes, model, factor) {
  let total = null;
  let uncovered = 0;
  await passes.run("gram", { model }, (partial2) => {
    uncovered += partial2.uncovered;
    if (total === null) total = partial2.gram;
    else addInto(total, partial2.gram);
  });
  const gram2 = total;
  if (factor !== 1) for (let at = 0; at < gram2.length; at++) gram2[at] *= factor;
  return { gram: gram2, uncovered };
}
function addInto(sums, partial2) {
  for (let at = 0; at < sums.length; at++) sums[at] += partial2[at];
}
var init_fit = __esm({
  "src/anchors/fit.ts"() {
    "use strict";
    init_weight_objective();
    init_factor_space();
  }
});

// src/anchors/survey.ts
async function surveyClusters(passes, extent, lambda) {
  const { ensembleSize: m, clusterStarts } = extent;
  const clusterSizes = new Float64Array(clusterStarts[m]);
  const places = pairPlaces(clusterStarts);
  const pairCounts2 = new Float64Array(places[places.length - 1]);
  await passes.run("survey", {}, (partial2) => {
    partial2.clusterSizes.forEach((size, c) => {
      clusterSizes[c] += size;
    });
    for (let at = 0; at < pairCounts2.length; at++) pairCounts2[at] += partial2.pairCounts[at];
  });
  const coverage = Float64Array.from(
    { length: m },
    (_, t) => clusterSizes.subarray(clusterStarts[t], clusterStarts[t + 1]).reduce((sum2, size) => sum2 + size, 0)
  );
  const entropies = new Float64Array(clusterStarts[m]);
  for (let s = 1, pair = 0; s < m; s++) {
    const columnCount = clusterStarts[s + 1] - clusterStarts[s];
    for (let t = 0; t < s; t++, pair++) {
      const counts = pairCounts2.subarray(places[pair], places[pair + 1]);
      const lineCount2 = clusterStarts[t + 1] - clusterStarts[t];
      addEntropies(entropies, counts, lineCount2, columnCount, clusterStarts[t], clusterStarts[s]);
    }
  }
  const clusterWeights2 = weightsFromEntropies(entropies, clusterStarts, { kind: "nwca", lambda });
  let largest2 = 0;
  await passes.run("largest", { clusterWeights: clusterWeights2 }, (partial2) => {
    largest2 = Math.max(largest2, partial2.largest);
    if (partial2.weightless < 0) return;
    throw new InputError(
      `consensus: lambda must be large enough that every sample has a cluster with a weight above 0; got ${lambda}`
    );
  });
  return { ...extent, clusterSizes, coverage, clusterWeights: clusterWeights2, largest: largest2 };
}
var init_survey = __esm({
  "src/anchors/survey.ts"() {
    "use strict";
    init_check();
    init_cluster_weights();
    init_passes();
  }
});

// src/consensus/anchored.ts
async function anchoredConsensus(extent, passes, options, context) {
  const { seed, report } = context;
  const { anchorCount, withEmbedding } = options;
  report("similarity", 0, 1);
  const survey2 = await surveyClusters(passes, extent, options.lambda);
  const probeSamples = drawProbe(extent.sampleCount, hash32(seed, 1));
  const probe = await gatherProbe(passes, extent, probeSamples);
  const here = await passesInThisThread(probe, {});
  const fitOn = (runner, sampleCount, anchors2, alpha2) => fitAnchored(runner, sampleCount, survey2, anchors2, { ...options, ...context, alpha: alpha2 });
  const anchorsOf = (draw) => anchorsFrom(probe, survey2, anchorCount, hash32(seed, 2 + draw));
  const onProbe = async (anchors2, alpha2) => {
    const fit2 = await fitOn(here, probe.sampleCount, anchors2, alpha2);
    const model2 = { ...centresOf3(fit2, probe, options, context), features: fit2.model, projection: fit2.projection };
    return { fit: fit2, model: model2, labels: labelProbe(probe, model2), alpha: alpha2 };
  };
  const anchors = anchorsOf(0);
  const { alpha, search } = await chooseThreshold(options.alpha, probe, report, (value) => onProbe(anchors, value));
  report("embedding", 0, 1);
  const fit = await fitOn(passes, extent.sampleCount, anchors, alpha);
  if (fit.uncoveredShare > LEAST_COVERED) throw tooFewLinks(alpha, anchors.roots.length, fit.uncoveredShare);
  report("labels", 0, 1);
  const model = { features: fit.model, projection: fit.projection, ...centresOf3(fit, probe, options, context) };
  const labeled = await labelAll(passes, extent, model, withEmbedding);
  const other = await onProbe(anchorsOf(1), alpha);
  const agreement2 = adjustedRandIndex(
    Int32Array.from(probeSamples, (i) => labeled.labels[i]),
    other.labels
  );
  const { uncoveredShare, eigenvalues } = fit;
  const anchored = { anchorCount: anchors.roots.length, uncoveredShare, agreement: agreement2 };
  return {
    labels: labeled.labels,
    confidence: labeled.confidence,
    embedding: labeled.embedding,
    anchored,
    alpha,
    alphaSearch: search,
    modelParts: modelPartsOf(extent, labeled.model, labeled.confidenceTable),
    weights: fit.weights,
    eigenvalues,
    eigengap: eigenvalues[eigenvalues.length - 1] - fit.next,
    objective: fit.objective,
    objectiveTrace: fit.objectiveTrace,
    iterations: fit.iterations,
    converged: fit.converged,
    warnings: anchorWarnings(anchored)
  };
}
function anchorsFrom(probe, survey2, count, seed) {
  const clusters = drawAnchors(probe, survey2.clusterWeights, count, seed);
  const { ensembleSize, hasMissing: hasMissing2, clusterWeights: clusterWeights2, largest: largest2 } = survey2;
  const none = new Float64Array(0);
  const model = { ensembleSize, hasMissing: hasMissing2, clusterWeights: clusterWeights2, largest: largest2, alpha: 0, anchors: clusters };
  return { clusters, roots: anchorRoots(probe, { ...model, linkSums: null, indicators: none, shares: null }) };
}
async function chooseThreshold(alpha, probe, report, run) {
  if (alpha !== "auto") return { alpha, search: null };
  const [block] = probe.blocks;
  const rows = new Int32Array(block.rowCount * probe.ensembleSize);
  rowClustersInto(rows, block, probe, 0, block.rowCount);
  const labelings = labelColumns(rows, probe.clusterStarts).map(
    (labels) => Int32Array.from(block.rowOf, (row) => labels[row])
  );
  let done = 0;
  const { best, search } = await chooseAlpha(labelings, async (value) => {
    report("similarity", done++, 10);
    const found = await run(value);
    return found.fit.uncoveredShare > LEAST_COVERED ? null : found;
  });
  return { alpha: best.alpha, search };
}
function tooFewLinks(alpha, anchorCount, uncoveredShare) {
  return new InputError(
    `consensus: alpha must be small enough to link half of the samples to one of the ${anchorCount} anchors; got ${alpha}, which leaves ${(100 * uncoveredShare).toFixed(0)} % without a link. Lower alpha or use more anchors`
  );
}
function centresOf3({ model, projection }, probe, { clusterCount: k, restarts }, { loops, seed, pauser }) {
  const [block] = probe.blocks;
  const m = probe.ensembleSize;
  if (k === 1) return { centres: { rowCount: 1, columnCount: 1, values: new Float64Array(1) } };
  const labeler = createRowLabeler({
    features: model,
    projection,
    centres: { rowCount: 0, columnCount: k, values: new Float64Array(0) }
  });
  const clusters = new Int32Array(block.rowCount * m);
  rowClustersInto(clusters, block, probe, 0, block.rowCount);
  const points = new Float64Array(block.rowCount * k);
  for (let r = 0; r < block.rowCount; r++) {
    labeler.label(clusters, r * m);
    points.set(labeler.direction, r * k);
  }
  const { centres } = kMeans(
    { rowCount: block.rowCount, columnCount: k, values: points },
    {
      clusterCount: Math.min(k, block.rowCount),
      restarts,
      seed,
      loops,
      weights: Float64Array.from(block.multiplicity),
      onIteration: () => pauser.check()
    }
  );
  return { centres };
}
function labelProbe(probe, model) {
  const [block] = probe.blocks;
  const m = probe.ensembleSize;
  const labeler = createRowLabeler(model);
  const clusters = new Int32Array(block.rowCount * m);
  rowClustersInto(clusters, block, probe, 0, block.rowCount);
  const perRow = Int32Array.from(block.multiplicity, (_, r) => labeler.label(clusters, r * m));
  return Int32Array.from(block.rowOf, (row) => perRow[row]);
}
async function labelAll(passes, extent, model, withEmbedding) {
  const { sampleCount: n, ensembleSize: m, clusterStarts } = extent;
  const { rowCount: centreCount, columnCount: k } = model.centres;
  const P = clusterStarts[m];
  const labels = new Int32Array(n);
  const embedding = withEmbedding ? new Float64Array(n * k) : null;
  const counts = new Float64Array(centreCount * P);
  const order = [];
  await passes.run("label", { model, withEmbedding }, (partial2, span) => {
    const { from } = samplesOf(span, n);
    labels.set(partial2.labels, from);
    if (partial2.embedding !== null) embedding?.set(partial2.embedding, from * k);
    for (let at = 0; at < counts.length; at++) counts[at] += partial2.counts[at];
    for (const label2 of partial2.order) if (!order.includes(label2)) order.push(label2);
  });
  const numbers = new Int32Array(centreCount);
  order.forEach((label2, number2) => {
    numbers[label2] = number2;
  });
  const sizes = new Float64Array(order.length);
  for (let i = 0; i < n; i++) {
    labels[i] = numbers[labels[i]];
    sizes[labels[i]]++;
  }
  const confidenceTable = { sizes, counts: pickRows(counts, P, order) };
  const confidence2 = new Float64Array(n);
  await passes.run(
    "confidence",
    { table: confidenceTable },
    (partial2, span) => confidence2.set(partial2, samplesOf(span, n).from),
    labels
  );
  const centres = { rowCount: order.length, columnCount: k, values: pickRows(model.centres.values, k, order) };
  return {
    labels,
    confidence: confidence2,
    confidenceTable,
    model: { ...model, centres },
    embedding: embedding === null ? null : { rowCount: n, columnCount: k, values: embedding }
  };
}
function modelPartsOf(extent, model, { counts, sizes }) {
  const { ensembleSize: m, clusterStarts } = extent;
  const { features, projection, centres } = model;
  const { anchors, anchorRoots: roots, clusterWeights: clusterWeights2, largest: largest2, alpha, linkSums, indicators, shares } = features;
  const k = projection.columnCount;
  const p = roots.length;
  const P = clusterWeights2.length;
  const labeler = createRowLabeler(model);
  const covered = new Int32Array(sizes.length * m);
  for (let C2 = 0; C2 < sizes.length; C2++) {
    for (let t = 0; t < m; t++) {
      for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) covered[C2 * m + t] += counts[C2 * P + c];
    }
  }
  const labelings = new Int32Array(m * p);
  labelColumns(anchors, clusterStarts).forEach((labels, t) => {
    labelings.set(labels, t * p);
  });
  const none = new Float64Array(0);
  return {
    counts: { clusterCount: sizes.length, inCluster: Int32Array.from(counts), covered },
    rows: {
      rowCount: p,
      labelings,
      multiplicity: new Int32Array(p).fill(1),
      isWhole: false,
      labels: Int32Array.from({ length: p }, (_, l) => labeler.label(anchors, l * m))
    },
    rule: {
      kind: "spectral",
      alpha,
      clusterWeights: clusterWeights2,
      divisor: largest2,
      largest: features.hasMissing ? largest2 : largest2 / m,
      roots,
      centres,
      projection: projection.values.subarray(0, p * k).map((value) => Math.SQRT2 * value),
      base: projection.values.subarray(p * k).map((value, at) => indicators[Math.floor(at / k)] * value),
      degreeSums: linkSums ?? none,
      clusterDegrees: shares ?? none,
      unitRows: true
    }
  };
}
function pickRows(values, width, rows) {
  const picked = new Float64Array(rows.length * width);
  rows.forEach((row, at) => {
    picked.set(values.subarray(row * width, (row + 1) * width), at * width);
  });
  return picked;
}
function anchorWarnings({ anchorCount, agreement: agreement2, uncoveredShare }) {
  const warnings = [
    `Approximated with ${anchorCount} anchors. Two independent sets of anchors agree with an ARI of ${agreement2.toFixed(3)}.`
  ];
  if (agreement2 < GOOD_AGREEMENT) warnings.push("The approximation is rough. Use more anchors or a smaller alpha.");
  if (uncoveredShare > 0.01) {
    const percent = (100 * uncoveredShare).toFixed(1);
    warnings.push(`${percent} % of the samples are not linked to any anchor. Use more anchors or a smaller alpha.`);
  }
  return warnings;
}
var GOOD_AGREEMENT, LEAST_COVERED;
var init_anchored = __esm({
  "src/consensus/anchored.ts"() {
    "use strict";
    init_anchors();
    init_draw_anchors();
    init_fit();
    init_pass_runner();
    init_row_labeler();
    init_survey();
    init_check();
    init_label_store();
    init_adjusted_rand_index();
    init_k_means();
    init_random();
    init_choose_alpha();
    GOOD_AGREEMENT = 0.9;
    LEAST_COVERED = 0.5;
  }
});

// src/consensus/solvers.ts
function solverNamed(name) {
  return name === "reduced-gradient" ? solveByReducedGradient : solveByFixedPoint;
}
var init_solvers = __esm({
  "src/consensus/solvers.ts"() {
    "use strict";
    init_fixed_point();
    init_reduced_gradient();
  }
});

// src/consensus/anchored-labelings.ts
var anchored_labelings_exports = {};
__export(anchored_labelings_exports, {
  consensusOfStore: () => consensusOfStore
});
async function consensusOfStore(store, settings, context) {
  const { anchorCount } = settings;
  const P = store.clusterStarts[store.ensembleSize];
  context.checkMemory(anchoredBytes(anchorCount, P), `${anchorCount} anchors and ${P} clusters`);
  const passes = await context.executor.openPasses(store, { signal: context.pauser.signal });
  try {
    return await anchoredConsensus(store, passes, { ...settings, solver: solverNamed(settings.solver) }, context);
  } finally {
    await passes.close();
  }
}
var init_anchored_labelings = __esm({
  "src/consensus/anchored-labelings.ts"() {
    "use strict";
    init_anchored();
    init_choose_route();
    init_solvers();
  }
});

// src/embedding/exact-objective.ts
var TOLERANCE3, MAX_PRODUCTS2, ExactObjective;
var init_exact_objective = __esm({
  "src/embedding/exact-objective.ts"() {
    "use strict";
    init_random();
    init_subspace2();
    init_symmetric_eigen();
    init_top_eigenpairs();
    init_cluster_product();
    init_projected_objective();
    init_spectrum();
    TOLERANCE3 = 1e-11;
    MAX_PRODUCTS2 = 500;
    ExactObjective = class {
      ensembleSize;
      #table;
      #fixed;
      #within;
      #options;
      #subspace;
      #indicators;
      #product;
      #roots;
      #last = null;
      constructor(table, fixed, within, options) {
        const { clusterCount, loops, seed, start } = options;
        const width = blockWidth(Math.min(clusterCount, table.rowCount));
        this.ensembleSize = table.ensembleSize;
        this.#table = table;
        this.#fixed = fixed;
        this.#within = within;
        this.#options = options;
        this.#subspace = new Subspace(loops, fixed, width, panelCapacity(width));
        this.#product = createClusterProduct(loops, table, width);
        this.#indicators = new ProjectedIndicators(loops, table, this.#product, this.#subspace);
        this.#roots = table.multiplicity.map(Math.sqrt);
        this.#subspace.expand(startingBlock(fixed.size, width, randomFor(seed, 0), start));
      }
      async evaluate(weights) {
        if (this.#last?.weights.every((weight, t) => weight === weights[t])) return this.#last.evaluation;
        const subspace = this.#subspace;
        const { width } = subspace;
        for (let products = 0; ; products++) {
          const q = subspace.dimension;
          const matrix = subspace.projected();
          this.#indicators.addKernels(matrix, subspace, this.#coefficients(weights));
          const { values, vectors } = symmetricEigen(matrix, q);
          const top = topOfBoth(values, this.#within, this.#options.clusterCount);
          const pairs2 = Math.min(width, q);
          const ritz = subspace.combine(vectors, pairs2);
          const residuals = subspace.combineImages(vectors, pairs2);
          this.#product.add(residuals, ritz, this.#roots, this.#clusterFactors(weights));
          subtractScaled(residuals, ritz, values, width, pairs2);
          const wanted = Math.max(1, top.acrossCount);
          const gap = values[wanted - 1] - (values[wanted] ?? 0);
          const residual2 = largestNorm(residuals, width, wanted);
          const precise = q >= this.#fixed.size || residual2 <= allowedResidual(values[0], gap, TOLERANCE3);
          if (!precise && products < MAX_PRODUCTS2) {
            if (subspace.full) {
              subspace.compress(vectors, q);
              this.#indicators.reset();
            }
            await this.#options.pauser.pause();
            if (subspace.expand(residuals) > 0) continue;
          }
          const evaluation = {
            objective: top.values.reduce((sum2, value) => sum2 + value, 0),
            spans: this.#spans(ritz, top.acrossCount),
            vectors: firstColumns(ritz, width, top.acrossCount),
            top,
            precise: precise || products < MAX_PRODUCTS2
          };
          this.#last = { weights, evaluation };
          return evaluation;
        }
      }
      /**
       * J(w) on the leading Ritz vectors of M at these weights: right to second order near them and free of n, for solvers
       * that need hundreds of evaluations.
       */
      near(weights) {
        const space = leadingSpace(this.#subspace, this.#indicators, this.#coefficients(weights));
        return projectedObjective(space, this.#options.factors, this.#within, this.#options.clusterCount);
      }
      /** wₜ² fₜ */
      #coefficients(weights) {
        return weights.map((weight, t) => weight * weight * this.#options.factors[t]);
      }
      /** wₜ² fₜ / |c| for every cluster. */
      #clusterFactors(weights) {
        const { clusterStarts, clusterSizes } = this.#table;
        const factors = new Float64Array(clusterSizes.length);
        this.#coefficients(weights).forEach((coefficient, t) => {
          for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) factors[c] = coefficient / clusterSizes[c];
        });
        return factors;
      }
      /** sₜ = fₜ |U⁽ᵗ⁾' Z|² for the first `count` columns. */
      #spans(block, count) {
        const { clusterStarts, clusterSizes } = this.#table;
        const { width } = this.#subspace;
        const sums = this.#product.sumByCluster(block, this.#roots);
        return this.#options.factors.map((factor, t) => {
          let span = 0;
          for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
            let square = 0;
            for (let b = 0; b < count; b++) square += sums[c * width + b] * sums[c * width + b];
            span += square / clusterSizes[c];
          }
          return factor * span;
        });
      }
    };
  }
});

// src/embedding/weighted-embedding.ts
async function weightedEmbedding(table, fixed, within, { solver, onStep, ...options }) {
  const { pauser } = options;
  const objective = new ExactObjective(table, fixed, within, options);
  const isQuick = solver === solveByFixedPoint;
  let solution = await solveByFixedPoint(objective, { pauser, onStep: isQuick ? onStep : void 0 });
  if (!isQuick) {
    const tolerance = REDUCED_GRADIENT_TOLERANCE / 10;
    solution = await solver(objective.near(solution.weights), { tolerance, pauser, onStep });
  }
  const { objective: J, top, vectors, precise } = await objective.evaluate(solution.weights);
  const { weights, objectiveTrace, iterations } = solution;
  return {
    weights,
    objectiveTrace,
    iterations,
    objective: J,
    top,
    vectors,
    converged: solution.converged && precise
  };
}
var init_weighted_embedding = __esm({
  "src/embedding/weighted-embedding.ts"() {
    "use strict";
    init_exact_objective();
    init_fixed_point();
    init_reduced_gradient();
  }
});

// src/consensus/learned-embedding.ts
var learned_embedding_exports = {};
__export(learned_embedding_exports, {
  learnedEmbedding: () => learnedEmbedding
});
function learnedEmbedding(table, fixed, within, { solver, ...options }) {
  return weightedEmbedding(table, fixed, within, { ...options, solver: solverNamed(solver) });
}
var init_learned_embedding = __esm({
  "src/consensus/learned-embedding.ts"() {
    "use strict";
    init_weighted_embedding();
    init_solvers();
  }
});

// src/consensus/plain-result.ts
function plainResult(labels, ensembleSize, more = {}) {
  return {
    labels: renumberLabels(labels).labels,
    weights: uniformWeights(ensembleSize),
    embedding: null,
    eigenvalues: null,
    eigengap: null,
    objective: null,
    objectiveTrace: [],
    iterations: 0,
    converged: true,
    alpha: null,
    alphaSearch: null,
    warnings: [],
    ...more
  };
}
var init_plain_result = __esm({
  "src/consensus/plain-result.ts"() {
    "use strict";
    init_weight_objective();
    init_adopt();
  }
});

// src/hot-loops/diffuse.ts
function panelPlace(n, width, i, q) {
  const first = q - q % PANEL;
  return n * first + i * Math.min(PANEL, width - first) + q - first;
}
function createDiffusion(loops, { n, m, entryCount, width }) {
  const simd = loops.kind === "simd";
  const bytes = 8 * n * width * (2 * m + 1) + m * (12 * entryCount + 12 * n + 100) + 4 * n;
  const workspace = simd ? new Workspace(loops, bytes) : null;
  const float64 = (length) => workspace?.float64(length) ?? new Float64Array(length);
  const int32 = (length) => workspace?.int32(length) ?? new Int32Array(length);
  const shared = float64(n * width);
  const ownLabels = int32(n);
  const banks = [0, 1].map(() => Array.from({ length: m }, () => float64(n * width)));
  const layers = Array.from({ length: m }, () => ({
    scales: float64(n),
    values: float64(entryCount),
    columns: int32(entryCount),
    starts: int32(n + 1)
  }));
  let current = 0;
  return {
    shared,
    state: (t) => banks[current][t],
    nextState: (t) => banks[1 - current][t],
    setLayer(t, { starts, columns, values, scales }) {
      layers[t].starts.set(starts);
      layers[t].columns.set(columns);
      layers[t].values.set(values);
      layers[t].scales.set(scales);
    },
    setLabels(labels) {
      ownLabels.set(labels);
    },
    sumStates(w) {
      shared.fill(0, 0, n * w);
      layers.forEach(({ scales }, t) => {
        const f = banks[current][t];
        for (let q = 0; q < w; q += PANEL) {
          const columnCount = Math.min(PANEL, w - q);
          if (workspace === null) addScaled3(f, scales, columnCount, n, shared, q * n);
          else {
            const bytes2 = 8 * q * n;
            workspace.exports.addScaled(
              f.byteOffset + bytes2,
              scales.byteOffset,
              columnCount,
              n,
              shared.byteOffset + bytes2
            );
          }
        }
      });
    },
    diffuseLayer(t, w, alpha) {
      const { starts, columns, values, scales } = layers[t];
      const x = banks[current][t];
      const y = banks[1 - current][t];
      for (let q = 0; q < w; q += PANEL) {
        const columnCount = Math.min(PANEL, w - q);
        if (workspace === null) {
          diffuseRows(layers[t], x, shared, ownLabels, y, { n, column: q, width: columnCount, alpha });
          continue;
        }
        const bytes2 = 8 * q * n;
        for (let from = 0; from < n; from += ROWS_PER_CALL) {
          workspace.exports.diffuseRows(
            starts.byteOffset,
            columns.byteOffset,
            values.byteOffset,
            x.byteOffset + bytes2,
            shared.byteOffset + bytes2,
            scales.byteOffset,
            ownLabels.byteOffset,
            y.byteOffset + bytes2,
            q,
            columnCount,
            alpha,
            from,
            Math.min(from + ROWS_PER_CALL, n)
          );
        }
      }
    },
    swap() {
      current = 1 - current;
    }
  };
}
function addScaled3(f, scales, width, n, shared, at) {
  for (let i = 0; i < n; i++) {
    const s = scales[i];
    for (let end = at + width; at < end; at++) shared[at] += s * f[at];
  }
}
function diffuseRows({ starts, columns, values, scales }, x, shared, labels, y, { n, column, width, alpha }) {
  const panel = column * n;
  for (let r = 0; r < n; r++) {
    const s = scales[r];
    const row = panel + r * width;
    for (let lane = 0; lane < width; lane++) {
      let sum2 = 0;
      for (let at = starts[r]; at < starts[r + 1]; at++) sum2 += values[at] * x[panel + columns[at] * width + lane];
      y[row + lane] = alpha * (sum2 + s * (shared[row + lane] - s * x[row + lane]));
    }
    const own = labels[r] - column;
    if (own >= 0 && own < width) y[row + own] += 1 - alpha;
  }
}
var PANEL, ROWS_PER_CALL;
var init_diffuse = __esm({
  "src/hot-loops/diffuse.ts"() {
    "use strict";
    init_workspace();
    PANEL = 8;
    ROWS_PER_CALL = 1024;
  }
});

// src/similarity/nearest-graph.ts
async function nearestGraph(G, neighbours, pauser) {
  const { rowCount: n, columnCount: k, values } = G;
  const squares = Float64Array.from({ length: n }, (_, a) => dot(values, a * k, values, a * k, k));
  const count = Math.min(neighbours + 1, n);
  const nearest = await nearestRows(G, squares, count, pauser);
  return linkBothWays(nearest, n, count, (a, b) => {
    const lengths = Math.sqrt(Math.max(squares[a], 1e-14)) * Math.sqrt(Math.max(squares[b], 1e-14));
    return dot(values, a * k, values, b * k, k) / lengths;
  });
}
async function nearestRows({ rowCount: n, columnCount: k, values }, squares, count, pauser) {
  const nearest = new Int32Array(n * count);
  const distances = new Float64Array(count);
  const largest2 = Int32Array.from({ length: n }, (_, a) => largestColumn(values, a * k, k));
  const order = new Int32Array(n);
  const column = new Float64Array(n);
  for (let q = 0; q < k; q++) {
    const memberCount = putMembersFirst(order, largest2, q);
    if (memberCount === 0) continue;
    for (let c = 0; c < n; c++) column[c] = values[order[c] * k + q];
    for (let i = 0; i < memberCount; i++) {
      const a = order[i];
      const rows = nearest.subarray(a * count, (a + 1) * count);
      let tooFar = Number.POSITIVE_INFINITY;
      let found = 0;
      for (let c = 0; c < n; c++) {
        const gap = column[i] - column[c];
        if (gap * gap > tooFar) continue;
        const b = order[c];
        const product = dot(values, a * k, values, b * k, k);
        const d = Math.floor(Math.max(0, squares[a] + squares[b] - 2 * product) / GRAIN + 0.5);
        let place = found;
        while (place > 0 && (distances[place - 1] > d || distances[place - 1] === d && rows[place - 1] > b)) place--;
        if (place === count) continue;
        if (found < count) found++;
        for (let p = found - 1; p > place; p--) {
          distances[p] = distances[p - 1];
          rows[p] = rows[p - 1];
        }
        distances[place] = d;
        rows[place] = b;
        if (found === count) tooFar = (distances[count - 1] + 1) * GRAIN;
      }
      rows.sort();
      await pauser?.pause();
    }
  }
  return nearest;
}
function largestColumn(G, at, k) {
  let largest2 = 0;
  for (let q = 1; q < k; q++) if (G[at + q] > G[at + largest2]) largest2 = q;
  return largest2;
}
function putMembersFirst(order, groups, q) {
  let at = 0;
  for (let a = 0; a < groups.length; a++) if (groups[a] === q) order[at++] = a;
  const memberCount = at;
  for (let a = 0; a < groups.length; a++) if (groups[a] !== q) order[at++] = a;
  return memberCount;
}
function linkBothWays(chosen, n, count, weight) {
  const chooserStarts = new Int32Array(n + 1);
  for (const b of chosen) chooserStarts[b + 1]++;
  for (let b = 0; b < n; b++) chooserStarts[b + 1] += chooserStarts[b];
  const choosers = new Int32Array(n * count);
  const next = chooserStarts.slice();
  chosen.forEach((b, at) => {
    choosers[next[b]++] = Math.floor(at / count);
  });
  const starts = new Int32Array(n + 1);
  const columns = new Int32Array(2 * n * count);
  const values = new Float64Array(2 * n * count);
  let end = 0;
  for (let a = 0; a < n; a++) {
    for (let i = a * count, j = chooserStarts[a]; i < (a + 1) * count || j < chooserStarts[a + 1]; end++) {
      const out = i < (a + 1) * count ? chosen[i] : n;
      const back = j < chooserStarts[a + 1] ? choosers[j] : n;
      const b = Math.min(out, back);
      if (out === b) i++;
      if (back === b) j++;
      columns[end] = b;
      values[end] = weight(a, b);
    }
    starts[a + 1] = end;
  }
  return { starts, columns: columns.subarray(0, end), values: values.subarray(0, end) };
}
var GRAIN;
var init_nearest_graph = __esm({
  "src/similarity/nearest-graph.ts"() {
    "use strict";
    init_vector();
    GRAIN = 1e-10;
  }
});

// src/similarity/multiplex.ts
var multiplex_exports = {};
__export(multiplex_exports, {
  adaptiveMultiplex: () => adaptiveMultiplex
});
async function adaptiveMultiplex(labelings, clusterCounts, { alpha, epochs, neighbours, loops, pauser, onEpoch }) {
  const m = labelings.length;
  const n = labelings[0].length;
  const widths = clusterCounts.map((k) => k + k % 2);
  const entryCount = 2 * n * Math.min(neighbours + 1, n);
  const diffusion = createDiffusion(loops, { n, m, entryCount, width: Math.max(...widths) });
  const starting = labelings.map((labels, t) => sharedClusters(labels, clusterCounts[t], m));
  starting.forEach((layer, t) => {
    diffusion.setLayer(t, { ...NO_LINKS, scales: layer.scales });
  });
  const layers = [];
  const states = labelings.map((labels, j) => labelings.map(() => oneHot(labels, widths[j])));
  for (let epoch = 0; epoch < epochs; epoch++) {
    onEpoch?.(epoch);
    for (let j = 0; j < m; j++) {
      const width = widths[j];
      diffusion.setLabels(labelings[j]);
      for (let t = 0; t < m; t++) diffusion.state(t).set(states[j][t]);
      for (let step = 0; step < STEPS; step++) {
        diffuse(diffusion, starting, labelings[j], width, alpha);
        await pauser?.pause();
      }
      for (let t = 0; t < m; t++) states[j][t].set(diffusion.state(t).subarray(0, n * width));
      layers[j] = normalisedLayer(await nearestGraph(fromPanels(states[j][j], n, width), neighbours, pauser), m);
      diffusion.setLayer(j, layers[j]);
      starting[j] = null;
    }
  }
  return { layers };
}
function diffuse(diffusion, starting, labels, width, alpha) {
  diffusion.sumStates(width);
  starting.forEach((layer, t) => {
    if (layer === null) diffusion.diffuseLayer(t, width, alpha);
    else {
      const y = diffusion.nextState(t);
      diffuseClusters(y, layer, diffusion.state(t), diffusion.shared, width, alpha);
      addOwn(y, labels, width, 1 - alpha);
    }
  });
  diffusion.swap();
}
function sharedClusters(labels, clusterCount, m) {
  const sizes = new Float64Array(clusterCount);
  for (const label2 of labels) if (label2 >= 0) sizes[label2]++;
  const scales = Float64Array.from(labels, (label2) => scaleOf(label2 >= 0 ? sizes[label2] : 0, m));
  return { scales, labels, clusterCount };
}
function scaleOf(degree, m) {
  return 1 / Math.sqrt(Math.max(degree + m - 1, Number.EPSILON));
}
function oneHot(labels, width) {
  const Y = new Float64Array(labels.length * width);
  addOwn(Y, labels, width, 1);
  return Y;
}
function addOwn(Y, labels, width, value) {
  labels.forEach((label2, i) => {
    if (label2 >= 0) Y[panelPlace(labels.length, width, i, label2)] += value;
  });
}
function diffuseClusters(y, { scales, labels, clusterCount }, x, shared, width, alpha) {
  const n = labels.length;
  const sums = new Float64Array(clusterCount * PANEL);
  for (let first = 0; first < width; first += PANEL) {
    const w = Math.min(PANEL, width - first);
    sums.fill(0);
    for (let i = 0, at = first * n; i < n; i++, at += w) {
      if (labels[i] < 0) continue;
      for (let q = 0; q < w; q++) sums[labels[i] * w + q] += scales[i] * x[at + q];
    }
    for (let i = 0, at = first * n; i < n; i++) {
      const s = scales[i];
      for (let q = 0; q < w; q++, at++) {
        const product = labels[i] >= 0 ? s * sums[labels[i] * w + q] : 0;
        y[at] = alpha * (product + s * (shared[at] - s * x[at]));
      }
    }
  }
}
function fromPanels(state, n, width) {
  const values = new Float64Array(n * width);
  for (let i = 0; i < n; i++) {
    for (let q = 0; q < width; q++) values[i * width + q] = state[panelPlace(n, width, i, q)];
  }
  return { rowCount: n, columnCount: width, values };
}
function normalisedLayer({ starts, columns, values: links }, m) {
  const n = starts.length - 1;
  const scales = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let degree = 0;
    for (let e = starts[i]; e < starts[i + 1]; e++) degree += links[e];
    scales[i] = scaleOf(degree, m);
  }
  const values = new Float64Array(links.length);
  for (let i = 0; i < n; i++) {
    for (let e = starts[i]; e < starts[i + 1]; e++) values[e] = links[e] * (scales[i] * scales[columns[e]]);
  }
  return { scales, starts, columns, values };
}
var STEPS, NO_LINKS;
var init_multiplex = __esm({
  "src/similarity/multiplex.ts"() {
    "use strict";
    init_diffuse();
    init_nearest_graph();
    STEPS = 20;
    NO_LINKS = { starts: new Int32Array(0), columns: new Int32Array(0), values: new Float64Array(0) };
  }
});

// src/embedding/discretise.ts
var discretise_exports = {};
__export(discretise_exports, {
  discretise: () => discretise,
  nearestRotation: () => nearestRotation
});
function discretise(embedding, start) {
  const { rowCount: n, columnCount: k } = embedding;
  const X = scaledRows(embedding);
  let R = startingRotation(X, n, k, start);
  let previous = 0;
  for (let iteration = 1; ; iteration++) {
    const labels = largestEntries(X, n, k, R);
    const sums = new Float64Array(k * k);
    for (let i = 0; i < n; i++) for (let q = 0; q < k; q++) sums[labels[i] * k + q] += X[i * k + q];
    const { trace, rotation } = nearestRotation(sums, k);
    const value = 2 * (n - trace);
    if (Math.abs(value - previous) < Number.EPSILON || iteration === MAX_ITERATIONS4) {
      return { labels, value, iterations: iteration };
    }
    previous = value;
    R = rotation;
  }
}
function scaledRows({ rowCount: n, columnCount: k, values }) {
  const X = values.slice();
  for (let i = 0; i < n; i++) {
    let square = 0;
    for (let q = 0; q < k; q++) square += X[i * k + q] * X[i * k + q];
    const length = Math.max(Math.sqrt(square), Number.EPSILON);
    for (let q = 0; q < k; q++) X[i * k + q] /= length;
  }
  return X;
}
function startingRotation(X, n, k, start) {
  const R = new Float64Array(k * k);
  const aligned = new Float64Array(n);
  let chosen = start;
  for (let j = 0; j < k; j++) {
    for (let q = 0; q < k; q++) R[q * k + j] = X[chosen * k + q];
    for (let i = 0; i < n; i++) {
      let dot3 = 0;
      for (let q = 0; q < k; q++) dot3 += X[i * k + q] * R[q * k + j];
      aligned[i] += Math.abs(dot3);
    }
    chosen = aligned.reduce((least, value, i) => value < aligned[least] ? i : least, 0);
  }
  return R;
}
function largestEntries(X, n, k, R) {
  const labels = new Int32Array(n);
  const row = new Float64Array(k);
  for (let i = 0; i < n; i++) {
    row.fill(0);
    for (let q = 0; q < k; q++) for (let j = 0; j < k; j++) row[j] += X[i * k + q] * R[q * k + j];
    for (let j = 1; j < k; j++) if (row[j] > row[labels[i]]) labels[i] = j;
  }
  return labels;
}
function nearestRotation(M2, k) {
  const columns = Array.from({ length: k }, (_, j) => Float64Array.from({ length: k }, (_2, i) => M2[i * k + j]));
  const V = Array.from({ length: k }, (_, j) => Float64Array.from({ length: k }, (_2, i) => i === j ? 1 : 0));
  for (let sweep = 0, rotated = true; rotated && sweep < 60; sweep++) {
    rotated = false;
    for (let a = 0; a < k; a++) {
      for (let b = a + 1; b < k; b++) {
        const alpha = dot2(columns[a], columns[a]);
        const beta = dot2(columns[b], columns[b]);
        const gamma = dot2(columns[a], columns[b]);
        if (Math.abs(gamma) <= 1e-16 * Math.sqrt(alpha * beta)) continue;
        rotated = true;
        const zeta = (beta - alpha) / (2 * gamma);
        const t = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
        const c = 1 / Math.sqrt(1 + t * t);
        rotate(columns[a], columns[b], c, c * t);
        rotate(V[a], V[b], c, c * t);
      }
    }
  }
  const lengths = columns.map((column) => Math.sqrt(dot2(column, column)));
  const largest2 = Math.max(...lengths);
  const U2 = [];
  const full = lengths.map((length) => length > 1e-13 * largest2);
  columns.forEach((column, j) => {
    if (full[j]) U2[j] = column.map((value) => value / lengths[j]);
  });
  columns.forEach((_, j) => {
    if (!full[j]) U2[j] = unitVectorOutside(U2, k);
  });
  const rotation = new Float64Array(k * k);
  for (let j = 0; j < k; j++) {
    for (let a = 0; a < k; a++) for (let b = 0; b < k; b++) rotation[a * k + b] += V[j][a] * U2[j][b];
  }
  return { trace: lengths.reduce((sum2, length) => sum2 + length, 0), rotation };
}
function rotate(x, y, c, s) {
  for (let i = 0; i < x.length; i++) {
    const a = x[i];
    const b = y[i];
    x[i] = c * a - s * b;
    y[i] = s * a + c * b;
  }
}
function unitVectorOutside(U2, k) {
  for (let axis = 0; axis < k; axis++) {
    const e = Float64Array.from({ length: k }, (_, i) => i === axis ? 1 : 0);
    for (let pass = 0; pass < 2; pass++) {
      U2.forEach((u) => {
        const share = dot2(u, e);
        for (let i = 0; i < k; i++) e[i] -= share * u[i];
      });
    }
    const length = Math.sqrt(dot2(e, e));
    if (length > 0.5 / Math.sqrt(k)) return e.map((value) => value / length);
  }
  throw new Error("unitVectorOutside: the directions given fill the space");
}
function dot2(x, y) {
  let sum2 = 0;
  for (let i = 0; i < x.length; i++) sum2 += x[i] * y[i];
  return sum2;
}
var MAX_ITERATIONS4;
var init_discretise = __esm({
  "src/embedding/discretise.ts"() {
    "use strict";
    MAX_ITERATIONS4 = 21;
  }
});

// src/consensus/stability-cost.ts
function stabilityCost({ sampleCount, distinctRows = sampleCount }) {
  return { bytes: stabilityBytes(sampleCount, distinctRows), growth: "n\xB2 memory" };
}
function stabilityBytes(n, r) {
  return 8 * r * r + 4 * n * n;
}
var init_stability_cost = __esm({
  "src/consensus/stability-cost.ts"() {
    "use strict";
  }
});

// src/numeric/inconsistency.ts
function inconsistencies({ size, firsts, seconds, heights }, depth) {
  const parts = new Int32Array(2 * heights.length);
  const lastMerge = new Int32Array(size).fill(-1);
  heights.forEach((_, merge) => {
    parts[2 * merge] = lastMerge[firsts[merge]];
    parts[2 * merge + 1] = lastMerge[seconds[merge]];
    lastMerge[firsts[merge]] = merge;
  });
  return heights.map((height, merge) => {
    let level = [merge];
    const below = [];
    for (let d = 0; d < depth && level.length > 0; d++) {
      for (const m of level) below.push(heights[m]);
      level = level.flatMap((m) => [parts[2 * m], parts[2 * m + 1]]).filter((m) => m >= 0);
    }
    const mean2 = below.reduce((sum2, h) => sum2 + h, 0) / below.length;
    const square = below.reduce((sum2, h) => sum2 + (h - mean2) * (h - mean2), 0);
    return square > 0 ? (height - mean2) / Math.sqrt(square / (below.length - 1)) : 0;
  });
}
var init_inconsistency = __esm({
  "src/numeric/inconsistency.ts"() {
    "use strict";
  }
});

// src/numeric/linkage.ts
var linkage_exports = {};
__export(linkage_exports, {
  cutTree: () => cutTree,
  linkage: () => linkage,
  triangleLength: () => triangleLength
});
function triangleLength(size) {
  return size * (size - 1) / 2;
}
async function linkage(triangle, options) {
  const { size } = triangle;
  const mergeCount = Math.max(0, size - 1);
  const tree = {
    size,
    firsts: new Int32Array(mergeCount),
    seconds: new Int32Array(mergeCount),
    heights: new Float64Array(mergeCount)
  };
  const state = startingState(triangle, options.sizes);
  for (let merge = 0; merge < mergeCount; merge++) {
    if (state.alive < 0.75 * state.size) squeeze(state);
    const i = closestPosition(state);
    const j = state.neighbours[i];
    tree.firsts[merge] = state.samples[i];
    tree.seconds[merge] = state.samples[j];
    tree.heights[merge] = state.bounds[i];
    unite(state, i, j, options.rule);
    await options.pauser?.pause();
  }
  return tree;
}
function cutTree({ size, firsts, seconds }, clusterCount) {
  const parents = Int32Array.from({ length: size }, (_, i) => i);
  for (let merge = 0; merge < size - clusterCount; merge++) parents[seconds[merge]] = firsts[merge];
  const labels = new Int32Array(size);
  let used = 0;
  for (let i = 0; i < size; i++) labels[i] = parents[i] === i ? used++ : labels[parents[i]];
  return labels;
}
function startingState({ size, values }, sizes) {
  const state = {
    size,
    alive: size,
    values,
    rowStarts: new Float64Array(size),
    sizes: sizes?.slice() ?? new Float64Array(size).fill(1),
    samples: Int32Array.from({ length: size }, (_, i) => i),
    neighbours: new Int32Array(size).fill(-1),
    bounds: new Float64Array(size).fill(Number.NEGATIVE_INFINITY),
    isAlive: new Uint8Array(size).fill(1)
  };
  setRowStarts(state);
  for (let x = 0; x < size; x++) searchRow(state, x);
  return state;
}
function setRowStarts({ size, rowStarts }) {
  for (let x = 0; x < size; x++) rowStarts[x] = x * (2 * size - x - 1) / 2 - x - 1;
}
function searchRow({ size, values, rowStarts, neighbours, bounds, isAlive }, x) {
  const start = rowStarts[x];
  const bound = bounds[x];
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let y = x + 1; y < size; y++) {
    const d = values[start + y];
    if (d < least && isAlive[y] === 1) {
      least = d;
      nearest = y;
      if (d <= bound) break;
    }
  }
  neighbours[x] = nearest;
  bounds[x] = least;
}
function closestPosition(state) {
  const { size, bounds, neighbours } = state;
  for (; ; ) {
    let closest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let x = 0; x < size; x++) {
      if (bounds[x] < least) {
        least = bounds[x];
        closest = x;
      }
    }
    if (neighbours[closest] >= 0) return closest;
    searchRow(state, closest);
  }
}
function unite(state, i, j, rule) {
  const { size, values, rowStarts, sizes, neighbours, bounds, isAlive } = state;
  const a = sizes[i];
  const b = sizes[j];
  isAlive[j] = 0;
  bounds[j] = Number.POSITIVE_INFINITY;
  neighbours[j] = 0;
  state.alive--;
  for (let x = 0; x < i; x++) {
    if (isAlive[x] === 0) continue;
    const atI = rowStarts[x] + i;
    const atJ = rowStarts[x] + j;
    const d = combined(rule, values[atI], values[atJ], a, b, sizes[x]);
    values[atI] = d;
    if (d < bounds[x]) {
      bounds[x] = d;
      neighbours[x] = i;
    } else if (neighbours[x] >= i) {
      if (d === bounds[x]) neighbours[x] = i;
      else if (neighbours[x] === i || neighbours[x] === j) neighbours[x] = -1;
    }
  }
  const start = rowStarts[i];
  for (let x = i + 1; x < j; x++) {
    if (isAlive[x] === 0) continue;
    const atJ = rowStarts[x] + j;
    values[start + x] = combined(rule, values[start + x], values[atJ], a, b, sizes[x]);
    if (neighbours[x] === j) neighbours[x] = -1;
  }
  const startJ = rowStarts[j];
  for (let x = j + 1; x < size; x++) {
    values[start + x] = combined(rule, values[start + x], values[startJ + x], a, b, sizes[x]);
  }
  sizes[i] = a + b;
  bounds[i] = Number.NEGATIVE_INFINITY;
  searchRow(state, i);
}
function combined(rule, di, dj, a, b, c) {
  if (rule === "single") return Math.min(di, dj);
  if (rule === "average") return (a * di + b * dj) / (a + b);
  return (Math.floor(a * c * di + 0.5) + Math.floor(b * c * dj + 0.5)) / ((a + b) * c);
}
function squeeze(state) {
  const { size, values, rowStarts, sizes, samples, neighbours, bounds, isAlive } = state;
  const kept = new Int32Array(state.alive);
  const moved = new Int32Array(size).fill(-1);
  let alive = 0;
  for (let x = 0; x < size; x++) {
    if (isAlive[x] === 0) continue;
    moved[x] = alive;
    kept[alive++] = x;
  }
  const oldStarts = rowStarts.slice(0, size);
  state.size = alive;
  setRowStarts(state);
  let to = 0;
  for (let x = 0; x < alive; x++) {
    const from = oldStarts[kept[x]];
    for (let y = x + 1; y < alive; y++) values[to++] = values[from + kept[y]];
  }
  for (let x = 0; x < alive; x++) {
    const old = kept[x];
    sizes[x] = sizes[old];
    samples[x] = samples[old];
    bounds[x] = bounds[old];
    neighbours[x] = neighbours[old] < 0 ? -1 : moved[neighbours[old]];
    isAlive[x] = 1;
  }
}
var init_linkage = __esm({
  "src/numeric/linkage.ts"() {
    "use strict";
  }
});

// src/numeric/otsu.ts
function otsuBin(value) {
  const clipped2 = value > 0 ? Math.min(value, 1) : 0;
  return Math.floor((OTSU_BINS - 1) * clipped2 + 0.5);
}
function otsuThreshold(counts) {
  const total = counts.reduce((sum3, count) => sum3 + count, 0);
  if (total === 0) return 0;
  const shares = new Float64Array(OTSU_BINS);
  const means = new Float64Array(OTSU_BINS);
  let share = 0;
  let mean2 = 0;
  for (let b = 0; b < OTSU_BINS; b++) {
    const p = counts[b] / total;
    share += p;
    mean2 += p * (b + 1);
    shares[b] = share;
    means[b] = mean2;
  }
  let best = Number.NEGATIVE_INFINITY;
  let sum2 = 0;
  let attained = 0;
  for (let b = 0; b < OTSU_BINS; b++) {
    const difference = means[OTSU_BINS - 1] * shares[b] - means[b];
    const variance = difference * difference / (shares[b] * (1 - shares[b]));
    if (!Number.isFinite(variance) || variance < best) continue;
    if (variance > best) {
      best = variance;
      sum2 = 0;
      attained = 0;
    }
    sum2 += b;
    attained++;
  }
  return attained === 0 ? 0 : sum2 / attained / (OTSU_BINS - 1);
}
var OTSU_BINS;
var init_otsu = __esm({
  "src/numeric/otsu.ts"() {
    "use strict";
    OTSU_BINS = 256;
  }
});

// src/similarity/grouped-matrix.ts
function createGrouped(rowCount) {
  return { pairs: new Float64Array(rowCount * rowCount), own: new Float64Array(rowCount) };
}
function groupedCoAssociation(similarity) {
  const { rowCount } = similarity.table;
  const matrix = createGrouped(rowCount);
  for (let r = 0; r < rowCount; r++) similarity.rowInto(matrix.pairs.subarray(r * rowCount, (r + 1) * rowCount), r);
  for (let r = 0; r < rowCount; r++) matrix.pairs[r * rowCount + r] = similarity.within[r];
  matrix.own.fill(1);
  return matrix;
}
function acrossInto(out, { pairs: pairs2, own }, { multiplicity }) {
  const r = multiplicity.length;
  const roots = multiplicity.map(Math.sqrt);
  for (let g = 0; g < r; g++) {
    for (let h = 0; h < r; h++) out[g * r + h] = roots[g] * roots[h] * pairs2[g * r + h];
    out[g * r + g] = own[g] + (multiplicity[g] - 1) * pairs2[g * r + g];
  }
}
var init_grouped_matrix = __esm({
  "src/similarity/grouped-matrix.ts"() {
    "use strict";
  }
});

// src/consensus/stable-clusters.ts
var stable_clusters_exports = {};
__export(stable_clusters_exports, {
  stabilityConsensus: () => stabilityConsensus,
  stableClusters: () => stableClusters
});
async function stabilityConsensus({ table }, clusterCount, squared, { pauser, report, checkMemory: checkMemory2 }) {
  const { sampleCount: n, rowCount: r, ensembleSize } = table;
  checkMemory2(stabilityBytes(n, r), `distances between all pairs of ${n} samples`);
  report("similarity", 0, 1);
  const { labels } = await stableClusters(table, clusterCount, squared, pauser);
  report("labels", 1, 1);
  return plainResult(labels, ensembleSize);
}
async function stableClusters(table, clusterCount, squared, pauser) {
  const { sampleCount: n, rowCount: r, rowOf } = table;
  const S2 = groupedCoAssociation(coAssociation(table, { kind: "ca" })).pairs;
  const threshold = coAssociationThreshold(S2, table);
  const stability = stabilities(S2, table, threshold, squared);
  const scaledStability = scaledToUnit(stability);
  const stabilityThreshold = thresholdOf(scaledStability);
  const isCore = Array.from(scaledStability, (value) => value > stabilityThreshold);
  const samples = Int32Array.from({ length: n }, (_, i) => i);
  const core = samples.filter((i) => isCore[i]);
  const halo = samples.filter((i) => !isCore[i]);
  const similarity = (i, j) => S2[rowOf[i] * r + rowOf[j]];
  const tree = await singleLinkage(core.length, (a, b) => similarity(core[a], core[b]), pauser);
  const suggestedCount = core.length - firstLargest(inconsistencies(tree, DEPTH));
  const coreLabels = cutTree(tree, Math.min(Math.max(suggestedCount, clusterCount), core.length));
  const joined2 = await joinHalo(S2, table, core, coreLabels, halo, pauser);
  const labelsBeforeMerge = renumberLabels(joined2.labels).labels;
  const labels = await mergedTo(clusterCount, labelsBeforeMerge, S2, table, pauser);
  return {
    labels,
    threshold,
    stabilityThreshold,
    stability,
    scaledStability,
    core,
    suggestedCount,
    coreLabels,
    rounds: joined2.rounds,
    labelsBeforeMerge
  };
}
function coAssociationThreshold(S2, { rowCount: r, multiplicity }) {
  const counts = new Float64Array(OTSU_BINS);
  for (let g = 0; g < r; g++) {
    for (let h = 0; h < r; h++) counts[otsuBin(S2[g * r + h])] += multiplicity[g] * multiplicity[h];
  }
  return otsuThreshold(counts);
}
function stabilities(S2, table, threshold, squared) {
  const { sampleCount: n, rowCount: r, rowOf } = table;
  const f = new Float64Array(r);
  const ofRow = new Float64Array(r);
  for (let g = 0; g < r; g++) {
    for (let h = 0; h < r; h++) {
      const distance2 = Math.abs(S2[g * r + h] - threshold);
      const value = S2[g * r + h] >= threshold ? distance2 / (1 - threshold) : distance2 / threshold;
      f[h] = squared ? value * value : value;
    }
    let sum2 = 0;
    for (let i = 0; i < n; i++) sum2 += f[rowOf[i]];
    ofRow[g] = sum2 / n;
  }
  return Float64Array.from(rowOf, (g) => ofRow[g]);
}
function scaledToUnit(values) {
  const least = values.reduce((a, b) => Math.min(a, b));
  const span = values.reduce((a, b) => Math.max(a, b)) - least;
  return values.map((value) => span > 0 ? (value - least) / span : 1);
}
function thresholdOf(values) {
  const counts = new Float64Array(OTSU_BINS);
  for (const value of values) counts[otsuBin(value)]++;
  return otsuThreshold(counts);
}
async function singleLinkage(size, similarity, pauser) {
  const values = new Float64Array(triangleLength(size));
  for (let a = 0, at = 0; a < size; a++) for (let b = a + 1; b < size; b++) values[at++] = 1 - similarity(a, b);
  return linkage({ size, values }, { rule: "single", pauser });
}
function firstLargest(values) {
  return values.reduce((at, value, i) => value > values[at] + 1e-10 ? i : at, 0);
}
async function joinHalo(S2, { sampleCount, rowCount: r, rowOf }, core, coreLabels, halo, pauser) {
  const labels = new Int32Array(sampleCount).fill(-1);
  const members = [];
  const put = (i, c, times) => {
    labels[i] = c;
    members[c] ??= /* @__PURE__ */ new Map();
    members[c].set(rowOf[i], (members[c].get(rowOf[i]) ?? 0) + times);
  };
  core.forEach((i, a) => {
    put(i, coreLabels[a], 1);
  });
  const rounds = [];
  let waiting = halo;
  while (waiting.length > 0) {
    await pauser?.pause();
    const counts = new Float64Array(r);
    for (const i of waiting) counts[rowOf[i]]++;
    const { scores, choices } = bestScores(S2, r, counts, members);
    const most = scores.reduce((a, b) => Math.max(a, b), 0);
    const before = waiting.length;
    if (most === 0) {
      put(waiting[0], members.length, waiting.length);
      waiting = waiting.slice(1);
    } else {
      const relative = Float64Array.from(waiting, (i) => scores[rowOf[i]] / most);
      const threshold = thresholdOf(relative);
      const accepted = waiting.filter((_, at) => relative[at] > threshold);
      waiting = waiting.filter((_, at) => relative[at] <= threshold);
      for (const i of accepted) put(i, choices[rowOf[i]], 1);
    }
    rounds.push([before - waiting.length, members.length]);
  }
  return { labels, rounds };
}
function bestScores(S2, r, waiting, members) {
  const scores = new Float64Array(r);
  const choices = new Int32Array(r);
  const rows = Array.from(waiting, (_, g) => g).filter((g) => waiting[g] > 0);
  const counts = new Float64Array(r);
  members.forEach((ofRows, c) => {
    const inside = Int32Array.from(ofRows.keys()).sort();
    for (const h of inside) counts[h] = ofRows.get(h);
    let least = Infinity;
    let most = -Infinity;
    for (const g of rows) {
      for (const h of inside) {
        least = Math.min(least, S2[g * r + h]);
        most = Math.max(most, S2[g * r + h]);
      }
    }
    const span = most - least;
    const scaled = (value) => span > 0 ? (value - least) / span : 1;
    const histogram = new Float64Array(OTSU_BINS);
    for (const g of rows) for (const h of inside) histogram[otsuBin(scaled(S2[g * r + h]))] += waiting[g] * counts[h];
    const threshold = otsuThreshold(histogram);
    for (const g of rows) {
      let sum2 = 0;
      let count = 0;
      for (const h of inside) {
        const value = S2[g * r + h];
        if (!(scaled(value) > threshold)) continue;
        sum2 += counts[h] * value;
        count += counts[h];
      }
      const score = sum2 / (count + 1);
      if (score > scores[g]) {
        scores[g] = score;
        choices[g] = c;
      }
    }
  });
  return { scores, choices };
}
async function mergedTo(k, labels, S2, table, pauser) {
  const { rowCount: r, rowOf } = table;
  const K = labels.reduce((most, label2) => Math.max(most, label2), 0) + 1;
  if (K <= k) return labels;
  const counts = Array.from({ length: K }, () => /* @__PURE__ */ new Map());
  labels.forEach((label2, i) => {
    counts[label2].set(rowOf[i], (counts[label2].get(rowOf[i]) ?? 0) + 1);
  });
  const rows = counts.map((ofRows) => Int32Array.from(ofRows.keys()).sort());
  const sizes = counts.map((ofRows) => [...ofRows.values()].reduce((sum2, count) => sum2 + count, 0));
  const means = new Float64Array(K * K);
  for (let a = 0; a < K; a++) {
    const sums = new Float64Array(r);
    for (const g of rows[a]) {
      const count = counts[a].get(g);
      for (let h = 0; h < r; h++) sums[h] += count * S2[g * r + h];
    }
    for (let b = 0; b < K; b++) {
      let sum2 = 0;
      for (const h of rows[b]) sum2 += counts[b].get(h) * sums[h];
      means[a * K + b] = sum2 / (sizes[a] * sizes[b]);
    }
    await pauser?.pause();
  }
  const largest2 = means.reduce((a, b) => Math.max(a, b));
  const tree = await singleLinkage(K, (a, b) => means[a * K + b] / largest2, pauser);
  const merged = cutTree(tree, k);
  return labels.map((label2) => merged[label2]);
}
var DEPTH;
var init_stable_clusters = __esm({
  "src/consensus/stable-clusters.ts"() {
    "use strict";
    init_adopt();
    init_inconsistency();
    init_linkage();
    init_otsu();
    init_co_association();
    init_grouped_matrix();
    init_plain_result();
    init_stability_cost();
    DEPTH = 4;
  }
});

// src/similarity/pair-distances.ts
var pair_distances_exports = {};
__export(pair_distances_exports, {
  pairDisagreements: () => pairDisagreements,
  pairDistances: () => pairDistances
});
async function pairDistances(similarity, pauser) {
  return fillTriangle(similarity, (similarity2) => 1 - similarity2, pauser);
}
async function pairDisagreements(coAssociation2, pauser) {
  const m = coAssociation2.table.ensembleSize;
  return fillTriangle(coAssociation2, (agreement2) => m - Math.floor(m * agreement2 + 0.5), pauser);
}
async function fillTriangle(similarity, distance2, pauser) {
  const size = similarity.table.rowCount;
  const values = new Float64Array(triangleLength(size));
  const row = new Float64Array(size);
  let at = 0;
  for (let r = 0; r < size; r++) {
    similarity.rowInto(row, r);
    for (let q = r + 1; q < size; q++) values[at++] = distance2(row[q]);
    await pauser?.pause();
  }
  return { size, values };
}
var init_pair_distances = __esm({
  "src/similarity/pair-distances.ts"() {
    "use strict";
    init_linkage();
  }
});

// src/similarity/enhancement-steps.ts
var enhancement_steps_exports = {};
__export(enhancement_steps_exports, {
  targetInto: () => targetInto,
  updateBounded: () => updateBounded,
  updateError: () => updateError,
  updateSmooth: () => updateSmooth
});
function targetInto(across, run, inside, table) {
  const { A: A2, E, Y1, F: F2, Y2 } = run;
  const { multiplicity } = table;
  const r = multiplicity.length;
  const roots = multiplicity.map(Math.sqrt);
  const insideX = new Float64Array(r);
  for (let g = 0; g < r; g++) {
    const at = g * r;
    targetRow(across, run, g, roots);
    const pair = A2.pairs[at + g] - E.pairs[at + g] + Y1.pairs[at + g] + F2.pairs[at + g] - Y2.pairs[at + g];
    const own = A2.own[g] - E.own[g] + Y1.own[g] + F2.own[g] - Y2.own[g];
    across[at + g] = own + (multiplicity[g] - 1) * pair;
    insideX[g] = inside[g] * (own - pair);
  }
  return insideX;
}
function targetRow(across, run, g, roots) {
  const A2 = run.A.pairs;
  const E = run.E.pairs;
  const Y1 = run.Y1.pairs;
  const F2 = run.F.pairs;
  const Y2 = run.Y2.pairs;
  const root = roots[g];
  for (let h = 0, i = g * roots.length; h < roots.length; h++, i++) {
    across[i] = root * roots[h] * (A2[i] - E[i] + Y1[i] + F2[i] - Y2[i]);
  }
}
function updateSmooth({ C: C2 }, across, insideX, table) {
  const { multiplicity } = table;
  const r = multiplicity.length;
  const roots = multiplicity.map(Math.sqrt);
  const sums = new Float64Array(2);
  const scales = { roots, multiplicity };
  for (let g = 0; g < r; g++) {
    const at = g * r;
    const mu = multiplicity[g];
    smoothRow(C2.pairs, across, g, { from: 0, to: g }, scales, sums);
    smoothRow(C2.pairs, across, g, { from: g + 1, to: r }, scales, sums);
    const pair = mu === 1 ? 0 : (across[at + g] - insideX[g]) / mu;
    const own = mu === 1 ? across[at + g] : pair + insideX[g];
    sums[0] += mu * ((mu - 1) * (pair - C2.pairs[at + g]) ** 2 + (own - C2.own[g]) ** 2);
    sums[1] += mu * ((mu - 1) * C2.pairs[at + g] ** 2 + C2.own[g] ** 2);
    C2.pairs[at + g] = pair;
    C2.own[g] = own;
  }
  return Math.sqrt(sums[0]) / Math.sqrt(sums[1]);
}
function smoothRow(C2, across, g, { from, to }, { roots, multiplicity }, sums) {
  const at = g * roots.length;
  const root = roots[g];
  const factor = multiplicity[g];
  let change = 0;
  let before = 0;
  for (let h = from; h < to; h++) {
    const old = C2[at + h];
    const now = across[at + h] / (root * roots[h]);
    C2[at + h] = now;
    change += multiplicity[h] * (now - old) * (now - old);
    before += multiplicity[h] * old * old;
  }
  sums[0] += factor * change;
  sums[1] += factor * before;
}
function updateError(run, lambda, { multiplicity }) {
  const r = multiplicity.length;
  const sums = new Float64Array(4);
  const weights = multiplicity.slice();
  for (let g = 0; g < r; g++) {
    weights[g]--;
    errorRow(run, "pairs", { at: g * r, factor: multiplicity[g], weights }, lambda, sums);
    weights[g]++;
  }
  errorRow(run, "own", { at: 0, factor: 1, weights }, lambda, sums);
  const [change, before, misfit, length] = sums.map(Math.sqrt);
  return [change / before, misfit / length];
}
function errorRow(run, part, { at, factor, weights }, lambda, sums) {
  const E = run.E[part];
  const A2 = run.A[part];
  const C2 = run.C[part];
  const Y1 = run.Y1[part];
  const Q = run.Q[part];
  let change = 0;
  let before = 0;
  let misfit = 0;
  let length = 0;
  for (let h = 0, i = at; h < weights.length; h++, i++) {
    const old = E[i];
    const y = Y1[i];
    const weight = weights[h];
    const rest = A2[i] - C2[i];
    const now = Q[i] > 0 ? 0 : (rest + y) / (lambda + 1);
    const left = rest - now;
    E[i] = now;
    Y1[i] = y + left;
    change += weight * (now - old) * (now - old);
    before += weight * old * old;
    misfit += weight * left * left;
    length += weight * y * y;
  }
  sums[0] += factor * change;
  sums[1] += factor * before;
  sums[2] += factor * misfit;
  sums[3] += factor * length;
}
function updateBounded(run, { multiplicity }) {
  const { C: C2, F: F2, Y2 } = run;
  const r = multiplicity.length;
  const sums = new Float64Array(4);
  for (let first = 0; first < r; first += TILE) {
    for (let left = 0; left <= first; left += TILE) {
      for (let g = first; g < Math.min(first + TILE, r); g++) {
        boundedRow(run, g, left, Math.min(left + TILE, g), multiplicity, sums);
      }
    }
  }
  for (let g = 0; g < r; g++) {
    const i = g * r + g;
    boundedEntry(F2.pairs, C2.pairs, Y2.pairs, i, multiplicity[g] * (multiplicity[g] - 1), sums);
    boundedEntry(F2.own, C2.own, Y2.own, g, multiplicity[g], sums);
  }
  const [change, before, misfit, length] = sums.map(Math.sqrt);
  return [change / before, misfit / length];
}
function boundedRow(run, g, from, to, weights, sums) {
  const F2 = run.F.pairs;
  const C2 = run.C.pairs;
  const Y2 = run.Y2.pairs;
  const r = weights.length;
  let change = 0;
  let before = 0;
  let misfit = 0;
  let length = 0;
  for (let h = from, a = g * r + from, b = from * r + g; h < to; h++, a++, b += r) {
    const c = C2[a];
    const d = C2[b];
    const y = Y2[a];
    const z = Y2[b];
    const old = F2[a];
    const now = clipped((c + y + d + z) / 2);
    F2[a] = now;
    F2[b] = now;
    Y2[a] = y + (c - now);
    Y2[b] = z + (d - now);
    change += weights[h] * (now - old) * (now - old);
    before += weights[h] * old * old;
    misfit += weights[h] * ((c - now) * (c - now) + (d - now) * (d - now));
    length += weights[h] * (y * y + z * z);
  }
  sums[0] += 2 * weights[g] * change;
  sums[1] += 2 * weights[g] * before;
  sums[2] += weights[g] * misfit;
  sums[3] += weights[g] * length;
}
function boundedEntry(F2, C2, Y2, i, weight, sums) {
  const old = F2[i];
  const y = Y2[i];
  const now = clipped(C2[i] + y);
  F2[i] = now;
  Y2[i] = y + (C2[i] - now);
  sums[0] += weight * (now - old) ** 2;
  sums[1] += weight * old * old;
  sums[2] += weight * (C2[i] - now) ** 2;
  sums[3] += weight * y * y;
}
function clipped(value) {
  return Math.min(1, Math.max(0, value));
}
var TILE;
var init_enhancement_steps = __esm({
  "src/similarity/enhancement-steps.ts"() {
    "use strict";
    TILE = 32;
  }
});

// src/hot-loops/tridiagonal.ts
function createTridiagonalise(loops, capacity) {
  const most = paddedTo8(capacity);
  const isPlain = loops.kind === "plain";
  const workspace = isPlain ? null : new Workspace(loops, 8 * (2 * most * most + 12 * most));
  const room = (length) => workspace?.float64(length) ?? new Float64Array(length);
  const A2 = room(most * most);
  const reflectors = room(most * most);
  const betas = room(most);
  const diagonal = room(most);
  const beside = room(most);
  const p = room(most);
  const block = room(8 * most);
  return (matrix, size) => {
    const stride = paddedTo8(size);
    A2.fill(0, 0, size * stride);
    if (stride === size) A2.set(matrix.length === size * size ? matrix : matrix.subarray(0, size * size));
    else for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) A2[i * stride + j] = matrix[i * size + j];
    p.fill(0, 0, stride);
    const reflect2 = () => {
      if (workspace === null) reflectBack(block, reflectors, betas, size, stride);
      else workspace.exports.reflectBack(block.byteOffset, reflectors.byteOffset, betas.byteOffset, size, stride);
    };
    const reduced = { size, diagonal, beside, reflectors, stride, betas, block, reflectBack: reflect2 };
    if (workspace === null) tridiagonalise2(A2, p, reduced);
    else {
      workspace.exports.tridiagonalise(
        A2.byteOffset,
        size,
        stride,
        reflectors.byteOffset,
        betas.byteOffset,
        diagonal.byteOffset,
        beside.byteOffset,
        p.byteOffset
      );
    }
    return reduced;
  };
}
function paddedTo8(size) {
  return 8 * Math.ceil(size / 8);
}
function tridiagonalise2(A2, p, reduced) {
  const { size, stride, diagonal, beside, reflectors, betas } = reduced;
  for (let k = 0; k < size; k++) {
    const row = k * stride;
    diagonal[k] = A2[row + k];
    const v = reflectors.subarray(row, row + stride).fill(0);
    betas[k] = 0;
    beside[k] = 0;
    if (k + 2 >= size) {
      if (k + 1 < size) beside[k] = A2[row + k + 1];
      continue;
    }
    let scale = 0;
    for (let i = k + 1; i < size; i++) scale = Math.max(scale, Math.abs(A2[row + i]));
    if (!(scale > 0)) continue;
    let square = 0;
    for (let i = k + 1; i < size; i++) {
      v[i] = A2[row + i] / scale;
      square += v[i] * v[i];
    }
    const norm = Math.sqrt(square);
    const alpha = v[k + 1] > 0 ? -norm : norm;
    betas[k] = 1 / (square - alpha * v[k + 1]);
    v[k + 1] -= alpha;
    beside[k] = alpha * scale;
    reflect(A2, stride, v, p, k + 1, size, betas[k]);
  }
}
function reflect(A2, stride, v, p, first, size, beta) {
  p.fill(0, first, size);
  for (let i = first; i < size; i++) addRow(p, A2, i * stride, first, size, v[i]);
  let vp = 0;
  for (let i = first; i < size; i++) {
    p[i] *= beta;
    vp += v[i] * p[i];
  }
  const half = beta * vp / 2;
  for (let i = first; i < size; i++) p[i] -= half * v[i];
  for (let i = first; i < size; i++) subtractRow(A2, i * stride, v, p, first, size, v[i], p[i]);
}
function addRow(p, A2, at, first, size, factor) {
  for (let j = first; j < size; j++) p[j] += factor * A2[at + j];
}
function subtractRow(A2, at, v, p, first, size, vi, pi) {
  for (let j = first; j < size; j++) A2[at + j] -= vi * p[j] + pi * v[j];
}
function reflectBack(x, reflectors, betas, size, stride) {
  const sums = new Float64Array(8);
  for (let k = size - 3; k >= 0; k--) {
    if (betas[k] === 0) continue;
    sums.fill(0);
    for (let i = k + 1; i < size; i++) for (let b = 0; b < 8; b++) sums[b] += reflectors[k * stride + i] * x[8 * i + b];
    for (let b = 0; b < 8; b++) sums[b] *= -betas[k];
    for (let i = k + 1; i < size; i++) for (let b = 0; b < 8; b++) x[8 * i + b] += reflectors[k * stride + i] * sums[b];
  }
}
var init_tridiagonal = __esm({
  "src/hot-loops/tridiagonal.ts"() {
    "use strict";
    init_workspace();
  }
});

// src/numeric/leading-eigen.ts
function createLeadingEigen(loops, capacity) {
  const tridiagonalise3 = createTridiagonalise(loops, capacity);
  const room = () => new Float64Array(capacity);
  const beside = new Float64Array(8 * Math.ceil(capacity / 8));
  const places = new Float64Array(capacity * capacity);
  const upper = { pivots: room(), first: room(), second: room() };
  return (matrix, size, count) => {
    const T2 = tridiagonalise3(matrix, size);
    const values = T2.diagonal.slice(0, size);
    beside.set(T2.beside);
    diagonaliseByQL(values, beside, null, size);
    values.sort().reverse();
    const wanted = Math.min(count, size);
    const vectors = places.subarray(0, wanted * size);
    for (let j = 0; j < wanted; j++) {
      if (!inverseIteration(T2, values[j], vectors, j, upper)) return symmetricEigen(matrix, size);
    }
    for (let from = 0; from < wanted; from += 8) reflectBack2(T2, vectors, from, Math.min(from + 8, wanted));
    return { values, vectors };
  };
}
function inverseIteration(T2, value, vectors, j, upper) {
  const { size: n, diagonal, beside } = T2;
  let norm = 0;
  for (let i = 0; i < n; i++) norm = Math.max(norm, Math.abs(diagonal[i]) + 2 * Math.abs(beside[i]));
  const x = vectors.subarray(j * n, (j + 1) * n);
  for (let i = 0; i < n; i++) x[i] = 1 + (i + 1) * (j + 1) * 0.6180339887 % 1;
  for (let round = 0; round < ROUNDS; round++) {
    solveShifted(T2, value, x, Number.EPSILON * norm, upper);
    if (!normalise(x)) return false;
    if (!makeOrthogonal(vectors, j, n)) return false;
    const error = residual(T2, value, x) / (Number.EPSILON * norm);
    if (error <= GOOD || round + 1 === ROUNDS) return error <= ALLOWED;
  }
  return false;
}
function makeOrthogonal(vectors, j, n) {
  const x = vectors.subarray(j * n, (j + 1) * n);
  for (let pass = 0; pass < 3; pass++) {
    for (let other = 0; other < j; other++) {
      addScaled2(vectors, j * n, vectors, other * n, n, -dot(vectors, other * n, vectors, j * n, n));
    }
    const left = Math.sqrt(dot(x, 0, x, 0, n));
    if (!(left > 1e-8) || !normalise(x)) return false;
    if (left > 0.5) return true;
  }
  return false;
}
function residual({ size: n, diagonal, beside }, value, x) {
  let largest2 = 0;
  for (let i = 0; i < n; i++) {
    let entry = (diagonal[i] - value) * x[i];
    if (i > 0) entry += beside[i - 1] * x[i - 1];
    if (i + 1 < n) entry += beside[i] * x[i + 1];
    largest2 = Math.max(largest2, Math.abs(entry));
  }
  return largest2;
}
function solveShifted(T2, value, x, small, upper) {
  const { size: n, diagonal, beside } = T2;
  const { pivots, first, second } = upper;
  let pivot = diagonal[0] - value;
  let right = n > 1 ? beside[0] : 0;
  for (let i = 0; i + 1 < n; i++) {
    const below = beside[i];
    const next = diagonal[i + 1] - value;
    const nextRight = i + 2 < n ? beside[i + 1] : 0;
    if (Math.abs(below) > Math.abs(pivot)) {
      const factor = pivot / below;
      pivots[i] = below;
      first[i] = next;
      second[i] = nextRight;
      pivot = right - factor * next;
      right = -factor * nextRight;
      const swapped2 = x[i + 1];
      x[i + 1] = x[i] - factor * swapped2;
      x[i] = swapped2;
    } else {
      if (Math.abs(pivot) < small) pivot = small;
      const factor = below / pivot;
      pivots[i] = pivot;
      first[i] = right;
      second[i] = 0;
      pivot = next - factor * right;
      right = nextRight;
      x[i + 1] -= factor * x[i];
    }
  }
  pivots[n - 1] = Math.abs(pivot) < small ? small : pivot;
  for (let i = n - 1; i >= 0; i--) {
    let sum2 = x[i];
    if (i + 1 < n) sum2 -= first[i] * x[i + 1];
    if (i + 2 < n) sum2 -= second[i] * x[i + 2];
    x[i] = sum2 / pivots[i];
  }
}
function normalise(x) {
  let largest2 = 0;
  for (let i = 0; i < x.length; i++) largest2 = Math.max(largest2, Math.abs(x[i]));
  if (!(largest2 > 0 && largest2 < Infinity)) return false;
  for (let i = 0; i < x.length; i++) x[i] /= largest2;
  const length = Math.sqrt(dot(x, 0, x, 0, x.length));
  for (let i = 0; i < x.length; i++) x[i] /= length;
  return true;
}
function reflectBack2(T2, vectors, from, to) {
  const { size: n, block } = T2;
  block.fill(0, 0, 8 * n);
  for (let j = from; j < to; j++) for (let i = 0; i < n; i++) block[8 * i + j - from] = vectors[j * n + i];
  T2.reflectBack();
  for (let j = from; j < to; j++) for (let i = 0; i < n; i++) vectors[j * n + i] = block[8 * i + j - from];
}
var ROUNDS, GOOD, ALLOWED;
var init_leading_eigen = __esm({
  "src/numeric/leading-eigen.ts"() {
    "use strict";
    init_tridiagonal();
    init_symmetric_eigen();
    init_vector();
    ROUNDS = 2;
    GOOD = 4;
    ALLOWED = 64;
  }
});

// src/embedding/kernel-gram-product.ts
function gramProduct(loops, table) {
  const most = Math.min(MOST_ENTRIES2, MOST_PER_MEMBERSHIP * table.clusters.length);
  const strips = table.ensembleSize < MANY_LABELINGS ? countStrips(table, most) : null;
  return strips === null ? productThroughRows(loops, table) : sparseProduct(loops, table, strips);
}
function countStrips(table, most) {
  const { ensembleSize: m, rowCount, clusters, clusterStarts, clusterSizes, multiplicity } = table;
  const P = clusterSizes.length;
  const strips = [];
  let entryCount = 0;
  for (let t = 0; t < m; t++) {
    const first = clusterStarts[t];
    const counts = new Float64Array((clusterStarts[t + 1] - first) * P);
    const own = clusters.subarray(t * rowCount, (t + 1) * rowCount);
    for (let s = 0; s < m; s++) {
      addCommon(counts, own, clusters.subarray(s * rowCount, (s + 1) * rowCount), multiplicity, first, P);
    }
    const strip = stripOf(counts, first, clusterSizes);
    entryCount += strip.values.length;
    if (entryCount > most) return null;
    strips.push(strip);
  }
  return strips;
}
function addCommon(counts, one2, other, multiplicity, first, P) {
  for (let r = 0; r < multiplicity.length; r++) {
    const a = one2[r];
    const b = other[r];
    if (a >= 0 && b >= 0) counts[(a - first) * P + b] += multiplicity[r];
  }
}
function stripOf(counts, first, clusterSizes) {
  const P = clusterSizes.length;
  let entryCount = 0;
  for (let at = 0; at < counts.length; at++) if (counts[at] > 0) entryCount++;
  const lengths = new Int32Array(counts.length / P);
  const columns = new Int32Array(entryCount);
  const values = new Float64Array(entryCount);
  for (let row = 0, e = 0; row < lengths.length; row++) {
    for (let b = 0; b < P; b++) {
      const count = counts[row * P + b];
      if (count === 0) continue;
      columns[e] = b;
      values[e++] = count / Math.sqrt(clusterSizes[first + row] * clusterSizes[b]);
      lengths[row]++;
    }
  }
  return { lengths, columns, values };
}
function sparseProduct(loops, { clusterSizes }, strips) {
  const P = clusterSizes.length;
  const entryCount = strips.reduce((sum2, { values }) => sum2 + values.length, 0);
  const matrix = createSparseMatrix(loops, P, entryCount, BLOCK2);
  let row = 0;
  for (const { lengths, columns, values } of strips) {
    matrix.columns.set(columns, matrix.starts[row]);
    matrix.values.set(values, matrix.starts[row]);
    for (const length of lengths) {
      matrix.starts[row + 1] = matrix.starts[row] + length;
      row++;
    }
  }
  return { size: P, multiplyInto: matrix.multiplyInto };
}
function productThroughRows(loops, table) {
  const { rowCount, ensembleSize: layerCount, clusters: groups, clusterSizes, multiplicity } = table;
  const size = clusterSizes.length;
  const sums = createMembershipSums(loops, { rowCount, layerCount, groupCount: size, groups }, BLOCK2);
  const ones = new Float64Array(rowCount).fill(1);
  const inverseRoots = clusterSizes.map((count) => 1 / Math.sqrt(count));
  const scaled = new Float64Array(size * BLOCK2);
  const rows = new Float64Array(rowCount * BLOCK2);
  return {
    size,
    multiplyInto(y, x) {
      for (let at = 0; at < x.length; at++) scaled[at] = inverseRoots[at >> 3] * x[at];
      sums.addFromGroups(rows.fill(0), scaled, ones);
      const total = sums.sumByGroup(rows, multiplicity);
      for (let at = 0; at < y.length; at++) y[at] = inverseRoots[at >> 3] * total[at];
    }
  };
}
var BLOCK2, MANY_LABELINGS, MOST_PER_MEMBERSHIP, MOST_ENTRIES2;
var init_kernel_gram_product = __esm({
  "src/embedding/kernel-gram-product.ts"() {
    "use strict";
    init_membership();
    init_sparse();
    BLOCK2 = 8;
    MANY_LABELINGS = 1e3;
    MOST_PER_MEMBERSHIP = 4;
    MOST_ENTRIES2 = 2 ** 24;
  }
});

// src/embedding/kernel-line.ts
var KernelLine;
var init_kernel_line = __esm({
  "src/embedding/kernel-line.ts"() {
    "use strict";
    init_panels();
    init_orthonormal_panel();
    init_kernel_gram_product();
    KernelLine = class {
      /** P */
      size;
      capacity;
      #gram;
      /** Panels of Q, then of G X Q and of G D Q, then room to work in, then three for each block of combinations. */
      #store;
      /** Columns in use in each panel of Q. */
      #ranks = [];
      /** Where they are in A, B and C. */
      #columns = new Int32Array(0);
      #start;
      #direction = null;
      /** A, B and C, panel by panel: entry (a, b) at [a * stride + b], unused columns included. */
      #parts;
      /** Q' M(s) Q of the last call. */
      #small;
      #coefficients = new Float64Array(BLOCK2 * BLOCK2);
      constructor(loops, gram2, capacity, combinations) {
        this.#gram = gram2;
        this.size = gram2.size;
        this.capacity = capacity;
        this.#store = createPanelStore(loops, gram2.size, BLOCK2, 4 * capacity + 3 * combinations);
        this.#start = new Float64Array(gram2.size);
        this.#small = new Float64Array((capacity * BLOCK2) ** 2);
        this.#parts = Array.from({ length: 3 }, () => new Float64Array((capacity * BLOCK2) ** 2));
      }
      get isFull() {
        return this.#ranks.length === this.capacity;
      }
      /** Columns of Q. */
      get dimension() {
        return this.#columns.length;
      }
      /** Changes x and d, given per cluster; no direction means s = 0 only. */
      moveTo(start, direction) {
        this.#start = start;
        this.#direction = direction;
        for (let p = 0; p < this.#ranks.length; p++) this.#multiply(p);
      }
      /** Adds eight vectors to Q; returns how many of them were new. */
      expand(block) {
        if (this.dimension >= this.size) return 0;
        const p = this.#ranks.length;
        this.#store.panel(p).set(block);
        const rank = orthonormalisePanel(this.#store, p, 3 * this.capacity);
        if (rank === 0) return 0;
        this.#setRanks([...this.#ranks, rank]);
        this.#multiply(p);
        return rank;
      }
      /** Q' M(s) Q, dimension x dimension; valid until the next call. */
      projected(s) {
        const [A2, B2, C2] = this.#parts;
        const stride = this.capacity * BLOCK2;
        const columns = this.#columns;
        const q = columns.length;
        const matrix = this.#small.subarray(0, q * q);
        for (let i = 0; i < q; i++) {
          for (let j = 0; j <= i; j++) {
            const at = columns[j] * stride + columns[i];
            const value = A2[at] + s * (B2[at] + s * C2[at]);
            matrix[i * q + j] = value;
            matrix[j * q + i] = value;
          }
        }
        return matrix;
      }
      /** Block of vectors Q c for up to eight rows c of coefficients, from `from` on, with their Ritz values θ. */
      combine(s, rows, values, from, to) {
        const { capacity } = this;
        const store = this.#store;
        const first = 4 * capacity + 3 * Math.floor(from / BLOCK2);
        const vectors = store.panel(first);
        const products = store.panel(first + 1);
        const residuals = store.panel(first + 2);
        vectors.fill(0);
        products.fill(0);
        this.#forCoefficients(rows, from, to, (p, coefficients) => {
          store.update(first, p, coefficients);
          store.update(first + 1, capacity + p, coefficients);
          if (this.#direction === null || s === 0) return;
          for (let at = 0; at < coefficients.length; at++) coefficients[at] *= s;
          store.update(first + 1, 2 * capacity + p, coefficients);
        });
        store.scale(first + 2, first + 1, this.rootsAt(s));
        const minus = this.#coefficients.fill(0);
        for (let j = from; j < to; j++) minus[(j - from) * (BLOCK2 + 1)] = -values[j];
        store.update(first + 2, first, minus);
        store.gramInto(minus, first + 2, first + 2);
        const squares = Float64Array.from({ length: to - from }, (_, b) => minus[b * (BLOCK2 + 1)]);
        return { vectors, products, residuals, squares };
      }
      /** Replaces Q by Q C for orthonormal rows of coefficients. `moveTo` must follow. */
      compress(rows, count) {
        const { capacity } = this;
        const panels = Math.ceil(count / BLOCK2);
        for (let p = 0; p < panels; p++) {
          this.#store.panel(3 * capacity + p).fill(0);
          this.#forCoefficients(
            rows,
            p * BLOCK2,
            Math.min((p + 1) * BLOCK2, count),
            (from, coefficients) => this.#store.update(3 * capacity + p, from, coefficients)
          );
        }
        for (let p = 0; p < panels; p++) this.#store.panel(p).set(this.#store.panel(3 * capacity + p));
        this.#setRanks(Array.from({ length: panels }, (_, p) => Math.min(BLOCK2, count - p * BLOCK2)));
      }
      /** x + s d, per cluster. */
      rootsAt(s) {
        const direction = this.#direction;
        return direction === null ? this.#start : this.#start.map((x, c) => x + s * direction[c]);
      }
      #setRanks(ranks) {
        this.#ranks = ranks;
        this.#columns = Int32Array.from(ranks.flatMap((rank, p) => Array.from({ length: rank }, (_, a) => p * BLOCK2 + a)));
      }
      /** G X Q, G D Q and the entries of A, B and C for panel p. */
      #multiply(p) {
        const { capacity } = this;
        const x = this.#start;
        const d = this.#direction;
        const store = this.#store;
        const scaled = 3 * capacity;
        const images = 3 * capacity + 1;
        const gx = capacity + p;
        const gd = 2 * capacity + p;
        store.scale(scaled, p, x);
        this.#gram.multiplyInto(store.panel(gx), store.panel(scaled));
        store.scale(images, gx, x);
        this.#project(0, p);
        if (d === null) return;
        store.scale(scaled, p, d);
        this.#gram.multiplyInto(store.panel(gd), store.panel(scaled));
        store.scale(images, gd, d);
        this.#project(2, p);
        store.scale(images, gd, x);
        store.addScaled(images, gx, d);
        this.#project(1, p);
      }
      /** Column block p of A, B or C: Q' times the images at hand. */
      #project(part, p) {
        const block = this.#coefficients;
        const stride = this.capacity * BLOCK2;
        for (let r = 0; r <= p; r++) {
          this.#store.gramInto(block, r, 3 * this.capacity + 1);
          for (let a = 0; a < BLOCK2; a++) {
            this.#parts[part].set(block.subarray(a * BLOCK2, (a + 1) * BLOCK2), (r * BLOCK2 + a) * stride + p * BLOCK2);
          }
        }
      }
      /** Calls back with the coefficients of rows [from, to) for each panel: column b for row from + b. */
      #forCoefficients(rows, from, to, use) {
        const q = this.dimension;
        const coefficients = this.#coefficients;
        for (let p = 0, column = 0; p < this.#ranks.length; column += this.#ranks[p++]) {
          coefficients.fill(0);
          for (let a = 0; a < this.#ranks[p]; a++) {
            for (let b = from; b < to; b++) coefficients[a * BLOCK2 + b - from] = rows[b * q + column + a];
          }
          use(p, coefficients);
        }
      }
    };
  }
});

// src/embedding/kernel-shape.ts
function shapeFactor(table, { centred = false, unitDiagonal = false }) {
  const { ensembleSize: m, sampleCount: n, clusterStarts, clusterSizes } = table;
  const covered = Float64Array.from(
    { length: m },
    (_, t) => clusterSizes.subarray(clusterStarts[t], clusterStarts[t + 1]).reduce((sum2, size) => sum2 + size, 0)
  );
  if (centred && covered.some((count) => count < n)) {
    throw new InputError("consensus: centred must be false for labelings with missing labels; got true");
  }
  const roots = clusterSizes.map((size) => Math.sqrt(size / n));
  const scales = clusterSizes.map((size) => unitDiagonal ? 1 / Math.sqrt(1 / size - (centred ? 1 / n : 0)) : 1);
  const scale = (x) => {
    for (let at = 0; at < x.length; at++) x[at] *= scales[Math.floor(at / BLOCK2)];
  };
  const project = (x) => {
    for (let t = 0; t < m; t++) {
      for (let b = 0; b < BLOCK2; b++) {
        let dot3 = 0;
        for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) dot3 += roots[c] * x[c * BLOCK2 + b];
        for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) x[c * BLOCK2 + b] -= roots[c] * dot3;
      }
    }
  };
  return {
    traces: unitDiagonal ? covered : covered.map((_, t) => clusterStarts[t + 1] - clusterStarts[t] - (centred ? 1 : 0)),
    apply(x) {
      if (centred) project(x);
      if (unitDiagonal) scale(x);
    },
    applyTransposed(x) {
      if (unitDiagonal) scale(x);
      if (centred) project(x);
    }
  };
}
function shapedProduct(gram2, shape) {
  const shaped = new Float64Array(gram2.size * BLOCK2);
  return {
    size: gram2.size,
    multiplyInto(y, x) {
      shaped.set(x);
      shape.apply(shaped);
      gram2.multiplyInto(y, shaped);
      shape.applyTransposed(y);
    }
  };
}
var init_kernel_shape = __esm({
  "src/embedding/kernel-shape.ts"() {
    "use strict";
    init_check();
    init_kernel_gram_product();
  }
});

// src/embedding/kernel-spectrum.ts
var kernel_spectrum_exports = {};
__export(kernel_spectrum_exports, {
  KernelSpectrum: () => KernelSpectrum
});
function trackedCount(k) {
  return BLOCK2 * Math.ceil((2 * k + 2) / BLOCK2);
}
function distanceToRest(values, rank) {
  const beyond = values[Math.floor((rank + values.length) / 2)];
  return values[rank - 1] - Math.max(0, beyond ?? 0);
}
function allowedResidual2({ values, rank, largest: largest2 }, wanted) {
  if (rank === 0) return 0;
  const distance2 = distanceToRest(values, rank);
  const gap = values[rank - 1] - Math.max(0, values[rank] ?? 0);
  const rounding2 = ROUNDING2 * largest2;
  if (wanted === "bounds") return FAR * distance2;
  if (wanted === "sum") return Math.max(rounding2, Math.sqrt(SUM_TOLERANCE * largest2 * distance2));
  const turned = TOLERANCES[wanted] * distance2;
  return Math.max(rounding2, Math.min(turned, Math.sqrt(turned * gap)));
}
function boundsOf2({ values, rank, squares, sum: sum2, largest: largest2 }) {
  const outside = rank > 0 ? values[rank - 1] - distanceToRest(values, rank) : 0;
  let low = sum2;
  let high = sum2;
  for (let j = 0; j < rank; j++) {
    const square = squares[j];
    low += square / (values[j] + Math.sqrt(square));
    high += Math.min(SAFETY * square / (values[j] - outside), Math.sqrt(square));
  }
  const rounding2 = 1e-15 * largest2;
  return { low: low - rounding2, high: high + rounding2 };
}
function residualColumns(blocks, columns) {
  const out = new Float64Array(blocks[0].residuals.length);
  columns.forEach((column, b) => {
    const block = blocks[Math.floor(column / BLOCK2)].residuals;
    for (let at = column % BLOCK2, to = b; at < block.length; at += BLOCK2, to += BLOCK2) out[to] = block[at];
  });
  return out;
}
function spansOf2(table, blocks, values, rank) {
  const { ensembleSize: m, clusterStarts } = table;
  const spans = new Float64Array(m);
  for (let j = 0; j < rank; j++) {
    const { products } = blocks[Math.floor(j / BLOCK2)];
    for (let t = 0; t < m; t++) {
      let sum2 = 0;
      for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
        const e = products[c * BLOCK2 + j % BLOCK2];
        sum2 += e * e;
      }
      spans[t] += sum2 / values[j];
    }
  }
  return spans;
}
function vectorsOnRows({ ensembleSize: m, rowCount, clusters, clusterSizes, multiplicity }, blocks, values, rank, k, roots) {
  const perCluster = new Float64Array(roots.length * k);
  for (let c = 0; c < roots.length; c++) {
    for (let j = 0; j < rank; j++) {
      const y = blocks[Math.floor(j / BLOCK2)][c * BLOCK2 + j % BLOCK2];
      perCluster[c * k + j] = roots[c] * y / Math.sqrt(clusterSizes[c] * values[j]);
    }
  }
  const out = new Float64Array(rowCount * k);
  for (let t = 0; t < m; t++) addRows(out, perCluster, clusters, t * rowCount, k);
  for (let r = 0; r < rowCount; r++) {
    const root = Math.sqrt(multiplicity[r]);
    for (let j = r * k; j < (r + 1) * k; j++) out[j] *= root;
  }
  return out;
}
function addRows(out, perCluster, clusters, at, k) {
  for (let r = 0, to = 0; to < out.length; r++) {
    const c = clusters[at + r];
    for (let from = c * k, j = 0; j < k; j++, from++, to++) if (c >= 0) out[to] += perCluster[from];
  }
}
var TOLERANCES, SUM_TOLERANCE, ROUNDING2, ZERO4, FAR, MAX_ROUNDS, KernelSpectrum, ROOM, SAFETY;
var init_kernel_spectrum = __esm({
  "src/embedding/kernel-spectrum.ts"() {
    "use strict";
    init_leading_eigen();
    init_random();
    init_kernel_gram_product();
    init_kernel_line();
    init_kernel_shape();
    TOLERANCES = { spans: 1e-10, vectors: 1e-11 };
    SUM_TOLERANCE = 1e-16;
    ROUNDING2 = 4e-15;
    ZERO4 = 1e-13;
    FAR = 0.05;
    MAX_ROUNDS = 300;
    KernelSpectrum = class {
      #table;
      #k;
      #shape;
      #line;
      #eigen;
      /** Ritz pairs of the current line and basis, if known. */
      #latest = null;
      /** The point of the last call. */
      #current = null;
      constructor(loops, table, clusterCount, shape = {}) {
        this.#table = table;
        this.#k = clusterCount;
        this.#shape = shapeFactor(table, shape);
        const plain = gramProduct(loops, table);
        const gram2 = shape.centred || shape.unitDiagonal ? shapedProduct(plain, this.#shape) : plain;
        const tracked = Math.ceil(trackedCount(clusterCount) / BLOCK2);
        const residualBlocks = Math.ceil(clusterCount / BLOCK2);
        this.#line = new KernelLine(loops, gram2, tracked + ROOM * residualBlocks, residualBlocks);
        this.#eigen = createLeadingEigen(loops, this.#line.capacity * BLOCK2);
        const random = randomFor(0, 0);
        for (let p = 0; p < tracked; p++)
          this.#line.expand(Float64Array.from({ length: gram2.size * BLOCK2 }, () => random() - 0.5));
      }
      /** m */
      get ensembleSize() {
        return this.#table.ensembleSize;
      }
      /** tr K⁽ᵗ⁾ */
      get traces() {
        return this.#shape.traces;
      }
      /** Bounds of the sum of the k largest eigenvalues, on the current basis unless it is too inaccurate. */
      bounds(place) {
        const isFirst = this.#current === null;
        this.#goTo(place);
        return boundsOf2(this.#solve(place, isFirst ? "sum" : "bounds"));
      }
      /** Tighter bounds, on a larger basis; equal if the sum is known up to rounding. */
      narrow(place) {
        this.#goTo(place);
        if (this.#grow(place, this.#ritz(place.step ?? 0), "sum")) return this.bounds(place);
        const { low, high } = this.bounds(place);
        const sum2 = (low + high) / 2;
        return { low: sum2, high: sum2 };
      }
      /** sₜ alone, with less precision. */
      spans(place) {
        this.#goTo(place);
        const { blocks, values, rank } = this.#solve(this.#leaveLine(place), "spans");
        return spansOf2(this.#table, blocks, values, rank);
      }
      evaluate(place) {
        const { values, rank, blocks, converged } = this.#solve(place, "vectors");
        const k = this.#k;
        const leading = new Float64Array(k);
        leading.set(values.subarray(0, rank));
        const roots = this.#line.rootsAt(place.step ?? 0);
        const kept = blocks.map(({ vectors }) => vectors.slice());
        for (const block of kept) this.#shape.apply(block);
        return {
          values: leading,
          next: Math.max(0, values[k] ?? 0),
          converged,
          spans: spansOf2(this.#table, blocks, values, rank),
          vectors: () => vectorsOnRows(this.#table, kept, values, rank, k, roots)
        };
      }
      /** Ritz pairs at a point, with the basis enlarged until they are accurate enough. */
      #solve(place, wanted) {
        this.#goTo(place);
        for (let round = 1; ; round++) {
          const found = this.#ritz(place.step ?? 0);
          if (round === MAX_ROUNDS || !this.#grow(place, found, wanted)) return { ...found, converged: round < MAX_ROUNDS };
        }
      }
      #goTo(place) {
        const { start, direction } = place;
        const before = this.#current;
        this.#current = place;
        if (before !== null && before.start === start && before.direction === direction) return;
        if (before !== null) this.#compress(before.step ?? 0);
        this.#latest = null;
        this.#moveLine(place);
      }
      /** The same point without a line, with the leading vectors only: products cost half as much, and small matrices less. */
      #leaveLine(place) {
        const { start, direction, step = 0 } = place;
        if (direction === void 0 || this.#line.dimension <= trackedCount(this.#k)) return place;
        this.#compress(step);
        this.#latest = null;
        this.#current = { start: start.map((x, t) => x + step * direction[t]) };
        this.#moveLine(this.#current);
        return this.#current;
      }
      #moveLine({ start, direction }) {
        this.#line.moveTo(this.#perCluster(start), direction === void 0 ? null : this.#perCluster(direction));
      }
      /** Keeps the leading vectors at step s alone. */
      #compress(s) {
        const q = this.#line.dimension;
        const count = Math.min(trackedCount(this.#k), q);
        this.#line.compress(this.#eigen(this.#line.projected(s), q, count).vectors, count);
      }
      #ritz(s) {
        if (this.#latest?.step === s) return this.#latest;
        const line = this.#line;
        const q = line.dimension;
        const wholeBlocks = BLOCK2 * Math.ceil(this.#k / BLOCK2);
        const { values, vectors } = this.#eigen(line.projected(s), q, wholeBlocks);
        const largest2 = values[0];
        let found = 0;
        while (found < Math.min(wholeBlocks, q) && values[found] > ZERO4 * largest2) found++;
        const rank = Math.min(found, this.#k);
        const blocks = [];
        for (let from = 0; from < found; from += BLOCK2) {
          blocks.push(line.combine(s, vectors, values, from, Math.min(from + BLOCK2, found)));
        }
        let sum2 = 0;
        for (let j = 0; j < rank; j++) sum2 += values[j];
        this.#latest = { step: s, values, rank, sum: sum2, largest: largest2, blocks, squares: blocks.flatMap((block) => [...block.squares]) };
        return this.#latest;
      }
      /** Adds the residuals that are too large to the basis; false if there were none, or none was new. */
      #grow(place, ritz, wanted) {
        const allowed = allowedResidual2(ritz, wanted);
        const lengths = ritz.squares.map(Math.sqrt);
        if (lengths.slice(0, ritz.rank).every((length) => length <= allowed)) return false;
        const large = lengths.flatMap((length, j) => length > ROUNDING2 * ritz.largest ? [j] : []);
        let added = 0;
        this.#latest = null;
        for (let at = 0; at < large.length; at += BLOCK2) {
          if (this.#line.isFull) {
            this.#compress(place.step ?? 0);
            this.#moveLine(place);
          }
          added += this.#line.expand(residualColumns(ritz.blocks, large.slice(at, at + BLOCK2)));
        }
        return added > 0;
      }
      #perCluster(perLabeling) {
        const { clusterStarts, ensembleSize: m } = this.#table;
        const out = new Float64Array(clusterStarts[m]);
        for (let t = 0; t < m; t++) out.fill(perLabeling[t], clusterStarts[t], clusterStarts[t + 1]);
        return out;
      }
    };
    ROOM = 6;
    SAFETY = 64;
  }
});

// src/embedding/kernel-gram.ts
var kernel_gram_exports = {};
__export(kernel_gram_exports, {
  kernelGramObjective: () => kernelGramObjective
});
function kernelGramObjective(spectrum, factors = new Float64Array(spectrum.ensembleSize).fill(1)) {
  const roots = factors.map(Math.sqrt);
  const scaled = (values) => values.map((value, t) => value * roots[t]);
  const evaluationAt = (place) => lazyEvaluation(spectrum, place, factors);
  return {
    ensembleSize: factors.length,
    evaluate: (weights) => evaluationAt({ start: scaled(weights) }),
    along(weights, weightDirection) {
      const start = scaled(weights);
      const direction = scaled(weightDirection);
      return (step) => evaluationAt({ start, direction, step });
    }
  };
}
function lazyEvaluation(spectrum, place, factors) {
  let bounds;
  let spans;
  const currentBounds = () => {
    bounds ??= spectrum.bounds(place);
    return bounds;
  };
  const narrow = () => {
    const { low, high } = currentBounds();
    if (low === high) return false;
    bounds = spectrum.narrow(place);
    return true;
  };
  return {
    narrow,
    get bounds() {
      return currentBounds();
    },
    get objective() {
      while (!isKnown(place, currentBounds()) && narrow()) ;
      const { low, high } = currentBounds();
      return (low + high) / 2;
    },
    get spans() {
      spans ??= spectrum.spans(place).map((span, t) => span * factors[t]);
      return spans;
    }
  };
}
function isKnown({ direction }, { low, high }) {
  return direction !== void 0 && high - low <= OBJECTIVE_TOLERANCE * high;
}
var init_kernel_gram = __esm({
  "src/embedding/kernel-gram.ts"() {
    "use strict";
    init_weight_objective();
  }
});

// src/predict/like-rows.ts
function likeRows(rows, table, clusterCount) {
  const { rowCount: remembered2, labels, multiplicity } = rows;
  const { ensembleSize: m, rowCount, clusters, memberStarts, memberRows } = table;
  const covered = new Int32Array(remembered2);
  for (let t = 0; t < m; t++) {
    for (let l = 0; l < remembered2; l++) if (clusters[t * rowCount + l] >= 0) covered[l]++;
  }
  const equal = new Int32Array(remembered2);
  const votes = new Float64Array(clusterCount);
  return (row) => {
    equal.fill(0);
    votes.fill(0);
    let known = 0;
    for (let t = 0; t < m; t++) {
      const c = clusters[t * rowCount + row];
      if (c < 0) continue;
      known++;
      for (let at = memberStarts[c]; at < memberStarts[c + 1] && memberRows[at] < remembered2; at++) {
        equal[memberRows[at]]++;
      }
    }
    let label2 = -1;
    for (let l = 0; l < remembered2; l++) {
      if (equal[l] === covered[l] && 2 * covered[l] >= known) votes[labels[l]] += multiplicity[l];
    }
    for (let C2 = 0; C2 < clusterCount; C2++) if (votes[C2] > (label2 < 0 ? 0 : votes[label2])) label2 = C2;
    return label2;
  };
}
var init_like_rows = __esm({
  "src/predict/like-rows.ts"() {
    "use strict";
  }
});

// src/predict/number-labels.ts
function numberLabels(caller, model, labelings) {
  const { names, clusterCounts, clusterNames } = model;
  if (labelings.length !== names.length) {
    throw new InputError(
      `${caller}: labelings must be the ${names.length} labelings of the model, in the same order; got ${labelings.length}`
    );
  }
  const other = labelings.findIndex((labels) => labels.length !== labelings[0].length);
  if (other >= 0) {
    throw new InputError(
      `${caller}: labelings must all have the same length; got ${labelings[0].length} in '${names[0]}' and ${labelings[other].length} in '${names[other]}'`
    );
  }
  const unknownCounts = names.map(() => 0);
  const numbered = labelings.map((values, t) => {
    const find = clusterNames === null ? numberWithin(clusterCounts[t]) : numberByName(clusterNames[t]);
    const labels = new Int32Array(values.length);
    for (let i = 0; i < values.length; i++) {
      labels[i] = isMissingLabel(values[i]) ? -1 : find(values[i]);
      if (labels[i] === UNKNOWN) {
        labels[i] = -1;
        unknownCounts[t]++;
      }
    }
    return labels;
  });
  return { labelings: numbered, unknownCounts };
}
function numberWithin(clusterCount) {
  return (value) => {
    const number2 = Number(value);
    return Number.isInteger(number2) && number2 >= 0 && number2 < clusterCount ? number2 : UNKNOWN;
  };
}
function numberByName(names) {
  const known = new Map(names.map((name, c) => [name, c]));
  const asText2 = /* @__PURE__ */ new Map();
  names.forEach((name, c) => {
    if (!asText2.has(String(name))) asText2.set(String(name), c);
  });
  const search = (value) => {
    const text = String(value);
    return asText2.get(text) ?? asText2.get(String(Number(text))) ?? UNKNOWN;
  };
  return (value) => {
    let number2 = known.get(value);
    if (number2 === void 0) {
      number2 = search(value);
      known.set(value, number2);
    }
    return number2;
  };
}
var UNKNOWN;
var init_number_labels = __esm({
  "src/predict/number-labels.ts"() {
    "use strict";
    init_check();
    init_adopt();
    UNKNOWN = -2;
  }
});

// src/predict/predict-labels.ts
var predict_labels_exports = {};
__export(predict_labels_exports, {
  predictLabels: () => predictLabels,
  predictRows: () => predictRows
});
async function predictLabels(model, labelings, options = {}) {
  checkOptionNames("predictLabels", options, ["signal", "onProgress"]);
  const numbered = numberLabels("predictLabels", model, labelings);
  const sampleCount = labelings[0].length;
  const pauser = new Pauser(options.signal);
  const shape = shapeOf(model);
  const table = tableWithRemembered(model, numbered.labelings, sampleCount);
  const findLabel = labelFinder(model, shape, table);
  const rowLabels = new Int32Array(table.rowCount);
  const rowConfidences = new Float64Array(table.rowCount);
  for (let r = 0; r < table.rowCount; r++) {
    rowLabels[r] = r < shape.rowCount ? model.rows.labels[r] : findLabel(r);
    if (rowLabels[r] >= 0) rowConfidences[r] = rowConfidence2(model.counts, table, r, rowLabels[r]);
    if (r % 64 === 0) {
      options.onProgress?.({ phase: "labels", done: r, total: table.rowCount });
      await pauser.pause();
    }
  }
  const rowOf = table.rowOf.subarray(shape.rowCount);
  const labels = rowOf.map((r) => rowLabels[r]);
  return {
    labels,
    confidence: Float64Array.from(rowOf, (r) => rowConfidences[r]),
    warnings: warningsOn(model, numbered.unknownCounts, labels)
  };
}
async function predictRows(model, labelRows, options = {}) {
  const m = model.names.length;
  const other = labelRows.findIndex((row) => row.length !== m);
  if (other >= 0) {
    throw new InputError(
      `predict: every row must have a label (or null) for each of the ${m} labelings; row ${other + 1} has ${labelRows[other].length}`
    );
  }
  const labelings = model.names.map((_, t) => labelRows.map((row) => row[t]));
  return predictLabels(model, labelings, options);
}
function tableWithRemembered(model, labelings, newCount) {
  const { rows, clusterCounts, names } = model;
  const { rowCount } = rows;
  const informative = informativeOf(model);
  const joined2 = informative.map((t, at) => {
    const labels = new Int32Array(rowCount + newCount);
    labels.set(rows.labelings.subarray(at * rowCount, (at + 1) * rowCount));
    labels.set(labelings[t], rowCount);
    return labels;
  });
  return collapseRows({
    sampleCount: rowCount + newCount,
    labelings: joined2,
    clusterCounts: informative.map((t) => clusterCounts[t]),
    names: informative.map((t) => names[t])
  });
}
function labelFinder(model, shape, table) {
  const { rule, counts, rows } = model;
  const byRule = RULES[rule.kind].assigner(rule, shape, table);
  const byLikeRows = shape.hasMissing && rows.isWhole ? likeRows(rows, table, counts.clusterCount) : () => -1;
  const { ensembleSize: m, rowCount, clusters } = table;
  return (row) => {
    let isKnown2 = false;
    for (let t = 0; t < m && !isKnown2; t++) isKnown2 = clusters[t * rowCount + row] >= 0;
    if (!isKnown2) return -1;
    for (const find of [byLikeRows, byRule]) {
      const label2 = find(row);
      if (label2 >= 0) return label2;
    }
    return mostAgreeing(counts, table, row);
  };
}
function warningsOn({ names }, unknownCounts, labels) {
  const warnings = names.flatMap(
    (name, t) => unknownCounts[t] > 0 ? [
      `the model does not know ${countText(unknownCounts[t], "label")} of '${name}'; unknown labels count as missing`
    ] : []
  );
  const without = labels.reduce((count, label2) => count + (label2 < 0 ? 1 : 0), 0);
  if (without > 0) warnings.push(`no cluster for ${countText(without, "sample")} without a known label`);
  return warnings;
}
var init_predict_labels = __esm({
  "src/predict/predict-labels.ts"() {
    "use strict";
    init_check();
    init_count_text();
    init_label_table();
    init_pause();
    init_agreement();
    init_consensus_model();
    init_like_rows();
    init_number_labels();
  }
});

// src/load/compressed/checksum.ts
function crc32(bytes, before = 0) {
  let crc = ~before;
  for (let i = 0; i < bytes.length; i++) crc = crc >>> 8 ^ CRC_TABLE[(crc ^ bytes[i]) & 255];
  return ~crc >>> 0;
}
function adler32(bytes, before = 1) {
  let low = before & 65535;
  let high = before >>> 16;
  for (let from = 0; from < bytes.length; from += 4096) {
    const to = Math.min(bytes.length, from + 4096);
    for (let i = from; i < to; i++) {
      low += bytes[i];
      high += low;
    }
    low %= 65521;
    high %= 65521;
  }
  return (high << 16 | low) >>> 0;
}
var CRC_TABLE;
var init_checksum = __esm({
  "src/load/compressed/checksum.ts"() {
    "use strict";
    CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
      let crc = byte;
      for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >>> 1 ^ 3988292384 : crc >>> 1;
      return crc;
    });
  }
});

// src/load/compressed/inflate.ts
import { Gunzip, Inflate, Unzlib } from "fflate";
function decompressedLimit(compressedSize) {
  return Math.max(ALWAYS_ALLOWED, MAX_RATIO * compressedSize);
}
function decompressedLimitInMemory(compressedSize) {
  return Math.min(MAX_IN_MEMORY, decompressedLimit(compressedSize));
}
async function inflate(caller, compression, bytes, options = {}) {
  const parts = [];
  const limit = options.limit ?? decompressedLimitInMemory(bytes.length);
  const source = { pieces: [bytes], byteLength: bytes.length };
  for await (const part of inflatePieces(caller, compression, source, { ...options, limit })) parts.push(part);
  return joined(parts);
}
async function* inflatePieces(caller, compression, { pieces, byteLength }, options = {}) {
  const { limit = decompressedLimit(byteLength), crc, signal } = options;
  const pauser = new Pauser(signal);
  const stream = new InflateStream(compression);
  for await (const { chunk, isLast } of chunksOf(pieces)) {
    try {
      stream.push(chunk, isLast);
      if (isLast && stream.outputSize <= limit) stream.checkEnd(crc);
    } catch (error) {
      const why = error.message;
      throw new InputError(`${caller}: the compressed data (${compression}) is damaged or cut short (${why})`);
    }
    if (stream.outputSize > limit) {
      throw new InputError(
        `${caller}: ${byteLength} compressed bytes decompress to more than ${limit}; if this is intended, decompress the file first`
      );
    }
    if (stream.readySize >= PIECE3 || isLast && stream.readySize > 0) yield stream.take();
    await pauser.pause();
  }
}
async function* chunksOf(pieces) {
  let chunk = null;
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length; from += CHUNK) {
      if (chunk !== null) yield { chunk, isLast: false };
      chunk = piece.subarray(from, from + CHUNK);
    }
  }
  yield { chunk: chunk ?? new Uint8Array(0), isLast: true };
}
function streamOf(compression, onPart) {
  switch (compression) {
    case "gzip":
      return new Gunzip(onPart);
    case "zlib":
      return new Unzlib(onPart);
    case "deflate":
      return new Inflate(onPart);
  }
}
function swapped(word) {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, word, true);
  return view.getUint32(0);
}
function joined(parts) {
  if (parts.length === 1) return parts[0];
  const size = parts.reduce((sum2, part) => sum2 + part.length, 0);
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
var MAX_RATIO, ALWAYS_ALLOWED, MAX_IN_MEMORY, CHUNK, PIECE3, KEPT, LEAST_SIZES, InflateStream;
var init_inflate = __esm({
  "src/load/compressed/inflate.ts"() {
    "use strict";
    init_check();
    init_pause();
    init_checksum();
    MAX_RATIO = 200;
    ALWAYS_ALLOWED = 128 * 2 ** 20;
    MAX_IN_MEMORY = 2 ** 31 - 1;
    CHUNK = 1 << 14;
    PIECE3 = 1 << 20;
    KEPT = 2 * CHUNK;
    LEAST_SIZES = { gzip: 18, zlib: 6, deflate: 2 };
    InflateStream = class {
      outputSize = 0;
      /** Bytes that {@link take} would return. */
      readySize = 0;
      #compression;
      #stream;
      #sum;
      #checksum;
      #ready = [];
      #isComplete = false;
      /** How many compressed bytes there were so far, and the last of them. */
      #inputSize = 0;
      #recent = new Uint8Array(0);
      constructor(compression) {
        this.#compression = compression;
        this.#sum = compression === "zlib" ? adler32 : crc32;
        this.#checksum = this.#sum(new Uint8Array(0));
        const keep = (part, isFinal) => {
          this.#isComplete = isFinal;
          if (part.length === 0) return;
          this.#ready.push(part);
          this.readySize += part.length;
          this.outputSize += part.length;
          this.#checksum = this.#sum(part, this.#checksum);
        };
        this.#stream = streamOf(compression, keep);
        if (this.#stream instanceof Gunzip) this.#stream.onmember = (offset) => this.#check(this.#wordAt(offset - 8));
      }
      push(chunk, isLast) {
        this.#inputSize += chunk.length;
        this.#recent = joined([this.#recent.subarray(Math.max(0, this.#recent.length - KEPT)), chunk]);
        if (isLast && this.#inputSize < LEAST_SIZES[this.#compression]) throw new Error("too short");
        this.#stream.push(chunk, isLast);
      }
      /** The data must be complete and match the checksum at its end, or `crc` where bare deflate data has none. */
      checkEnd(crc) {
        if (!this.#isComplete) throw new Error("it ends early");
        if (this.#compression === "gzip") this.#check(this.#wordAt(this.#inputSize - 8));
        else if (this.#compression === "zlib") this.#check(swapped(this.#wordAt(this.#inputSize - 4)));
        else if (crc !== void 0) this.#check(crc);
      }
      /** The data that was decompressed since the last call. */
      take() {
        const whole = joined(this.#ready);
        this.#ready = [];
        this.readySize = 0;
        return whole;
      }
      #check(expected) {
        if (this.#checksum !== expected) throw new Error("wrong checksum");
        this.#checksum = this.#sum(new Uint8Array(0));
      }
      /** Four of the compressed bytes as a little-endian number. */
      #wordAt(offset) {
        const at = offset - (this.#inputSize - this.#recent.length);
        if (at < 0) throw new Error("a header is too long");
        return new DataView(this.#recent.buffer, this.#recent.byteOffset).getUint32(at, true);
      }
    };
  }
});

// node_modules/fzstd/esm/index.mjs
var ab, u8, u16, i16, i32, slc, fill, cpw, ec, err, rb, b4, rzfh, msb, rfse, rhu, dllt, dmlt, doct, b2bl, llb, llbl, mlb, mlbl, dhu, dhu4, rzb, cct, Decompress;
var init_esm = __esm({
  "node_modules/fzstd/esm/index.mjs"() {
    ab = ArrayBuffer;
    u8 = Uint8Array;
    u16 = Uint16Array;
    i16 = Int16Array;
    i32 = Int32Array;
    slc = function(v, s, e) {
      if (u8.prototype.slice)
        return u8.prototype.slice.call(v, s, e);
      if (s == null || s < 0)
        s = 0;
      if (e == null || e > v.length)
        e = v.length;
      var n = new u8(e - s);
      n.set(v.subarray(s, e));
      return n;
    };
    fill = function(v, n, s, e) {
      if (u8.prototype.fill)
        return u8.prototype.fill.call(v, n, s, e);
      if (s == null || s < 0)
        s = 0;
      if (e == null || e > v.length)
        e = v.length;
      for (; s < e; ++s)
        v[s] = n;
      return v;
    };
    cpw = function(v, t, s, e) {
      if (u8.prototype.copyWithin)
        return u8.prototype.copyWithin.call(v, t, s, e);
      if (s == null || s < 0)
        s = 0;
      if (e == null || e > v.length)
        e = v.length;
      while (s < e) {
        v[t++] = v[s++];
      }
    };
    ec = [
      "invalid zstd data",
      "window size too large (>2046MB)",
      "invalid block type",
      "FSE accuracy too high",
      "match distance too far back",
      "unexpected EOF"
    ];
    err = function(ind, msg, nt) {
      var e = new Error(msg || ec[ind]);
      e.code = ind;
      if (Error.captureStackTrace)
        Error.captureStackTrace(e, err);
      if (!nt)
        throw e;
      return e;
    };
    rb = function(d, b, n) {
      var i = 0, o = 0;
      for (; i < n; ++i)
        o |= d[b++] << (i << 3);
      return o;
    };
    b4 = function(d, b) {
      return (d[b] | d[b + 1] << 8 | d[b + 2] << 16 | d[b + 3] << 24) >>> 0;
    };
    rzfh = function(dat, w) {
      var n3 = dat[0] | dat[1] << 8 | dat[2] << 16;
      if (n3 == 3126568 && dat[3] == 253) {
        var flg = dat[4];
        var ss = flg >> 5 & 1, cc = flg >> 2 & 1, df = flg & 3, fcf = flg >> 6;
        if (flg & 8)
          err(0);
        var bt = 6 - ss;
        var db = df == 3 ? 4 : df;
        var di = rb(dat, bt, db);
        bt += db;
        var fsb = fcf ? 1 << fcf : ss;
        var fss = rb(dat, bt, fsb) + (fcf == 1 && 256);
        var ws = fss;
        if (!ss) {
          var wb = 1 << 10 + (dat[5] >> 3);
          ws = wb + (wb >> 3) * (dat[5] & 7);
        }
        if (ws > 2145386496)
          err(1);
        var buf = new u8((w == 1 ? fss || ws : w ? 0 : ws) + 12);
        buf[0] = 1, buf[4] = 4, buf[8] = 8;
        return {
          b: bt + fsb,
          y: 0,
          l: 0,
          d: di,
          w: w && w != 1 ? w : buf.subarray(12),
          e: ws,
          o: new i32(buf.buffer, 0, 3),
          u: fss,
          c: cc,
          m: Math.min(131072, ws)
        };
      } else if ((n3 >> 4 | dat[3] << 20) == 25481893) {
        return b4(dat, 4) + 8;
      }
      err(0);
    };
    msb = function(val) {
      var bits2 = 0;
      for (; 1 << bits2 <= val; ++bits2)
        ;
      return bits2 - 1;
    };
    rfse = function(dat, bt, mal) {
      var tpos = (bt << 3) + 4;
      var al = (dat[bt] & 15) + 5;
      if (al > mal)
        err(3);
      var sz = 1 << al;
      var probs = sz, sym = -1, re = -1, i = -1, ht = sz;
      var buf = new ab(512 + (sz << 2));
      var freq = new i16(buf, 0, 256);
      var dstate = new u16(buf, 0, 256);
      var nstate = new u16(buf, 512, sz);
      var bb1 = 512 + (sz << 1);
      var syms = new u8(buf, bb1, sz);
      var nbits = new u8(buf, bb1 + sz);
      while (sym < 255 && probs > 0) {
        var bits2 = msb(probs + 1);
        var cbt = tpos >> 3;
        var msk = (1 << bits2 + 1) - 1;
        var val = (dat[cbt] | dat[cbt + 1] << 8 | dat[cbt + 2] << 16) >> (tpos & 7) & msk;
        var msk1fb = (1 << bits2) - 1;
        var msv = msk - probs - 1;
        var sval = val & msk1fb;
        if (sval < msv)
          tpos += bits2, val = sval;
        else {
          tpos += bits2 + 1;
          if (val > msk1fb)
            val -= msv;
        }
        freq[++sym] = --val;
        if (val == -1) {
          probs += val;
          syms[--ht] = sym;
        } else
          probs -= val;
        if (!val) {
          do {
            var rbt = tpos >> 3;
            re = (dat[rbt] | dat[rbt + 1] << 8) >> (tpos & 7) & 3;
            tpos += 2;
            sym += re;
          } while (re == 3);
        }
      }
      if (sym > 255 || probs)
        err(0);
      var sympos = 0;
      var sstep = (sz >> 1) + (sz >> 3) + 3;
      var smask = sz - 1;
      for (var s = 0; s <= sym; ++s) {
        var sf = freq[s];
        if (sf < 1) {
          dstate[s] = -sf;
          continue;
        }
        for (i = 0; i < sf; ++i) {
          syms[sympos] = s;
          do {
            sympos = sympos + sstep & smask;
          } while (sympos >= ht);
        }
      }
      if (sympos)
        err(0);
      for (i = 0; i < sz; ++i) {
        var ns = dstate[syms[i]]++;
        var nb = nbits[i] = al - msb(ns);
        nstate[i] = (ns << nb) - sz;
      }
      return [tpos + 7 >> 3, {
        b: al,
        s: syms,
        n: nbits,
        t: nstate
      }];
    };
    rhu = function(dat, bt) {
      var i = 0, wc = -1;
      var buf = new u8(292), hb = dat[bt];
      var hw = buf.subarray(0, 256);
      var rc = buf.subarray(256, 268);
      var ri = new u16(buf.buffer, 268);
      if (hb < 128) {
        var _a = rfse(dat, bt + 1, 6), ebt = _a[0], fdt = _a[1];
        bt += hb;
        var epos = ebt << 3;
        var lb = dat[bt];
        if (!lb)
          err(0);
        var st1 = 0, st2 = 0, btr1 = fdt.b, btr2 = btr1;
        var fpos = (++bt << 3) - 8 + msb(lb);
        for (; ; ) {
          fpos -= btr1;
          if (fpos < epos)
            break;
          var cbt = fpos >> 3;
          st1 += (dat[cbt] | dat[cbt + 1] << 8) >> (fpos & 7) & (1 << btr1) - 1;
          hw[++wc] = fdt.s[st1];
          fpos -= btr2;
          if (fpos < epos)
            break;
          cbt = fpos >> 3;
          st2 += (dat[cbt] | dat[cbt + 1] << 8) >> (fpos & 7) & (1 << btr2) - 1;
          hw[++wc] = fdt.s[st2];
          btr1 = fdt.n[st1];
          st1 = fdt.t[st1];
          btr2 = fdt.n[st2];
          st2 = fdt.t[st2];
        }
        if (++wc > 255)
          err(0);
      } else {
        wc = hb - 127;
        for (; i < wc; i += 2) {
          var byte = dat[++bt];
          hw[i] = byte >> 4;
          hw[i + 1] = byte & 15;
        }
        ++bt;
      }
      var wes = 0;
      for (i = 0; i < wc; ++i) {
        var wt = hw[i];
        if (wt > 11)
          err(0);
        wes += wt && 1 << wt - 1;
      }
      var mb = msb(wes) + 1;
      var ts = 1 << mb;
      var rem = ts - wes;
      if (rem & rem - 1)
        err(0);
      hw[wc++] = msb(rem) + 1;
      for (i = 0; i < wc; ++i) {
        var wt = hw[i];
        ++rc[hw[i] = wt && mb + 1 - wt];
      }
      var hbuf = new u8(ts << 1);
      var syms = hbuf.subarray(0, ts), nb = hbuf.subarray(ts);
      ri[mb] = 0;
      for (i = mb; i > 0; --i) {
        var pv = ri[i];
        fill(nb, i, pv, ri[i - 1] = pv + rc[i] * (1 << mb - i));
      }
      if (ri[0] != ts)
        err(0);
      for (i = 0; i < wc; ++i) {
        var bits2 = hw[i];
        if (bits2) {
          var code = ri[bits2];
          fill(syms, i, code, ri[bits2] = code + (1 << mb - bits2));
        }
      }
      return [bt, {
        n: nb,
        b: mb,
        s: syms
      }];
    };
    dllt = rfse(/* @__PURE__ */ new u8([
      81,
      16,
      99,
      140,
      49,
      198,
      24,
      99,
      12,
      33,
      196,
      24,
      99,
      102,
      102,
      134,
      70,
      146,
      4
    ]), 0, 6)[1];
    dmlt = rfse(/* @__PURE__ */ new u8([
      33,
      20,
      196,
      24,
      99,
      140,
      33,
      132,
      16,
      66,
      8,
      33,
      132,
      16,
      66,
      8,
      33,
      68,
      68,
      68,
      68,
      68,
      68,
      68,
      68,
      36,
      9
    ]), 0, 6)[1];
    doct = rfse(/* @__PURE__ */ new u8([
      32,
      132,
      16,
      66,
      102,
      70,
      68,
      68,
      68,
      68,
      36,
      73,
      2
    ]), 0, 5)[1];
    b2bl = function(b, s) {
      var len = b.length, bl = new i32(len);
      for (var i = 0; i < len; ++i) {
        bl[i] = s;
        s += 1 << b[i];
      }
      return bl;
    };
    llb = /* @__PURE__ */ new u8((/* @__PURE__ */ new i32([
      0,
      0,
      0,
      0,
      16843009,
      50528770,
      134678020,
      202050057,
      269422093
    ])).buffer, 0, 36);
    llbl = /* @__PURE__ */ b2bl(llb, 0);
    mlb = /* @__PURE__ */ new u8((/* @__PURE__ */ new i32([
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      16843009,
      50528770,
      117769220,
      185207048,
      252579084,
      16
    ])).buffer, 0, 53);
    mlbl = /* @__PURE__ */ b2bl(mlb, 3);
    dhu = function(dat, out, hu) {
      var len = dat.length, ss = out.length, lb = dat[len - 1], msk = (1 << hu.b) - 1, eb = -hu.b;
      if (!lb)
        err(0);
      var st = 0, btr = hu.b, pos = (len << 3) - 8 + msb(lb) - btr, i = -1;
      for (; pos > eb && i < ss; ) {
        var cbt = pos >> 3;
        var val = (dat[cbt] | dat[cbt + 1] << 8 | dat[cbt + 2] << 16) >> (pos & 7);
        st = (st << btr | val) & msk;
        out[++i] = hu.s[st];
        pos -= btr = hu.n[st];
      }
      if (pos != eb || i + 1 != ss)
        err(0);
    };
    dhu4 = function(dat, out, hu) {
      var bt = 6;
      var ss = out.length, sz1 = ss + 3 >> 2, sz2 = sz1 << 1, sz3 = sz1 + sz2;
      dhu(dat.subarray(bt, bt += dat[0] | dat[1] << 8), out.subarray(0, sz1), hu);
      dhu(dat.subarray(bt, bt += dat[2] | dat[3] << 8), out.subarray(sz1, sz2), hu);
      dhu(dat.subarray(bt, bt += dat[4] | dat[5] << 8), out.subarray(sz2, sz3), hu);
      dhu(dat.subarray(bt), out.subarray(sz3), hu);
    };
    rzb = function(dat, st, out) {
      var _a;
      var bt = st.b;
      var b0 = dat[bt], btype = b0 >> 1 & 3;
      st.l = b0 & 1;
      var sz = b0 >> 3 | dat[bt + 1] << 5 | dat[bt + 2] << 13;
      var ebt = (bt += 3) + sz;
      if (btype == 1) {
        if (bt >= dat.length)
          return;
        st.b = bt + 1;
        if (out) {
          fill(out, dat[bt], st.y, st.y += sz);
          return out;
        }
        return fill(new u8(sz), dat[bt]);
      }
      if (ebt > dat.length)
        return;
      if (btype == 0) {
        st.b = ebt;
        if (out) {
          out.set(dat.subarray(bt, ebt), st.y);
          st.y += sz;
          return out;
        }
        return slc(dat, bt, ebt);
      }
      if (btype == 2) {
        var b3 = dat[bt], lbt = b3 & 3, sf = b3 >> 2 & 3;
        var lss = b3 >> 4, lcs = 0, s4 = 0;
        if (lbt < 2) {
          if (sf & 1)
            lss |= dat[++bt] << 4 | (sf & 2 && dat[++bt] << 12);
          else
            lss = b3 >> 3;
        } else {
          s4 = sf;
          if (sf < 2)
            lss |= (dat[++bt] & 63) << 4, lcs = dat[bt] >> 6 | dat[++bt] << 2;
          else if (sf == 2)
            lss |= dat[++bt] << 4 | (dat[++bt] & 3) << 12, lcs = dat[bt] >> 2 | dat[++bt] << 6;
          else
            lss |= dat[++bt] << 4 | (dat[++bt] & 63) << 12, lcs = dat[bt] >> 6 | dat[++bt] << 2 | dat[++bt] << 10;
        }
        ++bt;
        var buf = out ? out.subarray(st.y, st.y + st.m) : new u8(st.m);
        var spl = buf.length - lss;
        if (lbt == 0)
          buf.set(dat.subarray(bt, bt += lss), spl);
        else if (lbt == 1)
          fill(buf, dat[bt++], spl);
        else {
          var hu = st.h;
          if (lbt == 2) {
            var hud = rhu(dat, bt);
            lcs += bt - (bt = hud[0]);
            st.h = hu = hud[1];
          } else if (!hu)
            err(0);
          (s4 ? dhu4 : dhu)(dat.subarray(bt, bt += lcs), buf.subarray(spl), hu);
        }
        var ns = dat[bt++];
        if (ns) {
          if (ns == 255)
            ns = (dat[bt++] | dat[bt++] << 8) + 32512;
          else if (ns > 127)
            ns = ns - 128 << 8 | dat[bt++];
          var scm = dat[bt++];
          if (scm & 3)
            err(0);
          var dts = [dmlt, doct, dllt];
          for (var i = 2; i > -1; --i) {
            var md = scm >> (i << 1) + 2 & 3;
            if (md == 1) {
              var rbuf = new u8([0, 0, dat[bt++]]);
              dts[i] = {
                s: rbuf.subarray(2, 3),
                n: rbuf.subarray(0, 1),
                t: new u16(rbuf.buffer, 0, 1),
                b: 0
              };
            } else if (md == 2) {
              _a = rfse(dat, bt, 9 - (i & 1)), bt = _a[0], dts[i] = _a[1];
            } else if (md == 3) {
              if (!st.t)
                err(0);
              dts[i] = st.t[i];
            }
          }
          var _b = st.t = dts, mlt = _b[0], oct = _b[1], llt = _b[2];
          var lb = dat[ebt - 1];
          if (!lb)
            err(0);
          var spos = (ebt << 3) - 8 + msb(lb) - llt.b, cbt = spos >> 3, oubt = 0;
          var lst = (dat[cbt] | dat[cbt + 1] << 8) >> (spos & 7) & (1 << llt.b) - 1;
          cbt = (spos -= oct.b) >> 3;
          var ost = (dat[cbt] | dat[cbt + 1] << 8) >> (spos & 7) & (1 << oct.b) - 1;
          cbt = (spos -= mlt.b) >> 3;
          var mst = (dat[cbt] | dat[cbt + 1] << 8) >> (spos & 7) & (1 << mlt.b) - 1;
          for (++ns; --ns; ) {
            var llc = llt.s[lst];
            var lbtr = llt.n[lst];
            var mlc = mlt.s[mst];
            var mbtr = mlt.n[mst];
            var ofc = oct.s[ost];
            var obtr = oct.n[ost];
            cbt = (spos -= ofc) >> 3;
            var ofp = 1 << ofc;
            var off = ofp + ((dat[cbt] | dat[cbt + 1] << 8 | dat[cbt + 2] << 16 | dat[cbt + 3] << 24) >>> (spos & 7) & ofp - 1);
            cbt = (spos -= mlb[mlc]) >> 3;
            var ml = mlbl[mlc] + ((dat[cbt] | dat[cbt + 1] << 8 | dat[cbt + 2] << 16) >> (spos & 7) & (1 << mlb[mlc]) - 1);
            cbt = (spos -= llb[llc]) >> 3;
            var ll = llbl[llc] + ((dat[cbt] | dat[cbt + 1] << 8 | dat[cbt + 2] << 16) >> (spos & 7) & (1 << llb[llc]) - 1);
            cbt = (spos -= lbtr) >> 3;
            lst = llt.t[lst] + ((dat[cbt] | dat[cbt + 1] << 8) >> (spos & 7) & (1 << lbtr) - 1);
            cbt = (spos -= mbtr) >> 3;
            mst = mlt.t[mst] + ((dat[cbt] | dat[cbt + 1] << 8) >> (spos & 7) & (1 << mbtr) - 1);
            cbt = (spos -= obtr) >> 3;
            ost = oct.t[ost] + ((dat[cbt] | dat[cbt + 1] << 8) >> (spos & 7) & (1 << obtr) - 1);
            if (off > 3) {
              st.o[2] = st.o[1];
              st.o[1] = st.o[0];
              st.o[0] = off -= 3;
            } else {
              var idx = off - (ll != 0);
              if (idx) {
                off = idx == 3 ? st.o[0] - 1 : st.o[idx];
                if (idx > 1)
                  st.o[2] = st.o[1];
                st.o[1] = st.o[0];
                st.o[0] = off;
              } else
                off = st.o[0];
            }
            for (var i = 0; i < ll; ++i) {
              buf[oubt + i] = buf[spl + i];
            }
            oubt += ll, spl += ll;
            var stin = oubt - off;
            if (stin < 0) {
              var len = -stin;
              var bs = st.e + stin;
              if (len > ml)
                len = ml;
              for (var i = 0; i < len; ++i) {
                buf[oubt + i] = st.w[bs + i];
              }
              oubt += len, ml -= len, stin = 0;
            }
            for (var i = 0; i < ml; ++i) {
              buf[oubt + i] = buf[stin + i];
            }
            oubt += ml;
          }
          if (oubt != spl) {
            while (spl < buf.length) {
              buf[oubt++] = buf[spl++];
            }
          } else
            oubt = buf.length;
          if (out)
            st.y += oubt;
          else
            buf = slc(buf, 0, oubt);
        } else if (out) {
          st.y += lss;
          if (spl) {
            for (var i = 0; i < lss; ++i) {
              buf[i] = buf[spl + i];
            }
          }
        } else if (spl)
          buf = slc(buf, spl);
        st.b = ebt;
        return buf;
      }
      err(2);
    };
    cct = function(bufs, ol) {
      if (bufs.length == 1)
        return bufs[0];
      var buf = new u8(ol);
      for (var i = 0, b = 0; i < bufs.length; ++i) {
        var chk = bufs[i];
        buf.set(chk, b);
        b += chk.length;
      }
      return buf;
    };
    Decompress = /* @__PURE__ */ (function() {
      function Decompress2(ondata) {
        this.ondata = ondata;
        this.c = [];
        this.l = 0;
        this.z = 0;
      }
      Decompress2.prototype.push = function(chunk, final) {
        if (typeof this.s == "number") {
          var sub = Math.min(chunk.length, this.s);
          chunk = chunk.subarray(sub);
          this.s -= sub;
        }
        var sl = chunk.length;
        var ncs = sl + this.l;
        if (!this.s) {
          if (final) {
            if (!ncs) {
              this.ondata(new u8(0), true);
              return;
            }
            if (ncs < 5)
              err(5);
          } else if (ncs < 18) {
            this.c.push(chunk);
            this.l = ncs;
            return;
          }
          if (this.l) {
            this.c.push(chunk);
            chunk = cct(this.c, ncs);
            this.c = [];
            this.l = 0;
          }
          if (typeof (this.s = rzfh(chunk)) == "number")
            return this.push(chunk, final);
        }
        if (typeof this.s != "number") {
          if (ncs < (this.z || 3)) {
            if (final)
              err(5);
            this.c.push(chunk);
            this.l = ncs;
            return;
          }
          if (this.l) {
            this.c.push(chunk);
            chunk = cct(this.c, ncs);
            this.c = [];
            this.l = 0;
          }
          if (!this.z && ncs < (this.z = chunk[this.s.b] & 2 ? 4 : 3 + (chunk[this.s.b] >> 3 | chunk[this.s.b + 1] << 5 | chunk[this.s.b + 2] << 13))) {
            if (final)
              err(5);
            this.c.push(chunk);
            this.l = ncs;
            return;
          } else
            this.z = 0;
          for (; ; ) {
            var blk = rzb(chunk, this.s);
            if (!blk) {
              if (final)
                err(5);
              var adc = chunk.subarray(this.s.b);
              this.s.b = 0;
              this.c.push(adc), this.l += adc.length;
              return;
            } else {
              this.ondata(blk, false);
              cpw(this.s.w, 0, blk.length);
              this.s.w.set(blk, this.s.w.length - blk.length);
            }
            if (this.s.l) {
              var rest = chunk.subarray(this.s.b);
              this.s = this.s.c * 4;
              this.push(rest, final);
              return;
            }
          }
        } else if (final)
          err(5);
      };
      return Decompress2;
    })();
  }
});

// src/load/parquet/parquet-codecs.ts
import { compressors } from "hyparquet-compressors";
function limitedCodecs(caller, fileSize) {
  let room = decompressedLimitInMemory(fileSize);
  const codecs = {};
  for (const [codec, decompress] of Object.entries({ ...compressors, ZSTD: decompressZstd })) {
    codecs[codec] = (input, size) => {
      if (size === 0) return new Uint8Array(0);
      room -= size;
      if (!(room >= 0)) {
        throw new InputError(
          `${caller}: the ${fileSize} bytes of Parquet decompress to more than ${decompressedLimitInMemory(fileSize)}; if this is intended, split the file`
        );
      }
      return decompress(input, size);
    };
  }
  return codecs;
}
function decompressZstd(input, size) {
  const output = new Uint8Array(size);
  let at = 0;
  const stream = new Decompress((block) => {
    if (at + block.length > size) throw new Error("the page is larger than it says");
    output.set(block, at);
    at += block.length;
  });
  stream.push(input, true);
  if (at !== size) throw new Error("the page is smaller than it says");
  return output;
}
var init_parquet_codecs = __esm({
  "src/load/parquet/parquet-codecs.ts"() {
    "use strict";
    init_esm();
    init_check();
    init_inflate();
  }
});

// src/load/parquet/parquet-pages.ts
import { parquetHeader } from "hyparquet/src/column.js";
function checkedPages(bytes, meta, rowCount, isOptional, unpack) {
  const start = Number(meta.dictionary_page_offset || meta.data_page_offset);
  const end = start + Number(meta.total_compressed_size);
  if (!(start >= 4 && end > start && end <= bytes.length)) throw new Error(`a column from byte ${start} to ${end}`);
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset + start, end - start), offset: 0 };
  const unpacked = [];
  for (let seen = 0; seen < rowCount; ) {
    if (reader.offset >= reader.view.byteLength - 1) throw new Error(`${seen} of ${rowCount} values`);
    const header = parquetHeader(reader);
    const size = inRange("page size", header.compressed_page_size, 0, reader.view.byteLength - reader.offset);
    const packed = bytes.subarray(start + reader.offset, start + reader.offset + size);
    reader.offset += size;
    const fullSize = inRange("uncompressed page size", header.uncompressed_page_size, 0, 2 ** 31 - 1);
    const open = (part, partSize) => {
      if (meta.codec === "UNCOMPRESSED") return part;
      if (!unpack) throw new Error(`the codec ${meta.codec} is not known`);
      const page = unpack(part, partSize);
      unpacked.push(page);
      return page;
    };
    if (header.dictionary_page_header) {
      const page = open(packed, fullSize);
      inRange("dictionary size", header.dictionary_page_header.num_values, 0, 8 * page.length);
    } else if (header.data_page_header) {
      const { num_values, encoding } = header.data_page_header;
      const count = inRange("number of values", num_values, 0, rowCount - seen);
      const page = new PageWalk(open(packed, fullSize));
      const present = isOptional ? page.runsWithLength(1, count) : count;
      page.values(meta.type, encoding, present);
      seen += count;
    } else if (header.data_page_header_v2) {
      const v2 = header.data_page_header_v2;
      const count = inRange("number of values", v2.num_values, 0, rowCount - seen);
      inRange("number of nulls", v2.num_nulls, 0, count);
      const levelSize = inRange("size of levels", v2.definition_levels_byte_length, 0, Math.min(size, fullSize));
      inRange("size of repetition levels", v2.repetition_levels_byte_length, 0, 0);
      if (isOptional) new PageWalk(packed.subarray(0, levelSize)).runs(1, count);
      const rest = packed.subarray(levelSize);
      const page = new PageWalk(v2.is_compressed === false ? rest : open(rest, fullSize - levelSize));
      page.values(meta.type, v2.encoding, count - v2.num_nulls);
      seen += count;
    } else throw new Error(`a page of the type ${header.type}`);
  }
  return unpacked;
}
function inRange(what, value, least, most) {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`${what} ${value}`);
}
var PageWalk;
var init_parquet_pages = __esm({
  "src/load/parquet/parquet-pages.ts"() {
    "use strict";
    PageWalk = class {
      constructor(page) {
        this.page = page;
      }
      page;
      #at = 0;
      /** Checks the counts in the values of a page that decide how long decoding takes. */
      values(type, encoding, count) {
        if (encoding === "PLAIN_DICTIONARY" || encoding === "RLE_DICTIONARY") {
          if (count === 0 && this.#at >= this.page.length) return;
          this.runs(inRange("index width", this.#byte(), 0, 32), count);
        } else if (encoding === "RLE" && type === "BOOLEAN") this.runsWithLength(1, count);
        else if (encoding?.startsWith("DELTA")) {
          const blockSize = inRange("delta block size", this.#varint(), 1, 2 ** 20);
          inRange("delta miniblocks", this.#varint(), 1, blockSize);
        }
      }
      /** Checks runs that follow their length in bytes. */
      runsWithLength(width, count) {
        const view = new DataView(this.page.buffer, this.page.byteOffset, this.page.byteLength);
        if (this.#at + 4 > this.page.length) throw new Error("levels beyond their page");
        const size = inRange("size of levels", view.getUint32(this.#at, true), 0, this.page.length - this.#at - 4);
        this.#at += 4;
        const end = this.#at + size;
        const ones = this.runs(width, count);
        this.#at = end;
        return ones;
      }
      /** Checks Parquet's hybrid of repeated values and bit-packed groups of eight. Returns the number of ones, if one bit wide. */
      runs(width, count) {
        let ones = 0;
        for (let seen = 0; seen < count; ) {
          const header = this.#varint();
          const runLength = header >>> 1;
          if (header & 1) {
            inRange("bit-packed groups", runLength, 1, width === 0 ? count : this.page.length);
            if (width === 1) ones += this.#bits(Math.min(8 * runLength, count - seen));
            this.#at += runLength * width;
            seen += runLength * 8;
          } else {
            inRange("run length", runLength, 1, count - seen);
            if (width === 1 && this.page[this.#at] === 1) ones += runLength;
            this.#at += width + 7 >> 3;
            seen += runLength;
          }
        }
        return ones;
      }
      #bits(count) {
        let ones = 0;
        for (let i = 0; i < count; i++) ones += this.page[this.#at + (i >> 3)] >> (i & 7) & 1;
        return ones;
      }
      #byte() {
        const byte = this.page[this.#at++];
        if (byte === void 0) throw new Error("a page that ends early");
        return byte;
      }
      #varint() {
        let value = 0;
        for (let shift = 0; shift < 28; shift += 7) {
          const byte = this.#byte();
          value |= (byte & 127) << shift;
          if (byte < 128) return value;
        }
        throw new Error("a count that is too large");
      }
    };
  }
});

// src/load/parquet/parquet.ts
var parquet_exports = {};
__export(parquet_exports, {
  damaged: () => damaged,
  parquetLayout: () => parquetLayout,
  readColumn: () => readColumn,
  readParquet: () => readParquet
});
import {
  parquetMetadata,
  parquetRead,
  parquetSchema
} from "hyparquet";
async function readParquet(bytes, options = {}) {
  const caller = options.name ?? "readTable";
  const pauser = new Pauser(options.signal);
  const parquet = parquetLayout(caller, bytes);
  const { rowCount, flat, nested } = parquet;
  const notes = nested.length > 0 ? [`skipped nested columns: ${shortList(nested)}`] : [];
  const codecs = limitedCodecs(caller, bytes.length);
  const columns = [];
  for (const field of flat) {
    columns.push(await readColumn(caller, bytes, parquet, codecs, field));
    await pauser.pause();
  }
  return { name: options.name ?? null, rowCount, columns, notes };
}
function parquetLayout(caller, bytes) {
  let metadata;
  let fields;
  try {
    metadata = parquetMetadata(bytes, { geoparquet: false });
    fields = parquetSchema(metadata).children;
  } catch (error) {
    throw damaged(caller, error);
  }
  const flat = [];
  const nested = [];
  for (const { element, children } of fields) {
    const { name, repetition_type: repetition } = element;
    if (typeof name !== "string") throw damaged(caller, "a column without a name");
    if (children.length > 0 || repetition === "REPEATED") nested.push(name);
    else flat.push({ name, isOptional: repetition === "OPTIONAL" });
  }
  const rowCount = Number(metadata.num_rows);
  const groupRows = metadata.row_groups.map((group) => Number(group.num_rows));
  const rowSum = groupRows.reduce((sum2, count) => sum2 + count, 0);
  if (groupRows.some((count) => !(count >= 0)) || rowCount !== rowSum) {
    throw damaged(caller, `the file should have ${rowCount} rows, but its row groups have ${rowSum}`);
  }
  if (flat.length === 0)
    throw new InputError(`${caller}: the Parquet file has no flat columns; nested: ${shortList(nested)}`);
  const { repeated } = uniqueNames(flat.map((field) => field.name));
  if (repeated.length > 0)
    throw new InputError(`${caller}: column names must be unique; repeated: ${shortList(repeated)}`);
  if (rowCount === 0) throw new InputError(`${caller}: the table has columns but no rows`);
  checkTableSize(caller, rowCount, flat.length);
  return { metadata, rowCount, flat, nested };
}
function damaged(caller, cause) {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new InputError(`${caller}: the Parquet file is damaged or not supported (${why})`);
}
async function readColumn(caller, bytes, { metadata, rowCount }, codecs, { name, isOptional }) {
  const file = {
    byteLength: bytes.length,
    slice: (start, end) => bytes.slice(start, end).buffer
  };
  const builder = new ColumnBuilder(name, rowCount);
  let rowStart = 0;
  try {
    for (const group of metadata.row_groups) {
      const groupRows = Number(group.num_rows);
      const meta = group.columns.find((chunk) => chunk.meta_data?.path_in_schema.join(".") === name)?.meta_data;
      if (!meta) throw new Error(`a row group without column ${quoted(name)}`);
      const pages = checkedPages(bytes, meta, groupRows, isOptional, codecs[meta.codec]);
      const compressors2 = { [meta.codec]: () => pages.shift() ?? new Uint8Array(0) };
      const rowEnd = rowStart + groupRows;
      await parquetRead({
        file,
        metadata,
        compressors: compressors2,
        columns: [name],
        rowStart,
        rowEnd,
        onChunk: (chunk) => builder.add(chunk.columnData, chunk.rowStart)
      });
      rowStart = rowEnd;
    }
  } catch (error) {
    throw error instanceof InputError ? error : damaged(caller, error);
  }
  if (builder.count !== rowCount)
    throw damaged(caller, `column ${quoted(name)} has ${builder.count} of ${rowCount} values`);
  return builder.column();
}
function asText(value) {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (typeof value !== "object") return String(value);
  const json = JSON.stringify(value);
  return json === "null" ? "" : json.replace(/^"(.*)"$/, "$1");
}
var ColumnBuilder;
var init_parquet = __esm({
  "src/load/parquet/parquet.ts"() {
    "use strict";
    init_check();
    init_pause();
    init_table();
    init_parquet_codecs();
    init_parquet_pages();
    ColumnBuilder = class {
      constructor(name, rowCount) {
        this.name = name;
        this.rowCount = rowCount;
        this.#numbers = new Float64Array(rowCount).fill(Number.NaN);
      }
      name;
      rowCount;
      count = 0;
      #numbers;
      #texts = null;
      add(values, rowStart) {
        if (this.#numbers && (values instanceof Float64Array || values instanceof Float32Array || values instanceof Int32Array)) {
          this.#numbers.set(values, rowStart);
          this.count += values.length;
          return;
        }
        for (let i = 0; i < values.length; i++) {
          const value = values[i];
          const row = rowStart + i;
          if (value === null || value === void 0) continue;
          if (this.#numbers && typeof value === "number") this.#numbers[row] = value;
          else if (this.#numbers && typeof value === "boolean") this.#numbers[row] = Number(value);
          else if (this.#numbers && typeof value === "bigint" && Number.isSafeInteger(Number(value))) {
            this.#numbers[row] = Number(value);
          } else this.#addText(row, value);
        }
        this.count += values.length;
      }
      #addText(row, value) {
        if (this.#texts === null) {
          this.#texts = new TextCollector(this.rowCount);
          this.#numbers.forEach((number2, i) => {
            if (!Number.isNaN(number2)) this.#texts.set(i, String(number2));
          });
          this.#numbers = null;
        }
        const text = asText(value);
        if (text !== "") this.#texts.set(row, text);
      }
      column() {
        const { name } = this;
        if (this.#numbers) return { name, kind: "number", numbers: this.#numbers };
        return { name, kind: "text", texts: this.#texts.texts, codes: this.#texts.codes };
      }
    };
  }
});

// .x/e.ts
import { readFileSync, readdirSync } from "node:fs";
import { gunzipSync } from "node:zlib";

// src/ensemble/generate.ts
init_check();

// src/load/features/to-dataset.ts
init_check();
init_count_text();

// src/load/orientation.ts
init_table();
var FEATURE_WORDS = /^(genes?|gene[ _.]?(id|name|symbol)s?|features?|feature[ _.]?(id|name)s?|probes?|probe[ _.]?(set[ _.]?)?ids?|symbols?|transcripts?|variables?|attributes?|markers?|cpgs?|proteins?|otus?|taxa|taxon|metabolites?|peptides?)$/i;
var SAMPLE_WORD = /^(sample|subject|patient|cell|donor|individual|gsm|tcga|srr|err|s|p)[ _.-]?\d/i;
var CLASS_WORD = /^(class|target|truth|label|labels|gt|ground[ _.]?truth)$/i;
function transposedHint(table, features) {
  const why = transposedReason(table, features);
  if (why === null) return null;
  return `the table looks transposed (${why}), but is used as it is; samples must be rows and features columns`;
}
function transposedReason(table, features) {
  const [first] = table.columns;
  if (!first) return null;
  if (first.kind === "text" && FEATURE_WORDS.test(first.name)) return `its first column is named ${quoted(first.name)}`;
  if (first.kind === "text") {
    for (let i = 0; i < table.rowCount; i++) {
      const text = cellText(first, i);
      if (text !== null && CLASS_WORD.test(text) && first.texts.length === table.rowCount)
        return `row ${i + 1} is named ${quoted(text)}`;
    }
  }
  const sampleLike = features.filter((column) => SAMPLE_WORD.test(column.name));
  if (features.length >= 4 && sampleLike.length > 0.8 * features.length) {
    return `its columns are named like samples, such as ${quoted(sampleLike[0].name)}`;
  }
  return null;
}

// src/load/features/to-dataset.ts
init_table();

// src/load/to-table.ts
init_check();

// src/load/missing.ts
var MISSING = /* @__PURE__ */ new Set(["", "NA", "N/A", "#N/A", "n/a", "na", "NaN", "nan", "NAN", "null", "NULL", "Null", "?"]);
function isMissingText(text) {
  return MISSING.has(text);
}
function isMissingNumber(text) {
  return MISSING.has(text) || text === "None";
}

// src/load/parse-number.ts
var PLUS = 43;
var COMMA = 44;
var MINUS2 = 45;
var POINT = 46;
var ZERO = 48;
var POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));
var NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
var INFINITY = /^([+-]?)inf(inity)?$/i;
function parseNumber(bytes, start, end, decimal = POINT) {
  let i = start;
  const sign = bytes[i];
  if (sign === MINUS2 || sign === PLUS) i++;
  let mantissa = 0;
  let digitCount = 0;
  let pointAt = -1;
  for (; i < end; i++) {
    const digit = bytes[i] - ZERO;
    if (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit;
      digitCount++;
    } else if (bytes[i] === decimal && pointAt < 0) pointAt = digitCount;
    else return parseSlowly(bytes, start, end, decimal);
  }
  if (digitCount === 0) return null;
  if (digitCount > 15) return parseSlowly(bytes, start, end, decimal);
  const value = pointAt < 0 ? mantissa : mantissa / POWERS_OF_TEN[digitCount - pointAt];
  return sign === MINUS2 ? -value : value;
}
function parseSlowly(bytes, start, end, decimal) {
  if (end - start > 400) return null;
  let text = "";
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]);
  if (decimal === COMMA) {
    if (text.includes(".")) return null;
    text = text.replace(",", ".");
  }
  if (NUMBER.test(text)) return Number(text);
  const infinite = INFINITY.exec(text);
  if (infinite) return infinite[1] === "-" ? -Infinity : Infinity;
  return null;
}

// src/load/to-table.ts
init_table();
function tableOf(caller, data) {
  if (isTable(data)) return data;
  const shaped = shapedValues(caller, data);
  if (shaped !== null) return tableOfValues(caller, shaped);
  const rows = rowsOf(caller, data);
  const columns = isNumberRows(rows) ? numberColumns(caller, rows) : recordColumns(caller, rows);
  return { name: null, rowCount: rows.length, columns, notes: [] };
}
function isTable(data) {
  return typeof data === "object" && data !== null && "columns" in data && Array.isArray(data.columns);
}
function shapedValues(caller, data) {
  if (typeof data !== "object" || data === null || !("values" in data) || Array.isArray(data)) return null;
  const given = data;
  const isMatrix = "rowCount" in given;
  const { values } = given;
  const sampleCount = isMatrix ? given.rowCount : given.sampleCount;
  const featureCount = isMatrix ? given.columnCount : given.featureCount;
  const isCount = (count) => Number.isInteger(count) && count >= 1;
  if (isCount(sampleCount) && isCount(featureCount) && values?.length === sampleCount * featureCount) {
    return { sampleCount, featureCount, values };
  }
  const shape = isMatrix ? "rowCount x columnCount" : "sampleCount x featureCount";
  throw new InputError(
    `${caller}: values must hold ${shape} numbers (${sampleCount} x ${featureCount}); got ${values?.length ?? values}`
  );
}
function tableOfValues(caller, { sampleCount: n, featureCount: d, values }) {
  checkTableSize(caller, n, d);
  const columns = Array.from({ length: d }, (_, j) => {
    const numbers = new Float64Array(n);
    for (let i = 0; i < n; i++) numbers[i] = values[i * d + j];
    return { name: `column${j + 1}`, kind: "number", numbers };
  });
  return { name: null, rowCount: n, columns, notes: [] };
}
var FORMS = "rows of numbers, objects, values with a shape, or a table";
function rowsOf(caller, data) {
  if (!Array.isArray(data)) throw new InputError(`${caller}: data must be ${FORMS}; got ${describe(data)}`);
  if (data.length === 0) throw new InputError(`${caller}: data must have at least one row; got an empty array`);
  const wrong = data.findIndex((row) => typeof row !== "object" || row === null);
  if (wrong >= 0) throw new InputError(`${caller}: data must be ${FORMS}; row ${wrong + 1} is ${describe(data[wrong])}`);
  return data;
}
function describe(value) {
  if (typeof value === "string") return quoted(value);
  return typeof value === "object" && value !== null ? "an object of another kind" : String(value);
}
function isNumberRows(rows) {
  return isArray(rows[0]);
}
function isArray(row) {
  return Array.isArray(row) || ArrayBuffer.isView(row);
}
function flatRows(caller, rows) {
  const n = rows.length;
  const d = rows[0].length;
  if (d === 0) throw new InputError(`${caller}: rows must have at least one number; got an empty row`);
  checkTableSize(caller, n, d);
  const values = new Float64Array(n * d);
  for (let i = 0; i < n; i++) {
    const row = rows[i];
    if (!isArray(row) || row.length !== d) {
      const found = isArray(row) ? `has ${row.length}` : "is an object";
      throw new InputError(`${caller}: rows must have one length; row 1 has ${d} numbers, row ${i + 1} ${found}`);
    }
    for (let j = 0; j < d; j++) {
      const value = row[j] ?? Number.NaN;
      if (typeof value !== "number") {
        throw new InputError(
          `${caller}: rows must hold numbers; row ${i + 1}, column ${j + 1} is ${describe(value)}. Write rows with strings as objects`
        );
      }
      values[i * d + j] = value;
    }
  }
  return { sampleCount: n, featureCount: d, values };
}
function numberRows(caller, data) {
  if (isTable(data)) return null;
  const rows = rowsOf(caller, data);
  return isNumberRows(rows) ? rows : null;
}
function numberColumns(caller, rows) {
  return tableOfValues(caller, flatRows(caller, rows)).columns;
}
function recordColumns(caller, rows) {
  const names = /* @__PURE__ */ new Set();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  if (names.size === 0) throw new InputError(`${caller}: objects must have at least one key; got none`);
  checkTableSize(caller, rows.length, names.size);
  return Array.from(names, (name) => recordColumn(caller, name, rows));
}
function recordColumn(caller, name, rows) {
  const cells2 = rows.map((row, i) => cellOf(caller, name, i, row));
  const numbers = numbersOf(cells2);
  if (numbers !== null) return { name, kind: "number", numbers };
  const collector = new TextCollector(rows.length);
  for (const [i, cell] of cells2.entries()) {
    const isMissing2 = typeof cell === "string" ? isMissingText(cell) : Number.isNaN(cell);
    if (!isMissing2) collector.set(i, String(cell));
  }
  return { name, kind: "text", texts: collector.texts, codes: collector.codes };
}
function cellOf(caller, name, row, cells2) {
  const value = cells2[name] ?? Number.NaN;
  if (typeof value === "number" || typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  throw new InputError(
    `${caller}: row ${row + 1}, column ${quoted(name)} must be a number, a string, a boolean or null; got ${describe(value)}`
  );
}
function numbersOf(cells2) {
  const encoder3 = new TextEncoder();
  const numbers = new Float64Array(cells2.length);
  let hasCodes = false;
  let hasOnlyDigits = true;
  for (const [i, cell] of cells2.entries()) {
    if (typeof cell === "number") {
      numbers[i] = cell;
      if (!Number.isNaN(cell) && !/^\d+$/.test(String(cell))) hasOnlyDigits = false;
      continue;
    }
    if (isMissingNumber(cell)) {
      numbers[i] = Number.NaN;
      continue;
    }
    const bytes = encoder3.encode(cell);
    const number2 = parseNumber(bytes, 0, bytes.length);
    if (number2 === null) return null;
    numbers[i] = number2;
    if (/^0\d/.test(cell) || number2 > Number.MAX_SAFE_INTEGER) hasCodes = true;
    if (!/^\d+$/.test(cell)) hasOnlyDigits = false;
  }
  return hasCodes && hasOnlyDigits ? null : numbers;
}

// src/load/features/encode-column.ts
init_check();
init_count_text();
init_table();
var MAX_CATEGORIES = 20;
function encodeColumn(caller, column, rows, filling, notes) {
  if (column.kind === "number") {
    const numbers = rows ? Float64Array.from(rows, (row) => column.numbers[row]) : column.numbers;
    return numberFeature(caller, column.name, numbers, filling);
  }
  const { codes, texts } = distinctValues(rows ? { ...column, codes: rows.map((row) => column.codes[row]) } : column);
  const asNumbers = numbersOf2(texts);
  if (asNumbers) {
    notes.push(`${quoted(column.name)} contains ${asNumbers.kind}`);
    const values = Float64Array.from(codes, (code) => code < 0 ? Number.NaN : asNumbers.numbers[code]);
    return numberFeature(caller, column.name, values, filling);
  }
  if (texts.length > MAX_CATEGORIES) {
    throw new InputError(
      `${caller}: column ${quoted(column.name)} contains text with ${texts.length} different values (the first is ${quoted(texts[0])}); at most ${MAX_CATEGORIES} can be encoded as features. Use it as \`id\` or \`truth\`, exclude it with \`columns\`, or encode it as numbers`
    );
  }
  if (texts.length === 0) throw emptyColumn(caller, column.name);
  const common = commonest(codes, texts.length);
  const features = texts.map((text, value) => ({
    name: `${column.name}=${text}`,
    values: Float64Array.from(codes, (code) => (code < 0 ? common : code) === value ? 1 : 0)
  }));
  notes.push(
    `${quoted(column.name)} is text and becomes one feature for each of its ${countText(texts.length, "value")}`
  );
  return { features, encoding: { column: column.name, values: texts, features }, fill: () => common };
}
function numberFeature(caller, name, numbers, filling) {
  const average = filling === "mean" ? mean : median;
  if (!hasMissing(numbers)) {
    return { features: [{ name, values: numbers }], encoding: null, fill: () => average(numbers) };
  }
  const present = numbers.filter((value) => !Number.isNaN(value));
  if (present.length === 0) throw emptyColumn(caller, name);
  const fill2 = average(present);
  const values = numbers.map((value) => Number.isNaN(value) ? fill2 : value);
  return { features: [{ name, values }], encoding: null, fill: () => fill2 };
}
function hasMissing(numbers) {
  for (let i = 0; i < numbers.length; i++) if (Number.isNaN(numbers[i])) return true;
  return false;
}
function emptyColumn(caller, name) {
  return new InputError(`${caller}: column ${quoted(name)} has no value in any row; exclude it with \`columns\``);
}
function mean(values) {
  return values.reduce((sum2, value) => sum2 + value / values.length, 0);
}
function median(values) {
  const sorted = values.toSorted();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : sorted[half - 1] / 2 + sorted[half] / 2;
}
function commonest(codes, valueCount) {
  const counts = new Float64Array(valueCount);
  for (const code of codes) if (code >= 0) counts[code]++;
  return counts.indexOf(Math.max(...counts));
}
var encoder = new TextEncoder();
function numbersOf2(texts) {
  if (texts.length === 0) return null;
  if (texts.every((text) => /^(true|false)$/i.test(text))) {
    return { numbers: texts.map((text) => /^true$/i.test(text) ? 1 : 0), kind: "true and false, used as 1 and 0" };
  }
  const numbers = [];
  for (const text of texts) {
    const bytes = encoder.encode(text);
    const number2 = parseNumber(bytes, 0, bytes.length);
    if (number2 === null || !Number.isFinite(number2)) return null;
    numbers.push(number2);
  }
  return { numbers, kind: `numbers written as text (the first is ${quoted(texts[0])}), used as numbers` };
}

// src/load/features/imputation.ts
var IMPUTATIONS = ["median", "mean", "drop-rows"];

// src/load/features/roles.ts
init_check();
init_table();
var TRUTH_NAMES = [
  "truth",
  "ground_truth",
  "gt",
  "gnd",
  "true_label",
  "true_labels",
  "true_class",
  "class",
  "classes",
  "target",
  "label",
  "labels",
  "y_true",
  "y"
];
var ID_NAMES = [
  "id",
  "ids",
  "sample",
  "samples",
  "sample_id",
  "sample_name",
  "row_names",
  "row_name",
  "rownames",
  "rowname",
  "row_id",
  "index",
  "unnamed_0",
  "index_level_0",
  "name",
  "names",
  "key",
  "uuid",
  "barcode",
  "accession",
  "identifier",
  "subject",
  "subject_id",
  "patient",
  "patient_id",
  "cell_id",
  "object_id",
  "instance_id"
];
function plainName(name) {
  return name.trim().replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "");
}
function truthRank(name, allNames) {
  const plain = plainName(name);
  if (plain === "y" && allNames.some((other) => plainName(other) === "x")) return 0;
  const compact = plain.replaceAll("_", "");
  const at = TRUTH_NAMES.findIndex((known) => known === plain || known.replaceAll("_", "") === compact);
  return at < 0 ? 0 : TRUTH_NAMES.length - at;
}
function looksLikeId(name) {
  return ID_NAMES.includes(plainName(name));
}
function looksLikeHeaderWord(name) {
  return name.length > 1 && (looksLikeId(name) || truthRank(name, []) > 0);
}
function findRoles(caller, table, options, use) {
  const notes = [];
  const warnings = [];
  const chosen = options.columns?.map((name) => columnNamed(caller, table, "columns", name));
  checkChosen(caller, options);
  const isFree = (column) => !chosen?.includes(column) && column.name !== options.truth;
  const id = options.id ? columnNamed(caller, table, "id", options.id) : options.id === null ? null : guessId(table, isFree);
  if (id && !options.id) notes.push(`${quoted(id.name)} is used as the names of the samples`);
  const free = table.columns.filter((column) => column !== id && isFree(column));
  const truth = options.truth ? columnNamed(caller, table, "truth", options.truth) : options.truth === null ? null : guessTruth(caller, free, table, use, chosen !== void 0, notes);
  if (truth && !options.truth) {
    const note = `${quoted(truth.name)} is used as the truth because of its name, and is not one of the ${use}`;
    if (use === "labelings") warnings.push(`${note}; to use it as a labeling, list the columns to use`);
    else notes.push(note);
  }
  const columns = chosen ?? table.columns.filter((column) => column !== id && column !== truth);
  if (columns.length === 0)
    throw new InputError(`${caller}: no column is left for the ${use}; the table has ${namesOf(table)}`);
  return {
    columns,
    ids: id && checkIds(caller, id, table.rowCount),
    idName: id?.name ?? null,
    truth: truth && checkTruth(caller, truth, table.rowCount),
    truthName: truth?.name ?? null,
    notes,
    warnings
  };
}
function namesOf(table) {
  return shortList(table.columns.map((column) => column.name));
}
function columnNamed(caller, table, parameter, name) {
  const column = table.columns.find((each) => each.name === name);
  if (column) return column;
  throw new InputError(
    `${caller}: \`${parameter}\` must name a column; got ${quoted(name)}, but the table has ${namesOf(table)}`
  );
}
function checkChosen(caller, { id, truth, columns }) {
  const repeated = columns?.find((name, j) => columns.indexOf(name) < j);
  if (repeated !== void 0)
    throw new InputError(`${caller}: \`columns\` must name every column once; got ${quoted(repeated)} twice`);
  if (id && id === truth)
    throw new InputError(`${caller}: \`id\` and \`truth\` must be different columns; both are ${quoted(id)}`);
  if (id && columns?.includes(id))
    throw new InputError(`${caller}: ${quoted(id)} must be either \`id\` or one of \`columns\`, not both`);
}
function guessId(table, isFree) {
  const [first] = table.columns;
  const named2 = table.columns.filter((column) => isFree(column) && looksLikeId(column.name));
  const isFirstCandidate = first && isFree(first) && first.kind === "text" && truthRank(first.name, []) === 0;
  const candidates = isFirstCandidate ? [...named2, first] : named2;
  return candidates.find((column) => table.columns.length > 1 && distinctValues(column).texts.length === table.rowCount) ?? null;
}
function guessTruth(caller, free, table, use, isChosen, notes) {
  const allNames = table.columns.map((column) => column.name);
  const named2 = free.filter((column) => truthRank(column.name, allNames) > 0);
  if (named2.length === 0) return null;
  if (!isChosen && named2.length === free.length) {
    if (named2.length > 1) throw severalTruths(caller, named2);
    notes.push(`${quoted(named2[0].name)} is one of the ${use}, because no other column is left`);
    return null;
  }
  const classes = named2.filter((column) => !holdsFractions(column));
  for (const column of named2) {
    if (!classes.includes(column)) notes.push(`${quoted(column.name)} is not used as the truth: it contains fractions`);
  }
  if (classes.length > 1 && !isChosen) throw severalTruths(caller, classes);
  if (classes.length > 1)
    notes.push(`no column is used as the truth: ${shortList(classes.map((column) => column.name))} all look like it`);
  return classes.length === 1 ? classes[0] : null;
}
function severalTruths(caller, columns) {
  return new InputError(
    `${caller}: ${shortList(columns.map((column) => column.name))} all look like the truth; choose one with \`truth\`, or list the columns to use with \`columns\``
  );
}
function checkIds(caller, column, rowCount) {
  const seen = /* @__PURE__ */ new Map();
  return Array.from({ length: rowCount }, (_, i) => {
    const id = cellText(column, i);
    if (id === null) throw new InputError(`${caller}: row ${i + 1} has no id in column ${quoted(column.name)}`);
    const before = seen.get(id);
    if (before !== void 0) {
      throw new InputError(
        `${caller}: ids must differ; rows ${before + 1} and ${i + 1} are both ${quoted(id)} in column ${quoted(column.name)}`
      );
    }
    seen.set(id, i);
    return id;
  });
}
function checkTruth(caller, column, rowCount) {
  return Array.from({ length: rowCount }, (_, i) => {
    const value = cellText(column, i);
    if (value !== null) return value;
    throw new InputError(
      `${caller}: row ${i + 1} has no class in the truth column ${quoted(column.name)}; fill it in or remove the row`
    );
  });
}

// src/load/features/scale.ts
init_check();
init_table();
var SCALES = ["standard", "minmax", "none"];
function scaleInto(caller, out, features, scale) {
  const d = features.length;
  const centre = new Float64Array(d);
  const spread = new Float64Array(d).fill(1);
  for (const [j, { name, values }] of features.entries()) {
    if (scale === "standard") [centre[j], spread[j]] = meanAndDeviation(values);
    if (scale === "minmax") {
      const [least, most] = range(values);
      centre[j] = least;
      spread[j] = most - least;
    }
    if (!Number.isFinite(spread[j]) || spread[j] === 0) {
      throw new InputError(
        `${caller}: the values of column ${quoted(name)} are too far apart or too close together to scale`
      );
    }
  }
  writeRows(out, features, centre, spread);
  return { scale, centre, spread };
}
function writeRows(out, features, centre, spread) {
  const d = features.length;
  const n = out.length / d;
  const blockRows = Math.max(16, Math.floor(8192 / d));
  for (let from = 0; from < n; from += blockRows) {
    const to = Math.min(n, from + blockRows);
    for (let j = 0; j < d; j++) {
      const { values } = features[j];
      const c = centre[j];
      const s = spread[j];
      for (let i = from; i < to; i++) out[i * d + j] = (values[i] - c) / s;
    }
  }
}
function range(values) {
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}
function meanAndDeviation(values) {
  const [least, most] = range(values);
  const unit = most - least;
  let sum2 = 0;
  for (let i = 0; i < values.length; i++) sum2 += (values[i] - least) / unit;
  const mean2 = sum2 / values.length;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    const off = (values[i] - least) / unit - mean2;
    squares += off * off;
  }
  return [least + mean2 * unit, unit * Math.sqrt(squares / values.length)];
}

// src/load/features/to-dataset.ts
var DATASET_OPTIONS = {
  id: true,
  truth: true,
  columns: true,
  impute: true,
  scale: true
};
var DEFAULTS = { scale: "standard" };
function toDataset(data, options = {}) {
  checkOptionNames("toDataset", options, Object.keys(DATASET_OPTIONS));
  return datasetOf("toDataset", data, options);
}
function datasetOf(speaker, data, options) {
  const table = tableOf(speaker, data);
  const caller = table.name ?? speaker;
  const { scale = DEFAULTS.scale, impute } = options;
  checkOneOf(caller, "scale", scale, SCALES);
  if (impute !== void 0) checkOneOf(caller, "impute", impute, IMPUTATIONS);
  const roles = findRoles(caller, table, options, "features");
  const notes = [...table.notes, ...roles.notes, ...roles.warnings];
  const hint = transposedHint(table, roles.columns);
  if (hint) notes.push(hint);
  checkFinite(caller, roles.columns);
  const missing = findMissing(roles.columns, table.rowCount);
  if (missing.count > 0 && impute === void 0) throw missingError(caller, roles.columns, missing);
  const droppedRows = impute === "drop-rows" ? missing.rows : [];
  const sampleCount = table.rowCount - droppedRows.length;
  if (sampleCount === 0) {
    throw new InputError(
      `${caller}: every row has a missing value; use \`impute: 'median'\` or \`impute: 'mean'\` instead of \`impute: 'drop-rows'\``
    );
  }
  const rows = droppedRows.length > 0 ? keptRows(table.rowCount, droppedRows) : null;
  if (missing.count > 0) notes.push(imputed(missing, impute));
  const filling = impute === "mean" ? "mean" : "median";
  const encoded = roles.columns.map((column) => encodeColumn(caller, column, rows, filling, notes));
  const features = encoded.flatMap(({ features: features2 }) => features2);
  const kept = features.filter((feature) => !isConstant(feature));
  if (kept.length < features.length) {
    const constant = features.filter(isConstant).map((feature) => feature.name);
    notes.push(`omitted because constant: ${shortList(constant)}`);
  }
  if (kept.length === 0) throw new InputError(`${caller}: every feature is constant; there is nothing to cluster`);
  checkTableSize(caller, sampleCount, kept.length);
  if (scale !== "none") notes.push(SCALE_NOTES[scale]);
  const values = new Float64Array(sampleCount * kept.length);
  const scaling = scaleInto(caller, values, kept, scale);
  const columns = roles.columns.map(({ name }, at) => columnReading(name, encoded[at], kept, impute));
  return {
    sampleCount,
    featureCount: kept.length,
    values,
    featureNames: kept.map((feature) => feature.name),
    scaling,
    ids: roles.ids && pick(roles.ids, rows),
    idName: roles.idName,
    truth: roles.truth && pick(roles.truth, rows),
    truthName: roles.truthName,
    droppedRows,
    encodings: encoded.flatMap(
      ({ encoding }) => encoding ? [{ ...encoding, features: encoding.features.map((feature) => kept.indexOf(feature)) }] : []
    ),
    reading: {
      columns: columns.filter(({ features: features2 }) => features2.some((feature) => feature >= 0)),
      featureCount: kept.length,
      scaling,
      impute: impute ?? null
    },
    notes
  };
}
function columnReading(column, { features, encoding, fill: fill2 }, kept, impute) {
  return {
    column,
    values: encoding?.values ?? null,
    features: features.map((feature) => kept.indexOf(feature)),
    fill: impute === "median" || impute === "mean" ? fill2() : null
  };
}
var SCALE_NOTES = {
  standard: "features are scaled to mean 0 and standard deviation 1",
  minmax: "features are scaled to the range 0 to 1"
};
function isConstant({ values }) {
  return values.every((value) => value === values[0]);
}
function checkFinite(caller, columns) {
  for (const column of columns) {
    if (column.kind === "text") continue;
    const { numbers } = column;
    for (let row = 0; row < numbers.length; row++) {
      if (Math.abs(numbers[row]) !== Infinity) continue;
      throw new InputError(
        `${caller}: row ${row + 1}, column ${quoted(column.name)} is ${column.numbers[row]}; features must be finite numbers`
      );
    }
  }
}
function findMissing(columns, rowCount) {
  const isIncomplete = new Uint8Array(rowCount);
  const columnNames2 = [];
  let count = 0;
  for (const column of columns) {
    const before = count;
    for (let i = 0; i < rowCount; i++) {
      if (!(column.kind === "text" ? column.codes[i] < 0 : Number.isNaN(column.numbers[i]))) continue;
      isIncomplete[i] = 1;
      count++;
    }
    if (count > before) columnNames2.push(column.name);
  }
  const rows = [];
  isIncomplete.forEach((flag, i) => {
    if (flag) rows.push(i);
  });
  return { count, rows, columnNames: columnNames2 };
}
function isMissing(column, row) {
  return column.kind === "text" ? column.codes[row] < 0 : Number.isNaN(column.numbers[row]);
}
function missingError(caller, columns, missing) {
  const cells2 = [];
  for (const row of missing.rows) {
    for (const column of columns) {
      if (cells2.length < 3 && isMissing(column, row)) cells2.push(`row ${row + 1} column ${quoted(column.name)}`);
    }
    if (cells2.length === 3) break;
  }
  return new InputError(
    `${caller}: ${countText(missing.count, "missing value")} in ${countText(missing.rows.length, "row")}, the first in ${cells2.join(", ")}; fill in all values, or use \`impute: 'median'\`, \`impute: 'mean'\` or \`impute: 'drop-rows'\``
  );
}
function imputed({ count, rows, columnNames: columnNames2 }, impute) {
  if (impute === "drop-rows") {
    const shown = rows.slice(0, 8).map((row) => row + 1);
    const more = rows.length > 8 ? ` and ${rows.length - 8} more` : "";
    return `dropped ${countText(rows.length, "row")} with missing values: ${shown.join(", ")}${more}`;
  }
  return `replaced ${countText(count, "missing value")} with the ${impute} of the column (text: with the most common value): ${shortList(columnNames2)}`;
}
function keptRows(rowCount, dropped) {
  const isDropped = new Set(dropped);
  return Int32Array.from({ length: rowCount }, (_, i) => i).filter((row) => !isDropped.has(row));
}
function pick(texts, rows) {
  return rows ? Array.from(rows, (row) => texts[row]) : texts;
}

// src/load/to-samples.ts
function toSamples(caller, data) {
  const shaped = shapedValues(caller, data);
  if (shaped !== null) {
    const { sampleCount: sampleCount2, featureCount: featureCount2, values: values2 } = shaped;
    const numbers = values2 instanceof Float64Array ? values2 : Float64Array.from(values2);
    return { samples: { sampleCount: sampleCount2, featureCount: featureCount2, values: numbers }, notes: [] };
  }
  const rows = numberRows(caller, data);
  if (rows !== null) return { samples: flatRows(caller, rows), notes: [] };
  const { sampleCount, featureCount, values, notes } = datasetOf(caller, data, { scale: "none" });
  return { samples: { sampleCount, featureCount, values }, notes };
}

// src/ensemble/generate.ts
init_k_means();
init_seeding();

// src/ensemble/ensemble-size.ts
function standardEnsembleSize(sampleCount) {
  return Math.min(100, Math.max(20, Math.round(Math.sqrt(sampleCount))));
}

// src/ensemble/generate.ts
init_plan();
init_random_k();
init_runner();
init_subspace();
var GENERATORS = [...GENERATOR_KINDS, "mixed"];
var ENSEMBLE_OPTIONS = {
  ensembleSize: true,
  generator: true,
  seed: true,
  maxClusterCount: true,
  clusterCount: true,
  sampleShare: true,
  featureShare: true,
  seeding: true,
  executor: true,
  loops: true,
  signal: true,
  onProgress: true
};
var DEFAULTS3 = {
  generator: "random-k",
  seed: 1,
  seeding: "greedy",
  sampleShare: 0.8,
  featureShare: 0.5,
  loops: "auto",
  executor: { runTasks: runInThisThread }
};
async function buildEnsemble(data, options = {}) {
  checkOptionNames("buildEnsemble", options, Object.keys(ENSEMBLE_OPTIONS));
  const { samples, notes } = toSamples("buildEnsemble", data);
  const { signal, onProgress, executor = DEFAULTS3.executor, loops = DEFAULTS3.loops } = options;
  const plan = planEnsemble(samples, options);
  signal?.throwIfAborted();
  const { sampleCount } = samples;
  const total = plan.ensembleSize;
  let done = 0;
  onProgress?.({ phase: "ensemble", done, total });
  const job = { samples, plan, loops };
  const onDone = () => onProgress?.({ phase: "ensemble", done: ++done, total });
  const results = await executor.runTasks(job, { signal, onDone });
  return {
    sampleCount,
    labelings: results.map(({ labels }) => labels),
    clusterCounts: results.map(({ model }) => model.centres.rowCount),
    names: results.map(({ model }, t) => `${model.kind} ${t + 1}`),
    models: results.map(({ model }) => model),
    generator: plan.generator,
    seed: plan.seed,
    notes: [...notes, ...notesOn(plan, results)]
  };
}
function planEnsemble(samples, options) {
  const caller = "buildEnsemble";
  const { sampleCount: n, featureCount: d, values } = samples;
  const { generator = DEFAULTS3.generator, seed = DEFAULTS3.seed, seeding = DEFAULTS3.seeding } = options;
  checkOneOf(caller, "generator", generator, GENERATORS);
  checkOneOf(caller, "seeding", seeding, SEEDINGS);
  checkSeed(caller, seed);
  checkPoints(caller, { rowCount: n, columnCount: d, values });
  if (n < 2) throw new InputError(`${caller}: samples must be at least 2; got ${n}`);
  const varying = varyingFeatures(samples);
  if (varying.length === 0) {
    throw new InputError(`${caller}: samples must differ in at least one feature; all ${n} samples are equal`);
  }
  const kinds = kindsOf(generator);
  checkOnlyFor(options, "clusterCount", generator, kinds, ["fixed-k"]);
  checkOnlyFor(options, "sampleShare", generator, kinds, ["subsample"]);
  checkOnlyFor(options, "featureShare", generator, kinds, ["subspace", "projection"]);
  checkOnlyFor(options, "maxClusterCount", generator, kinds, ["random-k", "subsample", "subspace", "projection"]);
  const { ensembleSize = standardEnsembleSize(n) } = options;
  checkInteger(caller, "ensembleSize", ensembleSize, 2, 1e4);
  const { sampleShare = DEFAULTS3.sampleShare, featureShare } = options;
  checkShare(caller, "sampleShare", sampleShare);
  if (featureShare !== void 0) checkShare(caller, "featureShare", featureShare);
  const subsampleSize = Math.round(sampleShare * n);
  if (generator === "subsample") checkCoverage(caller, sampleShare, n, ensembleSize);
  const covered = Math.min(...kinds.map((kind) => coveredBy({ sampleCount: n, subsampleSize }, kind)));
  const { maxClusterCount = largestClusterCount(covered), clusterCount = 0 } = options;
  checkInteger(caller, "maxClusterCount", maxClusterCount, 2, covered);
  if (generator === "fixed-k") {
    if (options.clusterCount === void 0) {
      throw new InputError(`${caller}: clusterCount must be an integer for generator fixed-k; got undefined`);
    }
    checkInteger(caller, "clusterCount", clusterCount, 2, n);
  }
  const least = Math.min(2, varying.length);
  return {
    generator,
    seed,
    seeding,
    sampleCount: n,
    ensembleSize,
    clusterCount,
    maxClusterCount,
    subsampleSize,
    varying,
    subspaceSize: Math.max(least, Math.round((featureShare ?? DEFAULTS3.featureShare) * varying.length)),
    projectionSize: Math.max(
      Math.min(2, d),
      featureShare === void 0 ? Math.ceil(Math.sqrt(d)) : Math.round(featureShare * d)
    )
  };
}
function checkOnlyFor(options, name, generator, kinds, users) {
  if (options[name] === void 0 || users.some((user) => kinds.includes(user))) return;
  throw new InputError(
    `buildEnsemble: ${name} must be left out for generator ${generator}, which does not use it; got ${options[name]}`
  );
}
function checkShare(caller, name, share) {
  if (share > 0 && share <= 1) return;
  throw new InputError(`${caller}: ${name} must be a number above 0 and at most 1; got ${share}`);
}
function checkCoverage(caller, sampleShare, n, ensembleSize) {
  const size = Math.round(sampleShare * n);
  if (size >= Math.ceil(n / ensembleSize) && size >= 2) return;
  throw new InputError(
    `${caller}: sampleShare must be large enough for ${ensembleSize} base clusterings to cover all ${n} samples, each with at least 2; got ${sampleShare}`
  );
}
function notesOn(plan, results) {
  const notes = [];
  const m = results.length;
  const { generator, clusterCount, maxClusterCount, sampleCount: n } = plan;
  if (generator === "fixed-k") notes.push(`Built ${m} base clusterings by k-means with ${clusterCount} clusters each.`);
  else notes.push(`Built ${m} base clusterings by k-means with 2 to ${maxClusterCount} clusters each (${generator}).`);
  const partial2 = results.find(({ model: { kind, fittedCount } }) => fittedCount < coveredBy(plan, kind));
  if (partial2 !== void 0) {
    const { fittedCount } = partial2.model;
    notes.push(
      `Computed the centres from ${fittedCount} of the ${n} samples, then assigned every sample to its nearest centre.`
    );
  }
  const unfinished = results.filter(({ model }) => !model.converged).length;
  if (unfinished > 0) notes.push(`${unfinished} of ${m} base clusterings did not converge.`);
  const flat = results.filter(({ model }) => model.centres.rowCount === 1).length;
  if (flat > 0)
    notes.push(`${flat} of ${m} base clusterings found only one cluster, because the values they used are all equal.`);
  return notes;
}
function coveredBy(plan, kind) {
  return kind === "subsample" ? plan.subsampleSize : plan.sampleCount;
}

// src/consensus/labels-from-embedding.ts
init_adopt();
init_k_means();
function labelsFromEmbedding(embedding, table, collapsed, options, { loops, seed, pauser }) {
  const { sampleCount, rowCount, rowOf, multiplicity } = table;
  const points = collapsed ? rowsOf2(embedding, rowOf, rowCount) : embedding;
  const { clusterCount, restarts } = options;
  if (clusterCount === 1) {
    const centres2 = { rowCount: 1, columnCount: points.columnCount, values: new Float64Array(points.columnCount) };
    return { labels: new Int32Array(sampleCount), inertia: Number.NaN, centres: centres2 };
  }
  const { labels, inertia, centres } = kMeans(options.unitRows === false ? points : unitRows(points), {
    clusterCount: Math.min(clusterCount, points.rowCount),
    restarts,
    seed,
    loops,
    weights: collapsed ? multiplicity : void 0,
    onIteration: () => pauser.check()
  });
  const perSample = collapsed ? rowOf.map((row) => labels[row]) : labels;
  const numbered = renumberLabels(perSample);
  return { labels: numbered.labels, inertia, centres: renumberedCentres(centres, perSample, numbered) };
}
function renumberedCentres({ columnCount: k, values }, before, { labels, clusterCount }) {
  const centres = new Float64Array(clusterCount * k);
  for (let i = 0, next = 0; next < clusterCount; i++) {
    if (labels[i] === next) centres.set(values.subarray(before[i] * k, (before[i] + 1) * k), next++ * k);
  }
  return { rowCount: clusterCount, columnCount: k, values: centres };
}
function rowsOf2({ columnCount: k, values }, rowOf, rowCount) {
  const rows = new Float64Array(rowCount * k);
  rowOf.forEach((row, i) => {
    for (let q = 0; q < k; q++) rows[row * k + q] = values[i * k + q];
  });
  return { rowCount, columnCount: k, values: rows };
}
function unitRows({ rowCount, columnCount: k, values }) {
  const scaled = values.slice();
  for (let i = 0; i < rowCount; i++) {
    let square = 0;
    for (let q = 0; q < k; q++) square += values[i * k + q] * values[i * k + q];
    if (square === 0) continue;
    const length = Math.sqrt(square);
    for (let q = 0; q < k; q++) scaled[i * k + q] /= length;
  }
  return { rowCount, columnCount: k, values: scaled };
}

// src/consensus/row-clusters.ts
init_k_means();
function clusterRows(points, table, options, { loops, seed, pauser }) {
  const { labels } = kMeans(points, {
    ...options,
    clusterCount: Math.min(options.clusterCount, points.rowCount),
    weights: table.multiplicity,
    seed,
    loops,
    onIteration: () => pauser.check()
  });
  return table.rowOf.map((r) => labels[r]);
}
function embeddingOfRows(table, vectors, columns, k) {
  const { sampleCount, rowOf, multiplicity } = table;
  const values = new Float64Array(sampleCount * k);
  for (let i = 0; i < sampleCount; i++) {
    const factor = 1 / Math.sqrt(multiplicity[rowOf[i]]);
    for (let q = 0; q < Math.min(columns, k); q++) values[i * k + q] = factor * vectors[rowOf[i] * columns + q];
  }
  return { rowCount: sampleCount, columnCount: k, values };
}
function padded(values, k) {
  const out = new Float64Array(k);
  out.set(values.subarray(0, k));
  return out;
}

// src/advice/partitions.ts
init_label_table();
init_hot_loops();
init_top_eigenpairs();
init_pause();
init_cluster_product();
init_cluster_weights();

// src/advice/overlap.ts
var BORDER = 0.5;
function clusterOverlap({ columnCount: d, values }, labels) {
  const k = labels.reduce((most, label2) => Math.max(most, label2), 0) + 1;
  const { centres, sizes } = centresOf2(values, d, labels, k);
  const directions = new Float64Array(k * k * d);
  const middles = new Float64Array(k * k);
  for (let a = 0; a < k; a++) for (let b = 0; b < k; b++) if (a !== b) addDirection(a, b);
  const between = new Float64Array(k * k);
  for (let i = 0; i < labels.length; i++) {
    const a = labels[i];
    for (let b = 0; b < k; b++) {
      if (b === a) continue;
      const pair = a * k + b;
      let s = -middles[pair];
      for (let q = 0; q < d; q++) s += values[i * d + q] * directions[pair * d + q];
      if (s < BORDER) between[pair]++;
    }
  }
  const clusters = new Float64Array(k);
  for (let a = 0; a < k; a++) {
    for (let b = 0; b < k; b++) {
      if (a === b) continue;
      const count = between[a * k + b] + between[b * k + a];
      clusters[a] = Math.max(clusters[a], (count / 2 + 0.5) / (Math.min(sizes[a], sizes[b]) + 1));
    }
  }
  return { worst: clusters.reduce((most, value) => Math.max(most, value), 0), clusters };
  function addDirection(a, b) {
    let square = 0;
    for (let q = 0; q < d; q++) {
      const difference = centres[a * d + q] - centres[b * d + q];
      square += difference * difference;
    }
    if (square === 0) return;
    for (let q = 0; q < d; q++) {
      const direction = 2 * (centres[a * d + q] - centres[b * d + q]) / square;
      directions[(a * k + b) * d + q] = direction;
      middles[a * k + b] += direction * (centres[a * d + q] + centres[b * d + q]) / 2;
    }
  }
}
function centresOf2(values, d, labels, k) {
  const centres = new Float64Array(k * d);
  const sizes = new Float64Array(k);
  labels.forEach((label2, i) => {
    sizes[label2]++;
    for (let q = 0; q < d; q++) centres[label2 * d + q] += values[i * d + q];
  });
  for (let at = 0; at < centres.length; at++) centres[at] /= sizes[Math.floor(at / d)];
  return { centres, sizes };
}

// src/advice/partitions.ts
var RESTARTS = 5;
var TOLERANCE = 1e-5;
var MAX_PRODUCTS = 60;
async function partitionsOf(ensemble, clusterCounts, { seed, signal }) {
  const pauser = new Pauser(signal);
  const loops = await loadHotLoops("auto");
  const table = collapseRows(ensemble);
  const count = Math.min(Math.max(...clusterCounts) + 1, table.rowCount);
  const operator = baseTerm(table, loops, blockWidth(count));
  const options = { count, loops, seed, pauser, tolerance: TOLERANCE, maxProducts: MAX_PRODUCTS };
  const { values, vectors } = await topEigenpairs(operator, options);
  const embedding = embeddingOfRows(table, vectors, values.length, Math.max(...clusterCounts));
  const partitions = [];
  for (const clusterCount of clusterCounts) {
    const points = unitRows(firstColumns2(embedding, clusterCount));
    const settings = { clusterCount, restarts: RESTARTS, unitRows: false };
    const { labels } = labelsFromEmbedding(points, table, true, settings, { loops, seed, pauser });
    partitions.push({
      clusterCount,
      labels,
      eigengap: (values[clusterCount - 1] ?? 0) - (values[clusterCount] ?? 0),
      overlap: clusterOverlap(points, labels)
    });
    await pauser.pause();
  }
  return partitions;
}
function baseTerm(table, loops, width) {
  const { ensembleSize: m, rowCount, clusters, clusterSizes, multiplicity } = table;
  const weights = clusterWeights(table, { kind: "nwca", lambda: NWCA_LAMBDA });
  const degrees2 = new Float64Array(rowCount);
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r];
      if (c >= 0) degrees2[r] += weights[c];
    }
  }
  const product = createClusterProduct(loops, table, width);
  const rowScale = multiplicity.map((mu, r) => degrees2[r] > 0 ? Math.sqrt(mu / degrees2[r]) : 0);
  const factor = weights.map((weight, c) => weight / clusterSizes[c]);
  return {
    size: rowCount,
    applyInto(y, x) {
      y.fill(0);
      product.add(y, x, rowScale, factor);
    }
  };
}
function firstColumns2({ rowCount, columnCount, values }, count) {
  const first = new Float64Array(rowCount * count);
  for (let i = 0; i < rowCount; i++) {
    for (let q = 0; q < count; q++) first[i * count + q] = values[i * columnCount + q];
  }
  return { rowCount, columnCount: count, values: first };
}

// src/advice/resample.ts
function samplesAt({ featureCount: d, values }, rows) {
  const some = new Float64Array(rows.length * d);
  rows.forEach((row, at) => {
    some.set(values.subarray(row * d, row * d + d), at * d);
  });
  return { sampleCount: rows.length, featureCount: d, values: some };
}

// src/advice/null-samples.ts
init_gaussian();
init_symmetric_eigen();
var MOST_AXES = 100;
function nullDrawers(samples) {
  const { sampleCount: n, featureCount: d } = samples;
  const mean2 = new Float64Array(d);
  for (let at = 0; at < n * d; at++) mean2[at % d] += samples.values[at] / n;
  const centred = samples.values.map((value, at) => value - mean2[at % d]);
  if (d > MOST_AXES) return { gaussian: (random) => mixedRows(centred, mean2, n, d, random) };
  const axes = principalAxes(centred, n, d);
  const spread = (draw) => (random) => alongAxes(axes, mean2, n, d, random, draw);
  return {
    gaussian: spread(drawGaussian),
    // Uniform numbers with variance 1.
    uniform: spread((random) => (2 * random() - 1) * Math.sqrt(3))
  };
}
function principalAxes(centred, n, d) {
  const covariance = new Float64Array(d * d);
  for (let i = 0; i < n; i++) {
    for (let a = 0; a < d; a++) {
      const value = centred[i * d + a] / n;
      for (let b = 0; b < d; b++) covariance[a * d + b] += value * centred[i * d + b];
    }
  }
  const { values, vectors } = symmetricEigen(covariance, d);
  return vectors.map((entry, at) => entry * Math.sqrt(Math.max(0, values[Math.floor(at / d)])));
}
function alongAxes(axes, mean2, n, d, random, draw) {
  const values = new Float64Array(n * d);
  for (let i = 0; i < n; i++) {
    values.set(mean2, i * d);
    for (let a = 0; a < d; a++) {
      const length = draw(random);
      for (let b = 0; b < d; b++) values[i * d + b] += length * axes[a * d + b];
    }
  }
  return { sampleCount: n, featureCount: d, values };
}
function mixedRows(centred, mean2, n, d, random) {
  const values = new Float64Array(n * d);
  const scale = 1 / Math.sqrt(n);
  for (let i = 0; i < n; i++) {
    values.set(mean2, i * d);
    for (let other = 0; other < n; other++) {
      const weight = scale * drawGaussian(random);
      for (let b = 0; b < d; b++) values[i * d + b] += weight * centred[other * d + b];
    }
  }
  return { sampleCount: n, featureCount: d, values };
}

// src/consensus/consensus.ts
init_check();
init_count_text();
init_adopt();

// src/similarity/link-part.ts
init_sparse();

// src/similarity/similarity-rows.ts
var MOST_ENTRIES = 2 ** 24;
var FIRST_ROOM = 2 ** 21;
async function similarityRows(similarity, pauser, { from, to } = { from: 0, to: similarity.table.rowCount }) {
  const { rowCount } = similarity.table;
  const most = Math.floor(MOST_ENTRIES * (to - from) / rowCount);
  const dense = new Float64Array(rowCount);
  const scratch = {
    columns: new Int32Array(rowCount),
    values: new Float64Array(rowCount),
    from: 0,
    to: 0
  };
  const compute = (r) => {
    similarity.rowInto(dense, r);
    scratch.to = compress(dense, r, scratch.columns, scratch.values);
    return scratch;
  };
  const starts = new Int32Array(to - from + 1);
  const room = Math.min((to - from) * rowCount, most, FIRST_ROOM);
  let columns = new Int32Array(room);
  let values = new Float64Array(room);
  for (let line = 0; line < to - from; line++) {
    const entries2 = compute(from + line);
    const end = starts[line] + entries2.to;
    if (end > most) return { row: compute };
    if (end > columns.length) {
      const more = Math.min(most, Math.max(2 * columns.length, end));
      columns = extended(columns, new Int32Array(more));
      values = extended(values, new Float64Array(more));
    }
    columns.set(entries2.columns.subarray(0, entries2.to), starts[line]);
    values.set(entries2.values.subarray(0, entries2.to), starts[line]);
    starts[line + 1] = end;
    await pauser.pause();
  }
  return { row: (r) => ({ columns, values, from: starts[r - from], to: starts[r - from + 1] }) };
}
function extended(old, room) {
  room.set(old);
  return room;
}
function compress(dense, r, columns, values) {
  dense[r] = 0;
  let count = 0;
  for (let q = 0; q < dense.length; q++) {
    columns[count] = q;
    values[count] = dense[q];
    count += dense[q] !== 0 ? 1 : 0;
  }
  return count;
}

// src/similarity/link-part.ts
async function linkPart(similarity, range2, options) {
  const { width, loops } = options;
  const { rowCount, multiplicity } = similarity.table;
  const rows = options.rows ?? await similarityRows(similarity, options.pauser, range2);
  const own = range2.to - range2.from;
  const roots = multiplicity.map(Math.sqrt);
  const withinAt = (alpha, r) => similarity.within[r] >= alpha ? similarity.within[r] : 0;
  let counted = null;
  let matrix = null;
  return {
    async count(alpha, pauser) {
      const total = { kept: 0, dropped: 0, linked: 0 };
      const lengths = new Float64Array(own);
      for (let r = range2.from; r < range2.to; r++) {
        const counts = countLinks(rows.row(r), alpha, multiplicity);
        const within = withinAt(alpha, r);
        total.kept += counts.kept;
        total.dropped += counts.dropped;
        total.linked += multiplicity[r] * (counts.linked + (within > 0 ? multiplicity[r] - 1 : 0));
        lengths[r - range2.from] = Math.sqrt(1 + (multiplicity[r] - 1) * within * within + counts.square);
        await pauser.pause();
      }
      counted = { alpha, kept: total.kept, dropped: total.dropped };
      return { ...total, lengths };
    },
    async fill(alpha, form, pauser) {
      if (counted?.alpha !== alpha) throw new Error("LinkPart: count the links of a threshold before storing them");
      const entryCount = own + (form === "rows" ? counted.kept : counted.dropped);
      matrix = createSparseMatrix(loops, own, entryCount, width, rowCount);
      const lower = form === "rows" ? alpha : 0;
      const upper = form === "rows" ? Number.POSITIVE_INFINITY : alpha;
      for (let r = range2.from; r < range2.to; r++) {
        const diagonal = 1 + (multiplicity[r] - 1) * withinAt(alpha, r);
        const value = form === "rows" ? diagonal : multiplicity[r] * similarity.within[r] - diagonal;
        fillRow(matrix, r - range2.from, rows.row(r), { r, lower, upper, diagonal: value }, roots);
        await pauser.pause();
      }
      return entryCount;
    },
    multiplyInto(y, x) {
      if (matrix === null) throw new Error("LinkPart: store the links before multiplying");
      matrix.multiplyInto(y, x);
    }
  };
}
function countLinks({ columns, values, from, to }, alpha, multiplicity) {
  let kept = 0;
  let linked = 0;
  let square = 0;
  for (let at = from; at < to; at++) {
    const value = values[at];
    if (value < alpha) continue;
    const count = multiplicity[columns[at]];
    kept++;
    linked += count;
    square += count * value * value;
  }
  return { kept, dropped: to - from - kept, linked, square };
}
function fillRow(matrix, line, entries2, { r, lower, upper, diagonal }, roots) {
  const { starts, columns, values } = matrix;
  const root = roots[r];
  let at = starts[line];
  let isDiagonalDue = true;
  for (let entry = entries2.from; entry < entries2.to; entry++) {
    const q = entries2.columns[entry];
    if (isDiagonalDue && q > r) {
      columns[at] = r;
      values[at++] = diagonal;
      isDiagonalDue = false;
    }
    const value = entries2.values[entry];
    if (value < lower || value >= upper) continue;
    columns[at] = q;
    values[at++] = root * roots[q] * value;
  }
  if (isDiagonalDue) {
    columns[at] = r;
    values[at++] = diagonal;
  }
  starts[line + 1] = at;
}

// src/similarity/link-holder.ts
async function linksInThisThread(similarity, { rows, ...options }) {
  const range2 = { from: 0, to: similarity.table.rowCount };
  const part = await linkPart(similarity, range2, { ...options, rows: await rows?.() });
  return {
    count: (alpha) => part.count(alpha, options.pauser),
    fill: (alpha, form) => part.fill(alpha, form, options.pauser),
    multiplyInto: part.multiplyInto,
    close: async () => {
    }
  };
}

// src/executor.ts
var thisThread = {
  // Loaded on demand: many consensus runs need neither.
  async runTasks(job, options) {
    const { runInThisThread: runInThisThread2 } = await Promise.resolve().then(() => (init_runner(), runner_exports));
    return runInThisThread2(job, options);
  },
  async openPasses(store, options) {
    const { passesInThisThread: passesInThisThread2 } = await Promise.resolve().then(() => (init_pass_runner(), pass_runner_exports));
    return passesInThisThread2(store, options);
  },
  openLinks: linksInThisThread
};

// src/consensus/consensus.ts
init_hot_loops();
init_pause();
init_consensus_model();

// src/consensus/confidence.ts
init_agreement();
init_relative_margin();
function sampleConfidence(table, labels, counts = agreementCounts(table, labels)) {
  const { sampleCount, rowOf } = table;
  const { clusterCount } = counts;
  const sizes = new Float64Array(clusterCount);
  for (let i = 0; i < sampleCount; i++) sizes[labels[i]]++;
  const confidence2 = new Float64Array(sampleCount);
  for (let i = 0; i < sampleCount; i++) {
    const own = labels[i];
    const share = sizes[own] === 1 ? isolatedShare(table, rowOf[i]) : agreementShare(counts, table, rowOf[i], own, 1);
    confidence2[i] = clusterCount === 1 ? share : relativeMargin(share, largestOtherShare(counts, table, rowOf[i], own));
  }
  return confidence2;
}
function isolatedShare({ ensembleSize: m, rowCount, clusters, clusterSizes }, row) {
  let isolating = 0;
  let covering = 0;
  for (let t = 0; t < m; t++) {
    const c = clusters[t * rowCount + row];
    if (c < 0) continue;
    covering++;
    if (clusterSizes[c] === 1) isolating++;
  }
  return covering > 0 ? isolating / covering : 0;
}

// src/consensus/consensus.ts
init_memory_limit();

// src/consensus/method-facts.ts
function methodNamed(name, methods) {
  const found = name === void 0 ? methods[0] : methods.find((method) => method.name === name);
  if (found === void 0) throw new Error(`unknown method '${name}'`);
  return found;
}
function methodOptionNames(methods) {
  return [...new Set(methods.flatMap(({ options }) => Object.keys(options)))];
}

// src/consensus/methods/balanced.ts
init_spectrum();
init_weight_objective();
init_top_eigenpairs();
init_spectral();
init_cluster_product();
init_cluster_weights();

// src/similarity/confident-links.ts
init_cluster_product();
async function confidentLinks(similarity, options) {
  const { alpha, width, loops } = options;
  const { rowCount, multiplicity, hasMissing: hasMissing2, sampleCount } = similarity.table;
  const holder = options.holder ?? await linksInThisThread(similarity, options);
  const { kept, dropped, linked, lengths } = await holder.count(alpha);
  const form = !hasMissing2 && dropped < kept ? "complement" : "rows";
  const entryCount = await holder.fill(alpha, form);
  const product = () => createClusterProduct(loops, similarity.table, width);
  return {
    rowCount,
    form,
    entryCount,
    lengths,
    within: similarity.within.map((value) => value >= alpha ? value : 0),
    linkShare: sampleCount > 1 ? linked / (sampleCount * (sampleCount - 1)) : 0,
    multiplyInto: form === "rows" ? (y, x) => holder.multiplyInto(y, x) : complementProduct(similarity, holder, multiplicity.map(Math.sqrt), product())
  };
}
function complementProduct(similarity, removed, roots, product) {
  const factor = similarity.clusterWeights.map((weight) => -weight / similarity.divisor);
  return (y, x) => {
    removed.multiplyInto(y, x);
    product.add(y, x, roots, factor);
    for (let i = 0; i < y.length; i++) y[i] = -y[i];
  };
}

// src/similarity/second-order.ts
function exactSecondOrder(links, multiplicity, width) {
  return {
    operator: (options) => secondOrderSimilarity(links, options),
    degrees: () => secondOrderDegrees(links, multiplicity, width),
    withinRows: secondOrderWithinRows(links),
    references: {
      rows: null,
      roots: multiplicity.map(Math.sqrt),
      project: (vectors, stride, columns, degrees2) => projectOnLinks(links, width, vectors, stride, columns, degrees2)
    }
  };
}
function projectOnLinks(links, width, vectors, stride, columns, degrees2) {
  const { rowCount, lengths } = links;
  const block = new Float64Array(rowCount * width);
  for (let r = 0; r < rowCount; r++) {
    const factor = 1 / (lengths[r] * Math.sqrt(degrees2?.[r] ?? 1));
    for (let q = 0; q < columns; q++) block[r * width + q] = factor * vectors[r * stride + q];
  }
  const product = new Float64Array(block.length);
  links.multiplyInto(product, block, width);
  const lines = new Float64Array(rowCount * columns);
  for (let r = 0; r < rowCount; r++) {
    for (let q = 0; q < columns; q++) lines[r * columns + q] = product[r * width + q];
  }
  return lines;
}
function secondOrderSimilarity(links, options = {}) {
  const { scale = 1, degrees: degrees2 } = options;
  const { rowCount, lengths } = links;
  const factors = lengths.map((length, r) => 1 / (length * Math.sqrt(degrees2?.[r] ?? 1)));
  let half = new Float64Array(0);
  return {
    size: rowCount,
    applyInto(y, x, width) {
      if (half.length !== x.length) half = new Float64Array(x.length);
      for (let r = 0, at = 0; r < rowCount; r++) for (let b = 0; b < width; b++, at++) y[at] = factors[r] * x[at];
      links.multiplyInto(half, y, width);
      links.multiplyInto(y, half, width);
      for (let r = 0, at = 0; r < rowCount; r++) for (let b = 0; b < width; b++, at++) y[at] *= scale * factors[r];
    }
  };
}
function secondOrderDegrees(links, multiplicity, width) {
  const operator = secondOrderSimilarity(links);
  const ones = new Float64Array(links.rowCount * width);
  for (let r = 0; r < links.rowCount; r++) ones[r * width] = Math.sqrt(multiplicity[r]);
  const sums = new Float64Array(ones.length);
  operator.applyInto(sums, ones, width);
  return multiplicity.map((mu, r) => sums[r * width] / Math.sqrt(mu));
}
function secondOrderWithinRows(links) {
  return links.within.map((b, r) => {
    const root = (1 - b) / links.lengths[r];
    return root * root;
  });
}

// src/consensus/at-thresholds.ts
init_choose_alpha();

// src/consensus/route-of.ts
init_top_eigenpairs();
init_choose_alpha();
init_choose_route();
var PROBES = 200;
function routeOf(preparation, settings, { isEstimated = false } = {}) {
  const { rowCount, store } = preparation;
  const { alpha, lambda, clusterCount, anchors, memoryLimit } = settings;
  const smallestAlpha = alpha === "auto" ? ALPHA_GRID[0] : alpha;
  const vectorBytes = 16 * widthOf(preparation, clusterCount) * rowCount;
  return chooseRoute({
    rowCount,
    clusterTotal: store.clusterStarts[store.ensembleSize],
    clusterCount,
    anchors,
    memoryLimit,
    exactBytes(enough) {
      const most = LINK_BYTES * rowCount * rowCount + vectorBytes;
      if (most <= enough && !isEstimated) return most;
      return LINK_BYTES * estimatedLinks(preparation.similarity(lambda), smallestAlpha) + vectorBytes;
    }
  });
}
function widthOf({ rowCount }, clusterCount) {
  return blockWidth(Math.min(clusterCount, rowCount));
}
function estimatedLinks(similarity, alpha) {
  const { rowCount, hasMissing: hasMissing2 } = similarity.table;
  const row = new Float64Array(rowCount);
  const probes = Math.min(PROBES, rowCount);
  let kept = 0;
  let dropped = 0;
  for (let probe = 0; probe < probes; probe++) {
    similarity.rowInto(row, Math.floor(probe * rowCount / probes));
    for (let q = 0; q < rowCount; q++) {
      if (row[q] >= alpha) kept++;
      else if (row[q] > 0) dropped++;
    }
  }
  return (hasMissing2 ? kept : Math.min(kept, dropped)) / probes * rowCount;
}

// src/consensus/at-thresholds.ts
async function atThresholds(input, settings, context, { runAt, runOnAnchors: runOnAnchors3 }) {
  const { alpha, lambda, clusterCount } = settings;
  const { preparation, withEmbedding } = input;
  const { loops, pauser } = context;
  context.report("similarity", 0, 1);
  const route = routeOf(preparation, settings);
  if (route.kind === "anchors") {
    return runOnAnchors3(preparation.store, route.anchorCount, { ...settings, withEmbedding }, context);
  }
  const similarity = preparation.similarity(lambda);
  const width = widthOf(preparation, clusterCount);
  const rows = () => preparation.rows(similarity, pauser);
  const holder = await context.executor.openLinks(similarity, { width, loops, pauser, rows });
  const run = async (value, previous, done, total) => {
    context.report("similarity", done, total);
    const links = await confidentLinks(similarity, { holder, alpha: value, width, loops, pauser });
    const secondOrder = exactSecondOrder(links, preparation.table.multiplicity, width);
    const report = (phase) => context.report(phase, done, total);
    const found = await runAt({ alpha: value, similarity, secondOrder, width, previous, report });
    context.report("labels", done + 1, total);
    return found;
  };
  try {
    if (alpha !== "auto") return { ...await run(alpha, null, 0, 1), alphaSearch: null };
    const { best, search } = await chooseAlpha(
      input.labelings,
      (value, previous) => run(value, previous, ALPHA_GRID.indexOf(value), ALPHA_GRID.length)
    );
    return { ...best, alphaSearch: search };
  } finally {
    await holder.close();
  }
}

// src/consensus/coverage-factors.ts
function coverageFactors(table) {
  return table.coverage.map((covered) => table.sampleCount / covered);
}

// src/consensus/method.ts
var SOLVERS = ["fixed-point", "reduced-gradient"];
var EMPTY_CENTRES = ["refill", "reference"];
var COLLAPSES = ["rule", "reference"];
function defineMethod(definition) {
  const { name, summary, options, defaults, cost, alternatives = [], steps, weightsMeaning = null } = definition;
  const { run, canApproximate = false } = definition;
  const settle = (given) => ({ ...defaults, ...given });
  return {
    name,
    summary,
    options,
    defaults,
    alternatives,
    weightsMeaning,
    canApproximate,
    cost: (extent) => cost?.(extent) ?? null,
    steps: (threshold) => steps?.(threshold) ?? [`Combined them with the method ${name}.`],
    run: (input, given, context) => run(input, settle(given), context)
  };
}

// src/consensus/option-rules.ts
init_check();
var POSITIVE = {
  rule: "a number above 0",
  accepts: (value) => typeof value === "number" && Number.isFinite(value) && value > 0
};
var FRACTION = {
  rule: "a number above 0 and at most 1",
  accepts: (value) => typeof value === "number" && value > 0 && value <= 1
};
var FRACTION_OR_AUTO = {
  rule: `${FRACTION.rule}, or 'auto'`,
  words: ["auto"],
  accepts: (value) => value === "auto" || FRACTION.accepts(value)
};
var TRUE_OR_FALSE = {
  rule: "true or false",
  accepts: (value) => typeof value === "boolean"
};
function wholeNumber(least, most) {
  return {
    rule: `an integer from ${least} to ${most}`,
    accepts: (value) => typeof value === "number" && Number.isInteger(value) && value >= least && value <= most
  };
}
function oneOf(values) {
  return {
    rule: `one of ${values.join(", ")}`,
    words: values,
    accepts: (value) => values.includes(value)
  };
}
function checkOption(caller, name, value, { rule, accepts }, where = "") {
  if (accepts(value)) return;
  throw new InputError(`${caller}: ${name} must be ${rule}${where}; got ${value}`);
}

// src/consensus/step-words.ts
var LINKS = "Two samples are similar if many base clusterings put them into the same cluster";
var STABLE = "clusters that the other base clusterings split count less";
var EMBEDDED = "Mapped the samples with the leading eigenvectors and clustered them with k-means, keeping the best of several starts.";
var TREE = "Merged the two most similar groups repeatedly (average linkage) until the requested number was left.";
var BALANCING_WEIGHTS = "A weight is not a quality score. It balances the base clusterings: it is proportional to 1 / s, where s measures how much of the base clustering the consensus explains. Base clusterings that the consensus explains less have larger weights; often these are coarse ones with few clusters.";

// src/consensus/methods/balanced.ts
var OPTIONS = {
  alpha: FRACTION_OR_AUTO,
  lambda: POSITIVE,
  weights: oneOf(["uniform", "learned"]),
  solver: { ...oneOf(SOLVERS), onlyWith: { option: "weights", value: "learned" } },
  restarts: wholeNumber(1, 1e4),
  anchors: wholeNumber(2, 1e9)
};
var DEFAULTS5 = {
  alpha: 0.1,
  lambda: NWCA_LAMBDA,
  weights: "uniform",
  solver: "fixed-point",
  restarts: 10
};
var balanced = defineMethod({
  name: "balanced",
  summary: "Combines confident links between samples with the base clusterings, both normalized to the same size.",
  options: OPTIONS,
  defaults: DEFAULTS5,
  alternatives: ["lwgp", "sec"],
  canApproximate: true,
  weightsMeaning: BALANCING_WEIGHTS,
  steps: (threshold) => [
    `${LINKS}; ${STABLE}.${threshold} Compared samples by the links they share.`,
    "Combined these similarities with the base clusterings, both normalized to the same size (method balanced).",
    EMBEDDED
  ],
  run: (input, settings, context) => atThresholds(input, settings, context, {
    runAt: (threshold) => balancedAt(threshold, settings, context),
    runOnAnchors
  })
});
async function runOnAnchors(store, anchorCount, settings, context) {
  const { consensusOfStore: consensusOfStore2 } = await Promise.resolve().then(() => (init_anchored_labelings(), anchored_labelings_exports));
  return consensusOfStore2(store, { ...settings, anchorCount, isNormalised: true }, context);
}
async function balancedAt({ alpha, similarity, secondOrder, width, previous, report }, settings, context) {
  const { clusterCount, restarts } = settings;
  const { loops, pauser, seed } = context;
  const { table } = similarity;
  const degrees2 = secondOrder.degrees();
  report("embedding");
  const inside = secondOrder.withinRows.map((value, r) => value > 0 ? 2 * value / degrees2[r] : 0);
  const within = withinRowSpectrum(table, inside, clusterCount + 1);
  const normalised2 = secondOrder.operator({ scale: 2, degrees: degrees2 });
  const learned = await balancedWeights(table, normalised2, within, settings, context);
  const base = baseTerm3(similarity, learned.weights);
  const found = await topEigenpairs(plusBaseTerm(normalised2, base, createClusterProduct(loops, table, width)), {
    count: Math.min(clusterCount, table.rowCount),
    loops,
    seed,
    pauser,
    start: previous === null ? void 0 : startFrom(previous.found)
  });
  const across = table.rowCount > clusterCount ? Float64Array.of(...found.values, found.next) : found.values;
  const top = topOfBoth(across, within, clusterCount);
  const embedding = embedSamples(table, found.vectors, top, within);
  report("labels");
  const collapsed = top.acrossCount === clusterCount;
  const clusters = labelsFromEmbedding(embedding, table, collapsed, { clusterCount, restarts }, context);
  const objective = top.values.reduce((sum2, value) => sum2 + value, 0);
  return {
    labels: clusters.labels,
    weights: learned.weights,
    embedding,
    objective,
    objectiveTrace: learned.objectiveTrace ?? [objective],
    iterations: learned.iterations,
    eigenvalues: top.values,
    eigengap: top.values[clusterCount - 1] - top.next,
    alpha,
    converged: learned.converged && found.converged,
    warnings: [],
    found,
    prediction: predictionOf()
  };
  function predictionOf() {
    const { references } = secondOrder;
    if (references === void 0) return null;
    const rule = spectralRule({
      similarity,
      alpha,
      references,
      vectors: found.vectors,
      centres: clusters.centres,
      stride: found.values.length,
      columns: top.acrossCount,
      degrees: degrees2,
      ...base
    });
    return { rule, rows: references.rows };
  }
}
async function balancedWeights(table, normalised2, within, { clusterCount, solver, weights }, { loops, seed, pauser, onStep }) {
  if (weights === "uniform") {
    return { weights: uniformWeights(table.ensembleSize), objectiveTrace: null, iterations: 0, converged: true };
  }
  const { learnedEmbedding: learnedEmbedding2 } = await Promise.resolve().then(() => (init_learned_embedding(), learned_embedding_exports));
  return learnedEmbedding2(table, normalised2, within, {
    clusterCount,
    loops,
    seed,
    pauser,
    onStep,
    solver,
    factors: coverageFactors(table).map((factor) => factor * table.ensembleSize)
  });
}
function baseTerm3({ table, clusterWeights: clusterWeights2 }, weights) {
  const { ensembleSize: m, rowCount, clusters, clusterStarts, clusterSizes, multiplicity } = table;
  const clusterDegrees = new Float64Array(clusterSizes.length);
  const degrees2 = new Float64Array(rowCount);
  for (let t = 0; t < m; t++) {
    for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) clusterDegrees[c] = weights[t] * clusterWeights2[c];
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r];
      if (c >= 0) degrees2[r] += clusterDegrees[c];
    }
  }
  return {
    rowScale: multiplicity.map((mu, r) => Math.sqrt(mu / degrees2[r])),
    clusterFactor: clusterDegrees.map((degree, c) => degree / clusterSizes[c]),
    clusterDegrees
  };
}
function plusBaseTerm(normalised2, base, product) {
  return {
    size: normalised2.size,
    applyInto(y, x, width) {
      normalised2.applyInto(y, x, width);
      product.add(y, x, base.rowScale, base.clusterFactor);
    }
  };
}
function startFrom({ vectors, values }) {
  return { values: vectors, columns: values.length };
}

// src/consensus/methods/ceam.ts
init_random();
init_top_eigenpairs();
init_plain_result();
var ceam = defineMethod({
  name: "ceam",
  summary: "Diffuses the base clusterings over a graph with one layer per base clustering; the slowest method.",
  options: {
    alpha: FRACTION,
    epochs: wholeNumber(1, 1e3),
    neighbours: wholeNumber(1, 1e4),
    restarts: wholeNumber(1, 1e4)
  },
  defaults: { alpha: 0.85, epochs: 5, restarts: 1 },
  cost: ({ sampleCount, ensembleSize, clusterTotal }) => ({
    bytes: diffusedBytes(sampleCount, ensembleSize, clusterTotal),
    growth: "m n P memory"
  }),
  alternatives: ["balanced", "lwgp", "sec"],
  async run({ table, labelings }, settings, context) {
    const { clusterCount: k, alpha, epochs, restarts } = settings;
    const { loops, seed, pauser, report, checkMemory: checkMemory2 } = context;
    const { sampleCount: n, ensembleSize: m, clusterStarts } = table;
    checkMemory2(diffusedBytes(n, m, clusterStarts[m]), `${m} x ${m} diffused labelings of ${n} samples`);
    report("similarity", 0, epochs);
    const clusterCounts = labelings.map((_, t) => clusterStarts[t + 1] - clusterStarts[t]);
    const { adaptiveMultiplex: adaptiveMultiplex2 } = await Promise.resolve().then(() => (init_multiplex(), multiplex_exports));
    const multiplex = await adaptiveMultiplex2(labelings, clusterCounts, {
      alpha,
      epochs,
      loops,
      pauser,
      neighbours: settings.neighbours ?? (n < 1e3 ? 10 : 20),
      onEpoch: (epoch) => report("similarity", epoch, epochs)
    });
    report("embedding", 0, 1);
    const { embedding, eigenvalues, eigengap, converged } = await multiplexEmbedding(multiplex, n, k, context);
    report("labels", 0, 1);
    const { discretise: discretise2 } = await Promise.resolve().then(() => (init_discretise(), discretise_exports));
    let best = discretise2(embedding, drawIndex(n, randomFor(seed, 0)));
    for (let restart = 1; restart < restarts; restart++) {
      pauser.check();
      const next = discretise2(embedding, drawIndex(n, randomFor(seed, restart)));
      if (next.value < best.value) best = next;
    }
    report("labels", 1, 1);
    const result = { embedding, eigenvalues, eigengap, converged, alpha, iterations: epochs };
    return plainResult(best.labels, m, result);
  }
});
function diffusedBytes(n, m, P) {
  return 8 * m * n * P;
}
async function multiplexEmbedding({ layers }, n, k, { loops, seed, pauser }) {
  const degrees2 = new Float64Array(n);
  for (const { starts, values } of layers) {
    for (let i = 0; i < n; i++) for (let e = starts[i]; e < starts[i + 1]; e++) degrees2[i] += values[e];
  }
  const inverseRoots = degrees2.map((degree) => 1 / Math.sqrt(degree));
  const total = degrees2.reduce((sum2, degree) => sum2 + degree, 0);
  const constant = degrees2.map((degree) => Math.sqrt(degree / total));
  const operator = {
    size: n,
    applyInto(y, x, width) {
      y.fill(0);
      for (const { starts, columns, values } of layers) {
        for (let i = 0; i < n; i++) {
          for (let e = starts[i]; e < starts[i + 1]; e++) {
            const v = values[e] * inverseRoots[i] * inverseRoots[columns[e]];
            for (let b = 0; b < width; b++) y[i * width + b] += v * x[columns[e] * width + b];
          }
        }
      }
      const shares = new Float64Array(width);
      for (let i = 0; i < n; i++) for (let b = 0; b < width; b++) shares[b] += constant[i] * x[i * width + b];
      for (let i = 0, at = 0; i < n; i++) {
        for (let b = 0; b < width; b++, at++) y[at] = (y[at] + x[at]) / 2 - constant[i] * shares[b];
      }
    }
  };
  const found = await topEigenpairs(operator, { count: k, loops, seed, pauser });
  const embedding = { rowCount: n, columnCount: k, values: found.vectors };
  const eigenvalues = found.values.map((value) => 2 * value - 1);
  const eigengap = 2 * (found.values[k - 1] - found.next);
  return { embedding, eigenvalues, eigengap, converged: found.converged };
}

// src/consensus/methods/ces2l.ts
init_stability_cost();
var ces2l = defineMethod({
  name: "ces2l",
  summary: "Clusters the stable samples first, then assigns the others to these clusters (linear stability).",
  options: {},
  defaults: {},
  cost: stabilityCost,
  alternatives: ["balanced", "lwgp", "sec"],
  async run(input, { clusterCount }, context) {
    const { stabilityConsensus: stabilityConsensus2 } = await Promise.resolve().then(() => (init_stable_clusters(), stable_clusters_exports));
    return stabilityConsensus2(input, clusterCount, false, context);
  }
});

// src/consensus/methods/ces2q.ts
init_stability_cost();
var ces2q = defineMethod({
  name: "ces2q",
  summary: "Clusters the stable samples first, then assigns the others to these clusters (squared stability).",
  options: {},
  defaults: {},
  cost: stabilityCost,
  alternatives: ["balanced", "lwgp", "sec"],
  async run(input, { clusterCount }, context) {
    const { stabilityConsensus: stabilityConsensus2 } = await Promise.resolve().then(() => (init_stable_clusters(), stable_clusters_exports));
    return stabilityConsensus2(input, clusterCount, true, context);
  }
});

// src/consensus/average-linkage-labels.ts
init_label_table();
init_co_association();
async function averageLinkageLabels({ table }, weighting, clusterCount, context) {
  const { cutTree: cutTree2 } = await Promise.resolve().then(() => (init_linkage(), linkage_exports));
  if (!table.hasMissing && clusterCount <= table.rowCount) {
    const { tree: tree2, similarity } = await treeOf(table, weighting, context);
    if (groupsStayWhole(tree2, similarity, clusterCount)) {
      const labels = cutTree2(tree2, clusterCount);
      return table.rowOf.map((r) => labels[r]);
    }
  }
  const { tree } = await treeOf(uncollapsedRows(table), weighting, context);
  return cutTree2(tree, clusterCount);
}
function averageLinkageCost({ sampleCount, distinctRows = sampleCount }) {
  return { bytes: pairBytes(distinctRows), growth: "n\xB2 memory" };
}
function pairBytes(rowCount) {
  return 4 * rowCount * rowCount;
}
async function treeOf(table, weighting, { pauser, report, checkMemory: checkMemory2 }) {
  const { rowCount, multiplicity, hasMissing: hasMissing2 } = table;
  checkMemory2(pairBytes(rowCount), `distances between all pairs of ${rowCount} samples`);
  report("similarity", 0, 1);
  const similarity = coAssociation(table, weighting);
  const counts = weighting.kind === "ca" && !hasMissing2;
  const { pairDisagreements: pairDisagreements2, pairDistances: pairDistances2 } = await Promise.resolve().then(() => (init_pair_distances(), pair_distances_exports));
  const triangle = await (counts ? pairDisagreements2 : pairDistances2)(similarity, pauser);
  report("labels", 0, 1);
  const { linkage: linkage2 } = await Promise.resolve().then(() => (init_linkage(), linkage_exports));
  const tree = await linkage2(triangle, { rule: counts ? "counts" : "average", sizes: multiplicity, pauser });
  report("labels", 1, 1);
  return { tree, similarity };
}
function groupsStayWhole({ size, heights }, similarity, clusterCount) {
  if (clusterCount === 1) return true;
  const { table, within } = similarity;
  const firstUndone = heights[size - clusterCount];
  return within.every((similarity2, r) => table.multiplicity[r] === 1 || 1 - similarity2 < firstUndone);
}

// src/consensus/methods/eac.ts
init_plain_result();
var eac = defineMethod({
  name: "eac",
  summary: "Counts how often two samples share a cluster and clusters these counts with average linkage.",
  options: {},
  defaults: {},
  cost: averageLinkageCost,
  alternatives: ["balanced", "lwgp", "sec"],
  steps: () => [`${LINKS} (method eac).`, TREE],
  async run(input, { clusterCount }, context) {
    const labels = await averageLinkageLabels(input, { kind: "ca" }, clusterCount, context);
    return plainResult(labels, input.table.ensembleSize);
  }
});

// src/numeric/block-inverse.ts
init_dense();
init_hot_loops();
function blockInverse(loops, matrix, size) {
  return {
    blocks: components(matrix, size).map((rows) => {
      const s = rows.length;
      const block = new Float64Array(s * s);
      for (let a = 0; a < s; a++) for (let b = 0; b < s; b++) block[a * s + b] = matrix[rows[a] * size + rows[b]];
      invert(block, s);
      const inverse = createDenseMatrix(s < SMALL3 ? PLAIN_KERNELS : loops, s, size);
      for (let a = 0; a < s; a++) inverse.values.set(block.subarray(a * s, (a + 1) * s), a * inverse.size);
      return { rows, inverse };
    })
  };
}
var SMALL3 = 32;
function solveBlocksInto(out, { blocks }, x, size) {
  for (const { rows, inverse } of blocks) {
    const { input, output, width } = inverse;
    for (let a = 0; a < rows.length; a++) input.set(x.subarray(rows[a] * size, (rows[a] + 1) * size), a * width);
    inverse.multiply();
    for (let a = 0; a < rows.length; a++) out.set(output.subarray(a * width, a * width + size), rows[a] * size);
  }
}
function components(matrix, size) {
  const seen = new Uint8Array(size);
  const found = [];
  for (let start = 0; start < size; start++) {
    if (seen[start] === 1) continue;
    seen[start] = 1;
    const rows = [start];
    for (let next = 0; next < rows.length; next++) {
      const at = rows[next] * size;
      for (let j = 0; j < size; j++) {
        if (seen[j] === 1 || matrix[at + j] === 0) continue;
        seen[j] = 1;
        rows.push(j);
      }
    }
    found.push(Int32Array.from(rows).sort());
  }
  return found;
}
function invert(A2, s) {
  for (let p = 0; p < s; p++) {
    const pivot = 1 / A2[p * s + p];
    A2[p * s + p] = 1;
    for (let j = 0; j < s; j++) A2[p * s + j] *= pivot;
    for (let i = 0; i < s; i++) {
      if (i === p) continue;
      const factor = A2[i * s + p];
      if (factor === 0) continue;
      A2[i * s + p] = 0;
      for (let j = 0; j < s; j++) A2[i * s + j] -= factor * A2[p * s + j];
    }
  }
}

// src/consensus/methods/eccms.ts
init_cluster_weights();
init_co_association();
init_grouped_matrix();
init_plain_result();
var TOLERANCE4 = 0.01;
var MAX_ITERATIONS5 = 100;
var eccms = defineMethod({
  name: "eccms",
  summary: "Strengthens the confident links of the weighted co-association, then applies average linkage; slow.",
  options: { alpha: FRACTION, lambda: POSITIVE, theta: POSITIVE },
  defaults: { alpha: 0.75, lambda: 0.01, theta: LWCA_THETA },
  cost: ({ sampleCount, distinctRows = sampleCount }) => ({
    bytes: matrixBytes(sampleCount, distinctRows),
    growth: "n\xB2 memory, n\xB3 time"
  }),
  alternatives: ["balanced", "lwgp", "sec"],
  steps: () => [`${LINKS}. Strengthened the confident links (method eccms).`, TREE],
  async run({ table }, { clusterCount, alpha, lambda, theta }, { loops, pauser, report, checkMemory: checkMemory2 }) {
    const { cutTree: cutTree2, linkage: linkage2, triangleLength: triangleLength2 } = await Promise.resolve().then(() => (init_linkage(), linkage_exports));
    const { sampleCount: n, rowCount: r, ensembleSize } = table;
    checkMemory2(matrixBytes(n, r), `matrices of all pairs of ${n} samples`);
    const run = await selfEnhancement(
      table,
      { alpha, lambda, theta, loops },
      pauser,
      (iteration) => report("similarity", iteration, MAX_ITERATIONS5)
    );
    report("labels", 0, 1);
    const { pairs: pairs2 } = run.C;
    const values = new Float64Array(triangleLength2(n));
    for (let j = 0, at = 0; j < n; j++) {
      for (let i = j + 1; i < n; i++) values[at++] = 1 - pairs2[table.rowOf[i] * r + table.rowOf[j]];
      await pauser.pause();
    }
    const tree = await linkage2({ size: n, values }, { rule: "average", pauser });
    report("labels", 1, 1);
    const { stopTrace, converged } = run;
    return plainResult(cutTree2(tree, clusterCount), ensembleSize, { iterations: stopTrace.length, converged, alpha });
  }
});
function matrixBytes(n, r) {
  return 4 * n * n + 96 * r * r;
}
async function selfEnhancement(table, { alpha, lambda, theta, loops }, pauser, onIteration) {
  const { targetInto: targetInto2, updateBounded: updateBounded2, updateError: updateError2, updateSmooth: updateSmooth2 } = await Promise.resolve().then(() => (init_enhancement_steps(), enhancement_steps_exports));
  const { rowCount: r } = table;
  const Q = confidentPairs(table, alpha);
  const A2 = groupedCoAssociation(coAssociation(table, { kind: "lwca", theta }));
  const { inverse, inside } = smoother(loops, Q, table);
  const C2 = createGrouped(r);
  const E = createGrouped(r);
  const F2 = createGrouped(r);
  const Y2 = createGrouped(r);
  const run = { A: A2, Q, C: C2, E, F: F2, Y1: { pairs: A2.pairs.slice(), own: A2.own.slice() }, Y2 };
  const across = new Float64Array(r * r);
  const solved = new Float64Array(r * r);
  const stopTrace = [];
  let converged = false;
  while (!converged && stopTrace.length < MAX_ITERATIONS5) {
    onIteration?.(stopTrace.length);
    const insideX = targetInto2(across, run, inside, table);
    solveBlocksInto(solved, inverse, across, r);
    const changeC = updateSmooth2(run, solved, insideX, table);
    await pauser?.pause();
    const [changeE, misfitY1] = updateError2(run, lambda, table);
    const [changeF, misfitY2] = updateBounded2(run, table);
    const quantities = [changeC, changeE, changeF, misfitY1, misfitY2];
    stopTrace.push(quantities);
    converged = quantities.every((value) => Number.isNaN(value) || value < TOLERANCE4);
    await pauser?.pause();
  }
  return { Q, C: C2, E, stopTrace, converged };
}
function confidentPairs(table, alpha) {
  const Q = groupedCoAssociation(coAssociation(table, { kind: "ca" }));
  for (let at = 0; at < Q.pairs.length; at++) if (Q.pairs[at] < alpha) Q.pairs[at] = 0;
  Q.own.fill(0);
  return Q;
}
function smoother(loops, Q, table) {
  const { rowCount: r, multiplicity } = table;
  const B2 = createGrouped(r);
  for (let g = 0; g < r; g++) {
    let degree = -Q.pairs[g * r + g];
    for (let h = 0; h < r; h++) {
      degree += multiplicity[h] * Q.pairs[g * r + h];
      B2.pairs[g * r + h] = -2 * Q.pairs[g * r + h];
    }
    B2.own[g] = 2 * degree + 2;
  }
  const across = new Float64Array(r * r);
  acrossInto(across, B2, table);
  return { inverse: blockInverse(loops, across, r), inside: B2.own.map((own, g) => 1 / (own - B2.pairs[g * r + g])) };
}

// src/consensus/methods/gpec.ts
init_check();
init_spectrum();
init_weight_objective();
init_top_eigenpairs();
init_spectral();
var OPTIONS2 = {
  alpha: FRACTION_OR_AUTO,
  lambda: POSITIVE,
  solver: oneOf(SOLVERS),
  restarts: wholeNumber(1, 1e4),
  unitRows: TRUE_OR_FALSE,
  diversity: TRUE_OR_FALSE,
  anchors: wholeNumber(2, 1e9)
};
var DEFAULTS6 = {
  alpha: "auto",
  lambda: 1,
  solver: "fixed-point",
  restarts: 10,
  unitRows: true,
  diversity: true
};
var gpec = defineMethod({
  name: "gpec",
  summary: "Compares samples by the confident links they share and weights the base clusterings so that none dominates.",
  options: OPTIONS2,
  defaults: DEFAULTS6,
  alternatives: ["lwgp", "sec"],
  canApproximate: true,
  weightsMeaning: BALANCING_WEIGHTS,
  steps: (threshold) => [
    `${LINKS}; ${STABLE}.${threshold} Compared samples by the links they share.`,
    "Weighted the base clusterings so that none of them dominates (method gpec).",
    EMBEDDED
  ],
  run: (input, settings, context) => atThresholds(input, settings, context, {
    runAt: (threshold) => gpecAt(input.table, threshold, settings, context),
    runOnAnchors: runOnAnchors2
  })
});
async function runOnAnchors2(store, anchorCount, settings, context) {
  for (const option of ["diversity", "unitRows"]) {
    if (settings[option]) continue;
    throw new InputError(`consensus: ${option} must be true when the consensus is approximated with anchors; got false`);
  }
  const { consensusOfStore: consensusOfStore2 } = await Promise.resolve().then(() => (init_anchored_labelings(), anchored_labelings_exports));
  return consensusOfStore2(store, { ...settings, weights: "learned", anchorCount, isNormalised: false }, context);
}
async function gpecAt(table, { alpha, similarity, secondOrder, previous, report }, settings, context) {
  const { clusterCount, solver, restarts, unitRows: unitRows2, diversity } = settings;
  const { loops, pauser, seed, onStep } = context;
  const { learnedEmbedding: learnedEmbedding2 } = await Promise.resolve().then(() => (init_learned_embedding(), learned_embedding_exports));
  report("embedding");
  const inside = secondOrder.withinRows.map((value) => 2 * value);
  const within = withinRowSpectrum(table, inside, clusterCount + 1);
  const fixed = secondOrder.operator({ scale: 2 });
  const start = previous === null ? void 0 : startFrom2(previous.found);
  const found = diversity ? await learnedEmbedding2(table, fixed, within, {
    clusterCount,
    loops,
    seed,
    pauser,
    onStep,
    start,
    solver,
    factors: coverageFactors(table)
  }) : await biasEmbedding(table, fixed, within, clusterCount, start, context);
  const embedding = embedSamples(table, found.vectors, found.top, within);
  report("labels");
  const collapsed = found.top.acrossCount === clusterCount;
  const clusters = labelsFromEmbedding(embedding, table, collapsed, { clusterCount, restarts, unitRows: unitRows2 }, context);
  return { ...resultOf(found, embedding, clusters, alpha), prediction: predictionOf() };
  function predictionOf() {
    const { references } = secondOrder;
    if (references === void 0) return null;
    const rule = spectralRule({
      similarity,
      alpha,
      references,
      vectors: found.vectors,
      centres: clusters.centres,
      stride: found.top.acrossCount,
      columns: found.top.acrossCount,
      degrees: null,
      clusterDegrees: null,
      rowScale: table.multiplicity.map(Math.sqrt),
      clusterFactor: kernelFactors(table, diversity ? found.weights : new Float64Array(table.ensembleSize)),
      unitRows: unitRows2
    });
    return { rule, rows: references.rows };
  }
}
function kernelFactors(table, weights) {
  const { clusterStarts, clusterSizes, ensembleSize } = table;
  const coverage = coverageFactors(table);
  const factors = new Float64Array(clusterSizes.length);
  for (let t = 0; t < ensembleSize; t++) {
    for (let c = clusterStarts[t]; c < clusterStarts[t + 1]; c++) {
      factors[c] = weights[t] * weights[t] * coverage[t] / clusterSizes[c];
    }
  }
  return factors;
}
async function biasEmbedding(table, fixed, within, clusterCount, start, { loops, pauser, seed }) {
  const count = Math.min(clusterCount, table.rowCount);
  const { values, vectors, next, converged } = await topEigenpairs(fixed, { count, loops, seed, pauser, start });
  const across = table.rowCount > clusterCount ? Float64Array.of(...values, next) : values;
  const top = topOfBoth(across, within, clusterCount);
  const objective = top.values.reduce((sum2, value) => sum2 + value, 0);
  return {
    weights: uniformWeights(table.ensembleSize),
    top,
    objective,
    objectiveTrace: [objective],
    iterations: 0,
    converged,
    vectors: firstColumns(vectors, count, top.acrossCount)
  };
}
function resultOf(found, embedding, clusters, alpha) {
  const { top, weights, objective, objectiveTrace, iterations, converged } = found;
  return {
    labels: clusters.labels,
    inertia: clusters.inertia,
    eigenvalues: top.values,
    eigengap: top.values[top.values.length - 1] - top.next,
    warnings: [],
    weights,
    embedding,
    objective,
    objectiveTrace,
    iterations,
    converged,
    alpha,
    found
  };
}
function startFrom2({ vectors, top }) {
  return top.acrossCount > 0 ? { values: vectors, columns: top.acrossCount } : void 0;
}

// src/consensus/methods/lwea.ts
init_cluster_weights();
init_plain_result();
var lwea = defineMethod({
  name: "lwea",
  summary: "Works like eac, but gives less weight to clusters that the other base clusterings split.",
  options: { theta: POSITIVE },
  defaults: { theta: LWCA_THETA },
  cost: averageLinkageCost,
  alternatives: ["balanced", "lwgp", "sec"],
  steps: () => [`${LINKS}; ${STABLE} (method lwea).`, TREE],
  async run(input, { clusterCount, theta }, context) {
    const labels = await averageLinkageLabels(input, { kind: "lwca", theta }, clusterCount, context);
    return plainResult(labels, input.table.ensembleSize);
  }
});

// src/consensus/methods/lwgp.ts
init_top_eigenpairs();
init_cluster_product();
init_cluster_weights();
init_plain_result();
var lwgp = defineMethod({
  name: "lwgp",
  summary: "Partitions the graph of samples and weighted base clusters; fast on large data.",
  options: { theta: POSITIVE, restarts: wholeNumber(1, 1e4) },
  defaults: { theta: LWCA_THETA, restarts: 3 },
  steps: () => [`Linked samples to their base clusters; ${STABLE}. Partitioned this graph (method lwgp).`],
  run: cutBipartiteGraph
});
async function cutBipartiteGraph({ table }, { clusterCount: k, theta, restarts }, context) {
  const { loops, seed, pauser, report } = context;
  report("similarity", 0, 1);
  const weights = clusterWeights(table, { kind: "lwca", theta });
  report("embedding", 0, 1);
  const count = Math.min(k, table.rowCount);
  const product = createClusterProduct(loops, table, blockWidth(count));
  const found = await topEigenpairs(bipartiteOperator(table, weights, product), { count, loops, seed, pauser });
  report("labels", 0, 1);
  const labels = clusterRows(unitSpectralRows(table, found), table, { clusterCount: k, restarts }, context);
  report("labels", 1, 1);
  const eigenvalues = padded(found.values, k);
  return plainResult(labels, table.ensembleSize, {
    embedding: embeddingOfRows(table, found.vectors, count, k),
    eigenvalues,
    eigengap: eigenvalues[k - 1] - found.next,
    converged: found.converged
  });
}
function bipartiteOperator(table, weights, product) {
  const { ensembleSize: m, rowCount, clusters, clusterSizes, multiplicity } = table;
  const degrees2 = new Float64Array(rowCount);
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r];
      if (c >= 0) degrees2[r] += weights[c];
    }
  }
  const rowScale = multiplicity.map((mu, r) => Math.sqrt(mu / degrees2[r]));
  const factor = weights.map((weight, c) => weight / clusterSizes[c]);
  return {
    size: rowCount,
    applyInto(y, x) {
      y.fill(0);
      product.add(y, x, rowScale, factor);
    }
  };
}
function unitSpectralRows(table, { values, vectors }) {
  const columnCount = values.length;
  const roots = values.map((value) => Math.sqrt(Math.max(0, value)));
  const points = new Float64Array(vectors.length);
  for (let r = 0; r < table.rowCount; r++) {
    let square = 0;
    for (let q = 0; q < columnCount; q++) {
      const at = r * columnCount + q;
      points[at] = roots[q] * vectors[at];
      square += points[at] * points[at];
    }
    for (let q = 0; q < columnCount; q++) points[r * columnCount + q] /= Math.sqrt(square);
  }
  return { rowCount: table.rowCount, columnCount, values: points };
}

// src/consensus/methods/mkkc.ts
init_weight_objective();

// src/consensus/kernel-labels.ts
function kernelLabels(table, { vectors: vectorsOf, values, next, converged }, options, context) {
  const { clusterCount: k, restarts, maxIterations } = options;
  const { rowCount, multiplicity } = table;
  const vectors = vectorsOf();
  const rows = {
    rowCount,
    columnCount: k,
    values: vectors.map((z, at) => z / Math.sqrt(multiplicity[Math.floor(at / k)]))
  };
  const points = options.unitRows ? unitRows(rows) : rows;
  return {
    labels: clusterRows(points, table, { clusterCount: k, restarts, maxIterations }, context),
    embedding: embeddingOfRows(table, vectors, k, k),
    eigenvalues: values,
    eigengap: values[k - 1] - next,
    converged
  };
}

// src/consensus/methods/mkkc.ts
init_plain_result();
var TOLERANCE5 = 1e-4;
var MAX_ITERATIONS6 = 10;
var K_MEANS_ITERATIONS = 500;
var mkkc = defineMethod({
  name: "mkkc",
  summary: "Runs multiple kernel k-means with larger weights for base clusterings that are hard to fit; fast and stable.",
  options: {
    restarts: wholeNumber(1, 1e4),
    unitRows: TRUE_OR_FALSE,
    centred: TRUE_OR_FALSE,
    unitDiagonal: TRUE_OR_FALSE
  },
  defaults: { restarts: 100, unitRows: true },
  async run({ table }, settings, context) {
    const { clusterCount, restarts, unitRows: unitRows2 } = settings;
    context.report("embedding", 0, 1);
    const run = await minMaxWeights(table, clusterCount, context, settings);
    context.report("labels", 0, 1);
    const labelOptions = { clusterCount, restarts, unitRows: unitRows2, maxIterations: K_MEANS_ITERATIONS };
    const { labels, ...rest } = kernelLabels(table, run.found, labelOptions, context);
    context.report("labels", 1, 1);
    const theta = run.thetas[run.thetas.length - 1];
    const total = theta.reduce((sum2, value) => sum2 + value, 0);
    return plainResult(labels, table.ensembleSize, {
      ...rest,
      weights: theta.map((value) => value / total),
      objective: run.objectiveTrace[run.objectiveTrace.length - 1],
      objectiveTrace: run.objectiveTrace,
      iterations: run.thetas.length,
      converged: run.converged && rest.converged
    });
  }
});
async function minMaxWeights(table, clusterCount, { loops, pauser, onStep }, shape = {}) {
  const { KernelSpectrum: KernelSpectrum2 } = await Promise.resolve().then(() => (init_kernel_spectrum(), kernel_spectrum_exports));
  const spectrum = new KernelSpectrum2(loops, table, clusterCount, shape);
  const thetas = [uniformWeights(table.ensembleSize)];
  const objectiveTrace = [];
  for (; ; ) {
    const theta = thetas[thetas.length - 1];
    const found = spectrum.evaluate({ start: theta.map(Math.sqrt) });
    const misfit = found.spans.map((span, t) => spectrum.traces[t] - span);
    objectiveTrace.push(theta.reduce((sum2, value, t) => sum2 + value * misfit[t], 0));
    onStep?.({ iteration: thetas.length, objective: objectiveTrace[thetas.length - 1], weights: theta });
    const settled = thetas.length > 1 && distance(theta, thetas[thetas.length - 2]) < TOLERANCE5;
    const length = Math.sqrt(misfit.reduce((sum2, a) => sum2 + a * a, 0));
    const nothingLeft = length < 1e-12;
    if (settled || nothingLeft || thetas.length === MAX_ITERATIONS6) {
      return { thetas, found, objectiveTrace, converged: settled || nothingLeft };
    }
    thetas.push(misfit.map((a) => Math.max(0, a) / length));
    await pauser.pause();
  }
}
function distance(x, y) {
  return Math.sqrt(x.reduce((sum2, value, t) => sum2 + (value - y[t]) * (value - y[t]), 0));
}

// src/consensus/methods/mkkm.ts
init_check();
init_weight_objective();
init_k_means();
init_random();
init_plain_result();
var TOLERANCE6 = 1e-4;
var MAX_ITERATIONS7 = 51;
var ZERO5 = 222e-18;
var COLLAPSED = 1e-8;
var mkkm = defineMethod({
  name: "mkkm",
  summary: "Runs multiple kernel k-means with larger weights for base clusterings that are easy to fit; for comparison only.",
  options: {
    restarts: wholeNumber(1, 1e4),
    unitRows: TRUE_OR_FALSE,
    centred: TRUE_OR_FALSE,
    unitDiagonal: TRUE_OR_FALSE,
    collapse: oneOf(COLLAPSES)
  },
  defaults: { restarts: 20, unitRows: false, collapse: "rule" },
  async run({ table }, settings, context) {
    const { clusterCount, restarts, unitRows: unitRows2, collapse, centred, unitDiagonal } = settings;
    if (collapse === "reference" && (centred || unitDiagonal)) {
      throw new InputError("consensus: collapse must be 'rule' when centred or unitDiagonal is true; got 'reference'");
    }
    context.report("embedding", 0, 1);
    const run = await alternate(table, clusterCount, context, settings);
    context.report("labels", 0, 1);
    const imitated = collapse === "reference" && run.winner >= 0;
    const { labels, ...rest } = imitated ? { labels: winnerAndNoise(table, run.winner, { clusterCount, restarts }, context) } : kernelLabels(table, run.found, { clusterCount, restarts, unitRows: unitRows2 }, context);
    context.report("labels", 1, 1);
    const { weights, objectiveTrace } = run;
    return plainResult(labels, table.ensembleSize, {
      ...rest,
      weights,
      objectiveTrace,
      iterations: objectiveTrace.length,
      converged: run.converged,
      objective: objectiveTrace[objectiveTrace.length - 1],
      warnings: run.winner >= 0 ? [`The weights collapsed to base clustering ${run.winner + 1} (skipped ones not counted).`] : []
    });
  }
});
async function alternate(table, clusterCount, { loops, pauser, onStep }, shape = {}) {
  const { ensembleSize: m, clusterStarts } = table;
  const { KernelSpectrum: KernelSpectrum2 } = await Promise.resolve().then(() => (init_kernel_spectrum(), kernel_spectrum_exports));
  const spectrum = new KernelSpectrum2(loops, table, clusterCount, shape);
  const limits = spectrum.traces.map((trace, t) => COLLAPSED * trace / (clusterStarts[t + 1] - clusterStarts[t]));
  const misfits = [];
  const objectiveTrace = [];
  let weights = uniformWeights(m);
  for (; ; ) {
    const found = spectrum.evaluate({ start: weights });
    const misfit = found.spans.map((span, t) => spectrum.traces[t] - span);
    misfits.push(misfit);
    const winner2 = collapsedTo(misfit, misfits[0], limits);
    const collapsed = winner2 >= 0;
    weights = collapsed ? weights.map((_, t) => t === winner2 ? 1 : 0) : inverseWeights(misfit);
    objectiveTrace.push(weights.reduce((sum2, weight, t) => sum2 + weight * weight * misfit[t], 0));
    const iteration = objectiveTrace.length;
    onStep?.({ iteration, objective: objectiveTrace[iteration - 1], weights });
    if (collapsed) return { weights, found, misfits, objectiveTrace, winner: winner2, converged: found.converged };
    const before = objectiveTrace[iteration - 2];
    const settled = Math.abs((before - objectiveTrace[iteration - 1]) / before) < TOLERANCE6;
    if (iteration > 2 && (settled || iteration >= MAX_ITERATIONS7)) {
      return { weights, found, misfits, objectiveTrace, winner: -1, converged: settled && found.converged };
    }
    await pauser.pause();
  }
}
function collapsedTo(misfit, atStart, limits) {
  let winner2 = -1;
  for (let t = 0; t < misfit.length; t++) {
    if (misfit[t] < limits[t] && (winner2 < 0 || atStart[t] < atStart[winner2] - limits[t])) winner2 = t;
  }
  return winner2;
}
function inverseWeights(misfit) {
  const total = misfit.reduce((sum3, a) => sum3 + 1 / a, 0);
  const weights = misfit.map((a) => {
    const weight = 1 / a / total;
    return weight < ZERO5 ? 0 : weight;
  });
  const sum2 = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / sum2);
}
function winnerAndNoise({ sampleCount: n, rowCount, rowOf, clusters, clusterStarts, clusterSizes }, winner2, { clusterCount: k, restarts }, { loops, seed, pauser }) {
  const points = { rowCount: n, columnCount: k, values: new Float64Array(n * k) };
  const { values } = points;
  const known = Math.min(k, clusterStarts[winner2 + 1] - clusterStarts[winner2]);
  for (let i = 0; i < n; i++) {
    const c = clusters[winner2 * rowCount + rowOf[i]];
    const q = c - clusterStarts[winner2];
    if (c >= 0 && q < known) values[i * k + q] = 1 / Math.sqrt(clusterSizes[c]);
  }
  const random = randomFor(seed, 0);
  for (let q = known; q < Math.min(k, n); q++) {
    for (let i = 0; i < n; i++) values[i * k + q] = random() - 0.5;
    for (let pass = 0; pass < 2; pass++) makeOrthogonal2(points, q);
  }
  const { labels } = kMeans(points, { clusterCount: k, restarts, seed, loops, onIteration: () => pauser.check() });
  return labels;
}
function makeOrthogonal2({ rowCount: n, columnCount: k, values }, q) {
  for (let p = 0; p < q; p++) {
    let dot3 = 0;
    for (let i = 0; i < n; i++) dot3 += values[i * k + p] * values[i * k + q];
    for (let i = 0; i < n; i++) values[i * k + q] -= dot3 * values[i * k + p];
  }
  let square = 0;
  for (let i = 0; i < n; i++) square += values[i * k + q] * values[i * k + q];
  if (square > 0) for (let i = 0; i < n; i++) values[i * k + q] /= Math.sqrt(square);
}

// src/consensus/methods/nwca.ts
init_cluster_weights();
init_plain_result();
var nwca = defineMethod({
  name: "nwca",
  summary: "Works like lwea, but normalizes the cluster entropies by the number of clusters.",
  options: { lambda: POSITIVE },
  defaults: { lambda: NWCA_LAMBDA },
  cost: averageLinkageCost,
  alternatives: ["balanced", "lwgp", "sec"],
  steps: () => [`${LINKS}; ${STABLE}, corrected for the number of clusters (method nwca).`, TREE],
  async run(input, { clusterCount, lambda }, context) {
    const labels = await averageLinkageLabels(input, { kind: "nwca", lambda }, clusterCount, context);
    return plainResult(labels, input.table.ensembleSize);
  }
});

// src/consensus/methods/sec.ts
init_random();
init_plain_result();
var MAX_ITERATIONS8 = 1e3;
var sec = defineMethod({
  name: "sec",
  summary: "Runs weighted k-means on the base clusters; the cheapest method, best with at least ten restarts.",
  options: { restarts: wholeNumber(1, 1e4), emptyCentres: oneOf(EMPTY_CENTRES) },
  defaults: { restarts: 1, emptyCentres: "refill" },
  steps: () => ["Clustered the samples with weighted k-means on their base clusters (method sec)."],
  async run({ table }, { clusterCount, restarts, emptyCentres }, { seed, pauser, report }) {
    const points = ensembleRows(table);
    let best;
    for (let restart = 0; restart < restarts; restart++) {
      report("labels", restart, restarts);
      const start = drawSamples2(table.sampleCount, clusterCount, randomFor(seed, restart));
      const run = await weightedKMeans(points, start, emptyCentres, pauser);
      if (best === void 0 || run.objective < best.objective) best = run;
    }
    report("labels", restarts, restarts);
    const { labels, objective, objectiveTrace, converged } = best;
    return plainResult(
      table.rowOf.map((r) => labels[r]),
      table.ensembleSize,
      { objective, objectiveTrace, iterations: objectiveTrace.length, converged }
    );
  }
});
function ensembleRows(table) {
  const { ensembleSize: m, rowCount, clusters, clusterSizes } = table;
  const weights = new Float64Array(rowCount);
  for (let t = 0; t < m; t++) {
    for (let r = 0; r < rowCount; r++) {
      const c = clusters[t * rowCount + r];
      if (c >= 0) weights[r] += clusterSizes[c];
    }
  }
  return { table, weights };
}
function drawSamples2(sampleCount, count, random) {
  const samples = Int32Array.from({ length: sampleCount }, (_, i) => i);
  for (let drawn = 0; drawn < count; drawn++) {
    const at = drawn + drawIndex(sampleCount - drawn, random);
    const sample = samples[at];
    samples[at] = samples[drawn];
    samples[drawn] = sample;
  }
  return samples.slice(0, count);
}
async function weightedKMeans(points, start, emptyCentres, pauser) {
  const { table, weights } = points;
  const k = start.length;
  const centres = new Float64Array(k * table.clusterSizes.length);
  for (let c = 0; c < k; c++) addRow2(centres, c, table, table.rowOf[start[c]], 1 / weights[table.rowOf[start[c]]]);
  let labels = nearestCentres2(points, centres, k);
  const objectiveTrace = [];
  for (; ; ) {
    if (emptyCentres === "refill") refillEmpty(points, centres, labels, k);
    else closeGaps(labels, k);
    moveCentres2(points, centres, labels, k);
    objectiveTrace.push(totalDistance(points, centres, labels, k));
    const next = nearestCentres2(points, centres, k);
    const converged = next.every((label2, r) => label2 === labels[r]);
    if (converged || objectiveTrace.length === MAX_ITERATIONS8) {
      return { labels, objective: objectiveTrace[objectiveTrace.length - 1], objectiveTrace, converged };
    }
    labels = next;
    await pauser?.pause();
  }
}
function addRow2(centres, c, table, r, factor) {
  const P = table.clusterSizes.length;
  for (let t = 0; t < table.ensembleSize; t++) {
    const cluster = table.clusters[t * table.rowCount + r];
    if (cluster >= 0) centres[c * P + cluster] += factor;
  }
}
function nearestCentres2({ table, weights }, centres, k) {
  const { ensembleSize: m, rowCount, clusters, clusterSizes } = table;
  const P = clusterSizes.length;
  const halves = new Float64Array(k);
  const byCluster = new Float64Array(P * k);
  for (let c = 0; c < k; c++) {
    for (let p = 0; p < P; p++) {
      const value = centres[c * P + p];
      halves[c] += value * value;
      byCluster[p * k + c] = value;
    }
    halves[c] /= 2;
  }
  const labels = new Int32Array(rowCount);
  const products = new Float64Array(k);
  for (let r = 0; r < rowCount; r++) {
    products.fill(0);
    for (let t = 0; t < m; t++) {
      const at = clusters[t * rowCount + r] * k;
      if (at >= 0) for (let c = 0; c < k; c++) products[c] += byCluster[at + c];
    }
    let most = Number.NEGATIVE_INFINITY;
    for (let c = 0; c < k; c++) {
      const gain = products[c] / weights[r] - halves[c];
      if (gain > most) {
        most = gain;
        labels[r] = c;
      }
    }
  }
  return labels;
}
function closeGaps(labels, k) {
  const numbers = new Int32Array(k);
  for (const label2 of labels) numbers[label2] = 1;
  let next = 0;
  for (let c = 0; c < k; c++) numbers[c] = numbers[c] === 1 ? next++ : -1;
  for (let r = 0; r < labels.length; r++) labels[r] = numbers[labels[r]];
}
function refillEmpty(points, centres, labels, k) {
  const rowCounts = new Int32Array(k);
  for (const label2 of labels) rowCounts[label2]++;
  if (!rowCounts.includes(0)) return;
  const distances = rowDistances(points, centres, labels, k);
  for (let c = 0; c < k; c++) {
    if (rowCounts[c] > 0) continue;
    let farthest = -1;
    for (let r = 0; r < labels.length; r++) {
      if (rowCounts[labels[r]] > 1 && (farthest < 0 || distances[r] > distances[farthest])) farthest = r;
    }
    if (farthest < 0) return;
    rowCounts[labels[farthest]]--;
    rowCounts[c] = 1;
    labels[farthest] = c;
    distances[farthest] = 0;
  }
}
function moveCentres2({ table, weights }, centres, labels, k) {
  const P = table.clusterSizes.length;
  const mass = new Float64Array(k);
  centres.fill(0);
  for (let r = 0; r < labels.length; r++) {
    mass[labels[r]] += table.multiplicity[r] * weights[r];
    addRow2(centres, labels[r], table, r, table.multiplicity[r]);
  }
  for (let c = 0; c < k; c++) {
    if (mass[c] > 0) for (let p = 0; p < P; p++) centres[c * P + p] /= mass[c];
  }
}
function rowDistances({ table, weights }, centres, labels, k) {
  const P = table.clusterSizes.length;
  const squares = new Float64Array(k);
  for (let c = 0; c < k; c++) for (let p = c * P; p < (c + 1) * P; p++) squares[c] += centres[p] * centres[p];
  const distances = new Float64Array(labels.length);
  for (let r = 0; r < labels.length; r++) {
    let square = squares[labels[r]];
    for (let t = 0; t < table.ensembleSize; t++) {
      const cluster = table.clusters[t * table.rowCount + r];
      if (cluster < 0) continue;
      const centre = centres[labels[r] * P + cluster];
      const d = 1 / weights[r] - centre;
      square += d * d - centre * centre;
    }
    distances[r] = weights[r] * square;
  }
  return distances;
}
function totalDistance(points, centres, labels, k) {
  const { multiplicity } = points.table;
  return rowDistances(points, centres, labels, k).reduce((total, distance2, r) => total + multiplicity[r] * distance2, 0);
}

// src/consensus/methods/smkkm.ts
init_plain_result();
var smkkm = defineMethod({
  name: "smkkm",
  summary: "Runs simple multiple kernel k-means with the weights for which even the best embedding fits worst.",
  options: {
    restarts: wholeNumber(1, 1e4),
    unitRows: TRUE_OR_FALSE,
    centred: TRUE_OR_FALSE,
    unitDiagonal: TRUE_OR_FALSE
  },
  defaults: { restarts: 20, unitRows: false },
  async run({ table }, settings, context) {
    const { clusterCount, restarts, unitRows: unitRows2 } = settings;
    const { loops, pauser, onStep, report } = context;
    report("embedding", 0, 1);
    const factors = coverageFactors(table);
    const { kernelGramObjective: kernelGramObjective2 } = await Promise.resolve().then(() => (init_kernel_gram(), kernel_gram_exports));
    const { KernelSpectrum: KernelSpectrum2 } = await Promise.resolve().then(() => (init_kernel_spectrum(), kernel_spectrum_exports));
    const { solveByReducedGradient: solveByReducedGradient2 } = await Promise.resolve().then(() => (init_reduced_gradient(), reduced_gradient_exports));
    const spectrum = new KernelSpectrum2(loops, table, clusterCount, settings);
    const solution = await solveByReducedGradient2(kernelGramObjective2(spectrum, factors), { pauser, onStep });
    const start = solution.weights.map((weight, t) => weight * Math.sqrt(factors[t]));
    const found = spectrum.evaluate({ start });
    report("labels", 0, 1);
    const { labels, ...rest } = kernelLabels(table, found, { clusterCount, restarts, unitRows: unitRows2 }, context);
    report("labels", 1, 1);
    const { weights, objectiveTrace, iterations } = solution;
    return plainResult(labels, table.ensembleSize, {
      ...rest,
      weights,
      objective: solution.objective,
      objectiveTrace,
      iterations,
      converged: solution.converged && rest.converged
    });
  }
});

// src/consensus/methods/index.ts
var ALL = [balanced, gpec, eac, lwea, lwgp, nwca, eccms, mkkm, mkkc, smkkm, sec, ces2l, ces2q, ceam];
var METHODS = ALL;
var METHOD_NAMES = METHODS.map(({ name }) => name);

// src/consensus/prepare.ts
init_coverage();

// src/ensemble/describe.ts
init_coverage();
init_distinct_rows();
init_label_store();
function describeStore(store) {
  const { sampleCount, ensembleSize } = store;
  const clusterCounts = clusterCountsOf(store);
  const covered = coveredCounts(store);
  return {
    sampleCount,
    ensembleSize,
    clusterCounts,
    coverage: covered.map((count) => count / sampleCount),
    missingCount: covered.reduce((sum2, count) => sum2 + sampleCount - count, 0),
    distinctRows: countDistinctRows(store),
    oneClusterLabelings: clusterCounts.flatMap((count, t) => count === 1 ? [t] : [])
  };
}

// src/consensus/prepare.ts
init_distinct_rows();
init_label_store();
init_label_table();
init_co_association();
var Preparation = class {
  report;
  names;
  clusterNames;
  /** Indices of the labelings with at least two clusters. */
  kept;
  /** The labels of the kept labelings. */
  store;
  #given;
  #rowCount = null;
  #table = null;
  #labelings = null;
  #similarities = /* @__PURE__ */ new Map();
  #rows = /* @__PURE__ */ new Map();
  /** `labelings` are the same labels by sample, if they are already in memory. */
  constructor({ store, names, clusterNames }, labelings = null) {
    this.kept = informativeLabelings("consensus", store, names);
    this.report = describeStore(store);
    this.names = names;
    this.clusterNames = clusterNames;
    this.store = pickLabelings(store, this.kept);
    this.#given = labelings;
    if (this.store === store) this.#rowCount = this.report.distinctRows;
  }
  /** Distinct label rows of the kept labelings. */
  get rowCount() {
    this.#rowCount ??= countDistinctRows(this.store);
    return this.#rowCount;
  }
  get table() {
    this.#table ??= tableOf3(this.store);
    return this.#table;
  }
  /** The kept labelings, by sample. */
  get labelings() {
    const given = this.#given;
    this.#labelings ??= given === null ? labelingsOf(this.store) : this.kept.map((t) => given[t]);
    return this.#labelings;
  }
  /** The NWCA similarity for one λ. */
  similarity(lambda) {
    const known = this.#similarities.get(lambda);
    const similarity = known ?? coAssociation(this.table, { kind: "nwca", lambda });
    this.#similarities.set(lambda, similarity);
    return similarity;
  }
  /** The rows of a similarity, cached if there are few. */
  async rows(similarity, pauser) {
    const rows = this.#rows.get(similarity) ?? await similarityRows(similarity, pauser);
    this.#rows.set(similarity, rows);
    return rows;
  }
};
var prepared = /* @__PURE__ */ new WeakMap();
function preparationOf(ensemble) {
  return prepared.get(ensemble) ?? preparationFor(ensemble);
}
function preparationFor(ensemble) {
  const { names, clusterNames, labelings } = ensemble;
  return new Preparation({ store: storeOf(ensemble), names, clusterNames }, labelings);
}

// src/consensus/consensus.ts
var DEFAULTS7 = {
  seed: 1,
  loops: "auto",
  executor: thisThread
};
var COMMON_OPTIONS = {
  // Both depend on other input: see `checkOptions`.
  clusterCount: null,
  method: null,
  memoryLimit: POSITIVE,
  seed: wholeNumber(0, 4294967295),
  loops: oneOf(["auto", "simd", "plain"]),
  onStep: null,
  executor: null,
  signal: null,
  onProgress: null
};
function consensus(input, options) {
  return consensusAmong(METHODS, input, options);
}
async function consensusAmong(methods, input, options) {
  checkNames(methods, options);
  const ensemble = "labelings" in input ? input : numberLabelings("consensus", input);
  const given = definedOptions(options);
  checkOptions(methods, ensemble.sampleCount, given);
  return consensusOfPrepared(methods, preparationOf(ensemble), given, { withEmbedding: true });
}
async function consensusOfPrepared(methods, preparation, given, { withEmbedding }) {
  const method = methodNamed(given.method, methods);
  const { report, kept, names, clusterNames } = preparation;
  const input = {
    preparation,
    withEmbedding,
    get table() {
      return preparation.table;
    },
    get labelings() {
      return preparation.labelings;
    }
  };
  const run = await method.run(input, given, await methodContext(method, given));
  const found = given.clusterCount > preparation.rowCount ? withRowsAsClusters(run, preparation.table) : run;
  const { labels } = found;
  const named2 = { names, clusterCounts: report.clusterCounts, clusterNames };
  const model = found.modelParts ? modelOf(named2, found.modelParts) : buildConsensusModel(named2, preparation.table, labels, found.prediction ?? null);
  const confidence2 = found.confidence ?? sampleConfidence(preparation.table, labels, model.counts);
  return wholeResult({ ...found, confidence: confidence2 }, method.name, given.clusterCount, { report, kept, model });
}
function withRowsAsClusters(found, { rowOf }) {
  return { ...found, labels: rowOf.slice(), confidence: void 0, prediction: null, modelParts: void 0 };
}
async function methodContext(method, given) {
  const { seed, loops: choice, signal, onProgress, onStep, executor } = { ...DEFAULTS7, ...given };
  const pauser = new Pauser(signal);
  const loops = await loadHotLoops(choice);
  return {
    loops,
    seed,
    pauser,
    onStep,
    executor,
    report: (phase, done, total) => onProgress?.({ phase, done, total }),
    checkMemory: (byteCount2, reason) => checkMemory(method, byteCount2, reason, given.memoryLimit)
  };
}
function wholeResult(found, method, clusterCount, { report, kept, model }) {
  const { names } = model;
  const weights = new Float64Array(names.length);
  kept.forEach((t, at) => {
    weights[t] = found.weights[at];
  });
  const foundClusterCount = new Set(found.labels).size;
  const result = {
    labels: found.labels,
    weights,
    confidence: found.confidence,
    embedding: found.embedding,
    eigenvalues: found.eigenvalues,
    eigengap: found.eigengap,
    objective: found.objective,
    objectiveTrace: found.objectiveTrace,
    iterations: found.iterations,
    converged: found.converged,
    alpha: found.alpha,
    alphaSearch: found.alphaSearch,
    anchored: found.anchored ?? null,
    method,
    clusterCount,
    foundClusterCount,
    ensemble: report,
    warnings: [...warningsOf(names, report, found, { clusterCount, foundClusterCount }), ...found.warnings],
    model
  };
  const predict = async (labelRows, work) => {
    const { predictRows: predictRows2 } = await Promise.resolve().then(() => (init_predict_labels(), predict_labels_exports));
    return predictRows2(model, labelRows, work);
  };
  return Object.defineProperty(result, "predict", { value: predict });
}
function checkNames(methods, options) {
  checkOptionNames("consensus", options, consensusOptionNames(methods), "clusterCount");
}
function consensusOptionNames(methods) {
  return [...Object.keys(COMMON_OPTIONS), ...methodOptionNames(methods)];
}
function checkOptions(methods, sampleCount, options) {
  const caller = "consensus";
  checkClusterCount(caller, options.clusterCount, sampleCount);
  const names = methods.map(({ name }) => name);
  if (options.method !== void 0) checkOption(caller, "method", options.method, oneOf(names));
  const method = methodNamed(options.method, methods);
  const common = COMMON_OPTIONS;
  for (const [name, value] of Object.entries(options)) {
    const rule = common[name];
    if (rule) checkOption(caller, name, value, rule);
  }
  for (const name of methodOptionNames(methods)) {
    const value = options[name];
    if (value === void 0) continue;
    const rules = [method, ...methods].flatMap(({ options: options2 }) => options2[name] ?? []);
    const where = rules.some((rule) => rule.accepts(value)) ? ` for method ${method.name}` : "";
    checkOption(caller, name, value, rules[0], where);
  }
}
function definedOptions(options) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== void 0));
}
function warningsOf(names, { oneClusterLabelings, distinctRows }, { eigengap, eigenvalues, converged }, { clusterCount, foundClusterCount }) {
  const warnings = [];
  if (oneClusterLabelings.length > 0) {
    const skipped = oneClusterLabelings.map((t) => `'${names[t]}'`).join(", ");
    const reason = oneClusterLabelings.length === 1 ? "it puts" : "they put";
    warnings.push(`Skipped ${skipped} (weight 0): ${reason} all samples into one cluster.`);
  }
  if (distinctRows < clusterCount) {
    const groups = countText(distinctRows, "group");
    warnings.push(
      `The base clusterings distinguish only ${groups} of samples, fewer than the ${clusterCount} requested clusters.`
    );
  }
  if (foundClusterCount < clusterCount) {
    warnings.push(`Found ${countText(foundClusterCount, "cluster")} instead of the ${clusterCount} requested.`);
  }
  if (eigengap !== null && eigenvalues !== null && eigengap <= 1e-9 * eigenvalues[0]) {
    warnings.push(
      `Eigenvalues ${clusterCount} and ${clusterCount + 1} are equal, so the embedding is not unique. Try another number of clusters.`
    );
  }
  if (!converged) warnings.push("The search stopped before it converged. The result is approximate.");
  return warnings;
}

// node_modules/munkres/dist/munkres.mjs
function flipH(matrix) {
  const Y = matrix.length;
  for (let y = 0; y < Y; ++y) {
    matrix[y].reverse();
  }
}
function isBigInt(value) {
  return typeof value === "bigint";
}
function entries(array) {
  const N2 = array.length;
  const out = new Array(N2);
  for (let i = 0; i < N2; ++i) {
    out[i] = [i, array[i]];
  }
  return out;
}
function getMin(array) {
  const N2 = array.length;
  if (N2 <= 0) {
    return void 0;
  }
  let min = array[0];
  for (let i = 1; i < N2; ++i) {
    if (min > array[i]) {
      min = array[i];
    }
  }
  return min;
}
function partitionByMin(indices, values, min = 0, max = indices.length) {
  let mid = min + 1;
  let minIndex = indices[min];
  for (let pos = mid; pos < max; ++pos) {
    const index = indices[pos];
    if (values[index] > values[minIndex]) {
      continue;
    }
    if (values[index] < values[minIndex]) {
      minIndex = index;
      mid = min;
    }
    indices[pos] = indices[mid];
    indices[mid++] = index;
  }
  return mid;
}
function step4B$1(unmatched, matrix, dualX, dualY, starsX, starsY) {
  if (unmatched <= 0) {
    return;
  }
  const Y = dualY.length;
  const slack = new Uint32Array(Y);
  const slackV = new Array(Y);
  const slackX = new Uint32Array(Y);
  for (let x = 0; unmatched > 0; ++x) {
    if (starsX[x] !== -1) {
      continue;
    }
    const N2 = matchB$1(x, matrix, dualX, dualY, starsY, slack, slackV, slackX);
    --unmatched;
    step6B$1(x, N2, dualX, dualY, slack, slackV, starsY);
    step5B(slack[N2 - 1], slackX, starsX, starsY);
  }
}
function step5B(y, primeY, starsX, starsY) {
  do {
    const x = primeY[y];
    const sy = starsX[x];
    starsX[x] = y;
    starsY[y] = x;
    y = sy;
  } while (y !== -1);
}
function step6B$1(x, N2, dualX, dualY, slack, slackV, starsY) {
  const sum2 = slackV[slack[N2 - 1]];
  let min = sum2;
  for (let i = 0; i < N2; ++i) {
    const y = slack[i];
    dualX[x] += min;
    min = sum2 - slackV[y];
    dualY[y] -= min;
    x = starsY[y];
  }
}
function matchB$1(x, matrix, dualX, dualY, starsY, slack, slackV, slackX) {
  const Y = slack.length;
  let dx = dualX[x];
  for (let y = 0; y < Y; ++y) {
    slack[y] = y;
    slackV[y] = matrix[y][x] - dualY[y] - dx;
    slackX[y] = x;
  }
  let zeros = partitionByMin(slack, slackV, 0);
  let zero = slackV[slack[0]];
  let steps = 1;
  for (let y = slack[0]; starsY[y] !== -1; y = slack[steps++]) {
    x = starsY[y];
    dx = dualX[x] - zero;
    for (let i = zeros; i < Y; ++i) {
      y = slack[i];
      const value = matrix[y][x] - dualY[y] - dx;
      if (value >= slackV[y]) {
        continue;
      }
      slackX[y] = x;
      slackV[y] = value;
      if (value === zero) {
        slack[i] = slack[zeros];
        slack[zeros++] = y;
      }
    }
    if (steps >= zeros) {
      zeros = partitionByMin(slack, slackV, zeros);
      zero = slackV[slack[steps]];
    }
  }
  return steps;
}
function exec$2(matrix) {
  const Y = matrix.length;
  const X = matrix[0]?.length ?? 0;
  if (Y <= 0 || X <= 0) {
    return { dualX: [], dualY: [], matrix, starsX: [], starsY: [] };
  }
  const dualX = new Array(X);
  const dualY = new Array(Y);
  step1$1(matrix, dualX, dualY);
  const starsX = new Array(X).fill(-1);
  const starsY = new Array(Y).fill(-1);
  const stars = steps2To3$1(matrix, dualX, dualY, starsX, starsY);
  Y <= X ? (
    // @ts-expect-error ts(2769)
    step4$1(Y - stars, matrix, dualX, dualY, starsX, starsY)
  ) : (
    // @ts-expect-error ts(2769)
    step4B$1(X - stars, matrix, dualX, dualY, starsX, starsY)
  );
  return { dualX, dualY, matrix, starsX, starsY };
}
function step1$1(matrix, dualX, dualY) {
  const X = dualX.length;
  const Y = dualY.length;
  if (Y > X) {
    dualY.fill(isBigInt(matrix[0][0]) ? 0n : 0);
  } else {
    for (let y = 0; y < Y; ++y) {
      dualY[y] = getMin(matrix[y]);
    }
  }
  if (Y < X) {
    dualX.fill(isBigInt(matrix[0][0]) ? 0n : 0);
    return;
  }
  let dy = dualY[0];
  let row = matrix[0];
  for (let x = 0; x < X; ++x) {
    dualX[x] = row[x] - dy;
  }
  for (let y = 1; y < Y; ++y) {
    dy = dualY[y];
    row = matrix[y];
    for (let x = 0; x < X; ++x) {
      const dx = row[x] - dy;
      if (dx < dualX[x]) {
        dualX[x] = dx;
      }
    }
  }
}
function steps2To3$1(matrix, dualX, dualY, starsX, starsY) {
  const X = dualX.length;
  const Y = dualY.length;
  const S2 = Y <= X ? Y : X;
  let stars = 0;
  for (let y = 0; y < Y && stars < S2; ++y) {
    const dy = dualY[y];
    const row = matrix[y];
    for (let x = 0; x < X; ++x) {
      if (starsX[x] === -1 && dy === row[x] - dualX[x]) {
        starsX[x] = y;
        starsY[y] = x;
        ++stars;
        break;
      }
    }
  }
  return stars;
}
function step4$1(unmatched, matrix, dualX, dualY, starsX, starsY) {
  if (unmatched <= 0) {
    return;
  }
  const X = dualX.length;
  const slack = new Uint32Array(X);
  const slackV = new Array(X);
  const slackY = new Uint32Array(X);
  for (let y = 0; unmatched > 0; ++y) {
    if (starsY[y] !== -1) {
      continue;
    }
    const N2 = match$1(y, matrix, dualX, dualY, starsX, slack, slackV, slackY);
    --unmatched;
    step6$1(y, N2, dualX, dualY, slack, slackV, starsX);
    step5(slack[N2 - 1], slackY, starsX, starsY);
  }
}
function step5(x, primeX, starsX, starsY) {
  do {
    const y = primeX[x];
    const sx = starsY[y];
    starsX[x] = y;
    starsY[y] = x;
    x = sx;
  } while (x !== -1);
}
function step6$1(y, N2, dualX, dualY, slack, slackV, starsX) {
  const sum2 = slackV[slack[--N2]];
  dualY[y] += sum2;
  for (let i = 0; i < N2; ++i) {
    const x = slack[i];
    y = starsX[x];
    const min = sum2 - slackV[x];
    dualX[x] -= min;
    dualY[y] += min;
  }
}
function match$1(y, matrix, dualX, dualY, starsX, slack, slackV, slackY) {
  const X = slack.length;
  let dy = dualY[y];
  let row = matrix[y];
  for (let x = 0; x < X; ++x) {
    slack[x] = x;
    slackV[x] = row[x] - dualX[x] - dy;
    slackY[x] = y;
  }
  let zeros = partitionByMin(slack, slackV, 0);
  let zero = slackV[slack[0]];
  let steps = 1;
  for (let x = slack[0]; starsX[x] !== -1; x = slack[steps++]) {
    y = starsX[x];
    dy = dualY[y] - zero;
    row = matrix[y];
    for (let i = zeros; i < X; ++i) {
      x = slack[i];
      const value = row[x] - dualX[x] - dy;
      if (value >= slackV[x]) {
        continue;
      }
      slackY[x] = y;
      slackV[x] = value;
      if (value === zero) {
        slack[i] = slack[zeros];
        slack[zeros++] = x;
      }
    }
    if (steps >= zeros) {
      zeros = partitionByMin(slack, slackV, zeros);
      zero = slackV[slack[steps]];
    }
  }
  return steps;
}
function step4B(unmatched, matrix, dualX, dualY, starsX, starsY) {
  if (unmatched <= 0) {
    return;
  }
  const Y = dualY.length;
  const slack = new Uint32Array(Y);
  const slackV = new Array(Y);
  const slackX = new Uint32Array(Y);
  for (let x = 0; unmatched > 0; ++x) {
    if (starsX[x] !== -1) {
      continue;
    }
    const N2 = matchB(x, matrix, dualX, dualY, starsY, slack, slackV, slackX);
    --unmatched;
    step6B(x, N2, dualX, dualY, slack, slackV, starsY);
    step5B(slack[N2 - 1], slackX, starsX, starsY);
  }
}
function step6B(x, N2, dualX, dualY, slack, slackV, starsY) {
  const sum2 = slackV[slack[N2 - 1]];
  let min = sum2;
  for (let i = 0; i < N2; ++i) {
    const y = slack[i];
    dualX[x] = dualX[x] + min || 0;
    min = sum2 - slackV[y] || 0;
    dualY[y] = dualY[y] - min || 0;
    x = starsY[y];
  }
}
function matchB(x, matrix, dualX, dualY, starsY, slack, slackV, slackX) {
  const Y = slack.length;
  let dx = dualX[x];
  for (let y = 0; y < Y; ++y) {
    slack[y] = y;
    slackV[y] = matrix[y][x] - (dx + dualY[y] || 0) || 0;
    slackX[y] = x;
  }
  let zeros = partitionByMin(slack, slackV, 0);
  let zero = slackV[slack[0]];
  let steps = 1;
  for (let y = slack[0]; starsY[y] !== -1; y = slack[steps++]) {
    x = starsY[y];
    dx = dualX[x];
    for (let i = zeros; i < Y; ++i) {
      y = slack[i];
      const value = (matrix[y][x] - (dx + dualY[y] || 0) || 0) + zero || 0;
      if (value >= slackV[y]) {
        continue;
      }
      slackX[y] = x;
      slackV[y] = value;
      if (value === zero) {
        slack[i] = slack[zeros];
        slack[zeros++] = y;
      }
    }
    if (steps >= zeros) {
      zeros = partitionByMin(slack, slackV, zeros);
      zero = slackV[slack[steps]];
    }
  }
  return steps;
}
function exec$1(matrix) {
  const Y = matrix.length;
  const X = matrix[0]?.length ?? 0;
  if (Y <= 0 || X <= 0) {
    return { dualX: [], dualY: [], matrix, starsX: [], starsY: [] };
  }
  const dualX = new Array(X);
  const dualY = new Array(Y);
  step1(matrix, dualX, dualY);
  const starsX = new Array(X).fill(-1);
  const starsY = new Array(Y).fill(-1);
  const stars = steps2To3(matrix, dualX, dualY, starsX, starsY);
  Y <= X ? step4(Y - stars, matrix, dualX, dualY, starsX, starsY) : step4B(X - stars, matrix, dualX, dualY, starsX, starsY);
  return { dualX, dualY, matrix, starsX, starsY };
}
function step1(matrix, dualX, dualY) {
  const X = dualX.length;
  const Y = dualY.length;
  if (Y > X) {
    dualY.fill(0);
  } else {
    for (let y = 0; y < Y; ++y) {
      dualY[y] = getMin(matrix[y]);
    }
  }
  if (Y < X) {
    dualX.fill(0);
    return;
  }
  let dy = dualY[0];
  let row = matrix[0];
  for (let x = 0; x < X; ++x) {
    dualX[x] = row[x] - dy || 0;
  }
  for (let y = 1; y < Y; ++y) {
    dy = dualY[y];
    row = matrix[y];
    for (let x = 0; x < X; ++x) {
      const dx = row[x] - dy || 0;
      if (dx < dualX[x]) {
        dualX[x] = dx;
      }
    }
  }
}
function steps2To3(matrix, dualX, dualY, starsX, starsY) {
  const X = dualX.length;
  const Y = dualY.length;
  const S2 = Y <= X ? Y : X;
  let stars = 0;
  for (let y = 0; y < Y && stars < S2; ++y) {
    const dy = dualY[y];
    const row = matrix[y];
    for (let x = 0; x < X; ++x) {
      if (starsX[x] === -1 && row[x] === (dualX[x] + dy || 0)) {
        starsX[x] = y;
        starsY[y] = x;
        ++stars;
        break;
      }
    }
  }
  return stars;
}
function step4(unmatched, matrix, dualX, dualY, starsX, starsY) {
  if (unmatched <= 0) {
    return;
  }
  const X = dualX.length;
  const slack = new Uint32Array(X);
  const slackV = new Array(X);
  const slackY = new Uint32Array(X);
  for (let y = 0; unmatched > 0; ++y) {
    if (starsY[y] !== -1) {
      continue;
    }
    const N2 = match(y, matrix, dualX, dualY, starsX, slack, slackV, slackY);
    --unmatched;
    step6(y, N2, dualX, dualY, slack, slackV, starsX);
    step5(slack[N2 - 1], slackY, starsX, starsY);
  }
}
function step6(y, N2, dualX, dualY, slack, slackV, starsX) {
  const sum2 = slackV[slack[--N2]];
  dualY[y] = dualY[y] + sum2 || 0;
  for (let i = 0; i < N2; ++i) {
    const x = slack[i];
    y = starsX[x];
    const min = sum2 - slackV[x] || 0;
    dualX[x] = dualX[x] - min || 0;
    dualY[y] = dualY[y] + min || 0;
  }
}
function match(y, matrix, dualX, dualY, starsX, slack, slackV, slackY) {
  const X = slack.length;
  let dy = dualY[y];
  let row = matrix[y];
  for (let x = 0; x < X; ++x) {
    slack[x] = x;
    slackV[x] = row[x] - (dualX[x] + dy || 0) || 0;
    slackY[x] = y;
  }
  let zeros = partitionByMin(slack, slackV, 0);
  let zero = slackV[slack[0]];
  let steps = 1;
  for (let x = slack[0]; starsX[x] !== -1; x = slack[steps++]) {
    y = starsX[x];
    dy = dualY[y];
    row = matrix[y];
    for (let i = zeros; i < X; ++i) {
      x = slack[i];
      const value = (row[x] - (dualX[x] + dy || 0) || 0) + zero || 0;
      if (value >= slackV[x]) {
        continue;
      }
      slackY[x] = y;
      slackV[x] = value;
      if (value === zero) {
        slack[i] = slack[zeros];
        slack[zeros++] = x;
      }
    }
    if (steps >= zeros) {
      zeros = partitionByMin(slack, slackV, zeros);
      zero = slackV[slack[steps]];
    }
  }
  return steps;
}
function exec(matrix) {
  return isBigInt((matrix[0] ?? [])[0]) ? exec$2(matrix) : exec$1(matrix);
}
function toPairs(matching) {
  if (matching.starsY.length <= matching.starsX.length) {
    return entries(matching.starsY);
  }
  const pairs2 = entries(matching.starsX);
  flipH(pairs2);
  return pairs2;
}
function munkres(costMatrix) {
  return toPairs(exec(costMatrix));
}

// src/metrics/accuracy.ts
init_contingency();
function accuracyOf(table) {
  if (isSamePartition(table)) return 1;
  const { sampleCount, rowSizes, columnSizes, rowStarts, columns, counts } = table;
  const costs = Array.from(rowSizes, (_, r) => {
    const row = new Float64Array(columnSizes.length);
    for (let at = rowStarts[r]; at < rowStarts[r + 1]; at++) row[columns[at]] = -counts[at];
    return row;
  });
  let matched = 0;
  for (const [r, c] of munkres(costs)) matched -= costs[r][c];
  return matched / sampleCount;
}

// src/index.ts
init_adjusted_rand_index();

// src/metrics/evaluate.ts
init_adjusted_rand_index();
init_contingency();
init_normalized_mutual_information();

// src/metrics/pairwise-f-score.ts
init_pair_counts();
function fscoreOf(table) {
  const { inLabels, inTruth, inBoth } = pairCounts(table);
  const precision = inLabels === 0 ? 1 : inBoth / inLabels;
  const recall = inTruth === 0 ? 1 : inBoth / inTruth;
  return precision + recall === 0 ? 0 : 2 * precision * recall / (precision + recall);
}

// src/metrics/purity.ts
function purityOf({ sampleCount, rowSizes, rowStarts, counts }) {
  let sum2 = 0;
  for (let r = 0; r < rowSizes.length; r++) {
    let largest2 = 0;
    for (let at = rowStarts[r]; at < rowStarts[r + 1]; at++) largest2 = Math.max(largest2, counts[at]);
    sum2 += largest2;
  }
  return sum2 / sampleCount;
}

// src/metrics/evaluate.ts
function evaluate(labels, truth) {
  const table = contingency("evaluate", labels, truth);
  return {
    nmi: nmiOf(table),
    ari: ariOf(table),
    purity: purityOf(table),
    fscore: fscoreOf(table),
    accuracy: accuracyOf(table)
  };
}

// src/load/read-table.ts
init_check();

// src/load/arff/arff.ts
init_check();
init_count_text();
init_pause();
init_table();

// src/load/arff/arff-tokens.ts
var ESCAPES = /* @__PURE__ */ new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "	"]
]);
var ArffTokens = class {
  constructor(line) {
    this.line = line;
  }
  line;
  #at = 0;
  /** The next word, up to a space; null if there is none. */
  word() {
    this.#skipBlanks();
    const value = this.#value(/[\s,{}]/);
    return value === null || value.text === "" && !value.isQuoted ? null : value.text;
  }
  rest() {
    return this.line.slice(this.#at).trim();
  }
  /** All values up to the closing brace, or to the end of the line; null if a quote or the list is never closed. */
  list(close) {
    const values = [];
    const stop = close === null ? /[,\t%]/ : /[,}]/;
    for (; ; ) {
      this.#skipBlanks();
      const value = this.#value(stop);
      if (value === null) return null;
      values.push(value);
      this.#skipBlanks();
      const sign = this.line[this.#at];
      this.#at++;
      if (sign === void 0 || sign === "%") return close === null ? values : null;
      if (sign === close) return values;
      if (sign !== "," && sign !== "	") return null;
    }
  }
  /** The entries of a sparse row after its opening brace; null if they are malformed. */
  pairs() {
    const entries2 = [];
    this.#skipBlanks();
    if (this.line[this.#at] === "}") return entries2;
    for (; ; ) {
      const index = this.word();
      this.#skipBlanks();
      const value = this.#value(/[,}]/);
      if (index === null || !/^\d+$/.test(index) || value === null || value.text === "" && !value.isQuoted)
        return null;
      entries2.push({ ...value, index: Number(index) });
      this.#skipBlanks();
      const sign = this.line[this.#at];
      this.#at++;
      if (sign === "}") return entries2;
      if (sign !== ",") return null;
      this.#skipBlanks();
    }
  }
  #skipBlanks() {
    while (this.line[this.#at] === " ") this.#at++;
  }
  #value(stop) {
    const quote = this.line[this.#at];
    if (quote === "'" || quote === '"') return this.#quoted(quote);
    const from = this.#at;
    while (this.#at < this.line.length && !stop.test(this.line[this.#at])) this.#at++;
    return { text: this.line.slice(from, this.#at).trim(), isQuoted: false };
  }
  #quoted(quote) {
    let text = "";
    for (this.#at++; this.#at < this.line.length; this.#at++) {
      const sign = this.line[this.#at];
      if (sign === quote) {
        this.#at++;
        return { text, isQuoted: true };
      }
      if (sign === "\\" && this.#at + 1 < this.line.length) {
        const escaped = this.line[++this.#at];
        text += ESCAPES.get(escaped) ?? escaped;
      } else text += sign;
    }
    return null;
  }
};

// src/load/arff/arff.ts
var NUMBER2 = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
var ROWS_PER_PAUSE = 4096;
async function readArff(bytes, options = {}) {
  const caller = options.name ?? "readTable";
  const pauser = new Pauser(options.signal);
  const notes = [];
  const lines = new ArffLines(caller, bytes);
  const attributes = readHeader(caller, lines);
  const rowBound = lines.remainingCount();
  checkTableSize(caller, 1, attributes.length);
  const rows = new ArffRows(caller, attributes, rowBound);
  for (let line = lines.next(); line !== null; line = lines.next()) {
    rows.add(line, lines.number);
    if (rows.count % ROWS_PER_PAUSE === 0) await pauser.pause();
  }
  if (rows.count === 0) throw new InputError(`${caller}: the ARFF file has no rows after @data`);
  if (rows.weightCount > 0) notes.push(`the weights of ${countText(rows.weightCount, "row")} are ignored`);
  return { name: options.name ?? null, rowCount: rows.count, columns: rows.columns(notes), notes };
}
var ArffLines = class {
  constructor(caller, bytes) {
    this.caller = caller;
    this.bytes = bytes;
  }
  caller;
  bytes;
  number = 0;
  #at = 0;
  #decoder = new TextDecoder("utf-8", { fatal: true });
  next() {
    while (this.#at < this.bytes.length) {
      const found = this.bytes.indexOf(10, this.#at);
      const end = found < 0 ? this.bytes.length : found;
      const raw = this.bytes.subarray(this.#at, end);
      this.#at = end + 1;
      this.number++;
      const line = this.#decoded(raw).trim();
      if (line !== "" && !line.startsWith("%")) return line;
    }
    return null;
  }
  remainingCount() {
    let count = 1;
    for (let i = this.#at; i < this.bytes.length; i++) if (this.bytes[i] === 10) count++;
    return count;
  }
  #decoded(raw) {
    try {
      return this.#decoder.decode(raw);
    } catch {
      throw new InputError(`${this.caller}: line ${this.number} is not UTF-8 text; save the file with UTF-8 encoding`);
    }
  }
};
function readHeader(caller, lines) {
  const attributes = [];
  for (let line = lines.next(); line !== null; line = lines.next()) {
    const place = `line ${lines.number}`;
    if (/^@relation\b/i.test(line)) continue;
    if (/^@data\b/i.test(line)) {
      if (attributes.length === 0) throw new InputError(`${caller}: the ARFF file has no @attribute before @data`);
      const { names, repeated } = uniqueNames(attributes.map((attribute) => attribute.name));
      if (repeated.length === 0) return attributes;
      return attributes.map((attribute, j) => ({ ...attribute, name: names[j] }));
    }
    if (!/^@attribute\b/i.test(line)) {
      throw new InputError(`${caller}: ${place} must begin with @attribute or @data; got ${quoted(line)}`);
    }
    attributes.push(readAttribute(caller, place, line.slice("@attribute".length)));
  }
  throw new InputError(`${caller}: the ARFF file ends before @data`);
}
function readAttribute(caller, place, declaration) {
  const bad = (what) => new InputError(`${caller}: ${place}: ${what}`);
  const tokens = new ArffTokens(declaration);
  const name = tokens.word();
  if (name === null) throw bad("an @attribute needs a name and a type");
  const rest = tokens.rest();
  if (rest.startsWith("{")) {
    const values = new ArffTokens(rest.slice(1)).list("}");
    if (values === null) throw bad(`the values of ${quoted(name)} must be in { }, separated by commas`);
    return { name, kind: "nominal", values: values.map((value) => value.text) };
  }
  const type = rest.split(/[\s%]/)[0].toLowerCase();
  if (["numeric", "real", "integer"].includes(type)) return { name, kind: "number", values: [] };
  if (["string", "date"].includes(type)) return { name, kind: "text", values: [] };
  throw bad(
    `the type of ${quoted(name)} must be numeric, real, integer, string, date or { values }; got ${quoted(rest)}`
  );
}
var ArffRows = class {
  constructor(caller, attributes, rowBound) {
    this.caller = caller;
    this.attributes = attributes;
    checkTableSize(caller, rowBound, attributes.length);
    this.#numbers = attributes.map(({ kind }) => kind === "number" ? new Float64Array(rowBound) : null);
    this.#codes = attributes.map(({ kind }) => kind === "nominal" ? new Int32Array(rowBound) : null);
    this.#texts = attributes.map(({ kind }) => kind === "text" ? new TextCollector(rowBound) : null);
    this.#codeOf = attributes.map(({ values }) => new Map(values.map((value, code) => [value, code])));
  }
  caller;
  attributes;
  count = 0;
  weightCount = 0;
  #sparseCount = 0;
  #numbers;
  #codes;
  #texts;
  #codeOf;
  add(line, lineNumber) {
    const place = `row ${this.count + 1} (line ${lineNumber})`;
    if (line.startsWith("{")) this.#addSparse(line, place);
    else this.#addDense(line, place);
    this.count++;
  }
  #addDense(line, place) {
    const width = this.attributes.length;
    const values = new ArffTokens(line).list(null);
    if (values === null) throw new InputError(`${this.caller}: ${place} opens a quote that is never closed`);
    const isWeighted = values.length === width + 1 && /^\{.*\}$/.test(values[width].text);
    if (isWeighted) this.weightCount++;
    else if (values.length !== width) {
      throw new InputError(
        `${this.caller}: ${place} has ${countText(values.length, "value")}, but there are ${countText(width, "attribute")}`
      );
    }
    for (let j = 0; j < width; j++) this.#set(j, values[j].text, values[j].isQuoted, place);
  }
  /** A sparse row lists only the values other than zero: {index value, ...}. The zero of a nominal attribute is its first value. */
  #addSparse(line, place) {
    this.#sparseCount++;
    const entries2 = new ArffTokens(line.slice(1)).pairs();
    if (entries2 === null) {
      throw new InputError(`${this.caller}: ${place} must be {index value, index value, ...}; got ${quoted(line)}`);
    }
    for (const { index, text, isQuoted } of entries2) {
      if (index >= this.attributes.length) {
        throw new InputError(
          `${this.caller}: ${place} has index ${index}; indices must be from 0 to ${this.attributes.length - 1}`
        );
      }
      this.#set(index, text, isQuoted, place);
    }
  }
  #set(j, text, isQuoted, place) {
    const { name, kind, values } = this.attributes[j];
    const isMissing2 = text === "?" && !isQuoted;
    if (kind === "number") {
      if (!isMissing2 && !NUMBER2.test(text)) {
        throw new InputError(`${this.caller}: ${place}, ${quoted(name)} must be a number or ?; got ${quoted(text)}`);
      }
      this.#numbers[j][this.count] = isMissing2 ? Number.NaN : Number(text);
    } else if (kind === "text") {
      if (!isMissing2 && text !== "") this.#texts[j].set(this.count, text);
    } else {
      const code = isMissing2 ? -1 : this.#codeOf[j].get(text);
      if (code === void 0) {
        throw new InputError(
          `${this.caller}: ${place}, ${quoted(name)} must be one of ${shortList(values)}; got ${quoted(text)}`
        );
      }
      this.#codes[j][this.count] = code;
    }
  }
  columns(notes) {
    if (this.#sparseCount > 0)
      notes.push(`${countText(this.#sparseCount, "sparse row")}: omitted values are 0, or the first nominal value`);
    const { count } = this;
    return this.attributes.map(({ name, values }, j) => {
      const numbers = this.#numbers[j];
      const codes = this.#codes[j];
      if (numbers) return { name, kind: "number", numbers: numbers.slice(0, count) };
      if (codes) return { name, kind: "text", texts: values, codes: codes.slice(0, count) };
      const { texts, codes: textCodes } = this.#texts[j];
      return { name, kind: "text", texts, codes: textCodes.slice(0, count) };
    });
  }
};

// src/load/read-table.ts
init_inflate();

// src/load/csv/csv.ts
init_check();
init_count_text();
init_pause();
init_table();

// src/load/csv/csv-cells.ts
var TAB = 9;
var LINE_FEED = 10;
var CARRIAGE_RETURN = 13;
var SPACE = 32;
var QUOTE = 34;
var CsvCells = class {
  constructor(bytes, position, separator) {
    this.bytes = bytes;
    this.separator = separator;
    this.position = position;
    if (separator === SPACE) this.#skipBlanks();
    this.#isCellDue = this.position < bytes.length;
  }
  bytes;
  separator;
  start = 0;
  end = 0;
  /** The cell was in quotes. */
  isQuoted = false;
  /** The cell contains doubled quotes, which stand for one quote. */
  hasEscapes = false;
  /** The cell was the last one of its record. */
  endsRecord = true;
  /** The record is an empty line. */
  isEmptyLine = false;
  /** Why the iteration stopped before the end of the text. */
  fault = null;
  position;
  #isCellDue;
  /** Moves to the next cell. Returns false at the end of the text or at a fault. */
  next() {
    const { bytes } = this;
    const size = bytes.length;
    if (!this.#isCellDue) return false;
    const isFirst = this.endsRecord;
    this.isQuoted = false;
    this.hasEscapes = false;
    let i = this.position;
    while (i < size && bytes[i] === SPACE && this.separator !== SPACE) i++;
    if (i < size && bytes[i] === QUOTE) return this.#quotedCell(i);
    this.start = i;
    const { separator } = this;
    while (i < size) {
      const byte = bytes[i];
      if (byte === separator || byte === LINE_FEED || byte === CARRIAGE_RETURN) break;
      if (separator === SPACE && byte === TAB) break;
      i++;
    }
    this.end = i;
    while (this.end > this.start && (bytes[this.end - 1] === SPACE || bytes[this.end - 1] === TAB)) this.end--;
    this.#finish(i);
    this.isEmptyLine = isFirst && this.endsRecord && this.end === this.start;
    return true;
  }
  /** The text of the cell. Throws a TypeError if the bytes are not UTF-8 and `isLenient` is not set. */
  text({ isLenient = false } = {}) {
    const text = (isLenient ? LENIENT_UTF8 : UTF8).decode(this.bytes.subarray(this.start, this.end));
    return this.hasEscapes ? text.replaceAll('""', '"') : text;
  }
  #quotedCell(open) {
    const { bytes } = this;
    this.isQuoted = true;
    this.isEmptyLine = false;
    this.start = open + 1;
    let i = bytes.indexOf(QUOTE, this.start);
    while (i >= 0 && bytes[i + 1] === QUOTE) {
      this.hasEscapes = true;
      i = bytes.indexOf(QUOTE, i + 2);
    }
    if (i < 0) return this.#stop("open quote");
    this.end = i++;
    while (i < bytes.length && bytes[i] === SPACE && this.separator !== SPACE) i++;
    if (i < bytes.length && !this.#isBoundary(bytes[i])) return this.#stop("text after quote");
    this.#finish(i);
    return true;
  }
  #isBoundary(byte) {
    if (byte === this.separator || byte === LINE_FEED || byte === CARRIAGE_RETURN) return true;
    return this.separator === SPACE && byte === TAB;
  }
  #stop(fault) {
    this.fault = fault;
    this.#isCellDue = false;
    return false;
  }
  /** Skips the separator or line break that ends the cell at `i`. */
  #finish(i) {
    const { bytes } = this;
    this.position = i;
    if (this.separator === SPACE) this.#skipBlanks();
    const byte = bytes[this.position];
    this.endsRecord = byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === void 0;
    if (!this.endsRecord) {
      if (this.separator !== SPACE) this.position++;
      return;
    }
    if (byte !== void 0) this.position += byte === CARRIAGE_RETURN && bytes[this.position + 1] === LINE_FEED ? 2 : 1;
    if (this.separator === SPACE) this.#skipBlanks();
    this.#isCellDue = this.position < bytes.length;
  }
  #skipBlanks() {
    const { bytes } = this;
    while (bytes[this.position] === SPACE || bytes[this.position] === TAB) this.position++;
  }
};
var UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
var LENIENT_UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

// src/load/csv/csv-layout.ts
init_check();
init_count_text();
init_table();
var TAB2 = 9;
var SPACE2 = 32;
var HASH = 35;
var COMMA2 = 44;
var SEMICOLON = 59;
var BAR = 124;
var SEPARATOR_NAMES = /* @__PURE__ */ new Map([
  [TAB2, "tab"],
  [SPACE2, "spaces"],
  [COMMA2, "comma"],
  [SEMICOLON, "semicolon"],
  [BAR, "vertical bar"]
]);
var SAMPLE_RECORDS = 50;
var SAMPLE_BYTES = 1 << 18;
function csvLayout(caller, bytes, start, header) {
  const notes = [];
  const { contentStart, comment, separator: declared } = skipPreamble(bytes, start, notes);
  const separator = declared ?? findSeparator(caller, bytes, contentStart);
  const { rows, starts, fault } = readSample(bytes, contentStart, separator);
  const first = rows[0];
  if (first === void 0 && fault) {
    const what = fault === "open quote" ? 'a quote (") that is never closed' : "text after a closing quote";
    throw new InputError(`${caller}: the first row has ${what}`);
  }
  if (first === void 0) throw new InputError(`${caller}: the file is empty; expected a table with a header and rows`);
  checkTableSize(caller, 1, Math.max(first.length, rows[1]?.length ?? 0));
  if (separator !== COMMA2 && first.length > 1) notes.push(`the separator is: ${SEPARATOR_NAMES.get(separator)}`);
  const isHeader = header ?? hasHeader(first, rows.slice(1));
  if (isHeader) {
    const isShort = rows.length > 1 && rows.slice(1).every((row) => row.length === first.length + 1);
    if (isShort) notes.push("the header has one cell fewer than the rows: the first column is used as row names");
    const dataStart = starts[1] ?? bytes.length;
    return { separator, names: columnNames(caller, isShort ? ["", ...first] : first, notes), dataStart, notes };
  }
  const fromComment = commentHeader(comment, separator, first.length);
  if (fromComment) {
    notes.push("the column names are taken from the comment line above the data");
    return { separator, names: columnNames(caller, fromComment, notes), dataStart: starts[0], notes };
  }
  notes.push(`no header row found: columns are named column1 to column${first.length}, and row 1 is data`);
  return { separator, names: first.map((_, j) => `column${j + 1}`), dataStart: starts[0], notes };
}
function skipPreamble(bytes, start, notes) {
  let contentStart = start;
  let separator;
  const opening = ascii(bytes, start, start + 6);
  const declaration = /^sep=([,;|\t])[\r\n]/i.exec(opening);
  if (declaration) {
    separator = declaration[1].charCodeAt(0);
    contentStart = lineEnd(bytes, start);
  }
  let comment = "";
  let commentCount = 0;
  while (bytes[contentStart] === HASH) {
    const end = lineEnd(bytes, contentStart);
    comment = new TextDecoder().decode(bytes.subarray(contentStart, Math.min(end, contentStart + SAMPLE_BYTES)));
    contentStart = end;
    commentCount++;
  }
  if (commentCount > 0) notes.push(`skipped ${countText(commentCount, "comment line")} above the table`);
  return { contentStart, comment, separator };
}
function lineEnd(bytes, from) {
  const at = bytes.indexOf(10, from);
  return at < 0 ? bytes.length : at + 1;
}
function ascii(bytes, start, end) {
  return String.fromCharCode(...bytes.subarray(start, end));
}
function findSeparator(caller, bytes, start) {
  const trials = [TAB2, SEMICOLON, COMMA2, BAR, SPACE2].map((separator) => tryout(caller, bytes, start, separator));
  const [tab, semicolon, comma, bar, space] = trials;
  if (tab.isEven) return TAB2;
  const even = [semicolon, comma, bar].filter((trial) => trial.isEven);
  if (even.length > 0)
    return even.reduce((best, trial) => trial.cleanShare > best.cleanShare ? trial : best).separator;
  if (space.isEven && space.numberShare >= 0.5) return SPACE2;
  const uneven = [comma, tab, semicolon, bar].reduce((best, trial) => trial.share > best.share ? trial : best);
  return uneven.share > 0 ? uneven.separator : COMMA2;
}
function tryout(caller, bytes, start, separator) {
  const cells2 = new CsvCells(bytes, start, separator);
  const counts = [];
  let cellCount = 0;
  let cleanCount = 0;
  let numberCount = 0;
  let count = 0;
  while (counts.length < SAMPLE_RECORDS && (counts.length < 3 || cells2.position - start < SAMPLE_BYTES) && cells2.next()) {
    if (cells2.isEmptyLine) continue;
    count++;
    cellCount++;
    if (count > 1) checkTableSize(caller, 1, count);
    const isNumber2 = isNumberAt(bytes, cells2.start, cells2.end);
    if (isNumber2) numberCount++;
    if (isNumber2 || cells2.isQuoted || !holdsSeparator(bytes, cells2.start, cells2.end)) cleanCount++;
    if (cells2.endsRecord) {
      counts.push(count);
      count = 0;
    }
  }
  const [first = 0, ...rest] = counts;
  const width = rest[0] ?? first;
  const isEven = width > 1 && rest.every((each) => each === width) && (first === width || first === width - 1);
  const common = mostCommon(counts);
  return {
    separator,
    isEven,
    share: common > 1 ? counts.filter((each) => each === common).length / counts.length : 0,
    cleanShare: cleanCount / Math.max(1, cellCount),
    numberShare: numberCount / Math.max(1, cellCount)
  };
}
function mostCommon(counts) {
  const times = /* @__PURE__ */ new Map();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  let best = 0;
  for (const [count, time] of times) if (time > (times.get(best) ?? 0)) best = count;
  return best;
}
function isNumberAt(bytes, start, end) {
  return parseNumber(bytes, start, end) !== null || parseNumber(bytes, start, end, 44) !== null;
}
function holdsSeparator(bytes, start, end) {
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (byte === COMMA2 || byte === SEMICOLON || byte === BAR || byte === TAB2) return true;
  }
  return false;
}
function readSample(bytes, start, separator) {
  const cells2 = new CsvCells(bytes, start, separator);
  const rows = [];
  const starts = [];
  let row = [];
  let from = cells2.position;
  while (rows.length < SAMPLE_RECORDS && (rows.length < 3 || cells2.position - start < SAMPLE_BYTES) && cells2.next()) {
    if (!cells2.isEmptyLine) {
      if (row.length === 0) starts.push(from);
      row.push(cells2.text({ isLenient: true }));
    }
    if (!cells2.endsRecord) continue;
    if (row.length > 0) rows.push(row);
    row = [];
    from = cells2.position;
  }
  return { rows, starts, fault: cells2.fault };
}
var encoder2 = new TextEncoder();
function isNumber(text) {
  const bytes = encoder2.encode(text);
  return isNumberAt(bytes, 0, bytes.length);
}
function hasHeader(first, body) {
  const isWord = (cell) => !isMissingText(cell) && !isNumber(cell);
  if (body.length === 0) return first.some(isWord);
  if (body.every((row) => row.length === first.length + 1)) return true;
  if (first.some(looksLikeHeaderWord)) return true;
  const isWordOverNumbers = (cell, j) => {
    if (!isWord(cell)) return false;
    const below = body.map((row) => row[j] ?? "").filter((text) => !isMissingText(text));
    return below.length > 0 && below.every(isNumber);
  };
  if (first.some(isWordOverNumbers)) return true;
  if (isNumbering(first)) return true;
  if (!first.every((cell) => isWord(cell) || cell === "")) return false;
  return !first.some((cell, j) => body.some((row) => row[j] === cell));
}
function isNumbering(first) {
  const [corner, ...numbers] = first;
  if (corner === void 0 || numbers.length === 0 || isNumber(corner)) return false;
  const from = Number(numbers[0]);
  return (from === 0 || from === 1) && numbers.every((text, j) => text === String(from + j));
}
function commentHeader(comment, separator, width) {
  const bytes = encoder2.encode(comment.replace(/^#+\s*/, "").trimEnd());
  const names = readSample(bytes, 0, separator).rows[0];
  return names?.length === width && names.every((name) => name !== "" && !isNumber(name)) ? names : null;
}
function columnNames(caller, cells2, notes) {
  const broken = cells2.findIndex((cell) => cell.includes("\uFFFD"));
  if (broken >= 0) {
    throw new InputError(
      `${caller}: the name of column ${broken + 1} is not UTF-8 text; save the file with UTF-8 encoding`
    );
  }
  const filled = cells2.map((cell, j) => {
    if (cell !== "") return cell;
    return j === 0 ? "row names" : `column${j + 1}`;
  });
  const { names, repeated } = uniqueNames(filled);
  if (repeated.length > 0) notes.push(`repeated column names get a number: ${shortList(repeated)}`);
  return names;
}

// src/load/csv/csv.ts
var COMMA3 = 44;
var POINT2 = 46;
var ROWS_PER_PAUSE2 = 4096;
var NUMBERS = 0;
var TEXT = 1;
var CODES = 2;
async function readCsv(bytes, options = {}) {
  const caller = options.name ?? "readTable";
  const { continued } = options;
  const content = bytes.subarray(0, contentEnd(bytes));
  const layout = continued ? { ...continued.layout, dataStart: 0 } : layoutOf(caller, content, options.header);
  const notes = continued ? [] : [...layout.notes];
  const part = { caller, bytes: content, layout, before: continued ?? { rows: 0, lines: 0 } };
  const pauser = new Pauser(options.signal);
  const { rowCount, numbers, kinds, decimalComma, emptyLineCount } = await readNumbers(part, pauser);
  if (decimalComma !== null) notes.push(`numbers use a decimal comma: ${decimalComma}`);
  if (emptyLineCount > 0) notes.push(`skipped ${countText(emptyLineCount, "empty line")}`);
  const texts = await readTexts(part, kinds, rowCount, pauser);
  const columns = [];
  for (const [j, name] of layout.names.entries()) {
    const text = texts[j];
    const values = numbers[j];
    const isUnnamedLast = j > 0 && j === layout.names.length - 1 && name === `column${j + 1}`;
    if (text) columns.push({ name, kind: "text", texts: text.texts, codes: text.codes });
    else if (isUnnamedLast && values.every(Number.isNaN)) {
      notes.push("the rows end with a separator: the empty last column is ignored");
    } else columns.push({ name, kind: "number", numbers: values });
  }
  return { name: options.name ?? null, rowCount, columns, notes };
}
function layoutOf(caller, bytes, header) {
  const start = bytes[0] === 239 && bytes[1] === 187 && bytes[2] === 191 ? 3 : 0;
  return csvLayout(caller, bytes, start, header);
}
function contentEnd(bytes) {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 10 || bytes[end - 1] === 13)) end--;
  return end;
}
async function readNumbers(part, pauser) {
  const { caller, bytes, layout } = part;
  const { names, separator, dataStart } = layout;
  const columnCount = names.length;
  const rowBound = Math.min(lineCount(bytes, dataStart), Math.ceil((bytes.length - dataStart + 1) / columnCount));
  checkTableSize(caller, rowBound, columnCount);
  const numbers = names.map(() => new Float64Array(rowBound));
  const kinds = new Uint8Array(columnCount);
  const cells2 = new CsvCells(bytes, dataStart, separator);
  let decimal = POINT2;
  let decimalComma = null;
  let rowCount = 0;
  let emptyLineCount = 0;
  let j = 0;
  while (cells2.next()) {
    if (cells2.isEmptyLine && columnCount > 1) {
      emptyLineCount++;
      continue;
    }
    if (j < columnCount && kinds[j] !== TEXT) {
      const { start, end } = cells2;
      let value = parseNumber(bytes, start, end, decimal);
      if (value === null && separator !== COMMA3 && parseNumber(bytes, start, end, COMMA3 + POINT2 - decimal) !== null) {
        decimalComma = checkDecimals(part, cells2, decimal, rowCount, j);
        decimal = COMMA3;
        value = parseNumber(bytes, start, end, decimal);
      }
      if (value !== null) {
        if (end - start > 1 && looksLikeCode(bytes, start, value)) kinds[j] = CODES;
      } else if (!isMissingNumber(ascii2(bytes, start, end))) kinds[j] = TEXT;
      numbers[j][rowCount] = value ?? Number.NaN;
    }
    j++;
    if (!cells2.endsRecord) continue;
    if (j !== columnCount) throw unevenRow(part, cells2, rowCount, j);
    j = 0;
    rowCount++;
    if (rowCount % ROWS_PER_PAUSE2 === 0) await pauser.pause();
  }
  if (cells2.fault) throw quoteFault(part, cells2, rowCount);
  if (rowCount === 0) throw new InputError(`${caller}: the table has a header but no rows`);
  const filled = rowCount === rowBound ? numbers : numbers.map((values) => values.slice(0, rowCount));
  return { rowCount, numbers: filled, kinds, decimalComma, emptyLineCount };
}
function lineCount(bytes, start) {
  let count = start < bytes.length ? 1 : 0;
  for (let i = start; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === 10 || byte === 13 && bytes[i + 1] !== 10) count++;
  }
  return count;
}
function ascii2(bytes, start, end) {
  return end - start > 8 ? "..." : String.fromCharCode(...bytes.subarray(start, end));
}
function looksLikeCode(bytes, start, value) {
  if (bytes[start] === 48) return bytes[start + 1] >= 48 && bytes[start + 1] <= 57;
  return value > Number.MAX_SAFE_INTEGER;
}
async function readTexts(part, kinds, rowCount, pauser) {
  const { bytes, layout } = part;
  const columnCount = kinds.length;
  const texts = Array.from(kinds, (kind) => kind === NUMBERS ? null : new TextCollector(rowCount));
  if (texts.every((text) => text === null)) return texts;
  const cells2 = new CsvCells(bytes, layout.dataStart, layout.separator);
  let row = 0;
  let j = 0;
  while (cells2.next()) {
    if (cells2.isEmptyLine && columnCount > 1) continue;
    const collector = texts[j];
    if (collector) {
      const text = cellText2(part, cells2, row, layout.names[j]);
      const isMissing2 = cells2.isQuoted ? text === "" : isMissingText(text);
      if (!isMissing2) collector.set(row, text);
      if (!isMissing2 && kinds[j] === CODES && !/^\d+$/.test(text)) texts[j] = null;
    }
    j++;
    if (!cells2.endsRecord) continue;
    j = 0;
    row++;
    if (row % ROWS_PER_PAUSE2 === 0) await pauser.pause();
  }
  return texts;
}
function cellText2(part, cells2, row, name) {
  try {
    return cells2.text();
  } catch {
    throw new InputError(
      `${part.caller}: ${placeOf(part, cells2, row)}, column ${quoted(name)} is not UTF-8 text; save the file with UTF-8 encoding`
    );
  }
}
function checkDecimals(part, cells2, decimal, row, j) {
  const { caller, before } = part;
  const { names, dataStart, separator } = part.layout;
  const text = cells2.text();
  const place = `row ${before.rows + row + 1}, column ${quoted(names[j])}`;
  const mixed = (other) => new InputError(`${caller}: ${place} is ${text}, but ${other}; use either decimal points or decimal commas`);
  if (decimal === COMMA3) throw mixed("the rows above have decimal commas");
  const earlier = new CsvCells(cells2.bytes, dataStart, separator);
  while (earlier.next() && earlier.start < cells2.start) {
    const { bytes, start, end } = earlier;
    if (bytes.subarray(start, end).includes(POINT2) && parseNumber(bytes, start, end) !== null) {
      throw mixed(`line ${before.lines + lineAt(bytes, start)} has ${earlier.text()}`);
    }
  }
  return `${place} is ${text}`;
}
function unevenRow(part, cells2, row, count) {
  const cellsFound = countText(count, "cell");
  const columnsNeeded = countText(part.layout.names.length, "column");
  return new InputError(
    `${part.caller}: ${placeOf(part, cells2, row)} has ${cellsFound}, but the table has ${columnsNeeded}; every row needs the same number of cells (a cell that contains a separator must be in quotes)`
  );
}
function quoteFault(part, cells2, row) {
  const { caller } = part;
  const place = placeOf(part, cells2, row);
  return new InputError(
    cells2.fault === "open quote" ? `${caller}: ${place} opens a quote (") that is never closed` : `${caller}: ${place} has text after a closing quote; a quote inside a quoted cell must be doubled ("")`
  );
}
function placeOf({ before }, { bytes, start }, row) {
  return `row ${before.rows + row + 1} (line ${before.lines + lineAt(bytes, start)})`;
}
function lineAt(bytes, position) {
  return lineCount(bytes.subarray(0, position + 1), 0);
}

// src/load/file-format.ts
init_check();
var FOREIGN_FORMATS = [
  ["\x89HDF\r\n", "an HDF5 file", "save the table as .npy, .csv or Parquet"],
  ["\xD0\xCF\xE0", "an old Excel workbook", "save the sheet as CSV"],
  ["# Created by Octave", "an Octave text file", "save it with save('-v7', file, variables)"],
  ["%PDF", "a PDF document", "save the table as CSV"],
  ["\x89PNG", "a PNG image", "save the table as CSV"],
  ["GIF8", "a GIF image", "save the table as CSV"],
  ["\xFF\xD8\xFF", "a JPEG image", "save the table as CSV"],
  ["ARROW1", "an Arrow or Feather file", "save it as Parquet"],
  ["SQLite format 3", "an SQLite database", "export the table as CSV"],
  ["RDX2\n", "an R workspace", "write the table with write.csv"],
  ["RDX3\n", "an R workspace", "write the table with write.csv"],
  ["X\n\0\0", "an R object", "write the table with write.csv"],
  ["BZh91AY", "bzip2 data", "decompress it, or compress it with gzip"],
  ["\xFD7zXZ", "xz data", "decompress it, or compress it with gzip"],
  ["(\xB5/\xFD", "Zstandard data", "decompress it, or compress it with gzip"],
  ["7z\xBC\xAF", "a 7-Zip archive", "extract it"],
  ["\x80", "a Python pickle", "save the table as .npy, .csv or Parquet"],
  ["\x80", "a Python pickle", "save the table as .npy, .csv or Parquet"],
  ["\x80", "a Python pickle", "save the table as .npy, .csv or Parquet"],
  ["<!DOCTYPE", "a web page", "save the table as CSV"],
  ["<html", "a web page", "save the table as CSV"],
  ["<?xml", "an XML document", "save the table as CSV"],
  ['{"', "JSON", "save the table as CSV"],
  ["[{", "JSON", "save the table as CSV"],
  ["[[", "JSON", "save the table as CSV"]
];
function fileFormat(caller, bytes, name = "") {
  if (bytes.length === 0) throw new InputError(`${caller}: the file is empty; expected a table with a header and rows`);
  const opening = String.fromCharCode(...bytes.subarray(0, 256));
  if (opening.startsWith("\x8B")) return "gzip";
  if (opening.startsWith("PK") || opening.startsWith("PK")) return "zip";
  const isText2 = firstControl(bytes.subarray(0, 256)) < 0;
  if (opening.startsWith("PAR1") && !isText2) return "parquet";
  if (opening.startsWith("PARE") && !isText2) {
    throw new InputError(`${caller}: the Parquet file is encrypted; save it without encryption`);
  }
  if (opening.startsWith("\x93NUMPY")) return "npy";
  if (opening.startsWith("MATLAB 5.0 MAT-file") || isMatHeader(opening)) return "mat";
  if (opening.startsWith("MATLAB 7.3 MAT-file")) {
    throw new InputError(
      `${caller}: MATLAB 7.3 files (HDF5) are not supported; save it with save(file, variables, '-v7')`
    );
  }
  for (const [signature, kind, remedy] of FOREIGN_FORMATS) {
    if (opening.startsWith(signature)) throw new InputError(`${caller}: not a table but ${kind}; ${remedy}`);
  }
  if (/\.mat$/i.test(name)) {
    throw new InputError(`${caller}: not a MATLAB file of version 5 to 7; save it with save(file, variables, '-v7')`);
  }
  checkText(caller, bytes);
  return isArff(bytes, name) ? "arff" : "csv";
}
function isMatHeader(opening) {
  const mark = opening.slice(124, 128);
  return mark === "\0IM" || mark === "\0MI";
}
function checkText(caller, bytes) {
  const at = isUtf16(bytes) ? -1 : firstControl(bytes.subarray(0, 1 << 16));
  if (at < 0) return;
  const shown = bytes[at].toString(16).padStart(2, "0");
  throw new InputError(
    `${caller}: not a table: byte ${at + 1} is 0x${shown}, which is not text; supported formats are CSV, TSV, ARFF (each also as .gz), Parquet, .npy, .npz and .mat`
  );
}
function firstControl(bytes) {
  return bytes.findIndex((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13);
}
function isUtf16(bytes) {
  return bytes[0] === 255 && bytes[1] === 254 || bytes[0] === 254 && bytes[1] === 255;
}
function isArff(bytes, name) {
  if (/\.arff(\.gz)?$/i.test(name)) return true;
  const lines = new TextDecoder().decode(bytes.subarray(0, 1 << 16)).split(/\r\n|\r|\n/);
  const first = lines.map((line) => line.trim()).find((line) => line !== "" && !line.startsWith("%"));
  return first !== void 0 && /^@relation\b/i.test(first);
}

// src/load/mat/mat.ts
init_check();

// src/load/array-variable.ts
init_check();
init_table();
function columnCountOf2({ shape }) {
  return isVector(shape) ? 1 : shape[1];
}
function rowCountOf({ shape }) {
  return isVector(shape) ? lengthOf(shape) : shape[0];
}
function isVector(shape) {
  return shape.length === 1 || shape[0] === 1 || shape[1] === 1;
}
function lengthOf(shape) {
  return shape.reduce((product, size) => product * size, 1);
}
function tableOfArrays(caller, variables, { name, variable }, skipped = []) {
  const notes = skipped.map((each) => `${each} is skipped`);
  const main = variable === void 0 ? chooseMain(caller, variables, skipped, notes) : named(caller, variables, variable, skipped);
  const rowCount = rowCountOf(main);
  const columnCount = columnCountOf2(main);
  if (rowCount === 0 || columnCount === 0) throw new InputError(`${caller}: ${described(main)} is empty`);
  checkTableSize(caller, rowCount, columnCount);
  const columns = [];
  for (let j = 0; j < columnCount; j++)
    columns.push(main.column(j, isVector(main.shape) ? main.name : `${main.name}_${j + 1}`));
  for (const beside of variables) {
    const isWanted = truthRank(beside.name, []) > 0 || looksLikeId(beside.name);
    if (beside === main || !isWanted || !isVector(beside.shape)) continue;
    const length = lengthOf(beside.shape);
    if (length === rowCount) {
      columns.push(beside.column(0, beside.name));
      notes.push(`${described(beside)} is added as a column`);
    } else if (length === columnCount) {
      notes.push(
        `${described(main)} looks transposed: ${described(beside)} has one value per column; samples must be rows`
      );
    }
  }
  return { name: name ?? null, rowCount, columns, notes };
}
function chooseMain(caller, variables, skipped, notes) {
  const matrices = variables.filter((each) => each.kind === "number" && !isVector(each.shape));
  const vectors = variables.filter((each) => isVector(each.shape) && lengthOf(each.shape) > 1);
  const candidates = matrices.length > 0 ? matrices : vectors;
  if (candidates.length === 0) {
    const seen = [...variables.map(described), ...skipped];
    throw new InputError(
      `${caller}: the file contains no table of numbers${seen.length > 0 ? `; it contains ${seen.slice(0, 8).join(", ")}` : ""}`
    );
  }
  if (matrices.length === 0 && vectors.length > 1) {
    throw new InputError(
      `${caller}: the file contains several vectors and no matrix (${shortList(vectors.map((each) => each.name))}); choose one with \`variable\``
    );
  }
  const main = candidates.reduce((best, each) => lengthOf(each.shape) > lengthOf(best.shape) ? each : best);
  const others = variables.filter((each) => each !== main);
  if (others.length > 0) {
    notes.push(
      `${described(main)} is used because it is the largest array; the others are ${others.slice(0, 8).map(described).join(", ")}`
    );
  }
  return main;
}
function named(caller, variables, name, skipped) {
  const variable = variables.find((each) => each.name === name);
  if (variable) return variable;
  const there = [...variables.map(described), ...skipped].slice(0, 12).join(", ");
  throw new InputError(
    `${caller}: \`variable\` must name an array of the file; got ${quoted(name)}, but the file contains ${there}`
  );
}
function described({ name, shape }) {
  return `${quoted(name)} (${shape.length === 1 ? `${shape[0]} values` : shape.join(" x ")})`;
}

// src/load/mat/mat.ts
init_inflate();

// src/load/number-format.ts
var NUMBER_FORMATS = /* @__PURE__ */ new Map([
  ["b1", { size: 1, read: (view, at) => view.getUint8(at) === 0 ? 0 : 1 }],
  ["i1", { size: 1, read: (view, at) => view.getInt8(at) }],
  ["u1", { size: 1, read: (view, at) => view.getUint8(at) }],
  ["i2", { size: 2, read: (view, at, isLittle) => view.getInt16(at, isLittle) }],
  ["u2", { size: 2, read: (view, at, isLittle) => view.getUint16(at, isLittle) }],
  ["i4", { size: 4, read: (view, at, isLittle) => view.getInt32(at, isLittle) }],
  ["u4", { size: 4, read: (view, at, isLittle) => view.getUint32(at, isLittle) }],
  ["i8", { size: 8, read: (view, at, isLittle) => view.getBigInt64(at, isLittle) }],
  ["u8", { size: 8, read: (view, at, isLittle) => view.getBigUint64(at, isLittle) }],
  ["f2", { size: 2, read: (view, at, isLittle) => halfFloat(view.getUint16(at, isLittle)) }],
  ["f4", { size: 4, read: (view, at, isLittle) => view.getFloat32(at, isLittle) }],
  ["f8", { size: 8, read: (view, at, isLittle) => view.getFloat64(at, isLittle) }]
]);
function halfFloat(bits2) {
  const sign = bits2 & 32768 ? -1 : 1;
  const exponent = bits2 >> 10 & 31;
  const fraction = bits2 & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Infinity;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

// src/load/strided-column.ts
init_table();
function stridedNumbers(name, format, place) {
  const { view, first, stride, count, isLittle } = place;
  const numbers = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const value = format.read(view, first + i * stride, isLittle);
    const number2 = Number(value);
    if (typeof value === "bigint" && !Number.isSafeInteger(number2)) return exactIntegers(name, format, place);
    numbers[i] = number2;
  }
  return { name, kind: "number", numbers };
}
function exactIntegers(name, format, { view, first, stride, count, isLittle }) {
  return textColumn(name, count, (i) => String(format.read(view, first + i * stride, isLittle)));
}
function textColumn(name, count, textAt) {
  const collector = new TextCollector(count);
  for (let i = 0; i < count; i++) {
    const text = textAt(i);
    if (!isMissingText(text)) collector.set(i, text);
  }
  return { name, kind: "text", texts: collector.texts, codes: collector.codes };
}

// src/load/mat/mat.ts
init_table();

// src/load/mat/mat-block.ts
init_check();
init_table();
var UTF82 = 16;
var UTF16 = 17;
var UTF32 = 18;
var MatBlock = class {
  constructor(caller, bytes, isLittle) {
    this.caller = caller;
    this.bytes = bytes;
    this.isLittle = isLittle;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  caller;
  bytes;
  isLittle;
  view;
  damaged(what) {
    return new InputError(`${this.caller}: damaged .mat: ${what}`);
  }
  /** The element at an offset. Up to 4 bytes of data may be in the tag itself, next to a 16-bit type and size. */
  element(at, end) {
    if (at + 8 > end) throw this.damaged(`an element should begin at byte ${at + 1}, but the data ends`);
    const word = this.view.getUint32(at, this.isLittle);
    const smallSize = word >>> 16;
    const size = smallSize || this.view.getUint32(at + 4, this.isLittle);
    const start = smallSize ? at + 4 : at + 8;
    if (smallSize > 4) throw this.damaged(`a short element of ${smallSize} bytes at byte ${at + 1}`);
    if (start + size > end) {
      throw this.damaged(`the element at byte ${at + 1} should take ${size} bytes, but ${end - start} are left`);
    }
    const next = smallSize ? at + 8 : Math.min(end, start + Math.ceil(size / 8) * 8);
    return { type: smallSize ? word & 65535 : word, start, end: start + size, next };
  }
  /** What precedes the values of an array: flags, dimensions, name. */
  matrixHeader(matrix) {
    const flags = this.element(matrix.start, matrix.end);
    if (flags.end - flags.start < 4) throw this.damaged("an array without flags");
    const word = this.view.getUint32(flags.start, this.isLittle);
    const classNumber = word & 255;
    const isComplex = (word & 2048) !== 0;
    const dimensions = this.element(flags.next, matrix.end);
    if (classNumber === 17) {
      const name2 = this.latin(dimensions);
      return { name: name2, shape: [1, 1], classNumber, isComplex, dataStart: dimensions.next };
    }
    const shape = [];
    for (let at = dimensions.start; at + 4 <= dimensions.end; at += 4) {
      const size = this.view.getInt32(at, this.isLittle);
      if (size < 0) throw this.damaged(`an array with the size ${size}`);
      shape.push(size);
    }
    const name = this.element(dimensions.next, matrix.end);
    return { name: this.latin(name), shape, classNumber, isComplex, dataStart: name.next };
  }
  latin({ start, end }) {
    let text = "";
    for (let i = start; i < Math.min(end, start + 4096); i++) text += String.fromCharCode(this.bytes[i]);
    return text;
  }
  /** The numbers of the element at an offset. */
  numbers(at, end, storage, name) {
    const element = this.element(at, end);
    const format = storage.get(element.type);
    if (!format) throw this.damaged(`${quoted(name)} is stored in the unknown type ${element.type}`);
    const count = Math.floor((element.end - element.start) / format.size);
    return { format, count, start: element.start, next: element.next };
  }
  /** The characters of the element at an offset. */
  characters(at, end, name) {
    const element = this.element(at, end);
    const bytes = this.bytes.subarray(element.start, element.end);
    const units = (size, read) => Array.from({ length: Math.floor(bytes.length / size) }, (_, i) => {
      const point = read(element.start + i * size);
      return point > 1114111 ? "\uFFFD" : String.fromCodePoint(point);
    });
    if (element.type === UTF82) return Array.from(new TextDecoder().decode(bytes));
    if (element.type === 1 || element.type === 2) return units(1, (offset) => this.view.getUint8(offset));
    if (element.type === UTF16 || element.type === 4)
      return units(2, (offset) => this.view.getUint16(offset, this.isLittle));
    if (element.type === UTF32) return units(4, (offset) => this.view.getUint32(offset, this.isLittle));
    throw this.damaged(`the characters of ${quoted(name)} have the unknown type ${element.type}`);
  }
};

// src/load/mat/mat.ts
var MATRIX = 14;
var COMPRESSED = 15;
var NUMBER_CLASSES = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
var CELL = 1;
var CHAR = 4;
var SPARSE = 5;
var CLASS_NAMES = /* @__PURE__ */ new Map([
  [CELL, "a cell array"],
  [2, "a struct"],
  [3, "an object"],
  [16, "a function handle"],
  [17, "an object (string, table or categorical)"]
]);
var STORAGE = new Map(
  Object.entries({ 1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8" }).map(
    ([type, format]) => [Number(type), NUMBER_FORMATS.get(format)]
  )
);
async function readMat(bytes, options = {}) {
  const caller = options.name ?? "readTable";
  if (bytes.length < 136) throw new InputError(`${caller}: damaged .mat: the file is cut short`);
  const isLittle = bytes[126] === 73;
  const variables = [];
  const skipped = [];
  let room = decompressedLimitInMemory(bytes.length);
  const file = new MatBlock(caller, bytes, isLittle);
  for (let at = 128; at < bytes.length; ) {
    const element = file.element(at, bytes.length);
    at = element.type === COMPRESSED ? element.end : element.next;
    let block = file;
    let matrix = element;
    if (element.type === COMPRESSED) {
      const compressed = bytes.subarray(element.start, element.end);
      const content = await inflate(caller, "zlib", compressed, { limit: room, signal: options.signal });
      room -= content.length;
      block = new MatBlock(caller, content, isLittle);
      matrix = block.element(0, content.length);
    }
    if (matrix.type !== MATRIX) continue;
    const { name, variable, why } = readVariable(block, matrix);
    if (name === "") continue;
    if (variable) variables.push(variable);
    else skipped.push(`${quoted(name)} (${why})`);
  }
  return tableOfArrays(caller, variables, options, skipped);
}
function readVariable(block, matrix) {
  const header = block.matrixHeader(matrix);
  const { name, shape, classNumber, isComplex } = header;
  if (shape.length !== 2) return { name, why: `${shape.length} dimensions` };
  if (isComplex) return { name, why: "complex numbers" };
  const read = READERS.get(classNumber);
  if (!read) return { name, why: CLASS_NAMES.get(classNumber) ?? `class ${classNumber}` };
  try {
    const variable = read(block, header, matrix.end);
    return variable ? { name, variable } : { name, why: CLASS_NAMES.get(classNumber) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { name, why: error.message.replace(`${block.caller}: `, "") };
  }
}
function readNumbers2(block, { name, shape, dataStart: at }, end) {
  const [rowCount, columnCount] = shape;
  const values = block.numbers(at, end, STORAGE, name);
  if (values.count !== rowCount * columnCount) {
    throw block.damaged(`${quoted(name)} is ${rowCount} x ${columnCount}, but has ${values.count} values`);
  }
  const variable = {
    name,
    shape,
    kind: "number",
    column: (j, columnName) => stridedNumbers(columnName, values.format, {
      view: block.view,
      first: values.start + j * rowCount * values.format.size,
      stride: values.format.size,
      count: rowCountOf(variable),
      isLittle: block.isLittle
    })
  };
  return variable;
}
function readSparse(block, { name, shape, dataStart: at }, end) {
  const [rowCount, columnCount] = shape;
  checkTableSize(block.caller, rowCount, columnCount);
  const rows = block.numbers(at, end, STORAGE, name);
  const begins = block.numbers(rows.next, end, STORAGE, name);
  const values = block.numbers(begins.next, end, STORAGE, name);
  const numberAt = ({ start, format }, i) => Number(format.read(block.view, start + i * format.size, block.isLittle));
  const invalid = (what) => block.damaged(`the sparse matrix ${quoted(name)} ${what}`);
  if (begins.count !== columnCount + 1) throw invalid(`has ${columnCount} columns, but ${begins.count} column starts`);
  const entryCount = numberAt(begins, columnCount);
  for (let j = 0; j < columnCount; j++) {
    if (numberAt(begins, j) < 0 || numberAt(begins, j) > numberAt(begins, j + 1))
      throw invalid(`has an invalid start of column ${j + 2}`);
  }
  if (entryCount > rows.count || entryCount > values.count) {
    throw invalid(`should have ${entryCount} entries, but has ${Math.min(rows.count, values.count)}`);
  }
  for (let e = 0; e < entryCount; e++) {
    const row = numberAt(rows, e);
    if (!(row >= 0 && row < rowCount)) throw invalid(`has an entry in row ${row + 1} of ${rowCount}`);
  }
  const isRow = rowCount === 1 && columnCount > 1;
  return {
    name,
    shape,
    kind: "number",
    column: (j, columnName) => {
      const numbers = new Float64Array(isRow ? columnCount : rowCount);
      for (let column = isRow ? 0 : j; column <= (isRow ? columnCount - 1 : j); column++) {
        for (let e = numberAt(begins, column); e < numberAt(begins, column + 1); e++) {
          numbers[isRow ? column : numberAt(rows, e)] = numberAt(values, e);
        }
      }
      return { name: columnName, kind: "number", numbers };
    }
  };
}
function readChars(block, { name, shape, dataStart: at }, end) {
  const texts = charRows(block, at, end, name, shape);
  return textVector(name, texts);
}
function charRows(block, at, end, name, shape) {
  const [rowCount, columnCount] = shape;
  if (rowCount * columnCount === 0) return [];
  const characters = block.characters(at, end, name);
  if (characters.length !== rowCount * columnCount) {
    throw block.damaged(`${quoted(name)} is ${rowCount} x ${columnCount} characters, but has ${characters.length}`);
  }
  return Array.from({ length: rowCount }, (_, i) => {
    let text = "";
    for (let j = 0; j < columnCount; j++) text += characters[j * rowCount + i];
    return text.trimEnd();
  });
}
function readCells(block, { name, shape, dataStart: at }, end) {
  const count = shape[0] * shape[1];
  if (!isVector(shape)) return null;
  if (count * 8 > end - at) throw block.damaged(`${quoted(name)} should have ${count} cells, but ends earlier`);
  const texts = [];
  let next = at;
  for (let c = 0; c < count; c++) {
    const element = block.element(next, end);
    next = element.next;
    if (element.type !== MATRIX) return null;
    if (element.end === element.start) {
      texts.push("");
      continue;
    }
    const cell = block.matrixHeader(element);
    if (cell.classNumber !== CHAR || cell.shape.length !== 2 || cell.shape[0] > 1) {
      if (!cell.shape.includes(0)) return null;
      texts.push("");
    } else texts.push(charRows(block, cell.dataStart, element.end, name, cell.shape)[0] ?? "");
  }
  return textVector(name, texts);
}
function textVector(name, texts) {
  return {
    name,
    shape: [texts.length],
    kind: "text",
    column: (_, columnName) => textColumn(columnName, texts.length, (i) => texts[i])
  };
}
var READERS = new Map([
  [CELL, readCells],
  [CHAR, readChars],
  [SPARSE, readSparse],
  ...NUMBER_CLASSES.map((classNumber) => [classNumber, readNumbers2])
]);

// src/load/npy/npy.ts
init_check();
init_table();
function readNpy(bytes, options = {}) {
  const caller = options.name ?? "readTable";
  const header = npyHeader(caller, bytes);
  if (header.isStructured) return readRecords(bytes, header, options.name ?? null);
  return arrayTable(options.name ?? null, npyVariable(caller, bytes, "column", header));
}
function arrayTable(name, variable) {
  const columns = [];
  for (let j = 0; j < columnCountOf2(variable); j++) columns.push(variable.column(j, `column${j + 1}`));
  return { name, rowCount: rowCountOf(variable), columns, notes: [] };
}
function npyVariable(caller, bytes, name, header = npyHeader(caller, bytes)) {
  const { fields, shape, dataStart, itemSize, isFortran } = header;
  const [{ type } = { type: null }] = fields;
  if (header.isStructured || type === null)
    throw new InputError(`${caller}: ${quoted(name)} is an array of records; save its fields as arrays`);
  const view = viewOf(bytes);
  const [rowCount = 1, columnCount = 1] = shape;
  const variable = {
    name,
    shape,
    kind: isText(type) ? "text" : "number",
    column(j, columnName) {
      const count = rowCountOf(variable);
      const isRow = shape.length === 2 && rowCount === 1;
      const stride = isFortran || isRow ? itemSize : columnCount * itemSize;
      const first = dataStart + j * itemSize * (isFortran ? rowCount : 1);
      return cells(columnName, type, { view, first, stride, count, isLittle: type.isLittle });
    }
  };
  return variable;
}
function readRecords(bytes, header, name) {
  const { fields, shape, dataStart, itemSize } = header;
  const view = viewOf(bytes);
  const columns = [];
  let offset = dataStart;
  for (const field of fields) {
    const place = { view, first: offset, stride: itemSize, count: shape[0], isLittle: field.type.isLittle };
    if (field.name !== "") columns.push(cells(field.name, field.type, place));
    offset += field.type.size;
  }
  return { name, rowCount: shape[0], columns, notes: [] };
}
function viewOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
function isText({ format }) {
  return format === "U" || format === "S";
}
function cells(name, type, place) {
  if (!isText(type)) return stridedNumbers(name, NUMBER_FORMATS.get(type.format), place);
  const textAt = type.format === "U" ? unicodeText : byteText;
  return textColumn(name, place.count, (i) => textAt(place, place.first + i * place.stride, type.size));
}
function unicodeText({ view, isLittle }, at, size) {
  let text = "";
  for (let i = at; i < at + size; i += 4) {
    const point = view.getUint32(i, isLittle);
    if (point === 0) break;
    text += point > 1114111 ? "\uFFFD" : String.fromCodePoint(point);
  }
  return text;
}
function byteText({ view }, at, size) {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, size);
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}
function npyHeader(caller, bytes, fileSize = bytes.length) {
  const damaged2 = (what) => new InputError(`${caller}: damaged .npy: ${what}`);
  const view = viewOf(bytes);
  const major = bytes[6];
  if (bytes.length < 12) throw damaged2("the file is cut short");
  if (major !== 1 && major !== 2 && major !== 3) throw damaged2(`version must be 1, 2 or 3; got ${major}`);
  const headerStart = major === 1 ? 10 : 12;
  const headerSize = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  const dataStart = headerStart + headerSize;
  if (dataStart > bytes.length) throw damaged2(`the header should have ${headerSize} bytes, but the file ends earlier`);
  if (headerSize > 1 << 20) throw damaged2(`a header of ${headerSize} bytes`);
  const text = new TextDecoder().decode(bytes.subarray(headerStart, dataStart));
  const order = /'fortran_order'\s*:\s*(True|False)/.exec(text)?.[1];
  const shapeText = /'shape'\s*:\s*\(([^)]*)\)/.exec(text)?.[1];
  if (order === void 0 || shapeText === void 0) throw damaged2("the header has no fortran_order or no shape");
  if (!/^(\s*\d+\s*,?)*\s*$/.test(shapeText))
    throw damaged2(`every size in the shape must be at least 0; got (${shapeText})`);
  const shape = (shapeText.match(/\d+/g) ?? []).map(Number);
  const { fields, isStructured } = npyFields(caller, text);
  const itemSize = fields.reduce((sum2, { type }) => sum2 + type.size, 0);
  if (shape.length === 0 || shape.length > 2 || isStructured && shape.length > 1) {
    throw new InputError(`${caller}: the array must be a vector or a matrix; its shape is (${shape.join(", ")})`);
  }
  const [rowCount = 0, columnCount = isStructured ? fields.length : 1] = shape;
  if (rowCount * columnCount === 0)
    throw new InputError(`${caller}: the array is empty; its shape is (${shape.join(", ")})`);
  checkTableSize(caller, rowCount, columnCount);
  const elementCount = shape.reduce((product, size) => product * size, 1);
  if (dataStart + elementCount * itemSize > fileSize) {
    const there = fileSize - dataStart;
    const rows = isStructured || shape.length === 1 || order === "False" ? Math.floor(there / elementCount / itemSize * rowCount) : 0;
    const cut = rows > 0 ? ` and is cut short in row ${rows + 1}` : "";
    throw damaged2(
      `shape (${shape.join(", ")}) needs ${elementCount * itemSize} bytes of values, but the file has ${there}${cut}`
    );
  }
  return { fields, isStructured, isFortran: order === "True" && shape.length === 2, shape, dataStart, itemSize };
}
function npyFields(caller, header) {
  const plain = /'descr'\s*:\s*'([^']*)'/.exec(header)?.[1];
  if (plain !== void 0) return { fields: [{ name: "", type: npyType(caller, plain) }], isStructured: false };
  const list = /'descr'\s*:\s*\[(.*)\]/s.exec(header)?.[1];
  const entry = /\(\s*'([^']*)'\s*,\s*'([^']*)'\s*\)\s*,?\s*/g;
  if (list === void 0 || list.replace(entry, "").trim() !== "") {
    throw new InputError(`${caller}: damaged .npy, or records inside records: the header is ${quoted(header.trim())}`);
  }
  const fields = [...list.matchAll(entry)].map(([, name, descr]) => ({ name, type: npyType(caller, descr) }));
  return { fields, isStructured: true };
}
var REFUSED = [
  ["O", "Python objects (pickled code, which is never run)"],
  ["c", "complex numbers"],
  ["M", "dates"],
  ["m", "time spans"]
];
function npyType(caller, descr) {
  const [, order, letter, digits] = /^([<>=|]?)([a-zA-Z?])(\d*)/.exec(descr) ?? [];
  const isLittle = order !== ">";
  const size = Number(digits);
  if (letter === "U") return { size: size * 4, format: "U", isLittle };
  if (letter === "S" || letter === "a") return { size, format: "S", isLittle };
  if (letter === "V") return { size, format: "S", isLittle };
  const format = letter === "?" ? "b1" : `${letter}${digits}`;
  if (NUMBER_FORMATS.has(format)) return { size: NUMBER_FORMATS.get(format).size, format, isLittle };
  const kind = REFUSED.find(([refused]) => refused === letter)?.[1] ?? "values of an unknown type";
  throw new InputError(
    `${caller}: the array contains ${kind} (${descr}); save it as numbers, for example with array.astype(float)`
  );
}

// src/load/npy/npz.ts
init_check();
init_inflate();

// src/load/compressed/zip.ts
init_check();
init_checksum();
init_inflate();
var END_OF_DIRECTORY = 101010256;
var DIRECTORY_ENTRY = 33639248;
var LOCAL_HEADER = 67324752;
var FULL = 4294967295;
function zipEntries(caller, bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const damaged2 = (what) => new InputError(`${caller}: the zip archive is damaged or cut short (${what})`);
  let end = bytes.length - 22;
  const searchEnd = Math.max(0, end - 65535);
  while (end >= searchEnd && view.getUint32(end, true) !== END_OF_DIRECTORY) end--;
  if (end < searchEnd) throw damaged2("it has no directory");
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const entries2 = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw damaged2(`entry ${i + 1} of its directory`);
    const nameSize = view.getUint16(at + 28, true);
    const compressedSize = view.getUint32(at + 20, true);
    const size = view.getUint32(at + 24, true);
    const headerAt = view.getUint32(at + 42, true);
    if (compressedSize === FULL || size === FULL || headerAt === FULL) {
      throw new InputError(
        `${caller}: zip archives with files larger than 4 GiB are not supported; extract the file first`
      );
    }
    entries2.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameSize)),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      compressedSize,
      size,
      headerAt
    });
    at += 46 + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries2;
}
async function unzip(caller, bytes, entry, signal) {
  const damaged2 = (what) => new InputError(`${caller}: ${JSON.stringify(entry.name)} in the zip archive ${what}`);
  const { headerAt, compressedSize, size, method, crc } = entry;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (headerAt + 30 > bytes.length || view.getUint32(headerAt, true) !== LOCAL_HEADER)
    throw damaged2("is not at the position that the directory says");
  const start = headerAt + 30 + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true);
  if (start + compressedSize > bytes.length) throw damaged2("is cut short");
  const compressed = bytes.subarray(start, start + compressedSize);
  if (method === 0) {
    if (size !== compressedSize || crc32(compressed) !== crc) throw damaged2("is damaged");
    return compressed;
  }
  if (method !== 8) throw damaged2(`is compressed with method ${method}; only deflate is supported`);
  const content = await inflate(caller, "deflate", compressed, { limit: size, crc, signal });
  if (content.length !== size) throw damaged2(`should have ${size} bytes, but has ${content.length}`);
  return content;
}

// src/load/npy/npz.ts
init_table();
async function readNpz(bytes, options = {}) {
  const caller = options.name ?? "readTable";
  const variables = [];
  const skipped = [];
  for (const entry of arrayEntries(caller, bytes)) {
    const name = entry.name.replace(/\.npy$/, "");
    const content = await unzip(caller, bytes, entry, options.signal);
    try {
      variables.push(npyVariable(caller, content, name));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      skipped.push(`${quoted(name)} (${error.message.replace(`${caller}: `, "")})`);
    }
  }
  return tableOfArrays(caller, variables, options, skipped);
}
function arrayEntries(caller, bytes) {
  const entries2 = zipEntries(caller, bytes);
  const names = entries2.map((entry) => entry.name);
  if (names.includes("[Content_Types].xml")) {
    throw new InputError(`${caller}: not a table but an Excel workbook; save the sheet as CSV`);
  }
  const arrays = entries2.filter((entry) => entry.name.endsWith(".npy"));
  if (arrays.length === 0) {
    throw new InputError(
      `${caller}: the zip archive contains no .npy file (${names.length === 0 ? "it is empty" : `found ${shortList(names)}`}); extract the table first`
    );
  }
  const size = arrays.reduce((sum2, entry) => sum2 + entry.size, 0);
  const limit = decompressedLimitInMemory(bytes.length);
  if (size > limit) {
    throw new InputError(
      `${caller}: the archive of ${bytes.length} bytes decompresses to ${size}, more than ${limit}; if this is intended, extract the file first`
    );
  }
  return arrays;
}

// src/load/read-table.ts
var OPTIONS3 = {
  name: true,
  variable: true,
  header: true,
  signal: true
};
async function readTable(input, options = {}) {
  checkOptionNames("readTable", options, Object.keys(OPTIONS3));
  const caller = options.name ?? "readTable";
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  if (!(bytes instanceof Uint8Array)) {
    throw new InputError(`${caller}: input must be a string or a Uint8Array; got ${input}`);
  }
  let content = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format = fileFormat(caller, content, options.name);
  if (format === "gzip") {
    content = await inflate(caller, "gzip", content, { signal: options.signal });
    format = fileFormat(caller, content, options.name);
    if (format === "gzip")
      throw new InputError(`${caller}: gzip inside gzip is not supported; decompress the file first`);
  }
  switch (format) {
    case "csv":
      return await readText(caller, content, options);
    case "arff":
      return await readArff(content, options);
    case "npy":
      return readNpy(content, options);
    case "zip":
      return await readNpz(content, options);
    case "mat":
      return await readMat(content, options);
    case "parquet": {
      const { readParquet: readParquet2 } = await Promise.resolve().then(() => (init_parquet(), parquet_exports));
      return await readParquet2(content, options);
    }
  }
}
async function readText(caller, bytes, options) {
  if (!isUtf16(bytes)) return await readCsv(bytes, options);
  const encoding = bytes[0] === 255 ? "utf-16le" : "utf-16be";
  let text;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${caller}: the file starts like UTF-16 text but is not; save it with UTF-8 encoding`);
  }
  const table = await readCsv(new TextEncoder().encode(text), options);
  return { ...table, notes: ["the file is UTF-16 text", ...table.notes] };
}

// src/sample/shapes.ts
init_check();
init_gaussian();
init_random();
var SHAPES = ["blobs", "rings", "moons", "anisotropic", "noise"];
var OPTIONS4 = {
  sampleCount: true,
  seed: true,
  clusterCount: true,
  featureCount: true,
  spread: true
};
var DEFAULTS8 = { sampleCount: 300, seed: 1, clusterCount: 3, featureCount: 2 };
function sampleShape(shape, options = {}) {
  const caller = "sampleShape";
  checkOneOf(caller, "shape", shape, SHAPES);
  checkOptionNames(caller, options, Object.keys(OPTIONS4));
  const { sampleCount: n = DEFAULTS8.sampleCount, seed = DEFAULTS8.seed, spread = DRAWERS[shape].spread } = options;
  const k = fixedOr(options, "clusterCount", DRAWERS[shape].clusterCount, shape);
  const d = fixedOr(options, "featureCount", DRAWERS[shape].featureCount, shape);
  checkInteger(caller, "sampleCount", n, 1, 1e7);
  checkInteger(caller, "clusterCount", k, 1, n);
  checkInteger(caller, "featureCount", d, shape === "anisotropic" ? 2 : 1, 1e5);
  checkSeed(caller, seed);
  if (!(spread >= 0 && Number.isFinite(spread))) {
    throw new InputError(`${caller}: spread must be a number of at least 0; got ${spread}`);
  }
  const random = randomFor(seed, SHAPES.indexOf(shape));
  const draw = DRAWERS[shape].create(k, d, spread, random);
  const values = new Float64Array(n * d);
  const truth = Int32Array.from({ length: n }, (_, i) => i % k);
  for (let i = 0; i < n; i++) draw(truth[i], values, i * d);
  return { sampleCount: n, featureCount: d, values, truth };
}
var DRAWERS = {
  blobs: { spread: 0.6, create: blobs },
  rings: {
    featureCount: 2,
    spread: 0.1,
    create: (_k, _d, spread, random) => (c, out, at) => {
      const [x, y] = drawDirection(random);
      out[at] = (c + 1) * x + spread * drawGaussian(random);
      out[at + 1] = (c + 1) * y + spread * drawGaussian(random);
    }
  },
  moons: {
    clusterCount: 2,
    featureCount: 2,
    spread: 0.08,
    create: (_k, _d, spread, random) => (c, out, at) => {
      const [x, y] = drawDirection(random);
      const up = Math.abs(y);
      out[at] = (c === 0 ? x : 1 - x) + spread * drawGaussian(random);
      out[at + 1] = (c === 0 ? up : 0.5 - up) + spread * drawGaussian(random);
    }
  },
  anisotropic: {
    spread: 0.6,
    create: (k, d, spread, random) => {
      const draw = blobs(k, d, spread, random);
      return (c, out, at) => {
        draw(c, out, at);
        const x = out[at];
        const y = out[at + 1];
        out[at] = 0.6 * x - 0.6 * y;
        out[at + 1] = -0.4 * x + 0.8 * y;
      };
    }
  },
  noise: {
    clusterCount: 1,
    spread: 0,
    create: (_k, d, spread, random) => (_c, out, at) => {
      for (let j = 0; j < d; j++) out[at + j] = 4 * random() - 2 + spread * drawGaussian(random);
    }
  }
};
function blobs(k, d, spread, random) {
  const centres = drawCentres(k, d, random);
  return (c, out, at) => {
    for (let j = 0; j < d; j++) out[at + j] = centres[c][j] + spread * drawGaussian(random);
  };
}
var CENTRE_DISTANCE = 4;
function drawCentres(k, d, random) {
  const centres = [];
  let side = 2 * CENTRE_DISTANCE;
  while (centres.length < k) {
    const centre = Array.from({ length: d }, () => (random() - 0.5) * side);
    const apart = (other) => centre.reduce((sum2, x, j) => sum2 + (x - other[j]) ** 2, 0) >= CENTRE_DISTANCE ** 2;
    if (centres.every(apart)) centres.push(centre);
    else side *= 1.02;
  }
  return centres;
}
function drawDirection(random) {
  for (; ; ) {
    const x = 2 * random() - 1;
    const y = 2 * random() - 1;
    const square = x * x + y * y;
    if (square > 0.01 && square < 1) return [x / Math.sqrt(square), y / Math.sqrt(square)];
  }
}
function fixedOr(options, name, fixed, shape) {
  const value = options[name];
  if (fixed === void 0) return value ?? DEFAULTS8[name];
  if (value === void 0 || value === fixed) return fixed;
  throw new InputError(`sampleShape: ${name} must be ${fixed} for ${shape}; got ${value}`);
}

// .x/e.ts
init_random();
init_subset();
var MOST2 = 1e3;
async function one(name, data, k, truth, tag = "") {
  const n = data.sampleCount;
  const ens = await buildEnsemble({ sampleCount: n, featureCount: data.featureCount, values: data.values }, { seed: 1 });
  const t0 = process.cpuUsage();
  const res = await consensus(ens, { clusterCount: k });
  const c1 = process.cpuUsage(t0).user / 1e3;
  const samples = drawSubset(n, Math.min(n, MOST2), randomFor(1, 5));
  const half = (odd) => {
    const ts = ens.labelings.map((_, t) => t).filter((t) => t % 2 === odd);
    const ls = ts.map((t) => Int32Array.from(samples, (i) => ens.labelings[t][i]));
    return ls;
  };
  const t1 = process.cpuUsage();
  const a = await consensus(half(0), { clusterCount: Math.min(k, samples.length) }), b = await consensus(half(1), { clusterCount: k });
  const c2 = process.cpuUsage(t1).user / 1e3;
  const ari = adjustedRandIndex(a.labels, b.labels);
  const t2 = process.cpuUsage();
  const adopt = (ls) => ({ sampleCount: samples.length, labelings: ls.map((l) => {
    const m = /* @__PURE__ */ new Map();
    return l.map((x) => {
      if (!m.has(x)) m.set(x, m.size);
      return m.get(x);
    });
  }), clusterCounts: ls.map((l) => new Set(l).size), names: ls.map(() => "x") });
  const [pa] = await partitionsOf(adopt(half(0)), [k], { seed: 1 });
  const [pb] = await partitionsOf(adopt(half(1)), [k], { seed: 1 });
  const c3 = process.cpuUsage(t2).user / 1e3;
  const ov = res.embedding ? clusterOverlap(unitRows(res.embedding), res.labels).worst : NaN;
  const [pw] = await partitionsOf(adopt(ens.labelings.map((l) => Int32Array.from(samples, (i) => l[i]))), [k], { seed: 1 });
  const mc = res.confidence.reduce((x, y) => x + y, 0) / n;
  console.log(`${tag}${name} n${n} k${k} ari ${truth ? evaluate(res.labels, truth).ari.toFixed(2) : "-"} conf ${mc.toFixed(2)} halves ${ari.toFixed(2)} part ${adjustedRandIndex(pa.labels, pb.labels).toFixed(2)} overlap ${ov.toFixed(3)} pov ${pa.overlap.worst.toFixed(3)} ${pb.overlap.worst.toFixed(3)} ${pw.overlap.worst.toFixed(3)} | ms cons ${c1.toFixed(0)} halves ${c2.toFixed(0)} part ${c3.toFixed(0)}`);
  return ov;
}
for (const s of ["blobs", "rings", "moons", "anisotropic", "noise"]) for (const k of [2, 3, 5]) {
  try {
    const d = sampleShape(s, { sampleCount: 400, clusterCount: s === "noise" ? 1 : k });
    await one(s, d, k, s === "noise" ? null : d.truth);
  } catch (e) {
    console.log(s, k, e.message);
  }
}
var dir = "/work/shared/suite/";
for (const f of readdirSync(dir).filter((f2) => /\.csv\.gz$/.test(f2))) {
  const text = gunzipSync(readFileSync(dir + f)).toString();
  const hd = text.slice(0, text.indexOf("\n")).split(",");
  const t = await readTable(gunzipSync(readFileSync(dir + f)), { name: f.replace(".gz", "") });
  let d;
  try {
    d = toDataset(t, { truth: "label0", columns: hd.filter((h) => /^x/.test(h)), scale: /real|uci/.test(f) ? "standard" : "none" });
  } catch (e) {
    console.log(f, e.message);
    continue;
  }
  if (d.sampleCount > 4e3) continue;
  if (!d.truth) {
    console.log(f, "no truth");
    continue;
  }
  const k = new Set(d.truth).size;
  await one(f, d, k, d.truth);
  const size = Math.min(600, d.sampleCount);
  const some = samplesAt(d, drawSubset(d.sampleCount, size, randomFor(3, 0)));
  const dr = nullDrawers(some);
  await one("  null", dr.gaussian(randomFor(9, 1)), k, null);
  if (dr.uniform) await one("  nullU", dr.uniform(randomFor(9, 1)), k, null);
}
/*! Bundled license information:

munkres/dist/munkres.mjs:
  (*!
   * munkres
   * https://github.com/havelessbemore/munkres
   *
   * MIT License
   *
   * Copyright (C) 2024-2024 Michael Rojas <dev.michael.rojas@gmail.com> (https://github.com/havelessbemore)
   *
   * Permission is hereby granted, free of charge, to any person obtaining a copy
   * of this software and associated documentation files (the "Software"), to deal
   * in the Software without restriction, including without limitation the rights
   * to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
   * copies of the Software, and to permit persons to whom the Software is
   * furnished to do so, subject to the following conditions:
   *
   * The above copyright notice and this permission notice shall be included in all
   * copies or substantial portions of the Software.
   *
   * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
   * IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
   * FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
   * AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
   * LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
   * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
   * SOFTWARE.
   *)
*/
