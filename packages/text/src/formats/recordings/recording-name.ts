import { cleanScript } from '../../locales/characters.ts';
import { HEADER_LANGUAGES, languageOf, normalizeLocale } from '../../locales/locale.ts';

/** The parts of a recording's file name: `harbor-01_de-de.wav` is the line `harbor-01` in German. */
export interface RecordingName {
  line_id: string;
  locale_code: string | null;
}

const MAX_ID_LENGTH = 200;
/** Requires a region, because a code with only a language could be any word. */
const TAG = '[a-z]{2,3}[-_][a-z]{2}';
/** `harbor-01_de-de`, and the locale first: `de-de_harbor-01`. */
const LOCALE_LAST = new RegExp(`^(.+)[._ -](${TAG})$`, 'i');
const LOCALE_FIRST = new RegExp(`^(${TAG})[._ -](.+)$`, 'i');

/** The line id, and the locale if the name begins or ends with one. */
export function readRecordingName(filename: string): RecordingName {
  const base = filename.replace(/\.[a-z0-9]+$/i, '');
  const [, idBefore = '', lastTag = ''] = LOCALE_LAST.exec(base) ?? [];
  const lastLocale = findLocale(lastTag);
  if (lastLocale) return { line_id: toId(idBefore), locale_code: lastLocale };
  const [, firstTag = '', idBehind = ''] = LOCALE_FIRST.exec(base) ?? [];
  const firstLocale = findLocale(firstTag);
  if (firstLocale) return { line_id: toId(idBehind), locale_code: firstLocale };
  return { line_id: toId(base), locale_code: null };
}

/** The locale of a tag whose language is common; null for others, which may be words. */
function findLocale(tag: string): string | null {
  const locale = normalizeLocale(tag);
  return locale !== null && HEADER_LANGUAGES.has(languageOf(locale)) ? locale : null;
}

/** A name as a line ID. */
function toId(name: string): string {
  const id = cleanScript(name).replace(/\s+/g, ' ').slice(0, MAX_ID_LENGTH);
  // Removes an unpaired surrogate, which PostgreSQL rejects.
  return id.replace(/[\ud800-\udbff]$/, '') || 'recording';
}
