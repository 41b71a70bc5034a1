import { invalid, notFound } from '../api-error.ts';
import type { RunLine } from './simulated-run.ts';

/** Lines of one locale; nothing is translated, so that no unit has a target. */
type Part = { source: string; target: string | null };

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML 1.0 cannot hold at all
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const xml = (text: string, unwritable: (character: string) => string = () => '\ufffd'): string =>
  text.replaceAll(/[&<>"\r]/g, (sign) => ENTITIES[sign] ?? sign).replaceAll(UNWRITABLE, unwritable);

const attribute = (text: string): string => xml(text).replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');

const codePoint = (character: string): string =>
  `<cp hex="${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}"/>`;

/** `de-DE` for `de-de`: what other programs expect to see. */
const tag = (locale: string): string => Intl.getCanonicalLocales(locale)[0] ?? locale;

/** The parts of a file; XLIFF 2.0 has room for one source language. */
function partsOf(
  lines: readonly RunLine[],
  { format, language }: { format: string; language: string | undefined },
) {
  const sources = [...new Set(lines.map(({ locale_code }) => locale_code))];
  if (sources.length === 0) throw notFound('script');
  const others = sources.filter((source) => source !== language);
  const parts: Part[] =
    language !== undefined && others.length === 0
      ? [{ source: language, target: null }]
      : others.map((source) => ({ source, target: language ?? null }));
  if (format === 'xliff-1.2' || parts.length === 1) return parts;
  const message = `XLIFF 2.0 holds one source language, the run has ${others.join(', ')}: use xliff-1.2.`;
  throw invalid({ field: 'query.format', message });
}

function file12(name: string, { source, target }: Part, lines: readonly RunLine[]): string {
  const languages = `source-language="${tag(source)}"${target === null ? '' : ` target-language="${tag(target)}"`}`;
  const units = lines.map(({ line_id, script, character_name: character }) =>
    [
      `<trans-unit id="${attribute(line_id)}" xml:space="preserve">\n<source>${xml(script)}</source>\n`,
      character === null ? '' : `<note from="character">${xml(character)}</note>\n`,
      '</trans-unit>\n',
    ].join(''),
  );
  const head = `<file original="${attribute(name)}" ${languages} datatype="plaintext">\n<body>\n`;
  return `${head}${units.join('')}</body>\n</file>\n`;
}

function file20(name: string, { source, target }: Part, lines: readonly RunLine[]): string {
  const trgLang = target === null ? '' : ` trgLang="${tag(target)}"`;
  const units = lines.map(({ line_id, script, character_name: character }) =>
    [
      `<unit id="${line_id}" xml:space="preserve">\n`,
      character === null ? '' : `<notes>\n<note category="character">${xml(character)}</note>\n</notes>\n`,
      `<segment>\n<source>${xml(script, codePoint)}</source>\n</segment>\n</unit>\n`,
    ].join(''),
  );
  const head = `<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:vl="urn:voiceloom:script" srcLang="${tag(source)}"${trgLang}>\n`;
  return `${head}<file id="script" original="${attribute(name)}">\n${units.join('')}</file>\n</xliff>\n`;
}

/** A script for translators, as the service writes it. */
export function xliffOf(
  lines: readonly RunLine[],
  { name, format, language }: { name: string; format: string; language: string | undefined },
): string {
  const files = partsOf(lines, { format, language }).map((part) => {
    const own = lines.filter(({ locale_code }) => locale_code === part.source);
    return format === 'xliff-1.2' ? file12(name, part, own) : file20(name, part, own);
  });
  if (format !== 'xliff-1.2') return `${DECLARATION}${files.join('')}`;
  const root = '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">';
  return `${DECLARATION}${root}\n${files.join('')}</xliff>\n`;
}
