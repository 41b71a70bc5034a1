import { readInput } from '@voiceloom/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../server/test/support/app.ts';
import { createMember } from '../../server/test/support/factories.ts';
import { validate } from '../src/contract.ts';
import type { FieldError } from '../src/index.ts';
import { shownBodies, wrongBodies } from './support/wrong-bodies.ts';

/**
 * Rules that only code can check: about several fields together, or about one text that depends on another.
 */
const RULES_IN_CODE = [
  'Required for the method spelled.',
  'Must be an http:// or https:// URL.',
  /^Must have an extension for the category script: /,
  /^Must be an IANA time zone, such as /,
  // Cron expressions.
  /^Must have five fields, /,
  /^The (minute|hour|day of month|month|day of week) must not be /,
  'Due times must be at least 15 minutes apart, also around midnight.',
  'This date does not exist in any year, so the schedule is never due.',
];

const isRuleInCode = ({ message }: FieldError) =>
  RULES_IN_CODE.some((rule) => (typeof rule === 'string' ? rule === message : rule.test(message)));

const fieldsOf = (faults: readonly FieldError[]) => [...new Set(faults.map(({ field }) => field))].sort();

/** As received: the service reads a missing body as an empty one. */
const arrived = (body: unknown): unknown => (body === undefined ? {} : JSON.parse(JSON.stringify(body)));

test('for thousands of invalid bodies the client reports the same fields as the contract, mostly in its words', () => {
  let [cases, told, inOurWords] = [0, 0, 0];
  for (const { id, schema, body } of shownBodies()) {
    for (const wrong of wrongBodies(body)) {
      const read = readInput(schema, arrived(wrong));
      const theirs = (read.success ? [] : read.issues).map(({ path, message }) => ({
        field: ['body', ...path.map(String)].join('.'),
        message,
      }));
      const ours = validate(id, wrong);
      // If a code rule rejects a whole value, the service does not check later rules.
      if (theirs.some(isRuleInCode) && ours.length === 0) continue;
      cases += 1;
      expect(fieldsOf(ours), `${id} ${JSON.stringify(wrong)?.slice(0, 300)}`).toEqual(fieldsOf(theirs));
      const same = ({ field, message }: FieldError) =>
        theirs.some((one) => one.field === field && one.message === message);
      told += ours.length;
      inOurWords += ours.filter((fault) => !same(fault)).length;
    }
  }
  expect(cases).toBeGreaterThan(3_000);
  // Messages of a single field, such as the rules for webhook URLs, come only from the service.
  expect(inOurWords / told).toBeLessThan(0.02);
});

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const ANY_ID = '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d99';
const EACH = 8;

test('the service rejects hundreds of invalid bodies with 422 and the fields that the client reported before', async () => {
  const member = await createMember(server);
  let asked = 0;
  for (const { id, method, path, body } of shownBodies()) {
    // The client would send a string as text, not as JSON.
    const wrong = [...wrongBodies(body)].filter(
      (one) => typeof one !== 'string' && validate(id, one).length > 0,
    );
    const step = Math.max(1, Math.floor(wrong.length / EACH));
    const place = path.replaceAll(/:(\w+)/g, (_, name) => (name === 'ws_id' ? member.workspace_id : ANY_ID));
    for (const one of wrong.filter((_, at) => at % step === 0)) {
      const answer = await server.request(method, place, { as: member, body: one });
      asked += 1;
      expect(answer.status, `${id} ${JSON.stringify(one)?.slice(0, 300)}`).toBe(422);
      const details: FieldError[] = answer.body.error.details;
      // The path can also be invalid, and the body does not show this.
      const ours = fieldsOf(validate(id, one));
      const ofBody = details.filter(({ field }) => field.startsWith('body'));
      const expected = ofBody.filter((fault) => ours.includes(fault.field) || !isRuleInCode(fault));
      expect(ours, id).toEqual(fieldsOf(expected));
    }
  }
  expect(asked).toBeGreaterThan(250);
});
