import { expect, test } from 'vitest';
import { RateLimitError } from '../src/index.ts';
import { data, failure, type Step, scripted } from './support/scripted-server.ts';

const limited = (left: number, seconds: number) => ({
  ratelimit: `"key";r=${left};t=${seconds}`,
  'ratelimit-policy': '"key";q=600;w=60',
});
const answer = (left: number, seconds: number): Step => data({ id: 'v' }, 200, limited(left, seconds));

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error) => error,
  );

test('calls of all clients of a key stop when its rate limit is used up, and nothing is sent', async () => {
  const { client, seen } = await scripted(answer(2, 3600));
  await client().voices.get('v');
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => outcome(client().voices.get('v'))));
  expect(outcomes.filter((one) => one === 'answered')).toHaveLength(2);
  const refused = outcomes.filter((one) => one instanceof RateLimitError);
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatchObject({ code: 'RATE_LIMITED', status: undefined, operation: 'voices.get' });
  expect(seen).toHaveLength(3);
  expect(await outcome(client({ apiKey: 'vl_live_another' }).voices.get('v'))).toBe('answered');
});

test('a call waits for the next window if its timeout allows it', async () => {
  const at: number[] = [];
  const timed: Step = (res, seen) => {
    at.push(performance.now());
    return answer(0, 1)(res, seen);
  };
  const { client } = await scripted(timed);
  await client().voices.get('v');
  await client().voices.get('v');
  const [first = 0, second = 0] = at;
  expect(second - first).toBeGreaterThanOrEqual(900);
});

test('a call does not wait while much of the limit is left', async () => {
  const { client, seen } = await scripted(answer(0, 1), answer(599, 60));
  await client().voices.get('v');
  for (let at = 0; at < 5; at += 1) await client().voices.get('v');
  expect(seen).toHaveLength(6);
});

test('the tightest of several limits applies', async () => {
  const headers = {
    ratelimit: '"minute";r=500;t=10, "hour";r=0;t=3000',
    'ratelimit-policy': '"minute";q=600;w=60, "hour";q=1000;w=3600',
  };
  const { client, seen } = await scripted(data({ id: 'v' }, 200, headers));
  await client().voices.get('v');
  expect(await outcome(client().voices.get('v'))).toBeInstanceOf(RateLimitError);
  expect(seen).toHaveLength(1);
});

test('pacing can be turned off, and operations without a credential are not paced', async () => {
  const { client, seen } = await scripted(answer(0, 3600));
  await client().voices.get('v');
  expect(await outcome(client({ pacing: false }).voices.get('v'))).toBe('answered');
  expect(await outcome(client().health.live())).toBe('answered');
  expect(seen).toHaveLength(3);
});

test('pacing also learns from a response that rejects for the rate limit', async () => {
  const { client, seen } = await scripted(
    failure(429, 'RATE_LIMITED', { ...limited(0, 3600), 'retry-after': '3600' }),
  );
  for (let at = 0; at < 2; at += 1) {
    expect(await outcome(client().voices.get('v'))).toBeInstanceOf(RateLimitError);
  }
  expect(seen).toHaveLength(1);
});
