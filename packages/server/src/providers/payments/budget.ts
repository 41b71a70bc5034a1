import { AsyncLocalStorage } from 'node:async_hooks';
import { PaymentsError } from './payments.ts';

const budgets = new AsyncLocalStorage<AbortSignal>();

/** `fetch` that ends with the budget of the call it belongs to. */
export const fetchInBudget: typeof fetch = (input, init) => {
  const signals = [init?.signal, budgets.getStore()].filter(
    (signal) => signal !== null && signal !== undefined,
  );
  return fetch(input, { ...init, signal: AbortSignal.any(signals) });
};

/** The library bounds each of its tries; this bounds them together, pauses included. */
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
