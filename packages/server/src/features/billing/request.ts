import { createHash, randomUUID } from 'node:crypto';
import type { Caller, IncomingRequest } from '../../handler/handler.ts';

/** A change that a caller requests. */
export interface BillingRequest {
  user_id: string;
  /** The same for every repetition with the same Idempotency-Key, and for nothing else. */
  request: string;
  now: Date;
}

const SPELL_MS = 600_000;

/**
 * The idempotency key of an object that is created once for all callers. The processor repeats its response for a key,
 * errors included, so the key changes after a while. A second object is never used and costs nothing.
 */
export function onceKey(what: string, now: Date): { key: string } {
  return { key: `${what}/${Math.floor(now.getTime() / SPELL_MS)}` };
}

type Asked = { caller: Caller; request: IncomingRequest; now: Date };

/** A request without a key is unique: clients choose request IDs, so they prove nothing. */
export function billingRequest(operation: string, { caller, request, now }: Asked): BillingRequest {
  const content = [caller.user_id, operation, request.idempotency_key ?? randomUUID()];
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return { user_id: caller.user_id, request: hash, now };
}
