import { durationUnitOf } from './csv-duration.ts';
import { localeOfHeader } from './locale.ts';
import { quoteForMessage, ScriptError } from './script-error.ts';

/** Which column of a csv holds what. Indexes are zero-based. */
export type ColumnPlan = {
  scripts: { index: number; locale: string | null }[];
  line_id: number | null;
  /** The id of the line that a line is a translation of. */
  source_line_id: number | null;
  character_name: number | null;
  locale: number | null;
  notes: number | null;
  max_duration: { index: number; unit_ms: number } | null;
  /** Names for messages; without a header these are the indexes. */
  names: string[];
};

const SCRIPT_HEADERS = ['script', 'text', 'line', 'dialogue'];
const KNOWN_HEADERS: Record<string, 'line_id' | 'source_line_id' | 'character_name' | 'locale' | 'notes'> = {
  id: 'line_id',
  line_id: 'line_id',
  source_line_id: 'source_line_id',
  character: 'character_name',
  character_name: 'character_name',
  locale: 'locale',
  language: 'locale',
  locale_code: 'locale',
  notes: 'notes',
};

/** Other words for who speaks; where a column of the characters is there too, that one tells. */
const SPEAKER_HEADERS = ['speaker', 'role', 'actor'];

/** The plan of a csv with a header row. `sample` is the rows below it, for choosing the only text column. */
export function planByHeader(
  header: readonly string[],
  sample: readonly string[][],
  csv_column: string | null,
): ColumnPlan {
  const names = header.map((name) => name.trim());
  const keys = names.map(keyOf);
  const plan = { ...emptyPlan(names), ...knownColumns(keys) };
  const locales = names.flatMap((name, index) => {
    const locale = localeOfHeader(name);
    return locale === null ? [] : [{ index, locale }];
  });
  if (csv_column !== null) {
    const index = findNamedColumn(names, csv_column);
    const own = locales.find((column) => column.index === index);
    // Naming one locale's column asks for that locale alone; a script column has its translations beside it.
    plan.scripts = own ? [own] : [{ index, locale: null }, ...locales];
    return plan;
  }
  const named = SCRIPT_HEADERS.map((name) => keys.indexOf(name)).find((index) => index >= 0);
  if (named !== undefined) plan.scripts = [{ index: named, locale: null }, ...locales];
  else if (locales.length > 0) plan.scripts = locales;
  else plan.scripts = [{ index: onlyTextColumn(plan, sample), locale: null }];
  return plan;
}

/** The plan of a csv without a header: `csv_column` is an index, and no other column is understood. */
export function planByIndex(sample: readonly string[][], csv_column: string | null): ColumnPlan {
  const width = sample.reduce((widest, cells) => Math.max(widest, cells.length), 0);
  const plan = emptyPlan(Array.from({ length: width }, (_, index) => String(index)));
  if (csv_column === null) {
    plan.scripts = [{ index: onlyTextColumn(plan, sample), locale: null }];
    return plan;
  }
  const index = /^\d{1,6}$/.test(csv_column.trim()) ? Number(csv_column) : -1;
  if (index < 0 || index >= width) {
    throw unknownColumn(
      `There is no column ${quoteForMessage(csv_column)}: without a header row the column is a`,
      {
        column: csv_column,
        rest: ` number from 0 to ${width - 1}.`,
      },
    );
  }
  plan.scripts = [{ index, locale: null }];
  return plan;
}

const keyOf = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_');

/** Columns that are not understood, and read like one that would be and is not there. */
export function misspelledColumns(header: readonly string[]): { name: string; meant: string }[] {
  const plan = knownColumns(header.map(keyOf));
  return header.flatMap((name) => {
    const key = keyOf(name);
    const isKnown =
      Object.hasOwn(KNOWN_HEADERS, key) || [...SCRIPT_HEADERS, ...SPEAKER_HEADERS].includes(key);
    if (isKnown || key.length < 4 || key.length > 30 || localeOfHeader(name) !== null) return [];
    const meant = Object.entries(KNOWN_HEADERS).find(
      ([known, field]) =>
        plan[field] === undefined && known.length >= 4 && distance(key, known) <= (known.length < 6 ? 1 : 2),
    );
    return meant ? [{ name: name.trim(), meant: meant[0] }] : [];
  });
}

