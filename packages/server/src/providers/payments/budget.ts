import { AsyncLocalStorage } from 'node:async_hooks';
import { PaymentsError } from './payments.ts';

const budgets = new AsyncLocalStorage<AbortSignal>();

/** `fetch` that is limited by the time budget of its call. */
export const fetchInBudget: typeof fetch = (input, init) => {
  const signals = [init?.signal, budgets.getStore()].filter(
    (signal) => signal !== null && signal !== undefined,
  );
  return fetch(input, { ...init, signal: AbortSignal.any(signals) });
};

/** The library limits each attempt; this limits all attempts and pauses together. */
export async function withinBudget<T>(budgetMs: number, call: () => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(budgetMs);
  return budgets.run(signal, () => Promise.race([call(), ended(signal)]));
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () =>
      reject(new PaymentsError('unavailable', 'The payment processor did not respond in time.'));
    signal.addEventListener('abort', end, { once: true });
  });
}
