import { loweredDigits, raisedDigits } from '../../locales/raised-digits.ts';
import { createWrapCounter } from '../../locales/wrapped-lines.ts';
import { checkLength, quoteForMessage } from '../script-error.ts';
import type { Sink } from '../script-lines.ts';
import type { XmlElement, XmlHandlers } from '../xml/xml-reader.ts';
import { createEquation, isMath } from './docx-math.ts';
import { findSymbol } from './docx-symbols.ts';
import { buildGrid, createTables, type TableOptions, type WordRow } from './docx-tables.ts';

/** Word's XML namespaces: the usual one and the strict one. */
export const WORD = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
]);
const COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

/** Content that the final text does not have: deletions, moved text, readings above words, field codes. */
const SKIPPED = new Set(['del', 'moveFrom', 'rt', 'instrText', 'delText']);
/** The characters of elements without a text. */
const SIGNS = new Map([
  ['tab', '\t'],
  ['ptab', '\t'],
  ['cr', '\n'],
  ['br', '\n'],
  ['noBreakHyphen', '\u2011'],
]);
/** Word's tables have at most 63 columns. */
const MAX_SPAN = 63;

interface Paragraph {
  row: number;
  parts: string[];
  length: number;
  /** Whether its paragraph mark was deleted, so that it continues in the next paragraph. */
  goes_on: boolean;
  /** The paragraphs of its text boxes, which follow it. */
  inner: Paragraph[];
  /** What is not shown, as messages. */
  hidden: string[];
  /** Whether an equation was put last. */
  ends_in_equation: boolean;
}

interface Frame {
  name: string;
  /** Its content is not shown: hidden text, or the prompt of a form field. */
  hidden?: string;
  /** Its digits are above or below the line. */
  digits?: (text: string, before: string) => string | undefined;
}

interface State {
  sink: Sink;
  tables: ReturnType<typeof createTables>;
  /** The open table. A nested table is part of its cell. */
  table: { nesting: number; rows: WordRow<Paragraph>[] } | null;
  equation: ReturnType<typeof createEquation> | null;
  wraps: ReturnType<typeof createWrapCounter>;
  /** The paragraphs with references to notes, by kind and ID. */
  references: Map<string, number>;
  stack: Frame[];
  open: Paragraph[];
  /** A paragraph that continues in the next one. */
  pending: Paragraph | null;
  row: number;
  /** The depth of the element whose content is skipped; 0 = none. */
  skip_depth: number;
  has_body: boolean;
}

interface Paragraphs extends XmlHandlers {
  /** Adds the paragraphs that are still open; undefined if there was no document. Returns the rows of references. */
  finish(): ReadonlyMap<string, number> | undefined;
}

/** Handlers that turn paragraphs into lines. */
export function createParagraphs(options: TableOptions, sink: Sink): Paragraphs {
  const state: State = {
    sink,
    tables: createTables(options, sink),
    table: null,
    equation: null,
    wraps: createWrapCounter(),
    references: new Map(),
    stack: [],
    open: [],
    pending: null,
    row: 0,
    skip_depth: 0,
    has_body: false,
  };
  return {
    open: (element) => openElement(state, element),
    close: () => closeElement(state),
    text(text) {
      if (state.skip_depth > 0) return;
      if (state.equation) {
        state.equation.text(text);
        return;
      }
      if (state.stack.at(-1)?.name !== 't') return;
      const paragraph = state.open.at(-1);
      const needsSpace = paragraph?.ends_in_equation && /^[\p{L}\p{N}]/u.test(text);
      // Raised and lowered digits stay apart from the number before them.
      const digits = state.stack.at(-2)?.digits?.(text, paragraph?.parts.at(-1) ?? '');
      addText(state, `${needsSpace ? ' ' : ''}${digits ?? text}`);
    },
    finish() {
      if (state.pending) addLines(state, state.pending);
      if (!state.has_body) return undefined;
      state.tables.finish();
      sink.notes.wrapped(state.wraps.findWrapped());
      return state.references;
    },
  };
}

/** Puts an element on the stack, and does what its name requires, unless it is in skipped content or in an equation. */
function openElement(state: State, element: XmlElement): void {
  const { stack } = state;
  const parent = stack.at(-1)?.name;
  const name = WORD.has(element.uri) ? element.name : '';
  stack.push({ name });
  if (state.skip_depth > 0) return;
  if (state.equation) {
    state.equation.open(element);
    return;
  }
  // In properties, `del` is no deleted content, but marks the paragraph or the row as deleted.
  const isMark = parent === 'rPr' || (parent === 'trPr' && name === 'del');
  const isFallback = element.name === 'Fallback' && element.uri === COMPATIBILITY;
  if (isFallback || (SKIPPED.has(name) && !isMark)) state.skip_depth = stack.length;
  else if (element.name === 'oMath' && isMath(element)) state.equation = createEquation();
  else if (element.name === 'graphicData') {
    // The kind is the end of the address: `…/2006/chart`.
    const kind = /\/(chart|diagram)$/.exec(element.attribute('uri') ?? '')?.[1];
    if (kind !== undefined) reportObject(state, `A ${kind} is not spoken.`);
  } else OPENERS.get(name)?.(state, element, parent);
}

