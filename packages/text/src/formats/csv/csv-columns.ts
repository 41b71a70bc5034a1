import { findColumnControl, MAX_CONTROLS, tooManyControls } from '../line-controls.ts';
import { quoteForMessage, type ScriptError, unknownName } from '../script-error.ts';
import {
  columnKey,
  findColumnLocale,
  findField,
  findLocaleInWords,
  LINE_FIELDS,
  type LineField,
  weakIdColumns,
} from './column-names.ts';
import {
  describeLimit,
  findHeaderLimit,
  findSlotLimit,
  type LimitHeader,
  readDurationHeader,
} from './line-limits.ts';

type ConfigField = Exclude<LineField, 'source_line_id'> | 'max_duration_ms' | 'max_characters';

/**
 * Columns in the config: headers, or zero-based indexes without a header row. Null means that no column contains the
 * field. `texts` has the text columns by locale.
 */
export type ScriptColumns = Partial<Record<ConfigField, string | number | null>> & {
  texts?: Record<string, string | number>;
};

export type ColumnOptions = { csv_column: string | null; columns?: ScriptColumns };

/** What each column contains. Indexes are zero-based. */
export type ColumnPlan = {
  scripts: { index: number; locale: string | null }[];
  fields: Partial<Record<Exclude<LineField, 'script'>, number>>;
  /** Columns of limits: at most one of time and one of characters. */
  limits: (LimitHeader & { index: number; is_guess?: boolean })[];
  /** The columns of controls. Each control appears once. */
  controls: { index: number; name: string }[];
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
  const choice = findChoice(table);
  const limits = limitColumns(names, choice);
  const plan: ColumnPlan = { scripts: [], fields: {}, limits, controls: [], names };
  const keys = toKeys(names, choice.configIndexes);
  for (const field of LINE_FIELDS) {
    if (field === 'script') continue;
    let index = findField(field, keys);
    if (field !== 'source_line_id') index = choice.fields[field] ?? index;
    if (index >= 0) plan.fields[field] = index;
  }
  if (choice.fields.line_id === undefined && plan.fields.line_id === undefined) {
    const index = weakIdColumns(keys).find((column) => hasUniqueCells(plan, sample, column));
    if (index !== undefined) plan.fields.line_id = index;
    plan.has_weak_id = index !== undefined;
  }
  for (const [index, name] of names.entries()) {
    if (choice.configIndexes.has(index)) continue;
    const control = findColumnControl(name);
    if (control === undefined || plan.controls.some((other) => other.name === control)) continue;
    if (plan.controls.length === MAX_CONTROLS) throw tooManyControls({ row: 1, column: name });
    plan.controls.push({ index, name: control });
  }
  checkCharacterColumn(plan, table);
  plan.scripts = scriptColumns(plan, sample, choice);
  return plan;
}

/** The plan of a csv without a header: only configured columns and a single text column are used. */
export function planByIndex(sample: readonly string[][], options: ColumnOptions): ColumnPlan {
  const width = sample.reduce((widest, cells) => Math.max(widest, cells.length), 0);
  const names = Array.from({ length: width }, (_, index) => String(index));
  const table = { names, has_header: false, sample, options };
  const choice = findChoice(table);
  const { script, max_duration_ms, max_characters, ...others } = choice.fields;
  const fields = Object.fromEntries(Object.entries(others).filter(([, index]) => index >= 0));
  const plan: ColumnPlan = { scripts: [], fields, limits: limitColumns([], choice), controls: [], names };
  checkCharacterColumn(plan, table);
  plan.scripts = choice.scripts;
  if (plan.scripts.length === 0) plan.scripts = [{ index: onlyTextColumn(plan, sample), locale: null }];
  return plan;
}

/** The columns that the config names. */
interface ColumnChoice {
  /** The indexes of the columns. -1 means that no column contains the field. */
  fields: Partial<Record<ConfigField, number>>;
  /** The text columns; empty if they must be detected. */
  scripts: ColumnPlan['scripts'];
  /** All named columns. They cannot have another meaning. */
  configIndexes: ReadonlySet<number>;
}

/** Finds the columns that the config names. Throws if one of them is missing. */
function findChoice(table: Table): ColumnChoice {
  const { texts = {}, ...fieldColumns } = table.options.columns ?? {};
  const fields: ColumnChoice['fields'] = {};
  for (const [field, column] of Object.entries(fieldColumns)) {
    if (column === undefined) continue;
    fields[field as ConfigField] = column === null ? -1 : findColumn(table, field, String(column));
  }
  const scripts: ColumnPlan['scripts'] = Object.entries(texts).map(([locale, column]) => ({
    index: findColumn(table, `texts.${locale}`, String(column)),
    locale,
  }));
  const configIndexes = new Set([...Object.values(fields), ...scripts.map(({ index }) => index)]);
  const { script = -1 } = fields;
  if (script >= 0) scripts.unshift({ index: script, locale: null });
  return { fields, scripts: scripts.sort((one, other) => one.index - other.index), configIndexes };
}

