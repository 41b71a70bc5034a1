import { readDuration } from './csv-duration.ts';
import { quoteForMessage } from './script-error.ts';
import type { RawLine } from './script-lines.ts';
import type { XmlElement } from './xml-reader.ts';

/** Where the service keeps a line id that XLIFF 2.0 does not take as the id of a unit. */
export const SCRIPT_NAMESPACE = 'urn:voiceloom:script';
const SIZE_NAMESPACE = 'urn:oasis:names:tc:xliff:sizerestriction:2.0';

/** Kinds of notes that hold fields of a line: the category of XLIFF 2.0, the author of 1.2. */
export const CHARACTER_NOTE = 'character';
export const DURATION_NOTE = 'max_duration_ms';
export const DIRECTION_NOTE = 'direction';

export interface XliffFile {
  name: string;
  source_locale: string | undefined;
  target_locale: string | undefined;
}

interface Segment {
  is_spoken: boolean;
  source: { text: string; locale: string | undefined } | undefined;
  target: { text: string; locale: string | undefined; order: number } | undefined;
}

/** A unit while it is read. */
export interface XliffUnit {
  id: string;
  row: number;
  segments: Segment[];
  notes: string[];
  character_name: string;
  max_duration: string;
  direction: string;
}

export function openUnit(element: XmlElement): XliffUnit {
  const id = element.attribute('line-id', SCRIPT_NAMESPACE) ?? element.attribute('id') ?? '';
  const unit = { id, row: element.row, segments: [], character_name: '', max_duration: '', direction: '' };
  return { ...unit, notes: sizeNotes(element) };
}

/** What limits the length on a screen does not limit speech, but whoever casts a line wants to know it. */
function sizeNotes(element: XmlElement): string[] {
  const width = element.attribute('maxwidth') ?? element.attribute('sizeRestriction', SIZE_NAMESPACE);
  if (width === undefined || width.trim() === '') return [];
  const unit = element.attribute('size-unit') ?? '';
  return [`Maximum size: ${width.trim()} ${unit}`.trim()];
}

export function openSegment(unit: XliffUnit, is_spoken: boolean): void {
  unit.segments.push({ is_spoken, source: undefined, target: undefined });
}

/** Puts a note where it belongs; `kind` says which fields of lines ours hold. */
export function addNote(unit: XliffUnit, kind: string, text: string): void {
  const field = kind.trim().toLowerCase();
  if (field === CHARACTER_NOTE || field === 'speaker') unit.character_name ||= text;
  else if (field === DURATION_NOTE) unit.max_duration ||= text;
  else if (field === DIRECTION_NOTE) unit.direction ||= text;
  else unit.notes.push(text.trim());
}

type Skip = (part: { row: number; code: string; message: string }) => void;

/** The line of a unit: its target where it is translated, with its source beside it, else its source. */
export function unitLine(unit: XliffUnit, file: XliffFile, skipped: Skip): Omit<RawLine, 'entry'> {
  const isTranslated = hasTarget(unit, skipped);
  const source = sourceOf(unit);
  const source_locale = source.locale ?? file.source_locale ?? '';
  const spoken = isTranslated ? targetOf(unit) : source;
  const locale = isTranslated ? (spoken.locale ?? file.target_locale ?? '') : source_locale;
  if (isBlank(spoken.text)) {
    skipped({
      row: unit.row,
      code: 'no_text',
      message: `Unit ${quoteForMessage(unit.id)} has no text to speak.`,
    });
  }
  const column = DURATION_NOTE;
  return {
    script: spoken.text,
    row: unit.row,
    line_id: unit.id,
    ...(isTranslated ? { source: { script: source.text, locale: source_locale } } : {}),
    locale,
    locale_column: isTranslated ? 'target language' : 'source language',
    character_name: unit.character_name,
    direction: unit.direction,
    notes: unit.notes.filter(Boolean).join('\n'),
    max_duration_ms: readDuration(unit.max_duration, { unit_ms: 1, row: unit.row, column }),
  };
}

/** A unit of which only some segments are translated would be spoken in two languages. */
function hasTarget({ id, row, segments }: XliffUnit, skipped: Skip): boolean {
  const spoken = segments.filter((segment) => segment.is_spoken && !isBlank(segment.source?.text));
  const translated = segments.filter((segment) => segment.is_spoken && !isBlank(segment.target?.text));
  if (translated.length === 0) return false;
  if (spoken.every((segment) => !isBlank(segment.target?.text))) return true;
  const message = `Unit ${quoteForMessage(id)} is translated in part: some segments have no target. Its source is read.`;
  skipped({ row, code: 'partial_target', message });
  return false;
}

type Spoken = { text: string; locale: string | undefined };

function sourceOf({ segments }: XliffUnit): Spoken {
  const sources = segments.flatMap((segment) => segment.source ?? []);
  return { text: sources.map((source) => source.text).join(''), locale: sources[0]?.locale };
}

/** What is between segments need not be repeated as a target; a translation may put segments into another order. */
function targetOf({ segments }: XliffUnit): Spoken {
  const parts = segments.map((segment, index) => ({
    text: (segment.target ?? (segment.is_spoken ? undefined : segment.source))?.text ?? '',
    order: segment.target?.order || index + 1,
  }));
  const inOrder = parts.toSorted((one, other) => one.order - other.order);
  const locale = segments.find((segment) => segment.target)?.target?.locale;
  return { text: inOrder.map((part) => part.text).join(''), locale };
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}
