import { createHash } from 'node:crypto';
import type { DictionaryEntryInput, NormalizedText, NormalizeTextInput } from '@voiceloom/contract';
import { compileRules, normalizeText } from '@voiceloom/normalizer';
import {
  ALL_LOCALES,
  contextKey,
  findMarkup,
  normalizeLocale,
  unknownLocale,
  wordKey,
} from '@voiceloom/text';
import type { z } from 'zod';
import type { App } from '../../app.ts';
import { forEachInSlices } from '../../db/batches.ts';
import { insertRow, updateRow } from '../../db/by-id.ts';
import { type Db, violatedReference, violatedUnique } from '../../db/index.ts';
import { changeInWorkspace, getInWorkspace } from '../../db/own-rows.ts';
import { findUploads, loadDictionary } from '../../engine/index.ts';
import { ApiError, invalid } from '../../errors.ts';
import type { WorkspaceCaller, WriteRequest } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { type EntryRow, type NewEntry, placesOfWords } from './queries.ts';
import { entryReply } from './view.ts';

const ENTRY = { table: 'dictionary_entry', what: 'dictionary entry', reply: entryReply } as const;

type Input = z.output<typeof DictionaryEntryInput>;

/** Adds an entry. Rejects one that equals an existing entry, and too many entries of one word. */
export async function createEntry(
  { db }: Pick<App, 'db'>,
  { caller, body, now }: { caller: WorkspaceCaller; body: Input; now: Date },
): Promise<EntryRow> {
  const workspace_id = caller.workspace.id;
  const columns = await toColumns(db, workspace_id, body);
  const metadata = {
    id: newId(),
    workspace_id,
    created_by: caller.user_id,
    created_at: now,
    updated_at: now,
  };
  return rejectingConflicts(body, () =>
    db.transaction().execute(async (tx) => {
      const row = await insertRow(tx, 'dictionary_entry', { ...columns, ...metadata });
      await rejectTooMany(tx, row);
      return row;
    }),
  );
}

export function getEntry({ db }: Pick<App, 'db'>, { caller, id }: Pick<WriteRequest, 'caller' | 'id'>) {
  return getInWorkspace(db, { ...ENTRY, workspace_id: caller.workspace.id, id });
}

type EntryWrite = Omit<WriteRequest, 'now'>;

/** Replaces all fields of an entry. Rejects the same as `createEntry`. */
export async function replaceEntry(
  app: Pick<App, 'db'>,
  { body, now, ...write }: EntryWrite & { body: Input; now: Date },
): Promise<EntryRow> {
  const replacing = () =>
    changeInWorkspace(app, write, ENTRY, async (tx, row) => {
      const columns = await toColumns(tx, row.workspace_id, body);
      const changedEntry = await updateRow(tx, 'dictionary_entry', {
        id: row.id,
        ...columns,
        updated_at: now,
      });
      const isOfSameWord = changedEntry.word_key === row.word_key && changedEntry.language === row.language;
      if (!isOfSameWord) await rejectTooMany(tx, changedEntry);
      return changedEntry;
    });
  return rejectingConflicts(body, replacing);
}

export async function removeEntry(app: Pick<App, 'db'>, write: EntryWrite): Promise<void> {
  await changeInWorkspace(app, write, ENTRY, (tx, { id }) =>
    tx.deleteFrom('dictionary_entry').where('id', '=', id).execute(),
  );
}

/** The columns of an entry, with the keys under which its word is found. Rejects an unknown language or upload. */
async function toColumns(db: Db, workspaceId: string, body: Input): Promise<NewEntry> {
  requireLanguage(body.language);
  if (body.upload_id !== null) {
    const upload = (await findUploads(db, workspaceId, [body.upload_id])).get(body.upload_id);
    if (upload?.category !== 'dictionary') throw createNoUploadError();
  }
  return { ...body, ...toKeys(body) };
}

/** The maximum number of entries of a word in a language, which become alternatives of one regular expression. */
export const MAX_ENTRIES_OF_WORD = 20;

export const describeTooManyEntries = ({ word, language }: Pick<Input, 'word' | 'language'>): string =>
  `The dictionary has ${MAX_ENTRIES_OF_WORD} entries for "${word}" in ${language}, and a word can have no more. Name more words in the context of an entry instead.`;

/** Entries that are added concurrently can exceed the limit. */
async function rejectTooMany(tx: Db, row: EntryRow): Promise<void> {
  const entryKeys = await placesOfWords(tx, row.workspace_id, [row]);
  if (entryKeys.length > MAX_ENTRIES_OF_WORD)
    throw invalid({ field: 'body.word', message: describeTooManyEntries(row) });
}

/** The columns that identify an entry. */
export function toKeys({ word, context: contextInput }: Pick<Input, 'word' | 'context'>) {
  const context = contextInput && JSON.stringify(contextKey(contextInput));
  const context_key = context === null ? '' : createHash('sha256').update(context).digest('hex');
  return { word_key: wordKey(word), context, context_key };
}

/** Rejects languages and regions that do not exist. */
export function requireLanguage(language: string): void {
  if (language === ALL_LOCALES || normalizeLocale(language) !== null) return;
  throw invalid({ field: 'body.language', message: unknownLocale(language) });
}

function createNoUploadError(): ApiError {
  const message = 'There is no confirmed upload with this ID in the category `dictionary`.';
  return invalid({ field: 'body.upload_id', message });
}

/** Errors that only the database can detect: a duplicate, or an upload that was deleted since the check. */
async function rejectingConflicts<T>({ word, language, context }: Input, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedReference(error) === 'dictionary_entry_upload_id_fkey') throw createNoUploadError();
    if (violatedUnique(error) !== 'dictionary_entry_word') throw error;
    const scope = context ? `${language} with this context` : language;
    throw new ApiError('NAME_TAKEN', `The dictionary already has an entry for "${word}" in ${scope}.`);
  }
}

/** Changes the text as a normalizer node with these settings would. */
export async function previewSpoken(
  { db }: Pick<App, 'db'>,
  { caller, body }: { caller: WorkspaceCaller; body: z.output<typeof NormalizeTextInput> },
): Promise<NormalizedText> {
  const { text: writtenText, locale, apply_dictionary, ...options } = body;
  let text = writtenText;
  if (apply_dictionary) {
    const dictionary = await loadDictionary(db, caller.workspace.id, [locale]);
    text = dictionary.respell(writtenText, locale).text;
  }
  await forEachInSlices(compileRules(locale, options), () => undefined);
  const {
    spoken: spokenText,
    changes,
    supported,
  } = normalizeText(text, locale, { ...options, markup: findMarkup });
  return { text, spoken_script: spokenText, changes, supported };
}
