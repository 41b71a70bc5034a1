import { DEFAULT_RATE_LIMIT_PER_MIN } from '@voiceloom/contract';
import type { Response } from 'express';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { Principal } from './auth/authenticate.ts';
import { clientAddress } from './client-address.ts';
import { createTokenLeases, type Spent, WINDOW_SECONDS } from './token-leases.ts';

/** The requests per minute of a user, with all tokens together. */
const USER_LIMIT = 1_200;
/** The requests per minute of a guest. */
const GUEST_LIMIT = 300;
/** The requests per minute of all guests of a share link, and of a review: anyone with a link can be many guests. */
const LINK_LIMIT = 1_200;
const REVIEW_GUESTS_LIMIT = 3_000;
/** The rejected credentials per minute from an IP address. */
const FAILURE_LIMIT = 300;

export type RateLimits = ReturnType<typeof createRateLimits>;

/** Limits that all processes share. Each process leases tokens, so that most requests need no query. */
export function createRateLimits(app: Pick<App, 'db' | 'listener'>) {
  const callers = createTokenLeases(app);
  // Addresses have their own leases, so that a flood of addresses cannot remove the leases of callers.
  const addresses = createTokenLeases(app);
  return {
    /** Counts a request of a caller and sets the RateLimit headers. Throws RATE_LIMITED above the limit. */
    async spend(principal: Principal, res: Response): Promise<void> {
      for (const [index, limit] of findLimits(principal).entries()) {
        const spent = await callers(limit.key, limit.points);
        // The headers show the caller's own limit, or the limit that rejects the request.
        if (index === 0 || !spent.admitted) respondWithLimit(limit, spent, res);
      }
    },
    /** Like `spend`, but counts requests by IP address, for operations without a credential. */
    async spendOpen(
      { operation, points }: { operation: string; points: number },
      res: Response,
    ): Promise<void> {
      const limit = { name: 'address', key: `${operation}:${clientAddress(res.req)}`, points };
      respondWithLimit(limit, await addresses(limit.key, limit.points), res);
    },
    /** Counts a rejected credential from an IP address. Throws RATE_LIMITED above the limit. */
    async fail(address: string): Promise<void> {
      const { admitted, resets_in_ms } = await addresses(`ip:${address}`, FAILURE_LIMIT);
      if (!admitted) throw createLimitError(Math.ceil(resets_in_ms / 1_000));
    },
  };
}

interface Limit {
  name: string;
  key: string;
  points: number;
}

/** Tells the client what is left (RFC draft `RateLimit`), and throws if the request was not admitted. */
function respondWithLimit(
  { name, points }: Limit,
  { admitted, left, resets_in_ms }: Spent,
  res: Response,
): void {
  const seconds = Math.ceil(resets_in_ms / 1_000);
  res.setHeader('RateLimit-Policy', `"${name}";q=${points};w=${WINDOW_SECONDS}`);
  res.setHeader('RateLimit', `"${name}";r=${left};t=${seconds}`);
  if (!admitted) throw createLimitError(seconds);
}

/** The limits of a caller, its own first, so that a rejected request uses up nothing that others share. */
function findLimits(principal: Principal): Limit[] {
  if (principal.kind === 'guest') {
    const { id, link_id, review_id, is_open } = principal.guest;
    const own = { name: 'guest', key: `guest:${id}`, points: GUEST_LIMIT };
    if (!is_open) return [own];
    return [
      own,
      { name: 'link', key: `link:${link_id}`, points: LINK_LIMIT },
      { name: 'review', key: `review:${review_id}`, points: REVIEW_GUESTS_LIMIT },
    ];
  }
  const { kind, api_key_id, user_id, rate_limit_per_min } = principal;
  if (kind === 'jwt') return [{ name: 'user', key: `user:${user_id}`, points: USER_LIMIT }];
  const points = rate_limit_per_min ?? DEFAULT_RATE_LIMIT_PER_MIN;
  return [{ name: 'key', key: `key:${api_key_id}`, points }];
}

function createLimitError(seconds: number): ApiError {
  const retryAfterSeconds = Math.max(1, seconds);
  return new ApiError('RATE_LIMITED', `Too many requests; try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
}
