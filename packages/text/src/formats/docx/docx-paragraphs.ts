import { findField, keyOf, namesLocale } from '../csv/column-names.ts';
import { planByHeader } from '../csv/csv-columns.ts';
import { createTable } from '../csv/table-rows.ts';
import { checkLength } from '../script-error.ts';
import type { Sink } from '../script-lines.ts';
import type { XmlElement, XmlHandlers } from '../xml/xml-reader.ts';

/** Word's XML namespaces: the usual one and the strict one. */
const WORD = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
]);
const COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

/** Invisible content: deletions, moved text, ruby annotations, field codes. */
const PASSED_OVER = new Set(['del', 'moveFrom', 'rt', 'instrText', 'delText']);
const SIGNS = new Map([
  ['tab', '\t'],
  ['ptab', '\t'],
  ['cr', '\n'],
  ['br', '\n'],
  ['noBreakHyphen', '\u2011'],
]);

interface Paragraph {
  row: number;
  parts: string[];
  length: number;
  /** Whether its paragraph mark was deleted, so that it continues in the next paragraph. */
  goes_on: boolean;
  /** The paragraphs of its text boxes, which follow it. */
  inner: Paragraph[];
}

interface Frame {
  name: string;
  /** Its content is hidden. */
  hidden: boolean;
}

interface State {
  sink: Sink;
  /** The rows of the open table; a nested table is part of its cell. */
  table: { depth: number; rows: Paragraph[][][] } | null;
  stack: Frame[];
  open: Paragraph[];
  carried: Paragraph | null;
  row: number;
  passing: number;
  has_body: boolean;
}

interface Paragraphs extends XmlHandlers {
  /** Adds the paragraphs that are still open; false if there was no document. */
  finish(): boolean;
}

/** Handlers that turn paragraphs into lines. */
export function createParagraphs(sink: Sink): Paragraphs {
  const state: State = {
    sink,
    table: null,
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
      if (state.passing === 0 && state.stack.at(-1)?.name === 't') put(state, text);
    },
    finish() {
      if (state.carried) emit(state, state.carried);
      return state.has_body;
    },
  };
}

function open(state: State, element: XmlElement): void {
  const { stack } = state;
  const parent = stack.at(-1)?.name ?? '';
  const name = WORD.has(element.uri) ? element.name : '';
  stack.push({ name, hidden: false });
  if (state.passing > 0) return;
  if (PASSED_OVER.has(name) && parent !== 'rPr') state.passing = stack.length;
  else if (element.name === 'Fallback' && element.uri === COMPATIBILITY) state.passing = stack.length;
  else if (name === 'body') state.has_body = true;
  else if (name === 'p') openParagraph(state);
  else if (name === 'tbl' || name === 'tr' || name === 'tc') openTable(state, name);
  else if (parent === 'r' && SIGNS.has(name)) put(state, SIGNS.get(name) ?? '');
  else if (isOn(element)) markProperty(state, { name, parent });
}

function openTable(state: State, name: 'tbl' | 'tr' | 'tc'): void {
  const depth = state.stack.length;
  // A table in a text box belongs to the paragraph that contains the box.
  if (name === 'tbl' && state.table === null && state.open.length === 0) state.table = { depth, rows: [] };
  const { table } = state;
  if (name === 'tr' && depth === (table?.depth ?? 0) + 1) table?.rows.push([]);
  else if (name === 'tc' && depth === (table?.depth ?? 0) + 2) table?.rows.at(-1)?.push([]);
}

function openParagraph(state: State): void {
  state.row += 1;
  state.open.push({ row: state.row, parts: [], length: 0, goes_on: false, inner: [] });
}

/** Hidden text, prompts of empty form fields, and deleted paragraph marks. */
function markProperty({ stack, open }: State, { name, parent }: { name: string; parent: string }): void {
  const owner = stack.at(-3);
  if (parent === 'rPr' && name === 'vanish' && owner?.name === 'r') owner.hidden = true;
  else if (parent === 'sdtPr' && name === 'showingPlcHdr' && owner) owner.hidden = true;
  else if (parent === 'rPr' && name === 'del' && owner?.name === 'pPr') {
    const paragraph = open.at(-1);
    if (paragraph) paragraph.goes_on = true;
  }
}

function isOn(element: XmlElement): boolean {
  const value = element.attribute('val', element.uri);
  return value === undefined || !/^(0|false|off)$/i.test(value);
}

function put({ open, stack }: State, text: string): void {
  const paragraph = open.at(-1);
  if (!paragraph || stack.some((frame) => frame.hidden)) return;
  paragraph.length += text.length;
  checkLength(paragraph.length, paragraph.row);
  paragraph.parts.push(text);
}

function close(state: State): void {
  const frame = state.stack.pop();
  if (state.passing > state.stack.length) {
    state.passing = 0;
    return;
  }
  if (state.passing > 0) return;
  if (frame?.name === 'tbl' && state.table && state.stack.length < state.table.depth) closeTable(state);
  if (frame?.name !== 'p') return;
  const paragraph = state.open.pop();
  const outer = state.open.at(-1);
  if (!paragraph) return;
  if (outer) outer.inner.push(paragraph);
  else finish(state, paragraph);
}

function finish(state: State, paragraph: Paragraph): void {
  const whole = state.carried === null ? paragraph : join(state.carried, paragraph);
  state.carried = whole.goes_on ? whole : null;
  if (whole.goes_on) return;
  const cell = state.table?.rows.at(-1)?.at(-1);
  if (cell) cell.push(whole);
  else emit(state, whole);
}

function closeTable(state: State): void {
  const rows = state.table?.rows ?? [];
  state.table = null;
  if (addTable(rows, state.sink)) return;
  for (const paragraph of rows.flat(2)) emit(state, paragraph);
}

const SAMPLE_ROWS = 200;

/**
 * Reads a table whose first row names a script column, as in a csv. Returns false for other tables, whose
 * cells are read as ordinary text.
 */
function addTable(table: readonly Paragraph[][][], sink: Sink): boolean {
  const [header, ...others] = table.map((cells) => ({
    cells: cells.map((cell) => cell.map(textOf).join('\n').trim()),
    row: cells.flat()[0]?.row ?? 0,
  }));
  if (header === undefined || others.length === 0) return false;
  const { cells: names } = header;
  const isScript = findField('script', names.map(keyOf)) >= 0 || names.some(namesLocale);
  if (!isScript) return false;
  const sample = others.slice(0, SAMPLE_ROWS).map(({ cells }) => cells);
  const lines = createTable(planByHeader(names, sample, { csv_column: null }), sink);
  for (const row of others) if (row.cells.some((cell) => cell !== '')) lines.add(row);
  lines.finish();
  return true;
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
  state.sink.add({ script: paragraph.parts.join(''), row: paragraph.row });
  for (const inner of paragraph.inner) emit(state, inner);
}
