import { defineHousekeeping } from '../jobs/index.ts';
import { sweepIdempotencyKeys } from './operations/idempotency.ts';

export const idempotencyKeys = defineHousekeeping('idempotency_keys', sweepIdempotencyKeys);
