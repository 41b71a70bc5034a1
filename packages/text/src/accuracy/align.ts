/**
 * One edit of those that turn one side into the other. `a` and `b` are positions. An insertion has no position in
 * `a`.
 */
export type Step =
  | { op: 'match' | 'substitute'; a: number; b: number }
  | { op: 'delete'; a: number; b: undefined }
  | { op: 'insert'; a: undefined; b: number };

/** The maximum number of cells for tracing a path; beyond it, the texts are split in half. */
const MAX_CELLS = 1 << 23;
const FIRST_BAND = 16;
/**
 * Of two paths with equally many errors, the one with fewer substitutions costs slightly less, because it
 * matches more words.
 */
const [ERROR, SUBSTITUTION] = [2 ** 24, 2 ** 24 + 1] as const;
const NEVER = Number.POSITIVE_INFINITY;
const [DIAGONAL, UP, LEFT] = [0, 1, 2] as const;

/** Text beyond twice the other side's length plus this number counts as inserted. */
const SPARE = 1_000;

/**
 * The shortest edit path from `a` to `b`, with a cost of one for each insertion, deletion and substitution.
 * Time grows with length times distance; memory is bounded for texts of any length. If `b` is many times as
 * long as `a`, only its beginning is compared, and the rest is inserted.
 */
export function align(a: readonly string[], b: readonly string[]): Step[] {
  const most = 2 * a.length + SPARE;
  const [left, right] = interned(a, b.slice(0, most));
  const steps: Step[] = [];
  solve(
    { a: left, b: right, cells: createCells() },
    { a0: 0, a1: left.length, b0: 0, b1: right.length },
    steps,
  );
  for (let at = most; at < b.length; at++) steps.push({ op: 'insert', a: undefined, b: at });
  return steps;
}

/** The number of steps that are not matches. */
export function distanceOf(steps: readonly Step[]): number {
  return steps.reduce((sum, { op }) => sum + Number(op !== 'match'), 0);
}

/** Numbers compare faster than words. */
function interned(a: readonly string[], b: readonly string[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>();
  const numberOf = (key: string): number => {
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
  return [Int32Array.from(a, numberOf), Int32Array.from(b, numberOf)];
}

interface Sides {
  a: Int32Array;
  b: Int32Array;
  /** One shared buffer for all tables of a path. */
  cells: (size: number) => Uint8Array;
}

function createCells(): Sides['cells'] {
  let kept = new Uint8Array(0);
  return (size) => {
    if (kept.length < size) kept = new Uint8Array(Math.min(MAX_CELLS, 2 * size));
    return kept;
  };
}

/** From `a0` to `a1` (exclusive) on one side, and the same on the other. */
interface Part {
  a0: number;
  a1: number;
  b0: number;
  b1: number;
  /** The edit distance, if it is already known. */
  distance?: number;
}

function solve(sides: Sides, part: Part, steps: Step[]): void {
  const { a, b } = sides;
  let { a0, a1, b0, b1 } = part;
  while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) steps.push({ op: 'match', a: a0++, b: b0++ });
  let same = 0;
  while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) {
    a1 -= 1;
    b1 -= 1;
    same += 1;
  }
  const inner = { ...part, a0, a1, b0, b1 };
  const way = traced(sides, inner);
  if (way) for (const step of way) steps.push(step);
  else halve(sides, inner, steps);
  for (let at = 0; at < same; at++) steps.push({ op: 'match', a: a1 + at, b: b1 + at });
}

/** Tries wider and wider bands around the diagonal; undefined if even the widest is too narrow. */
function traced(sides: Sides, part: Part): Step[] | undefined {
  const [rows, columns] = [part.a1 - part.a0, part.b1 - part.b0];
  const longest = Math.max(rows, columns);
  for (let band = part.distance ?? Math.abs(rows - columns) + FIRST_BAND; ; band *= 2) {
    const width = Math.min(band, longest);
    if ((rows + 1) * (2 * width + 1) > MAX_CELLS) return undefined;
    const way = bandWay(sides, part, width);
    if (way) return way;
  }
}

const errorsOf = (cost: number): number => Math.floor(cost / ERROR);

