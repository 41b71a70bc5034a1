import { normalizeLocale } from '../../locales/locale.ts';
import { headerKey } from '../csv/column-names.ts';
import { readTable } from '../csv/csv.ts';
import { textCell, unguardFormula } from '../csv/write-csv.ts';
import { ScriptError, unknownLocale } from '../script-error.ts';
import { ALL_LOCALES, contextOf, type LexiconEntry, type LexiconSink, wordList } from './model.ts';

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
    if (!columns) {
      columns = columnsOf(cells);
      return;
    }
    const places = columns;
    readRow((column) => unguardFormula(cells[places[column]] ?? '').trim(), row, { language, sink });
  });
}

function columnsOf(header: readonly string[]): Record<Column, number> {
  const keys = header.map(headerKey);
  const found = COLUMNS.map((column) => [column, keys.findIndex((key) => NAMES[column].includes(key))]);
  const columns = Object.fromEntries(found) as Record<Column, number>;
  if (columns.word >= 0 && (columns.pronunciation >= 0 || columns.ipa >= 0)) return columns;
  const message = 'The first row must name the columns: word, and pronunciation or ipa.';
  throw new ScriptError(message, { code: 'UNKNOWN_COLUMN', row: 1 });
}

function readRow(
  cell: (column: Column) => string,
  row: number,
  { language: given, sink }: { language: string | null; sink: LexiconSink },
) {
  const [word, named, ipa, pronunciation] = [
    cell('word'),
    cell('language'),
    cell('ipa'),
    cell('pronunciation'),
  ];
  const method = cell('method').toLowerCase() || (ipa === '' ? 'spelled' : 'ipa');
  if (method !== 'spelled' && method !== 'ipa')
    return sink.problem(row, 'The method must be spelled or ipa. Recordings cannot be imported.');
  const language = named === '' ? given : named === ALL_LOCALES ? ALL_LOCALES : normalizeLocale(named);
  if (language === null) return sink.problem(row, named === '' ? NO_LANGUAGE : unknownLocale(named));
  if (word === '') return sink.problem(row, 'The row has no word.');
  if ((method === 'ipa' ? ipa : pronunciation) === '')
    return sink.problem(row, `The row has no ${method === 'ipa' ? 'ipa' : 'pronunciation'}.`);
  sink.add({
    word,
    language,
    method,
    pronunciation: pronunciation || null,
    ipa: ipa || null,
    description: cell('description') || null,
    context: contextOf(cell('before'), cell('after')),
    row,
  });
}

export function writeLexiconCsv(entries: readonly LexiconEntry[]): string {
  const rows = entries.map(({ context, ...entry }) => {
    const cells = { ...entry, before: wordList(context?.before), after: wordList(context?.after) };
    return COLUMNS.map((column) => textCell(cells[column] ?? '')).join(',');
  });
  return `\ufeff${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}