/** The names in the config. A null name means that nothing contains the field. */
export function configNames({ columns = {} }: Partial<ColumnOptions>) {
  const { texts = {}, ...fields } = columns;
  const names = {
    fields: new Map<ConfigField, string | null>(),
    /** The locales of the text columns by name. */
    texts: new Map(Object.entries(texts).map(([locale, name]) => [String(name).trim(), locale])),
  };
  for (const [field, name] of Object.entries(fields))
    if (name !== undefined) names.fields.set(field as ConfigField, name?.toString().trim() ?? null);
  return names;
}

/** Rejects options that name columns for a file without columns. */
export function checkNoColumns(options: ColumnOptions, reason: string): void {
  const { fields, texts } = configNames(options);
  const paths: string[] = [];
  for (const [field, name] of fields) if (name !== null) paths.push(`columns.${field}`);
  for (const locale of texts.values()) paths.push(`columns.texts.${locale}`);
  if (options.csv_column !== null) paths.push('csv_column');
  const [field] = paths;
  if (field === undefined) return;
  throw unknownName(`\`${field}\` is set, but ${reason}. Set it to null.`, { field });
}

/** The index of a column that the config names, in any case. Throws if the file does not have it. */
function findColumn({ names, has_header }: Table, field: string, column: string): number {
  const name = column.trim();
  const exact = names.indexOf(name);
  if (exact >= 0) return exact;
  const loose = names.findIndex((other) => other.toLowerCase() === name.toLowerCase());
  if (loose >= 0) return loose;
  const start = `\`columns.${field}\` names the column ${quoteForMessage(column)}, which the file does not have.`;
  const message = has_header
    ? `${start} Its columns are ${listNames(names)}.`
    : `${start} The file has no header row: name the column by its index, from 0 to ${names.length - 1}.`;
  throw unknownColumn(message, { field: `columns.${field}`, column });
}

/** The keys of the columns. A column that already has a meaning has a key that is no name of a field. */
function toKeys(names: readonly string[], configIndexes: ReadonlySet<number>): string[] {
  return names.map((name, index) => (configIndexes.has(index) ? '\u0000' : columnKey(name)));
}

/**
 * The columns of limits: those that the config names, and the first ones of time and of characters whose headers name a
 * limit. If no header names a time, the first header that names a length is one, although it may mean something else.
 */
function limitColumns(
  names: readonly string[],
  { fields, configIndexes }: ColumnChoice,
): ColumnPlan['limits'] {
  const { max_duration_ms: duration = -1, max_characters: characters = -1 } = fields;
  const limits: ColumnPlan['limits'] = [];
  if (duration >= 0) limits.push({ index: duration, ...readDurationHeader(names[duration] ?? '') });
  if (characters >= 0) limits.push({ index: characters, measure: 'characters', unit: 'characters' });
  for (const [index, name] of names.entries()) {
    if (configIndexes.has(index)) continue;
    const limit = findHeaderLimit(name);
    if (limit === null) continue;
    const isCharacters = limit.measure === 'characters';
    const configColumn = fields[describeLimit(limit.unit).used_as];
    const hasSameKind = limits.some(({ measure }) => (measure === 'characters') === isCharacters);
    if (configColumn === undefined && !hasSameKind) limits.push({ index, ...limit });
  }
  const hasTimeLimit = limits.some(({ measure }) => measure !== 'characters');
  if (fields.max_duration_ms !== undefined || hasTimeLimit) return limits;
  for (const [index, name] of names.entries()) {
    const limit = configIndexes.has(index) ? null : findSlotLimit(name);
    if (limit !== null) return [...limits, { index, is_guess: true, ...limit }];
  }
  return limits;
}

/** Whether a column has an id in each row, unique within each locale. */
function hasUniqueCells({ names, fields }: ColumnPlan, sample: readonly string[][], column: number): boolean {
  const cells = sample.map((row) => row[column]?.trim() ?? '');
  if (cells.length === 0 || cells.includes('')) return false;
  const ids = new Set(cells.map((cell, row) => JSON.stringify([cell, sample[row]?.[fields.locale ?? -1]])));
  const isText = names[column] === '' && readsLikeText(cells);
  return ids.size === cells.length && !isText;
}

