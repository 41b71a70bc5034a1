import { TimeoutError } from '@voiceloom/sdk';
import { expect, test } from 'vitest';
import { watchOutages } from '../src/api/outage.ts';

test('the first response after an outage is detected once', async () => {
  const stop = new AbortController();
  const meets: (number | Error)[] = [];
  let returns = 0;
  const send = watchOutages(
    async () => {
      const next = meets.shift();
      if (typeof next !== 'number') throw next;
      return new Response(null, { status: next });
    },
    () => {
      returns += 1;
    },
  );
  const meet = async (next: number | Error, init: RequestInit = {}) => {
    meets.push(next);
    await send('', init).catch(() => undefined);
    return returns;
  };
  const lost = new TypeError('Failed to fetch');
  expect(await meet(200)).toBe(0);
  expect([await meet(lost), await meet(503), await meet(404), await meet(200)]).toEqual([0, 0, 1, 1]);
  // A timed-out request means that the service was unavailable.
  const late = AbortSignal.abort(new TimeoutError('Too late.'));
  expect([await meet(lost, { signal: late }), await meet(200)]).toEqual([1, 2]);
  // The page cancels its own requests when the user leaves it.
  stop.abort();
  expect([await meet(lost, { signal: stop.signal }), await meet(200)]).toEqual([2, 2]);
});
