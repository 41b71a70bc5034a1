import { localeOfHeader } from '../../locales/locale.ts';
import { keyOf } from '../csv/column-names.ts';
import { type ColumnOptions, checkNoColumns, chosenNames } from '../csv/csv-columns.ts';
import { durationOfHeader, type LimitHeader, limitOfHeader } from '../csv/line-limits.ts';
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
type Field = keyof typeof FIELDS;
/** Names that are an ID only if they are unique for each line. */
const WEAK_IDS = new Set(['cue', 'filename']);
export const CONTROLS = 'controls';
const FIELD_OF = new Map<string, Field>(
  Object.entries(FIELDS).flatMap(([field, names]) =>
    names.map((name): [string, Field] => [name, field as Field]),
  ),
);

/** The known fields of one entry, as strings. */
export type Values = Map<string, string>;
export type Fields = ReturnType<typeof createFields>;

/** The fields of line objects: those that the config names, else those with a known name. */
export function createFields(options: ColumnOptions) {
  const { fields: chosen, texts } = chosenNames(options);
  const taken = new Set([...chosen.values(), ...texts.keys()].filter((name) => name !== null));
  const script = chosen.get('script') ?? null;
  const found = new Set<string>();
  const limitOf = (name: string): LimitHeader | null => {
    const limit = limitOfHeader(keyOf(name));
    if (name === chosen.get('max_characters')) return { measure: 'characters', unit: 'characters' };
    if (name === chosen.get('max_duration_ms')) return limit?.unit ? limit : durationOfHeader(name);
    if (limit === null || taken.has(name)) return null;
    return chosen.has(limit.measure === 'characters' ? 'max_characters' : 'max_duration_ms') ? null : limit;
  };
  const localeOf = (name: string): string | null => {
    if (texts.size > 0) return texts.get(name) ?? null;
    // A field of one locale that is named as the script is the only text.
    if (script !== null && localeOfHeader(script) !== null)
      return name === script ? localeOfHeader(name) : null;
    return taken.has(name) || FIELD_OF.has(name) || name === CONTROLS ? null : localeOfHeader(name);
  };
  const find = (values: Values, field: Field): string | undefined => {
    const name = chosen.get(field);
    if (name === null || (field === 'script' && name === undefined && texts.size > 0)) return undefined;
    if (name !== undefined) return values.has(name) && localeOf(name) === null ? name : undefined;
    return FIELDS[field].find((one) => values.has(one) && !taken.has(one));
  };
  /** The first limits of time and of characters. */
  const findLimits = (values: Values): (LimitHeader & { name: string })[] => {
    const limits = [...values.keys()].flatMap((name) => {
      const limit = limitOf(name);
      return limit === null ? [] : [{ name, ...limit }];
    });
    const time = limits.find(({ measure }) => measure !== 'characters');
    const characters = limits.find(({ measure }) => measure === 'characters');
    return [time, characters].filter((limit) => limit !== undefined);
  };
  return {
    find,
    findLimits,
    localeOf,
    has_named_texts: script !== null || texts.size > 0,
    isWeakId: (name: string): boolean => WEAK_IDS.has(name) && !taken.has(name),
    isNumeric: (name: string): boolean =>
      name === chosen.get('line_id') || FIELD_OF.get(name) === 'line_id' || limitOf(name) !== null,
    /** Whether the name could have another meaning, so that its values can have any type. */
    isWeakLimit: (name: string): boolean => !taken.has(name) && limitOf(name)?.measure === 'characters',
    isKnown(name: string): boolean {
      found.add(name);
      return (
        taken.has(name) ||
        name === CONTROLS ||
        FIELD_OF.has(name) ||
        limitOf(name) !== null ||
        localeOf(name) !== null
      );
    },
    /** How a field of an entry is used. A field with a better alternative is unused. */
    useOf(values: Values, name: string): Omit<UsedColumn, 'column'> | undefined {
      const locale_code = localeOf(name);
      if (locale_code !== null) return { used_as: 'script', locale_code };
      if (name === CONTROLS && !taken.has(name)) return { used_as: 'controls' };
      const limit = findLimits(values).find((one) => one.name === name);
      if (limit) {
        const used_as = limit.unit === 'characters' ? 'max_characters' : 'max_duration_ms';
        return limit.unit === null ? { used_as } : { used_as, unit: limit.unit };
      }
      for (const field of Object.keys(FIELDS) as Field[])
        if (find(values, field) === name) return { used_as: field };
      return undefined;
    },
    /** Rejects columns in the config, because nothing in the file has a name for them. */
    rejectColumns: (reason: string): void => checkNoColumns(options, reason),
    /** Rejects a field in the config that no entry has. */
    checkFound: (): void => checkFound(options, found),
  };
}

function checkFound(options: ColumnOptions, found: ReadonlySet<string>): void {
  const { fields: chosen, texts } = chosenNames(options);
  const names = [...found].slice(0, 20).map(quoteForMessage).join(', ') || 'none';
  const missing = (field: string, name: string) =>
    unknownName(
      `\`columns.${field}\` names the field ${quoteForMessage(name)}, which no entry has. The fields are: ${names}.`,
      { field: `columns.${field}`, column: name },
    );
  for (const [field, name] of chosen) if (name !== null && !found.has(name)) throw missing(field, name);
  for (const [name, locale] of texts) if (!found.has(name)) throw missing(`texts.${locale}`, name);
  if (options.csv_column === null) return;
  const character = chosen.get('character_name');
  const hasCharacter = character
    ? found.has(character)
    : character === undefined && FIELDS.character_name.some((name) => found.has(name));
  if (hasCharacter) return;
  const message = `\`csv_column\` is ${quoteForMessage(options.csv_column)}, but no entry has a field of that name. The fields are: ${names}.`;
  throw unknownName(message, { field: 'csv_column' });
}
