import { expect, test } from 'vitest';
import { retryDelayMs } from '../src/core/retry-delay.ts';
import { retryAfterMs } from '../src/generated/rules/retry-after.ts';
import { ConflictError, RateLimitError, ServerError } from '../src/index.ts';
import { backoffMs } from '../src/transport/retry.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const call = { route: { id: 'voices.get', method: 'GET', path: '/' } } as const;
const limited = (wait?: number) =>
  new RateLimitError({ code: 'RATE_LIMITED', message: 'Slow down.', status: 429, retryAfterMs: wait });

test.each([
  ['2', 2000],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 00:00:05 GMT', 5000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['1.5', 1500],
  ['0.0004', 1],
  ['1.25 ', 1250],
  ['Thursday, 01-Jan-26 00:00:05 GMT', 5000],
  ['Thu Jan  1 00:00:05 2026', 5000],
  ['2026-01-01T00:00:05Z', 5000],
  ...['soon', '', '1,5', '-1', '+3', '1.5s', '2 s', '1e3', '1.', '.5', '0x10', 'Jan 5', '1 2', 'Sun'].map(
    (text): [string, undefined] => [text, undefined],
  ),
])('Retry-After: %j is %j milliseconds', (text, expected) => {
  expect(retryAfterMs(new Headers({ 'retry-after': text }).get('retry-after'), NOW)).toBe(expected);
});

test('the wait that the service requests is kept, whatever its length', () => {
  for (const wanted of [0, 1000, 3_600_000]) {
    const wait = retryDelayMs(limited(wanted), { call, attempt: 0, maxRetries: 1 });
    expect(wait).toBeGreaterThanOrEqual(wanted);
    expect(wait).toBeLessThanOrEqual(wanted + 250);
  }
});

test('waits double, are half random, and stay below their maximum', () => {
  expect([backoffMs(0, 0), backoffMs(0, 1), backoffMs(1, 0)]).toEqual([200, 400, 400]);
  expect(backoffMs(50, 1)).toBe(8000);
});

test('there is no further attempt after the last one, or if a retry cannot help', () => {
  expect(retryDelayMs(limited(0), { call, attempt: 3, maxRetries: 3 })).toBeUndefined();
  const conflict = new ConflictError({ code: 'CONFLICT', message: '', status: 409 });
  expect(retryDelayMs(conflict, { call, attempt: 0, maxRetries: 3 })).toBeUndefined();
  const missing = new ServerError({ code: 'HTTP_ERROR', message: '', status: 501 });
  expect(retryDelayMs(missing, { call, attempt: 0, maxRetries: 3 })).toBeUndefined();
});

test('a PUT is retried unless its If-Match names the version that its first attempt would change', () => {
  const put = { id: 'workflows.replace', method: 'PUT', path: '/' } as const;
  const away = new ServerError({ code: 'UNAVAILABLE', message: '', status: 503 });
  expect(retryDelayMs(away, { call: { route: put }, attempt: 0, maxRetries: 1 })).toBeDefined();
  const matched = { route: put, options: { ifMatch: '"7"' } };
  expect(retryDelayMs(away, { call: matched, attempt: 0, maxRetries: 1 })).toBeUndefined();
  expect(retryDelayMs(limited(0), { call: matched, attempt: 0, maxRetries: 1 })).toBeDefined();
});
