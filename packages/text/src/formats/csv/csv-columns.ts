import { controlOfColumn, MAX_CONTROLS, tooManyControls } from '../line-controls.ts';
import { quoteForMessage, type ScriptError, unknownName } from '../script-error.ts';
import {
  findField,
  keyOf,
  LINE_FIELDS,
  type LineField,
  localeAmongWords,
  localeOfColumn,
  weakIdColumns,
} from './column-names.ts';
import { durationOfHeader, type LimitHeader, limitOfHeader } from './line-limits.ts';

type ChosenField = Exclude<LineField, 'source_line_id'> | 'max_duration_ms' | 'max_characters';

/**
 * Columns in the config: headers, or zero-based indexes without a header row. Null means that no column contains the
 * field. `texts` has the text columns by locale.
 */
export type ScriptColumns = Partial<Record<ChosenField, string | number | null>> & {
  texts?: Record<string, string | number>;
};

export type ColumnOptions = { csv_column: string | null; columns?: ScriptColumns };

type FactField = Exclude<LineField, 'script'>;

/** What each column contains. Indexes are zero-based. */
export type ColumnPlan = {
  scripts: { index: number; locale: string | null }[];
  fields: Partial<Record<FactField, number>>;
  /** Columns of limits: at most one of time and one of characters. */
  limits: (LimitHeader & { index: number })[];
  /** The columns of controls. Each control appears once. */
  controls?: { index: number; name: string }[];
  /** The id column's name can also have another meaning. */
  has_weak_id?: boolean;
  /** Names for messages; without a header these are the indexes. */
  names: string[];
};

type Table = { names: string[]; has_header: boolean; sample: readonly string[][]; options: ColumnOptions };

/**
 * The plan of a csv with a header row. `sample` contains the rows below it, for cases in which the names are not
 * enough.
 */
export function planByHeader(
  header: readonly string[],
  sample: readonly string[][],
  options: ColumnOptions,
): ColumnPlan {
  const names = header.map((name) => name.trim());
  const table = { names, has_header: true, sample, options };
  const chosen = chosenColumns(table);
  const plan: ColumnPlan = { scripts: [], fields: {}, limits: [], names };
  fillFields(plan, table, chosen);
  plan.controls = controlColumns(names, chosen);
  checkCharacterColumn(plan, table);
  plan.scripts = scriptColumns(plan, table, chosen);
  return plan;
}

/** The plan of a csv without a header: only configured columns and a single text column are used. */
export function planByIndex(sample: readonly string[][], options: ColumnOptions): ColumnPlan {
  const width = sample.reduce((widest, cells) => Math.max(widest, cells.length), 0);
  const names = Array.from({ length: width }, (_, index) => String(index));
  const table = { names, has_header: false, sample, options };
  const chosen = chosenColumns(table);
  const { script, max_duration_ms, max_characters, ...others } = chosen.fields;
  const fields = Object.fromEntries(Object.entries(others).filter(([, index]) => index >= 0));
  const plan: ColumnPlan = { scripts: [], fields, limits: limitColumns([], chosen), names };
  checkCharacterColumn(plan, table);
  plan.scripts = chosenTexts(chosen) ?? [{ index: onlyTextColumn(plan, sample), locale: null }];
  return plan;
}

interface Chosen {
  /** The indexes of the columns. -1 means that no column contains the field. */
  fields: Partial<Record<ChosenField, number>>;
  texts: { index: number; locale: string }[];
  /** Columns that the config names. They cannot have another meaning. */
  taken: ReadonlySet<number>;
}

function chosenColumns(table: Table): Chosen {
  const { texts: named = {}, ...given } = table.options.columns ?? {};
  const fields = Object.fromEntries(
    Object.entries(given).flatMap(([field, column]) => {
      if (column === undefined) return [];
      return [[field, column === null ? -1 : findColumn(table, { field, column: String(column) })]];
    }),
  );
  const texts = Object.entries(named).map(([locale, column]) => ({
    index: findColumn(table, { field: `texts.${locale}`, column: String(column) }),
    locale,
  }));
  const taken = new Set([...Object.values(fields), ...texts.map(({ index }) => index)]);
  return { fields, texts, taken };
}