/** Letters to add, drop or change until both words are the same. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, wanted] of [...other].entries()) {
      const [left = 0, above = 0, corner = 0] = [next[index], row[index + 1], row[index]];
      next.push(Math.min(left + 1, above + 1, corner + (letter === wanted ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

function emptyPlan(names: string[]): ColumnPlan {
  const none = {
    line_id: null,
    source_line_id: null,
    character_name: null,
    locale: null,
    notes: null,
    max_duration: null,
  };
  return { scripts: [], names, ...none };
}

function knownColumns(keys: readonly string[]): Partial<ColumnPlan> {
  const known: Partial<ColumnPlan> = {};
  for (const [index, key] of keys.entries()) {
    const field = KNOWN_HEADERS[key];
    if (field !== undefined) known[field] ??= index;
    const unit_ms = durationUnitOf(key);
    if (unit_ms !== null) known.max_duration ??= { index, unit_ms };
  }
  const speaker = SPEAKER_HEADERS.map((name) => keys.indexOf(name)).find((index) => index >= 0);
  if (speaker !== undefined) known.character_name ??= speaker;
  return known;
}

function findNamedColumn(names: readonly string[], csv_column: string): number {
  const wanted = csv_column.trim();
  const exact = names.indexOf(wanted);
  if (exact >= 0) return exact;
  const loose = names.findIndex((name) => name.toLowerCase() === wanted.toLowerCase());
  if (loose >= 0) return loose;
  throw unknownColumn(`There is no column ${quoteForMessage(csv_column)}. The file has`, {
    column: csv_column,
    rest: ` ${listNames(names)}.`,
  });
}

function onlyTextColumn(plan: ColumnPlan, sample: readonly string[][]): number {
  const taken = [
    plan.line_id,
    plan.source_line_id,
    plan.character_name,
    plan.locale,
    plan.notes,
    plan.max_duration?.index,
  ];
  const free = plan.names.flatMap((_, index) => (taken.includes(index) ? [] : [index]));
  if (free.length === 1 && free[0] !== undefined) return free[0];
  const texts = free.filter((index) => readsLikeText(sample.map((cells) => cells[index] ?? '')));
  if (texts.length === 1 && texts[0] !== undefined) return texts[0];
  const names = (texts.length > 1 ? texts : free).map((index) => plan.names[index] ?? '');
  const what = texts.length > 1 ? 'More than one column could be the script' : 'No column is the script';
  throw unknownColumn(`${what}. Name one with csv_column:`, { rest: ` ${listNames(names)}.` });
}

/**
 * Mostly cells of more than one word, or of a language that writes without spaces. One letter stands for the first
 * word: looking for all of it takes the square of the time on a long word.
 */
function readsLikeText(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const texts = filled.filter((cell) =>
    /\p{L}[^\p{L}\p{N}_-]+\p{L}|[\p{sc=Han}\p{sc=Kana}\p{sc=Hira}\p{sc=Thai}]{2}/u.test(cell),
  );
  return filled.length > 0 && texts.length * 2 >= filled.length;
}

function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'no other columns';
  const shown = names.slice(0, 20).map(quoteForMessage).join(', ');
  return names.length > 20 ? `${shown} and ${names.length - 20} more` : shown;
}

function unknownColumn(start: string, facts: { column?: string; rest: string }): ScriptError {
  return new ScriptError(`${start}${facts.rest}`, { code: 'UNKNOWN_COLUMN', row: 1, column: facts.column });
}
