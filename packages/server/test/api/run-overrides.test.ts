import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { fieldsOf, narration } from '../support/workflows.ts';

let server: TestApp;
let member: Member;
let path: string;

beforeAll(async () => {
  server = await startTestApp({ speech: scriptedSpeech({ durationMs: () => 300 }).providers });
  member = await createMember(server);
  const body = { name: 'Story', definition: narration() };
  const { body: created } = await server.request('POST', '/api/v1/workflows', { as: member, body });
  path = `/api/v1/workflows/${created.data.id}`;
});
afterAll(() => server.close());

const send = (place: string, body?: object) =>
  server.request('POST', `${path}${place}`, { as: member, ...(body && { body }) });

const LONG_SCRIPT = 'The harbor wakes before the first boat leaves the quay.\n'.repeat(40);

test.each(['/runs/preview', '/estimate'])(
  '%s prices the script of the request, as a start does',
  async (place) => {
    const stored = (await send(place)).body.data;
    const overridden = (await send(place, { script_text: LONG_SCRIPT })).body.data;
    expect(stored.expected_credits).toBe(1);
    expect(overridden.expected_credits).toBeGreaterThan(10);
    expect(overridden.readings[0].reading.line_count).toBe(40);
    const german = (await send(place, { source_language: 'de-de' })).body.data;
    expect(german.voices.map(({ locale_code }: { locale_code: string }) => locale_code)).toEqual(['de-de']);
  },
);

test.each(['/runs', '/runs/preview', '/estimate'])(
  '%s rejects an override that cannot apply, at its field',
  async (place) => {
    const language = await send(place, { source_language: 'xx-yy' });
    expect([language.status, fieldsOf(language.body)]).toEqual([422, ['body.source_language']]);
    const tooLong = await send(place, { script_text: 'x'.repeat(500_001) });
    expect([tooLong.status, fieldsOf(tooLong.body)]).toEqual([422, ['body.script_text']]);
  },
);

test('a script that cannot be spoken is a problem of body.script_text, in the start and in its estimate', async () => {
  for (const [script_text, field] of [
    ['  \n ', 'body.script_text'],
    ['word '.repeat(2_100), 'body.script_text.rows.1'],
  ]) {
    const started = await send('/runs', { script_text });
    expect([started.status, fieldsOf(started.body)]).toEqual([422, [field]]);
    const { problems, can_run } = (await send('/runs/preview', { script_text })).body.data;
    expect(can_run).toBe(false);
    const [{ message }] = started.body.error.details;
    expect(problems).toEqual([expect.objectContaining({ path: field, message })]);
  }
});