type Opener = (state: State, element: XmlElement, parent: string | undefined) => void;

/** What the start of each element does: paragraphs, tables with rows and cells, properties, and signs. */
const openers: Readonly<Record<string, Opener>> = {
  body(state) {
    state.has_body = true;
  },
  p(state) {
    state.row += 1;
    const empty = { parts: [], length: 0, goes_on: false, inner: [], hidden: [], ends_in_equation: false };
    state.open.push({ row: state.row, ...empty });
  },
  tbl(state) {
    if (state.table) state.table.nesting += 1;
    // A table in a text box belongs to the paragraph that contains the box.
    else if (state.open.length === 0) state.table = { nesting: 1, rows: [] };
  },
  tr({ table }) {
    if (table?.nesting === 1) table.rows.push({ before: 0, is_deleted: false, cells: [] });
  },
  tc({ table }) {
    if (table?.nesting !== 1) return;
    table.rows.at(-1)?.cells.push({ span: 1, merge: null, is_continued: false, content: [] });
  },
  gridBefore: markTable,
  gridSpan: markTable,
  vMerge: markTable,
  hMerge: markTable,
  del(state, element, parent) {
    if (parent === 'trPr') markTable(state, element, parent);
    else markProperty(state, element, parent);
  },
  vanish: markProperty,
  vertAlign: markProperty,
  showingPlcHdr: markProperty,
  /** A character of a symbol font. Its neighbors stay separate if it has no text. */
  sym(state, element, parent) {
    if (parent !== 'r') return;
    const char = element.attribute('char', element.uri) ?? '';
    const font = element.attribute('font', element.uri) ?? '';
    const symbol = findSymbol(font, char);
    if (symbol === null) {
      const message = `The symbol ${quoteForMessage(char)} of the font ${quoteForMessage(font)} is not spoken.`;
      state.sink.notes.skipped({ row: Math.max(1, state.row), code: 'symbol', message });
    }
    addText(state, symbol ?? ' ');
  },
  tab: addSign,
  ptab: addSign,
  cr: addSign,
  br: addSign,
  noBreakHyphen: addSign,
  footnoteReference: addReference,
  endnoteReference: addReference,
  commentReference: addReference,
  altChunk: (state) => reportObject(state, 'An embedded document is not spoken.'),
  object: (state) => reportObject(state, 'An embedded object is not spoken.'),
};
const OPENERS: ReadonlyMap<string, Opener> = new Map(Object.entries(openers));

/** Reports content that has no text. */
function reportObject({ row, sink }: State, message: string): void {
  sink.notes.skipped({ row: Math.max(1, row), code: 'embedded_object', message });
}

/** Remembers the paragraph of a note by its kind and ID, such as `footnote 3`. */
function addReference({ references, row }: State, element: XmlElement): void {
  const kind = element.name.slice(0, -'Reference'.length);
  references.set(`${kind} ${element.attribute('id', element.uri)}`, row);
}

/** Stores a property of a row or cell: the columns and rows that a cell covers, or that a row is deleted. */
function markTable({ table }: State, element: XmlElement, parent: string | undefined): void {
  const row = table?.nesting === 1 ? table.rows.at(-1) : undefined;
  if (row === undefined || (parent !== 'tcPr' && parent !== 'trPr')) return;
  const value = element.attribute('val', element.uri) ?? '';
  const count = Math.min(MAX_SPAN, Math.max(0, Math.trunc(Number(value)) || 0));
  const cell = row.cells.at(-1);
  if (element.name === 'gridBefore') row.before = count;
  else if (element.name === 'del') row.is_deleted = true;
  else if (!cell) return;
  else if (element.name === 'gridSpan') cell.span = Math.max(1, count);
  else if (element.name === 'vMerge') cell.merge = value === 'restart' ? 'restart' : 'continue';
  else if (element.name === 'hMerge') cell.is_continued = value !== 'restart';
}

/**
 * Stores a property of the element that has it, two levels above: hidden text, the prompt of an empty form field, raised
 * or lowered digits, or a deleted paragraph mark.
 */
function markProperty(state: State, element: XmlElement, parent: string | undefined): void {
  const owner = state.stack.at(-3);
  const value = element.attribute('val', element.uri) ?? '';
  if (!owner || /^(0|false|off)$/i.test(value)) return;
  const path = `${owner.name}/${parent}/${element.name}`;
  if (path === 'r/rPr/vanish') owner.hidden = 'Hidden text';
  else if (path === 'r/rPr/vertAlign' && value === 'superscript') owner.digits = raisedDigits;
  else if (path === 'r/rPr/vertAlign' && value === 'subscript') owner.digits = loweredDigits;
  else if (path.endsWith('/sdtPr/showingPlcHdr')) owner.hidden = 'The prompt of an empty form field';
  else if (path === 'pPr/rPr/del') {
    const paragraph = state.open.at(-1);
    if (paragraph) paragraph.goes_on = true;
  }
}

