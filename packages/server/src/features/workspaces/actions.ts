import { randomInt } from 'node:crypto';
import type { CreateWorkspace } from '@voiceloom/contract';
import { countText } from '@voiceloom/text';
import type { App } from '../../app.ts';
import { changesNothing } from '../../db/by-id.ts';
import { type Db, violatedUnique } from '../../db/index.ts';
import { insertMissing } from '../../db/upsert.ts';
import { ApiError } from '../../errors.ts';
import { assertMatch } from '../../handler/entity-tag.ts';
import type { WorkspaceCaller, WriteRequest } from '../../handler/handler.ts';
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

/** Creates a workspace that the user owns. Rejects more than the plan allows, and a slug that is in use. */
export async function createWorkspace(
  { db }: Pick<App, 'db'>,
  { userId, body, now }: { userId: string; body: CreateWorkspace; now: Date },
): Promise<WorkspaceRow> {
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, userId);
    const limit = await accountLimit(tx, userId, 'workspaces_per_owner');
    if (limit !== 'unlimited' && (await countOwnedWorkspaces(tx, userId)) >= limit)
      throw new ApiError(
        'PLAN_LIMIT_REACHED',
        `Your plan allows you to own ${countText(limit, 'workspace')}. Delete one, or choose a larger plan.`,
      );
    const row = await addWorkspace(tx, { userId, workspace: body, now });
    if (!row) throw createSlugTakenError(body.slug);
    return row;
  });
}

function createSlugTakenError(slug: string | undefined): ApiError {
  return new ApiError('WORKSPACE_SLUG_TAKEN', `Another workspace has the slug ${slug}.`);
}

/** Changes the given fields of the workspace or of its settings. */
export async function changeWorkspace(
  { db }: Pick<App, 'db'>,
  write: {
    caller: WorkspaceCaller;
    ifMatch: WriteRequest['ifMatch'];
    /** Returns the version for If-Match: that of the workspace or that of its settings. */
    reply: (row: WorkspaceRow) => { version: string };
    now: Date;
  },
  changes: WorkspaceChanges,
): Promise<WorkspaceRow> {
  const { caller, now } = write;
  const { id } = caller.workspace;
  try {
    return await db.transaction().execute(async (tx) => {
      const currentWorkspace = await lockWorkspace(tx, id);
      assertMatch(write.ifMatch, write.reply(currentWorkspace).version, 'workspace');
      if (changesNothing(changes)) return currentWorkspace;
      const changedRow = await updateWorkspace(tx, { id, changes, now });
      const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
      const fields = entries.map(([field]) => field);
      const resource = { type: 'workspace', id, name: changedRow.name };
      const activity = { action: 'settings_changed' as const, kind: 'workspace_changed' };
      await addCallerActivity(tx, caller, { ...activity, resource, metadata: { fields } }, now);
      return changedRow;
    });
  } catch (error) {
    if (violatedUnique(error) === 'workspace_slug') throw createSlugTakenError(changes.slug);
    throw error;
  }
}

/** Adds a workspace with its owner as an admin. Returns undefined if the requested slug is taken. */
export async function addWorkspace(
  tx: Db,
  request: { userId: string; workspace: CreateWorkspace & { is_personal?: boolean }; now: Date },
): Promise<WorkspaceRow | undefined> {
  const { userId, workspace, now } = request;
  const { slug: requestedSlug, ...rest } = workspace;
  // `Élan & Söhne` becomes `elan-sohne`. Empty if the name has no Latin letters or digits.
  const nameSlug = workspace.name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|(?<!-)-+$/g, '');
  const baseSlug = requestedSlug ?? (nameSlug || varySlug('workspace'));
  for (let tries = 0; tries < SLUG_TRIES; tries++) {
    // Inserts nothing if the slug is taken or the user already has a personal workspace.
    const [row] = await insertMissing(tx, 'workspace', [
      {
        color_idx: Math.floor(Math.random() * COLORS),
        ...rest,
        id: newId(),
        slug: tries === 0 ? baseSlug : varySlug(baseSlug),
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

/** Adds a random suffix to a slug that is taken. */
function varySlug(slug: string): string {
  const digits = Array.from({ length: SUFFIX_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  const start = slug.slice(0, MAX_LENGTH - SUFFIX_LENGTH - 1).replace(/(?<!-)-+$/, '');
  return [start, digits.join('')].filter(Boolean).join('-');
}
