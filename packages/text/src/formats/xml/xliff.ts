import { cleanScript } from '../../locales/characters.ts';
import { brokenFile, quoteForMessage } from '../script-error.ts';
import type { RawLine } from '../script-lines.ts';
import type { ReadingNotes } from '../script-reading.ts';
import { type InlineMarkup, type InlinePart, inlineText } from './xliff-markup.ts';
import { createXliffText, type XliffText } from './xliff-text.ts';
import {
  addNote,
  isDraft,
  openSegment,
  openUnit,
  unitLine,
  type XliffFile,
  type XliffUnit,
} from './xliff-unit.ts';
import { readXml, XML_NAMESPACE, type XmlElement } from './xml-reader.ts';
import { xmlText } from './xml-writer.ts';

interface Frame {
  /** Empty for elements of other namespaces. */
  name: string;
  preserve: boolean;
  /** Whether `translate` allows a translation. */
  is_translatable: boolean;
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
        addUnit(unitLine(reading.unit, reading.file, notes), reading.file);
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
  const translate = element.attribute('translate');
  const is_translatable = translate === undefined ? (parent?.is_translatable ?? true) : translate !== 'no';
  stack.push({ name, preserve, is_translatable });
  if (reading.part) reading.part.text.open(element);
  else if (reading.ignoring > 0) return;
  else if (reading.unit) openInUnit(reading, reading.unit, element);
  else if (name === 'file') openFile(reading, element);
  else if (isUnit(name)) {
    reading.unit = openUnit(element, is_translatable);
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
  else if (path === 'unit/originalData') startOriginalData(reading, unit, element);
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
    if (element.name === 'source') {
      segment.source ??= { ...content, locale };
      return;
    }
    segment.target ??= { ...content, locale, order };
    if (isDraft(unit, element.attribute('state') ?? unit.state)) segment.target.is_draft = true;
  };
}

function startPart(reading: Reading, element: XmlElement, finish: Part['finish']): void {
  const depth = reading.stack.length;
  const preserve = element.name === 'note' || reading.stack.at(-1)?.preserve === true;
  const data = reading.unit?.data ?? new Map();
  reading.part = { depth, text: createXliffText(element, { preserve, core: reading.core, data }), finish };
}

function startOriginalData(reading: Reading, unit: XliffUnit, element: XmlElement): void {
  const { core, stack } = reading;
  const visit = (data: XmlElement, native: string): void => {
    unit.data.set(data.attribute('id') ?? '', native);
  };
  const text = createXliffText(element, { preserve: true, core, data: unit.data, visit });
  const finish = ({ parts }: InlineMarkup): void => {
    unit.original_data = originalData(parts);
  };
  reading.part = { depth: stack.length, text, finish };
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

const LONGEST_PREFIX = 80;

interface KnownUnit {
  line_id: string;
  /** The locales that have a text. */
  locales: Set<string>;
}

/**
 * IDs are unique only within one `<file>`. Units of several files with the same ID and the same source are one unit, in
 * one or more languages. If the source or the text differs, the ID gets the file name as a prefix.
 */
function createUnitDoor(add: (raw: RawLine) => void) {
  const unitsOfFiles = new WeakMap<XliffFile, Map<string, KnownUnit>>();
  const bySource = new Map<string, KnownUnit>();
  const byText = new Map<string, KnownUnit>();
  const firsts = new Set<string>();
  const taken = new Set<string>();
  const prefixes = new Map<string, number>();
  let entry = 0;
  const freeId = (id: string, file: XliffFile): string => {
    const isFirst = !firsts.has(id);
    firsts.add(id);
    if (isFirst && !taken.has(id)) return id;
    const name = file.name.slice(-LONGEST_PREFIX);
    for (let number = prefixes.get(`${name}/${id}`) ?? 1; ; number++) {
      const free = number === 1 ? `${name}/${id}` : `${name}#${number}/${id}`;
      prefixes.set(`${name}/${id}`, number + 1);
      if (!taken.has(free)) return free;
    }
  };
  return (line: Omit<RawLine, 'entry'>, file: XliffFile): void => {
    entry += 1;
    const id = cleanScript(line.line_id ?? '');
    const script = cleanScript(line.script);
    if (id === '' || script === '') {
      add({ ...line, entry });
      return;
    }
    const ofFile = unitsOfFiles.get(file) ?? new Map<string, KnownUnit>();
    unitsOfFiles.set(file, ofFile);
    const locale = line.locale?.toLowerCase() ?? '';
    const source = JSON.stringify([id, cleanScript(line.source?.script ?? line.script)]);
    const text = JSON.stringify([source, locale, script]);
    const own = ofFile.get(id);
    const isRepeated = !own && byText.has(text);
    const other = byText.get(text) ?? bySource.get(source);
    let unit = own ?? (isRepeated || !other?.locales.has(locale) ? other : undefined);
    if (unit === undefined) {
      unit = { line_id: freeId(id, file), locales: new Set() };
      taken.add(unit.line_id);
      bySource.set(source, unit);
    }
    ofFile.set(id, unit);
    byText.set(text, unit);
    unit.locales.add(locale);
    if (!isRepeated) add({ ...line, entry, line_id: unit.line_id });
  };
}