/** Adds the character of an element of a run, such as a tab. */
function addSign(state: State, element: XmlElement, parent: string | undefined): void {
  if (parent === 'r') addText(state, SIGNS.get(element.name) ?? '');
}

/** Adds a text to the open paragraph, or to its messages if the text is hidden. */
function addText({ open, stack }: State, text: string): void {
  const paragraph = open.at(-1);
  if (!paragraph) return;
  paragraph.length += text.length;
  paragraph.ends_in_equation = false;
  checkLength(paragraph.length, paragraph.row);
  const hiddenKind = stack.find((frame) => frame.hidden !== undefined)?.hidden;
  if (hiddenKind === undefined) paragraph.parts.push(text);
  else if (text.trim() !== '')
    paragraph.hidden.push(`${hiddenKind} is not spoken: ${quoteForMessage(text)}.`);
}

/** Takes an element from the stack. The end of an equation, table or paragraph adds its text. */
function closeElement(state: State): void {
  const frame = state.stack.pop();
  if (state.skip_depth > 0) {
    if (state.skip_depth > state.stack.length) state.skip_depth = 0;
    return;
  }
  if (state.equation && !state.equation.close()) {
    const text = state.equation.toText();
    state.equation = null;
    if (text !== '') addEquation(state, text);
  }
  if (frame?.name === 'tbl' && state.table) {
    state.table.nesting -= 1;
    if (state.table.nesting === 0) closeTable(state, state.table.rows);
  }
  if (frame?.name !== 'p') return;
  const paragraph = state.open.pop();
  if (!paragraph) return;
  for (const message of paragraph.hidden)
    state.sink.notes.skipped({ row: paragraph.row, code: 'hidden_text', message });
  const outer = state.open.at(-1);
  if (outer) outer.inner.push(paragraph);
  else closeParagraph(state, paragraph);
}

/** Adds an equation as plain text, apart from the words next to it. */
function addEquation(state: State, text: string): void {
  const { notes } = state.sink;
  const paragraph = state.open.at(-1);
  const row = Math.max(1, state.row);
  if (!paragraph) {
    const message = `An equation outside of a paragraph is not spoken: ${quoteForMessage(text)}.`;
    notes.skipped({ row, code: 'equation', message });
    return;
  }
  const message = `An equation is spoken as plain text: ${quoteForMessage(text)}.`;
  notes.doubtful({ row, code: 'equation', message });
  const needsSpace = /[\p{L}\p{N}]$/u.test(paragraph.parts.at(-1) ?? '');
  addText(state, needsSpace ? ` ${text}` : text);
  paragraph.ends_in_equation = true;
}

/** Adds the rows of a table with a column of texts. The cells of any other table are ordinary text. */
function closeTable(state: State, tableRows: readonly WordRow<Paragraph>[]): void {
  state.table = null;
  const rows = tableRows.filter(({ is_deleted }) => !is_deleted);
  if (state.tables.add(buildGrid(rows, toText))) return;
  const paragraphs = rows.flatMap(({ cells }) => cells.flatMap(({ content }) => content));
  const [first] = paragraphs;
  if (first && rows.length > 1 && rows.some(({ cells }) => cells.length > 1)) {
    const message =
      'No text column was found in the first row of the table, so every cell is spoken. Name the column in `columns.script`.';
    state.sink.notes.doubtful({ row: first.row, code: 'table_without_text_column', message });
  }
  for (const paragraph of paragraphs) addLines(state, paragraph);
}

/** The text of a paragraph and of its text boxes, with line breaks between them. */
function toText({ parts, inner }: Paragraph): string {
  return [parts.join(''), ...inner.map(toText)].join('\n');
}

/**
 * Joins a paragraph to the one that continues in it. If it does not continue itself, it becomes a part of the open cell
 * of a table, or a line.
 */
function closeParagraph(state: State, paragraph: Paragraph): void {
  const whole = state.pending ?? paragraph;
  if (state.pending) {
    whole.length += paragraph.length;
    checkLength(whole.length, whole.row);
    for (const part of paragraph.parts) whole.parts.push(part);
    for (const inner of paragraph.inner) whole.inner.push(inner);
    whole.goes_on = paragraph.goes_on;
  }
  state.pending = whole.goes_on ? whole : null;
  if (state.pending) return;
  const cell = state.table?.rows.at(-1)?.cells.at(-1);
  if (cell) cell.content.push(whole);
  else addLines(state, whole);
}

/** Adds a paragraph as a line, and then those of its text boxes. */
function addLines(state: State, paragraph: Paragraph): void {
  const script = paragraph.parts.join('');
  state.wraps.add(script, paragraph.row);
  state.sink.add({ script, row: paragraph.row, is_prose: true });
  for (const inner of paragraph.inner) addLines(state, inner);
}
