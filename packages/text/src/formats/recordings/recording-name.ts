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
const BEHIND = new RegExp(`^(.+)[._ -](${TAG})$`, 'i');
const BEFORE = new RegExp(`^(${TAG})[._ -](.+)$`, 'i');

/** The line id, and the locale if the name begins or ends with one. */
export function readRecordingName(filename: string): RecordingName {
  const base = filename.replace(/\.[a-z0-9]+$/i, '');
  const [, before = '', behind = ''] = BEHIND.exec(base) ?? [];
  const lastLocale = findLocale(behind);
  if (lastLocale) return { line_id: toId(before), locale_code: lastLocale };
  const [, first = '', rest = ''] = BEFORE.exec(base) ?? [];
  const firstLocale = findLocale(first);
  if (firstLocale) return { line_id: toId(rest), locale_code: firstLocale };
  return { line_id: toId(base), locale_code: null };
}

function findLocale(tag: string): string | null {
  const locale = normalizeLocale(tag);
  return locale !== null && HEADER_LANGUAGES.has(languageOf(locale)) ? locale : null;
}

function toId(name: string): string {
  const id = cleanScript(name).replace(/\s+/g, ' ').slice(0, MAX_ID_LENGTH);
  // Removes an unpaired surrogate, which PostgreSQL rejects.
  return id.replace(/[\ud800-\udbff]$/, '') || 'recording';
}
