import { z } from 'zod';
import { example, EXAMPLE_IDS as ids, TIMES } from '../../example.ts';
import { DateTime, displayName, Flag, object, Url, Uuid } from '../../primitives.ts';
import { pagedQuery, QueryBoolean } from '../../query.ts';
import { GuestPermission } from '../../scopes.ts';
import { exampleActor, ReviewActor } from './people.ts';

const Locales = z.array(z.string().min(1).max(100)).min(1).max(100).nullable();
const Characters = z.array(z.string().max(1_000)).min(1).max(100).nullable();

/** What a link shows of its review. */
const scope = {
  locales: Locales.describe('The locales that guests see. Null means all.'),
  characters: Characters.describe(
    'The characters whose lines guests see. An empty string means lines without a character. Null means all lines.',
  ),
};

export const ReviewLink = object(
  'ReviewLink',
  'A link that lets people without an account take part in a review as guests.',
  {
    id: Uuid,
    label: z.string(),
    ...scope,
    permission: GuestPermission,
    has_passcode: Flag,
    created_by: ReviewActor,
    expires_at: DateTime,
    revoked_at: DateTime.nullable().describe('Null unless it was revoked.'),
    created_at: DateTime,
  },
);
export type ReviewLink = z.infer<typeof ReviewLink>;

export const NewReviewLink = object('NewReviewLink', 'A link with its URL.', {
  ...ReviewLink.shape,
  url: Url.describe('The URL to share. It contains the secret of the link, and is returned only once.'),
});
export type NewReviewLink = z.infer<typeof NewReviewLink>;

export const ReviewLinkInput = object('ReviewLinkInput', 'A link to share a review.', {
  label: displayName(120).describe('A label for the link, such as the recipient.'),
  locales: scope.locales.default(null),
  characters: scope.characters.default(null),
  permission: GuestPermission,
  expires_at: DateTime.nullable().default(null).describe('At most 90 days from now. Default: in 14 days.'),
  passcode: z
    .string()
    .min(6)
    .max(200)
    .nullable()
    .default(null)
    .describe('A secret that guests enter. Send it through a different channel than the link.'),
});
export type ReviewLinkInput = z.output<typeof ReviewLinkInput>;

/** The query of the links of a review. */
export const ReviewLinksQuery = pagedQuery({
  active: QueryBoolean.optional().describe(
    '`true`: only active links. `false`: only links that no longer work.',
  ),
});

export const EnterReview = object('EnterReview', 'The person who opens a link.', {
  token: z
    .string()
    .min(1)
    .max(200)
    .describe(
      'The secret of the link: the part of its URL after `#`. It is `vl_share_` followed by 43 characters.',
    ),
  name: displayName(80).describe('The name that others see.'),
  passcode: z.string().max(200).nullable().default(null).describe('Required if the link has a passcode.'),
});
export type EnterReview = z.output<typeof EnterReview>;

export const GuestSession = object('GuestSession', 'The session of a guest.', {
  token: z.string().describe('The bearer token of the guest, `vl_guest_` and 43 characters.'),
  review_id: Uuid,
  permission: GuestPermission,
  guest: ReviewActor,
  expires_at: DateTime.describe('12 hours after entry, or when the link expires. To continue, enter again.'),
});
export type GuestSession = z.infer<typeof GuestSession>;

const link: ReviewLink = {
  id: ids.link_id,
  label: 'Northlight Studios',
  locales: ['de-de'],
  characters: null,
  permission: 'comment',
  has_passcode: true,
  created_by: exampleActor,
  expires_at: '2026-03-16T09:30:00.000Z',
  revoked_at: null,
  created_at: TIMES.created_at,
};

example(ReviewLink, link);
example(NewReviewLink, { ...link, url: `https://voice.example.com/studio/enter#${ids.share_token}` });
example(ReviewLinkInput, {
  label: link.label,
  locales: link.locales,
  permission: link.permission,
  passcode: 'quiet harbor 42',
});
example(EnterReview, { token: ids.share_token, name: 'Li Chen', passcode: 'quiet harbor 42' });
example(GuestSession, {
  token: 'vl_guest_7HsR2kVbQ9mXw4TzLc0YpJf6NdGe8AiUo1KrBtSvCx3',
  review_id: ids.review_id,
  permission: 'comment',
  guest: { kind: 'guest', id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d20', name: 'Li Chen' },
  expires_at: '2026-03-02T21:30:00.000Z',
});
