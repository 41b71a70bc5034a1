import type { GuestPermission, ReviewItemDetail } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import type { ReviewPerson } from '../../../db/rows.ts';
import { isSuspended } from '../../../db/suspended.ts';
import { ApiError } from '../../../errors.ts';
import type { ReviewCaller } from '../../../handler/handler.ts';

export const GUEST_PREFIX = 'vl_guest_';

/** Whether a credential looks like a guest token, even a malformed one. */
export const looksLikeGuestToken = (credential: string): boolean => credential.startsWith(GUEST_PREFIX);

/** The guest with this token, and the state of the link. */
export async function findGuest(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('review_guest as guest')
    .innerJoin('review_link as link', 'link.id', 'guest.link_id')
    .innerJoin('review', 'review.id', 'link.review_id')
    .innerJoin('workspace', 'workspace.id', 'review.workspace_id')
    .innerJoin('app_user as owner', 'owner.id', 'workspace.owner_id')
    .select(['guest.id', 'guest.name', 'guest.link_id', 'guest.expires_at'])
    .select(['link.review_id', 'link.locales', 'link.characters', 'link.expires_at as link_expires_at'])
    .select((eb) => eb.ref('link.permission').$castTo<GuestPermission>().as('permission'))
    .select('review.workspace_id')
    .select(
      sql<boolean>`link.revoked_at is null and workspace.deleted_at is null and not ${isSuspended}`.as(
        'is_open',
      ),
    )
    .where('guest.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export type GuestCredential = NonNullable<Awaited<ReturnType<typeof findGuest>>>;

const KEEP_MS = 30 * 86_400_000;

/** Expired sessions are kept for 30 days, so that tokens of a revoked link get the same error as the link. */
export async function sweepGuests(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('review_guest')
    .where('expires_at', '<', new Date(now.getTime() - KEEP_MS))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Only members may decide about waivers, which deliver lines without approval, and about unlocks, which lose takes. */
export function rejectGuestWaiveOrUnlock(
  { kind }: ReviewCaller,
  requestedDecisions: readonly { decision?: unknown; unlock: boolean }[],
): void {
  if (kind !== 'guest') return;
  if (requestedDecisions.some(({ decision }) => decision === 'waived'))
    throw new ApiError('FORBIDDEN', 'Guests cannot waive lines. Reject the line, or leave it open.');
  if (requestedDecisions.some(({ unlock }) => unlock))
    throw new ApiError('FORBIDDEN', 'Guests cannot unlock takes. Leave a comment instead.');
}

const MEGABYTE = 1_000_000;
/** How much the guests of one link may add to the history of a review. About 50,000 decisions without notes. */
const MAX_LINK_MB = 20;
/** How much all guests may add to the history of one review. */
const MAX_REVIEW_MB = 100;

/**
 * Counts what a guest adds to the history of a review, which only grows. Throws CONFLICT above the limits. The caller has
 * locked the review, so that concurrent changes cannot exceed them.
 */
export async function countGuestHistory(
  tx: Db,
  { review_id, actor }: { review_id: string; actor: ReviewPerson },
  bytes: number,
): Promise<void> {
  if (actor.kind !== 'guest') return;
  const { rows } = await sql<{ link_bytes: number; other_bytes: number }>`
    update review_link set history_bytes = review_link.history_bytes + ${bytes}
    from review_guest
    where review_guest.id = ${actor.id} and review_link.id = review_guest.link_id and review_link.review_id = ${review_id}
    returning review_link.history_bytes as link_bytes, (
      select coalesce(sum(other.history_bytes), 0)::bigint from review_link other
      where other.review_id = ${review_id} and other.id <> review_link.id
    ) as other_bytes`.execute(tx);
  const { link_bytes = 0, other_bytes = 0 } = rows[0] ?? {};
  if (link_bytes > MAX_LINK_MB * MEGABYTE)
    throw new ApiError(
      'CONFLICT',
      `Guests of this link have added ${MAX_LINK_MB} MB to the history of the review, which is the limit of one link. Ask for a new link.`,
    );
  if (link_bytes + other_bytes > MAX_REVIEW_MB * MEGABYTE)
    throw new ApiError(
      'CONFLICT',
      `Guests have added ${MAX_REVIEW_MB} MB to the history of the review, which is the limit. Ask a member of the workspace to continue.`,
    );
}

/** Removes the data that only the workspace and its providers may see. */
export function withoutProviderFacts(detail: ReviewItemDetail): ReviewItemDetail {
  const takes: ReviewItemDetail['takes'] = [];
  for (const take of detail.takes) {
    const verdicts = take.verdicts.map((verdict) => {
      // The reason why a line was not scored names the provider.
      const reason = verdict.status === 'unscored' ? null : verdict.reason;
      return { ...verdict, provider: null, model: null, scored_on: null, reason };
    });
    takes.push({ ...take, provider: null, model: null, strategy: null, credits: null, verdicts });
  }
  return { ...detail, takes };
}
