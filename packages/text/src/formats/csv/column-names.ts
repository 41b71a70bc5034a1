import { findHeaderLocale, HEADER_LANGUAGES, normalizeLocale } from '../../locales/locale.ts';

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
    ['string_id', 'stringid', 'string_key', 'line_key', 'key', 'keys', 'identifier'],
  ],
  source_line_id: [['source_line_id']],
  script: [['script'], ['text'], ['line'], ['dialogue', 'dialog'], ['texte', 'texto', 'testo']],
  character_name: [
    ['character', 'character_name'],
    ['speaker'],
    ['role'],
    ['actor'],
    ['figur', 'sprecher', 'rolle', 'personnage', 'personaje', 'personaggio', 'personagem'],
  ],
  locale: [
    ['locale', 'language', 'locale_code'],
    ['sprache', 'langue', 'idioma', 'lingua'],
  ],
  notes: [
    ['notes'],
    ['context'],
    ['description'],
    ['comment'],
    ['note', 'comments', 'remarks'],
    ['anmerkung', 'anmerkungen', 'kommentar', 'remarques', 'commentaire', 'notas', 'comentario'],
  ],
  direction: [
    ['direction'],
    ['emotion'],
    ['style'],
    ['directions', 'voice_direction', 'acting_notes', 'regie', 'regieanweisung', 'regieanweisungen'],
  ],
};
export const LINE_FIELDS = Object.keys(NAMES) as LineField[];

/** Names that are an ID only if they are unique in each row; a file name can also mean the line's origin. */
const WEAK_IDS = ['cue', 'filename', 'file_name'];

/** The field of each name that a column can have. */
const FIELDS = new Map(
  LINE_FIELDS.flatMap((field) => NAMES[field].flat().map((name): [string, LineField] => [name, field])),
);
/** Languages that headers are written in, besides the language that a header names. */
const HEADERS_IN = ['en', 'de', 'fr', 'es', 'it', 'pt'];
const LANGUAGES = new Map(
  [...HEADER_LANGUAGES].flatMap((code) =>
    [...HEADERS_IN, code].map((header): [string, string] => [
      (new Intl.DisplayNames([header], { type: 'language', fallback: 'none' }).of(code) ?? '').toLowerCase(),
      code,
    ]),
  ),
);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const REGION_NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Codes of regions by code and by English name, in lower case. */
const REGIONS = new Map<string, string>();
for (const code of LETTERS.flatMap((one) => LETTERS.map((other) => one + other))) {
  const name = REGION_NAMES.of(code);
  if (name === undefined) continue;
  REGIONS.set(code.toLowerCase(), code);
  REGIONS.set(name.toLowerCase(), code);
}
REGIONS.set('uk', 'GB');

/** Words of a header that only mean that the column has texts. */
const TEXT_WORDS = new Set(
  (
    'text texts script scripts line lines dialogue dialogues dialog string strings translation translations ' +
    'translated source target subtitle subtitles übersetzung texte traduction texto traducción testo traduzione tradução'
  ).split(' '),
);

/** The normalized name of a column: lower case, with `_` for spaces, dots and hyphens. */
export function headerKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_');
}

/** `maxChars` as `max_Chars`. */
export const splitCamelCase = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1_$2');

/** Like `headerKey`, but without leading signs and with separate words: `# Character`, `characterName`. */
export function columnKey(name: string): string {
  return splitCamelCase(name.trim().replace(/^[?_#*\s]+/, ''))
    .toLowerCase()
    .replace(/[\s.-]+/g, '_');
}

/** The index of the best name for a field in `keys`, or -1. */
export function findField(field: LineField, keys: readonly string[]): number {
  for (const names of NAMES[field]) {
    const index = keys.findIndex((key) => names.includes(key));
    if (index >= 0) return index;
  }
  return -1;
}

/** Columns that may contain ids, best first. An unnamed column counts only before the others. */
export function weakIdColumns(keys: readonly string[]): number[] {
  const [cue = -1, ...files] = WEAK_IDS.map((name) => keys.indexOf(name));
  const unnamed = keys[0] === '' ? 0 : -1;
  return [cue, unnamed, ...files].filter((index) => index >= 0);
}

/** The locale of a header that contains only a locale: `de-DE`, `German`, `Deutsch`. Null for other headers. */
function findPlainLocale(name: string): string | null {
  return findHeaderLocale(name) ?? LANGUAGES.get(name.trim().toLowerCase()) ?? null;
}

/**
 * The locale of a column: `de-DE`, `German`, `German (de-DE)`, `Text (de)`; null if it names no locale or
 * another field.
 */
export function findColumnLocale(name: string): string | null {
  const plain = findPlainLocale(name);
  if (plain !== null) return plain;
  // `German (de-DE)`: the words before the parentheses, and the locale in them.
  const [, words = '', locale = ''] = /^([^()]{0,80})\(([A-Za-z0-9_-]{2,35})\)$/.exec(name.trim()) ?? [];
  const field = FIELDS.get(columnKey(words)) ?? 'script';
  return field === 'script' ? findHeaderLocale(locale) : null;
}

/** Whether a header names a locale in any way. */
export const namesLocale = (name: string): boolean =>
  findColumnLocale(name) !== null || findLocaleInWords(name) !== null;

/**
 * The locale of a column that names its language among other words: `German text`, `Dialogue EN`, `text_de`,
 * `English (US)`, `Spanish (Mexico)`; null if it has a word that is neither a language nor a region nor a text.
 */
export function findLocaleInWords(name: string): string | null {
  if (name.length > 100) return null;
  const words = name
    // `textDe` becomes `text De`.
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[\s_.,:;/()[\]-]+/)
    .filter((word) => word !== '' && !TEXT_WORDS.has(word.toLowerCase()));
  for (let length = words.length; length > 0; length--) {
    const languageWords = words.slice(0, length);
    const language = findPlainLocale(languageWords.join(' ')) ?? findPlainLocale(languageWords.join('-'));
    if (language === null) continue;
    const region = words.slice(length).join(' ');
    if (region === '') return language;
    const code = REGIONS.get(region.toLowerCase());
    if (code !== undefined && !language.includes('-')) return normalizeLocale(`${language}-${code}`);
  }
  return null;
}
