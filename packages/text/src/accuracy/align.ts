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
/** The first width of the band around the diagonal in which the alignment is searched. */
const FIRST_BAND = 16;
/**
 * Of two paths with equally many errors, the one with fewer substitutions costs slightly less, because it
 * matches more words.
 */
const [ERROR, SUBSTITUTION] = [2 ** 24, 2 ** 24 + 1] as const;
/** The cost of a path that does not exist. */
const NEVER = Number.POSITIVE_INFINITY;
const [DIAGONAL, UP, LEFT] = [0, 1, 2] as const;

/** Text beyond twice the other side's length plus this number counts as inserted. */
const MAX_EXTRA = 1_000;

/**
 * The shortest edit path from `a` to `b`, with a cost of one for each insertion, deletion and substitution.
 * Time grows with length times distance; memory is bounded for texts of any length. If `b` is many times as
 * long as `a`, only its beginning is compared, and the rest is inserted.
 */
export function align(a: readonly string[], b: readonly string[]): Step[] {
  // Numbers compare faster than words.
  const numbers = new Map<string, number>();
  const toNumber = (word: string): number => {
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  };
  let buffer = new Uint8Array(0);
  const max_length = 2 * a.length + MAX_EXTRA;
  const sides: Sides = {
    a: Int32Array.from(a, toNumber),
    b: Int32Array.from(b.slice(0, max_length), toNumber),
    cells(size) {
      if (buffer.length < size) buffer = new Uint8Array(Math.min(MAX_CELLS, 2 * size));
      return buffer;
    },
  };
  const steps: Step[] = [];
  solve(sides, { a0: 0, a1: sides.a.length, b0: 0, b1: sides.b.length }, steps);
  for (let at = max_length; at < b.length; at++) steps.push({ op: 'insert', a: undefined, b: at });
  return steps;
}

/** The number of steps that are not matches. */
export function countErrors(steps: readonly Step[]): number {
  return steps.reduce((sum, { op }) => sum + Number(op !== 'match'), 0);
}

interface Sides {
  a: Int32Array;
  b: Int32Array;
  /** One shared buffer for all tables of a path. */
  cells: (size: number) => Uint8Array;
}

/** From `a0` to `a1` (exclusive) on one side, and the same on the other. */
interface Region {
  a0: number;
  a1: number;
  b0: number;
  b1: number;
  /** The edit distance, if it is already known. */
  distance?: number;
}

/** Adds the steps of a region: equal words at its start and end match, and a table finds the steps between them. */
function solve(sides: Sides, region: Region, steps: Step[]): void {
  const { a, b } = sides;
  let { a0, a1, b0, b1 } = region;
  while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) {
    steps.push({ op: 'match', a: a0, b: b0 });
    a0 += 1;
    b0 += 1;
  }
  let suffix = 0;
  while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) {
    a1 -= 1;
    b1 -= 1;
    suffix += 1;
  }
  const inner = { ...region, a0, a1, b0, b1 };
  const [rows, columns] = [a1 - a0, b1 - b0];
  const longest = Math.max(rows, columns);
  // Tries wider and wider bands around the diagonal.
  for (let width = region.distance ?? Math.abs(rows - columns) + FIRST_BAND; ; width *= 2) {
    const band = Math.min(width, longest);
    const size = (rows + 1) * (2 * band + 1);
    if (size > MAX_CELLS) {
      halve(sides, inner, steps);
      break;
    }
    const table = { origins: sides.cells(size), band };
    const distance = fillBand(sides, inner, table);
    // A path of at most as many errors as the band is wide cannot leave it, so none is shorter.
    if (distance > band && band < longest) continue;
    for (const step of traceBack(sides, inner, table)) steps.push(step);
    break;
  }
  for (let at = 0; at < suffix; at++) steps.push({ op: 'match', a: a1 + at, b: b1 + at });
}

/** The number of errors that a cost stands for. Its fraction of an error counts the substitutions. */
const toErrors = (cost: number): number => Math.floor(cost / ERROR);

/** A table with a row for each word of `a`, and a column for each word of `b`, of which only a band is stored. */
interface Table {
  /** For each cell of the band, where the shortest path to it comes from: `DIAGONAL`, `UP` or `LEFT`. */
  origins: Uint8Array;
  /** The number of columns on each side of the diagonal. */
  band: number;
}

