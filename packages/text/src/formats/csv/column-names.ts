import { HEADER_LANGUAGES, localeOfHeader } from '../../locales/locale.ts';

/** The line fields that a column or JSON field can contain, except durations. */
export type LineField =
  | 'line_id'
  | 'source_line_id'
  | 'script'
  | 'character_name'
  | 'locale'
  | 'notes'
  | 'direction';

/** Names of each field, by priority. An earlier group wins; within a group, the first column wins. */
const NAMES: Record<LineField, readonly (readonly string[])[]> = {
  line_id: [
    ['line_id', 'id'],
    ['string_id', 'stringid', 'key', 'keys', 'identifier'],
  ],
  source_line_id: [['source_line_id']],
  script: [['script'], ['text'], ['line'], ['dialogue']],
  character_name: [['character', 'character_name'], ['speaker'], ['role'], ['actor']],
  locale: [['locale', 'language', 'locale_code']],
  notes: [['notes'], ['context'], ['description'], ['comment']],
  direction: [['direction'], ['emotion'], ['style']],
};
export const LINE_FIELDS = Object.keys(NAMES) as LineField[];

/** Names that are an ID only if they are unique in each row; a file name can also mean the line's origin. */
const WEAK_IDS = ['cue', 'filename', 'file_name'];

const ALL = new Map(
  LINE_FIELDS.flatMap((field) => NAMES[field].flat().map((name): [string, LineField] => [name, field])),
);
const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const LANGUAGES = new Map(
  [...HEADER_LANGUAGES].map((code) => [LANGUAGE_NAMES.of(code)?.toLowerCase(), code]),
);

/** The normalized name of a column: lower case, with `_` for spaces, dots and hyphens. */
export function headerKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_');
}

/** Like `headerKey`, but leading symbols are removed and camel case is separated with `_`. */
export function keyOf(name: string): string {
  return name
    .trim()
    .replace(/^[?_#*]+/, '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s.-]+/g, '_');
}

/** The field that a name stands for, or null. */
function fieldOf(key: string): LineField | null {
  return ALL.get(key) ?? null;
}

/** The best name that a field has among `keys`, as an index; -1 = none. */
export function findField(field: LineField, keys: readonly string[]): number {
  for (const step of NAMES[field]) {
    const index = keys.findIndex((key) => step.includes(key));
    if (index >= 0) return index;
  }
  return -1;
}

/** Columns that may contain ids, best first. An unnamed column counts only before the others. */
export function weakIdColumns(keys: readonly string[]): number[] {
  const unnamed = keys[0] === '' ? [0] : [];
  const [cue, ...files] = WEAK_IDS.map((name) => keys.indexOf(name));
  return [cue ?? -1, ...unnamed, ...files].filter((index) => index >= 0);
}

/**
 * The locale of a column: `de-DE`, `German`, `German (de-DE)`, `Text (de)`; null if it names no locale or
 * another field.
 */
export function localeOfColumn(name: string): string | null {
  const own = localeOfHeader(name);
  if (own !== null) return own;
  const language = LANGUAGES.get(name.trim().toLowerCase());
  if (language !== undefined) return language;
  const match = /^([^()]{0,80})\(([A-Za-z0-9_-]{2,35})\)$/.exec(name.trim());
  const locale = localeOfHeader(match?.[2] ?? '');
  const field = fieldOf(keyOf(match?.[1] ?? ''));
  return field === null || field === 'script' ? locale : null;
}
