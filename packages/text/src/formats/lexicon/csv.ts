import { headerKey } from '../csv/column-names.ts';
import { readTable } from '../csv/csv.ts';
import { textCell, unguardFormula } from '../csv/write-csv.ts';
import { ScriptError, unknownLocale } from '../script-error.ts';
import { type LexiconEntry, type LexiconSink, parseContext, readLanguage, wordList } from './model.ts';

const COLUMNS = [
  'word',
  'language',
  'method',
  'pronunciation',
  'ipa',
  'description',
  'before',
  'after',
] as const;
type Column = (typeof COLUMNS)[number];

/** Other names of the columns. */
const NAMES: Readonly<Record<Column, readonly string[]>> = {
  word: ['word', 'grapheme', 'term', 'string_to_replace'],
  language: ['language', 'locale', 'locale_code', 'lang'],
  method: ['method', 'type'],
  pronunciation: ['pronunciation', 'alias', 'respelling', 'spoken'],
  ipa: ['ipa', 'phoneme', 'phonemes'],
  description: ['description', 'notes', 'note', 'comment'],
  before: ['before', 'context_before'],
  after: ['after', 'context_after'],
};

const NO_LANGUAGE =
  'The row has no language. Fill in its column "language", or set `language` of the import.';

/** Reads a csv with a header. Without `method`, a row with `ipa` is IPA. */
export function readLexiconCsv(content: string, language: string | null, sink: LexiconSink): void {
  let columns: Record<Column, number> | undefined;
  readTable(content.replace(/^\ufeff/, ''), 'csv', (cells, row) => {
    if (columns) readRow({ cells, row, columns }, language, sink);
    else columns = readHeader(cells);
  });
}

/** The index of each column; -1 for a missing one. Throws if there is no word or no pronunciation. */
function readHeader(header: readonly string[]): Record<Column, number> {
  const keys = header.map(headerKey);
  const indexes = COLUMNS.map((column) => [column, keys.findIndex((key) => NAMES[column].includes(key))]);
  const columns = Object.fromEntries(indexes) as Record<Column, number>;
  if (columns.word >= 0 && (columns.pronunciation >= 0 || columns.ipa >= 0)) return columns;
  const message = 'The first row must name the columns: word, and pronunciation or ipa.';
  throw new ScriptError(message, { code: 'UNKNOWN_COLUMN', row: 1 });
}

/** Adds the entry of a row, or reports what is wrong with it. */
function readRow(
  { cells, row, columns }: { cells: readonly string[]; row: number; columns: Record<Column, number> },
  defaultLanguage: string | null,
  sink: LexiconSink,
) {
  const cell = (column: Column) => unguardFormula(cells[columns[column]] ?? '').trim();
  const word = cell('word');
  const ipa = cell('ipa');
  const pronunciation = cell('pronunciation');
  const defaultMethod = ipa === '' ? 'spelled' : 'ipa';
  const method = cell('method').toLowerCase() || defaultMethod;
  if (method !== 'spelled' && method !== 'ipa')
    return sink.problem(row, 'The method must be spelled or ipa. Recordings cannot be imported.');
  const tag = cell('language');
  const language = tag === '' ? defaultLanguage : readLanguage(tag);
  if (language === null) return sink.problem(row, tag === '' ? NO_LANGUAGE : unknownLocale(tag));
  if (word === '') return sink.problem(row, 'The row has no word.');
  const column = method === 'ipa' ? 'ipa' : 'pronunciation';
  if (cell(column) === '') return sink.problem(row, `The row has no ${column}.`);
  sink.add({
    word,
    language,
    method,
    pronunciation: pronunciation || null,
    ipa: ipa || null,
    description: cell('description') || null,
    context: parseContext(cell('before'), cell('after')),
    row,
  });
}

/** A csv with a byte order mark, so that spreadsheets use UTF-8. */
export function writeLexiconCsv(entries: readonly LexiconEntry[]): string {
  const rows = entries.map(({ context, ...entry }) => {
    const cells = { ...entry, before: wordList(context?.before), after: wordList(context?.after) };
    return COLUMNS.map((column) => textCell(cells[column] ?? '')).join(',');
  });
  return `\ufeff${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}
