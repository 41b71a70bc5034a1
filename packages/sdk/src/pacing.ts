import { type Deadline, sleep } from './deadline.ts';
import { RateLimitError } from './errors.ts';
import type { ServiceResponse } from './fetch.ts';

/** What is left of one limit until its window ends. */
interface Budget {
  left: number;
  endsAt: number;
  quota: number;
  windowMs: number;
}

/** By credential and name of the limit; shared by all clients of the process, as the limits are. */
export const budgets = new Map<string, Record<string, Budget>>();
const MOST_CREDENTIALS = 100;

/** A limit with fewer than 100 requests left. */
const NEARLY_USED = /;\s*r=\d{1,2}(?!\d)/;

/** `"name";r=5;t=9, …` as names and numbers. */
const limitsIn = (text: string | null) =>
  [...(text ?? '').matchAll(/"([^"]*)"([^,]*)/g)].map(([, name = '', rest = '']) => {
    const numbers = [...rest.matchAll(/(\w)=(\d+)/g)].map(([, key = '', value]) => [key, Number(value)]);
    return [name, Object.fromEntries(numbers) as Record<string, number>] as const;
  });

/** Milliseconds until a request may be sent under `budget`. */
function waitOf(budget: Budget, now: number): number {
  if (budget.endsAt <= now) {
    budget.left = budget.quota;
    budget.endsAt = now + budget.windowMs;
  }
  return budget.left > 0 ? 0 : budget.endsAt - now;
}

/** Waits while a limit of `key` is used up; fails at once where that is longer than the time left. */
export async function pace(key: string, deadline: Deadline): Promise<void> {
  const limits = () => Object.values(budgets.get(key) ?? {});
  for (;;) {
    const wait = Math.max(0, ...limits().map((budget) => waitOf(budget, Date.now())));
    if (wait === 0) break;
    // Spread, so that waiting calls do not all start at once.
    const spread = wait + Math.random() * 250;
    if (Date.now() + spread >= deadline.endsAt) {
      const message = 'The rate limit is used up.';
      throw new RateLimitError({ code: 'RATE_LIMITED', message, retryAfterMs: wait });
    }
    await sleep(spread, deadline.signal);
  }
  for (const budget of limits()) budget.left -= 1;
}

/** Learns from the `RateLimit` and `RateLimit-Policy` headers. */
export function learn(credential: string, baseUrl: string, { headers }: ServiceResponse): void {
  const text = headers.get('ratelimit');
  if (!text) return;
  const key = credential + baseUrl;
  // While much is left there is nothing to wait for, and nothing to count.
  if (!NEARLY_USED.test(text)) {
    if (budgets.size > 0) budgets.delete(key);
    return;
  }
  const policies = Object.fromEntries(limitsIn(headers.get('ratelimit-policy')));
  const known = budgets.get(key) ?? {};
  if (budgets.size >= MOST_CREDENTIALS) budgets.clear();
  for (const [name, { r = 1, t = 0 }] of limitsIn(text)) {
    const { q = r, w = t } = policies[name] ?? {};
    const endsAt = Date.now() + t * 1_000;
    const last = known[name];
    // Within a window, whose end is told in whole seconds, our own count is ahead of answers that come late.
    const same = last && Math.abs(last.endsAt - endsAt) <= 1_000;
    const now = same ? { left: Math.min(last.left, r), endsAt: last.endsAt } : { left: r, endsAt };
    known[name] = { ...now, quota: q, windowMs: w * 1_000 };
  }
  budgets.set(key, known);
}
