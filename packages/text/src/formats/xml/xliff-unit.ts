import { readLimit } from '../csv/line-limits.ts';
import { parseControls } from '../line-controls.ts';
import { quoteForMessage } from '../script-error.ts';
import type { RawLine } from '../script-lines.ts';
import type { ReadingNotes } from '../script-reading.ts';
import {
  extractMarkup,
  type InlineMarkup,
  type InlinePart,
  isBlank,
  isTranslation,
  joinText,
  type SegmentMarkup,
  sourceParts,
  targetParts,
  type UnitMarkup,
} from './xliff-markup.ts';
import type { XmlElement } from './xml-reader.ts';
import { isPlainName, writeAttributes } from './xml-writer.ts';

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
  name: string | undefined;
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

/** A unit from its start tag, with the limits in its attributes. */
export function openUnit(element: XmlElement, is_translatable: boolean): XliffUnit {
  const width = element.attribute('maxwidth')?.trim() ?? '';
  const size = element.attribute('maxwidth') ?? element.attribute('sizeRestriction', SIZE_NAMESPACE) ?? '';
  const sizeUnit = element.attribute('size-unit') ?? '';
  // Limits for the screen do not apply to speech, but are useful notes for casting.
  const notes = size.trim() === '' ? [] : [`Maximum size: ${size.trim()} ${sizeUnit}`.trim()];
  return {
    id: element.attribute('line-id', SCRIPT_NAMESPACE) ?? element.attribute('id') ?? '',
    row: element.row,
    version: element.name === 'trans-unit' ? 1 : 2,
    is_translatable,
    original_data: '',
    data: new Map(),
    segments: [],
    state: '',
    character_name: '',
    max_duration: '',
    max_characters: /^char(?:acter)?s?$/i.test(sizeUnit) ? width : '',
    direction: '',
    controls: '',
    notes,
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

/**
 * Opens a segment or the content between segments; a unit of XLIFF 1.2 is one segment without its own
 * element.
 */
export function openSegment(unit: XliffUnit, element?: XmlElement): void {
  const attributes = element ? writeAttributes(element, isPlainName) : '';
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

/** The line of a unit: the target with its source, or the source if there is no translation. */
export function toLine(unit: XliffUnit, file: XliffFile, notes: ReadingNotes): Omit<RawLine, 'entry'> {
  const { id, row } = unit;
  const source = {
    script: joinText(sourceParts(unit)),
    locale: findLocale(unit, 'source') ?? file.source_locale ?? '',
  };
  let lineText = source;
  const isTranslated = checkTarget(unit, notes);
  if (isTranslated)
    lineText = {
      script: joinText(targetParts(unit)),
      locale: findLocale(unit, 'target') ?? file.target_locale ?? '',
    };
  const message = `Unit ${quoteForMessage(id)} has no text to speak.`;
  if (lineText.script.trim() === '') notes.skipped({ row, code: 'no_text', message });
  const duration = { measure: 'time', unit: 'ms', column: DURATION_NOTE } as const;
  const characters = { measure: 'characters', unit: 'characters', column: CHARACTERS_NOTE } as const;
  return {
    ...lineText,
    row,
    line_id: id,
    source: isTranslated ? source : undefined,
    locale_column: isTranslated ? 'target language' : 'source language',
    character_name: unit.character_name,
    direction: unit.direction,
    controls: parseControls(unit.controls, { row, column: CONTROLS_NOTE }),
    notes: unit.notes.filter(Boolean).join('\n'),
    ...readLimit(unit.max_duration, { row, notes, ...duration }),
    ...readLimit(unit.max_characters, { row, notes, ...characters }),
    markup: extractMarkup(unit),
  };
}

/**
 * Whether a unit has a translation. A segment without a target is read from its source, like a whole unit, and is
 * reported.
 */
function checkTarget({ id, row, segments }: XliffUnit, notes: ReadingNotes): boolean {
  const sourceSegments = segments.filter(({ element, source }) => element === 'segment' && !isBlank(source));
  const isTranslated = segments.some(({ element, target }) => element === 'segment' && isTranslation(target));
  if (!isTranslated) {
    const message = `Unit ${quoteForMessage(id)} is not translated yet, according to the state of its target. Its source text is used.`;
    if (segments.some(({ target }) => !isBlank(target) && target?.is_draft))
      notes.skipped({ row, code: 'untranslated_target', message });
    return false;
  }
  const missing = sourceSegments.filter(({ target }) => !isTranslation(target)).length;
  if (missing > 0) {
    const consequence = `${missing === 1 ? 'Its' : 'Their'} source text is used.`;
    notes.skipped(describeMissing({ id, row }, { missing, total: sourceSegments.length, consequence }));
  }
  // In XLIFF 1.2, segments are marked within the target; empty ones are not spoken.
  for (const { target } of segments) {
    const marks = readMarks(target?.parts ?? []);
    const empty = marks.filter((text) => text.trim() === '').length;
    if (empty === 0) continue;
    const consequence = `${empty === 1 ? 'It is' : 'They are'} not spoken.`;
    notes.skipped(describeMissing({ id, row }, { missing: empty, total: marks.length, consequence }));
  }
  return true;
}

/** The texts of the segments that `<mrk mtype="seg">` marks within a target. */
function readMarks(parts: readonly InlinePart[]): string[] {
  /** The depth of what a mark contains; 0 if it is closed. */
  const marks: { text: string; depth: number }[] = [];
  let depth = 0;
  for (const part of parts) {
    const { xml, text = '' } = typeof part === 'string' ? { xml: '', text: part } : part;
    // `<mrk …>`, but not `</mrk>`, `<x/>`, a comment or an instruction.
    const opens = /^<[^/!?]/.test(xml) && !xml.endsWith('/>');
    if (/^<mrk\b[^>]*\smtype="seg"/.test(xml)) marks.push({ text: '', depth: opens ? depth + 1 : 0 });
    if (opens) depth += 1;
    const mark = marks.at(-1);
    if (mark && mark.depth > 0) mark.text += text;
    if (xml.startsWith('</')) {
      if (mark?.depth === depth) mark.depth = 0;
      depth -= 1;
    }
  }
  return marks.map(({ text }) => text);
}

/** A note about segments without a target. */
function describeMissing(
  { id, row }: { id: string; row: number },
  { missing, total, consequence }: { missing: number; total: number; consequence: string },
) {
  const count = `${missing} of ${total} segments ${missing === 1 ? 'has' : 'have'} no target`;
  const message = `Unit ${quoteForMessage(id)} is partly translated: ${count}. ${consequence}`;
  return { row, code: 'partial_target', message } as const;
}

/** The locale of the first segment that has this side. */
function findLocale({ segments }: XliffUnit, side: 'source' | 'target'): string | undefined {
  return segments.find((segment) => segment[side] !== null)?.[side]?.locale;
}
