import { createHash } from 'node:crypto';
import { withinBudget } from './budget.ts';
import type { Write } from './payments.ts';
import { toPaymentsError } from './stripe-fault.ts';

/** The time limit of one call with all its attempts. */
export const BUDGET_MS = 10_000;

/** Translates the errors of a call. */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await withinBudget(BUDGET_MS, call);
  } catch (error) {
    throw toPaymentsError(error);
  }
}

/**
 * A write with its key. The content is part of the key, because the processor rejects a key with different
 * content, and a repeated request may be based on newer facts. With `once`, that rejection is intended: only
 * one of several requests may take effect.
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