/** If `csv_column` names the speaker column, a file without that column is an error. */
function checkCharacterColumn({ fields, names }: ColumnPlan, { options, has_header }: Table): void {
  if (options.csv_column === null || fields.character_name !== undefined) return;
  const reason = has_header
    ? 'no column of that name (`character`, `speaker`, `role` and `actor` are also accepted). Name the column in ' +
      `\`columns.character_name\`. Its columns are ${listNames(names)}.`
    : 'no header row. Name the column by its index in `columns.character_name`.';
  const message = `\`csv_column\` is ${quoteForMessage(options.csv_column)}, but the file has ${reason}`;
  throw unknownColumn(message, { field: 'csv_column' });
}

/** The columns of texts: those in the config, else those whose names say so, else the only one that has texts. */
function scriptColumns(
  plan: ColumnPlan,
  sample: readonly string[][],
  choice: ColumnChoice,
): ColumnPlan['scripts'] {
  if (choice.scripts.some(({ locale }) => locale !== null)) return choice.scripts;
  const facts = factColumns(plan);
  const locales = localeColumns(plan.names, facts);
  const [script] = choice.scripts;
  if (script) {
    // Selecting one locale's column selects that locale only; a script column includes the translations next
    // to it.
    const localeColumn = locales.find((column) => column.index === script.index);
    return localeColumn ? [localeColumn] : [script, ...locales];
  }
  const index = findField('script', toKeys(plan.names, facts));
  if (index >= 0) return [{ index, locale: null }, ...locales];
  if (locales.length > 0) return locales;
  return [{ index: onlyTextColumn(plan, sample), locale: null }];
}

/** The columns that do not contain a text. */
function factColumns({ fields, limits, controls }: ColumnPlan): Set<number> {
  const others = [...limits, ...controls].map(({ index }) => index);
  return new Set([...Object.values(fields), ...others]);
}

/** A column with only a locale in its name takes precedence over one with more words. Then, the first one does. */
function localeColumns(names: readonly string[], facts: ReadonlySet<number>): ColumnPlan['scripts'] {
  const columns: { index: number; locale: string }[] = [];
  const others: { index: number; name: string }[] = [];
  const locales = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (facts.has(index)) continue;
    const locale = findColumnLocale(name);
    if (locale === null) {
      others.push({ index, name });
      continue;
    }
    columns.push({ index, locale });
    locales.add(locale);
  }
  for (const { index, name } of others) {
    const locale = findLocaleInWords(name);
    if (locale === null || locales.has(locale)) continue;
    columns.push({ index, locale });
    locales.add(locale);
  }
  return columns.sort((one, other) => one.index - other.index);
}

/** The only column that can have the texts. Throws if there are several. */
function onlyTextColumn(plan: ColumnPlan, sample: readonly string[][]): number {
  const facts = factColumns(plan);
  const others = [...plan.names.keys()].filter((index) => !facts.has(index));
  if (others.length === 1 && others[0] !== undefined) return others[0];
  const texts = others.filter((index) => readsLikeText(sample.map((cells) => cells[index] ?? '')));
  if (texts.length === 1 && texts[0] !== undefined) return texts[0];
  const candidates = texts.length > 1 ? texts : others;
  const names = candidates.map((index) => plan.names[index] ?? '');
  const message = `No column clearly contains the script. Set \`columns.script\` to one of: ${listNames(names)}.`;
  throw unknownColumn(message, { field: 'columns.script' });
}

/**
 * Whether most cells have more than one word, or are in a language without spaces. The pattern matches one
 * letter instead of the first word, because matching the word takes quadratic time.
 */
function readsLikeText(cells: readonly string[]): boolean {
  // A letter of another word (`Come in`), or two letters of a language without spaces.
  const contents = cells.filter((cell) => cell.trim() !== '');
  const texts = contents.filter((cell) =>
    /\p{L}[^\p{L}\p{N}_-]+\p{L}|[\p{sc=Han}\p{sc=Kana}\p{sc=Hira}\p{sc=Thai}]{2}/u.test(cell),
  );
  return contents.length > 0 && texts.length * 2 >= contents.length;
}

/** The names of columns for a message. */
function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'no other columns';
  const list = names.slice(0, 20).map(quoteForMessage).join(', ');
  return names.length > 20 ? `${list} and ${names.length - 20} more` : list;
}

const unknownColumn = (message: string, facts: { field: string; column?: string }): ScriptError =>
  unknownName(message, { row: 1, ...facts });