/** The shortest path within the band; undefined if a path outside may be shorter. */
function bandWay(sides: Sides, { a0, a1, b0, b1 }: Part, band: number): Step[] | undefined {
  const { a, b } = sides;
  const [rows, columns, width] = [a1 - a0, b1 - b0, 2 * band + 1];
  const from = sides.cells((rows + 1) * width);
  let above = new Float64Array(width + 1).fill(NEVER);
  let row = new Float64Array(width + 1).fill(NEVER);
  for (let i = 0; i <= rows; i++) {
    row.fill(NEVER);
    const last = Math.min(columns, i + band);
    for (let j = Math.max(0, i - band); j <= last; j++) {
      const k = j - i + band;
      const isSame = i > 0 && j > 0 && a[a0 + i - 1] === b[b0 + j - 1];
      let best = i > 0 && j > 0 ? (above[k] ?? NEVER) + (isSame ? 0 : SUBSTITUTION) : i + j === 0 ? 0 : NEVER;
      let way: number = DIAGONAL;
      const up = i > 0 ? (above[k + 1] ?? NEVER) + ERROR : NEVER;
      if (up < best) [best, way] = [up, UP];
      const left = j > 0 && k > 0 ? (row[k - 1] ?? NEVER) + ERROR : NEVER;
      if (left < best) [best, way] = [left, LEFT];
      row[k] = best;
      from[i * width + k] = way;
    }
    [above, row] = [row, above];
  }
  const distance = errorsOf(above[columns - rows + band] ?? NEVER);
  if (distance > band && band < Math.max(rows, columns)) return undefined;
  return wayBack(sides, { a0, a1, b0, b1 }, { from, band });
}

function wayBack({ a, b }: Sides, part: Part, { from, band }: { from: Uint8Array; band: number }): Step[] {
  const steps: Step[] = [];
  const width = 2 * band + 1;
  let [i, j] = [part.a1 - part.a0, part.b1 - part.b0];
  while (i > 0 || j > 0) {
    const way = from[i * width + (j - i + band)];
    if (way !== LEFT) i -= 1;
    if (way !== UP) j -= 1;
    const [at, bt] = [part.a0 + i, part.b0 + j];
    if (way === UP) steps.push({ op: 'delete', a: at, b: undefined });
    else if (way === LEFT) steps.push({ op: 'insert', a: undefined, b: bt });
    else steps.push({ op: a[at] === b[bt] ? 'match' : 'substitute', a: at, b: bt });
  }
  return steps.reverse();
}

/** This many cells take some seconds, during which a worker is blocked. */
const MAX_WORK = 250_000_000;

/** The texts are so long and different that comparing them would block everything else. */
export class TextsTooFarApart extends Error {}

/** Hirschberg's algorithm: finds where the path crosses the middle row, without storing the other rows. */
function halve(sides: Sides, { a0, a1, b0, b1 }: Part, steps: Step[]): void {
  if ((a1 - a0) * (b1 - b0) > MAX_WORK) throw new TextsTooFarApart();
  const middle = (a0 + a1) >> 1;
  const down = lastRow(sides, { a0, a1: middle, b0, b1 }, false);
  const up = lastRow(sides, { a0: middle, a1, b0, b1 }, true);
  let [best, cut] = [Number.POSITIVE_INFINITY, b0];
  for (let j = 0; j <= b1 - b0; j++) {
    const cost = (down[j] ?? 0) + (up[b1 - b0 - j] ?? 0);
    if (cost < best) [best, cut] = [cost, b0 + j];
  }
  solve(sides, { a0, a1: middle, b0, b1: cut, distance: errorsOf(down[cut - b0] ?? 0) }, steps);
  solve(sides, { a0: middle, a1, b0: cut, b1, distance: errorsOf(up[b1 - cut] ?? 0) }, steps);
}

/** The costs of all of `a` against every prefix of `b` or, backwards, every suffix. */
function lastRow({ a, b }: Sides, { a0, a1, b0, b1 }: Part, backwards: boolean): Float64Array {
  const columns = b1 - b0;
  let above = Float64Array.from({ length: columns + 1 }, (_, j) => j * ERROR);
  let row = new Float64Array(columns + 1);
  for (let i = 1; i <= a1 - a0; i++) {
    const word = a[backwards ? a1 - i : a0 + i - 1];
    let left = i * ERROR;
    row[0] = left;
    for (let j = 1; j <= columns; j++) {
      const isSame = word === b[backwards ? b1 - j : b0 + j - 1];
      const diagonal = (above[j - 1] ?? 0) + (isSame ? 0 : SUBSTITUTION);
      left = Math.min(diagonal, (above[j] ?? 0) + ERROR, left + ERROR);
      row[j] = left;
    }
    [above, row] = [row, above];
  }
  return above;
}
