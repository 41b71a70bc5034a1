import {
  DictionaryEntryInput,
  type DictionaryExport,
  type DictionaryExportQuery,
  type DictionaryImport,
  type DictionaryImportInput,
} from '@voiceloom/contract';
import { type LexiconEntry, type LexiconProblem, ScriptError, writeLexicon } from '@voiceloom/text';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { App } from '../../app.ts';
import { forEachInSlices } from '../../db/batches.ts';
import { MAX_LEXICON_PROBLEMS } from '../../engine/index.ts';
import { invalid } from '../../errors.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { describeTooManyEntries, MAX_ENTRIES_OF_WORD, requireLanguage, toKeys } from './actions.ts';
import { countLanguages, placesOfWords, upsertEntries } from './queries.ts';

/** The maximum number of entries in a file. */
const MAX_ENTRIES = 10_000;
const CONTENT_TYPES = {
  pls: 'application/pls+xml',
  tbx: 'application/x-tbx',
  csv: 'text/csv; charset=utf-8',
};

type Input = z.output<typeof DictionaryImportInput>;

/** Imports a file, which it reads before the transaction that stores the entries. */
export async function importLexicon(
  { db, texts }: Pick<App, 'db' | 'texts'>,
  { caller, body, now }: { caller: WorkspaceCaller; body: Input; now: Date },
): Promise<DictionaryImport> {
  if (body.language !== null) requireLanguage(body.language);
  const { entries, problems, problems_count } = await readEntries(texts, body);
  const metadata = {
    workspace_id: caller.workspace.id,
    created_by: caller.user_id,
    created_at: now,
    updated_at: now,
  };
  const fitting = await withinBound(db, caller.workspace.id, entries);
  const rows = fitting.entries.map((entry) => ({ ...entry, ...metadata, id: newId() }));
  const counts = await db.transaction().execute((tx) => upsertEntries(tx, rows, body.on_conflict));
  const allProblems = [...problems, ...fitting.problems].sort((a, b) => a.row - b.row);
  return {
    ...counts,
    unchanged_count: rows.length - counts.created_count - counts.replaced_count,
    problems: allProblems.slice(0, MAX_LEXICON_PROBLEMS),
    problems_count: problems_count + fitting.problems.length,
  };
}

/** An entry with the keys that identify it. */
const toColumns = (entry: z.output<typeof DictionaryEntryInput>) => ({ ...entry, ...toKeys(entry) });

/** The entries that the API would also accept one by one, with the columns that identify them. */
async function readEntries(texts: App['texts'], { content, format, language }: Input) {
  const bytes = new TextEncoder().encode(content);
  const { rows, facts } = await texts.read('lexicon', { bytes, format, language }).catch((error: unknown) => {
    if (!(error instanceof ScriptError)) throw error;
    const rowText = error.row === undefined ? '' : ` (row ${error.row})`;
    throw invalid({ field: 'body.content', message: `${error.message}${rowText}` });
  });
  if (rows.length > MAX_ENTRIES)
    throw invalid({ field: 'body.content', message: `The file has more than ${MAX_ENTRIES} entries.` });
  const problems = [...facts.problems];
  const entries: { row: number; entry: ReturnType<typeof toColumns> }[] = [];
  await forEachInSlices(rows, ({ row, ...entry }) => {
    const { data, error } = DictionaryEntryInput.safeParse(entry);
    if (data) {
      entries.push({ row, entry: toColumns(data) });
      return;
    }
    const message = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join(' ');
    problems.push({ row, message });
  });
  // The reader lists only its first problems, but counts all of them.
  const problems_count = facts.problems_count + problems.length - facts.problems.length;
  return { entries, problems, problems_count };
}

/** Omits entries that would exceed the limit per word. Stored entries count toward the limit. */
async function withinBound<Entry extends Keyed>(
  db: App['db'],
  workspaceId: string,
  foundEntries: readonly { entry: Entry; row: number }[],
) {
  const words = new Map<string, Set<string>>();
  const contextKeysOfWord = ({ word_key, language }: Pick<Keyed, 'word_key' | 'language'>): Set<string> => {
    const word = `${language}\n${word_key}`;
    const contextKeys = words.get(word) ?? new Set();
    words.set(word, contextKeys);
    return contextKeys;
  };
  const newEntries = foundEntries.map(({ entry }) => entry);
  for (const entry of await placesOfWords(db, workspaceId, newEntries))
    contextKeysOfWord(entry).add(entry.context_key);
  const problems: LexiconProblem[] = [];
  const entries: Entry[] = [];
  for (const { entry, row } of foundEntries) {
    const contextKeys = contextKeysOfWord(entry);
    if (contextKeys.size < MAX_ENTRIES_OF_WORD) contextKeys.add(entry.context_key);
    // Also an entry at the limit that replaces a stored one.
    if (contextKeys.has(entry.context_key)) entries.push(entry);
    else problems.push({ row, message: `word: ${describeTooManyEntries(entry)}` });
  }
  return { entries, problems };
}

type Keyed = ReturnType<typeof toKeys> & { word: string; language: string };

/** Writes the dictionary as a file. Leaves out what the format cannot express: recordings and, in PLS, contexts. */
export async function exportLexicon(
  { db }: Pick<App, 'db'>,
  {
    caller,
    query: { format, language },
  }: { caller: WorkspaceCaller; query: z.output<typeof DictionaryExportQuery> },
): Promise<DictionaryExport> {
  const languages = (await countLanguages(db, caller.workspace.id)).map((row) => row.language);
  if (format === 'pls' && language === undefined && languages.length > 1)
    throw invalid({
      field: 'query.language',
      message: `A PLS file has only one language. Set \`language\` to one of ${languages.join(', ')}.`,
    });
  // A PLS file names its language even if it has no entries.
  const only = language ?? (format === 'pls' ? (languages[0] ?? 'en') : undefined);
  const rows = await db
    .selectFrom('dictionary_entry')
    .select(['word', 'language', 'method', 'pronunciation', 'ipa', 'context', 'description'])
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .where('workspace_id', '=', caller.workspace.id)
    .$if(only !== undefined, (select) => select.where('language', '=', only ?? ''))
    .orderBy('word_key')
    .orderBy('language')
    .orderBy('context_key')
    .limit(MAX_ENTRIES)
    .execute();
  const entries = rows.filter(
    (row): row is typeof row & LexiconEntry =>
      row.method !== 'recorded' && (format !== 'pls' || row.context === null),
  );
  return {
    filename: `dictionary${only === undefined || only === '*' ? '' : `-${only}`}.${format}`,
    content_type: CONTENT_TYPES[format],
    content: writeLexicon(entries, format, { language: only ?? '*' }),
    entries_count: entries.length,
    omitted_count: (rows[0]?.total ?? 0) - entries.length,
  };
}
