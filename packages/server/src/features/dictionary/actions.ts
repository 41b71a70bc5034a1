import type { DictionaryEntryInput } from '@voiceloom/contract';
import type { z } from 'zod';
import type { App } from '../../app.ts';
import { type Db, violatedReference, violatedUnique } from '../../db/index.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import type { WorkspaceCaller } from '../../handler.ts';
import { newId } from '../../ids.ts';
import { wordKey } from '../../text/whole-words.ts';
import { findConfirmedUploads } from '../uploads/index.ts';
import {
  deleteEntry,
  type EntryChange,
  type EntryRow,
  hasEntry,
  insertEntry,
  updateEntry,
} from './queries.ts';

type Input = z.output<typeof DictionaryEntryInput>;

export async function createEntry(
  { db }: Pick<App, 'db'>,
  { caller, body, now }: { caller: WorkspaceCaller; body: Input; now: Date },
): Promise<EntryRow> {
  const workspace_id = caller.workspace.id;
  const columns = await columnsOf(db, workspace_id, body);
  const own = { id: newId(), workspace_id, created_by: caller.user_id, created_at: now, updated_at: now };
  return refusingConflicts(body, () => insertEntry(db, { ...columns, ...own }));
}

export async function replaceEntry(
  { db }: Pick<App, 'db'>,
  { caller, id, body, now }: { caller: WorkspaceCaller; id: string; body: Input; now: Date },
): Promise<EntryRow> {
  const place = { workspaceId: caller.workspace.id, id };
  if (!(await hasEntry(db, place))) throw notFound('dictionary entry');
  const columns = await columnsOf(db, place.workspaceId, body);
  const row = await refusingConflicts(body, () => updateEntry(db, place, { ...columns, updated_at: now }));
  if (row === undefined) throw notFound('dictionary entry');
  return row;
}

export async function removeEntry(
  { db }: Pick<App, 'db'>,
  { caller, id }: { caller: WorkspaceCaller; id: string },
): Promise<void> {
  if (!(await deleteEntry(db, { workspaceId: caller.workspace.id, id }))) throw notFound('dictionary entry');
}

async function columnsOf(db: Db, workspaceId: string, body: Input): Promise<EntryChange> {
  await refuseOtherUploads(db, workspaceId, body.upload_id);
  return { ...body, word_key: wordKey(body.word) };
}

async function refuseOtherUploads(db: Db, workspaceId: string, id: string | null): Promise<void> {
  if (id === null) return;
  const [upload] = await findConfirmedUploads(db, workspaceId, [id]);
  if (upload?.category !== 'dictionary') throw noSuchUpload();
}

function noSuchUpload(): ApiError {
  const message = 'There is no confirmed upload of the category dictionary with this id.';
  return invalid({ field: 'body.upload_id', message });
}

/** What only the database can tell: a double, or an upload that was deleted since it was looked at. */
async function refusingConflicts<T>({ word, language }: Input, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedReference(error) === 'dictionary_entry_upload_id_fkey') throw noSuchUpload();
    if (violatedUnique(error) !== 'dictionary_entry_word') throw error;
    throw new ApiError('NAME_TAKEN', `The dictionary has an entry for "${word}" in ${language} already.`);
  }
}