/** The names in the config. A null name means that nothing contains the field. */
export function chosenNames({ columns = {} }: Partial<ColumnOptions>): {
  fields: Map<ChosenField, string | null>;
  /** The locales of the text columns by name. */
  texts: Map<string, string>;
} {
  const { texts = {}, ...fields } = columns;
  const given = Object.entries(fields) as [ChosenField, string | number | null | undefined][];
  return {
    fields: new Map(
      given.flatMap(([field, name]) =>
        name === undefined ? [] : [[field, name === null ? null : String(name).trim()]],
      ),
    ),
    texts: new Map(Object.entries(texts).map(([locale, name]) => [String(name).trim(), locale])),
  };
}

/** Rejects options that name columns for a file without columns. */
export function checkNoColumns(options: ColumnOptions, reason: string): void {
  const { fields, texts } = chosenNames(options);
  const [field] = [
    ...Array.from(fields, ([name, column]) => (column === null ? [] : [`columns.${name}`])).flat(),
    ...Array.from(texts.values(), (locale) => `columns.texts.${locale}`),
    ...(options.csv_column === null ? [] : ['csv_column']),
  ];
  if (field === undefined) return;
  throw unknownName(`\`${field}\` is set, but ${reason}. Set it to null.`, { field });
}

/** The text columns that the config names; undefined if they must be detected. */
function chosenTexts({ fields: { script = -1 }, texts }: Chosen): ColumnPlan['scripts'] | undefined {
  const columns = [...(script < 0 ? [] : [{ index: script, locale: null }]), ...texts];
  return columns.length === 0 ? undefined : columns.sort((one, other) => one.index - other.index);
}

function controlColumns(names: readonly string[], { taken }: Chosen): NonNullable<ColumnPlan['controls']> {
  const found = new Map<string, number>();
  for (const [index, header] of names.entries()) {
    const name = taken.has(index) ? undefined : controlOfColumn(header);
    if (name === undefined || found.has(name)) continue;
    if (found.size === MAX_CONTROLS) throw tooManyControls({ row: 1, column: header });
    found.set(name, index);
  }
  return Array.from(found, ([name, index]) => ({ index, name }));
}

const factColumns = ({ fields, limits, controls = [] }: ColumnPlan): (number | undefined)[] => [
  ...Object.values(fields),
  ...limits.map(({ index }) => index),
  ...controls.map(({ index }) => index),
];

function findColumn(
  { names, has_header }: Table,
  { field, column }: { field: string; column: string },
): number {
  const wanted = column.trim();
  const exact = names.indexOf(wanted);
  if (exact >= 0) return exact;
  const loose = names.findIndex((name) => name.toLowerCase() === wanted.toLowerCase());
  if (loose >= 0) return loose;
  const start = `\`columns.${field}\` names the column ${quoteForMessage(column)}, which the file does not have.`;
  const message = has_header
    ? `${start} Its columns are ${listNames(names)}.`
    : `${start} The file has no header row: name the column by its index, from 0 to ${names.length - 1}.`;
  throw unknownColumn(message, { field: `columns.${field}`, column });
}

function fillFields(plan: ColumnPlan, table: Table, chosen: Chosen): void {
  const { names } = plan;
  const keys = names.map((name, index) => (chosen.taken.has(index) ? '\u0000' : keyOf(name)));
  for (const field of LINE_FIELDS) {
    if (field === 'script') continue;
    const index = (field === 'source_line_id' ? undefined : chosen.fields[field]) ?? findField(field, keys);
    if (index >= 0) plan.fields[field] = index;
  }
  plan.limits = limitColumns(names, chosen);
  const { line_id } = chosen.fields;
  const weak = weakIdColumns(keys).find((index) => tellsRowsApart(plan, { index, sample: table.sample }));
  if (weak === undefined || line_id !== undefined || plan.fields.line_id !== undefined) return;
  plan.fields.line_id = weak;
  plan.has_weak_id = true;
}

/** The columns that the config names, and the first ones of time and of characters whose headers name a limit. */
function limitColumns(names: readonly string[], { fields, taken }: Chosen): ColumnPlan['limits'] {
  const { max_duration_ms: duration = -1, max_characters: characters = -1 } = fields;
  const limits: ColumnPlan['limits'] = [];
  if (duration >= 0) limits.push({ index: duration, ...durationOfHeader(names[duration] ?? '') });
  if (characters >= 0) limits.push({ index: characters, measure: 'characters', unit: 'characters' });
  for (const [index, name] of names.entries()) {
    const limit = taken.has(index) ? null : limitOfHeader(keyOf(name));
    if (limit === null) continue;
    const isCharacters = limit.measure === 'characters';
    const field = isCharacters ? 'max_characters' : 'max_duration_ms';
    const isKnown = limits.some(({ measure }) => (measure === 'characters') === isCharacters);
    if (fields[field] === undefined && !isKnown) limits.push({ index, ...limit });
  }
  return limits;
}

