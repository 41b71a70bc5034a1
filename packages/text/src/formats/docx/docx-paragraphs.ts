import { loweredDigits, raisedDigits } from '../../locales/raised-digits.ts';
import { createWrapCounter } from '../../locales/wrapped-lines.ts';
import { checkLength, quoteForMessage } from '../script-error.ts';
import type { Sink } from '../script-lines.ts';
import type { XmlElement, XmlHandlers } from '../xml/xml-reader.ts';
import { createEquation, isMath } from './docx-math.ts';
import { symbolOf } from './docx-symbols.ts';
import { createTables, gridOf, type TableOptions, type WordCell, type WordRow } from './docx-tables.ts';

/** Word's XML namespaces: the usual one and the strict one. */
export const WORD = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
]);
const COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

/** Content that the final text does not have: deletions, moved text, readings above words, field codes. */
const PASSED_OVER = new Set(['del', 'moveFrom', 'rt', 'instrText', 'delText']);
const SIGNS = new Map([
  ['tab', '\t'],
  ['ptab', '\t'],
  ['cr', '\n'],
  ['br', '\n'],
  ['noBreakHyphen', '\u2011'],
]);
/** Other content that has no text in the document. */
const UNREAD: Readonly<Record<string, string>> = {
  altChunk: 'An embedded document is not spoken.',
  object: 'An embedded object is not spoken.',
  chart: 'A chart is not spoken.',
  diagram: 'A diagram is not spoken.',
};
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
  carried: Paragraph | null;
  row: number;
  passing: number;
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
    carried: null,
    row: 0,
    passing: 0,
    has_body: false,
  };
  return {
    open: (element) => open(state, element),
    close: () => close(state),
    text(text) {
      if (state.passing > 0) return;
      if (state.equation) state.equation.text(text);
      else if (state.stack.at(-1)?.name === 't') putText(state, text);
    },
    finish() {
      if (state.carried) emit(state, state.carried);
      if (!state.has_body) return undefined;
      state.tables.finish();
      sink.notes.wrapped(state.wraps.found());
      return state.references;
    },
  };
}

function open(state: State, element: XmlElement): void {
  const { stack } = state;
  const parent = stack.at(-1)?.name ?? '';
  const name = WORD.has(element.uri) ? element.name : '';
  stack.push({ name });
  if (state.passing > 0) return;
  if (state.equation) state.equation.open(element);
  else if (name === 'del' && parent === 'trPr') markTable(state, element);
  else if (PASSED_OVER.has(name) && parent !== 'rPr') state.passing = stack.length;
  else if (element.name === 'Fallback' && element.uri === COMPATIBILITY) state.passing = stack.length;
  else if (element.name === 'oMath' && isMath(element)) state.equation = createEquation();
  else if (name === 'body') state.has_body = true;
  else if (name === 'p') openParagraph(state);
  else if (name === 'tbl' || name === 'tr' || name === 'tc') openTable(state, name);
  else if (name === 'sym' && parent === 'r') putSymbol(state, element);
  else if (/^(?:footnote|endnote|comment)Reference$/.test(name))
    state.references.set(`${name.slice(0, -9)} ${element.attribute('id', element.uri)}`, state.row);
  else if (unreadKind(element, name)) reportUnread(state, unreadKind(element, name));
  else if (parent === 'r' && SIGNS.has(name)) put(state, SIGNS.get(name) ?? '');
  else if (parent === 'tcPr' || parent === 'trPr') markTable(state, element);
  else if (isOn(element)) markProperty(state, element, { name, parent });
}

/** What an element contains that the document does not have as text. */
function unreadKind(element: XmlElement, name: string): string {
  if (name === 'altChunk' || name === 'object') return name;
  const graphic = element.name === 'graphicData' ? element.attribute('uri') : undefined;
  return /\/(chart|diagram)$/.exec(graphic ?? '')?.[1] ?? '';
}

