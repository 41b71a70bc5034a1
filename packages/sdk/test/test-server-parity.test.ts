import { expect, test } from 'vitest';
import { scopes } from '../src/generated/test-contract.ts';
import { differences, realServices, tellCalls, testServices } from './support/parity.ts';
import { STORIES } from './support/parity-stories.ts';

test('at least 250 calls, right and wrong, are answered by service and test server in the same way', async () => {
  const newService = await realServices(scopes);
  const found: string[] = [];
  let count = 0;
  for (const [name, calls] of Object.entries(STORIES)) {
    const expected = await tellCalls(await newService(), calls);
    const told = await tellCalls(testServices(), calls);
    const made = calls.filter(({ pay }) => pay === undefined);
    count += made.length;
    made.forEach(({ method, path, body }, at) => {
      const [one, other] = [expected[at], told[at]];
      const verdict = ({ status, code, fields, headers } = {} as NonNullable<typeof one>) =>
        JSON.stringify({ status, code, fields, headers });
      const faults = [
        ...(verdict(one) === verdict(other) ? [] : [`service ${verdict(one)}`, `own     ${verdict(other)}`]),
        ...(one?.data === undefined && other?.data === undefined
          ? []
          : differences(one?.data ?? null, other?.data ?? null)),
        ...differences(one?.pagination ?? {}, other?.pagination ?? {}, 'pagination'),
      ];
      if (faults.length === 0) return;
      const messages = [one?.message, other?.message].filter(Boolean);
      const asked = `${method} ${path} ${JSON.stringify(body) ?? ''}`;
      found.push([`${name}: ${asked}`, ...faults, ...messages].join('\n    '));
    });
  }
  expect(found.join('\n')).toBe('');
  expect(count).toBeGreaterThanOrEqual(250);
});
