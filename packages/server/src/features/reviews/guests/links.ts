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
import { actorOf } from '../actor.ts';
import { filteredItems } from '../items.ts';
import { lockReview, type ReviewRef, selectReview } from '../select-review.ts';
import { hashPasscode } from './passcode.ts';

const MOST_LINKS = 100;
const DAY_MS = 86_400_000;
/** The lifetime of a link. The contract and the guides about reviews and limits also state it. */
const MOST_DAYS = 90;
const USUAL_DAYS = 14;

export type LinkRow = Row<'review_link'>;

interface Write {
  ref: ReviewRef<WorkspaceCaller>;
  now: Date;
}

/** Returns the link with its token. Only a hash of the token is stored. */
export async function createLink(
  { db }: Pick<App, 'db'>,
  { ref, body, now }: Write & { body: ReviewLinkInput },
): Promise<{ row: LinkRow; token: string }> {
  const { passcode, expires_at, ...fields } = body;
  const until = endOf(expires_at, now);
  const passcode_hash = passcode === null ? null : await hashPasscode(passcode);
  const { token, token_hash } = newToken('vl_share_');
  const row = await db.transaction().execute(async (tx) => {
    await lockReview(tx, ref);
    await rejectTooMany(tx, ref, now);
    await rejectEmpty(tx, ref, body);
    const secrets = { token_hash, passcode_hash };
    const created_by = JSON.stringify(await actorOf(tx, ref.caller));
    const own = { id: newId(), review_id: ref.review_id, expires_at: until, created_by, created_at: now };
    const made = await insertRow(tx, 'review_link', { ...fields, ...secrets, ...own });
    await noteLink(tx, { ref, now }, made, 'review_link_created');
    return made;
  });
  return { row, token };
}

function endOf(expires_at: string | null, now: Date): Date {
  const end = expires_at === null ? new Date(now.getTime() + USUAL_DAYS * DAY_MS) : new Date(expires_at);
  if (end > now && end.getTime() <= now.getTime() + MOST_DAYS * DAY_MS) return end;
  throw invalid({ field: 'body.expires_at', message: `Must be in the next ${MOST_DAYS} days.` });
}

async function rejectTooMany(tx: Db, ref: Write['ref'], now: Date): Promise<void> {
  const open = await listActiveLinks(tx, ref, now).limit(MOST_LINKS).execute();
  if (open.length >= MOST_LINKS)
    throw new ApiError('CONFLICT', `The review has ${MOST_LINKS} active share links. Revoke one first.`);
}

/** Rejects a link without lines. A misspelled locale or name would cause this, and only the guest would notice. */
async function rejectEmpty(
  tx: Db,
  ref: Write['ref'],
  { locales, characters }: ReviewLinkInput,
): Promise<void> {
  const filter = { locale: locales ?? undefined, character: characters ?? undefined };
  const line = await filteredItems(tx, ref, filter).select('review_item.no').limit(1).executeTakeFirst();
  if (!line) throw invalid({ field: 'body', message: 'The link would show no lines of the review.' });
}

/** The links that guests can enter with, unordered. */
export const listActiveLinks = (db: Db, ref: Write['ref'], now: Date) =>
  listLinks(db, ref).where(isActive(now));

/** Whether guests can enter with a link. */
export const isActive = (now: Date) =>
  sql<SqlBool>`(review_link.revoked_at is null and review_link.expires_at > ${now}::timestamptz)`;

/** The links of a review, unordered. */
export function listLinks(db: Db, ref: Write['ref']) {
  return selectReview(db, ref)
    .innerJoin('review_link', 'review_link.review_id', 'review.id')
    .selectAll('review_link');
}

/** Idempotent. Wakes the streams of the review, so that those of the guests end. */
export async function revokeLink(
  { db }: Pick<App, 'db'>,
  { ref, id, now }: Write & { id: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockReview(tx, ref);
    const link = await listLinks(tx, ref)
      .where('review_link.id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('share link'));
    if (link.revoked_at) return;
    await tx.updateTable('review_link').set({ revoked_at: now }).where('id', '=', id).execute();
    await sql`select pg_notify(${REVIEW_CHANNEL}, ${ref.review_id})`.execute(tx);
    await noteLink(tx, { ref, now }, link, 'review_link_revoked');
  });
}

async function noteLink(tx: Db, { ref, now }: Write, link: LinkRow, kind: string): Promise<void> {
  const { id, label: name, permission, locales, characters } = link;
  const metadata = { review_id: ref.review_id, permission, locales, characters };
  const entry = { action: 'reviewed', kind, resource: { type: 'review_link', id, name }, metadata } as const;
  await addCallerActivity(tx, ref.caller, entry, now);
}