function reportUnread({ row, sink }: State, kind: string): void {
  sink.notes.skipped({ row: Math.max(1, row), code: 'embedded_object', message: UNREAD[kind] ?? '' });
}

function openTable(state: State, name: 'tbl' | 'tr' | 'tc'): void {
  const { table } = state;
  if (name === 'tbl') {
    if (table) table.nesting += 1;
    // A table in a text box belongs to the paragraph that contains the box.
    else if (state.open.length === 0) state.table = { nesting: 1, rows: [] };
  } else if (table?.nesting === 1) {
    const cell: WordCell<Paragraph> = { span: 1, merge: null, is_continued: false, content: [] };
    if (name === 'tr') table.rows.push({ before: 0, is_deleted: false, cells: [] });
    else table.rows.at(-1)?.cells.push(cell);
  }
}

/** The columns and rows that a cell covers. */
function markTable({ table }: State, element: XmlElement): void {
  const row = table?.nesting === 1 ? table.rows.at(-1) : undefined;
  if (row === undefined) return;
  const value = element.attribute('val', element.uri) ?? '';
  const count = Math.min(MAX_SPAN, Math.max(0, Math.trunc(Number(value)) || 0));
  const cell = row.cells.at(-1);
  if (element.name === 'gridBefore') row.before = count;
  else if (element.name === 'del') row.is_deleted = true;
  else if (element.name === 'gridSpan' && cell) cell.span = Math.max(1, count);
  else if (element.name === 'vMerge' && cell) cell.merge = value === 'restart' ? 'restart' : 'continue';
  else if (element.name === 'hMerge' && cell) cell.is_continued = value !== 'restart';
}

function openParagraph(state: State): void {
  state.row += 1;
  const empty = { parts: [], length: 0, goes_on: false, inner: [], hidden: [], ends_in_equation: false };
  state.open.push({ row: state.row, ...empty });
}

/** Hidden text, prompts of empty form fields, raised digits, and deleted paragraph marks. */
function markProperty(
  { stack, open }: State,
  element: XmlElement,
  { name, parent }: { name: string; parent: string },
): void {
  const owner = stack.at(-3);
  if (parent === 'rPr' && name === 'vanish' && owner?.name === 'r') owner.hidden = 'Hidden text';
  else if (parent === 'sdtPr' && name === 'showingPlcHdr' && owner)
    owner.hidden = 'The prompt of an empty form field';
  else if (parent === 'rPr' && name === 'vertAlign' && owner?.name === 'r') {
    const value = element.attribute('val', element.uri);
    if (value === 'superscript') owner.digits = raisedDigits;
    else if (value === 'subscript') owner.digits = loweredDigits;
  } else if (parent === 'rPr' && name === 'del' && owner?.name === 'pPr') {
    const paragraph = open.at(-1);
    if (paragraph) paragraph.goes_on = true;
  }
}

function isOn(element: XmlElement): boolean {
  const value = element.attribute('val', element.uri);
  return value === undefined || !/^(0|false|off)$/i.test(value);
}

/** The text of a run. Raised and lowered digits stay apart from the number before them. */
function putText(state: State, text: string): void {
  const paragraph = state.open.at(-1);
  const space = paragraph?.ends_in_equation && /^[\p{L}\p{N}]/u.test(text) ? ' ' : '';
  const digits = state.stack.at(-2)?.digits?.(text, paragraph?.parts.at(-1) ?? '');
  put(state, `${space}${digits ?? text}`);
}

function put({ open, stack }: State, text: string): void {
  const paragraph = open.at(-1);
  if (!paragraph) return;
  paragraph.length += text.length;
  paragraph.ends_in_equation = false;
  checkLength(paragraph.length, paragraph.row);
  const hidden = stack.find((frame) => frame.hidden !== undefined)?.hidden;
  if (hidden === undefined) paragraph.parts.push(text);
  else if (text.trim() !== '') paragraph.hidden.push(`${hidden} is not spoken: ${quoteForMessage(text)}.`);
}

