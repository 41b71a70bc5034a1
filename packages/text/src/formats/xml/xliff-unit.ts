import { readLimit } from '../csv/line-limits.ts';
import { controlsOfText } from '../line-controls.ts';
import { quoteForMessage } from '../script-error.ts';
import type { RawLine } from '../script-lines.ts';
import type { ReadingNotes } from '../script-reading.ts';
import {
  type InlineMarkup,
  isBlank,
  isTranslation,
  markupOf,
  type SegmentMarkup,
  sourceParts,
  targetParts,
  textOf,
  type UnitMarkup,
} from './xliff-markup.ts';
import type { XmlElement } from './xml-reader.ts';
import { attributesOf, isPlainName } from './xml-writer.ts';

/** The namespace for line ids that are not valid as XLIFF 2.0 unit ids. */
export const SCRIPT_NAMESPACE = 'urn:voiceloom:script';
const SIZE_NAMESPACE = 'urn:oasis:names:tc:xliff:sizerestriction:2.0';

/** Kinds of notes that contain fields of a line: the category in XLIFF 2.0, the author in 1.2. */
export const CHARACTER_NOTE = 'character';
export const DURATION_NOTE = 'max_duration_ms';
export const CHARACTERS_NOTE = 'max_characters';
export const DIRECTION_NOTE = 'direction';
export const CONTROLS_NOTE = 'controls';

export interface XliffFile {
  name: string;
  source_locale: string | undefined;
  target_locale: string | undefined;
}

interface Segment extends SegmentMarkup {
  source: (InlineMarkup & { locale: string | undefined }) | null;
  target: (NonNullable<SegmentMarkup['target']> & { locale: string | undefined }) | null;
}

/** A unit while it is read. */
export interface XliffUnit {
  id: string;
  row: number;
  version: UnitMarkup['version'];
  /** Whether `translate` allows a translation. A target of any other unit is final. */
  is_translatable: boolean;
  original_data: string;
  /** The original data by ID, for codes that refer to it. */
  data: Map<string, string>;
  segments: Segment[];
  /** The state of the open segment. */
  state: string;
  notes: string[];
  character_name: string;
  max_duration: string;
  max_characters: string;
  direction: string;
  controls: string;
}

export function openUnit(element: XmlElement, is_translatable: boolean): XliffUnit {
  const id = element.attribute('line-id', SCRIPT_NAMESPACE) ?? element.attribute('id') ?? '';
  const version = element.name === 'trans-unit' ? 1 : 2;
  return {
    id,
    row: element.row,
    version,
    is_translatable,
    original_data: '',
    data: new Map(),
    segments: [],
    state: '',
    character_name: '',
    max_duration: '',
    max_characters: sizeInCharacters(element),
    direction: '',
    controls: '',
    notes: sizeNotes(element),
  };
}

/**
 * States of targets that were not translated yet: of XLIFF 1.2, and of 2.0, where a target without a state counts as
 * translated, because many programs write none.
 */
const DRAFT_STATES = new Set(['new', 'needs-translation', 'initial']);

/** Whether a target in this state counts as missing. */
export const isDraft = (unit: Pick<XliffUnit, 'is_translatable'>, state: string): boolean =>
  unit.is_translatable && DRAFT_STATES.has(state.trim().toLowerCase());

/** The maximum size of the text, if its unit is characters. */
function sizeInCharacters(element: XmlElement): string {
  const isCharacters = /^char(?:acter)?s?$/i.test(element.attribute('size-unit') ?? '');
  return isCharacters ? (element.attribute('maxwidth')?.trim() ?? '') : '';
}

/** Limits for the screen do not apply to speech, but are useful notes for casting. */
function sizeNotes(element: XmlElement): string[] {
  const width = element.attribute('maxwidth') ?? element.attribute('sizeRestriction', SIZE_NAMESPACE);
  if (width === undefined || width.trim() === '') return [];
  const unit = element.attribute('size-unit') ?? '';
  return [`Maximum size: ${width.trim()} ${unit}`.trim()];
}

/**
 * Opens a segment or the content between segments; a unit of XLIFF 1.2 is one segment without its own
 * element.
 */
export function openSegment(unit: XliffUnit, element?: XmlElement): void {
  const attributes = element ? attributesOf(element, isPlainName) : '';
  const kind = element?.name === 'ignorable' ? 'ignorable' : 'segment';
  unit.state = element?.attribute('state') ?? '';
  unit.segments.push({ element: kind, attributes, source: null, target: null });
}

/** Stores a note. `kind` identifies our own notes, which contain line fields. */
export function addNote(unit: XliffUnit, kind: string, text: string): void {
  const field = kind.trim().toLowerCase();
  if (field === CHARACTER_NOTE || field === 'speaker') unit.character_name ||= text;
  else if (field === DURATION_NOTE) unit.max_duration ||= text;
  else if (field === CHARACTERS_NOTE) unit.max_characters = text;
  else if (field === DIRECTION_NOTE) unit.direction ||= text;
  else if (field === CONTROLS_NOTE) unit.controls ||= text;
  else unit.notes.push(text.trim());
}

