import { defineHousekeeping } from '../jobs/index.ts';
import { sweepIdempotencyKeys } from './operations/idempotency.ts';
import { sweepRateLimits } from './token-leases.ts';

export const idempotencyKeys = defineHousekeeping('idempotency_keys', sweepIdempotencyKeys);
export const rateLimits = defineHousekeeping('rate_limits', sweepRateLimits);