/** A character of a symbol font. Its neighbors stay separate if it has no text. */
function putSymbol(state: State, element: XmlElement): void {
  const char = element.attribute('char', element.uri) ?? '';
  const font = element.attribute('font', element.uri) ?? '';
  const symbol = symbolOf(font, char);
  if (symbol === null) {
    const message = `The symbol ${quoteForMessage(char)} of the font ${quoteForMessage(font)} is not spoken.`;
    state.sink.notes.skipped({ row: Math.max(1, state.row), code: 'symbol', message });
  }
  put(state, symbol ?? ' ');
}

/** An equation as plain text, apart from the words next to it. */
function putEquation(state: State, text: string): void {
  const paragraph = state.open.at(-1);
  if (text === '') return;
  const row = Math.max(1, state.row);
  if (!paragraph) {
    const message = `An equation outside of a paragraph is not spoken: ${quoteForMessage(text)}.`;
    state.sink.notes.skipped({ row, code: 'equation', message });
    return;
  }
  const message = `An equation is spoken as plain text: ${quoteForMessage(text)}.`;
  state.sink.notes.doubtful({ row, code: 'equation', message });
  const space = /[\p{L}\p{N}]$/u.test(paragraph.parts.at(-1) ?? '') ? ' ' : '';
  put(state, `${space}${text}`);
  paragraph.ends_in_equation = true;
}

function close(state: State): void {
  const frame = state.stack.pop();
  if (state.passing > state.stack.length) {
    state.passing = 0;
    return;
  }
  if (state.passing > 0) return;
  if (state.equation && !state.equation.close()) {
    const text = state.equation.written();
    state.equation = null;
    putEquation(state, text);
  }
  if (frame?.name === 'tbl' && state.table) {
    state.table.nesting -= 1;
    if (state.table.nesting === 0) closeTable(state);
  }
  if (frame?.name !== 'p') return;
  const paragraph = state.open.pop();
  const outer = state.open.at(-1);
  if (!paragraph) return;
  for (const message of paragraph.hidden)
    state.sink.notes.skipped({ row: paragraph.row, code: 'hidden_text', message });
  if (outer) outer.inner.push(paragraph);
  else finish(state, paragraph);
}

function finish(state: State, paragraph: Paragraph): void {
  const whole = state.carried === null ? paragraph : join(state.carried, paragraph);
  state.carried = whole.goes_on ? whole : null;
  if (whole.goes_on) return;
  const cell = state.table?.rows.at(-1)?.cells.at(-1);
  if (cell) cell.content.push(whole);
  else emit(state, whole);
}

function closeTable(state: State): void {
  const rows = state.table?.rows.filter(({ is_deleted }) => !is_deleted) ?? [];
  state.table = null;
  if (state.tables.add(gridOf(rows, textOf))) return;
  const paragraphs = rows.flatMap(({ cells }) => cells.flatMap(({ content }) => content));
  const [first] = paragraphs;
  if (first && rows.length > 1 && rows.some(({ cells }) => cells.length > 1)) {
    const message =
      'No text column was found in the first row of the table, so every cell is spoken. Name the column in `columns.script`.';
    state.sink.notes.doubtful({ row: first.row, code: 'table_without_text_column', message });
  }
  for (const paragraph of paragraphs) emit(state, paragraph);
}

function textOf({ parts, inner }: Paragraph): string {
  return [parts.join(''), ...inner.map(textOf)].join('\n');
}

function join(paragraph: Paragraph, next: Paragraph): Paragraph {
  paragraph.length += next.length;
  checkLength(paragraph.length, paragraph.row);
  for (const part of next.parts) paragraph.parts.push(part);
  for (const inner of next.inner) paragraph.inner.push(inner);
  paragraph.goes_on = next.goes_on;
  return paragraph;
}

function emit(state: State, paragraph: Paragraph): void {
  const script = paragraph.parts.join('');
  state.wraps.add(script, paragraph.row);
  state.sink.add({ script, row: paragraph.row });
  for (const inner of paragraph.inner) emit(state, inner);
}
