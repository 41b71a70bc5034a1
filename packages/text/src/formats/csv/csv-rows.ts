import type { TextReader } from '../line-reader.ts';
import { brokenFile, quoteForMessage, type ScriptError } from '../script-error.ts';
import type { Row } from './table-rows.ts';

const MAX_ROW = 1_000_000;

export interface TableSource {
  delimiter: string;
  /** The number of the first row. */
  first_row: number;
}

interface RowHandlers {
  visit(row: Row): void;
  /** A row with several cells that are all empty. */
  skip(row: number): void;
  /** A row whose quotes may be wrong. */
  doubt(row: number, message: string): void;
}

/** Reads rows as spreadsheets number them: a quoted cell can have line breaks, and an empty line is a row. */
export function createRowReader(source: TableSource, handlers: RowHandlers): TextReader {
  const { delimiter, first_row } = source;
  let row = first_row - 1;
  let rest = '';
  const read = (is_end: boolean): void => {
    const rows = rowsIn({ text: rest, delimiter, is_end });
    let next = rows.next();
    for (; !next.done; next = rows.next()) {
      row += 1;
      const { cells, doubts, length } = next.value;
      if (length > MAX_ROW) throw tooLong(row);
      for (const message of doubts) handlers.doubt(row, message);
      if (isFilled(cells)) handlers.visit({ cells, row });
      else if (cells.length > 1) handlers.skip(row);
    }
    const { at, is_quoted } = next.value;
    rest = rest.slice(at);
    if (is_quoted && (is_end || rest.length > MAX_ROW)) throw brokenFile('A quote is not closed.', row + 1);
    if (rest.length > MAX_ROW) throw tooLong(row + 1);
  };
  return {
    write(text) {
      rest += text;
      read(false);
    },
    end: () => read(true),
  };
}

const tooLong = (row: number): ScriptError =>
  brokenFile(`The row is longer than ${MAX_ROW.toLocaleString('en')} characters.`, row);

/** Whether a row has a cell with content. */
export const isFilled = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== '');

interface TableText {
  text: string;
  delimiter: string;
  /** Whether no text follows. */
  is_end: boolean;
}

interface CompleteRow {
  cells: string[];
  /** What may be wrong with the quotes of the row. */
  doubts: string[];
  length: number;
}

/**
 * The complete rows of a text. Returns where the last row starts if it is not complete, and whether it ends in a quoted
 * cell.
 */
export function* rowsIn(table: TableText): Generator<CompleteRow, { at: number; is_quoted: boolean }> {
  const { text, delimiter, is_end } = table;
  /** What ends a cell that is not quoted. */
  const cellEnds = new RegExp(`[\r\n\\${delimiter}]`, 'g');
  let row: CompleteRow = { cells: [], doubts: [], length: 0 };
  let multilineCells: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length || row.cells.length > 0; ) {
    const cell = readCell(table, at, cellEnds);
    if (cell === undefined || cell === 'quoted') return { at: start, is_quoted: cell === 'quoted' };
    row.cells.push(cell.text);
    if (cell.is_quoted && /[\r\n]/.test(cell.text)) multilineCells.push(cell.text);
    if (cell.is_open) {
      const quote = quoteForMessage(cell.text);
      row.doubts.push(
        `A quote opens on this row but does not close. It is read as part of the text: ${quote}.`,
      );
    }
    at = cell.end;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    // A line feed may follow.
    if (text[at] === '\r' && at + 1 === text.length && !is_end) return { at: start, is_quoted: false };
    at += text.startsWith('\r\n', at) ? 2 : 1;
    for (const value of multilineCells) {
      const line = findSwallowedRow(value, delimiter, row.cells.length);
      if (line === undefined) continue;
      const quote = quoteForMessage(line);
      row.doubts.push(`A quote opens on this row and closes on a later one. It contains ${quote}.`);
    }
    yield { ...row, length: at - start };
    row = { cells: [], doubts: [], length: 0 };
    multilineCells = [];
    start = at;
  }
  return { at: text.length, is_quoted: false };
}

interface Cell {
  text: string;
  /** The position of the delimiter or line break after it. */
  end: number;
  is_quoted: boolean;
  /** It begins with a quotation mark that has no counterpart. */
  is_open: boolean;
}

/** The cell at a position; undefined if its end is missing, and `quoted` if the end of its quote is. */
function readCell(table: TableText, at: number, cellEnds: RegExp): Cell | 'quoted' | undefined {
  const { text, delimiter, is_end } = table;
  const skipSpaces = (from: number): number => {
    let next = from;
    while (text[next] === ' ' && delimiter !== ' ') next += 1;
    return next;
  };
  const first = skipSpaces(at);
  cellEnds.lastIndex = at;
  if (text[first] === '"') {
    const close = findClosingQuote(text, first);
    if (close < 0) return 'quoted';
    const next = skipSpaces(close + 1);
    if (next === text.length && !is_end) return 'quoted';
    if (next === text.length || [delimiter, '\r', '\n'].includes(text.charAt(next))) {
      const value = text.slice(first + 1, close).replaceAll('""', '"');
      return { text: value, end: next, is_quoted: true, is_open: false };
    }
    // Text follows the quotation mark, so it is a part of the text. On another line, it belongs to another row.
    if (!/[\r\n]/.test(text.slice(first, close))) cellEnds.lastIndex = close + 1;
  }
  const end = cellEnds.exec(text)?.index ?? text.length;
  if (end === text.length && !is_end) return undefined;
  const value = text.slice(at, end);
  const quoteCount = value.split('"').length - 1;
  const is_open = text[first] === '"' && quoteCount % 2 === 1;
  return { text: value, end, is_quoted: false, is_open };
}

/** The quotation mark that ends a quote, or -1. A doubled one is a character of the quote. */
function findClosingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return -1;
}

/** A line of a quoted cell that looks like a row, so that the quote may have been closed by the quote of a later row. */
function findSwallowedRow(cell: string, delimiter: string, width: number): string | undefined {
  // Prose has many commas, so one in a line does not show a row.
  const minWidth = delimiter === ',' ? 3 : 2;
  if (width < minWidth) return undefined;
  // The first line belongs to the row of the quote.
  const [, ...lines] = cell.split(/\r\n?|\n/);
  return lines.find((line) => {
    const cells = line.split(delimiter, width + 1);
    return cells.length === width && !/^\s/.test(cells[1] ?? '');
  });
}