/** Fills the table, and returns the distance. A path outside of the band may be shorter. */
function fillBand({ a, b }: Sides, { a0, a1, b0, b1 }: Region, { origins, band }: Table): number {
  const [rows, columns, width] = [a1 - a0, b1 - b0, 2 * band + 1];
  // The costs of the shortest paths to the cells of two rows. Each row has a cell more on both sides.
  let costsAbove = new Float64Array(width + 2).fill(NEVER);
  let costs = new Float64Array(width + 2).fill(NEVER);
  for (let row = 0; row <= rows; row++) {
    costs.fill(NEVER);
    if (row === 0) costs[band + 1] = 0;
    const firstColumn = Math.max(row === 0 ? 1 : 0, row - band);
    const lastColumn = Math.min(columns, row + band);
    for (let column = firstColumn; column <= lastColumn; column++) {
      // The place of the cell in its row of the band, whose middle is the diagonal.
      const cell = column - row + band;
      const isMatch = a[a0 + row - 1] === b[b0 + column - 1];
      let cost = (costsAbove[cell + 1] ?? NEVER) + (isMatch ? 0 : SUBSTITUTION);
      let origin: number = DIAGONAL;
      const deletionCost = (costsAbove[cell + 2] ?? NEVER) + ERROR;
      if (deletionCost < cost) [cost, origin] = [deletionCost, UP];
      const insertionCost = (costs[cell] ?? NEVER) + ERROR;
      if (insertionCost < cost) [cost, origin] = [insertionCost, LEFT];
      costs[cell + 1] = cost;
      origins[row * width + cell] = origin;
    }
    [costsAbove, costs] = [costs, costsAbove];
  }
  return toErrors(costsAbove[columns - rows + band + 1] ?? NEVER);
}

/** The steps of the shortest path, which is read from the last cell back to the first. */
function traceBack({ a, b }: Sides, { a0, a1, b0, b1 }: Region, { origins, band }: Table): Step[] {
  const steps: Step[] = [];
  const width = 2 * band + 1;
  let [row, column] = [a1 - a0, b1 - b0];
  while (row > 0 || column > 0) {
    const origin = origins[row * width + (column - row + band)];
    if (origin !== LEFT) row -= 1;
    if (origin !== UP) column -= 1;
    const [aIndex, bIndex] = [a0 + row, b0 + column];
    if (origin === UP) steps.push({ op: 'delete', a: aIndex, b: undefined });
    else if (origin === LEFT) steps.push({ op: 'insert', a: undefined, b: bIndex });
    else steps.push({ op: a[aIndex] === b[bIndex] ? 'match' : 'substitute', a: aIndex, b: bIndex });
  }
  return steps.reverse();
}

/** This many cells take some seconds, during which a worker is blocked. */
const MAX_WORK = 250_000_000;

/** The texts are so long and different that comparing them would block everything else. */
export class TextsTooFarApart extends Error {}

/** Hirschberg's algorithm: finds where the path crosses the middle row, without storing the other rows. */
function halve(sides: Sides, { a0, a1, b0, b1 }: Region, steps: Step[]): void {
  if ((a1 - a0) * (b1 - b0) > MAX_WORK) throw new TextsTooFarApart();
  const middle = (a0 + a1) >> 1;
  const columns = b1 - b0;
  const costsToMiddle = lastRowCosts(sides, { a0, a1: middle, b0, b1 }, { backwards: false });
  const costsFromMiddle = lastRowCosts(sides, { a0: middle, a1, b0, b1 }, { backwards: true });
  let [lowestCost, cut] = [NEVER, b0];
  for (let column = 0; column <= columns; column++) {
    const cost = (costsToMiddle[column] ?? 0) + (costsFromMiddle[columns - column] ?? 0);
    if (cost < lowestCost) [lowestCost, cut] = [cost, b0 + column];
  }
  const distanceBefore = toErrors(costsToMiddle[cut - b0] ?? 0);
  const distanceAfter = toErrors(costsFromMiddle[b1 - cut] ?? 0);
  solve(sides, { a0, a1: middle, b0, b1: cut, distance: distanceBefore }, steps);
  solve(sides, { a0: middle, a1, b0: cut, b1, distance: distanceAfter }, steps);
}

/** The costs of all of `a` against every prefix of `b` or, backwards, every suffix. */
function lastRowCosts(
  { a, b }: Sides,
  { a0, a1, b0, b1 }: Region,
  { backwards }: { backwards: boolean },
): Float64Array {
  const columns = b1 - b0;
  let costsAbove = Float64Array.from({ length: columns + 1 }, (_, column) => column * ERROR);
  let costs = new Float64Array(columns + 1);
  for (let row = 1; row <= a1 - a0; row++) {
    const word = a[backwards ? a1 - row : a0 + row - 1];
    let cost = row * ERROR;
    costs[0] = cost;
    for (let column = 1; column <= columns; column++) {
      const isMatch = word === b[backwards ? b1 - column : b0 + column - 1];
      const substitutionCost = (costsAbove[column - 1] ?? 0) + (isMatch ? 0 : SUBSTITUTION);
      const deletionCost = (costsAbove[column] ?? 0) + ERROR;
      const insertionCost = cost + ERROR;
      cost = Math.min(substitutionCost, deletionCost, insertionCost);
      costs[column] = cost;
    }
    [costsAbove, costs] = [costs, costsAbove];
  }
  return costsAbove;
}
