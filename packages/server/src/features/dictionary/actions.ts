import type { DictionaryEntryInput } from '@voiceloom/contract';
import { normalizeLocale, unknownLocale, wordKey } from '@voiceloom/text';
import type { z } from 'zod';
import type { App } from '../../app.ts';
import { type Db, violatedReference, violatedUnique } from '../../db/index.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import { assertMatch } from '../../handler/entity-tag.ts';
import type { WorkspaceCaller } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { findConfirmedUploads } from '../uploads/index.ts';
import {
  deleteEntry,
  type EntryChange,
  type EntryPlace,
  type EntryRow,
  findEntry,
  insertEntry,
  lockEntry,
  updateEntry,
} from './queries.ts';
import { versionOfEntry } from './view.ts';

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

export interface EntryRequest {
  caller: WorkspaceCaller;
  id: string;
}

type EntryWrite = EntryRequest & { ifMatch: string | undefined };

export async function getEntry({ db }: Pick<App, 'db'>, { caller, id }: EntryRequest): Promise<EntryRow> {
  const row = await findEntry(db, { workspaceId: caller.workspace.id, id });
  if (row === undefined) throw notFound('dictionary entry');
  return row;
}

export async function replaceEntry(
  app: Pick<App, 'db'>,
  { body, now, ...write }: EntryWrite & { body: Input; now: Date },
): Promise<EntryRow> {
  const replacing = () =>
    changing(app, write, async (tx, place) => {
      const columns = await columnsOf(tx, place.workspaceId, body);
      return updateEntry(tx, place, { ...columns, updated_at: now });
    });
  return refusingConflicts(body, replacing);
}

export async function removeEntry(app: Pick<App, 'db'>, write: EntryWrite): Promise<void> {
  await changing(app, write, deleteEntry);
}

/** Opens a transaction that locks one entry of the caller's workspace. */
async function changing<T>(
  { db }: Pick<App, 'db'>,
  { caller, id, ifMatch }: EntryWrite,
  work: (tx: Db, place: EntryPlace) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const place = { workspaceId: caller.workspace.id, id };
    const row = await lockEntry(tx, place);
    if (row === undefined) throw notFound('dictionary entry');
    assertMatch(ifMatch, versionOfEntry(row), 'dictionary entry');
    return work(tx, place);
  });
}

async function columnsOf(db: Db, workspaceId: string, body: Input): Promise<EntryChange> {
  const { language } = body;
  if (normalizeLocale(language) === null) {
    throw invalid({ field: 'body.language', message: unknownLocale(language) });
  }
  await rejectOtherUploads(db, workspaceId, body.upload_id);
  return { ...body, word_key: wordKey(body.word) };
}

async function rejectOtherUploads(db: Db, workspaceId: string, id: string | null): Promise<void> {
  if (id === null) return;
  const [upload] = await findConfirmedUploads(db, workspaceId, [id]);
  if (upload?.category !== 'dictionary') throw noSuchUpload();
}

function noSuchUpload(): ApiError {
  const message = 'There is no confirmed upload with this ID in the category `dictionary`.';
  return invalid({ field: 'body.upload_id', message });
}

/** Errors that only the database can detect: a duplicate, or an upload that was deleted since the check. */
async function refusingConflicts<T>({ word, language }: Input, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedReference(error) === 'dictionary_entry_upload_id_fkey') throw noSuchUpload();
    if (violatedUnique(error) !== 'dictionary_entry_word') throw error;
    throw new ApiError('NAME_TAKEN', `The dictionary has an entry for "${word}" in ${language} already.`);
  }
}
