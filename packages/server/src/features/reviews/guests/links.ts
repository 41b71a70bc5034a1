import type { ReviewLinkInput } from '@voiceloom/contract';
import { type SqlBool, sql } from 'kysely';
import type { App } from '../../../app.ts';
import { insertRow } from '../../../db/by-id.ts';
import type { Db, Row } from '../../../db/index.ts';
import { ApiError, invalid, notFound } from '../../../errors.ts';
import type { WorkspaceCaller } from '../../../handler/handler.ts';
import { newId } from '../../../ids.ts';
import { addCallerActivity } from '../../../ledger/activity.ts';
import { newToken } from '../../../secrets/token.ts';
import { REVIEW_CHANNEL } from '../../runs/index.ts';
import { getActor } from '../actor.ts';
import { selectFilteredItems } from '../items.ts';
import { lockReview, type ReviewRef, selectReview } from '../select-review.ts';
import { hashPasscode } from './passcode.ts';

const MAX_LINKS = 100;
const DAY_MS = 86_400_000;
/** The lifetime of a link. The contract and the guides about reviews and limits also state it. */
const MAX_DAYS = 90;
const DEFAULT_DAYS = 14;

export type LinkRow = Row<'review_link'>;

interface LinkWrite {
  ref: ReviewRef<WorkspaceCaller>;
  now: Date;
}

/** Returns the link with its token. Only a hash of the token is stored. */
export async function createLink(
  { db }: Pick<App, 'db'>,
  { ref, body, now }: LinkWrite & { body: ReviewLinkInput },
): Promise<{ row: LinkRow; token: string }> {
  const { passcode, expires_at, ...fields } = body;
  const until = expires_at === null ? new Date(now.getTime() + DEFAULT_DAYS * DAY_MS) : new Date(expires_at);
  if (until <= now || until.getTime() > now.getTime() + MAX_DAYS * DAY_MS)
    throw invalid({ field: 'body.expires_at', message: `Must be in the next ${MAX_DAYS} days.` });
  const passcode_hash = passcode === null ? null : await hashPasscode(passcode);
  const { token, token_hash } = newToken('vl_share_');
  const row = await db.transaction().execute(async (tx) => {
    await lockReview(tx, ref);
    const activeLinks = await listActiveLinks(tx, ref, now).limit(MAX_LINKS).execute();
    if (activeLinks.length >= MAX_LINKS)
      throw new ApiError('CONFLICT', `The review has ${MAX_LINKS} active share links. Revoke one first.`);
    // A misspelled locale or name would cause a link without lines, and only the guest would notice.
    const filter = { locale: fields.locales ?? undefined, character: fields.characters ?? undefined };
    const line = await selectFilteredItems(tx, ref, filter)
      .select('review_item.no')
      .limit(1)
      .executeTakeFirst();
    if (!line) throw invalid({ field: 'body', message: 'The link would show no lines of the review.' });
    const link = await insertRow(tx, 'review_link', {
      ...fields,
      id: newId(),
      review_id: ref.review_id,
      token_hash,
      passcode_hash,
      expires_at: until,
      created_by: JSON.stringify(await getActor(tx, ref.caller)),
      created_at: now,
    });
    await addLinkActivity(tx, { ref, now }, link, 'review_link_created');
    return link;
  });
  return { row, token };
}

/** The links that guests can enter with, unordered. */
export const listActiveLinks = (db: Db, ref: LinkWrite['ref'], now: Date) =>
  listLinks(db, ref).where(isActive(now));

/** Whether guests can enter with a link. */
export const isActive = (now: Date) =>
  sql<SqlBool>`(review_link.revoked_at is null and review_link.expires_at > ${now}::timestamptz)`;

/** The links of a review, unordered. */
export function listLinks(db: Db, ref: LinkWrite['ref']) {
  return selectReview(db, ref)
    .innerJoin('review_link', 'review_link.review_id', 'review.id')
    .selectAll('review_link');
}

/** Idempotent. Wakes the streams of the review, so that those of the guests end. */
export async function revokeLink(
  { db }: Pick<App, 'db'>,
  { ref, id, now }: LinkWrite & { id: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockReview(tx, ref);
    const link = await listLinks(tx, ref)
      .where('review_link.id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('share link'));
    if (link.revoked_at) return;
    await tx.updateTable('review_link').set({ revoked_at: now }).where('id', '=', id).execute();
    await sql`select pg_notify(${REVIEW_CHANNEL}, ${ref.review_id})`.execute(tx);
    await addLinkActivity(tx, { ref, now }, link, 'review_link_revoked');
  });
}

/** Adds a created or revoked link to the activity log. */
async function addLinkActivity(tx: Db, { ref, now }: LinkWrite, link: LinkRow, kind: string): Promise<void> {
  const { id, label: name, permission, locales, characters } = link;
  const metadata = { review_id: ref.review_id, permission, locales, characters };
  const entry = { action: 'reviewed', kind, resource: { type: 'review_link', id, name }, metadata } as const;
  await addCallerActivity(tx, ref.caller, entry, now);
}
