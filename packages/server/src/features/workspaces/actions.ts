import { randomInt } from 'node:crypto';
import type { CreateWorkspace } from '@voiceloom/contract';
import { countText } from '@voiceloom/text';
import type { App } from '../../app.ts';
import { changesNothing } from '../../db/by-id.ts';
import { type Db, violatedUnique } from '../../db/index.ts';
import { insertMissing } from '../../db/upsert.ts';
import { ApiError } from '../../errors.ts';
import { assertMatch } from '../../handler/entity-tag.ts';
import type { WriteRequest } from '../../handler/handler.ts';
import { newId } from '../../ids.ts';
import { accountLimit } from '../../ledger/account-plan.ts';
import { addCallerActivity } from '../../ledger/activity.ts';
import {
  countOwnedWorkspaces,
  insertMember,
  lockOwner,
  lockWorkspace,
  updateWorkspace,
  type WorkspaceChanges,
  type WorkspaceRow,
} from './queries.ts';

const COLORS = 7;
const SLUG_TRIES = 5;

interface NewWorkspace extends CreateWorkspace {
  is_personal?: boolean;
}

export async function createWorkspace(
  { db }: Pick<App, 'db'>,
  { userId, body, now }: { userId: string; body: CreateWorkspace; now: Date },
): Promise<WorkspaceRow> {
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, userId);
    await rejectOverLimit(tx, userId);
    const row = await addWorkspace(tx, { userId, workspace: body, now });
    if (row) return row;
    throw slugTaken(body.slug);
  });
}

function slugTaken(slug: string | undefined): ApiError {
  return new ApiError('WORKSPACE_SLUG_TAKEN', `Another workspace has the slug ${slug}.`);
}

interface WorkspaceWrite extends Omit<WriteRequest, 'id'> {
  /** Returns the version for If-Match: that of the workspace or that of its settings. */
  reply: (row: WorkspaceRow) => { version: string };
}

/** Changes the given fields of the workspace or of its settings. */
export async function changeWorkspace(
  { db }: Pick<App, 'db'>,
  { caller, ifMatch, reply, now }: WorkspaceWrite,
  changes: WorkspaceChanges,
): Promise<WorkspaceRow> {
  try {
    return await db.transaction().execute(async (tx) => {
      const current = await lockWorkspace(tx, caller.workspace.id);
      assertMatch(ifMatch, reply(current).version, 'workspace');
      if (changesNothing(changes)) return current;
      const changedRow = await updateWorkspace(tx, { id: caller.workspace.id, changes, now });
      const fields = Object.entries(changes).flatMap(([field, value]) =>
        value === undefined ? [] : [field],
      );
      const resource = { type: 'workspace', id: caller.workspace.id, name: changedRow.name };
      const what = { action: 'settings_changed' as const, kind: 'workspace_changed' };
      await addCallerActivity(tx, caller, { ...what, resource, metadata: { fields } }, now);
      return changedRow;
    });
  } catch (error) {
    if (violatedUnique(error) === 'workspace_slug') throw slugTaken(changes.slug);
    throw error;
  }
}

async function rejectOverLimit(tx: Db, userId: string): Promise<void> {
  const limit = await accountLimit(tx, userId, 'workspaces_per_owner');
  if (limit === 'unlimited' || (await countOwnedWorkspaces(tx, userId)) < limit) return;
  throw new ApiError(
    'PLAN_LIMIT_REACHED',
    `Your plan allows you to own ${countText(limit, 'workspace')}. Delete one, or choose a larger plan.`,
  );
}

/** Adds a workspace with its owner as an admin. Returns undefined if the requested slug is taken. */
export async function addWorkspace(
  tx: Db,
  { userId, workspace, now }: { userId: string; workspace: NewWorkspace; now: Date },
): Promise<WorkspaceRow | undefined> {
  const { slug: requestedSlug, ...rest } = workspace;
  const plain = requestedSlug ?? (slugFrom(workspace.name) || variedSlug('workspace'));
  for (let tries = 0; tries < SLUG_TRIES; tries++) {
    // Inserts nothing if the slug is taken or the user already has a personal workspace.
    const [row] = await insertMissing(tx, 'workspace', [
      {
        color_idx: Math.floor(Math.random() * COLORS),
        ...rest,
        id: newId(),
        slug: tries === 0 ? plain : variedSlug(plain),
        owner_id: userId,
        created_by: userId,
        created_at: now,
        updated_at: now,
      },
    ]);
    if (row) {
      await insertMember(tx, {
        id: newId(),
        workspace_id: row.id,
        user_id: userId,
        role: 'admin',
        created_at: now,
      });
      return row;
    }
    if (requestedSlug !== undefined) return undefined;
  }
  throw new Error('No free workspace slug was found.');
}

const MAX_LENGTH = 50;
const SUFFIX_LENGTH = 6;
const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Lowercase words joined by hyphens. Empty if the name has no Latin letters or digits. */
function slugFrom(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|(?<!-)-+$/g, '');
}

/** Adds a random suffix to a slug that is taken. */
function variedSlug(slug: string): string {
  const end = Array.from({ length: SUFFIX_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(
    '',
  );
  const start = slug.slice(0, MAX_LENGTH - SUFFIX_LENGTH - 1).replace(/(?<!-)-+$/, '');
  return start === '' ? end : `${start}-${end}`;
}