/** Whether a column has an id in each row, unique within each locale. */
function tellsRowsApart(
  { names, fields }: ColumnPlan,
  { index, sample }: { index: number; sample: readonly string[][] },
): boolean {
  const cells = sample.map((row) => row[index]?.trim() ?? '');
  const locales = sample.map((row) => (fields.locale === undefined ? '' : row[fields.locale]));
  const ids = new Set(cells.map((cell, row) => JSON.stringify([cell, locales[row]])));
  const isText = names[index] === '' && readsLikeText(cells);
  return cells.length > 0 && !cells.includes('') && ids.size === cells.length && !isText;
}

/** If `csv_column` names the speaker column, a file without that column is an error. */
function checkCharacterColumn({ fields, names }: ColumnPlan, { options, has_header }: Table): void {
  if (options.csv_column === null || fields.character_name !== undefined) return;
  const reason = has_header
    ? 'no column of that name (`character`, `speaker`, `role` and `actor` are also accepted). Name the column in ' +
      `\`columns.character_name\`. Its columns are ${listNames(names)}.`
    : 'no header row. Name the column by its index in `columns.character_name`.';
  throw unknownColumn(
    `\`csv_column\` is ${quoteForMessage(options.csv_column)}, but the file has ${reason}`,
    {
      field: 'csv_column',
    },
  );
}

function scriptColumns(plan: ColumnPlan, { sample }: Table, chosen: Chosen): ColumnPlan['scripts'] {
  const facts = new Set(factColumns(plan));
  if (chosen.texts.length > 0) return chosenTexts(chosen) ?? [];
  const locales = localeColumns(plan.names, facts);
  const { script = -1 } = chosen.fields;
  if (script >= 0) {
    const own = locales.find((column) => column.index === script);
    // Selecting one locale's column selects that locale only; a script column includes the translations next
    // to it.
    return own ? [own] : [{ index: script, locale: null }, ...locales];
  }
  const keys = plan.names.map((name, index) => (facts.has(index) ? '\u0000' : keyOf(name)));
  const named = findField('script', keys);
  if (named >= 0) return [{ index: named, locale: null }, ...locales];
  return locales.length > 0 ? locales : [{ index: onlyTextColumn(plan, sample), locale: null }];
}

/** A column with only a locale in its name takes precedence over one with more words. Then, the first one does. */
function localeColumns(names: readonly string[], facts: ReadonlySet<number | undefined>) {
  const free = names.flatMap((name, index) => (facts.has(index) ? [] : [{ name, index }]));
  const plain = free.flatMap(({ name, index }) => {
    const locale = localeOfColumn(name);
    return locale === null ? [] : [{ index, locale }];
  });
  const taken = new Set(plain.map(({ locale }) => locale));
  const others = free.flatMap(({ name, index }) => {
    // Excludes names such as `Deutsch (DE)`, which the first search also finds.
    if (localeOfColumn(name) !== null) return [];
    const locale = localeAmongWords(name);
    if (locale === null || taken.has(locale)) return [];
    taken.add(locale);
    return [{ index, locale }];
  });
  return [...plain, ...others].sort((one, other) => one.index - other.index);
}

function onlyTextColumn(plan: ColumnPlan, sample: readonly string[][]): number {
  const taken = factColumns(plan);
  const free = plan.names.flatMap((_, index) => (taken.includes(index) ? [] : [index]));
  if (free.length === 1 && free[0] !== undefined) return free[0];
  const texts = free.filter((index) => readsLikeText(sample.map((cells) => cells[index] ?? '')));
  if (texts.length === 1 && texts[0] !== undefined) return texts[0];
  const names = (texts.length > 1 ? texts : free).map((index) => plan.names[index] ?? '');
  const message = `No column clearly contains the script. Set \`columns.script\` to one of: ${listNames(names)}.`;
  throw unknownColumn(message, { field: 'columns.script' });
}

/**
 * Whether most cells have more than one word, or are in a language without spaces. The pattern matches one
 * letter instead of the first word, because matching the word takes quadratic time.
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

const unknownColumn = (message: string, facts: { field: string; column?: string }): ScriptError =>
  unknownName(message, { row: 1, ...facts });
