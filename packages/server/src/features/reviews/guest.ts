import type { GuestPermission, ReviewItemDetail } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { isSuspended } from '../../db/suspended.ts';
import { ApiError } from '../../errors.ts';
import type { ReviewCaller } from '../../handler/handler.ts';

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
  wanted: readonly { decision?: unknown; unlock: boolean }[],
): void {
  if (kind !== 'guest') return;
  if (wanted.some(({ decision }) => decision === 'waived'))
    throw new ApiError('FORBIDDEN', 'Guests cannot waive lines. Reject the line, or leave it open.');
  if (wanted.some(({ unlock }) => unlock))
    throw new ApiError('FORBIDDEN', 'Guests cannot unlock takes. Leave a comment instead.');
}

/** Removes the data that only the workspace and its providers may see. */
export function withoutProviderFacts(detail: ReviewItemDetail): ReviewItemDetail {
  const hidden = { provider: null, model: null };
  const takes = detail.takes.map((take) => ({
    ...{ ...take, ...hidden, strategy: null, credits: null },
    verdicts: take.verdicts.map((verdict) => ({
      ...{ ...verdict, ...hidden, scored_on: null },
      // The reason why a line was not scored names the provider.
      reason: verdict.status === 'unscored' ? null : verdict.reason,
    })),
  }));
  return { ...detail, takes };
}
