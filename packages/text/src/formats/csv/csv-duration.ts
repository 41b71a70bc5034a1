import { quoteForMessage, ScriptError } from '../script-error.ts';
import { parseTimestamp } from '../srt/timing.ts';

const UNIT = '(ms|s|secs?|seconds?|milliseconds?|millis)';
const UNIT_ALONE = new RegExp(`^${UNIT}$`);
const DURATION = new RegExp(`^max(?:imum)?_*(?:duration|length|time)(?:[_,]*[([]?_*${UNIT}_*[)\\]]?)?$`);
const UNIT_AT_END = new RegExp(`(?:[_\\s,]|[([]\\s*)${UNIT}\\.?\\s*[)\\]]?$`);

/** Milliseconds of a unit, or null if it is not known. */
function unitOf(unit: string): number | null {
  if (!UNIT_ALONE.test(unit)) return null;
  return unit.startsWith('m') ? 1 : 1000;
}

/** Milliseconds of one unit when `header` is a maximum duration column, else null. */
export function durationUnitOf(header: string): number | null {
  const match = DURATION.exec(header);
  return match ? unitOf(match[1] ?? 's') : null;
}

/** Milliseconds of the unit that any header ends with, as in `Limit (s)` and `limit_ms`, or null. */
export function unitInHeader(header: string): number | null {
  const match = UNIT_AT_END.exec(header.trim().toLowerCase());
  return match ? unitOf(match[1] ?? '') : null;
}

/**
 * A cell of a maximum duration column in milliseconds. The unit comes from the header (`max_duration_ms`),
 * with seconds as the default. A cell may have its own unit: `1500 ms`, `2.5 s`, `0:02.5`.
 */
export function readDuration(
  cell: string,
  place: { unit_ms: number; row: number; column: string },
): number | null {
  const text = cell.trim().toLowerCase();
  if (text === '') return null;
  const match = /^(\d{1,9}(?:[.,]\d{1,6})?)\s*([a-z]{0,12})$/.exec(text);
  const unit = match?.[2] ? unitOf(match[2]) : place.unit_ms;
  const value_ms = match?.[1] && unit ? Number(match[1].replace(',', '.')) * unit : parseTimestamp(text);
  if (value_ms !== null && Math.round(value_ms) > 0) return Math.round(value_ms);
  throw new ScriptError(`${quoteForMessage(cell)} is not a valid maximum duration.`, {
    code: 'INVALID_DURATION',
    row: place.row,
    column: place.column,
  });
}
