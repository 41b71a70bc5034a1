import { sweepErasedIdentities } from '../features/users/index.ts';
import { defineHousekeeping } from '../jobs/index.ts';
import { DEV_MAX_TOKEN_AGE_S } from './auth/dev-issuer.ts';
import { sweepIdempotencyKeys } from './operations/idempotency.ts';
import { sweepRateLimits } from './token-leases.ts';

export const idempotencyKeys = defineHousekeeping('idempotency_keys', sweepIdempotencyKeys);
export const rateLimits = defineHousekeeping('rate_limits', sweepRateLimits);

export const erasedIdentities = defineHousekeeping('erased_identities', ({ db, config }, now) => {
  const oldest_s = config.auth?.max_token_age_s ?? DEV_MAX_TOKEN_AGE_S;
  return sweepErasedIdentities(db, new Date(now.getTime() - 1_000 * oldest_s));
});
