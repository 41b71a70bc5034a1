import { cleanScript } from '../../locales/characters.ts';
import { quoteForMessage } from '../script-error.ts';
import type { ReadingNotes } from '../script-reading.ts';
import { parseTimestamp } from '../srt/timing.ts';
import { columnKey, splitCamelCase } from './column-names.ts';
import { fold, parseTimeUnit, readLimitWords } from './limit-words.ts';

/** The unit of a limit. Characters are never read as time. */
export type LimitUnit = 'ms' | 's' | 'characters';

/** A column of limits. If its header names no unit, the values show it. */
export interface LimitHeader {
  measure: 'time' | 'length' | 'characters';
  unit: LimitUnit | null;
}

/** How a column of limits is used. */
export function describeLimit(unit: LimitUnit | null) {
  const used_as = unit === 'characters' ? 'max_characters' : 'max_duration_ms';
  return { used_as, unit: unit ?? undefined } as const;
}

/** A limit whose unit is known only when all values of its column are read. */
export interface OpenLimit {
  value: number;
  column: string;
  measure: LimitHeader['measure'];
}

/** The limits of one line. */
export interface Limits {
  max_duration_ms?: number;
  max_characters?: number;
  open_limit?: OpenLimit;
}

/** The beginnings of words for “character”, in lower case and without accents. */
const CHARACTER_WORD =
  /char|zeichen|caract|caratter|tecken|tekens|karakter|merkki|signes|znak|символ|знак|文字|字数|字符|글자/;
/** The beginnings of words for “maximum” and “limit”. */
const LIMIT_WORD = /max|maks|lim|tope|grenz|лимит|макс|最大|上限|制限|限制|최대|제한/;
/** Limits of a line on the screen. */
const PER_LINE = /(?:^|_)(?:per|pro|par|por)(?:_|$)/;
const MAX_HEADER = 100;

/** The limit that a header names, or null. */
export function findHeaderLimit(header: string): LimitHeader | null {
  if (header.length > MAX_HEADER) return null;
  const key = fold(columnKey(header));
  if (CHARACTER_WORD.test(key) && LIMIT_WORD.test(key) && !PER_LINE.test(key))
    return { measure: 'characters', unit: 'characters' };
  const words = readLimitWords(splitCamelCase(header)) ?? [];
  if (!words.includes('limit')) return null;
  const unit = words.find((word) => word === 'ms' || word === 's') ?? null;
  if (words.includes('time')) return { measure: 'time', unit };
  if (words.includes('length')) return { measure: 'length', unit };
  if (unit !== null) return { measure: 'time', unit };
  // `Text Limit`, but not `Max Text`.
  const textPosition = words.indexOf('text');
  const isTextLimit = textPosition >= 0 && textPosition < words.lastIndexOf('limit');
  return isTextLimit ? { measure: 'length', unit: null } : null;
}

/**
 * The limit of a header that names a length with its unit, such as `Länge (s)` or `Duration in seconds`, or null. It can
 * also be the length of a recording. Names such as `duration_ms`, which programs write, are measured lengths.
 */
