import { createHash } from 'node:crypto';
import { withinBudget } from './budget.ts';
import type { Write } from './payments.ts';
import { toPaymentsError } from './stripe-fault.ts';

/** For one call with all its tries. */
export const BUDGET_MS = 10_000;

/** A call whose fault leaves in our words. */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await withinBudget(BUDGET_MS, call);
  } catch (error) {
    throw toPaymentsError(error);
  }
}

/**
 * A write with its key. The content is part of the key: the processor refuses a key that comes with another content,
 * and a request of ours that is repeated may find other facts than the first time. That refusal is what is wanted
 * where of several requests only one is to have an effect.
 */
export function send<P, T>(
  step: string,
  { params, write }: { params: P; write: Write },
  call: (params: P, options: { idempotencyKey: string }) => Promise<T>,
): Promise<T> {
  const content = JSON.stringify([write.key, step, ...(write.once ? [] : [params])]);
  const idempotencyKey = createHash('sha256').update(content).digest('hex');
  return ask(() => call(params, { idempotencyKey }));
}
