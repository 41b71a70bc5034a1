import type { EnterReview, GuestPermission, GuestSession } from '@voiceloom/contract';
import type { App } from '../../../app.ts';
import { isSuspended } from '../../../db/suspended.ts';
import { notFound } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import { addActivity } from '../../../ledger/activity.ts';
import { hashToken, newToken } from '../../../secrets/token.ts';
import { GUEST_PREFIX } from './guest.ts';
import { checkPasscode } from './passcode.ts';

/** The contract (`GuestSession`) and `docs/guides` (`limits.md`, `reviews.md`) also state these 12 hours. */
const GUEST_SESSION_MS = 12 * 3_600_000;

/** Starts a session of a guest. A person who enters twice counts as two guests. */
export async function enterReview(
  { db }: Pick<App, 'db'>,
  { body, ip, now }: { body: EnterReview; ip: string | null; now: Date },
): Promise<GuestSession> {
  const link = await db
    .selectFrom('review_link')
    .innerJoin('review', 'review.id', 'review_link.review_id')
    .innerJoin('workflow', 'workflow.id', 'review.workflow_id')
    .innerJoin('workspace', 'workspace.id', 'review.workspace_id')
    .innerJoin('app_user as owner', 'owner.id', 'workspace.owner_id')
    .selectAll('review_link')
    .select('review.workspace_id')
    .where('review_link.token_hash', '=', hashToken(body.token))
    .where('review_link.revoked_at', 'is', null)
    .where('review_link.expires_at', '>', now)
    .where('workflow.deleted_at', 'is', null)
    .where('workspace.deleted_at', 'is', null)
    .where(({ not }) => not(isSuspended))
    .executeTakeFirst();
  if (!link) throw notFound('share link');
  await checkPasscode(db, link, { passcode: body.passcode, now });
  const { token, token_hash } = newToken(GUEST_PREFIX);
  const guest = { id: newId(), name: body.name };
  const expires_at = new Date(Math.min(link.expires_at.getTime(), now.getTime() + GUEST_SESSION_MS));
  const { id: link_id, review_id, workspace_id, label } = link;
  await db.transaction().execute(async (tx) => {
    const row = { ...guest, link_id, token_hash, expires_at, created_at: now };
    await tx.insertInto('review_guest').values(row).execute();
    const resource = { type: 'review', id: review_id };
    const metadata = { guest: guest.name, link_id, link: label };
    const entry = { action: 'reviewed', kind: 'review_entered', resource, metadata } as const;
    await addActivity(tx, { ...entry, workspace_id, user_id: null, ip }, now);
  });
  return {
    token,
    review_id,
    permission: link.permission as GuestPermission,
    guest: { kind: 'guest', ...guest },
    expires_at: expires_at.toISOString(),
  };
}
