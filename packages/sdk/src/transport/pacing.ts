import { RateLimitError } from '../errors/errors.ts';
import { type Deadline, sleep } from './deadline.ts';
import type { ServiceResponse } from './fetch.ts';

/** The remaining requests of one limit until its window ends. */
interface Budget {
  left: number;
  endsAt: number;
  quota: number;
  windowMs: number;
}

/** By credential and limit name; shared by all clients of the process, because the limits are. */
const budgets = new Map<string, Record<string, Budget>>();
const MAX_CREDENTIALS = 100;

/** Parses `"name";r=5;t=9, …` and adds the numbers to the limit of that name. */
function readLimits(limits: Record<string, Record<string, number>>, text: string | null): void {
  for (const [, name = '', rest = ''] of (text ?? '').matchAll(/"([^"]*)"([^,]*)/g)) {
    limits[name] ??= {};
    // `r=5;t=9`: five requests remain, and the window ends in nine seconds.
    for (const [, key = '', value] of rest.matchAll(/(\w)=(\d+)/g)) limits[name][key] = Number(value);
  }
}

/** Waits while a limit of `key` is used up; fails at once if that exceeds the deadline. */
export async function pace(key: string, deadline: Deadline): Promise<void> {
  const limits = () => Object.values(budgets.get(key) ?? {});
  for (;;) {
    const now = Date.now();
    let wait = 0;
    for (const budget of limits()) {
      if (budget.endsAt <= now) {
        budget.left = budget.quota;
        budget.endsAt = now + budget.windowMs;
      }
      if (budget.left <= 0) wait = Math.max(wait, budget.endsAt - now);
    }
    if (wait === 0) break;
    // Random, so that waiting calls do not all start at once.
    const spread = wait + Math.random() * 250;
    if (Date.now() + spread >= deadline.endsAt) {
      const message = 'The rate limit is exhausted.';
      throw new RateLimitError({ code: 'RATE_LIMITED', message, retryAfterMs: wait });
    }
    await sleep(spread, deadline.signal);
  }
  for (const budget of limits()) budget.left -= 1;
}

/** Forgets the limits of `key` until a response reports them. */
export const forget = (key: string): boolean => budgets.delete(key);

/** Learns from the `RateLimit` and `RateLimit-Policy` headers of a response. */
export function learn(key: string, headers: ServiceResponse['headers']): void {
  const limits = {};
  readLimits(limits, headers.get('ratelimit'));
  readLimits(limits, headers.get('ratelimit-policy'));
  const knownBudgets = budgets.get(key) ?? {};
  if (budgets.size >= MAX_CREDENTIALS) budgets.clear();
  // `r`: requests left, `t`: seconds until the end of the window, `q`: requests in a window, `w`: its seconds.
  for (const [name, { r = 1, t = 0, q = r, w = t }] of Object.entries<Record<string, number>>(limits)) {
    const endsAt = Date.now() + t * 1_000;
    const last = knownBudgets[name];
    // The window's end is in whole seconds. Within a window, our own count is more current than late
    // responses.
    const budget = { left: r, endsAt, quota: q, windowMs: w * 1_000 };
    if (last && Math.abs(last.endsAt - endsAt) <= 1_000) {
      budget.left = Math.min(last.left, r);
      budget.endsAt = last.endsAt;
    }
    knownBudgets[name] = budget;
  }
  budgets.set(key, knownBudgets);
}
