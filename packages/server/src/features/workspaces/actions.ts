import type { CreateWorkspace } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import {
  countOwnedWorkspaces,
  findPlanLimits,
  insertMember,
  insertWorkspace,
  lockOwner,
  type WorkspaceRow,
} from './queries.ts';
import { slugFrom, variedSlug } from './slug.ts';

const COLORS = 7;
const SLUG_TRIES = 5;

export interface NewWorkspace extends CreateWorkspace {
  is_personal?: boolean;
}

export async function createWorkspace(
  { db }: Pick<App, 'db'>,
  { userId, body, now }: { userId: string; body: CreateWorkspace; now: Date },
): Promise<WorkspaceRow> {
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, userId);
    await refuseOverLimit(tx, userId);
    const row = await addWorkspace(tx, { userId, workspace: body, now });
    if (row) return row;
    throw new ApiError('WORKSPACE_SLUG_TAKEN', `Another workspace has the slug ${body.slug}.`);
  });
}

async function refuseOverLimit(tx: Db, userId: string): Promise<void> {
  const limits = await findPlanLimits(tx);
  const limit = limits.workspaces_per_owner ?? 0;
  if (limit === 'unlimited' || (await countOwnedWorkspaces(tx, userId)) < limit) return;
  throw new ApiError('PLAN_LIMIT_REACHED', `The plan includes ${limit} of your own workspaces.`);
}

/** Adds a workspace with its owner as admin; undefined when its slug, if one was named, is taken. */
export async function addWorkspace(
  tx: Db,
  { userId, workspace, now }: { userId: string; workspace: NewWorkspace; now: Date },
): Promise<WorkspaceRow | undefined> {
  const { slug: named, ...rest } = workspace;
  const plain = named ?? (slugFrom(workspace.name) || variedSlug('workspace'));
  for (let tries = 0; tries < SLUG_TRIES; tries++) {
    const row = await insertWorkspace(tx, {
      color_idx: Math.floor(Math.random() * COLORS),
      ...rest,
      id: newId(),
      slug: tries === 0 ? plain : variedSlug(plain),
      owner_id: userId,
      created_by: userId,
      created_at: now,
      updated_at: now,
    });
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
    if (named !== undefined) return undefined;
  }
  throw new Error('No free workspace slug was found.');
}
