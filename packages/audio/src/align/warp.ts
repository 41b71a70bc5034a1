import { SOUND_SIZE } from './sounds.ts';

/** The columns of each row that a path may cross: from `lows[row]` to before `ends[row]`. Both never decrease. */
export interface Band {
  lows: Int32Array;
  ends: Int32Array;
}

export interface WarpPath {
  /** The first and last column of each row. */
  first: Int32Array;
  last: Int32Array;
  /** The mean distance along the path. */
  cost: number;
}

/** A band around the straight line from corner to corner. `share`: its half width, as a share of the columns. */
export function straightBand(
  rows: number,
  columns: number,
  options: { share: number; min_columns: number },
): Band {
  const half = Math.max(options.share * columns, options.min_columns);
  const slope = (columns - 1) / Math.max(1, rows - 1);
  const centers = Float64Array.from({ length: rows }, (_, row) => row * slope);
  return {
    lows: Int32Array.from(centers, (center) => Math.max(0, Math.floor(center - half))),
    ends: Int32Array.from(centers, (center) => Math.min(columns, Math.ceil(center + half) + 1)),
  };
}

/** A band around a path that was found in sounds reduced by `factor`. `half`: its half width in columns. */
export function bandAround(
  path: WarpPath,
  options: { rows: number; columns: number; factor: number; half: number },
): Band {
  const { rows, columns, factor, half } = options;
  const lows = new Int32Array(rows);
  const ends = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    const reducedRow = Math.floor(row / factor);
    lows[row] = Math.max(0, (path.first[reducedRow] ?? 0) * factor - half);
    ends[row] = Math.min(columns, ((path.last[reducedRow] ?? 0) + 1) * factor + half);
  }
  return { lows, ends };
}

const DIAGONAL = 0;
const NEXT_ROW = 1;
const NEXT_COLUMN = 2;

/**
 * Dynamic time warping: the cheapest path through the distances of all pairs of frames, from the first pair to the last.
 * A diagonal step counts twice, so that a detour costs as much. Undefined if the band does not connect the corners.
 */
export function warp(rowSounds: Float32Array, columnSounds: Float32Array, band: Band): WarpPath | undefined {
  const rows = rowSounds.length / SOUND_SIZE;
  const columns = columnSounds.length / SOUND_SIZE;
  const { lows, ends } = band;
  // The position of each row in `steps`. Rows have different lengths, because a path can cross many columns in one.
  const offsets = new Int32Array(rows + 1);
  for (let row = 0; row < rows; row++)
    offsets[row + 1] = (offsets[row] ?? 0) + (ends[row] ?? 0) - (lows[row] ?? 0);
  const steps = new Uint8Array(offsets[rows] ?? 0);
  // Costs of a row up to each column. Index 0 is before the first column.
  let previous = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY);
  let current = previous.slice();
  let previousEnd = 0;
  for (let row = 0; row < rows; row++) {
    const low = lows[row] ?? 0;
    const end = ends[row] ?? 0;
    const offset = (offsets[row] ?? 0) - low;
    current[low] = Number.POSITIVE_INFINITY;
    // Columns that the band reached for the first time still hold costs of an older row.
    previous.fill(Number.POSITIVE_INFINITY, previousEnd + 1, end + 1);
    for (let column = low; column < end; column++) {
      let distance = 0;
      const [rowStart, columnStart] = [row * SOUND_SIZE, column * SOUND_SIZE];
      for (let index = 0; index < SOUND_SIZE; index++) {
        const difference = (rowSounds[rowStart + index] ?? 0) - (columnSounds[columnStart + index] ?? 0);
        distance += difference * difference;
      }
      distance /= SOUND_SIZE;
      let best = (previous[column] ?? 0) + 2 * distance;
      let step = DIAGONAL;
      const fromRow = (previous[column + 1] ?? 0) + distance;
      if (fromRow < best) [best, step] = [fromRow, NEXT_ROW];
      const fromColumn = (current[column] ?? 0) + distance;
      if (fromColumn < best) [best, step] = [fromColumn, NEXT_COLUMN];
      if (row === 0 && column === 0) best = 2 * distance;
      current[column + 1] = best;
      steps[offset + column] = step;
    }
    previousEnd = end;
    [previous, current] = [current, previous];
  }
  const total = previous[columns] ?? Number.POSITIVE_INFINITY;
  if (previousEnd < columns || total === Number.POSITIVE_INFINITY) return undefined;
  const stepAt = (row: number, column: number) => steps[(offsets[row] ?? 0) + column - (lows[row] ?? 0)];
  return { ...traceBack(stepAt, { rows, columns }), cost: total / (rows + columns) };
}

/** The columns of each row on the path that ends in the last corner. */
function traceBack(
  stepAt: (row: number, column: number) => number | undefined,
  { rows, columns }: { rows: number; columns: number },
): Pick<WarpPath, 'first' | 'last'> {
  const first = new Int32Array(rows);
  const last = new Int32Array(rows);
  let [row, column] = [rows - 1, columns - 1];
  last[row] = column;
  while (row > 0 || column > 0) {
    first[row] = column;
    const step = stepAt(row, column);
    if (step !== NEXT_ROW) column--;
    if (step === NEXT_COLUMN) continue;
    row--;
    last[row] = column;
  }
  return { first, last };
}