type Skip = ReadingNotes['skipped'];

/** The line of a unit: the target with its source, or the source if there is no translation. */
export function unitLine(unit: XliffUnit, file: XliffFile, notes: ReadingNotes): Omit<RawLine, 'entry'> {
  const { skipped } = notes;
  const isTranslated = hasTarget(unit, skipped);
  const source = textOf(sourceParts(unit));
  const source_locale = localeOf(unit, 'source') ?? file.source_locale ?? '';
  const script = isTranslated ? textOf(targetParts(unit)) : source;
  const locale = isTranslated ? (localeOf(unit, 'target') ?? file.target_locale ?? '') : source_locale;
  const message = `Unit ${quoteForMessage(unit.id)} has no text to speak.`;
  if (script.trim() === '') skipped({ row: unit.row, code: 'no_text', message });
  const place = { row: unit.row, notes };
  return {
    script,
    row: unit.row,
    line_id: unit.id,
    ...(isTranslated ? { source: { script: source, locale: source_locale } } : {}),
    locale,
    locale_column: isTranslated ? 'target language' : 'source language',
    character_name: unit.character_name,
    direction: unit.direction,
    controls: controlsOfText(unit.controls, { row: unit.row, column: CONTROLS_NOTE }),
    notes: unit.notes.filter(Boolean).join('\n'),
    ...readLimit(unit.max_duration, { ...place, measure: 'time', unit: 'ms', column: DURATION_NOTE }),
    ...readLimit(unit.max_characters, {
      ...place,
      measure: 'characters',
      unit: 'characters',
      column: CHARACTERS_NOTE,
    }),
    markup: markupOf(unit),
  };
}

/** A segment without a target is read from its source, like a whole unit, and is reported. */
function hasTarget({ id, row, segments }: XliffUnit, skipped: Skip): boolean {
  const spoken = segments.filter(({ element, source }) => element === 'segment' && !isBlank(source));
  const missing = spoken.filter(({ target }) => !isTranslation(target)).length;
  const isTranslated = segments.some(({ element, target }) => element === 'segment' && isTranslation(target));
  if (!isTranslated && segments.some(({ target }) => !isBlank(target) && target?.is_draft)) {
    const message = `Unit ${quoteForMessage(id)} is not translated yet, according to the state of its target. Its source text is used.`;
    skipped({ row, code: 'untranslated_target', message });
  }
  if (isTranslated && missing > 0) {
    const consequence = `${missing === 1 ? 'Its' : 'Their'} source text is used.`;
    skipped(partialTarget({ id, row }, { missing, of: spoken.length, consequence }));
  }
  if (isTranslated) for (const { target } of segments) reportEmptyMarks({ id, row, target }, skipped);
  return isTranslated;
}

/** In XLIFF 1.2, segments are marked within the target; empty ones are not spoken. */
function reportEmptyMarks(
  { id, row, target }: Pick<XliffUnit, 'id' | 'row'> & Pick<Segment, 'target'>,
  skipped: Skip,
): void {
  const marks: { text: string; depth: number }[] = [];
  let depth = 0;
  for (const part of target?.parts ?? []) {
    const xml = typeof part === 'string' ? '' : part.xml;
    const opens = /^<[^/!?]/.test(xml) && !xml.endsWith('/>');
    if (/^<mrk\b[^>]*\smtype="seg"/.test(xml)) marks.push({ text: '', depth: opens ? depth + 1 : 0 });
    if (opens) depth += 1;
    const mark = marks.at(-1);
    if (mark && mark.depth > 0) mark.text += typeof part === 'string' ? part : (part.text ?? '');
    if (xml.startsWith('</')) {
      if (mark?.depth === depth) mark.depth = 0;
      depth -= 1;
    }
  }
  const empty = marks.filter(({ text }) => text.trim() === '').length;
  if (empty === 0) return;
  const consequence = `${empty === 1 ? 'It is' : 'They are'} not spoken.`;
  skipped(partialTarget({ id, row }, { missing: empty, of: marks.length, consequence }));
}

function partialTarget(
  { id, row }: Pick<XliffUnit, 'id' | 'row'>,
  { missing, of, consequence }: { missing: number; of: number; consequence: string },
) {
  const count = `${missing} of ${of} segments ${missing === 1 ? 'has' : 'have'} no target`;
  const message = `Unit ${quoteForMessage(id)} is partly translated: ${count}. ${consequence}`;
  return { row, code: 'partial_target', message } as const;
}

function localeOf({ segments }: XliffUnit, side: 'source' | 'target'): string | undefined {
  return segments.find((segment) => segment[side] !== null)?.[side]?.locale;
}
