import { contextKey, wordKey } from '../../locales/whole-words.ts';
import { quoteForMessage } from '../script-error.ts';
import { readLexiconCsv, writeLexiconCsv } from './csv.ts';
import type { LexiconEntry, LexiconProblem, LexiconRow, LexiconSink } from './model.ts';
import { readPls, writePls } from './pls.ts';
import { readTbx, writeTbx } from './tbx.ts';

export { entriesInOrder, languagesFor } from './entry-order.ts';
export { ALL_LOCALES, type LexiconEntry, type LexiconProblem } from './model.ts';

/** W3C Pronunciation Lexicon Specification 1.0, TermBase eXchange (ISO 30042), and a table. */
export const LEXICON_FORMATS = ['pls', 'tbx', 'csv'] as const;
export type LexiconFormat = (typeof LEXICON_FORMATS)[number];

const READERS = { pls: readPls, tbx: readTbx, csv: readLexiconCsv };

/**
 * Reads a lexicon. `language` is for entries without a language in the file. Unusable entries are reported as problems
 * with their row. An unreadable file throws ScriptError.
 */
export function readLexicon(
  content: string,
  format: LexiconFormat,
  { language }: { language: string | null },
): { entries: LexiconRow[]; problems: LexiconProblem[] } {
  const byKey = new Map<string, LexiconRow>();
  const problems: LexiconProblem[] = [];
  const problem: LexiconSink['problem'] = (row, message) => void problems.push({ row, message });
  const add = (entry: LexiconRow): void => {
    const context = entry.context && contextKey(entry.context);
    const key = JSON.stringify([wordKey(entry.word), entry.language, context]);
    const first = byKey.get(key);
    if (first === undefined) {
      byKey.set(key, entry);
      return;
    }
    const word = quoteForMessage(entry.word);
    problem(
      entry.row,
      `${word} already has a pronunciation in row ${first.row}. Only the first is imported.`,
    );
  };
  READERS[format](content, language, { add, problem });
  return { entries: [...byKey.values()], problems };
}

/** A lexicon as a file. PLS has one language, `language`, and no entries with a context. */
export function writeLexicon(
  entries: readonly LexiconEntry[],
  format: LexiconFormat,
  { language }: { language: string },
): string {
  if (format === 'pls') return writePls(entries, language);
  return format === 'tbx' ? writeTbx(entries) : writeLexiconCsv(entries);
}