export function findSlotLimit(header: string): LimitHeader | null {
  if (header.length > MAX_HEADER || header.includes('_')) return null;
  const words = readLimitWords(header) ?? [];
  const unit = words.find((word) => word === 'ms' || word === 's');
  const isLength = words.includes('time') || words.includes('length');
  if (unit === undefined || !isLength || words.includes('limit')) return null;
  return words.includes('filler') || /[([（［]/.test(header) ? { measure: 'time', unit } : null;
}

/** The limit of a column that the config names as a maximum duration. Its default unit is the millisecond. */
export function readDurationHeader(header: string): LimitHeader {
  for (const word of header.split(/[\s_.,:;()[\]（）［］]+/).toReversed()) {
    const unit = parseTimeUnit(word);
    if (unit !== null) return { measure: 'time', unit };
  }
  if (CHARACTER_WORD.test(fold(header))) return { measure: 'characters', unit: 'characters' };
  return { measure: 'time', unit: 'ms' };
}

const toMilliseconds = (value: number, unit: 'ms' | 's'): number =>
  Math.round(value * (unit === 's' ? 1_000 : 1));

interface LimitCell extends LimitHeader {
  row: number;
  column: string;
  notes: Pick<ReadingNotes, 'doubtful'>;
}

/**
 * A cell of a column of limits. The unit comes from the header (`max_duration_ms`), or from the cell (`1500 ms`, `2.5 s`,
 * `0:02.5`, `40 chars`). Reports a cell without a limit that can be read to `notes`.
 */
export function readLimit(cell: string, { measure, unit, row, column, notes }: LimitCell): Limits {
  const text = cleanScript(cell).toLowerCase();
  if (text === '') return {};
  // A number with an optional unit: `1500 ms`, `2,5s`, `40`.
  const [, digits, cellUnit = ''] = /^(\d{1,9}(?:[.,]\d{1,6})?)\s*([^\d\s]{0,20})$/u.exec(text) ?? [];
  const value = Number(digits?.replace(',', '.'));
  if (CHARACTER_WORD.test(fold(cellUnit))) return toCharacterLimit(value);
  if (unit === 'characters' && cellUnit === '' && Number.isInteger(value)) return toCharacterLimit(value);
  const reportInvalid = (kind: string): Limits => {
    const message = `${quoteForMessage(cell)} in the column ${quoteForMessage(column)} is not ${kind}, so the line has no limit.`;
    notes.doubtful({ row, code: 'invalid_limit', message });
    return {};
  };
  if (unit === 'characters') return reportInvalid('a number of characters');
  if (value > 0 && cellUnit === '' && unit === null) return { open_limit: { value, column, measure } };
  const timeUnit = cellUnit === '' ? unit : parseTimeUnit(cellUnit);
  const isNumber = digits !== undefined && timeUnit !== null;
  const value_ms = isNumber ? toMilliseconds(value, timeUnit) : parseTimestamp(text);
  const max_duration_ms = Math.round(value_ms ?? 0);
  if (max_duration_ms > 0) return { max_duration_ms };
  return reportInvalid(measure === 'length' ? 'a length' : 'a duration');
}

function toCharacterLimit(value: number): Limits {
  return value > 0 ? { max_characters: Math.round(value) } : {};
}

/** The shortest text for which a limit says something about its unit. */
const MIN_LENGTH = 15;

/** A limit divided by the length of its text: below this, it is in seconds. */
const MAX_SECONDS_SHARE = 0.15;
/** Up to this share, it may be in seconds, which are long for the text. */
const MAX_LONG_SECONDS_SHARE = 0.3;
/** A longer limit that is a third of its text may be one in characters that the text exceeds. */
const MAX_SHORT_S = 20;
/** From this share, a limit that is no time can be in characters. */
const MIN_CHARACTERS_SHARE = 0.6;
/** From this share, and from this value, a time is in milliseconds. */
const MIN_MILLISECONDS_SHARE = 25;
const MIN_MILLISECONDS = 100;

/** A line that gets its limit when the unit is known. */
interface LimitedLine {
  script: string;
  row: number;
  max_duration_ms: number | null;
  max_characters: number | null;
}

/** Finds the units of limits whose headers name none, from the values and the lengths of the texts. */
export function createOpenLimits(notes: Pick<ReadingNotes, 'doubtful' | 'limitFound'>) {
  const columns = new Map<string, { limit: OpenLimit; line: LimitedLine }[]>();
  return {
    add(limit: OpenLimit, line: LimitedLine): void {
      const limits = columns.get(limit.column) ?? [];
      columns.set(limit.column, limits);
      limits.push({ limit, line });
    },
    finish(): void {
      for (const [column, limits] of columns) {
        const { unit, doubt } = guessUnit(limits);
        notes.limitFound(column, unit);
        if (doubt !== null) {
          const message = `The column ${quoteForMessage(column)} has limits without a unit. ${doubt} To be sure, name the unit in its header, such as ${quoteForMessage(`${column} (s)`)} or ${quoteForMessage(`${column} (chars)`)}.`;
          notes.doubtful({ row: limits[0]?.line.row ?? 1, code: 'guessed_unit', message });
        }
        for (const { limit, line } of limits) {
          if (unit === 'characters') line.max_characters ??= Math.round(limit.value);
          else if (unit !== null) line.max_duration_ms ??= toMilliseconds(limit.value, unit);
        }
      }
    },
  };
}

/**
 * The unit of a column, and why it may be wrong. Speech has about 15 characters in a second, so a limit in seconds is a
 * small part of the length of a text, a limit in characters is about its length, and one in milliseconds is many times
 * its length.
 */
function guessUnit(limits: readonly { limit: OpenLimit; line: LimitedLine }[]): {
  unit: LimitUnit | null;
  doubt: string | null;
} {
  const shares = limits
    .map(({ limit, line }) => limit.value / Math.max(MIN_LENGTH, line.script.length))
    .sort((one, other) => one - other);
  const medianShare = shares[Math.floor(shares.length / 2)] ?? 0;
  const isWhole = limits.every(({ limit }) => Number.isInteger(limit.value));
  const isTime = limits.some(({ limit }) => limit.measure === 'time');
  const values = limits.map(({ limit }) => limit.value).sort((one, other) => one - other);
  const [smallest = 0] = values;
  const medianValue = values[Math.floor(values.length / 2)] ?? 0;
  const isLongSeconds = medianShare < MAX_LONG_SECONDS_SHARE && (isTime || medianValue <= MAX_SHORT_S);
  if (!isWhole || medianShare < MAX_SECONDS_SHARE || isLongSeconds) return { unit: 's', doubt: null };
  if (!isTime && medianShare >= MIN_CHARACTERS_SHARE && medianShare < MIN_MILLISECONDS_SHARE)
    return {
      unit: 'characters',
      doubt: 'They fit the lengths of the texts, so they are read as characters.',
    };
  if (!isTime) return { unit: null, doubt: 'They fit neither seconds nor characters, so they are not used.' };
  if (medianShare >= MIN_MILLISECONDS_SHARE && smallest >= MIN_MILLISECONDS)
    return { unit: 'ms', doubt: 'They are too long for seconds, so they are read as milliseconds.' };
  if (medianShare < 1) return { unit: 's', doubt: null };
  return { unit: 's', doubt: 'They are read as seconds, which are long for the texts.' };
}
