import { checkIsText } from '../../encoding/encoding.ts';
import { cleanScript } from '../../locales/characters.ts';
import { brokenFile, quoteForMessage } from '../script-error.ts';
import type { RawLine, Sink } from '../script-lines.ts';
import { type InlineMarkup, inlineText } from './xliff-markup.ts';
import { createXliffText, type XliffText } from './xliff-text.ts';
import {
  addNote,
  isDraft,
  openSegment,
  openUnit,
  toLine,
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

/** A source, target, note or other text that is read. */
interface OpenText {
  depth: number;
  text: XliffText;
  finish: (content: InlineMarkup) => void;
}

const ROOT: Frame = { name: '', preserve: false, is_translatable: true };

interface Reading {
  stack: Frame[];
  core: string;
  /** Declared at the root in XLIFF 2, for all files. */
  locales: Pick<XliffFile, 'source_locale' | 'target_locale'>;
  file: XliffFile;
  unit: XliffUnit | null;
  text: OpenText | null;
  /** The depth of the element whose content is skipped; 0 = none. */
  skip_depth: number;
}

/** Reads XLIFF 1.x and 2.x: a line for each unit. */
export function readXliff(bytes: Uint8Array, { add, notes }: Pick<Sink, 'add' | 'notes'>): void {
  checkIsText(bytes);
  const locales = { source_locale: undefined, target_locale: undefined };
  const reading: Reading = {
    stack: [],
    core: '',
    locales,
    file: { name: undefined, ...locales },
    unit: null,
    text: null,
    skip_depth: 0,
  };
  const addUnit = createUnitCollector(add);
  readXml(bytes, {
    encoding: (label) => notes.encoding(label, false),
    open: (element) => openElement(reading, element),
    text: (text) => reading.text?.text.add(text),
    close() {
      const frame = reading.stack.pop();
      const depth = reading.stack.length;
      const { text, unit, file } = reading;
      if (text && depth >= text.depth) text.text.close();
      else if (text) {
        reading.text = null;
        text.finish(text.text.read());
      } else if (reading.skip_depth > depth) reading.skip_depth = 0;
      else if (frame && isUnit(frame.name) && unit && reading.skip_depth === 0) {
        addUnit(toLine(unit, file, notes), file);
        reading.unit = null;
      }
    },
  });
}

/** Puts an element on the stack, and opens the file, unit or text that it begins. */
function openElement(reading: Reading, element: XmlElement): void {
  const { stack } = reading;
  if (stack.length === 0) openRoot(reading, element);
  const parent = stack.at(-1) ?? ROOT;
  const space = element.attribute('space', XML_NAMESPACE);
  const preserve = space === undefined ? parent.preserve : space === 'preserve';
  const name = element.uri === reading.core ? element.name : '';
  const translate = element.attribute('translate');
  const is_translatable = translate === undefined ? parent.is_translatable : translate !== 'no';
  stack.push({ name, preserve, is_translatable });
  if (reading.text) reading.text.text.open(element);
  else if (reading.skip_depth > 0) return;
  else if (reading.unit) openInUnit(reading, reading.unit, element);
  else if (name === 'file')
    reading.file = {
      name: element.attribute('original') ?? element.attribute('id'),
      source_locale: element.attribute('source-language') ?? reading.locales.source_locale,
      target_locale: element.attribute('target-language') ?? reading.locales.target_locale,
    };
  else if (isUnit(name)) {
    reading.unit = openUnit(element, is_translatable);
    if (name === 'trans-unit') openSegment(reading.unit);
  }
}

/** Reads the version and the languages of the file. Throws if it is not XLIFF. */
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

function isUnit(name: string): boolean {
  return name === 'trans-unit' || name === 'unit';
}

/**
 * Opens a text, segment or note of a unit, or skips the element. Checks its position, because earlier translations and
 * other modules also contain sources and targets.
 */
function openInUnit(reading: Reading, unit: XliffUnit, element: XmlElement): void {
  const { stack } = reading;
  const path = `${stack.at(-2)?.name}/${stack.at(-1)?.name}`;
  if (/^(?:trans-unit|segment|ignorable)\/(?:source|target)$/.test(path))
    openText(reading, element, (content) => addText(unit, element, content));
  else if (path === 'trans-unit/seg-source')
    openText(reading, element, (content) => {
      const segment = unit.segments.at(-1);
      if (segment) segment.seg_source = content;
    });
  else if (path === 'unit/segment' || path === 'unit/ignorable') openSegment(unit, element);
  else if (path === 'unit/originalData')
    openText(reading, element, ({ parts }) => {
      const xml = parts.map((part) => (typeof part === 'string' ? xmlText(part) : part.xml));
      unit.original_data = xml.join('');
    });
  else if (path === 'trans-unit/note' || path === 'notes/note') {
    const kind = element.attribute('category') ?? element.attribute('from') ?? '';
    openText(reading, element, (content) => addNote(unit, kind, inlineText(content)));
  } else if (path !== 'unit/notes') reading.skip_depth = stack.length;
}

/** Stores the content of a source or target in the open segment. The first one counts. */
function addText(unit: XliffUnit, element: XmlElement, content: InlineMarkup): void {
  const locale = element.attribute('lang', XML_NAMESPACE);
  const segment = unit.segments.at(-1);
  if (!segment) return;
  if (element.name === 'source') {
    segment.source ??= { ...content, locale };
    return;
  }
  const order = Number(element.attribute('order')) || 0;
  segment.target ??= { ...content, locale, order };
  if (isDraft(unit, element.attribute('state') ?? unit.state)) segment.target.is_draft = true;
}

/** Elements in which white space always stays. */
const PRESERVED = new Set(['note', 'originalData']);

/** Opens the text in an element. `finish` gets its content at the end of the element. */
function openText(reading: Reading, element: XmlElement, finish: OpenText['finish']): void {
  const { stack, core, unit } = reading;
  const preserve = PRESERVED.has(element.name) || stack.at(-1)?.preserve === true;
  const data = unit?.data ?? new Map<string, string>();
  /** Stores original data, for the codes that refer to it. */
  const visit = (child: XmlElement, native: string): void => {
    if (element.name === 'originalData') data.set(child.attribute('id') ?? '', native);
  };
  const text = createXliffText(element, { preserve, core, data, visit });
  reading.text = { depth: stack.length, text, finish };
}

const MAX_PREFIX = 80;

interface KnownUnit {
  line_id: string;
  /** The locales that have a text. */
  locales: Set<string>;
}

/**
 * IDs are unique only within one `<file>`. Units of several files with the same ID and the same source are one unit, in
 * one or more languages. If the source or the text differs, the ID gets the file name as a prefix.
 */
function createUnitCollector(add: (raw: RawLine) => void) {
  const unitsOfFiles = new WeakMap<XliffFile, Map<string, KnownUnit>>();
  const bySource = new Map<string, KnownUnit>();
  const byText = new Map<string, KnownUnit>();
  const allocateId = createIdAllocator();
  let entry = 0;
  return (line: Omit<RawLine, 'entry'>, file: XliffFile): void => {
    entry += 1;
    const id = cleanScript(line.line_id ?? '');
    const script = cleanScript(line.script);
    if (id === '' || script === '') {
      add({ ...line, entry });
      return;
    }
    const fileUnits = unitsOfFiles.get(file) ?? new Map<string, KnownUnit>();
    unitsOfFiles.set(file, fileUnits);
    const locale = line.locale?.toLowerCase() ?? '';
    const source = JSON.stringify([id, cleanScript(line.source?.script ?? line.script)]);
    const text = JSON.stringify([source, locale, script]);
    let unit = fileUnits.get(id);
    // Another file has the same text, which is not added again.
    const isRepeated = !unit && byText.has(text);
    if (unit === undefined) {
      // A unit of another file with the same source, if it has no text in this language yet.
      const otherUnit = byText.get(text) ?? bySource.get(source);
      if (isRepeated || !otherUnit?.locales.has(locale)) unit = otherUnit;
    }
    if (unit === undefined) {
      unit = { line_id: allocateId(id, file), locales: new Set() };
      bySource.set(source, unit);
    }
    fileUnits.set(id, unit);
    byText.set(text, unit);
    unit.locales.add(locale);
    if (!isRepeated) add({ ...line, entry, line_id: unit.line_id });
  };
}

/** Returns IDs that no other unit has: the ID of the unit, else with the name of its file, and then a number. */
function createIdAllocator() {
  const requestedIds = new Set<string>();
  const allIds = new Set<string>();
  const prefixes = new Map<string, number>();
  return (id: string, file: XliffFile): string => {
    let freeId = id;
    if (requestedIds.has(id) || allIds.has(id)) {
      // `menu.xlf/greeting`, `menu.xlf#2/greeting`
      const name = file.name?.slice(-MAX_PREFIX) ?? '';
      let number = prefixes.get(`${name}/${id}`) ?? 1;
      do {
        freeId = number === 1 ? `${name}/${id}` : `${name}#${number}/${id}`;
        number += 1;
      } while (allIds.has(freeId));
      prefixes.set(`${name}/${id}`, number);
    }
    requestedIds.add(id);
    allIds.add(freeId);
    return freeId;
  };
}
