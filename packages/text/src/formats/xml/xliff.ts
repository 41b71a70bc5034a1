import { brokenFile, quoteForMessage } from '../script-error.ts';
import type { RawLine } from '../script-lines.ts';
import type { ReadingNotes } from '../script-reading.ts';
import { type InlineMarkup, type InlinePart, inlineText } from './xliff-markup.ts';
import { createXliffText, type XliffText } from './xliff-text.ts';
import { addNote, openSegment, openUnit, unitLine, type XliffFile, type XliffUnit } from './xliff-unit.ts';
import { readXml, XML_NAMESPACE, type XmlElement } from './xml-reader.ts';
import { xmlText } from './xml-writer.ts';

interface Frame {
  /** Empty for elements of other namespaces. */
  name: string;
  preserve: boolean;
}

interface Part {
  depth: number;
  text: XliffText;
  finish: (content: InlineMarkup) => void;
}

interface Reading {
  stack: Frame[];
  core: string;
  /** Declared at the root in XLIFF 2, for all files. */
  locales: Pick<XliffFile, 'source_locale' | 'target_locale'>;
  file: XliffFile;
  unit: XliffUnit | null;
  part: Part | null;
  /** The depth of the element whose content is skipped; 0 = none. */
  ignoring: number;
}

type Sink = { add: (raw: RawLine) => void; notes: ReadingNotes };

/** Reads XLIFF 1.x and 2.x: a line for each unit. */
export function readXliff(bytes: Uint8Array, { add, notes }: Sink): void {
  const locales = { source_locale: undefined, target_locale: undefined };
  const file = { name: '', ...locales };
  const reading: Reading = { stack: [], core: '', locales, file, unit: null, part: null, ignoring: 0 };
  const addUnit = createUnitDoor(add);
  readXml(bytes, {
    encoding: (label) => notes.encoding(label, false),
    open: (element) => open(reading, element),
    text: (text) => reading.part?.text.add(text),
    close: () => {
      const frame = reading.stack.pop();
      const depth = reading.stack.length;
      if (reading.part) closeInPart(reading, reading.part);
      else if (reading.ignoring > depth) reading.ignoring = 0;
      else if (frame && isUnit(frame.name) && reading.unit && reading.ignoring === 0) {
        addUnit(unitLine(reading.unit, reading.file, notes.skipped), reading.file);
        reading.unit = null;
      }
    },
  });
}

function open(reading: Reading, element: XmlElement): void {
  const { stack } = reading;
  if (stack.length === 0) openRoot(reading, element);
  const parent = stack.at(-1);
  const space = element.attribute('space', XML_NAMESPACE);
  const preserve = space === undefined ? (parent?.preserve ?? false) : space === 'preserve';
  const name = element.uri === reading.core ? element.name : '';
  stack.push({ name, preserve });
  if (reading.part) reading.part.text.open(element);
  else if (reading.ignoring > 0) return;
  else if (reading.unit) openInUnit(reading, reading.unit, element);
  else if (name === 'file') openFile(reading, element);
  else if (isUnit(name)) {
    reading.unit = openUnit(element);
    if (name === 'trans-unit') openSegment(reading.unit);
  }
}

function openRoot(reading: Reading, element: XmlElement): void {
  const version = element.attribute('version') ?? '';
  if (element.name !== 'xliff' || !/^[12]\./.test(version)) {
    const what = element.name === 'xliff' ? `XLIFF ${version}`.trim() : `<${element.name}>`;
    throw brokenFile(`The file is ${quoteForMessage(what)}, not XLIFF 1.2 or 2.0.`, element.row);
  }
  reading.core = element.uri;
  reading.locales = {
    source_locale: element.attribute('srcLang'),
    target_locale: element.attribute('trgLang'),
  };
}

function openFile(reading: Reading, element: XmlElement): void {
  reading.file = {
    name: element.attribute('original') ?? element.attribute('id') ?? '',
    source_locale: element.attribute('source-language') ?? reading.locales.source_locale,
    target_locale: element.attribute('target-language') ?? reading.locales.target_locale,
  };
}

function isUnit(name: string): boolean {
  return name === 'trans-unit' || name === 'unit';
}

/** Checks the position, because earlier translations and other modules also contain sources and targets. */
function openInUnit(reading: Reading, unit: XliffUnit, element: XmlElement): void {
  const { stack } = reading;
  const path = `${stack.at(-2)?.name}/${stack.at(-1)?.name}`;
  if (/^(?:trans-unit|segment|ignorable)\/(?:source|target)$/.test(path))
    startPart(reading, element, partOf(unit, element));
  else if (path === 'trans-unit/seg-source')
    startPart(reading, element, (content) => {
      const segment = unit.segments.at(-1);
      if (segment) segment.seg_source = content;
    });
  else if (path === 'unit/segment' || path === 'unit/ignorable') openSegment(unit, element);
  else if (path === 'unit/originalData')
    startPart(reading, element, ({ parts }) => {
      unit.original_data = originalData(parts);
    });
  else if (path === 'trans-unit/note' || path === 'notes/note') {
    const kind = element.attribute('category') ?? element.attribute('from') ?? '';
    startPart(reading, element, (content) => addNote(unit, kind, inlineText(content)));
  } else if (path !== 'unit/notes') reading.ignoring = stack.length;
}

function partOf(unit: XliffUnit, element: XmlElement): (content: InlineMarkup) => void {
  const locale = element.attribute('lang', XML_NAMESPACE);
  const order = Number(element.attribute('order') ?? 0) || 0;
  return (content) => {
    const segment = unit.segments.at(-1);
    if (!segment) return;
    if (element.name === 'source') segment.source ??= { ...content, locale };
    else segment.target ??= { ...content, locale, order };
  };
}

function startPart(reading: Reading, element: XmlElement, finish: Part['finish']): void {
  const depth = reading.stack.length;
  const preserve = element.name === 'note' || reading.stack.at(-1)?.preserve === true;
  reading.part = { depth, text: createXliffText(element, { preserve, core: reading.core }), finish };
}

function closeInPart(reading: Reading, part: Part): void {
  if (reading.stack.length >= part.depth) {
    part.text.close();
    return;
  }
  reading.part = null;
  part.finish(part.text.read());
}

function originalData(parts: readonly InlinePart[]): string {
  return parts.map((part) => (typeof part === 'string' ? xmlText(part) : part.xml)).join('');
}

/**
 * IDs are unique only within one `<file>`. If another file repeats an ID with the same text, the line is added once. If
 * the text differs, the ID gets the file name as a prefix.
 */
function createUnitDoor(add: (raw: RawLine) => void) {
  const seen = new Map<string, { script: string; file: XliffFile }>();
  let entry = 0;
  return (line: Omit<RawLine, 'entry'>, file: XliffFile): void => {
    entry += 1;
    const key = `${line.locale?.toLowerCase()}\n${line.line_id}`;
    const earlier = line.line_id === '' ? undefined : seen.get(key);
    if (earlier && earlier.file !== file) {
      if (earlier.script === line.script) return;
      add({ ...line, entry, line_id: `${file.name}/${line.line_id}` });
      return;
    }
    if (line.line_id !== '' && line.script.trim() !== '') seen.set(key, { script: line.script, file });
    add({ ...line, entry });
  };
}
