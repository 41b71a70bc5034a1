import type { LineControls } from '../line-controls.ts';
import { writeUnit } from './write-xliff-unit.ts';
import type { UnitMarkup } from './xliff-markup.ts';
import {
  CHARACTER_NOTE,
  CHARACTERS_NOTE,
  CONTROLS_NOTE,
  DIRECTION_NOTE,
  DURATION_NOTE,
  SCRIPT_NAMESPACE,
} from './xliff-unit.ts';
import { xmlAttribute, xmlText } from './xml-writer.ts';

export interface ScriptText {
  line_id: string;
  locale_code: string;
  script: string;
  /** The script is used in place of a missing translation. */
  is_pseudo?: boolean;
  /** The line's markup in its original file. */
  markup?: UnitMarkup | null;
}

/** A line with its translation into one locale, if there is one. */
export interface ScriptUnit {
  source: ScriptText;
  target: ScriptText | null;
  character_name: string | null;
  max_duration_ms: number | null;
  max_characters?: number | null;
  notes: string | null;
  direction: string | null;
  controls?: LineControls | null;
}

/** The units of one locale pair; `target_locale` is null without a translation. */
export interface XliffPart {
  source_locale: string;
  target_locale: string | null;
  units: AsyncIterable<ScriptUnit>;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** XLIFF 1.2, a `<file>` for each pair of locales. */
export async function* writeXliff12(name: string, parts: Iterable<XliffPart>): AsyncGenerator<string> {
  yield `${DECLARATION}<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n`;
  for (const { source_locale, target_locale, units } of parts) {
    let languages = `source-language="${localeTag(source_locale)}"`;
    if (target_locale !== null) languages += ` target-language="${localeTag(target_locale)}"`;
    yield `<file original="${xmlAttribute(name)}" ${languages} datatype="plaintext">\n<body>\n`;
    for await (const unit of units) {
      const start = `<trans-unit id="${xmlAttribute(unit.source.line_id)}" xml:space="preserve">\n`;
      yield `${start}${writeUnit(unit, 1).content}${notesXml(unit, 'from')}</trans-unit>\n`;
    }
    yield '</body>\n</file>\n';
  }
  yield '</xliff>\n';
}

/** XLIFF 2.0, which supports one pair of locales per file. */
export async function* writeXliff20(name: string, part: XliffPart): AsyncGenerator<string> {
  const { source_locale, target_locale, units } = part;
  let languages = `srcLang="${localeTag(source_locale)}"`;
  if (target_locale !== null) languages += ` trgLang="${localeTag(target_locale)}"`;
  yield `${DECLARATION}<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" `;
  yield `xmlns:vl="${SCRIPT_NAMESPACE}" ${languages}>\n`;
  yield `<file id="script" original="${xmlAttribute(name)}">\n`;
  let number = 0;
  for await (const unit of units) {
    number += 1;
    // Unit ids cannot contain spaces; a line id that is not valid is stored separately.
    const { line_id } = unit.source;
    const isValid = /^[A-Za-z_][A-Za-z0-9_.:-]*$/.test(line_id) && !/^vl\.\d+$/.test(line_id);
    const id = isValid ? `id="${line_id}"` : `id="vl.${number}" vl:line-id="${xmlAttribute(line_id)}"`;
    let xml = `<unit ${id} xml:space="preserve">\n`;
    const notes = notesXml(unit, 'category');
    if (notes !== '') xml += `<notes>\n${notes}</notes>\n`;
    const { original_data, content } = writeUnit(unit, 2);
    if (original_data !== '') xml += `<originalData>${original_data}</originalData>\n`;
    yield `${xml}${content}</unit>\n`;
  }
  yield '</file>\n</xliff>\n';
}

/** The notes of a unit. `attribute` names the fields of a line in their notes. */
function notesXml(unit: ScriptUnit, attribute: 'from' | 'category'): string {
  let xml = unit.notes ? `<note>${xmlText(unit.notes)}</note>\n` : '';
  for (const [kind, text] of [
    [CHARACTER_NOTE, unit.character_name],
    [DURATION_NOTE, unit.max_duration_ms?.toString()],
    [CHARACTERS_NOTE, unit.max_characters?.toString()],
    [DIRECTION_NOTE, unit.direction],
    [CONTROLS_NOTE, unit.controls && JSON.stringify(unit.controls)],
  ])
    if (text) xml += `<note ${attribute}="${kind}">${xmlText(text)}</note>\n`;
  return xml;
}

/** `de-DE` for `de-de`, as other programs expect. */
function localeTag(locale: string): string {
  return Intl.getCanonicalLocales(locale)[0] ?? locale;
}
