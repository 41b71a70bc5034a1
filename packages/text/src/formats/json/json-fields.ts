import { findHeaderLocale } from '../../locales/locale.ts';
import { type ColumnOptions, configNames } from '../csv/csv-columns.ts';
import { describeLimit, findHeaderLimit, type LimitHeader, readDurationHeader } from '../csv/line-limits.ts';
import { quoteForMessage, unknownName } from '../script-error.ts';
import type { UsedColumn } from '../script-reading.ts';

/**
 * Names of a line's fields, best first. Other fields are reported, except locales and durations. The names of csv
 * columns are in `csv/column-names.ts`.
 */
const FIELDS = {
  script: ['script', 'text', 'line', 'dialogue'],
  line_id: ['line_id', 'id', 'string_id', 'stringid', 'key', 'identifier', 'cue', 'filename'],
  locale: ['locale_code', 'locale', 'language'],
  character_name: ['character_name', 'character', 'speaker', 'role', 'actor'],
  notes: ['notes', 'context', 'description', 'comment'],
  direction: ['direction', 'emotion', 'style'],
} as const;
export type Field = keyof typeof FIELDS;
/** Names that are an ID only if they are unique for each line. */
const WEAK_IDS = new Set(['cue', 'filename']);
export const TEXT_FIELDS = FIELDS.script;
export const CONTROLS = 'controls';
const FIELD_NAMES: ReadonlySet<string> = new Set(Object.values(FIELDS).flat());

/** The known fields of one entry, as strings. */
export type Values = Map<string, string>;

/** The fields of line objects: those that the config names, else those with a known name. */
export interface Fields {
  csv_column: string | null;
  /** The names in the config. */
  names: ReturnType<typeof configNames>['fields'];
  /** The locales of the texts that the config names, by name. */
  texts: ReadonlyMap<string, string>;
  has_named_texts: boolean;
  /** All names in the config. */
  namesInConfig: ReadonlySet<string>;
  /** The names in the file. */
  actualNames: Set<string>;
}

/** The fields of a file, from the columns in the config. */
export function createFields(options: ColumnOptions): Fields {
  const { fields: names, texts } = configNames(options);
  const namesInConfig = new Set([...names.values(), ...texts.keys()].filter((name) => name !== null));
  const has_named_texts = texts.size > 0 || typeof names.get('script') === 'string';
  return {
    csv_column: options.csv_column,
    names,
    texts,
    has_named_texts,
    namesInConfig,
    actualNames: new Set(),
  };
}

/** The name of a field in an entry. */
export function findFieldName(fields: Fields, values: Values, field: Field): string | undefined {
  const { names, texts, namesInConfig } = fields;
  const name = names.get(field);
  if (name === null || (field === 'script' && name === undefined && texts.size > 0)) return undefined;
  if (name === undefined) return FIELDS[field].find((one) => values.has(one) && !namesInConfig.has(one));
  return values.has(name) && findTextLocale(fields, name) === null ? name : undefined;
}

/** The locale of the text with this name; null for other fields. */
export function findTextLocale({ names, texts, namesInConfig }: Fields, name: string): string | null {
  if (texts.size > 0) return texts.get(name) ?? null;
  const script = names.get('script');
  // A field of one locale that is named as the script is the only text.
  if (script && findHeaderLocale(script) !== null) return name === script ? findHeaderLocale(name) : null;
  if (namesInConfig.has(name) || FIELD_NAMES.has(name) || name === CONTROLS) return null;
  return findHeaderLocale(name);
}

/** The limit that a field contains, by the config or by its name; null for other fields. */
function findLimit({ names, namesInConfig }: Fields, name: string): LimitHeader | null {
  if (name === names.get('max_characters')) return { measure: 'characters', unit: 'characters' };
  const limit = findHeaderLimit(name);
  if (name === names.get('max_duration_ms')) return limit?.unit ? limit : readDurationHeader(name);
  if (limit === null || namesInConfig.has(name)) return null;
  // The config names another field for this limit, or none.
  const isReplaced = names.has(describeLimit(limit.unit).used_as);
  return isReplaced ? null : limit;
}

/** The first limits of time and of characters. */
export function findLimits(fields: Fields, values: Values): (LimitHeader & { name: string })[] {
  const limits: (LimitHeader & { name: string })[] = [];
  for (const name of values.keys()) {
    const limit = findLimit(fields, name);
    if (limit) limits.push({ name, ...limit });
  }
  const time = limits.find(({ measure }) => measure !== 'characters');
  const characters = limits.find(({ measure }) => measure === 'characters');
  return [time, characters].filter((limit) => limit !== undefined);
}

/** Whether a name could have another meaning than an ID. */
export function isWeakId({ namesInConfig }: Fields, name: string): boolean {
  return WEAK_IDS.has(name) && !namesInConfig.has(name);
}

/** Whether a value can be a number. */
export function isNumeric(fields: Fields, name: string): boolean {
  const isId = name === fields.names.get('line_id') || FIELDS.line_id.some((one) => one === name);
  return isId || findLimit(fields, name) !== null;
}

/** Whether the name could have another meaning than a limit. */
export function isWeakLimit(fields: Fields, name: string): boolean {
  return !fields.namesInConfig.has(name) && findLimit(fields, name)?.measure === 'characters';
}

/** Whether a name is that of a field. Stores it as a name of the file, so that missing columns can be reported. */
export function isKnown(fields: Fields, name: string): boolean {
  fields.actualNames.add(name);
  if (fields.namesInConfig.has(name) || name === CONTROLS || FIELD_NAMES.has(name)) return true;
  return findLimit(fields, name) !== null || findTextLocale(fields, name) !== null;
}

/** How a field of an entry is used. A field with a better alternative is unused. */
export function findUse(
  fields: Fields,
  values: Values,
  name: string,
): Omit<UsedColumn, 'column'> | undefined {
  const locale_code = findTextLocale(fields, name);
  if (locale_code !== null) return { used_as: 'script', locale_code };
  if (name === CONTROLS && !fields.namesInConfig.has(name)) return { used_as: 'controls' };
  const limit = findLimits(fields, values).find((one) => one.name === name);
  if (limit) return describeLimit(limit.unit);
  const allFields = Object.keys(FIELDS) as Field[];
  const used_as = allFields.find((field) => findFieldName(fields, values, field) === name);
  return used_as && { used_as };
}

/** Rejects a field in the config that no entry has. */
export function checkConfig({ csv_column, names, texts, actualNames }: Fields): void {
  const list = [...actualNames].slice(0, 20).map(quoteForMessage).join(', ') || 'none';
  const missing = (field: string, name: string) =>
    unknownName(
      `\`columns.${field}\` names the field ${quoteForMessage(name)}, which no entry has. The fields are: ${list}.`,
      { field: `columns.${field}`, column: name },
    );
  for (const [field, name] of names) if (name !== null && !actualNames.has(name)) throw missing(field, name);
  for (const [name, locale] of texts) if (!actualNames.has(name)) throw missing(`texts.${locale}`, name);
  if (csv_column === null) return;
  const character = names.get('character_name');
  const characterNames = character === undefined ? FIELDS.character_name : [character];
  if (characterNames.some((name) => name && actualNames.has(name))) return;
  const message = `\`csv_column\` is ${quoteForMessage(csv_column)}, but no entry has a field of that name. The fields are: ${list}.`;
  throw unknownName(message, { field: 'csv_column' });
}
